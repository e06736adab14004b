"""The courtiers' gifts (section 1)."""

from __future__ import annotations

from eminence.core.louis14 import draws
from eminence.core.louis14.court import (
    CHIP_OF_TILE,
    COLBERT,
    CONDE,
    LOUVOIS,
    MAINTENON,
    MAZARIN,
    TURENNE,
)
from eminence.core.louis14.position import Position, add

DRAWS: dict[int, tuple[str, ...]] = {
    CONDE: ("shield",),
    TURENNE: ("shield", "shield"),
    MAZARIN: ("influence",),
    LOUVOIS: ("shield", "intrigue"),
}
"""What a gift lets its receiver draw."""

COLBERTS_GOLD = 5
MONTESPAN = 5
"""Madame de Maintenon's markers go onto this tile."""


def give(p: Position, seat: int) -> bool:
    """Give the gift of the tile being scored; return whether somebody must decide or draw."""
    tile = p.step.tile
    assert tile is not None
    if tile in CHIP_OF_TILE:
        add(p.seats[seat].chips, [CHIP_OF_TILE[tile]])
        return False
    if tile == COLBERT:
        p.seats[seat].gold += COLBERTS_GOLD
        return False
    if tile == MAINTENON:
        return _ask_maintenon(p, seat)
    return _draw(p, tile, seat, len(DRAWS[tile]))


def give_on(p: Position, token: str) -> bool:
    """Go on with the gift after a move or a draw; return whether it has to wait again."""
    seat, what = p.actor, token.split()[1] if " " in token else token
    match p.decision:
        case "conde":
            if what != "none":
                _place(p, seat, int(what), 1)
            return False
        case "maintenon":
            _place(p, seat, MONTESPAN, int(what))
            p.seats[seat].recall(1)
            return False
        case "draw_shield":
            draws.draw_shield(p, what)
        case "draw_influence":
            draws.draw_influence(p, what)
        case _:
            draws.draw_intrigue(p, what)
    return _draw(p, p.step.tile or 0, seat, p.step.owed - 1)


def _draw(p: Position, tile: int, seat: int, owed: int) -> bool:
    """Draw what the gift still owes."""
    while owed:
        kind = DRAWS[tile][-owed]
        if kind == "shield" and not p.shield_bag:
            p.seats[seat].blank += 1
        elif kind == "shield" or (
            p.influence_deck if kind == "influence" else draws.has_intrigue(p)
        ):
            p.await_chance(f"draw_{kind}", seat, owed=owed)
            return True
        owed -= 1
    return tile == CONDE and _ask_conde(p, seat)


def _ask_conde(p: Position, seat: int) -> bool:
    """One marker from general supply onto any tile."""
    if p.seats[seat].has_marker:
        p.ask(seat, "conde")
    return p.seats[seat].has_marker


def _ask_maintenon(p: Position, seat: int) -> bool:
    """Up to two markers onto tile 5, then one from general to personal supply."""
    if p.seats[seat].has_marker:
        p.ask(seat, "maintenon")
    return p.seats[seat].has_marker


def _place(p: Position, seat: int, tile: int, markers: int) -> None:
    """Put markers from general supply onto a tile."""
    p.seats[seat].spend(markers)
    p.tile(tile).markers[seat] += markers
