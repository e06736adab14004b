"""Matches of which the truth is known, to try the instruments on: no game is played.

A seat's performance is its bot's log-worth, the luck of its seat in this deal (normal, the same
whoever sits there), and the noise of this game (Gumbel); who performs best wins. Without luck this
is exactly Plackett-Luce (J. I. Yellott 1977). Luck is given as its share of the variance of a
performance, which is more than its share of the variance of a win.
"""

from __future__ import annotations

from math import pi, sqrt
from typing import Any

import numpy as np

from eminence.bench.results import Floats, Ints, Results, rank_points
from eminence.core.errors import EminenceError


def performances(rng: np.random.Generator, worth: Floats, luck: float) -> Floats:
    """Return performances for log-worths (…, deal, game, seat), luck shared by a deal's games."""
    if not 0 <= luck < 1:
        raise EminenceError(f"luck is from 0 to below 1, not {luck}")
    spread = sqrt(luck / (1 - luck)) * pi / sqrt(6)
    deal = rng.normal(size=(*worth.shape[:-2], 1, worth.shape[-1])) * spread
    result: Floats = worth + deal + rng.gumbel(size=worth.shape)
    return result


def duel_seats(players: int) -> Ints:
    """Return a duel's tables, (game, seat): 0 alone in every seat, then 1; for two, just two."""
    lone = 1 - np.eye(players, dtype=np.int64)
    return lone if players == 2 else np.vstack([lone, 1 - lone])


def duel_blocks(
    rng: np.random.Generator, players: int, shape: tuple[int, ...], log_worth: float, luck: float
) -> Floats:
    """Return block scores of duels in which bot 0 has this log-worth and bot 1 has 0."""
    seats = duel_seats(players)
    worth = np.broadcast_to(np.where(seats == 0, log_worth, 0.0), (*shape, *seats.shape))
    lead = performances(rng, worth, luck)
    first = lead == lead.max(-1, keepdims=True)
    bots = [(seats == bot) & ((seats == bot).sum(1, keepdims=True) == 1) for bot in (0, 1)]
    a, b = ((first & mask).sum((-1, -2)) / mask.sum() for mask in bots)
    scores: Floats = 1 / players + (a - b) / 2
    return scores


def pool_seats(rng: np.random.Generator, bots: int, players: int, deals: int) -> Ints:
    """Return a pool's tables, (deal, game, seat): distinct bots, in every rotation."""
    table = rng.permuted(np.tile(np.arange(bots), (deals, 1)), axis=1)[:, :players]
    turns = [np.roll(table, turn, axis=1) for turn in range(players)]
    return np.stack(turns, axis=1).astype(np.int64)


def played(
    rng: np.random.Generator, worth: Floats, seats: Ints, luck: float, **run: Any
) -> Results:
    """Return the results of a simulated run over tables (deal, game, seat)."""
    deals, games, players = seats.shape
    lead = performances(rng, worth[seats], luck).reshape(-1, players)
    ranks = (lead[:, :, None] < lead[:, None, :]).sum(-1) + 1.0
    names = tuple(f"bot{i}" for i in range(worth.size))
    return Results(
        run={"players": players, "schedule": "pool", "metric": "win", **run},
        names=names,
        deal=np.repeat(np.arange(deals), games),
        bot=seats.reshape(-1, players),
        scores={
            "win": (ranks == 1).astype(np.float64),
            "rank_pts": rank_points(ranks),
            "margin": (lead - lead.mean(1, keepdims=True)) * players / (players - 1),
        },
        turns=np.zeros(lead.shape[0], dtype=np.int64),
        ms=np.full_like(lead, np.nan),
        nodes=np.full_like(lead, np.nan),
        faults=(),
    )
