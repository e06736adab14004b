"""``eminence perft``: count what can happen, to compare engines and to time them."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from eminence.ai.cli import options
from eminence.ai.cli.display import console, show, table

if TYPE_CHECKING:
    from eminence.core.game import Game, State


@click.command()
@options.game_option
@options.players_option
@click.option(
    "--depth",
    type=options.WholeRange(0, 64),
    default=3,
    show_default=True,
    metavar="N",
    help="How many events, moves and chance outcomes alike, to look ahead.",
)
@click.option(
    "--state",
    "state_file",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Begin at the state in this JSON file.  [default: the beginning of a game]",
)
@options.cards_option
@options.engine_option
def perft(
    game_name: str,
    players: int,
    depth: int,
    state_file: Path | None,
    cards: Path | None,
    engine: str,
) -> None:
    """Count the sequences of events from a position, in all and by the first event.

    The table goes to stdout, the speed to stderr. Two engines agree where their tables do.

    Example: eminence perft --players 2 --depth 4 --engine reference
    """
    game = options.load_game(game_name, players, cards, engine)
    state = _read_state(state_file, game) if state_file else game.new()
    begun = time.perf_counter()
    result = state.perft(depth)
    seconds = time.perf_counter() - begun
    made = table("first event", "leaves", numbers=["leaves"])
    for token, leaves in result.division.items():
        made.add_row(token, str(leaves))
    made.add_section()
    made.add_row("in all", str(result.leaves))
    console().print(made)
    rate = result.leaves / seconds if seconds else 0.0
    show(console(stderr=True), f"{result.leaves} leaves in {seconds:.3f} s: {rate:,.0f} leaves/s")


def _read_state(file: Path, game: Game) -> State:
    """Return the state in a file; an error names the file."""
    from eminence.core.errors import EminenceError, NotationError
    from eminence.core.gamefile import MAX_LINE, naming

    with naming(file), file.open("rb") as source:
        text = source.read(MAX_LINE + 1)
    if len(text) > MAX_LINE:
        raise NotationError(f"{file}: longer than {MAX_LINE} bytes, so it is no state")
    try:
        return game.from_json(json.loads(text.decode()))
    except EminenceError as error:
        raise type(error)(f"{file}: {error}") from error
    except (ValueError, RecursionError) as error:
        raise NotationError(f"{file}: not a JSON file: {error}") from error
