"""How many deals a question takes, before they are played.

For a fixed size: N = ((z_{1-α/2} + z_{power}) s / effect)², the normal formula for a mean. The
variance s² of a duel's block score is that of as many games with fresh deals, times 1 - luck
share (see `eminence.bench.luck`). For a sequential test: A. Wald's approximation to the expected
length ("Sequential tests of statistical hypotheses", 1945), but never below the first look.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from math import ceil, isnan, log, sqrt
from pathlib import Path

import numpy as np

from eminence.bench.extra import extra
from eminence.bench.luck import luck_share, saving
from eminence.bench.results import Results, read_results
from eminence.bench.sprt import Sprt
from eminence.bench.stats import TooFewDealsError, elo_of_share, share_of_elo
from eminence.core.errors import EminenceError

DEFAULT_LUCK = {2: 0.39, 3: 0.33, 4: 0.31}
"""Luck shares where deal and play matter alike, from simulation; the last holds beyond."""

MIN_MEASURED = 30
"""Fewer deals do not tell the luck share well enough to plan with."""


class PlanError(EminenceError):
    """A question that cannot be planned for."""


@dataclass(frozen=True, slots=True)
class Basis:
    """What a plan rests on: the luck share, and where it is from; seconds a game if known."""

    luck: float
    source: str
    seconds: float | None = None


@dataclass(frozen=True, slots=True)
class Plan:
    """A duel's size.

    ``effect`` is in win share above par; ``fresh_games`` says how many games without shared
    deals it would take; ``sprt`` is the test to run and ``sprt_deals`` its expected length, be
    the bot as strong as that or equal.
    """

    players: int
    effect: float
    elo: float
    alpha: float
    power: float
    basis: Basis
    deviation: float
    deals: int
    fresh_games: int
    sprt: Sprt
    sprt_deals: int

    @property
    def games(self) -> int:
        """The games of that many deals."""
        return self.deals * games_a_deal(self.players)

    def power_of(self, deals: int) -> float:
        """Return the chance that so many deals show the effect."""
        normal = extra("scipy.stats").norm
        reach = self.effect * sqrt(deals) / self.deviation
        return float(normal.cdf(reach - normal.isf(self.alpha / 2)))

    def check(self, deals: int) -> None:
        """Raise `TooFewDealsError` if so many deals do not answer the question."""
        if deals < self.deals:
            raise TooFewDealsError(
                f"too few deals: {deals} show an effect of {self.elo:+.0f} Elo with a chance of "
                f"{self.power_of(deals):.0%}, not {self.power:.0%}; {self.deals} deals do"
            )


def games_a_deal(players: int) -> int:
    """Return the games of one deal of a duel."""
    return players if players == 2 else 2 * players


def read_effect(text: str, players: int) -> float:
    """Return an effect such as ``20elo``, ``0.02`` or ``2%`` as win share above par."""
    match = re.fullmatch(r"\s*\+?(\d*\.?\d+)\s*(elo|%|)\s*", text.lower())
    if not match:
        raise PlanError(f"an effect is written 20elo, 0.02 or 2% (of win share), not {text!r}")
    size, unit = float(match[1]), match[2]
    if unit == "elo":
        size = share_of_elo(size, players) - 1 / players
    elif unit == "%":
        size /= 100
    if not 0 < size < 1 - 1 / players:
        raise PlanError(
            f"an effect is above 0 and, of {players} players, below {1 - 1 / players:.3g} of win "
            f"share, not {text!r}"
        )
    return size


def default_basis(players: int) -> Basis:
    """Return what to plan with as long as nothing was measured."""
    luck = DEFAULT_LUCK.get(players, DEFAULT_LUCK[max(DEFAULT_LUCK)])
    return Basis(luck, "assumed; nothing was measured yet")


def measured_basis(path: Path | str) -> tuple[Basis, int]:
    """Return what a run file has measured, and its number of players."""
    results = read_results(path)
    if results.blocks < MIN_MEASURED:
        raise TooFewDealsError(
            f"too few deals to plan with: {path} has {results.blocks} finished, and it takes "
            f"{MIN_MEASURED} to measure the luck share"
        )
    ratio = saving(results)
    luck = luck_share(results).mean if isnan(ratio) else 1 - 1 / ratio
    if isnan(luck):
        raise PlanError(f"{path} has no deal in which two bots take the same seat in turn")
    return Basis(
        min(max(luck, 0.0), 0.99),
        f"measured on {results.blocks} deals of {path}",
        _seconds(results),
    ), results.players


def _seconds(results: Results) -> float | None:
    """Return the mean thinking time of a game."""
    total = results.ms.sum(1)
    return None if np.isnan(total).all() else float(np.nanmean(total)) / 1000


def plan(
    effect: float, players: int, basis: Basis, alpha: float = 0.05, power: float = 0.8
) -> Plan:
    """Return how many deals find an effect (in win share) with this chance."""
    if players < 2:
        raise PlanError(f"a match has 2 players or more, not {players}")
    if not (0 < alpha < 0.5 and 0 < power < 1):
        raise PlanError(
            f"an error rate is between 0 and 0.5, a power between 0 and 1, not {alpha} and {power}"
        )
    if not 0 <= basis.luck < 1:
        raise PlanError(f"a luck share is from 0 to below 1, not {basis.luck}")
    par = 1 / players
    spread = max(par * (1 - par), (par + effect) * (1 - par - effect))
    block = spread * (1 - basis.luck) / games_a_deal(players)
    normal = extra("scipy.stats").norm
    units = float(normal.isf(alpha / 2) + normal.ppf(power)) ** 2 / effect**2
    deals = ceil(units * block)
    sprt = Sprt(par, par + effect, alpha, alpha, max_blocks=max(400, 4 * deals))
    return Plan(
        players, effect, elo_of_share(par + effect, players), alpha, power, basis, sqrt(block),
        deals, ceil(units * spread), sprt,
        max(sprt.min_blocks, ceil(_wald(alpha) * block / effect**2)),
    )  # fmt: skip


def _wald(alpha: float) -> float:
    """Return the expected length of a test in units of s²/effect², under either hypothesis.

    The expected end of the LLR over its drift, ±1/2 in those units, with both error rates alpha.
    """
    return 2 * (1 - 2 * alpha) * log((1 - alpha) / alpha)
