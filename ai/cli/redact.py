"""``eminence redact``: full records become what one seat saw of them."""

from __future__ import annotations

import json
from pathlib import Path

import click

from eminence.ai.cli import options
from eminence.core.game import Json
from eminence.core.gamefile import GameFileError, GameRecord, game_of, read_games, replay


@click.command()
@click.option(
    "--seat", type=options.WHOLE, required=True, metavar="N", help="Whose record to print."
)
@options.cards_option
@options.engine_option
@click.argument("file", type=click.Path(path_type=Path))
def redact(seat: int, cards: Path | None, engine: str, file: Path) -> None:
    """Print what a seat saw of the games in FILE, one JSON object a line.

    An object has the game, its rules and cards, the seat and the seat's record, and nothing that
    the seat did not know: no seed and no scores. All games are checked before the first line is
    printed.

    Example: eminence redact --seat 2 games.jsonl
    """
    lines = []
    for record in read_games(file):
        options.check_seat(seat, record.players)
        lines.append(json.dumps(_redacted(record, seat, cards, engine), separators=(",", ":")))
    if not lines:
        raise GameFileError(f"{file} has no games")
    for line in lines:
        click.echo(line)


def _redacted(record: GameRecord, seat: int, cards: Path | None, engine: str) -> Json:
    """Return a game as a seat saw it."""
    state = replay(record, game_of(record, engine=engine, cards=cards))
    if state.to_move is not None:
        raise GameFileError(f"{record.where}: the game is not finished")
    return {
        "format": 1,
        "game": record.game,
        "rules_version": record.rules_version,
        "cards": record.cards,
        "players": record.players,
        "seat": seat,
        "record": state.seat_record(seat),
    }
