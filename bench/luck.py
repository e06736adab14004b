"""How much of a result is the deal, and what it saves to share deals.

*Luck share* is the part of the variance of a seat's win that comes from what it was dealt,
whoever holds it: the covariance of a seat's results in two games of the same deal with different
bots in it, divided by their variance (an intraclass correlation; R. A. Fisher 1925).

If a bot takes every seat of a deal in turn, its luck adds up to the same for all bots. Then the
mean of a whole rotation varies by 1 - luck share of what as many games with fresh deals would,
which is also how many games are needed for the same error. `saving` measures that directly.
"""

from __future__ import annotations

from math import nan, sqrt

import numpy as np
from numpy.typing import NDArray

from eminence.bench.results import Floats, Ints, Results
from eminence.bench.stats import Estimate, alone, around, duel_scores

_NOTHING = 1e-6
"""Of the variance of fresh deals: less than this is rounding, and nothing was measured."""


def residuals(results: Results) -> Floats:
    """Return each seat's win less the mean of its bot at such a table, and of the seat."""
    wins, cell = results.scores["win"], _cells(results)
    rest = wins - _means(cell, wins)
    centred: Floats = rest - rest.mean(0, keepdims=True)
    return centred


def _cells(results: Results) -> Ints:
    """Return for each seat the number of its cell: its bot at a table of such bots."""
    table = np.unique(np.sort(results.bot, axis=1), axis=0, return_inverse=True)[1].reshape(-1)
    cells: Ints = table[:, None] * len(results.names) + results.bot
    return cells


def _deals(results: Results, cell: Ints) -> Floats:
    """Return for each seat in how many deals there is its cell."""
    block = np.broadcast_to(results.block[:, None], cell.shape)
    met = np.unique(np.stack([cell.reshape(-1), block.reshape(-1)]), axis=1)[0]
    return np.bincount(met).astype(np.float64)[cell]


def _means(cell: Ints, values: Floats) -> Floats:
    """Return for each value the mean of its cell."""
    flat = cell.reshape(-1)
    count = np.bincount(flat)
    total = np.bincount(flat, values.reshape(-1))
    means: Floats = np.asarray(total / np.maximum(count, 1))[cell]
    return means


def luck_share(results: Results) -> Estimate:
    """Return the luck share, with an interval over deals; NaN where no seat changed its bot."""
    r, bots, n = residuals(results), len(results.names), results.players
    place = results.block[:, None] * n + np.arange(n)
    by_place, by_bot = place.reshape(-1), (place * bots + results.bot).reshape(-1)
    size = results.blocks * n
    products = _square(by_place, r, size) - _folded(_square(by_bot, r, size * bots), bots)
    ones = np.ones_like(r)
    number = _square(by_place, ones, size) - _folded(_square(by_bot, ones, size * bots), bots)
    squares = np.bincount(by_place, r.reshape(-1) ** 2, minlength=size)
    if not number.sum() or not squares.sum():
        return Estimate(nan, nan, nan, results.blocks)
    covariance = products.reshape(-1, n).sum(1) / number.sum()
    variance = squares.reshape(-1, n).sum(1) / r.size
    share = float(covariance.sum() / variance.sum())
    error = sqrt(float(((covariance - share * variance) ** 2).sum())) / float(variance.sum())
    return around(share, error, results.blocks)


def _square(group: Ints, values: Floats, size: int) -> Floats:
    """Return the square of the sum of each group: the sum of its products of two."""
    total: Floats = np.bincount(group, values.reshape(-1), minlength=size).astype(np.float64)
    return total**2


def _folded(values: Floats, parts: int) -> Floats:
    """Add up neighbours."""
    folded: Floats = values.reshape(-1, parts).sum(1)
    return folded


def saving(results: Results) -> float:
    """Return how many games with fresh deals say as much as one of this run; NaN if unknown."""
    if results.blocks < 2:
        return nan
    rest = residuals(results)
    masks = [alone(results, bot) for bot in range(len(results.names))]
    if results.is_duel:
        return _duel_saving(results, rest, masks)
    deals = _deals(results, _cells(results))
    fresh = shared = 0.0
    for mask in masks:
        mask = mask & (deals > 1)  # one deal alone says nothing of its spread
        games = np.bincount(results.block[mask.any(1)], minlength=results.blocks)
        if games.any():
            there = games > 0
            # A mean over k deals was taken away, and with it 1/k of the variance of a block.
            whole = results.block_mean(deals / (deals - 1 + (deals < 2)), mask)[there]
            shared += float((results.block_mean(rest, mask)[there] ** 2 * whole).sum())
            fresh += float((rest[mask] ** 2).mean() * (1 / games[there]).sum())
    return fresh / shared if shared > _NOTHING * fresh else nan


def _duel_saving(results: Results, rest: Floats, masks: list[NDArray[np.bool_]]) -> float:
    """Return the same for the block score of a duel."""
    shared = float(np.var(duel_scores(results, "win"), ddof=1))
    n = results.players
    variance = [float((rest[mask] ** 2).mean()) for mask in masks]
    fresh = sum(variance) / 4 / (n if n > 2 else 1)
    return fresh / shared if shared > _NOTHING * fresh else nan
