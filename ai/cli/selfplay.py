"""``eminence selfplay``: bots play games into a file."""

from __future__ import annotations

import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from eminence.ai.cli import options
from eminence.ai.cli.display import console, show, table
from eminence.core.gamefile import MAX_SEED, GameRecord, append_game, open_games

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future

    from rich.table import Table


Play = Callable[["Iterable[Job]"], "Iterator[GameRecord]"]
"""Plays jobs in order."""


@dataclass(frozen=True, slots=True)
class Job:
    """A game to be played, as it can be sent to another process."""

    game: str
    players: int
    cards: Path | None
    specs: tuple[str, ...]
    seed: int


@click.command()
@click.option(
    "-n",
    "--number",
    type=click.IntRange(1),
    default=100,
    show_default=True,
    metavar="N",
    help="How many games.",
)
@click.option(
    "--out",
    "file",
    type=click.Path(path_type=Path, dir_okay=False),
    required=True,
    metavar="FILE",
    help="The game file to write, such as games.jsonl.",
)
@click.option("--append", is_flag=True, help="Add to FILE if it is there, rather than refuse.")
@options.bot_option(["greedy"], "A bot, for all seats or for one each in turn;")
@options.game_option
@options.players_option
@options.seed_option(0, "The first game's seed; each next game has the next number.")
@click.option(
    "--workers",
    type=click.IntRange(1, 256),
    default=1,
    show_default=True,
    metavar="N",
    help="Processes to play in. The file is the same for any number.",
)
@options.cards_option
def selfplay(
    number: int,
    file: Path,
    append: bool,
    specs: Sequence[str],
    game_name: str,
    players: int,
    seed: int,
    workers: int,
    cards: Path | None,
) -> None:
    """Let bots play N games and write them to a file, one line a game.

    A game is written when it is over, as a whole line: whatever ends the command, the file holds
    complete games. Progress is shown on stderr, the results on stdout.

    Example: eminence selfplay -n 100 --out games.jsonl --bot greedy --players 3
    """
    game = options.load_game(game_name, players, cards)
    bots = [bot.spec for bot in options.load_bots(specs, players)]
    jobs = (
        Job(game.info.name, players, cards, tuple(bots), (seed + i) % (MAX_SEED + 1))
        for i in range(number)
    )
    records = _write(jobs, number, file, append=append, workers=workers)
    out = console()
    show(out, f"{number} game{'' if number == 1 else 's'} in {file}, seeds from {seed}.")
    out.print(_summary(records, bots))


def _write(
    jobs: Iterable[Job], number: int, file: Path, *, append: bool, workers: int
) -> list[list[int]]:
    """Play games into a file and return their scores; leave no file that has no game."""
    from rich.progress import Progress

    scores: list[list[int]] = []
    fresh = not file.exists()
    with open_games(file, append=append) as target:
        try:
            with Progress(console=console(stderr=True)) as progress, _players(workers) as play:
                for record in progress.track(play(jobs), total=number, description="games"):
                    append_game(target, record)
                    scores.append(record.scores or [])
        finally:
            if fresh and not scores:
                file.unlink()
    return scores


@contextmanager
def _players(workers: int) -> Iterator[Play]:
    """Give a function that plays jobs in order, here or in other processes."""
    if workers == 1:
        yield lambda jobs: map(play_job, jobs)
        return
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    # The progress bar has a thread, and a process with threads must not be forked.
    fresh = get_context("spawn")
    with ProcessPoolExecutor(workers, fresh, initializer=_ignore_interrupt) as pool:
        try:
            yield lambda jobs: _in_order(pool, workers, jobs)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _in_order(pool: Executor, workers: int, jobs: Iterable[Job]) -> Iterator[GameRecord]:
    """Play jobs in other processes, a few ahead of what is asked for."""
    ahead: deque[Future[GameRecord]] = deque()
    for job in jobs:
        ahead.append(pool.submit(play_job, job))
        if len(ahead) > 4 * workers:
            yield ahead.popleft().result()
    while ahead:
        yield ahead.popleft().result()


def _ignore_interrupt() -> None:
    """Leave Ctrl-C to the process that writes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def play_job(job: Job) -> GameRecord:
    """Play a game."""
    from eminence.ai.table import play_game

    game = options.load_game(job.game, job.players, job.cards)
    bots = options.load_bots(job.specs, job.players)
    state = play_game(game, bots, job.seed)
    return GameRecord.of(state, bots=list(job.specs), seed=job.seed)


def _summary(scores: Sequence[Sequence[int]], bots: Sequence[str]) -> Table:
    """Return each seat's average."""
    made = table("seat", "bot", "average score", numbers=["average score"])
    for seat, (bot, column) in enumerate(zip(bots, zip(*scores, strict=True), strict=True)):
        made.add_row(str(seat), bot, f"{sum(column) / len(column):.1f}")
    return made
