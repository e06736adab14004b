"""Estimates of simulated runs, of which the truth is known."""

from __future__ import annotations

from math import isnan

import numpy as np
import pytest

from eminence.bench import luck, stats
from eminence.bench.rating import rate, stages
from eminence.bench.results import Results, margin, mean_ranks, rank_points
from eminence.bench.simulated import duel_seats, played, pool_seats


def duel(players: int, deals: int, worth: float, share: float, seed: int = 1) -> Results:
    seats = np.broadcast_to(duel_seats(players), (deals, *duel_seats(players).shape))
    worths = np.array([worth, 0.0])
    return played(np.random.default_rng(seed), worths, seats, share, schedule="duel")


def pool(
    players: int, worth: list[float], deals: int, share: float, seed: int = 1, **run: object
) -> Results:
    rng = np.random.default_rng(seed)
    seats = pool_seats(rng, len(worth), players, deals)
    return played(rng, np.array(worth), seats, share, **run)


@pytest.mark.parametrize(
    ("players", "share", "elo"), [(4, 0.28, 27), (3, 0.363, 23), (2, 0.53, 21)]
)
def test_the_elo_scale(players: int, share: float, elo: int) -> None:
    found = stats.elo_of_share(share, players)
    assert round(found) == elo
    assert stats.share_of_elo(found, players) == pytest.approx(share)
    assert stats.elo_of_share(1 / players, players) == pytest.approx(0)


def test_ranks_ties_and_margins() -> None:
    ranks = np.array([[1.0, 1, 3, 4], [1, 2, 2, 2], [1, 1, 1, 1]])
    assert mean_ranks(ranks).tolist() == [[1.5, 1.5, 3, 4], [1, 3, 3, 3], [2.5] * 4]
    assert rank_points(ranks)[1] == pytest.approx([1, 1 / 3, 1 / 3, 1 / 3])
    assert rank_points(ranks).sum(1) == pytest.approx([2, 2, 2])
    assert margin(np.array([[41.0, 38, 44, 40]]))[0] == pytest.approx([1 / 3, -11 / 3, 13 / 3, -1])


def test_few_samples_have_no_interval() -> None:
    few = stats.estimate(np.arange(9.0))
    assert few.mean == 4
    assert isnan(few.low)
    assert isnan(stats.estimate(np.array([np.nan])).mean)
    many = stats.estimate(np.append(np.arange(10.0), np.nan))
    assert many.n == 10
    assert many.high - many.mean == pytest.approx(
        2.2622 * np.std(np.arange(10), ddof=1) / 10**0.5, 1e-4
    )


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_block_score_of_a_duel(players: int) -> None:
    r = duel(players, 4000, 0.3, 0.0)
    a, b = stats.bot_blocks(r, 0, "win"), stats.bot_blocks(r, 1, "win")
    scores = stats.duel_scores(r)
    assert scores == pytest.approx(1 / players + (a - b) / 2)
    if players == 2:
        assert scores == pytest.approx(a)
    theta = np.exp(0.3)
    lone = theta / (theta + players - 1), 1 / (1 + (players - 1) * theta)
    assert a.mean() == pytest.approx(lone[0], abs=0.015)
    assert b.mean() == pytest.approx(lone[1], abs=0.015)
    elo = stats.duel_elo(r)
    assert elo.low < 0.3 * stats.ELO < elo.high
    assert elo.high - elo.low < 25


def test_the_elo_of_a_duel_covers() -> None:
    truth = stats.duel_elo(duel(4, 60_000, 0.5, 0.5)).mean
    found = [stats.duel_elo(duel(4, 60, 0.5, 0.5, seed)) for seed in range(2, 302)]
    assert 0.92 <= np.mean([e.low <= truth <= e.high for e in found]) <= 0.98


def test_seats_that_are_worth_something_show() -> None:
    r = pool(3, [0.0] * 3, 2000, 0.5)
    assert all(e.low < 1 / 3 < e.high for e in stats.seat_effect(r))
    biased = r.scores["win"].copy()
    biased[:600] = [1, 0, 0]
    r.scores["win"] = biased
    first, *_, last = stats.seat_effect(r)
    assert first.low > 1 / 3 > last.high
    assert sum(e.mean for e in stats.seat_effect(r)) == pytest.approx(1)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("share", [0.0, 0.5, 0.8])
def test_luck_share_is_what_shared_deals_save(players: int, share: float) -> None:
    """Both are measured apart, and hang together as 1 / (1 - luck share)."""
    for r in (duel(players, 4000, 0.0, share), pool(players, [0.0] * 5, 4000, share)):
        found = luck.luck_share(r)
        assert found.low < found.mean < found.high
        assert luck.saving(r) == pytest.approx(1 / (1 - found.mean), rel=0.08)
        if not share:
            assert found.mean == pytest.approx(0, abs=0.03)


def test_luck_as_simulated_for_the_design() -> None:
    """The games that shared deals save, independent : shared, as the design has them."""
    known = {(2, 0.5): 1.63, (3, 0.5): 1.50, (4, 0.5): 1.45, (2, 0.8): 2.48, (4, 0.8): 2.12}
    for (players, share), ratio in known.items():
        assert luck.saving(duel(players, 8000, 0.0, share)) == pytest.approx(ratio, rel=0.1)


def test_a_pool_with_few_deals_a_table_is_not_flattered() -> None:
    found = [luck.saving(pool(3, [0.0] * 6, 100, 0.5, seed)) for seed in range(60)]
    assert np.mean(found) == pytest.approx(1.45, rel=0.08)


def test_identical_games_have_no_luck_to_measure() -> None:
    r = duel(3, 50, 0.0, 0.5)
    r.bot[:] = 0
    assert isnan(luck.luck_share(r).mean)


def test_a_pool_that_one_scale_orders_is_not_called_odd() -> None:
    r = pool(3, [0.0, 0.3, 0.6, 0.9], 1500, 0.0)
    found = rate(stages(r.bot, -r.scores["rank_pts"], r.block, 4), samples=0)
    compared = stats.pairs(r, found)
    assert len(compared) == 6
    assert not any(pair.odd for pair in compared)
    assert all(abs(pair.seen - pair.predicted) < 0.05 for pair in compared)


def test_rock_paper_scissors_is_called_odd() -> None:
    """Each bot beats the next with 0.7, and all have the same rating."""
    rng = np.random.default_rng(5)
    r = pool(2, [0.0] * 3, 600, 0.0)
    beats = (r.bot[:, 0] + 1) % 3 == r.bot[:, 1]
    first = rng.random(len(beats)) < np.where(beats, 0.7, 0.3)
    r.scores["win"] = np.stack([first, ~first], axis=1).astype(float)
    r.scores["rank_pts"] = r.scores["win"]
    found = rate(stages(r.bot, -r.scores["rank_pts"], r.block, 3), samples=0)
    assert found.elo == pytest.approx([0, 0, 0], abs=30)
    compared = stats.pairs(r, found)
    assert all(pair.odd for pair in compared)
    assert [round(pair.seen, 1) for pair in compared] == [0.7, 0.3, 0.7]


def test_the_chance_of_a_share_is_exact_and_careful() -> None:
    assert stats.chance_of(1.0, 5, 0.5) == pytest.approx(2 / 32)
    assert stats.chance_of(0.0, 5, 0.5) == pytest.approx(2 / 32)
    assert stats.chance_of(0.25, 2, 0.5) == pytest.approx(1)  # half a win counts for the rating
    assert stats.chance_of(0.0, 10, 0.002) == 1  # nothing was seen where nothing is expected
    assert stats.chance_of(0.0, 10, 0.05) == 1
    assert stats.chance_of(0.0, 1000, 0.05) < 1e-20


def test_a_bot_that_never_wins_is_not_called_odd() -> None:
    """Nothing varies in its games, which is no proof against its rating."""
    r = pool(2, [-12.0, 0.0, 0.5, 1.0], 60, 0.5)
    found = rate(stages(r.bot, -r.scores["rank_pts"], r.block, 4), samples=0)
    compared = stats.pairs(r, found)
    assert [pair.seen for pair in compared[:3]] == [0, 0, 0]
    assert not any(pair.odd for pair in compared)


def test_false_alarms_are_rare() -> None:
    alarms = 0
    for seed in range(100):
        r = pool(2, [-3.0, 0.0, 0.5, 2.0], 60, 0.5, seed)
        found = rate(stages(r.bot, -r.scores["rank_pts"], r.block, 4), samples=0)
        alarms += any(pair.odd for pair in stats.pairs(r, found))
    assert alarms <= 8
