"""The sequential test: its formula, when it looks, and its error rates on simulated duels."""

from __future__ import annotations

from math import log

import numpy as np
import pytest

from eminence.bench.simulated import duel_blocks
from eminence.bench.sprt import VARIANCE_FLOOR, Sprt, SprtError


def test_the_closed_form() -> None:
    x = [0.25, 0.5, 0.0, 0.5, 0.25, 0.5]
    test = Sprt(0.25, 0.27, 0.05, 0.05, min_blocks=2, max_blocks=100)
    state = test.update(x)
    mean, variance = np.mean(x), np.var(x, ddof=1)
    assert state.llr == pytest.approx(6 * 0.02 * (2 * mean - 0.52) / (2 * variance))
    assert (state.blocks, state.decision) == (6, None)
    assert state.mean == pytest.approx(mean)
    assert state.lower == pytest.approx(log(0.05 / 0.95))
    assert state.upper == pytest.approx(log(0.95 / 0.05))


def test_nothing_played_and_one_block() -> None:
    test = Sprt(0.5, 0.52)
    assert test.update([]).blocks == 0
    assert test.update([]).decision is None
    assert test.update([1.0]).llr == 0


def test_no_look_before_the_first() -> None:
    test = Sprt(0.25, 0.27, 0.05, 0.05, 100, 4000)
    assert test.update([0.25] * 99).decision is None
    state = test.update([0.25] * 100)
    assert (state.decision, state.blocks) == ("H0", 100)
    assert state.llr == pytest.approx(100 * 0.02 * -0.02 / (2 * VARIANCE_FLOOR))


def test_the_cap_is_inconclusive() -> None:
    x = np.tile([0.0, 0.52], 60)
    test = Sprt(0.25, 0.27, 0.05, 0.05, 100, 120)
    assert test.update(x[:119]).decision is None
    assert test.update(x).decision == "inconclusive"
    assert test.update(np.append(x, [1.0] * 50)).blocks == 120


def test_a_decision_stands_whatever_comes_later_and_however_it_is_asked() -> None:
    x = np.random.default_rng(4).normal(0.30, 0.1, 400)
    test = Sprt(0.25, 0.27)
    at_once = test.update(x)
    assert at_once.decision == "H1"
    one_by_one = next(s for n in range(401) if (s := test.update(x[:n])).decision)
    assert one_by_one == at_once
    assert test.update(np.append(x, np.zeros(1000))) == at_once


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ({"m0": 0.3, "m1": 0.3}, "m0 below m1"),
        ({"m0": float("nan"), "m1": 0.3}, "m0 below m1"),
        ({"m0": 0.1, "m1": 0.3, "alpha": 0.0}, "error rates"),
        ({"m0": 0.1, "m1": 0.3, "alpha": 0.6, "beta": 0.4}, "error rates"),
        ({"m0": 0.1, "m1": 0.3, "min_blocks": 50, "max_blocks": 40}, "looks first"),
        ({"m0": 0.1, "m1": 0.3, "min_blocks": 1}, "looks first"),
    ],
)
def test_what_cannot_be_tested_is_refused(wrong: dict[str, float], why: str) -> None:
    with pytest.raises(SprtError, match=why):
        Sprt(**wrong)  # type: ignore[arg-type]


def rates(players: int, luck: float, worth: float, effect: float, runs: int, cap: int) -> dict:
    """Return how runs ended, of 1, and the mean number of blocks."""
    rng = np.random.default_rng(players)
    scores = duel_blocks(rng, players, (runs, cap), worth, luck)
    test = Sprt(1 / players, 1 / players + effect, 0.05, 0.05, 100, cap)
    ends = [test.update(run) for run in scores]
    share = {end: sum(s.decision == end for s in ends) / runs for end in ("H0", "H1")}
    return share | {"blocks": float(np.mean([s.blocks for s in ends])), "mean": scores.mean()}


# The log-worth at which the block score is 0.03 above par, found by bisection.
PLANTED = [(2, 0.8, 0.3, 1800), (4, 0.5, 0.219, 700)]


@pytest.mark.parametrize(("players", "luck", "worth", "cap"), PLANTED)
def test_an_equal_bot_is_rejected(players: int, luck: float, worth: float, cap: int) -> None:
    got = rates(players, luck, 0.0, 0.03, 500, cap)
    assert got["mean"] == pytest.approx(1 / players, abs=0.001)
    # 500 runs: three standard errors of 0.05 are 0.03.
    assert got["H1"] <= 0.08
    assert got["H0"] >= 0.91
    assert got["blocks"] < cap / 2


@pytest.mark.parametrize(("players", "luck", "worth", "cap"), PLANTED)
def test_a_stronger_bot_is_found(players: int, luck: float, worth: float, cap: int) -> None:
    got = rates(players, luck, worth, 0.03, 500, cap)
    assert got["mean"] == pytest.approx(1 / players + 0.03, abs=0.0015)
    assert got["H0"] <= 0.08
    assert got["H1"] >= 0.91
    assert got["blocks"] < cap / 2


@pytest.mark.long
@pytest.mark.parametrize(("players", "luck", "worth", "cap"), PLANTED)
def test_error_rates_in_many_runs(players: int, luck: float, worth: float, cap: int) -> None:
    equal = rates(players, luck, 0.0, 0.03, 5000, cap)
    better = rates(players, luck, worth, 0.03, 5000, cap)
    assert equal["H1"] <= 0.065
    assert better["H0"] <= 0.07
