"""What several commands share: their options, and how these become games and bots."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from eminence.ai.spec import is_plain
from eminence.core.gamefile import MAX_SEED

if TYPE_CHECKING:
    from eminence.ai.thinking import Bot
    from eminence.core.game import Game


Command = Callable[..., Any]
"""A command, or the function that becomes one."""
Option = Callable[[Command], Command]
"""Adds an option to a command."""

NAMES = ("Anna", "Bruno", "Clara", "David", "Emma", "Felix", "Greta", "Hugo")
"""What the seats are called; a letter says which is meant."""


class _Plain(click.ParamType):  # type: ignore[type-arg] # generic in newer releases
    """Refuses numbers that only Python takes for numbers."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the number that a text stands for."""
        plain = not isinstance(value, str) or is_plain(value)
        number = super().convert(value, param, ctx) if plain else math.nan
        if number != number:  # nan, which passes any bounds
            self.fail(f"{value!r} is not a valid {self.name}.", param, ctx)
        return number


class Whole(_Plain, click.types.IntParamType):
    """A whole number."""


class WholeRange(_Plain, click.IntRange):
    """A whole number within bounds."""

    name = "integer"


class RealRange(_Plain, click.FloatRange):
    """A number within bounds."""

    name = "number"


WHOLE = Whole()
SEED = WholeRange(0, MAX_SEED)


def game_option(command: Command) -> Command:
    """Add ``--game``."""
    return click.option(
        "--game",
        "game_name",
        default="louis14",
        show_default=True,
        metavar="NAME",
        help="The game; `eminence games` lists them.",
    )(command)


def players_option(command: Command) -> Command:
    """Add ``--players``."""
    return click.option(
        "--players",
        type=WHOLE,
        default=4,
        show_default=True,
        metavar="N",
        help="The number of players.",
    )(command)


def cards_option(command: Command) -> Command:
    """Add ``--cards``."""
    return click.option(
        "--cards",
        type=click.Path(path_type=Path),
        metavar="FOLDER",
        help="A folder with another card set.  [default: the packaged one]",
    )(command)


def engine_option(command: Command) -> Command:
    """Add ``--engine``."""
    return click.option(
        "--engine",
        type=click.Choice(["compiled", "reference"]),
        default="compiled",
        show_default=True,
        help="The fast rules or the readable ones; they play alike.",
    )(command)


def seed_option(default: int | None, words: str) -> Option:
    """Return the option ``--seed``; without a default, one is drawn and shown."""
    return click.option(
        "--seed",
        type=SEED,
        default=default,
        show_default=True if default is not None else "drawn by lot",
        metavar="N",
        help=words,
    )


def bot_option(default: Sequence[str], words: str, shown: str | None = None) -> Option:
    """Return the option ``--bot``, which may be repeated; ``shown`` is its default in words."""
    return click.option(
        "--bot",
        "specs",
        multiple=True,
        default=list(default),
        show_default=shown or True,
        metavar="SPEC",
        help=f"{words} `eminence bots` lists them; example: --bot flat-mc:nodes=500.",
    )


def load_game(name: str, players: int, cards: Path | None = None, engine: str = "compiled") -> Game:
    """Load a game; errors are the library's."""
    from eminence.core.game import load

    return load(name, players, engine=engine, cards=cards)  # type: ignore[arg-type]


def load_bots(specs: Sequence[str], seats: int) -> list[Bot]:
    """Return a bot for each seat: one spec for all of them, or one spec each."""
    if len(specs) not in (1, seats):
        raise click.UsageError(
            f"--bot is given {len(specs)} times for {seats} seats; "
            f"give it once for all of them, or {seats} times"
        )
    bots = [load_bot(spec) for spec in specs]
    return bots * seats if len(bots) == 1 else bots


def load_bot(spec: str) -> Bot:
    """Return a bot; errors are the library's."""
    from eminence.ai import bots

    return bots.bot(spec)


def check_seat(seat: int, players: int) -> None:
    """Refuse a seat that the game does not have."""
    if not 0 <= seat < players:
        raise click.BadParameter(
            f"there is no seat {seat} with {players} players; seats are 0 to {players - 1}",
            param_hint="'--seat'",
        )


def draw_seed() -> int:
    """Return a seed drawn by lot, short enough to be typed again."""
    import secrets

    return secrets.randbelow(10**6)
