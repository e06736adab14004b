"""``eminence cards``: for people who own the box and put the printed numbers in."""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from importlib import resources
from pathlib import Path
from typing import Any, Protocol, cast

import click

from eminence.core.cardfiles import Difference, Doubt
from eminence.core.errors import UnknownGameError


class CardModule(Protocol):
    """What ``eminence.core.<game>.cards`` has; the card set itself is the game's own affair."""

    def load_cards(self, folder: Path | None = None) -> Any:
        """Return a card set, by default the packaged one."""

    def provenance(self, folder: Path | None = None) -> list[Doubt]:
        """Return the facts that are not certain."""

    def diff(self, first: Any, second: Any) -> list[Difference]:
        """Return the cards that differ."""


def card_module(game: str) -> CardModule:
    """Return the module that knows a game's cards."""
    name = f"eminence.core.{game}.cards"
    try:
        if game.isidentifier():
            return cast(CardModule, importlib.import_module(name))
    except ModuleNotFoundError as error:
        # Anything else that is missing is a fault of the module, not of the name.
        if error.name is None or not name.startswith(error.name):
            raise
    raise UnknownGameError(f"no game {game!r} that has card files")


game_option = click.option(
    "--game", default="louis14", show_default=True, metavar="NAME", help="Whose cards they are."
)
folder_type = click.Path(path_type=Path)


@click.group()
def cards() -> None:
    """Copy, check and compare card sets."""


@cards.command()
@game_option
@click.argument("folder", type=folder_type)
def export(game: str, folder: Path) -> None:
    """Copy the packaged card files into FOLDER, to put the printed numbers in.

    Then `eminence cards check FOLDER` says what is still assumed, and --cards FOLDER plays with it.

    Example: eminence cards export my-cards
    """
    card_module(game)  # raises for a game without card files
    files = resources.files(f"eminence.core.{game}") / "data"
    folder.mkdir(parents=True)  # an existing folder is not written into
    names = sorted(file.name for file in files.iterdir() if file.name.endswith(".csv"))
    for name in names:
        (folder / name).write_bytes((files / name).read_bytes())
    click.echo(f"{folder}: {', '.join(names)}")


@cards.command()
@game_option
@click.argument("folder", type=folder_type)
def check(game: str, folder: Path) -> None:
    """Check the card files in FOLDER.

    Shows what differs from the packaged card set, and which facts are not certain.

    Example: eminence cards check my-cards
    """
    module = card_module(game)
    ours, theirs = module.load_cards(), module.load_cards(folder)
    doubts = module.provenance(folder)
    click.echo(f"{folder}: a complete card set, {theirs.hash}")
    _show_differences(module.diff(ours, theirs), "packaged", "here")
    rows = [(doubt.card, doubt.fact, doubt.value, doubt.level) for doubt in doubts]
    _show("Not certain", ("card", "fact", "value", "level"), rows, "every fact is certain")


@cards.command()
@game_option
@click.argument("folder", type=folder_type)
@click.argument("other", type=folder_type, required=False)
def diff(game: str, folder: Path, other: Path | None) -> None:
    """Compare the card set in FOLDER with OTHER, or with the packaged one.

    Example: eminence cards diff my-cards
    """
    module = card_module(game)
    first, second = module.load_cards(folder), module.load_cards(other)
    _show_differences(module.diff(first, second), str(folder), str(other or "packaged"))


def _show_differences(found: Sequence[Difference], first: str, second: str) -> None:
    """Print the differences between two card sets."""
    rows = [(change.card, change.first, change.second) for change in found]
    _show("Differences", ("card", first, second), rows, "no card differs")


def _show(title: str, header: Sequence[str], rows: Sequence[Sequence[str]], empty: str) -> None:
    """Print a table, or one line where it would be empty."""
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    if not rows:
        click.echo(empty)
        return
    table = Table(title=f"{title} ({len(rows)})", title_justify="left")
    for column in header:
        table.add_column(escape(column))
    for row in rows:
        table.add_row(*map(escape, row))
    Console().print(table)
