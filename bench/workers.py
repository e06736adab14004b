"""Where games are played: the seam between a run and its workers.

`Pool` is all that a run asks for; a cluster can take the games behind the same interface.
`Processes` plays them in processes of this machine, `Inline` in this process.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from typing import Protocol, Self

from eminence.bench.config import RunConfig
from eminence.bench.schedule import Seating
from eminence.bench.worker import Worker, void
from eminence.core.game import Json


class Pool(Protocol):
    """Plays games for one run, in any order."""

    @property
    def capacity(self) -> int:
        """How many games may be under way at once."""

    def submit(self, seating: Seating) -> None:
        """Play a game; only while fewer than ``capacity`` are under way."""

    def results(self, seconds: float) -> list[Json]:
        """Wait until a game is over, or for that long; return the lines of all that are.

        A line is of type ``game``, or ``void`` where something else than a bot failed.
        """

    def close(self) -> None:
        """End all games at once, and leave nothing behind."""


class Inline:
    """Plays games in this process, one after the other."""

    capacity = 1

    def __init__(self, config: RunConfig) -> None:
        """Play games of that run."""
        self._worker = Worker(config)
        self._waiting: deque[Seating] = deque()

    def __enter__(self) -> Self:
        """Close the pool in the end."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the pool."""
        self.close()

    def submit(self, seating: Seating) -> None:
        """Remember a game."""
        self._waiting.append(seating)

    def results(self, seconds: float) -> list[Json]:
        """Play a game."""
        return [self._worker.line(self._waiting.popleft())] if self._waiting else []

    def close(self) -> None:
        """Close the players."""
        self._worker.close()


@dataclass(slots=True)
class _Process:
    """A worker process and the game that it plays."""

    process: subprocess.Popen[bytes]
    playing: Seating | None = None

    def play(self, seating: Seating) -> None:
        """Send it a game; if it is gone, its end is noticed elsewhere."""
        self.playing = seating
        job = {"key": seating.key, "deal": seating.deal, "seats": seating.seats}
        self.write(json.dumps(job).encode() + b"\n")

    def write(self, line: bytes) -> None:
        assert self.process.stdin is not None
        with suppress(OSError):
            self.process.stdin.write(line)

    def kill(self) -> None:
        """End it and its engines; they are one process group."""
        with suppress(OSError):
            if hasattr(os, "killpg"):
                os.killpg(self.process.pid, signal.SIGKILL)
            else:
                self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            assert pipe is not None
            with suppress(OSError):
                pipe.close()


class Processes:
    """Plays games in worker processes; one that dies voids its game and is replaced."""

    def __init__(self, config: RunConfig, workers: int) -> None:
        """Start that many workers for a run."""
        self.capacity = workers
        self._config = json.dumps(config.to_json()).encode() + b"\n"
        self._news: SimpleQueue[tuple[_Process, bytes]] = SimpleQueue()
        self._closed = False
        self._processes: list[_Process] = []
        for _ in range(workers):
            self._processes.append(self._start())

    def __enter__(self) -> Self:
        """Close the pool in the end."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the pool."""
        self.close()

    def submit(self, seating: Seating) -> None:
        """Give a game to a worker that has none."""
        next(p for p in self._processes if p.playing is None).play(seating)

    def results(self, seconds: float) -> list[Json]:
        """Return the lines of games that are over."""
        lines: list[Json] = []
        with suppress(Empty):
            lines += self._heard(*self._news.get(timeout=seconds))
            while True:
                lines += self._heard(*self._news.get_nowait())
        return lines

    def close(self) -> None:
        """Kill the workers."""
        self._closed = True
        for process in self._processes:
            process.kill()

    @property
    def pids(self) -> Sequence[int]:
        """The workers' process ids."""
        return [p.process.pid for p in self._processes]

    def _start(self) -> _Process:
        process = _Process(
            subprocess.Popen(
                [sys.executable, "-m", "eminence.bench.worker"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,
            )
        )
        process.write(self._config)
        threading.Thread(target=self._read, args=(process,), daemon=True).start()
        return process

    def _read(self, process: _Process) -> None:
        """Hand on what a worker says; an empty line is its end."""
        assert process.process.stdout is not None
        line = b"?"
        while line:
            line = b""
            with suppress(OSError, ValueError):
                line = process.process.stdout.readline()
            self._news.put((process, line))

    def _heard(self, process: _Process, line: bytes) -> list[Json]:
        """Return the line of a worker's game; replace a worker that has died."""
        if self._closed or process not in self._processes:
            return []
        playing, process.playing = process.playing, None
        if line.endswith(b"\n"):
            obj: Json = json.loads(line)
            return [obj]
        process.kill()
        self._processes[self._processes.index(process)] = self._start()
        reason = f"worker ended with code {process.process.returncode}"
        return [] if playing is None else [void(playing, reason)]
