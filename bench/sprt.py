"""A sequential probability ratio test on blocks: stops a match once its question is settled.

The hypotheses are two means of the block score, `m0` (par) and `m1` (par and an effect worth
having). With the sample variance put in for the unknown one, the log likelihood ratio of normal
means has the closed form

    LLR = N (m1 - m0) (2 mean - m0 - m1) / (2 s²)

so nothing is solved for and nothing can hang. Bounds and error rates: A. Wald, "Sequential tests
of statistical hypotheses", Annals of Mathematical Statistics 16 (1945). The sample variance is
what the generalized test of M. Van den Bergh ("The generalized SPRT", used by fishtest) comes to
for a mean. It is poor in the first blocks, hence `min_blocks` and the floor.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite, log
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from eminence.core.errors import EminenceError

VARIANCE_FLOOR = 1e-4
"""The least variance of a block score that is believed."""

Decision = Literal["H1", "H0", "inconclusive"]
Scores = Sequence[float] | NDArray[np.float64]


class SprtError(EminenceError):
    """A test that cannot be set up so."""


@dataclass(frozen=True, slots=True)
class SprtState:
    """Where a test stands.

    ``blocks`` is how many blocks were looked at: all there are, or those up to the decision,
    and ``llr`` and ``mean`` are of just these. ``lower`` and ``upper`` are the bounds of the LLR.
    At a stop ``mean`` is biased away from par.
    """

    llr: float
    decision: Decision | None
    blocks: int
    mean: float
    lower: float
    upper: float


@dataclass(frozen=True, slots=True)
class Sprt:
    """A test of mean ``m0`` against ``m1`` with error rates ``alpha`` and ``beta``.

    It looks at block boundaries only, first after ``min_blocks``; ``max_blocks`` without a
    decision is inconclusive.
    """

    m0: float
    m1: float
    alpha: float = 0.05
    beta: float = 0.05
    min_blocks: int = 100
    max_blocks: int = 4000

    def __post_init__(self) -> None:
        """Refuse tests that could not end as stated."""
        if not (isfinite(self.m0) and isfinite(self.m1) and self.m0 < self.m1):
            raise SprtError(f"an SPRT needs m0 below m1, not {self.m0} and {self.m1}")
        if not (self.alpha > 0 and self.beta > 0 and self.alpha + self.beta < 1):
            raise SprtError(
                f"an SPRT's error rates are above 0 and below 1 together, "
                f"not {self.alpha} and {self.beta}"
            )
        if not 2 <= self.min_blocks <= self.max_blocks:
            raise SprtError(
                f"an SPRT looks first after 2 blocks or more and before its cap, "
                f"not after {self.min_blocks} of {self.max_blocks}"
            )

    @property
    def lower(self) -> float:
        """The LLR at or below which H0 is accepted."""
        return log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """The LLR at or above which H1 is accepted."""
        return log((1 - self.beta) / self.alpha)

    def path(self, block_scores: Scores) -> NDArray[np.float64]:
        """Return the LLR after each block; 0 after the first, which has no variance yet.

        Scores may have leading axes, of many matches at once; blocks are the last axis.
        """
        x = np.asarray(block_scores, dtype=np.float64) - self.m0
        n = np.arange(1, x.shape[-1] + 1)
        mean = np.cumsum(x, axis=-1) / n
        squares = np.cumsum(x * x, axis=-1) - n * mean * mean
        variance = np.maximum(squares / np.maximum(n - 1, 1), VARIANCE_FLOOR)
        effect = self.m1 - self.m0
        llr: NDArray[np.float64] = n * effect * (2 * mean - effect) / (2 * variance)
        llr[..., :1] = 0.0
        return llr

    def update(self, block_scores: Scores) -> SprtState:
        """Return where the test stands after these blocks, in the order of the schedule.

        Every boundary is looked at, so the answer is the same however many blocks came in since
        the last call: give all of the longest finished prefix each time.
        """
        x = np.asarray(block_scores, dtype=np.float64)[: self.max_blocks]
        if x.size == 0:
            return SprtState(0.0, None, 0, float("nan"), self.lower, self.upper)
        llr = self.path(x)
        stops = (llr <= self.lower) | (llr >= self.upper)
        stops[: self.min_blocks - 1] = False
        at = int(np.argmax(stops)) if stops.any() else x.size - 1
        decision: Decision | None = None
        if stops[at]:
            decision = "H1" if llr[at] > 0 else "H0"
        elif x.size == self.max_blocks:
            decision = "inconclusive"
        mean = float(np.mean(x[: at + 1]))
        return SprtState(float(llr[at]), decision, at + 1, mean, self.lower, self.upper)
