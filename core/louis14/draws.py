"""Decks and the bag: what can come, and where it goes (section 6, "Chance").

In a view a hidden card is drawn as `HIDDEN`; where the deck's bottom is drawn from, the viewer
may know it all the same.
"""

from __future__ import annotations

from eminence.core.louis14.position import (
    DECKS,
    Counts,
    Position,
    Returned,
    add,
    card_key,
    hidden_form,
    put,
    subtract,
    take,
)

Weights = list[tuple[str, int]]
"""Outcomes and how many of the cards that could be on top each of them stands for."""

KIND_OF_DRAW = {
    "start": "start",
    "gold": "gold",
    "draw_influence": "influence",
    "draw_intrigue": "intrigue",
    "draw_mission": "mission",
    "draw_shield": "shield",
}
"""The first word of the outcomes at each chance stop."""


def outcomes(p: Position) -> Weights:
    """Return what chance may say at this stop, in order."""
    kind = KIND_OF_DRAW[p.decision or ""]
    return [(f"{kind} {what}", weight) for what, weight in _possible(p)]


def _possible(p: Position) -> Weights:
    match p.decision:
        case "start":
            return [(str(seat), 1) for seat in range(p.players)]
        case "gold":
            return [(card, 1) for card in p.gold_cards]
        case "draw_influence":
            return _counted(p.influence_deck)
        case "draw_intrigue":
            return [(card, 1) for card in p.intrigue_top or p.intrigue_bottom[:1]]
        case "draw_mission":
            deck = deck_of_draw(p)
            bottom = [card.id for card in p.mission_bottoms[deck][:1]]
            return [(card, 1) for card in p.mission_tops[deck] or bottom]
        case _:
            return _counted(p.shield_bag)


def _counted(counts: Counts) -> Weights:
    return sorted(counts.items(), key=lambda item: card_key(item[0]))


def deck_of_draw(p: Position) -> str:
    """Return the letter of the deck from which a mission is being drawn."""
    if p.phase == "setup":
        return "M" if p.step.owed == 2 else "L"
    return p.step.card or ""


def has_intrigue(p: Position) -> bool:
    """Return whether there is a card in the intrigue deck."""
    return bool(p.intrigue_top or p.intrigue_bottom)


def open_decks(p: Position) -> list[str]:
    """Return the letters of the mission decks that are not empty."""
    return [deck for deck in DECKS if p.mission_tops[deck] or p.mission_bottoms[deck]]


def draw_influence(p: Position, card: str) -> None:
    """Put the card into the hand of whoever draws, or into the centre where nobody does."""
    subtract(p.influence_deck, card)
    if p.step.drawer is None:
        add(p.centre, [card])
    else:
        put(p.seats[p.step.drawer].influence, card)


def draw_intrigue(p: Position, card: str) -> None:
    """Put the card into the hand; all know it if it comes from the bottom (section 7)."""
    seat = p.seats[p.actor]
    if p.intrigue_top:
        take(p.intrigue_top, card)
    else:
        card = p.intrigue_bottom.pop(0)
        put(seat.known_intrigue, card)
    put(seat.intrigue, card)


def draw_mission(p: Position, card: str) -> None:
    """Put the card into the hand; who returned it knows it there (section 7)."""
    drawer = p.actor
    seat = p.seats[drawer]
    deck = deck_of_draw(p)
    if p.mission_tops[deck]:
        take(p.mission_tops[deck], card)
    else:
        returned = p.mission_bottoms[deck].pop(0)
        if card == hidden_form(card):
            card = returned.id
        if returned.by != drawer and card != hidden_form(card):
            seat.known_missions[card] = returned.by
    put(seat.missions, card)


def draw_shield(p: Position, kind: str) -> None:
    """Put the shield before whoever draws."""
    subtract(p.shield_bag, kind)
    add(p.seats[p.actor].shields, [kind])


def return_missions(p: Position, seat_number: int, cards: list[str]) -> None:
    """Put missions under their decks; those kept of the same decks are no longer known."""
    seat = p.seats[seat_number]
    for deck in {card[0] for card in cards}:
        _forget(p, seat_number, deck)
    for card in cards:
        take(seat.missions, card)
        p.mission_bottoms[card[0]].append(Returned(card, seat_number))


def _forget(p: Position, seat_number: int, deck: str) -> None:
    """Let nobody else know a seat's missions of a deck any more."""
    seat = p.seats[seat_number]
    for card in [card for card in seat.known_missions if card[0] == deck]:
        del seat.known_missions[card]
        if p.viewer is not None and p.viewer != seat_number:
            seat.missions.remove(card)
            put(seat.missions, hidden_form(card))


def owe_shields(p: Position, seat: int, owed: int, mission: str | None = None) -> bool:
    """Let a seat draw shields; return whether chance must speak first.

    If the bag is empty, all of them are blank at once.
    """
    if owed and p.shield_bag:
        p.await_chance("draw_shield", seat, owed=owed, mission=mission)
        return True
    p.seats[seat].blank += owed
    return False
