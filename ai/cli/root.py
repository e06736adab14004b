"""The root of the command line.

Each command is a module of its own, imported when it is asked for. Other packages add commands
through entry points of the group ``eminence.commands``.
"""

from __future__ import annotations

import importlib
import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import metadata
from importlib.util import find_spec
from typing import Any, NoReturn

import click

from eminence.ai.cli.display import os_sentence
from eminence.core.errors import EminenceError

PACKAGE = "eminence.ai.cli"

COMMANDS = (
    "demo",
    "play",
    "games",
    "bots",
    "selfplay",
    "replay",
    "redact",
    "perft",
    "cards",
    "engine",
)
"""The modules of the package that hold a command of the same name."""

USAGE_ERROR = 2
INTERRUPTED = 130
BROKEN_PIPE = 141
"""What a shell reports of a program that writes where nobody reads."""


class Refusal(click.ClickException):
    """An error of the library, shown as one sentence."""

    exit_code = USAGE_ERROR


class Root(click.Group):
    """The root: finds commands when they are asked for, and shows errors as one sentence."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return our own commands in order, then those of other packages."""
        here = [name for name in COMMANDS if find_spec(f"{PACKAGE}.{name}")]
        return here + sorted(set(_plugins()) - set(here))

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a command."""
        if cmd_name in COMMANDS and find_spec(f"{PACKAGE}.{cmd_name}"):
            module = importlib.import_module(f"{PACKAGE}.{cmd_name}")
            command: Any = getattr(module, cmd_name)
        elif cmd_name in _plugins():
            command = _load_plugin(_plugins()[cmd_name])
        else:
            return None
        return command if isinstance(command, click.Command) else None

    def make_context(self, *args: Any, **more: Any) -> click.Context:
        """Read the command line."""
        with _quiet_interrupts():
            return super().make_context(*args, **more)

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command; this is the one place where errors become sentences."""
        _allow_all_characters()
        try:
            with _quiet_interrupts():
                result = super().invoke(ctx)
                sys.stdout.flush()
        except (click.ClickException, click.Abort, click.exceptions.Exit):
            raise
        except EminenceError as error:
            raise Refusal(str(error)) from error
        except BrokenPipeError:
            _hang_up()
        except OSError as error:
            raise Refusal(os_sentence(error)) from error
        except Exception as error:
            if os.environ.get("EMINENCE_TRACEBACK"):
                raise
            raise click.ClickException(
                f"a fault of eminence itself, {type(error).__name__}: {error} "
                "(with EMINENCE_TRACEBACK=1 in the environment it tells where)"
            ) from error
        return result


@contextmanager
def _quiet_interrupts() -> Iterator[None]:
    """End without a word at Ctrl-C."""
    try:
        yield
    except KeyboardInterrupt as error:
        if sys.stderr.isatty():
            click.echo(err=True)
        raise click.exceptions.Exit(INTERRUPTED) from error


def _allow_all_characters() -> None:
    """Write a ``?`` for what the terminal's encoding does not have."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def _plugins() -> dict[str, metadata.EntryPoint]:
    """Return the commands that other packages register."""
    return {point.name: point for point in metadata.entry_points(group="eminence.commands")}


def _load_plugin(point: metadata.EntryPoint) -> Any:
    """Import another package's command; where that fails, one that says so."""
    try:
        return point.load()
    except ImportError as error:
        why = f"the command {point.name!r} cannot be loaded: {error}"

        def refuse(**_: object) -> NoReturn:
            raise Refusal(why)

        return click.Command(point.name, callback=refuse, help=f"Not available: {error}.")


def _hang_up() -> NoReturn:
    """End without a word when nobody reads what we write."""
    null = os.open(os.devnull, os.O_WRONLY)
    for stream in (sys.stdout, sys.stderr):
        try:
            os.dup2(null, stream.fileno())
        except (OSError, ValueError):
            continue
    raise click.exceptions.Exit(BROKEN_PIPE)


def _print_version(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    """Print the version and end."""
    if not wanted or ctx.resilient_parsing:
        return
    try:
        click.echo(f"eminence {metadata.version('eminence')}")
    except metadata.PackageNotFoundError:
        click.echo("eminence (not installed)")
    ctx.exit()


@click.group(cls=Root, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_print_version,
    help="Print the version and exit.",
)
def main() -> None:
    """Play board games of hidden information against bots that search.

    Begin with `eminence demo` to watch a game, or `eminence play` to play one; `eminence COMMAND
    -h` explains a command. Exit codes: 0, 1 for a fault of the program, 2 for anything wrong
    in what it was given, 130 after Ctrl-C.
    """
