"""The data of a position, as section 8 of the contract writes it down, and nothing else.

A full position names every card. In the position of a seat's view (`viewer` is that seat) a
card that the seat does not know is `HIDDEN`, a mission ``"L?"``, ``"M?"`` or ``"D?"``; the same
rules then play on: whoever takes a card that is not there by name takes a hidden one.
"""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from eminence.core.game import ToMove
from eminence.core.louis14.cards import Cards, Mission, TileSide
from eminence.core.louis14.court import TILE_NUMBERS, whole_influence_deck, whole_shields

HIDDEN = "?"
NEUTRAL: Literal["neutral"] = "neutral"
DECKS = "LMD"
"""The mission decks in the order in which `draw L`, `draw M`, `draw D` are listed."""
ROUNDS = 4
MARKERS = 16
START_GOLD = 5
PHASES = ("setup", "resources", "influence", "scoring", "missions", "end")

Counts = dict[str, int]
"""How many of each kind, only kinds that are there."""
Most = int | Literal["neutral"] | None


class Returned(NamedTuple):
    """A mission at the bottom of its deck, and who returned it."""

    id: str
    by: int


@dataclass(slots=True)
class Tile:
    """A court tile: the side that lies up, and the markers on it."""

    markers: list[int]
    side: str = "front"
    neutral: int = 0


@dataclass(slots=True)
class Seat:
    """What lies before a player or in its hand."""

    gold: int = START_GOLD
    personal: int = MARKERS
    general: int = 0
    chips: Counts = field(default_factory=dict)
    influence: list[str] = field(default_factory=list)
    intrigue: list[str] = field(default_factory=list)
    missions: list[str] = field(default_factory=list)
    known_intrigue: list[str] = field(default_factory=list)
    known_missions: dict[str, int] = field(default_factory=dict)
    played: list[str] = field(default_factory=list)
    shields: Counts = field(default_factory=dict)
    blank: int = 0
    bonus: int = 0
    used: list[str] = field(default_factory=list)

    @property
    def has_marker(self) -> bool:
        """Whether there is a marker in either supply."""
        return self.personal + self.general > 0

    def recall(self, most: int) -> None:
        """Move up to so many markers from general to personal supply."""
        moved = min(most, self.general)
        self.general -= moved
        self.personal += moved

    def spend(self, markers: int) -> None:
        """Take markers from general supply, the rest from personal supply ("Supplies")."""
        from_general = min(markers, self.general)
        self.general -= from_general
        self.personal -= markers - from_general

    def copy(self) -> Seat:
        """Return an independent copy."""
        twin = copy(self)
        for name in _SEAT_CONTAINERS:
            setattr(twin, name, copy(getattr(self, name)))
        return twin


_SEAT_CONTAINERS = (
    "chips",
    "influence",
    "intrigue",
    "missions",
    "known_intrigue",
    "known_missions",
    "played",
    "shields",
    "used",
)


@dataclass(slots=True)
class Step:
    """What is going on inside a phase; `drawer` is the JSON's `for`."""

    drawer: int | None = None
    owed: int = 0
    tile: int | None = None
    most: Most = None
    aside: list[int] | None = None
    mission: str | None = None
    card: str | None = None


@dataclass(slots=True)
class Position:
    """A position at a stop, or between two stops while the rules are at work."""

    cards: Cards
    seats: list[Seat]
    tiles: list[Tile]
    influence_deck: Counts
    intrigue_top: list[str]
    mission_tops: dict[str, list[str]]
    shield_bag: Counts
    gold_cards: list[str]
    intrigue_bottom: list[str] = field(default_factory=list)
    mission_bottoms: dict[str, list[Returned]] = field(
        default_factory=lambda: {deck: [] for deck in DECKS}
    )
    centre: Counts = field(default_factory=dict)
    viewer: int | None = None
    round: int = 1
    phase: str = "setup"
    decision: str | None = None
    to_move: ToMove = None
    start: int | None = None
    louis: int | None = None
    step: Step = field(default_factory=Step)
    scores: list[int] | None = None

    @property
    def players(self) -> int:
        """The number of players."""
        return len(self.seats)

    @property
    def play_order(self) -> list[int]:
        """The seats from the start player, clockwise."""
        first = self.start or 0
        return [(first + i) % self.players for i in range(self.players)]

    @property
    def actor(self) -> int:
        """The seat that decides or draws at this stop."""
        seat = self.step.drawer if self.to_move == "chance" else self.to_move
        assert isinstance(seat, int)
        return seat

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.phase == "end" and self.decision is None

    def tile(self, number: int) -> Tile:
        """Return a court tile by its number."""
        return self.tiles[number - 1]

    def up(self, number: int) -> TileSide:
        """Return what is printed on the side that lies up."""
        front, back = self.cards.tiles[number - 1]
        return front if self.tile(number).side == "front" else back

    def mission(self, mission_id: str) -> Mission:
        """Return a mission card by its code."""
        return next(m for m in self.cards.missions if m.id == mission_id)

    def has_played(self, seat: int, effect: str) -> list[str]:
        """Return the seat's played missions of that effect, ascending."""
        return [m for m in self.seats[seat].played if self.mission(m).effect == effect]

    def unused(self, seat: int, effect: str) -> str | None:
        """Return the first mission of that effect not used up in this round."""
        used = self.seats[seat].used
        return next((m for m in self.has_played(seat, effect) if m not in used), None)

    def ask(
        self,
        seat: int,
        decision: str,
        *,
        mission: str | None = None,
        owed: int = 0,
        card: str | None = None,
    ) -> None:
        """Stop at a seat's decision."""
        self.to_move, self.decision = seat, decision
        self._set_step(None, owed, mission, card)

    def await_chance(
        self,
        decision: str,
        drawer: int | None = None,
        *,
        owed: int = 0,
        mission: str | None = None,
        card: str | None = None,
    ) -> None:
        """Stop at a chance outcome: a draw of a seat, or (None) something turned up for all."""
        self.to_move, self.decision = "chance", decision
        self._set_step(drawer, owed, mission, card)

    def end_phase(self, following: str) -> None:
        """Go on to the beginning of another phase."""
        self.phase, self.decision, self.to_move = following, None, None
        self.step = Step()

    def _set_step(
        self, drawer: int | None, owed: int, mission: str | None, card: str | None
    ) -> None:
        step = self.step
        step.drawer, step.owed, step.mission, step.card = drawer, owed, mission, card

    def copy(self) -> Position:
        """Return an independent copy."""
        twin = copy(self)
        twin.seats = [seat.copy() for seat in self.seats]
        twin.tiles = [Tile(list(t.markers), t.side, t.neutral) for t in self.tiles]
        twin.influence_deck = dict(self.influence_deck)
        twin.intrigue_top = list(self.intrigue_top)
        twin.intrigue_bottom = list(self.intrigue_bottom)
        twin.mission_tops = {d: list(top) for d, top in self.mission_tops.items()}
        twin.mission_bottoms = {d: list(b) for d, b in self.mission_bottoms.items()}
        twin.shield_bag = dict(self.shield_bag)
        twin.gold_cards = list(self.gold_cards)
        twin.centre = dict(self.centre)
        twin.step = copy(self.step)
        twin.step.aside = copy(self.step.aside)
        twin.scores = copy(self.scores)
        return twin


def new_position(players: int, cards: Cards) -> Position:
    """Return the position before anything has happened, at `start` (section 2)."""
    position = Position(
        cards=cards,
        seats=[Seat() for _ in range(players)],
        tiles=[Tile([0] * players) for _ in TILE_NUMBERS],
        influence_deck=whole_influence_deck(),
        intrigue_top=[str(tile) for tile in TILE_NUMBERS],
        mission_tops={d: [m.id for m in cards.missions if m.deck == d] for d in DECKS},
        shield_bag=whole_shields(),
        gold_cards=[card.id for card in cards.gold],
    )
    position.await_chance("start")
    return position


def hidden_form(card: str) -> str:
    """Return how a card looks to those who may not see it; the backs of missions differ."""
    return card[0] + HIDDEN if card[0] in DECKS else HIDDEN


def card_key(card: str) -> tuple[int, str]:
    """Order cards as the contract does: 1 … 12, J, hidden; missions and shields by name."""
    number = int(card) if card.isdigit() else 99 if card != HIDDEN else 100
    return number, card


def put(cards: list[str], card: str) -> None:
    """Add a card to a sorted hand."""
    cards.append(card)
    cards.sort(key=card_key)


def take(cards: list[str], card: str) -> None:
    """Take a card from a hand; one that is not there by name is among the hidden ones."""
    cards.remove(card if card in cards else hidden_form(card))


def add(counts: Counts, kinds: Iterable[str]) -> None:
    """Count some more."""
    for kind in kinds:
        counts[kind] = counts.get(kind, 0) + 1


def subtract(counts: Counts, kind: str) -> None:
    """Count one less; one that is not there by name is among the hidden ones."""
    key = kind if kind in counts else HIDDEN
    counts[key] -= 1
    if not counts[key]:
        del counts[key]
