"""Played missions that work at a certain point of the round, for all players (section 5)."""

from __future__ import annotations

from eminence.core.louis14.position import Position

Ability = tuple[int, str]
"""A seat and one of its played missions."""


def abilities(p: Position, effects: frozenset[str], after: Ability | None = None) -> list[Ability]:
    """Return the played missions of those effects, in play order, each seat's ascending.

    ``after`` leaves out all up to that one.
    """
    every = [
        (seat, mission)
        for seat in p.play_order
        for mission in p.seats[seat].played
        if p.mission(mission).effect in effects
    ]
    return every[every.index(after) + 1 :] if after else every
