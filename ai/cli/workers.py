"""A series of games between bots, played here or in several processes, always in the same order."""

from __future__ import annotations

import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from eminence.ai.cli import options
from eminence.core.errors import EminenceError
from eminence.core.gamefile import MAX_SEED, GameRecord

if TYPE_CHECKING:
    from multiprocessing.connection import Connection


@dataclass(frozen=True, slots=True)
class Series:
    """Games to be played, with seeds one after the other."""

    game: str
    players: int
    cards: Path | None
    specs: tuple[str, ...]
    seed: int
    number: int


def play_series(series: Series, first: int = 0, step: int = 1) -> Iterator[GameRecord]:
    """Play every ``step``-th game of a series."""
    from eminence.ai.table import play_game

    game = options.load_game(series.game, series.players, series.cards)
    bots = options.load_bots(series.specs, series.players)
    for i in range(first, series.number, step):
        seed = (series.seed + i) % (MAX_SEED + 1)
        state = play_game(game, bots, seed)
        yield GameRecord.of(state, bots=list(series.specs), seed=seed)


@contextmanager
def playing(series: Series, workers: int) -> Iterator[Iterator[GameRecord]]:
    """Give the games of a series as they are played; at the end stop whoever still plays.

    To be entered before anything starts a thread, which could take in Ctrl-C too early.
    """
    if workers == 1:
        yield play_series(series)
        return
    from multiprocessing import get_context

    fresh = get_context("spawn")
    ends = [fresh.Pipe(duplex=False) for _ in range(workers)]
    processes = [
        fresh.Process(target=_serve, args=(end, series, first, workers), daemon=True)
        for first, (_, end) in enumerate(ends)
    ]
    with _without_interrupts():
        for process in processes:
            process.start()
    for _, end in ends:
        end.close()
    try:
        yield _collect([receiver for receiver, _ in ends], series.number)
    finally:
        for process in processes:
            process.terminate()
            process.join()


@contextmanager
def _without_interrupts() -> Iterator[None]:
    """Hold Ctrl-C back while processes start: they inherit that, and are deaf to it for ever.

    It is for the process that writes, and reaches it afterwards.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    from multiprocessing import resource_tracker

    resource_tracker.ensure_running()  # its start would end the holding back
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])


def _serve(pipe: Connection, series: Series, first: int, step: int) -> None:
    """Play this process's share of a series and send the games, or what went wrong."""
    try:
        for record in play_series(series, first, step):
            pipe.send(record)
    except BrokenPipeError:
        return
    except (EminenceError, OSError) as error:
        pipe.send(error)
    except Exception as error:
        pipe.send(RuntimeError(f"{type(error).__name__}: {error}"))


def _collect(pipes: Sequence[Connection], number: int) -> Iterator[GameRecord]:
    """Receive the games in order: the processes take turns."""
    for i in range(number):
        try:
            received = pipes[i % len(pipes)].recv()
        except EOFError as error:
            raise EminenceError("a worker process ended in the middle of its games") from error
        if isinstance(received, Exception):
            raise received
        yield received
