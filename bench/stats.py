"""Estimates from the whole blocks of a run, each with its interval; a block is one sample.

Student's t on block means: the games of a block share a deal, so they are never samples by
themselves.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import exp, floor, inf, isnan, lgamma, log, log1p, nan, sqrt

import numpy as np
from numpy.typing import NDArray

from eminence.bench.extra import extra
from eminence.bench.rating import ELO, Ratings
from eminence.bench.results import Floats, Results
from eminence.bench.sprt import Sprt
from eminence.core.errors import EminenceError

MIN_INTERVAL = 10
"""With fewer blocks no interval is given: it could not be trusted."""


class TooFewDealsError(EminenceError):
    """Fewer deals than the question needs; says how many there are and how many it takes."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean of ``n`` samples and its interval, whose ends are NaN where there is none."""

    mean: float
    low: float
    high: float
    n: int


def estimate(values: Floats, level: float = 0.95) -> Estimate:
    """Return the mean with Student's interval; NaN counts as no sample."""
    values = values[~np.isnan(values)]
    n = int(values.size)
    mean = float(values.mean()) if n else nan
    return around(mean, float(values.std(ddof=1)) / sqrt(n) if n > 1 else nan, n, level)


def around(mean: float, error: float, n: int, level: float = 0.95) -> Estimate:
    """Return an estimate of n samples with this standard error."""
    if n < MIN_INTERVAL:
        return Estimate(mean, nan, nan, n)
    half = float(extra("scipy.stats").t.ppf((1 + level) / 2, n - 1)) * error
    return Estimate(mean, mean - half, mean + half, n)


def elo_of_share(share: float, players: int) -> float:
    """Return the Elo of one bot that wins this share against equal others.

    This is the difference of log-worths at which Plackett-Luce gives that share.
    """
    if not 0 < share < 1:
        return inf if share >= 1 else -inf
    return ELO * (log(share / (1 - share)) + log(players - 1))


def share_of_elo(elo: float, players: int) -> float:
    """Return the win share of one bot that is so much stronger than its equal opponents."""
    return 1 / (1 + (players - 1) * exp(-elo / ELO))


def alone(results: Results, bot: int) -> NDArray[np.bool_]:
    """Return the mask of the seats of a bot that had no copy of itself at the table."""
    there = results.bot == bot
    mask: NDArray[np.bool_] = there & (there.sum(1, keepdims=True) == 1)
    return mask


def counted(results: Results, bot: int) -> NDArray[np.bool_]:
    """Return the mask of the seats that a bot is judged by: where it is alone, if it ever is.

    Among copies of itself a bot wins about its par, however good it is.
    """
    lone = alone(results, bot)
    return lone if lone.any() else results.bot == bot


def bot_score(results: Results, bot: int, metric: str) -> Estimate:
    """Return a bot's mean score; win share and rank points have no interval beyond 0 and 1.

    If it won all or nothing, all blocks are alike, and Student's interval would say that it is
    certain; then it is C. Clopper and E. Pearson's (1934), with blocks for trials.
    """
    found = estimate(bot_blocks(results, bot, metric))
    if metric == "margin" or isnan(found.low):
        return found
    low, high = max(0.0, found.low), min(1.0, found.high)
    if low == high and found.mean in (0.0, 1.0):
        least = 0.025 ** (1 / found.n)
        low, high = (least, 1.0) if found.mean else (0.0, 1 - least)
    return Estimate(found.mean, low, high, found.n)


def bot_blocks(results: Results, bot: int, metric: str) -> Floats:
    """Return a bot's mean score in each block, of the seats that it is judged by."""
    return results.block_mean(results.scores[metric], counted(results, bot))


def duel_scores(results: Results, metric: str | None = None) -> Floats:
    """Return the block scores of a duel: par + (a - b) / 2 of its two bots when alone.

    Half of it comes from the second bot alone among copies of the first: a bot that only does
    well as a minority gains nothing.
    """
    metric = metric or results.metric
    a, b = (bot_blocks(results, bot, metric) for bot in (0, 1))
    scores: Floats = results.par(metric) + (a - b) / 2
    return scores


def duel_elo(results: Results) -> Estimate:
    """Return the Elo of a duel's first bot over the second: the mean of what both halves say.

    Near par it is the Elo of the block score; far from it, the block score of more than two
    players is no win share any more, but both halves are. Shares of 0 and 1 are taken for half
    a game from there. The interval is by the delta method, on blocks.
    """
    n, games = results.players, max(1, results.blocks * results.players)
    slopes, elos, blocks = [], [], []
    for bot in (0, 1):
        wins = bot_blocks(results, bot, "win")
        share = float(np.clip(np.nanmean(wins), 0.5 / games, 1 - 0.5 / games))
        elos.append(elo_of_share(share, n))
        slopes.append(ELO / (share * (1 - share)))
        blocks.append(wins)
    spread = estimate((slopes[0] * blocks[0] - slopes[1] * blocks[1]) / 2)
    if any(np.ptp(wins) == 0 and wins[0] in (0, 1) for wins in blocks):
        spread = Estimate(spread.mean, nan, nan, spread.n)  # a bound: nothing tells how far
    elo = (elos[0] - elos[1]) / 2
    return Estimate(elo, elo + spread.low - spread.mean, elo + spread.high - spread.mean, spread.n)


def sprt_of(results: Results) -> Sprt | None:
    """Return the test that the run file states, if there is one and it is a duel."""
    stated = results.run.get("sprt")
    if not isinstance(stated, dict) or not results.is_duel:
        return None
    try:
        return Sprt(**stated)
    except TypeError as error:
        raise EminenceError(f"the run's sprt is not one of this version: {error}") from None


def seat_effect(results: Results) -> list[Estimate]:
    """Return what each seat wins, whoever sits there; every schedule balances that."""
    wins = results.scores["win"]
    seats = np.arange(results.players)
    masks = (np.broadcast_to(seats == seat, wins.shape) for seat in seats)
    return [estimate(results.block_mean(wins, mask)) for mask in masks]


@dataclass(frozen=True, slots=True)
class Pair:
    """How often a bot finished ahead of another, seen and as its rating has it.

    ``p`` is how often so large a difference comes by chance if the rating is right (`chance_of`);
    ``odd`` tells that this is less than 5 % for the largest of all pairs (Bonferroni).
    """

    first: int
    second: int
    games: int
    seen: float
    predicted: float
    p: float
    odd: bool


def pairs(results: Results, ratings: Ratings) -> list[Pair]:
    """Compare every two bots at one table with what their ratings predict.

    One number for each bot cannot express that A beats B, B beats C and C beats A; such pools
    show here.
    """
    bots = len(results.names)
    every = [(i, j) for i in range(bots) for j in range(i + 1, bots)]
    predicted = ratings.ahead()
    found = (_pair(results, i, j, float(predicted[i, j]), 0.05 / len(every)) for i, j in every)
    return [pair for pair in found if pair.games]


def _pair(results: Results, i: int, j: int, predicted: float, level: float) -> Pair:
    rank = results.scores["rank_pts"]
    first, second = results.bot == i, results.bot == j
    both = first[:, :, None] & second[:, None, :]
    ahead = (rank[:, :, None] > rank[:, None, :]) + 0.5 * (rank[:, :, None] == rank[:, None, :])
    count = both.sum((1, 2))
    met = count > 0
    games = int(met.sum())
    if not games:
        return Pair(i, j, 0, nan, predicted, nan, False)
    seen = (ahead * both).sum((1, 2))[met] / count[met]
    deals, block = np.unique(results.block[met], return_inverse=True)
    block = block.reshape(-1)
    share = float((np.bincount(block, seen) / np.bincount(block)).mean())
    p = chance_of(share, len(deals), predicted)
    return Pair(i, j, games, float(seen.mean()), predicted, p, p < level)


def chance_of(share: float, n: int, expected: float) -> float:
    """Return how often n blocks, each from 0 to 1, miss the expected share by so much or more.

    Two-sided, as exact as for n tosses of a coin, the widest spread that numbers from 0 to 1
    can have; so it is right for few blocks too, and where all are alike. That the expected
    share was fitted to the same games only brings it nearer.
    """
    if share < expected:
        share, expected = 1 - share, 1 - expected
    if not 0 < expected < 1:
        return 1.0 if share == expected else 0.0
    first = floor(n * share + 1e-9)
    terms = (
        lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1)
        + k * log(expected) + (n - k) * log1p(-expected)
        for k in range(first, n + 1)
    )  # fmt: skip
    return min(1.0, 2 * sum(exp(term) for term in terms))
