"""Where the missions of one deck may be, for a seat that saw only its own record.

Missions alone need this: a seat can put them back unseen, and they come up again in order. All
other hidden cards are simply equally likely wherever a hidden one lies.

A *slot* is one physical card that the seat cannot see. It holds a card's name where the seat
can tell it, `FREE` where it may be any card not seen yet, or a number where it is free but
comes before or after another slot (two missions put back together lie in ascending order). A
*world* is one arrangement of slots; its weight counts the hidden choices that lead to it. What
a free slot holds is decided only when it is shown, so that few worlds are enough.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import combinations
from math import gcd
from typing import NamedTuple

from eminence.core.errors import ImpossibleError
from eminence.core.game import Random

FREE = "?"
_DIGIT = 2**30


class Slot(NamedTuple):
    """A card out of sight; `by` returned it, and knows it until its holder returns missions."""

    card: str | int
    by: int | None = None


@dataclass(frozen=True, slots=True)
class World:
    """One arrangement: other hands, the deck's bottom, which of two slots is the lower card."""

    hands: tuple[tuple[Slot, ...], ...]
    bottom: tuple[Slot, ...]
    order: frozenset[tuple[str | int, str | int]] = frozenset()

    def with_hand(self, seat: int, slots: Iterable[Slot]) -> World:
        """Return the world with another hand; the order in a hand means nothing."""
        hand = tuple(sorted(slots, key=lambda slot: (str(slot.card), slot.by is None, slot.by)))
        return replace(self, hands=(*self.hands[:seat], hand, *self.hands[seat + 1 :]))


class Arrangement(NamedTuple):
    """Where all missions of a deck are: in other hands, at the bottom, at the top."""

    hands: tuple[tuple[Slot, ...], ...]
    bottom: tuple[Slot, ...]
    top: list[str]


class DeckWorlds:
    """All worlds of one deck that fit what a seat saw, with their weights."""

    def __init__(self, world: World, unseen: list[str], top: int) -> None:
        """Begin with one world; ``unseen`` are the cards that no slot names."""
        self.unseen = unseen
        self.top = top
        self._worlds = {world: 1}
        self._numbers = 0

    def copy(self) -> DeckWorlds:
        """Return an independent copy."""
        twin = DeckWorlds(World((), ()), list(self.unseen), self.top)
        twin._worlds = dict(self._worlds)
        twin._numbers = self._numbers
        return twin

    def draw_hidden(self, seat: int) -> None:
        """Another seat draws."""
        if self.top:
            self.top -= 1
            self._step(lambda w: [w.with_hand(seat, [*w.hands[seat], Slot(FREE)])])
        else:
            self._step(lambda w: [_draw_from_bottom(w, seat)])

    def draw_seen(self, card: str) -> None:
        """The seat itself draws, and sees the card."""
        if self.top:
            self.top -= 1
            self._step(lambda w: [w] if card in self.unseen else [], card)
        else:
            self._step(lambda w: self._drawn(w, card), card)

    def show(self, seat: int, card: str) -> None:
        """Another seat shows a card out of its hand; each slot that may be it is a world."""
        self._step(lambda w: self._shown(w, seat, card), card)

    def return_seen(self, cards: list[str], viewer: int) -> None:
        """The seat itself puts cards back."""
        slots = tuple(Slot(card, viewer) for card in cards)
        self._step(lambda w: [replace(w, bottom=w.bottom + slots)])

    def return_hidden(self, seat: int, number: int) -> None:
        """Another seat puts one or two cards back; which ones, is its hidden choice."""
        first, second = self._numbers, self._numbers + 1
        self._numbers += 2
        if number == 1:
            self._step(lambda w: _one_returned(w, seat))
        else:
            self._step(lambda w: _two_returned(w, seat, first, second))

    def sample(self, rng: Random) -> Arrangement:
        """Draw an arrangement, each complete history with equal weight."""
        while True:
            number = below(rng, sum(self._worlds.values()))
            world = next(w for w, upto in _cumulated(self._worlds) if number < upto)
            cards = list(self.unseen)
            shuffle(cards, rng)
            arrangement, names = _filled(world, cards)
            if all(names.get(a, a) < names.get(b, b) for a, b in world.order):  # type: ignore[operator]
                return arrangement

    def _step(self, worlds_after: Callable[[World], Iterable[World]], seen: str = "") -> None:
        """Let each world go on; ``seen`` is a card that is seen from now on."""
        after: dict[World, int] = {}
        for world, weight in self._worlds.items():
            for following in worlds_after(world):
                after[following] = after.get(following, 0) + weight
        unseen = [card for card in self.unseen if card != seen]
        fitting = {w: n for w, n in after.items() if _solvable(w.order, unseen)}
        if not fitting:
            why = f"{seen} cannot be there" if seen else "nobody can hold such missions"
            raise ImpossibleError(f"{why}, given what this seat knows")
        common = gcd(*fitting.values())
        self.unseen = unseen
        self._worlds = {world: weight // common for world, weight in fitting.items()}

    def _may_be(self, slot: Slot, card: str) -> bool:
        if card in self.unseen:
            return slot.card == FREE or isinstance(slot.card, int)
        return slot.card == card

    def _drawn(self, world: World, card: str) -> Iterator[World]:
        slot, rest = world.bottom[0], world.bottom[1:]
        if self._may_be(slot, card):
            yield from _named(replace(world, bottom=rest), slot, card)

    def _shown(self, world: World, seat: int, card: str) -> Iterator[World]:
        hand = world.hands[seat]
        for place, slot in enumerate(hand):
            if self._may_be(slot, card):
                rest = world.with_hand(seat, hand[:place] + hand[place + 1 :])
                yield from _named(rest, slot, card)


def shuffle(cards: list[str], rng: Random) -> None:
    """Put cards in an order, all orders equally likely."""
    for last in range(len(cards) - 1, 0, -1):
        other = rng.below(last + 1)
        cards[last], cards[other] = cards[other], cards[last]


def below(rng: Random, n: int) -> int:
    """Return a whole number, uniform in [0, n), for any ``n`` however large."""
    while True:
        number, size = 0, 1
        while size < n:
            digit = min(n, _DIGIT) if size == 1 and n <= _DIGIT else _DIGIT
            number, size = number * digit + rng.below(digit), size * digit
        if number < size - size % n:
            return number % n


def _cumulated(worlds: dict[World, int]) -> Iterator[tuple[World, int]]:
    upto = 0
    for world, weight in worlds.items():
        upto += weight
        yield world, upto


def _filled(world: World, cards: list[str]) -> tuple[Arrangement, dict[str | int, str]]:
    """Let free slots hold the cards in turn, the rest is on top; also what each number holds."""
    names: dict[str | int, str] = {}
    places = iter(cards)

    def fill(slot: Slot) -> Slot:
        card = slot.card
        if card == FREE:
            return slot._replace(card=next(places))
        if isinstance(card, int):
            names[card] = next(places)
            return slot._replace(card=names[card])
        return slot

    hands = tuple(tuple(map(fill, hand)) for hand in world.hands)
    bottom = tuple(map(fill, world.bottom))
    return Arrangement(hands, bottom, sorted(places)), names


def _draw_from_bottom(world: World, seat: int) -> World:
    slot = world.bottom[0]
    if slot.by == seat:
        slot = slot._replace(by=None)
    return replace(world, bottom=world.bottom[1:]).with_hand(seat, [*world.hands[seat], slot])


def _one_returned(world: World, seat: int) -> Iterator[World]:
    hand = _forgotten(world.hands[seat])
    for place, slot in enumerate(hand):
        rest = world.with_hand(seat, hand[:place] + hand[place + 1 :])
        yield replace(rest, bottom=(*rest.bottom, slot._replace(by=seat)))


def _two_returned(world: World, seat: int, first: int, second: int) -> Iterator[World]:
    """Yield each pair in either order; only the one that ascends will be solvable."""
    hand = _forgotten(world.hands[seat])
    for pair in combinations(range(len(hand)), 2):
        rest = world.with_hand(seat, [s for i, s in enumerate(hand) if i not in pair])
        for low, high in (pair, pair[::-1]):
            numbers = iter((first, second))
            cards = [
                next(numbers) if hand[place].card == FREE else hand[place].card
                for place in (low, high)
            ]
            yield replace(
                rest,
                bottom=(*rest.bottom, *(Slot(card, seat) for card in cards)),
                order=rest.order | {(cards[0], cards[1])},
            )


def _forgotten(hand: tuple[Slot, ...]) -> tuple[Slot, ...]:
    """Whoever returns missions makes the others of that deck unknown."""
    return tuple(slot._replace(by=None) for slot in hand)


def _named(world: World, slot: Slot, card: str) -> Iterator[World]:
    """Yield the world in which a slot turned out to hold a card."""
    order = frozenset(
        (card if low == slot.card else low, card if high == slot.card else high)
        for low, high in world.order
    )
    yield replace(world, order=order) if isinstance(slot.card, int) else world


def _solvable(order: frozenset[tuple[str | int, str | int]], unseen: list[str]) -> bool:
    """Return whether the numbered slots of an order can hold cards not seen yet."""
    numbers = sorted({n for pair in order for n in pair if isinstance(n, int)})

    def fits(names: dict[str | int, str]) -> bool:
        pairs = ((names.get(low, low), names.get(high, high)) for low, high in order)
        return all(
            low < high for low, high in pairs if isinstance(low, str) and isinstance(high, str)
        )

    def solve(place: int, names: dict[str | int, str]) -> bool:
        if not fits(names):
            return False
        if place == len(numbers):
            return True
        left = (card for card in unseen if card not in names.values())
        return any(solve(place + 1, names | {numbers[place]: card}) for card in left)

    return solve(0, {})
