"""The end of the game (section 4): the last shields, bonuses, scores and who wins."""

from __future__ import annotations

from eminence.core.louis14 import draws
from eminence.core.louis14.court import SHIELD_KINDS
from eminence.core.louis14.position import Position

MISSION_POINTS = 5
GOLD_FOR_A_SHIELD = 3


def begin(p: Position) -> None:
    """Let the players draw their last shields."""
    _draw(p, p.play_order)


def legal_moves(p: Position) -> list[str]:
    """Nobody decides anything here."""
    return []


def apply(p: Position, token: str) -> None:
    """Take in a shield drawn."""
    draws.draw_shield(p, token.split()[1])
    number = p.actor
    if not draws.owe_shields(p, number, p.step.owed - 1):
        order = p.play_order
        _draw(p, order[order.index(number) + 1 :])


def last_shields(p: Position, number: int) -> int:
    """Count what a player still draws a shield for."""
    seat = p.seats[number]
    cards = len(seat.influence) + len(seat.intrigue)
    on_court = sum(tile.markers[number] for tile in p.tiles)
    return cards + sum(seat.chips.values()) + on_court + seat.gold // GOLD_FOR_A_SHIELD


def _draw(p: Position, order: list[int]) -> None:
    """Let these players draw in turn; then show all shields."""
    for number in order:
        if draws.owe_shields(p, number, last_shields(p, number)):
            return
    p.end_phase("end")
    if p.viewer is None:
        show(p)


def show(p: Position) -> None:
    """Show all shields: bonuses and scores."""
    for seat, bonus in zip(p.seats, bonuses(p), strict=True):
        seat.bonus = bonus
    p.scores = scores(p)


def bonuses(p: Position) -> list[int]:
    """Return each player's bonus shields: one for each kind of which it has the most."""
    most = {k: max(seat.shields.get(k, 0) for seat in p.seats) for k in SHIELD_KINDS}
    return [sum(0 < most[k] == seat.shields.get(k, 0) for k in SHIELD_KINDS) for seat in p.seats]


def scores(p: Position) -> list[int]:
    """Return each player's shields, blank and bonus ones too, and five for each mission."""
    return [
        sum(s.shields.values()) + s.blank + s.bonus + MISSION_POINTS * len(s.played)
        for s in p.seats
    ]


def returns(p: Position) -> list[float] | None:
    """Return each player's share of the win: score, then markers in personal supply."""
    if p.scores is None:
        return None
    results = [(score, seat.personal) for score, seat in zip(p.scores, p.seats, strict=True)]
    winners = results.count(max(results))
    return [1 / winners if result == max(results) else 0.0 for result in results]
