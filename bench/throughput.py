"""What the arena costs, in CPU time of this process, so that other programs disturb it little."""

from __future__ import annotations

import json
import time
from dataclasses import asdict, dataclass
from typing import Any

import click

from eminence.ai.bots import bot
from eminence.ai.thinking import Bot, Limits, Result
from eminence.bench import kernel
from eminence.bench.deals import Deal
from eminence.bench.faults import Patience
from eminence.bench.match import play_match
from eminence.bench.players import Alarm, LibraryPlayer
from eminence.bench.speed import compiled, play_by_api, rate
from eminence.ext.game import CompiledGame
from eminence.ext.rng import Rng


@dataclass(frozen=True, slots=True)
class Throughput:
    """Games per CPU second of one process."""

    game: str
    players: int
    nodes: int
    kernel_games_per_s: float
    """Random games in the bare kernel."""
    api_games_per_s: float
    """Random games through the Python API, without seats, deals or bots."""
    random_games_per_s: float
    """Games of random bots through the arena."""
    search_games_per_s: float
    """Games of flat-mc at that many nodes through the arena."""
    harness_share: float
    """What the arena adds to the time that flat-mc itself takes."""


class Stopwatch:
    """A bot whose thinking is timed."""

    def __init__(self, made: Bot) -> None:
        """Time a bot."""
        self._bot = made
        self.spec = made.spec
        self.seconds = 0.0

    def think(self, *args: Any, **more: Any) -> Result:
        """Ask the bot."""
        started = time.process_time()
        try:
            return self._bot.think(*args, **more)
        finally:
            self.seconds += time.process_time() - started


def measure(name: str, players: int, nodes: int, games: int, seconds: float = 0.5) -> Throughput:
    """Measure the arena's cost; takes a few seconds, and as long as the games with flat-mc."""
    game, rng = compiled(name, players), Rng(1)
    decisions = kernel.random_games(game, 100, rng) / 100
    random = Stopwatch(bot("random"))

    def by_arena(n: int) -> int:
        _play(game, random, Limits(), n)
        return n

    search = Stopwatch(bot("flat-mc"))
    started = time.process_time()
    _play(game, search, Limits(nodes=nodes), games)
    spent = time.process_time() - started
    return Throughput(
        name,
        players,
        nodes,
        rate(lambda n: kernel.random_games(game, n, rng), seconds) / decisions,
        rate(lambda n: play_by_api(game, n), seconds) / decisions,
        rate(by_arena, seconds),
        games / spent,
        spent / search.seconds - 1,
    )


def _play(game: CompiledGame, made: Bot, limits: Limits, games: int) -> None:
    """Play games as a worker does."""
    alarm, patience = Alarm(lambda: None), Patience(60_000, 200)
    players = [LibraryPlayer(made, limits, patience, alarm) for _ in range(game.players)]
    for number in range(games):
        play_match(game, Deal(1, game.info.name, number), players)
    alarm.close()


def show(figures: Throughput, as_json: bool) -> None:
    """Print the figures."""
    if as_json:
        values = {
            k: v if isinstance(v, str | int) else float(f"{v:.4g}")
            for k, v in asdict(figures).items()
        }
        click.echo(json.dumps(values))
        return
    from eminence.ai.cli.display import console, table

    made = table("games per CPU second", "", numbers=[""])
    for words, value in (
        ("random, bare kernel", figures.kernel_games_per_s),
        ("random, Python API", figures.api_games_per_s),
        ("random bots, arena", figures.random_games_per_s),
        (f"flat-mc at {figures.nodes} nodes, arena", figures.search_games_per_s),
    ):
        made.add_row(words, f"{value:,.1f}")
    made.add_row("what the arena adds to flat-mc's own time", f"{figures.harness_share:.1%}")
    console().print(made)
