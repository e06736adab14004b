"""What a run says, from its file alone: every figure of the report, before it is formatted."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from math import nan
from pathlib import Path
from typing import Any

import numpy as np

from eminence.ai.spec import nearest
from eminence.bench import stats
from eminence.bench.labels import budget, family
from eminence.bench.luck import luck_share, saving
from eminence.bench.rating import Ratings, rate, stages
from eminence.bench.results import METRICS, Results, read_results
from eminence.bench.sprt import Sprt, SprtState
from eminence.bench.stats import MIN_INTERVAL, Estimate, Pair, TooFewDealsError

MOST_ODD = 3
"""How many pairs that ratings do not fit are told in words."""


@dataclass(frozen=True, slots=True)
class Row:
    """One bot, by its name in the run and its label.

    ``budget`` is its node limit, ``family`` its label without that.
    """

    rank: int
    bot: str
    label: str
    elo: Estimate
    scores: dict[str, Estimate]
    blocks: int
    games: int
    ms_a_move: float
    nodes_a_move: float
    faults: Counter[str]
    budget: int | None
    family: str


@dataclass(frozen=True, slots=True)
class Report:
    """All figures of a run; ``notes`` are the sentences that a reader must not miss.

    ``score`` is the block score of a duel. ``saved`` says how many games with fresh deals one
    game of this run is worth.
    """

    results: Results
    anchor: str
    rows: tuple[Row, ...]
    ratings: Ratings | None
    sprt: Sprt | None
    state: SprtState | None
    score: Estimate | None
    seats: tuple[Estimate, ...]
    luck: Estimate
    saved: float
    pairs: tuple[Pair, ...]
    notes: tuple[str, ...]

    @property
    def games(self) -> int:
        """The games that count."""
        return len(self.results.deal)


def report_on(path: Path | str, anchor: str | None = None, samples: int = 1000) -> Report:
    """Return the report on a run file.

    The anchor is the bot that has Elo 0: the first of the run, or the second of a duel. Raises
    `TooFewDealsError` if no deal is whole yet.
    """
    return report_of(read_results(path), anchor, samples, str(path))


def report_of(
    results: Results, anchor: str | None = None, samples: int = 1000, source: str = "the run"
) -> Report:
    """Return the report on results that were already read."""
    if not results.blocks:
        raise TooFewDealsError(
            f"too few deals: {source} has no finished deal yet, only {results.unfinished} games "
            "of unfinished ones"
        )
    anchor = _anchor(results, anchor)
    ratings = None if results.is_duel else _rate(results, anchor, samples)
    sprt = stats.sprt_of(results)
    state = sprt.update(stats.duel_scores(results)) if sprt else None
    pairs = stats.pairs(results, ratings) if ratings and len(results.names) > 2 else []
    return Report(
        results=results,
        anchor=anchor,
        rows=_rows(results, ratings, anchor),
        ratings=ratings,
        sprt=sprt,
        state=state,
        score=stats.estimate(stats.duel_scores(results)) if results.is_duel else None,
        seats=tuple(stats.seat_effect(results)),
        luck=luck_share(results),
        saved=saving(results),
        pairs=tuple(pairs),
        notes=tuple(_notes(results, state, pairs)),
    )


def _anchor(results: Results, wanted: str | None) -> str:
    """Return the name of the bot that is called so or has that label."""
    if wanted is None:
        return results.names[1 if results.is_duel else 0]
    called = {results.labels[name]: name for name in results.names}
    called |= {name: name for name in results.names}
    if wanted not in called:
        raise nearest(wanted, list(called), "bot of this run:")
    return called[wanted]


def _rate(results: Results, anchor: str, samples: int) -> Ratings:
    parts = stages(results.bot, -results.scores["rank_pts"], results.block, len(results.names))
    return rate(parts, results.names.index(anchor), samples)


def _elos(results: Results, ratings: Ratings | None, anchor: str) -> list[Estimate]:
    """Return each bot's Elo; the anchor's is 0 by definition."""
    if ratings is None:
        elo = stats.duel_elo(results)
        if anchor == results.names[0]:
            return [Estimate(0, 0, 0, elo.n), Estimate(-elo.mean, -elo.high, -elo.low, elo.n)]
        return [elo, Estimate(0, 0, 0, elo.n)]
    ends = ratings.intervals()
    if ratings.deals < MIN_INTERVAL:
        ends = np.full_like(ends, nan)
    return [
        Estimate(float(mean), float(low), float(high), ratings.deals)
        for mean, (low, high) in zip(ratings.elo, ends, strict=True)
    ]


def _rows(results: Results, ratings: Ratings | None, anchor: str) -> tuple[Row, ...]:
    elos = _elos(results, ratings, anchor)
    order = sorted(range(len(elos)), key=lambda bot: (-elos[bot].mean, results.names[bot]))
    return tuple(_row(results, bot, place, elos[bot]) for place, bot in enumerate(order, 1))


def _row(results: Results, bot: int, place: int, elo: Estimate) -> Row:
    mask = stats.counted(results, bot)
    scores = {metric: stats.bot_score(results, bot, metric) for metric in METRICS}
    mine = results.bot == bot
    moves = float((results.turns[:, None] / results.players * mine).sum())
    name = results.names[bot]
    label = results.labels[name]
    return Row(
        rank=place,
        bot=name,
        label=label,
        elo=elo,
        scores=scores,
        blocks=len(np.unique(results.block[mask.any(1)])),
        games=int(mask.any(1).sum()),
        ms_a_move=_total(results.ms[mine]) / moves if moves else nan,
        nodes_a_move=_total(results.nodes[mine]) / moves if moves else nan,
        faults=results.faults[bot] if results.faults else Counter[str](),
        budget=budget(next(b for b in results.run["bots"] if b["name"] == name)),
        family=family(label),
    )


def _total(values: Any) -> float:
    """Return the sum, NaN where nothing is known."""
    return nan if np.isnan(values).all() else float(np.nansum(values))


def _notes(results: Results, state: SprtState | None, pairs: list[Pair]) -> list[str]:
    """Return what a reader must know to take the figures for what they are."""
    notes = []
    if state and state.decision:
        notes.append(
            "The test stopped when it was sure, so the estimates are biased away from par; "
            "confirm on fresh deals."
        )
    if results.blocks < MIN_INTERVAL:
        notes.append(
            f"Only {results.blocks} finished deals: too few for intervals, which need "
            f"{MIN_INTERVAL}."
        )
    if results.unfinished:
        notes.append(
            f"{results.unfinished} games are left out: their deal, or one before it, is not "
            "finished."
        )
    if results.torn:
        notes.append("The last line of the file is cut short and was left out.")
    if results.voids:
        notes.append(f"{results.voids} games were void (infrastructure) and do not count.")
    notes += _one_sided(results)
    notes += _odd(results, pairs)
    return notes + _sanity(results)


def _odd(results: Results, pairs: list[Pair]) -> list[str]:
    """Return notes on the pairs that the ratings fit worst, if they do not."""
    names = [results.labels[name] for name in results.names]
    odd = sorted((pair for pair in pairs if pair.odd), key=lambda pair: pair.p)
    notes = [
        f"{names[p.first]} finishes ahead of {names[p.second]} in {p.seen:.0%} of their games; "
        f"their ratings say {p.predicted:.0%}: no single scale orders this pool."
        for p in odd[:MOST_ODD]
    ]
    if len(odd) > MOST_ODD:
        notes.append(f"So it is with {len(odd) - MOST_ODD} more of the pairs marked !.")
    return notes


def _one_sided(results: Results) -> list[str]:
    """Return notes on bots that won all or nothing: their Elo has no bound on that side."""
    notes = []
    for bot, name in enumerate(results.names):
        wins = stats.bot_blocks(results, bot, "win")
        wins = wins[~np.isnan(wins)]
        if wins.size and len(results.names) > 1 and float(wins.mean()) in (0.0, 1.0):
            won = "won every game" if wins[0] else "won no game"
            notes.append(f"{results.labels[name]} {won}: its Elo is a bound, not an estimate.")
    return notes


def _sanity(results: Results) -> list[str]:
    """Return the verdict of the exact self-test, if the run is one."""
    if results.schedule != "sanity":
        return []
    par = results.par("win")
    means = [stats.bot_blocks(results, bot, "win") for bot in range(len(results.names))]
    wrong = {int(block) for mean in means for block in np.flatnonzero(np.abs(mean - par) > 1e-12)}
    if not wrong:
        return [f"Self-test passed: every block mean is exactly 1/{results.players}."]
    return [
        f"SELF-TEST FAILED: {len(wrong)} of {results.blocks} block means are not exactly "
        f"1/{results.players}; the harness gives equal bots unequal games."
    ]
