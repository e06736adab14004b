"""Set-up (section 2): the start player, the supplies, two secret missions for each player."""

from __future__ import annotations

from eminence.core.louis14.draws import draw_mission
from eminence.core.louis14.position import Position

GENERAL_SUPPLY = (5, 5, 6, 7)
"""Markers in general supply at the beginning, in play order."""
GENERAL_SUPPLY_OF_TWO = (5, 6)


def begin(p: Position) -> None:
    """Ask chance for the start player."""
    p.await_chance("start")


def legal_moves(p: Position) -> list[str]:
    """Nobody decides anything here."""
    return []


def apply(p: Position, token: str) -> None:
    """Take in the start player or a mission drawn."""
    what = token.split()[1]
    if p.decision == "start":
        _seat_players(p, int(what))
        p.await_chance("draw_mission", p.play_order[0], owed=2)
        return
    draw_mission(p, what)
    seat = p.actor
    following = p.play_order[p.play_order.index(seat) + 1 :]
    if p.step.owed == 2:
        p.await_chance("draw_mission", seat, owed=1)
    elif following:
        p.await_chance("draw_mission", following[0], owed=2)
    else:
        p.end_phase("resources")


def _seat_players(p: Position, start: int) -> None:
    """Part each player's markers into the two supplies."""
    p.start = start
    supplies = GENERAL_SUPPLY_OF_TWO if p.players == 2 else GENERAL_SUPPLY
    for seat, markers in zip(p.play_order, supplies, strict=False):
        p.seats[seat].general = markers
        p.seats[seat].personal -= markers
