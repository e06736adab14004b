"""Deals: the law of a shuffled deck, and one seat's draws that leave another's alone."""

import itertools
import math
from collections import Counter

import pytest

from eminence.bench.deals import MAX_DECK, Chance, Deal
from eminence.core.game import load


def chi2_bound(freedom):
    """Return a bound that chance passes once in some ten thousand times (Wilson, Hilferty)."""
    part = 2 / (9 * freedom)
    return freedom * (1 - part + 3.72 * math.sqrt(part)) ** 3


def chi2(counts, expected):
    return sum((counts.get(k, 0) - e) ** 2 / e for k, e in expected.items())


def chance(n=0, seed=1):
    return Deal(seed, "toy/2", n).chance()


class Pile:
    """A deck from which streams draw."""

    def __init__(self, dealt, cards):
        self.chance = dealt
        self.cards = Counter(cards)

    def draw(self, seat):
        weights = sorted((card, n) for card, n in self.cards.items() if n)
        card = self.chance.outcome(weights, "draw", seat)
        assert self.cards[card] > 0
        self.cards[card] -= 1
        return card


def test_the_law_is_that_of_a_shuffled_deck_whoever_draws():
    """Seats that draw in an order which depends on the cards see every order alike often."""
    counts = Counter()
    for n in range(12_000):
        pile = Pile(chance(n), "abcd")
        first = pile.draw(0)
        second = pile.draw(0 if first in "ab" else 1)
        third = pile.draw(None if second == "a" else 1)
        counts[first + second + third + pile.draw(0)] += 1
    expected = {"".join(p): 500.0 for p in itertools.permutations("abcd")}
    assert chi2(counts, expected) < chi2_bound(23)


def test_identical_copies_are_physical_cards():
    """Three draws by two seats from a, a, a, b, c: as from a shuffled deck."""
    counts = Counter()
    for n in range(12_000):
        pile = Pile(chance(n), "aaabc")
        counts[pile.draw(0) + pile.draw(1) + pile.draw(0)] += 1
    ways = Counter("".join(p[:3]) for p in itertools.permutations("aaabc"))
    expected = {k: 12_000 * n / 120 for k, n in ways.items()}
    assert chi2(counts, expected) < chi2_bound(len(expected) - 1)


def test_the_law_holds_when_cards_come_back_and_when_they_leave_unseen():
    counts = Counter()
    for n in range(12_000):
        pile = Pile(chance(n), "abcd")
        a = pile.draw(0)
        pile.draw(1)
        pile.cards[a] += 1  # put back: three cards, shuffled
        b = pile.draw(0)
        rest = sorted(pile.cards.elements())
        pile.cards[rest[0]] -= 1  # removed without a draw: one card is left
        counts[a == b] += 1
    expected = {True: 4000.0, False: 8000.0}
    assert chi2(counts, expected) < chi2_bound(1)


def test_dice_and_large_weights_are_fair():
    weights = [("1", 1), ("2", 2), ("3", 3)]
    for factor in (1, MAX_DECK):
        dealt = chance(5)
        scaled = [(token, weight * factor) for token, weight in weights]
        rolls = Counter(dealt.outcome(scaled, "roll", None) for _ in range(6000))
        fresh = Counter(chance(n).outcome(scaled, "roll", 0) for n in range(6000))
        for seen in (rolls, fresh) if factor > 1 else (fresh,):
            expected = {"1": 1000.0, "2": 2000.0, "3": 3000.0}
            assert chi2(seen, expected) < chi2_bound(2)


def test_one_card_more_does_not_shift_the_others_cards():
    """But for a card that the other seat has taken away, the same cards come in the same order."""
    for n in range(200):
        few, many = Pile(chance(n), range(30)), Pile(chance(n), range(30))
        few.draw(0)
        extra = [many.draw(0) for _ in range(4)]
        left, right = [few.draw(1) for _ in range(10)], [many.draw(1) for _ in range(10)]
        kept = [card for card in left if card not in extra]
        assert right[: len(kept)] == kept


def test_a_shuffle_more_in_one_chapter_does_not_shift_the_next():
    def hand_of_round_two(extra):
        dealt = chance(3)
        dealt.outcome([("event 1", 1), ("event 2", 1)], "event", None)
        first = Pile(dealt, range(30))
        first.draw(0)
        dealt.moved()
        for _ in range(extra):
            Pile(dealt, range(30)).draw(0)
        dealt.outcome([("event 1", 1), ("event 2", 1)], "event", None)
        second = Pile(dealt, range(30))
        return [second.draw(0) for _ in range(5)]

    assert hand_of_round_two(0) == hand_of_round_two(1) == hand_of_round_two(2)


def test_two_decks_of_one_decision_are_told_apart():
    dealt = chance(1)
    red, blue = Pile(dealt, "abc"), Pile(dealt, "xyz")
    drawn = [pile.draw(0) for _ in range(3) for pile in (red, blue)]
    assert sorted(drawn[::2]) == list("abc") and sorted(drawn[1::2]) == list("xyz")


def test_deals_seeds_and_rules_differ_and_repeat():
    def order(deal):
        pile = Pile(deal.chance(), range(30))
        return tuple(pile.draw(0) for _ in range(30))

    deals = [Deal(1, "a/2", 0), Deal(1, "a/2", 1), Deal(2, "a/2", 0), Deal(1, "b/2", 0)]
    assert len({order(d) for d in deals}) == 4
    assert order(deals[0]) == order(Deal(1, "a/2", 0))
    seeds = {d.bot_seed(s, i) for d in deals for s in range(3) for i in (None, 0, 1)}
    assert len(seeds) == 36


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_real_game_is_dealt_by_seat(players):
    """Whatever the others do, a seat's first hand stays but for what others hold."""
    game = load("louis14", players)
    hands = []
    for last in (False, True):
        state, dealt = game.new(), Deal(7, f"louis14/{players}", 2).chance()
        assert isinstance(dealt, Chance)
        dealt.play(state)
        begun = [event["chance"] for event in state.record if "chance" in event]
        while state.to_move is not None:
            moves = state.legal_moves()
            state.apply(moves[-1] if last else moves[0])
            dealt.moved()
            dealt.play(state)
        gold = [e["chance"] for e in state.record if e.get("chance", "").startswith("gold")]
        hands.append((begun, gold))
        assert state.scores() is not None
    assert hands[0] == hands[1]
