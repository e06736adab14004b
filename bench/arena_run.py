"""From what was asked for to a run: its configuration, its course, what came out in words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING

from eminence.ai.bots import bot
from eminence.bench.config import ArenaError, BotEntry, RunConfig, split_command
from eminence.bench.engines import probe
from eminence.bench.plan import read_effect
from eminence.bench.runfile import open_run
from eminence.bench.runner import Run, Tally
from eminence.bench.schedule import Block, bot_name
from eminence.bench.sprt import Sprt
from eminence.bench.workers import Inline, Pool, Processes
from eminence.core.game import Game, Json, load

if TYPE_CHECKING:
    from rich.progress import Progress

OnBlock = Callable[[Block, list[Json]], None]

PLAIN_DEALS = 100
SPRT_DEALS = 4000
"""How many deals a run has unless told otherwise, without a test and with one."""


@dataclass(frozen=True, slots=True)
class Budget:
    """What each bot may use for a move; with neither, its own limit holds."""

    nodes: int | None = None
    time_ms: int | None = None

    def times(self, factor: int) -> Budget:
        """Return a larger budget."""
        nodes, time_ms = ((x and x * factor) for x in (self.nodes, self.time_ms))
        return Budget(nodes, time_ms)

    def to_json(self) -> dict[str, int]:
        """Return the limits that there are."""
        told = {"nodes": self.nodes, "time_ms": self.time_ms}
        return {key: value for key, value in told.items() if value is not None}


@dataclass(frozen=True, slots=True)
class SprtOptions:
    """An SPRT as it is asked for."""

    effect: str = "0.02"
    alpha: float = 0.05
    beta: float = 0.05
    first_look: int = 100

    def sprt(self, players: int, deals: int) -> Sprt:
        """Return the test of par against par and the effect."""
        par = 1 / players
        effect = read_effect(self.effect, players)
        return Sprt(par, par + effect, self.alpha, self.beta, self.first_look, deals)


@dataclass(frozen=True, slots=True)
class Settings:
    """What all commands that play have in common."""

    game: str = "louis14"
    players: int = 4
    out: Path | None = None
    workers: int = 1
    seed: int = 0
    deals: int | None = None
    budget: Budget = field(default_factory=Budget)
    stall_ms: int = 60_000
    margin_ms: int = 200
    quiet: bool = False


def make_config(
    settings: Settings,
    schedule: str,
    specs: Sequence[str],
    budgets: Sequence[Budget] | None = None,
    test: SprtOptions | None = None,
) -> tuple[RunConfig, int]:
    """Return a run's configuration and the number of its deals; refuse what cannot be played."""
    game = load(settings.game, settings.players)
    deals = settings.deals or (SPRT_DEALS if test else PLAIN_DEALS)
    budgets = budgets or [settings.budget] * len(specs)
    known: dict[str, BotEntry] = {}
    bots = []
    for number, (spec, budget) in enumerate(zip(specs, budgets, strict=True)):
        if spec not in known:
            known[spec] = _entry(spec, game)
        entry = known[spec]
        bots.append(
            BotEntry(bot_name(number), entry.spec, entry.options, budget.to_json(), entry.version)
        )
    config = RunConfig(
        rules=game.info.name,
        rules_version=game.info.rules_version,
        cards=game.cards_hash,
        players=game.players,
        run_seed=settings.seed,
        schedule=schedule,
        bots=tuple(bots),
        sprt=test.sprt(game.players, deals) if test else None,
        stall_ms=settings.stall_ms,
        margin_ms=settings.margin_ms,
    )
    fewest = config.make_schedule().fewest
    if deals < fewest:
        raise ArenaError(f"too few deals: this {schedule} needs {fewest} or more, not {deals}")
    return config, deals


def _entry(spec: str, game: Game) -> BotEntry:
    """Return a bot that exists and plays the game; it has no name yet."""
    command = split_command(spec)
    if command is not None:
        return BotEntry("", spec, version=probe(spec, command, game))
    made = bot(spec)
    options = dict(getattr(made, "options", {}))
    return BotEntry("", made.spec, options, version=metadata.version("eminence"))


def play(
    config: RunConfig,
    deals: int,
    out: Path,
    settings: Settings,
    *,
    on_block: OnBlock | None = None,
) -> Tally:
    """Play a run into its file, showing how far it is; return its tally."""
    schedule = config.make_schedule()
    total = deals * len(next(schedule.blocks()).games)
    with (
        open_run(out, config) as file,
        _pool(config, settings.workers) as pool,
        _progress(settings.quiet) as progress,
    ):
        task = progress.add_task("games", total=total, blocks="0", llr="")

        def show(tally: Tally) -> None:
            llr = "" if tally.sprt is None else f"LLR {tally.sprt.llr:+.2f}"
            blocks = f"{tally.blocks} of {deals} blocks"
            progress.update(task, completed=tally.games, blocks=blocks, llr=llr)

        return Run(config, file, pool, deals, on_block=on_block, on_game=show).go()


@contextmanager
def _pool(config: RunConfig, workers: int) -> Iterator[Pool]:
    """Give a pool: this process itself where there are no workers."""
    with Processes(config, workers) if workers else Inline(config) as pool:
        yield pool


@contextmanager
def _progress(quiet: bool) -> Iterator[Progress]:
    """Give a display of progress, on stderr."""
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    from eminence.ai.cli.display import console

    columns = (
        MofNCompleteColumn(),
        TextColumn("games"),
        BarColumn(),
        TextColumn("{task.fields[blocks]}"),
        TextColumn("{task.fields[llr]}"),
        TimeElapsedColumn(),
        TextColumn("left"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console(stderr=True), disable=quiet) as progress:
        yield progress


def summary(config: RunConfig, tally: Tally, out: Path | None) -> list[str]:
    """Return in a few sentences what came out."""
    lines = [
        f"{tally.blocks} blocks, {tally.games} games, {tally.games - tally.played} of them "
        f"from before{f', in {out}' if out else ''}."
    ]
    lines += [
        f"{bot.name} = {bot.spec}" + "".join(f", {k} {v}" for k, v in bot.limits.items())
        for bot in config.bots
    ]
    if len(tally.scores) > 1:
        lines.append(_estimate(config, tally))
    if tally.sprt is not None:
        lines.append(_decision(config, tally))
    for (name, kind), number in sorted(tally.faults.items()):
        lines.append(f"Faults of {name}: {number} of kind {kind}.")
    if tally.voids:
        lines.append(f"{tally.voids} games were void and played again.")
    return lines


def _estimate(config: RunConfig, tally: Tally) -> str:
    n = len(tally.scores)
    mean = sum(tally.scores) / n
    error = (sum((x - mean) ** 2 for x in tally.scores) / (n - 1) / n) ** 0.5
    stopped = tally.sprt is not None and tally.sprt.decision in ("H0", "H1")
    biased = "; at the stop of a test this is biased away from par" if stopped else ""
    return (
        f"A's score a block is {mean:.4f} ± {1.96 * error:.4f} (95 %), "
        f"par {1 / config.players:.4f}{biased}."
    )


def _decision(config: RunConfig, tally: Tally) -> str:
    test, state = config.sprt, tally.sprt
    assert test is not None and state is not None
    words = {
        "H1": "H1 is accepted: A is stronger",
        "H0": "H0 is accepted: A is not stronger by that much",
        "inconclusive": "inconclusive: the cap was reached",
        None: "undecided yet",
    }[state.decision]
    return (
        f"SPRT of {test.m0:.4f} against {test.m1:.4f}: LLR {state.llr:+.2f} "
        f"({state.lower:.2f} to {state.upper:.2f}) after {state.blocks} blocks; {words}."
    )
