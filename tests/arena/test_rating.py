"""Ratings: known strengths come back, ties and copies count right, intervals cover."""

from __future__ import annotations

from math import exp, log

import numpy as np
import pytest

from eminence.bench.rating import ELO, RatingError, Stages, fit, rate, stages
from eminence.bench.results import Results
from eminence.bench.simulated import duel_seats, played, pool_seats


def parts_of(results: Results) -> Stages:
    order = -results.scores["rank_pts"]
    return stages(results.bot, order, results.block, len(results.names))


def pool(rng: np.random.Generator, worth: np.ndarray, n: int, deals: int, luck: float) -> Stages:
    return parts_of(played(rng, worth, pool_seats(rng, worth.size, n, deals), luck))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_known_strengths_come_back(players: int) -> None:
    rng = np.random.default_rng(players)
    worth = np.array([0.0, 0.3, 0.8, -0.5, 1.2])
    found = rate(pool(rng, worth, players, 8000, 0.0), samples=0)
    assert found.worth == pytest.approx(worth, abs=0.08)


def test_copies_at_a_table() -> None:
    rng = np.random.default_rng(3)
    seats = np.broadcast_to(duel_seats(4), (3000, 8, 4))
    found = rate(parts_of(played(rng, np.array([0.5, 0.0]), seats, 0.0)), anchor=1, samples=0)
    assert found.worth == pytest.approx([0.5, 0.0], abs=0.06)


def test_two_bots_by_hand() -> None:
    """Of 10 games 7 won: the likelihood and the pseudo-games are few enough to solve."""
    bot = np.tile([0, 1], (10, 1))
    order = np.array([[1.0, 2.0]] * 7 + [[2.0, 1.0]] * 3)
    found = fit(stages(bot, order, np.arange(10), 2), np.ones((1, 10)))[0]
    assert found[0] == pytest.approx(-found[1])
    a = found[0]
    slope = 7 - 10 / (1 + exp(-2 * a)) + 0.5 - 1 / (1 + exp(-a))
    assert slope == pytest.approx(0, abs=1e-9)


def test_a_tie_counts_as_every_order() -> None:
    tied = stages(np.array([[0, 1, 2]]), np.array([[1.0, 1.0, 3.0]]), np.zeros(1, int), 3)
    both = stages(
        np.array([[0, 1, 2]] * 2), np.array([[1.0, 2, 3], [2, 1, 3]]), np.zeros(2, int), 3
    )
    assert 2 * tied.wins == pytest.approx(both.wins)
    one = np.ones((1, 1))
    assert fit(tied, 2 * one) == pytest.approx(fit(both, one))
    level = stages(np.array([[0, 1, 2, 3]]), np.zeros((1, 4)), np.zeros(1, int), 4)
    assert fit(level, one) == pytest.approx(np.zeros((1, 4)))


def test_a_bot_that_never_wins_has_a_rating() -> None:
    bot = np.tile([0, 1], (200, 1))
    found = rate(stages(bot, np.tile([1.0, 2.0], (200, 1)), np.arange(200), 2), samples=100)
    assert -2 * log(1000) < found.worth[1] < -log(100)
    assert found.elo[1] == pytest.approx(ELO * found.worth[1])


def test_the_anchor_is_fixed() -> None:
    rng = np.random.default_rng(1)
    parts = pool(rng, np.array([0.0, 1.0, 0.5]), 3, 50, 0.5)
    at_0, at_1 = rate(parts, 0, 200), rate(parts, 1, 200)
    assert at_1.worth[1] == 0
    assert at_1.intervals()[1] == pytest.approx([0, 0])
    assert at_0.worth - at_0.worth[1] == pytest.approx(at_1.worth)
    assert at_0.ahead() == pytest.approx(at_1.ahead())
    assert at_0.superior() + at_0.superior().T == pytest.approx(np.ones((3, 3)))


def test_the_bootstrap_is_repeatable() -> None:
    parts = pool(np.random.default_rng(1), np.array([0.0, 1.0, 0.5]), 3, 50, 0.5)
    assert rate(parts, 0, 150).samples.tolist() == rate(parts, 0, 150).samples.tolist()


def test_nothing_to_rate() -> None:
    with pytest.raises(RatingError, match="nothing to rate"):
        rate(stages(np.zeros((0, 3), int), np.zeros((0, 3)), np.zeros(0, int), 3))


def coverage(n: int, bots: int, luck: float, deals: int, runs: int, samples: int) -> float:
    """Return how often the interval of a rating holds the rating of endless deals.

    Luck makes rankings less than Plackett-Luce, so the truth is what very many deals give.
    """
    rng = np.random.default_rng(100 * n + bots)
    worth = np.linspace(0, 1.2, bots)
    truth = rate(pool(rng, worth, n, 40_000, luck), samples=0).elo[1:]
    hits = []
    for _ in range(runs):
        low, high = rate(pool(rng, worth, n, deals, luck), samples=samples).intervals()[1:].T
        hits.append(np.mean((low <= truth) & (truth <= high)))
    return float(np.mean(hits))


@pytest.mark.parametrize(("players", "luck"), [(2, 0.8), (4, 0.0), (4, 0.8)])
def test_intervals_cover(players: int, luck: float) -> None:
    # 150 runs of three ratings: two standard errors of 0.945 are about 0.03 as they go together.
    assert 0.91 <= coverage(players, 4, luck, 60, 150, 200) <= 0.98


@pytest.mark.long
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("luck", [0.0, 0.5, 0.8])
def test_intervals_cover_as_stated(players: int, luck: float) -> None:
    assert 0.93 <= coverage(players, 5, luck, 60, 2000, 1000) <= 0.97
