"""The course of the game: which phase's rules have the word."""

from __future__ import annotations

from types import ModuleType

from eminence.core.louis14 import (
    draws,
    ending,
    influence,
    missions,
    preparation,
    resources,
    scoring,
)
from eminence.core.louis14.position import Position

_PHASES: dict[str, ModuleType] = {
    "setup": preparation,
    "resources": resources,
    "influence": influence,
    "scoring": scoring,
    "missions": missions,
    "end": ending,
}


def legal_moves(p: Position) -> list[str]:
    """Return the moves of the seat that is to move, in the contract's order."""
    if not isinstance(p.to_move, int):
        return []
    moves: list[str] = _PHASES[p.phase].legal_moves(p)
    return moves


def chance_outcomes(p: Position) -> draws.Weights:
    """Return what chance may say at this stop, in the contract's order."""
    return draws.outcomes(p) if p.to_move == "chance" else []


def apply(p: Position, token: str) -> None:
    """Carry out a legal move or a possible outcome and go on to the next stop."""
    phase = p.phase
    _PHASES[phase].apply(p, token)
    while p.phase != phase and p.decision is None:
        phase = p.phase
        _PHASES[phase].begin(p)
