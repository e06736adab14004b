"""Planning: near the design's simulations, and a duel of the planned size has the power."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import norm

from eminence.bench.plan import (
    Basis,
    PlanError,
    default_basis,
    games_a_deal,
    plan,
    read_effect,
)
from eminence.bench.simulated import duel_blocks
from eminence.bench.stats import TooFewDealsError


@pytest.mark.parametrize(("players", "fresh", "shared"), [(2, 2145, 1317), (4, 1884, 1299)])
def test_near_the_simulated_sizes(players: int, fresh: int, shared: int) -> None:
    made = plan(0.03, players, default_basis(players))
    assert made.fresh_games == pytest.approx(fresh, rel=0.08)
    assert made.games == pytest.approx(shared, rel=0.08)
    assert made.power_of(made.deals) == pytest.approx(0.8, abs=0.01)


@pytest.mark.parametrize(("players", "luck", "games"), [(2, 0.597, 579), (4, 0.31, 871)])
def test_near_the_simulated_lengths_of_the_test(players: int, luck: float, games: int) -> None:
    made = plan(0.03, players, Basis(luck, "test"))
    assert made.sprt_deals * games_a_deal(players) == pytest.approx(games, rel=0.08)


@pytest.mark.parametrize(("players", "luck", "worth"), [(2, 0.0, 0.12), (4, 0.5, 0.219)])
def test_the_planned_size_has_the_power(players: int, luck: float, worth: float) -> None:
    """Of duels of the planned size with a planted stronger bot, about 80 % find it."""
    rng = np.random.default_rng(8)
    scores = duel_blocks(rng, players, (30_000,), worth, luck)
    par = 1 / players
    effect = float(scores.mean()) - par
    share = 1 - float(scores.var()) * games_a_deal(players) / (par * (1 - par))
    made = plan(effect, players, Basis(min(max(share, 0), 0.99), "test"))
    runs = duel_blocks(rng, players, (800, made.deals), worth, luck)
    error = runs.std(1, ddof=1) / np.sqrt(made.deals)
    found = (runs.mean(1) - par) / error > norm.isf(0.025)
    assert 0.74 <= found.mean() <= 0.88


def test_effects_in_every_unit() -> None:
    assert read_effect("20elo", 4) == pytest.approx(0.0222, abs=1e-4)
    assert read_effect("+20 Elo", 2) == pytest.approx(0.02875, abs=1e-4)
    assert read_effect("0.02", 4) == read_effect("2%", 4) == 0.02


@pytest.mark.parametrize("text", ["", "20 ELOS", "-5elo", "0", "0elo", "much", "80%", "nan"])
def test_what_is_no_effect(text: str) -> None:
    with pytest.raises(PlanError, match="an effect is"):
        read_effect(text, 4)


def test_too_few_deals_for_the_question() -> None:
    made = plan(read_effect("20elo", 4), 4, default_basis(4))
    made.check(made.deals)
    with pytest.raises(TooFewDealsError, match=r"too few deals: 100 .* 40%, not 80%; 273 deals do"):
        made.check(100)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"players": 1}, "2 players or more"),
        ({"alpha": 0.5}, "error rate"),
        ({"power": 1.0}, "power"),
        ({"basis": Basis(1.0, "")}, "luck share"),
    ],
)
def test_what_cannot_be_planned(change: dict[str, object], why: str) -> None:
    values: dict[str, object] = {"effect": 0.02, "players": 4, "basis": Basis(0.3, "")}
    with pytest.raises(PlanError, match=why):
        plan(**(values | change))  # type: ignore[arg-type]
