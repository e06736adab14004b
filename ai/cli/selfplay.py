"""``eminence selfplay``: bots play games into a file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from eminence.ai.cli import options
from eminence.ai.cli.display import console, show, table
from eminence.ai.cli.workers import Series, playing
from eminence.core.gamefile import append_game, open_games

if TYPE_CHECKING:
    from rich.table import Table


@click.command()
@click.option(
    "-n",
    "--number",
    type=options.WholeRange(1),
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
    type=options.WholeRange(1, 256),
    default=1,
    show_default=True,
    metavar="N",
    help="Processes to play in. The file does not depend on it, but for bots with time limits.",
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
    series = Series(game.info.name, players, cards, tuple(bots), seed, number)
    scores = _write(series, file, append=append, workers=workers)
    out = console()
    show(out, f"{number} game{'' if number == 1 else 's'} in {file}, seeds from {seed}.")
    out.print(_summary(scores, bots))


def _write(series: Series, file: Path, *, append: bool, workers: int) -> list[list[int]]:
    """Play games into a file and return their scores; leave no file that has no game."""
    from rich.progress import Progress

    scores: list[list[int]] = []
    fresh = not file.exists()
    with open_games(file, append=append) as target:
        try:
            with (
                playing(series, workers) as games,
                Progress(console=console(stderr=True)) as progress,
            ):
                for record in progress.track(games, total=series.number, description="games"):
                    append_game(target, record)
                    scores.append(record.scores or [])
        finally:
            if fresh and not scores:
                file.unlink()
    return scores


def _summary(scores: Sequence[Sequence[int]], bots: Sequence[str]) -> Table:
    """Return each seat's average."""
    made = table("seat", "bot", "average score", numbers=["average score"])
    for seat, (bot, column) in enumerate(zip(bots, zip(*scores, strict=True), strict=True)):
        made.add_row(str(seat), bot, f"{sum(column) / len(column):.1f}")
    return made
