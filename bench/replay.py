"""One game of a run, played again (docs/strength.md, "Replay")."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from eminence.bench.config import ArenaError
from eminence.bench.runfile import find_game, read_config
from eminence.bench.worker import Worker
from eminence.core.game import Json, State
from eminence.core.gamefile import GameRecord, append_game, open_games


@dataclass(frozen=True, slots=True)
class Again:
    """A game of a run, as it was and as it is now."""

    there: Json
    here: Json
    state: State
    specs: list[str | None]

    def save(self, path: Path) -> None:
        """Write the game as it is now to a new game file."""
        with open_games(path) as file:
            append_game(file, GameRecord.of(self.state, bots=self.specs))


def play_again(key: str, file: Path) -> Again:
    """Play a game of a run file again; raise `ArenaError` where it is not in the file."""
    config = read_config(file)
    seating = config.make_schedule().find(key)
    there = find_game(file, key)
    if there is None:
        raise ArenaError(f"the game {key} has not been played in {file}")
    worker = Worker(config)
    try:
        match = worker.match(seating)
    finally:
        worker.close()
    specs: list[str | None] = [config.bots[bot].spec for bot in seating.seats]
    return Again(there, match.result, match.state, specs)
