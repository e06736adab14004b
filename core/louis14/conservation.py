"""What no move can change: all cards, shields and markers are somewhere, each once (section 1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NoReturn

from eminence.core.errors import NotationError
from eminence.core.louis14.court import (
    GOLD_CARDS,
    MOST_CHIPS,
    NEUTRAL_ON_COURT,
    TILE_NUMBERS,
    whole_influence_deck,
    whole_shields,
)
from eminence.core.louis14.ending import bonuses, scores
from eminence.core.louis14.position import (
    DECKS,
    HIDDEN,
    MARKERS,
    Position,
    hidden_form,
)

USED_EFFECTS = ("pause", "redraw", "crown", "four", "tiebreak")


def fail(root: str, path: str, why: str) -> NoReturn:
    """Refuse a position for a fault at a path of its JSON."""
    raise NotationError(f"{root}: {path}: {why}")


def check_components(p: Position, root: str) -> None:
    """Raise `NotationError` unless every component is there, and where it can be."""
    _whole(influence_cards(p), Counter(whole_influence_deck()), root, "influence_deck")
    intrigue = Counter({str(tile): 1 for tile in TILE_NUMBERS})
    _whole(intrigue_cards(p), intrigue, root, "intrigue_deck")
    for deck in DECKS:
        missions = Counter(m.id for m in p.cards.missions if m.deck == deck)
        _whole(mission_cards(p, deck), missions, root, f"mission_decks/{deck}")
    _whole(all_shields(p), Counter(whole_shields()), root, "shield_bag")
    _check_gold_cards(p, root)
    for number in range(p.players):
        _check_seat(p, number, root)
    if sum(tile.neutral for tile in p.tiles) > NEUTRAL_ON_COURT:
        fail(root, "tiles", f"more than {NEUTRAL_ON_COURT} neutral markers")
    _check_scores(p, root)


def influence_cards(p: Position) -> Counter[str]:
    """Return all influence cards of a position, hidden ones too."""
    hands = Counter(card for seat in p.seats for card in seat.influence)
    return hands + Counter(p.influence_deck) + Counter(p.centre)


def intrigue_cards(p: Position) -> Counter[str]:
    """Return all intrigue cards of a position, hidden ones too."""
    hands = [card for seat in p.seats for card in seat.intrigue]
    return Counter([*hands, *p.intrigue_top, *p.intrigue_bottom])


def mission_cards(p: Position, deck: str) -> Counter[str]:
    """Return all missions of a deck's colour in a position, hidden ones too."""
    cards = [*p.mission_tops[deck], *(card.id for card in p.mission_bottoms[deck])]
    for seat in p.seats:
        cards += [m for m in [*seat.missions, *seat.played] if m[0] == deck]
    return Counter(cards)


def all_shields(p: Position) -> Counter[str]:
    """Return all shields of a position, hidden ones too."""
    return sum((Counter(seat.shields) for seat in p.seats), Counter(p.shield_bag))


def unseen(present: Counter[str], whole: Iterable[str]) -> list[str]:
    """Return the cards that a position does not name, in the order of ``whole``."""
    left = Counter(card for card in present.elements() if HIDDEN not in card)
    pool = []
    for card in whole:
        if left[card]:
            left[card] -= 1
        else:
            pool.append(card)
    return pool


def _whole(present: Counter[str], whole: Counter[str], root: str, path: str) -> None:
    """Check that the named cards are no more than there are, and all together just as many."""
    for card in sorted(present):
        if HIDDEN not in card and present[card] > whole[card]:
            fail(root, path, f"{card} is there {present[card]} times, in hands and elsewhere")
    if present.total() != whole.total():
        hidden = {hidden_form(card) for card in whole} & present.keys()
        missing = sorted((whole - present).elements()) if not hidden else []
        named = f"; missing: {', '.join(missing)}" if missing else ""
        fail(root, path, f"there are {present.total()} in all, not {whole.total()}{named}")


def _check_gold_cards(p: Position, root: str) -> None:
    """One gold card is turned up in each round."""
    waiting = p.phase == "setup" or p.decision == "gold"
    expected = GOLD_CARDS - p.round + waiting
    if len(p.gold_cards) != expected:
        fail(root, "gold_cards", f"are {expected} at this stop, not {len(p.gold_cards)}")


def _check_seat(p: Position, number: int, root: str) -> None:
    seat, path = p.seats[number], f"seats/{number}"
    on_court = sum(tile.markers[number] for tile in p.tiles)
    aside = p.step.aside[number] if p.step.aside else 0
    markers = seat.personal + seat.general + on_court + aside
    if markers != MARKERS:
        fail(root, f"{path}/personal", f"the player has {markers} markers in all, not {MARKERS}")
    if sum(seat.chips.values()) > MOST_CHIPS:
        fail(root, f"{path}/chips", f"more than {MOST_CHIPS}")
    for mission in seat.used:
        if mission not in seat.played:
            fail(root, f"{path}/used", f"{mission} is not played")
        if p.mission(mission).effect not in USED_EFFECTS:
            fail(root, f"{path}/used", f"{mission} is never used up")
    if seat.blank and p.shield_bag:
        fail(root, f"{path}/blank", "blank shields come only from an empty bag")


def _check_scores(p: Position, root: str) -> None:
    """Scores and bonus shields are there at the end, and what the shields give."""
    shown = p.over and (p.viewer is None or p.scores is not None)
    if shown and any(HIDDEN in seat.shields for seat in p.seats):
        fail(root, "scores", "are not known while shields are hidden")
    for number, bonus in enumerate(bonuses(p)):
        if p.seats[number].bonus != (bonus if shown else 0):
            fail(root, f"seats/{number}/bonus", f"is {bonus if shown else 0} at this stop")
    if p.scores != (scores(p) if shown else None):
        fail(root, "scores", f"are {scores(p) if shown else 'null'} at this stop")
