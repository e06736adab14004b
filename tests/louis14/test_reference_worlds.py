"""Where missions may be, over long histories of one deck, against a count of all histories.

A small model of its own: a deck, hands of three seats (0 is the viewer), cards drawn, shown and put
back, one or two at a time.
"""

from __future__ import annotations

import itertools
import random
from collections import Counter

import pytest

from eminence.core.errors import ImpossibleError
from eminence.core.louis14.worlds import FREE, DeckWorlds, Slot, World, below

CARDS = [f"L{i:02}" for i in range(1, 8)]
KNOWN = (["L02", "L05"], [], ["L04"])
"""Missions that the viewer had put back; at first they are in the hand of seat 1."""
SAMPLES = 2000


class Stream:
    def __init__(self, seed):
        self._random = random.Random(seed)

    def below(self, n):
        return self._random.randrange(n)


def held(cards):
    """Return a hand: pairs of a card and who else knows it, in order."""
    return tuple(sorted(cards, key=lambda pair: pair[0]))


def with_hand(state, seat, hand, bottom=None, top=None):
    hands, old_bottom, old_top = state
    return (
        (*hands[:seat], held(hand), *hands[seat + 1 :]),
        old_bottom if bottom is None else bottom,
        old_top if top is None else top,
    )


def events(state):
    """Yield every event that can follow: how the viewer sees it, and the state after."""
    hands, bottom, top = state
    for seat, hand in enumerate(hands):
        own = seat == 0
        for card in top:
            rest = tuple(c for c in top if c != card)
            after = with_hand(state, seat, [*hand, (card, None)], top=rest)
            yield ("draw", seat, card if own else FREE), after
        if bottom and not top:
            card, by = bottom[0]
            drawn = (card, None if by == seat else by)
            after = with_hand(state, seat, [*hand, drawn], bottom=bottom[1:])
            yield ("draw", seat, card if own else FREE), after
        for pair in hand:
            yield ("show", seat, pair[0]), with_hand(state, seat, set(hand) - {pair})
        for number in (1, 2):
            for cards in itertools.combinations([card for card, _ in hand], number):
                rest = [(card, None) for card, _ in hand if card not in cards]
                lower = (*bottom, *((card, seat) for card in cards))
                after = with_hand(state, seat, rest, bottom=lower)
                yield ("return", seat, cards if own else number), after


def take_in(worlds, event):
    what, seat, card = event
    match what, seat:
        case "draw", 0:
            worlds.draw_seen(card)
        case "draw", _:
            worlds.draw_hidden(seat)
        case "show", 0:
            pass
        case "show", _:
            worlds.show(seat, card)
        case "return", 0:
            worlds.return_seen(list(card), 0)
        case _:
            worlds.return_hidden(seat, card)


def play(stream, length, known):
    """Return the viewer's events of a random game and how many histories lead where."""
    top = tuple(card for card in CARDS if card not in known)
    start = ((), held((card, 0) for card in known), ()), (), top
    state, counted, seen = start, {start: 1}, []
    while len(seen) < length:
        possible = list(events(state))
        what = ("draw", "draw", "draw", "return", "return", "show")[stream.below(6)]
        wanted = [pair for pair in possible if pair[0][0] == what and len(pair[0]) == 3]
        if what == "show" and len(state[2]) + len(state[1]) < 3:
            continue
        if not wanted:
            continue
        event, state = wanted[stream.below(len(wanted))]
        seen.append(event)
        following = Counter()
        for before, number in counted.items():
            for other, after in events(before):
                if other == event:
                    following[after] += number
        counted = following
    return seen, counted


def new_worlds(known):
    hand = tuple(Slot(card, 0) for card in known)
    top = [card for card in CARDS if card not in known]
    return DeckWorlds(World(((), hand, ()), ()), top, len(top))


@pytest.mark.parametrize("seed", range(75))
def test_every_history_counts_once(seed):
    stream, known = Stream(seed), KNOWN[seed % 3]
    seen, counted = play(stream, 8 + seed % 10, known)
    worlds = new_worlds(known)
    for event in seen:
        take_in(worlds, event)
    expected = Counter()
    for ((_, *hands), bottom, top), number in counted.items():
        expected[tuple(hands), bottom, top] += number
    found = Counter()
    for _ in range(SAMPLES):
        drawn = worlds.sample(stream)
        hands = tuple(held((s.card, s.by) for s in hand) for hand in drawn.hands[1:])
        found[hands, tuple((s.card, s.by) for s in drawn.bottom), tuple(drawn.top)] += 1

    assert found.keys() <= expected.keys()
    each = SAMPLES / expected.total()
    distance = sum((found[k] - each * n) ** 2 / (each * n) for k, n in expected.items())
    freedom = len(expected) - 1
    assert distance <= freedom + 5 * (2 * freedom) ** 0.5 + 5


@pytest.mark.parametrize("seed", range(30))
def test_impossible_is_what_no_history_gives(seed):
    stream, known = Stream(seed), KNOWN[seed % 3]
    seen, counted = play(stream, 6 + seed % 7, known)
    possible = {event for state in counted for event, _ in events(state)}
    worlds = new_worlds(known)
    for event in seen:
        take_in(worlds, event)
    (hands, bottom, top) = next(iter(counted))
    draws = [("draw", 0, card) for card in CARDS] if bottom or top else []
    shows = [("show", seat, card) for seat in (1, 2) if hands[seat] for card in CARDS]
    for event in [*draws, *shows]:
        after = worlds.copy()
        if event in possible:
            take_in(after, event)
        else:
            with pytest.raises(ImpossibleError):
                take_in(after, event)


def test_a_card_put_back_comes_up_after_what_it_was_put_back_with():
    slots = (Slot(FREE), Slot(FREE))
    worlds = DeckWorlds(World(((), slots, ()), ()), CARDS[:4], 2)
    worlds.return_hidden(1, 2)
    worlds.top = 0  # as if the two on top lay elsewhere
    worlds.draw_seen("L02")
    with pytest.raises(ImpossibleError):
        worlds.draw_seen("L01")


def test_below_is_uniform_beyond_one_draw():
    stream = Stream(0)
    n = 3 * 2**31
    thirds = Counter(below(stream, n) // 2**31 for _ in range(3000))
    assert thirds.keys() == {0, 1, 2}
    assert all(abs(count - 1000) < 130 for count in thirds.values())
