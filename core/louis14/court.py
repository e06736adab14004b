"""The court: its tiles, who is whose neighbour, and how markers may spread (sections 1, 3.2)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement

Tiles = tuple[int, ...]
"""A multiset of tiles in ascending order: where the markers of one move end up."""

TILE_NUMBERS = range(1, 13)

NEIGHBOURS: dict[int, Tiles] = {
    1: (2, 4, 6, 7),
    2: (1, 3, 8, 9),
    3: (2, 4, 10, 11),
    4: (1, 3, 5, 12),
    5: (4, 6),
    6: (1, 5),
    7: (1, 8),
    8: (2, 7),
    9: (2, 10),
    10: (3, 9),
    11: (3, 12),
    12: (4, 11),
}

CHIPS = "SLRHC"
"""Sceptre, letter, ring, helmet, crown: also the order in which payments are written."""

CROWN = "C"
MOST_CHIPS = 16
"""More than a player can have at once."""

CHIP_OF_TILE = {1: "S", 2: "L", 3: "R", 4: "H", 5: CROWN, 9: CROWN}
"""The courtiers whose gift is a mission chip."""

CONDE, COLBERT, MAINTENON, TURENNE, MAZARIN, LOUVOIS = 6, 7, 8, 10, 11, 12
"""The other courtiers."""

JOKER = "J"
INFLUENCE_CARDS = (*map(str, TILE_NUMBERS), JOKER)
SHIELD_KINDS = "abcdef"
SHIELDS_OF_A_KIND = 10
GOLD_CARDS = 8
NEUTRAL_ON_COURT = 8
"""The neutral player's markers, in a game of two."""


def whole_influence_deck() -> dict[str, int]:
    """Two of each courtier and six jokers."""
    return {card: 6 if card == JOKER else 2 for card in INFLUENCE_CARDS}


def whole_shields() -> dict[str, int]:
    """All shields, by kind."""
    return dict.fromkeys(SHIELD_KINDS, SHIELDS_OF_A_KIND)


def _in_order(placements: set[Tiles]) -> tuple[Tiles, ...]:
    """Fewer markers first, then by the tiles' numbers."""
    return tuple(sorted(placements, key=lambda tiles: (len(tiles), tiles)))


def _courtier(start: int) -> tuple[Tiles, ...]:
    """One to three markers: some jump on to one neighbour, from there some to one of its own."""
    found = {(start,) * n for n in (1, 2, 3)}
    for near in NEIGHBOURS[start]:
        found |= {(start, near), (start, start, near), (start, near, near)}
        found |= {(start, near, far) for far in NEIGHBOURS[near] if far != start}
    return _in_order({tuple(sorted(tiles)) for tiles in found})


def _paths(longest: int) -> Iterator[Tiles]:
    """Every simple path of neighbours, by its tiles in order of travel."""
    todo: list[Tiles] = [(tile,) for tile in TILE_NUMBERS]
    while todo:
        path = todo.pop()
        yield path
        if len(path) < longest:
            todo += [(*path, near) for near in NEIGHBOURS[path[-1]] if near not in path]


def _along_paths(markers: int) -> tuple[Tiles, ...]:
    """Up to so many markers, from tile to neighbouring tile, at least one left on each."""
    found: set[Tiles] = set()
    for path in _paths(markers):
        for extra in range(markers - len(path) + 1):
            for more in combinations_with_replacement(path, extra):
                found.add(tuple(sorted(path + more)))
    return _in_order(found)


PLACEMENTS: dict[str, tuple[Tiles, ...]] = {
    **{str(tile): _courtier(tile) for tile in TILE_NUMBERS},
    JOKER: _along_paths(2),
}
"""What each influence card allows, in the order of `legal_moves`."""

FOUR_PLACEMENTS = _along_paths(4)
"""What the mission `four` allows."""

RECALLS = {**{str(tile): 3 for tile in TILE_NUMBERS}, JOKER: 2}
"""How many markers each influence card brings back."""
