"""Ratings of a pool: batch Plackett-Luce on whole rankings, with a bootstrap over deals.

A ranking is a row of choices: who is first of all, who of the rest, and so on, each bot with a
probability in proportion to its worth (R. D. Luce 1959; R. L. Plackett 1975). A tie counts as
every order it could stand for, in equal parts. Each bot also wins half a game and loses half a
game against a virtual bot of worth 1, so that a bot that never wins has a rating, too. The
log-likelihood is concave in the log-worths; Newton's method finds its only maximum (D. R. Hunter,
"MM algorithms for generalized Bradley-Terry models", Annals of Statistics 32 (2004), compares
both ways). A bot may sit at several seats of a table.

Games of a deal are not independent, so intervals resample deals, never games. Percentiles are
the expanded ones of T. Hesterberg, "What teachers should know about the bootstrap", American
Statistician 69 (2015): plain ones are too narrow for few deals.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations
from math import log, sqrt

import numpy as np
from numpy.typing import NDArray

from eminence.bench.extra import extra
from eminence.core.errors import EminenceError

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

ELO = 400 / log(10)
"""Elo of one unit of log-worth."""

PSEUDO = 0.5
"""Wins, and losses, against the virtual average bot."""

_STEP = 2.0
_ROUNDS = 100
_CHUNK = 100


class RatingError(EminenceError):
    """Ratings that cannot be worked out."""


@dataclass(frozen=True, slots=True)
class Stages:
    """Rankings as the choices they are made of; these sums are all that the likelihood needs.

    ``wins[d, i]`` says how often bot i was chosen in deal d, ``choices[d, s]`` how often one of
    set s was, and ``members[s, i]`` how many seats bot i has in set s.
    """

    wins: Floats
    choices: Floats
    members: Floats


@dataclass(frozen=True, slots=True)
class Ratings:
    """Log-worths with the anchor at 0, and the same of each resample; `elo` are what to print."""

    worth: Floats
    samples: Floats
    deals: int

    @property
    def elo(self) -> Floats:
        """The ratings as Elo."""
        return ELO * self.worth

    def intervals(self, level: float = 0.95) -> Floats:
        """Return the lower and upper end of each rating's interval, as Elo: (bot, 2)."""
        tail = expanded_tail(self.deals, level)
        ends: Floats = ELO * np.quantile(self.samples, [tail, 1 - tail], axis=0).T
        return ends

    def superior(self) -> Floats:
        """Return in how many resamples, of 1, the bot of the row is above that of the column."""
        a = self.samples
        above: Floats = (
            (a[:, :, None] > a[:, None, :]) + 0.5 * (a[:, :, None] == a[:, None, :])
        ).mean(0)
        return above

    def ahead(self) -> Floats:
        """Return the predicted chance that the bot of the row finishes ahead of the column's."""
        w = self.worth
        chance: Floats = 1 / (1 + np.exp(w[None, :] - w[:, None]))
        return chance


def expanded_tail(n: int, level: float) -> float:
    """Return the quantile at which to cut a bootstrap of n units for an interval of this level."""
    if n < 2:
        return 0.0
    stats = extra("scipy.stats")
    t = stats.t.ppf((1 - level) / 2, n - 1)
    return float(stats.norm.cdf(t * sqrt(n / (n - 1))))


def stages(bot: Ints, order: Floats, block: Ints, bots: int) -> Stages:
    """Take rankings apart.

    ``bot`` and ``order`` are (game, seat): who sits there, and a number that is lower the better
    the seat finished, equal for ties. ``block`` is the deal of each game, 0, 1, ….
    """
    deals = int(block.max()) + 1 if block.size else 0
    wins = np.zeros((deals, bots))
    sets: dict[tuple[int, ...], int] = {}
    rows, columns, weights = [], [], []
    kinds, which = np.unique(np.hstack([bot, _dense(order)]), axis=0, return_inverse=True)
    parts = [list(_choices(kind)) for kind in kinds.astype(np.int64)]
    for deal, kind in zip(block.tolist(), which.reshape(-1).tolist(), strict=True):
        for winner, among, weight in parts[kind]:
            wins[deal, winner] += weight
            rows.append(deal)
            columns.append(sets.setdefault(among, len(sets)))
            weights.append(weight)
    choices = np.zeros((deals, len(sets)))
    np.add.at(choices, (rows, columns), weights)
    members = np.zeros((len(sets), bots))
    for among, s in sets.items():
        for i in among:
            members[s, i] += 1
    return Stages(wins, choices, members)


def _dense(order: Floats) -> Ints:
    """Return each seat's number of seats ahead of it."""
    ahead: Ints = (order[:, None, :] < order[:, :, None]).sum(-1)
    return ahead


def _choices(kind: Ints) -> Iterator[tuple[int, tuple[int, ...], float]]:
    """Yield who was chosen among whom in one ranking, with weights where there were ties."""
    bot, ahead = np.split(kind, 2)
    left = bot.tolist()
    for place in sorted(set(ahead.tolist())):
        tied = bot[ahead == place].tolist()
        orders = list(permutations(tied))
        for order in orders:
            rest = sorted(left)
            for winner in order:
                if len(rest) > 1:
                    yield winner, tuple(rest), 1 / len(orders)
                rest.remove(winner)
        for winner in tied:
            left.remove(winner)


def fit(parts: Stages, weights: Floats) -> Floats:
    """Return the log-worths for each row of weights of the deals: (row, bot)."""
    wins, choices = weights @ parts.wins, weights @ parts.choices
    theta = np.zeros(wins.shape)
    for _ in range(_ROUNDS):
        gradient, hessian = _derivatives(parts.members, wins, choices, theta)
        step = np.linalg.solve(hessian, gradient[..., None])[..., 0]
        size = np.abs(step).max(-1, keepdims=True)
        theta += step * np.minimum(1, _STEP / np.maximum(size, _STEP))
        if float(size.max()) < 1e-9:
            return theta
    raise RatingError(f"the ratings did not settle in {_ROUNDS} rounds")


def _derivatives(
    members: Floats, wins: Floats, choices: Floats, theta: Floats
) -> tuple[Floats, Floats]:
    """Return the gradient of the log-likelihood and its negated second derivatives."""
    bots = theta.shape[1]
    worth = np.exp(theta)
    share = members[None] * worth[:, None, :]  # (row, set, bot)
    share /= share.sum(-1, keepdims=True)
    expected = np.einsum("rs,rsi->ri", choices, share)
    lost = np.matmul((share * choices[..., None]).transpose(0, 2, 1), share)
    virtual = worth / (1 + worth)
    gradient = wins - expected + PSEUDO - 2 * PSEUDO * virtual
    diagonal = expected + 2 * PSEUDO * virtual * (1 - virtual)
    return gradient, diagonal[..., None] * np.eye(bots) - lost


def rate(parts: Stages, anchor: int = 0, samples: int = 1000, seed: int = 1) -> Ratings:
    """Return the ratings with the anchor at 0, and those of so many resamples of the deals."""
    deals = parts.wins.shape[0]
    if not deals:
        raise RatingError("no whole deal was played: there is nothing to rate")
    rng = np.random.default_rng(seed)
    worth = fit(parts, np.ones((1, deals)))[0]
    rows = []
    for at in range(0, samples, _CHUNK):
        drawn = rng.multinomial(deals, np.full(deals, 1 / deals), min(_CHUNK, samples - at))
        rows.append(fit(parts, drawn.astype(np.float64)))
    all_rows = np.vstack(rows) if rows else np.zeros((0, worth.size))
    return Ratings(worth - worth[anchor], all_rows - all_rows[:, [anchor]], deals)
