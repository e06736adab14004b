"""The root of the command line: help, version, and how errors look."""

import subprocess
import sys
from importlib import metadata

import click
import pytest

from eminence.ai.cli import root


@pytest.fixture
def command(monkeypatch):
    """Return a function that makes ``eminence games`` do something else."""

    def command(do):
        monkeypatch.setattr(
            root.Root, "get_command", lambda *_: click.Command("games", callback=do)
        )

    return command


@pytest.mark.parametrize("flag", ["-h", "--help"])
def test_help_lists_the_commands(run, flag):
    result = run(flag)
    assert result.exit_code == 0
    for name in ("demo", "play", "games", "bots", "selfplay", "replay", "redact", "perft", "cards"):
        assert f"\n  {name} " in result.stdout


def test_every_command_has_help_with_an_example(run):
    for name in ("demo", "play", "games", "bots", "selfplay", "replay", "redact", "perft"):
        result = run(name, "-h")
        assert result.exit_code == 0
        assert "Example: eminence " in result.stdout, name


def test_help_imports_nothing_heavy():
    code = (
        "import sys; from eminence.ai.cli import main\n"
        "try: main(['-h'])\n"
        "except SystemExit: pass\n"
        "print([m for m in ('rich', 'multiprocessing') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


@pytest.mark.parametrize("module", ["click", "eminence.ai.cli.display"])
def test_ctrl_c_while_it_starts_is_quiet(module):
    code = (
        "import sys\n"
        "class Interrupted:\n"
        "    def find_spec(self, name, *_):\n"
        f"        if name == {module!r}: raise KeyboardInterrupt\n"
        "sys.meta_path.insert(0, Interrupted())\n"
        "from eminence.ai.cli import main"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


def test_ctrl_c_while_the_command_line_is_read_is_quiet(run, monkeypatch):
    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(root.Root, "parse_args", interrupted)
    result = run("games")
    assert (result.exit_code, result.output) == (130, "")


def test_version(run):
    assert run("--version").stdout.startswith("eminence ")


def test_an_unknown_command_is_refused(refused):
    assert "No such command 'dmeo'" in refused("dmeo")


@pytest.mark.parametrize(
    ("error", "code", "words"),
    [
        (OSError(28, "No space left on device", "x"), 2, "Error: x: No space left on device"),
        (KeyboardInterrupt(), 130, ""),
        (BrokenPipeError(), 141, ""),
        (RuntimeError("odd"), 1, "Error: a fault of eminence itself, RuntimeError: odd"),
    ],
)
def test_errors_are_one_sentence(run, command, monkeypatch, error, code, words):
    def fail():
        raise error

    monkeypatch.delenv("EMINENCE_TRACEBACK", raising=False)
    monkeypatch.setattr(root.os, "dup2", lambda *_: None)
    command(fail)
    result = run("games")
    assert result.exit_code == code
    assert result.stdout == ""
    assert result.stderr.startswith(words) if words else not result.stderr.strip()
    assert len(result.stderr.strip().splitlines()) == bool(words)


@pytest.mark.parametrize("number", ["٣", "1_0", "nan", "3x"])
@pytest.mark.parametrize(
    "args",
    [
        ("perft", "--depth"),
        ("redact", "none", "--seat"),
        ("replay", "none", "--seat"),
        ("replay", "none", "--game-number"),
        ("play", "--seat"),
        ("play", "--seed"),
        ("play", "--players"),
        ("selfplay", "--out", "none", "-n"),
        ("selfplay", "--out", "none", "--workers"),
        ("demo", "--delay"),
    ],
)
def test_numbers_are_written_in_plain_digits(refused, args, number):
    assert f"{number!r} is not a valid" in refused(*args, number)


def test_huge_numbers_are_refused(refused):
    assert "there is no seat 1000" in refused("play", "--seat", 10**400)


def test_other_packages_add_commands(run, refused, monkeypatch):
    def points(group):
        assert group == "eminence.commands"
        return [
            metadata.EntryPoint("twice", "click.testing:CliRunner", group),
            metadata.EntryPoint("gone", "eminence.nowhere:command", group),
            metadata.EntryPoint("demo", "eminence.nowhere:command", group),
        ]

    monkeypatch.setattr(root.metadata, "entry_points", points)
    assert "Not available" in run("-h").stdout
    assert "the command 'gone' cannot be loaded" in refused("gone")
    assert "No such command 'twice'" in refused("twice")
    assert "Watch bots" in run("demo", "-h").stdout
