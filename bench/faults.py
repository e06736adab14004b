"""What a player may do wrong, and how long it is waited for (docs/strength.md, "Faults")."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Kind = Literal["illegal", "crash", "stall", "overtime"]
"""How a bot can fail.

``illegal``: a move that the rules do not allow. ``crash``: the bot ended, refused what it was
told or asked, or flooded its output. ``stall``: no answer. ``overtime``: an answer too late.
"""


class Fault(Exception):
    """A bot's own failure, which loses it the game."""

    def __init__(self, kind: Kind, why: str) -> None:
        """Name the kind, and say what happened."""
        super().__init__(why)
        self.kind: Kind = kind
        self.why = why


@dataclass(frozen=True, slots=True)
class Answer:
    """A player's move."""

    move: str
    nodes: int
    time_ms: int | None
    """The time that an engine says it took."""
    stray: int = 0
    """Lines of output that belonged to nothing."""


@dataclass(frozen=True, slots=True)
class Patience:
    """How long a player is waited for."""

    stall_ms: int
    margin_ms: int

    def wait_s(self, limit_ms: int | None = None) -> float:
        """Return how long to wait for an answer that has this time limit."""
        return ((limit_ms or 0) + self.margin_ms + self.stall_ms) / 1000

    def check(self, spent_ms: float, limit_ms: int | None) -> None:
        """Raise `Fault` for an answer that came too late."""
        if limit_ms is not None and spent_ms > limit_ms + self.margin_ms:
            raise Fault("overtime", f"{spent_ms:.0f} ms where {limit_ms} were allowed")
