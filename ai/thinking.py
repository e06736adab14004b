"""What a bot is asked and what it answers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Event as StopEvent
from typing import Literal, Protocol

from eminence.core.game import Json, View

StopReason = Literal["nodes", "time", "stop", "forced"]

SHOWN_MOVES = 8
"""How many moves a printed result shows."""


@dataclass(frozen=True, slots=True)
class MoveStats:
    """What a bot thinks of one move; per-seat lists are indexed by seat."""

    move: str
    visits: int
    win: list[float] | None
    """Each seat's expected share of the win, 1 in all."""
    se: float | None
    """The standard error of the asking seat's share."""
    points: list[float] | None
    """Each seat's expected final score."""

    def __str__(self) -> str:
        """Show the move on a line, with each seat's share of the win and points."""
        told = f"  {self.move:<16} {self.visits:>8} visits"
        if self.win is not None:
            told += "  win " + " ".join(f"{x:.3f}" for x in self.win)
        if self.points is not None:
            told += "  points " + " ".join(f"{x:.1f}" for x in self.points)
        return told

    def to_json(self) -> Json:
        """Return the statistics as the protocol's ``analysis`` entry."""
        return {
            "move": self.move,
            "win": self.win,
            "se": self.se,
            "points": self.points,
            "visits": self.visits,
        }


@dataclass(frozen=True, slots=True)
class Result:
    """A bot's answer, or, given to ``on_info``, its opinion so far."""

    move: str
    stop_reason: StopReason | None
    """``None`` in a report from a search that goes on."""
    nodes: int
    """Simulations made."""
    time_ms: int
    worlds: int
    """Determinizations drawn."""
    win: list[float] | None
    points: list[float] | None
    moves: list[MoveStats] = field(default_factory=list)
    """All root moves, best first."""

    def __str__(self) -> str:
        """Show the move and the best moves with their visits, win shares and points."""
        head = (
            f"{self.move} ({self.stop_reason or 'so far'}, {self.nodes} nodes, {self.time_ms} ms)"
        )
        return "\n".join([head, *map(str, self.moves[:SHOWN_MOVES])])

    def to_json(self, top: int | None = None) -> Json:
        """Return the result as in the protocol's reply to ``think``; ``top`` cuts the analysis."""
        return {
            "move": self.move,
            "stop_reason": self.stop_reason,
            "nodes": self.nodes,
            "time_ms": self.time_ms,
            "worlds": self.worlds,
            "win": self.win,
            "points": self.points,
            "analysis": [m.to_json() for m in self.moves[:top]],
        }


@dataclass(frozen=True, slots=True)
class Limits:
    """When to stop thinking, whichever comes first; with neither, the bot's own limit holds."""

    nodes: int | None = None
    """Simulations; 0 answers at once, without a search."""
    time_ms: int | None = None
    """Wall time in milliseconds; 0 answers at once."""
    infinite: bool = False
    """Think until stopped, whatever the bot's own limit."""


class Bot(Protocol):
    """A player: asked for a move, it sees a seat's view and nothing more."""

    @property
    def spec(self) -> str:
        """The bot as text, all options included; `eminence.bot` reads it back."""

    def think(
        self,
        view: View,
        *,
        limits: Limits | None = None,
        seed: int | None = None,
        stop: StopEvent | None = None,
        on_info: Callable[[Result], None] | None = None,
        every_ms: int = 1000,
    ) -> Result:
        """Return a move for the seat that is to move in ``view``, which is left unchanged.

        The same view, seed (default: the bot's own) and node limit give the same result,
        whatever was thought before. ``stop`` ends the search early, as Ctrl-C does (that one
        raises `KeyboardInterrupt`); ``on_info`` gets a report every ``every_ms``. Raises
        `GameOverError`, or `IllegalMoveError` when this seat is not to move.
        """
