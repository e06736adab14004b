"""What the README shows is run as it stands."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from eminence.ai.bots import available_bots

README = (Path(__file__).parents[1] / "README.md").read_text("utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", README, re.DOTALL)


@pytest.fixture
def environment() -> dict[str, str]:
    """The environment with this interpreter's commands first."""
    commands = str(Path(sys.executable).parent)
    return {**os.environ, "PATH": commands + os.pathsep + os.environ["PATH"]}


def test_the_python_example_plays_a_game(capsys):
    (example,) = blocks("python")
    exec(compile(example, "README.md", "exec"), {"__name__": "readme"})
    scores, returns = re.match(r"(\[.*?\]) (\[.*?\])", capsys.readouterr().out).groups()
    assert len(json.loads(scores)) == 3
    assert sum(json.loads(returns)) == pytest.approx(1)


def test_the_shell_example_gets_a_move(environment):
    (example,) = blocks("sh")
    run = subprocess.run(
        ["sh", "-c", example], capture_output=True, text=True, env=environment, check=True
    )
    replies = [json.loads(line) for line in run.stdout.splitlines()]
    assert [reply["ok"] for reply in replies if "ok" in reply] == [True, True, True]
    assert replies[-1]["re"] == 1
    assert re.match(r"(1|6|7|J):", replies[-1]["move"])
    assert replies[-1]["nodes"] == 3000


def test_every_bot_is_named():
    for name in available_bots():
        assert f"| `{name}` |" in README


def test_the_first_commands_are_the_two_promised():
    commands = re.findall(r"^    (.+)$", README, re.MULTILINE)
    assert commands[:2] == ["pip install . && eminence demo", 'pip install ".[dev]" && pytest']


def test_the_files_it_points_to_exist():
    for target in re.findall(r"\]\(([^)]+)\)", README):
        assert (Path(__file__).parents[1] / target).exists(), target
