"""Drawing one of the full positions that fit what a seat knows ("determinization")."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from eminence.core.game import Random
from eminence.core.louis14.conservation import (
    all_shields,
    influence_cards,
    intrigue_cards,
    unseen,
)
from eminence.core.louis14.court import TILE_NUMBERS, whole_influence_deck, whole_shields
from eminence.core.louis14.ending import show
from eminence.core.louis14.position import (
    HIDDEN,
    Position,
    Returned,
    add,
    card_key,
)
from eminence.core.louis14.worlds import DeckWorlds, Slot, shuffle


def complete(view: Position, missions: dict[str, DeckWorlds], rng: Random) -> Position:
    """Return the position with every card named.

    Influence cards, intrigue cards and shields that the seat does not see are equally likely
    wherever one of their kind lies hidden: nothing tells them apart.
    """
    p = view.copy()
    p.viewer = None
    _deal_influence(view, p, rng)
    _deal_intrigue(view, p, rng)
    for deck, worlds in missions.items():
        _deal_missions(p, view.viewer, deck, worlds, rng)
    _deal_shields(view, p, rng)
    if p.over:
        show(p)
    return p


def _shuffled(cards: list[str], rng: Random) -> Iterator[str]:
    shuffle(cards, rng)
    return iter(cards)


def _named(hand: list[str], cards: Iterator[str]) -> list[str]:
    """Return a hand in which the next cards take the places of hidden ones."""
    return sorted((next(cards) if c == HIDDEN else c for c in hand), key=card_key)


def _deal_influence(view: Position, p: Position, rng: Random) -> None:
    whole = Counter(whole_influence_deck()).elements()
    cards = _shuffled(unseen(influence_cards(view), whole), rng)
    for seat in p.seats:
        seat.influence = _named(seat.influence, cards)
    p.influence_deck = {}
    add(p.influence_deck, cards)


def _deal_intrigue(view: Position, p: Position, rng: Random) -> None:
    cards = _shuffled(unseen(intrigue_cards(view), map(str, TILE_NUMBERS)), rng)
    for seat in p.seats:
        seat.intrigue = _named(seat.intrigue, cards)
    p.intrigue_top = _named(p.intrigue_top, cards)


def _deal_missions(
    p: Position, viewer: int | None, deck: str, worlds: DeckWorlds, rng: Random
) -> None:
    drawn = worlds.sample(rng)
    for number, (seat, slots) in enumerate(zip(p.seats, drawn.hands, strict=True)):
        if number != viewer:
            others = [mission for mission in seat.missions if mission[0] != deck]
            seat.missions = sorted([*others, *(str(slot.card) for slot in slots)])
            known = {m: by for m, by in seat.known_missions.items() if m[0] != deck}
            seat.known_missions = known | _known(slots)
    p.mission_tops[deck] = drawn.top
    p.mission_bottoms[deck] = [Returned(str(s.card), s.by or 0) for s in drawn.bottom]


def _known(slots: tuple[Slot, ...]) -> dict[str, int]:
    return {str(slot.card): slot.by for slot in slots if slot.by is not None}


def _deal_shields(view: Position, p: Position, rng: Random) -> None:
    whole = Counter(whole_shields()).elements()
    cards = _shuffled(unseen(all_shields(view), whole), rng)
    for seat in p.seats:
        hidden = seat.shields.pop(HIDDEN, 0)
        add(seat.shields, [next(cards) for _ in range(hidden)])
    p.shield_bag = {}
    add(p.shield_bag, cards)
