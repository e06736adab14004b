"""A worker: a process that plays games for a run, ``python -m eminence.bench.worker``.

The first line of its input is the run's configuration, each other one a game to play; each is
answered by one line. When the input ends, so do the worker and all its engines.
"""

from __future__ import annotations

import json
import os
import signal
import threading
import traceback
from queue import SimpleQueue
from typing import BinaryIO

from eminence.bench.config import RunConfig
from eminence.bench.deals import Deal
from eminence.bench.match import Match, play_match
from eminence.bench.players import Players
from eminence.bench.schedule import Seating
from eminence.core.game import Game, Json


class Worker:
    """Plays games of a run."""

    def __init__(self, config: RunConfig) -> None:
        """Play games of that run."""
        self._config = config
        self._game: Game = config.game()
        self._players = Players(config)

    def match(self, seating: Seating) -> Match:
        """Play a game."""
        deal = Deal(self._config.run_seed, self._config.dealing, seating.deal)
        return play_match(self._game, deal, self._players.seated(seating.seats))

    def line(self, seating: Seating) -> Json:
        """Return the run file's line of a game: that it was played, or why it is void."""
        try:
            result = self.match(seating).result
        except Exception as error:
            traceback.print_exc()
            self._players.reset()
            return void(seating, f"{type(error).__name__}: {error}")
        seats = [self._config.bots[bot].name for bot in seating.seats]
        head = {"type": "game", "key": seating.key, "deal": seating.deal, "seats": seats}
        return head | result

    def close(self) -> None:
        """Close all players."""
        self._players.close()


def void(seating: Seating, reason: str) -> Json:
    """Return the line of a game that does not count."""
    return {"type": "void", "key": seating.key, "reason": reason[:500]}


def main() -> None:
    """Serve until the input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    source, target = _take_streams()
    config = RunConfig.from_json(json.loads(source.readline()))
    requests: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=_listen, args=(source, requests), daemon=True).start()
    worker = Worker(config)
    while True:
        job = json.loads(requests.get())
        seating = Seating(job["key"], job["deal"], tuple(job["seats"]))
        line = json.dumps(worker.line(seating), allow_nan=False)
        target.write(line.encode() + b"\n")
        target.flush()


def _take_streams() -> tuple[BinaryIO, BinaryIO]:
    """Keep input and output for ourselves; what bots print goes to the log."""
    source = os.fdopen(os.dup(0), "rb")
    target = os.fdopen(os.dup(1), "wb")
    null = os.open(os.devnull, os.O_RDONLY)
    os.dup2(null, 0)
    os.dup2(2, 1)
    return source, target


def _listen(source: BinaryIO, requests: SimpleQueue[bytes]) -> None:
    """Hand on what comes in; at the end, take the whole process group along."""
    for line in source:
        requests.put(line)
    if hasattr(os, "killpg") and os.getpgrp() == os.getpid():
        os.killpg(0, signal.SIGKILL)
    os._exit(0)


if __name__ == "__main__":
    main()
