"""Deals: all that is random in a game, keyed (docs/strength.md, "Deals").

Every draw follows from (run seed, rules, deal, stream, index). The streams are ``setup`` and
``table`` for what all may see, ``draw/<seat>`` for what one seat alone sees and ``bot/<seat>``
for a seat's own dice. So a seat that draws one card more does not shift another seat's cards,
and the games of a block differ by nothing but who sits where.

Each drawing stream has its own random order of a deck's physical cards; a draw takes the first
card of that order which is still in the deck. Given the past, the cards still in the deck stand
in an order that is uniform, so this is exactly the law of one shuffled deck. Nothing here knows
a game: decks are made out from the outcomes that a state offers.
"""

from __future__ import annotations

import hashlib
from bisect import bisect
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import accumulate

from eminence.core.game import State

Weights = Sequence[tuple[str, int]]
"""Outcomes and the number of physical cards behind each, as `State.chance_weights` has them."""

Card = tuple[str, int]
"""A physical card: its outcome, and which of the copies of that outcome it is."""

MAX_DECK = 4096
"""Cards up to which a deck is put in an order; beyond it each draw is a fresh one."""

_PRIORITIES = 8
"""Numbers that one hash gives."""


@dataclass(frozen=True, slots=True)
class Deal:
    """One deal of a run; the same for all games of its block."""

    run_seed: int
    rules: str
    """The game and its number of players, such as ``louis14/4``."""
    number: int

    def key(self, *path: int | str) -> bytes:
        """Return the hash of a stream, or of one use of it."""
        text = "/".join(map(str, (self.run_seed, self.rules, self.number, *path)))
        return hashlib.blake2b(text.encode(), digest_size=32).digest()

    def bot_seed(self, seat: int, index: int | None = None) -> int:
        """Return a bot's seed for a game, or for one of its decisions there.

        It belongs to the seat, whichever bot sits there.
        """
        path = () if index is None else (index,)
        return int.from_bytes(self.key("bot", seat, *path)[:8])

    def chance(self) -> Chance:
        """Return chance for one game of this deal."""
        return Chance(self)


@dataclass(slots=True)
class _Order:
    """A stream's order of a deck's cards, the next card last."""

    age: int
    cards: list[Card]


@dataclass(slots=True)
class _Deck:
    """The physical cards that are in a deck, as far as the draws have shown."""

    inside: dict[str, list[int]] = field(default_factory=dict)
    age: int = 0
    """How often cards have come in; orders of another age are void."""
    orders: dict[str, _Order] = field(default_factory=dict)

    def sync(self, weights: Weights) -> None:
        """Take note of what happened to the deck since the last draw.

        Cards that came in mean that it was shuffled. Of cards that went out otherwise, it does
        not matter which copy went, as long as no order has a say in that.
        """
        inside = self.inside
        if any(count > len(inside.get(token, ())) for token, count in weights):
            self.inside = {token: list(range(count)) for token, count in weights}
            self.age += 1
            return
        counts = dict(weights)
        for token, copies in inside.items():
            del copies[counts.get(token, 0) :]

    def cards(self) -> list[Card]:
        """Return the cards inside."""
        return [(token, copy) for token, copies in self.inside.items() for copy in copies]

    def take_first(self, order: _Order) -> str:
        """Take out the first card of an order that is still inside; return its outcome."""
        while True:
            token, copy = order.cards.pop()
            copies = self.inside.get(token, [])
            if copy in copies:
                copies.remove(copy)
                return token


class Chance:
    """Says what chance does in one game."""

    def __init__(self, deal: Deal) -> None:
        """Begin a game of that deal."""
        self._deal = deal
        self._decks: dict[tuple[str, str], _Deck] = {}
        self._used: dict[tuple[str, str, int], int] = {}
        self._moved = False
        self._chapter = 0
        self._open = False

    def moved(self) -> None:
        """Take note that a seat has moved: set-up is over."""
        self._moved = True
        self._open = False

    def play(self, state: State) -> None:
        """Let chance happen until a seat is to move or the game is over."""
        while state.to_move == "chance":
            state.apply(
                self.outcome(state.chance_weights(), state.decision or "", state.chance_for)
            )

    def outcome(self, weights: Weights, decision: str, seat: int | None) -> str:
        """Return what happens where these outcomes are possible, for a seat's eyes or for all's."""
        stream = self._stream(seat)
        if len(weights) == 1:
            return weights[0][0]
        if sum(weight for _, weight in weights) > MAX_DECK:
            return self._pick(weights, stream, decision)
        deck = self._deck(weights, decision)
        deck.sync(weights)
        order = deck.orders.get(stream)
        if order is None or order.age != deck.age:
            order = _Order(deck.age, self._shuffled(deck.cards(), stream, decision))
            deck.orders[stream] = order
        return deck.take_first(order)

    def _stream(self, seat: int | None) -> str:
        """Return the stream that draws.

        A run of open draws, such as a round's event card, begins a chapter. Orders are counted
        by chapter, so that a seat's extra shuffle in one does not shift its cards in the next.
        """
        if seat is not None:
            self._open = False
            return f"draw/{seat}"
        if not self._open:
            self._open = True
            self._chapter += 1
        return "table" if self._moved else "setup"

    def _deck(self, weights: Weights, decision: str) -> _Deck:
        """Return the deck of that decision which has had one of these cards, or a new one."""
        known = (self._decks.get((decision, token)) for token, _ in weights)
        deck = next((deck for deck in known if deck is not None), None) or _Deck()
        for token, _ in weights:
            self._decks.setdefault((decision, token), deck)
        return deck

    def _fresh_key(self, stream: str, decision: str) -> bytes:
        """Return a key that was not used before in this game."""
        place = (stream, decision, self._chapter)
        index = self._used.get(place, 0)
        self._used[place] = index + 1
        return self._deal.key(stream, decision, self._chapter, index)

    def _shuffled(self, cards: list[Card], stream: str, decision: str) -> list[Card]:
        """Return cards in a random order, in which any two stand alike whatever else is there."""
        key = self._fresh_key(stream, decision)
        blocks: dict[tuple[str, int], bytes] = {}

        def priority(card: Card) -> tuple[bytes, Card]:
            token, copy = card
            block, place = divmod(copy, _PRIORITIES)
            digest = blocks.get((token, block))
            if digest is None:
                text = f"{block}/{token}".encode()
                digest = blocks[token, block] = hashlib.blake2b(text, key=key).digest()
            return digest[8 * place : 8 * place + 8], card

        return sorted(cards, key=priority)

    def _pick(self, weights: Weights, stream: str, decision: str) -> str:
        """Return an outcome by its weight alone."""
        key = self._fresh_key(stream, decision)
        ends = list(accumulate(weight for _, weight in weights))
        return weights[bisect(ends, int.from_bytes(key) % ends[-1])][0]
