"""A person's game in a file: a game file with one game, unfinished."""

from __future__ import annotations

import os
from pathlib import Path

from eminence.core.gamefile import GameFileError, GameRecord, append_game, open_games, read_games


def save_game(path: Path, record: GameRecord, *, overwrite: bool) -> None:
    """Write a game to a file of its own, whole or not at all."""
    if path.exists() and not overwrite:
        raise GameFileError(f"{path} is there already, and is not overwritten")
    if not path.parent.is_dir():
        raise GameFileError(f"there is no folder {path.parent}")
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with open_games(part) as file:
            append_game(file, record)
        os.replace(part, path)
    finally:
        part.unlink(missing_ok=True)


def load_save(path: Path) -> tuple[GameRecord, int]:
    """Return a saved game and the person's seat."""
    games = list(read_games(path))
    if len(games) != 1:
        raise GameFileError(f"{path} has {len(games)} games; a saved game is one")
    record = games[0]
    people = [seat for seat, bot in enumerate(record.bots or []) if bot is None]
    if len(people) != 1:
        raise GameFileError(f"{record.where}: a saved game has one person among its bots")
    if record.scores is not None:
        raise GameFileError(f"{record.where}: the game is over; `eminence replay` tells it")
    return record, people[0]
