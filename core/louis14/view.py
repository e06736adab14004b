"""What one seat knows: its information set, driven by the same rules (sections 7 and 8).

The seat's position is played on like any other, with hidden cards in it. A question that the
seat cannot see, `intrigue` of another seat, is passed over as if answered ``none``; the
positions at such questions are kept until the next event, which may tell that a card was played.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Self

from eminence.core.errors import IllegalMoveError, ImpossibleError, NotVisibleError
from eminence.core.events import CHANCE
from eminence.core.game import Json, Random, ToMove
from eminence.core.louis14 import course, draws, jsonform, notation
from eminence.core.louis14.conservation import (
    all_shields,
    influence_cards,
    intrigue_cards,
    mission_cards,
    unseen,
)
from eminence.core.louis14.court import (
    INFLUENCE_CARDS,
    SHIELD_KINDS,
    TILE_NUMBERS,
    whole_influence_deck,
    whole_shields,
)
from eminence.core.louis14.position import (
    DECKS,
    HIDDEN,
    Position,
    hidden_form,
)
from eminence.core.louis14.sampling import complete
from eminence.core.louis14.worlds import FREE, DeckWorlds, Slot, World
from eminence.core.refusals import told
from eminence.core.seam import Information, check_author


class SeatInformation(Information[Position]):
    """The information set of one seat."""

    def __init__(
        self, position: Position, missions: dict[str, DeckWorlds], passed: list[Position]
    ) -> None:
        """Keep the position as the seat knows it and where the hidden missions may be."""
        assert position.viewer is not None
        self.viewer = position.viewer
        self.position = position
        self.missions = missions
        self._passed = passed

    @classmethod
    def of(cls, position: Position) -> Self:
        """Return what a seat knows that sees a position and nothing of its history."""
        information = cls(position, {d: _deck_worlds(position, d) for d in DECKS}, [])
        information._pass_over()
        return information

    @property
    def to_move(self) -> ToMove:
        """Who must act, as far as the seat can know."""
        return self.position.to_move

    @property
    def decision(self) -> str | None:
        """The name of the stop, as far as the seat can know."""
        return self.position.decision

    def legal_moves(self) -> list[str]:
        """Return the seat's own legal moves."""
        return course.legal_moves(self.position) if self.to_move == self.viewer else []

    def observation(self) -> Json:
        """Return the position as JSON as far as the seat knows it."""
        return jsonform.to_json(self.position)

    def sample(self, rng: Random) -> Position:
        """Draw a full position."""
        return complete(self.position, self.missions, rng)

    def copy(self) -> Self:
        """Return an independent copy."""
        missions = {deck: worlds.copy() for deck, worlds in self.missions.items()}
        return type(self)(self.position.copy(), missions, list(self._passed))

    def take_in(self, author: int, token: str) -> None:
        """Take in an event: visible, then allowed, then possible."""
        notation.check(token)
        self._check_visible(author, token)
        if author not in (CHANCE, self.viewer) and notation.intrigue_of(token):
            self._go_back(author, token)
        else:
            check_author(self.to_move, author, token)
            if author == CHANCE:
                self._check_outcome(token)
            elif author == self.viewer:
                self._check_allowed(token, self.legal_moves())
            else:
                self._check_other(author, token)
        self._follow_missions(author, token)
        self._passed = []
        course.apply(self.position, token)
        self._pass_over()

    def _pass_over(self) -> None:
        """Pass over questions to other seats that this one cannot see."""
        p = self.position
        while p.decision == "intrigue" and p.to_move != self.viewer:
            self._passed.append(p.copy())
            course.apply(p, f"{p.step.tile}:none")

    def _go_back(self, author: int, token: str) -> None:
        """Another seat plays an intrigue card: go back to the question passed over."""
        tile, card = notation.intrigue_of(token) or (0, ""), notation.card_shown(token)
        point = next((p for p in self._passed if p.step.tile == tile[0]), None)
        if point is None or not point.seats[author].intrigue:
            raise IllegalMoveError(f"{token!r}: seat {author} cannot be asked for that card now")
        point = point.copy()
        point.to_move = author
        self._check_allowed(token, course.legal_moves(point))
        hand = point.seats[author].intrigue
        if card not in hand and (HIDDEN not in hand or card not in _unseen_intrigue(point)):
            raise ImpossibleError(f"{token!r}: seat {author} cannot hold intrigue card {card}")
        self.position = point

    def _check_visible(self, author: int, token: str) -> None:
        """Refuse what tells the seat more than it may know."""
        p = self.position
        if author == self.viewer:
            return
        if author != CHANCE:
            if notation.is_move(token) and notation.hidden_move(token) != token:
                raise NotVisibleError(f"{token!r} of seat {author} is not seen by others so")
            return
        drawer = p.step.drawer
        if drawer in (None, self.viewer) or not notation.is_outcome(token):
            return
        if notation.hidden_outcome(token) != token:
            raise NotVisibleError(
                f"{token!r}: seat {self.viewer} may not see seat {drawer}'s draws"
            )

    def _check_outcome(self, token: str) -> None:
        """Check an outcome: what kind is due, who sees it, whether it can have come."""
        p, kind = self.position, draws.KIND_OF_DRAW[self.position.decision or ""]
        deck = draws.deck_of_draw(p) if kind == "mission" else ""
        if p.step.drawer not in (None, self.viewer):
            self._check_allowed(token, [f"{kind} {deck}{HIDDEN}"])
            return
        self._check_allowed(token, [f"{kind} {what}" for what in _kinds(p, kind, deck)])
        what = notation.drawn(token)
        possible: Sequence[str] = [what]
        if kind == "gold":
            possible = p.gold_cards
        elif kind == "influence":
            possible = _unseen_influence(p)
        elif kind == "shield":
            possible = unseen(all_shields(p), Counter(whole_shields()).elements())
        elif kind == "intrigue":
            possible = _unseen_intrigue(p) if p.intrigue_top else p.intrigue_bottom[:1]
        if what not in possible:
            raise ImpossibleError(f"{token!r}: that one cannot be drawn, it is known elsewhere")

    def _check_other(self, author: int, token: str) -> None:
        """Check another seat's move: allowed with some hand, and possible with what is left."""
        card = notation.card_shown(token)
        supposed = self.position.copy()
        seat = supposed.seats[author]
        backs = list(map(hidden_form, seat.missions))
        seat.missions = backs if self.decision == "exchange" else []
        seat.influence = []
        if self.decision == "missions" and card and hidden_form(card) in backs:
            seat.missions = [card]
        elif self.decision == "turn" and card in INFLUENCE_CARDS:
            seat.influence = [card]
        self._check_allowed(token, course.legal_moves(supposed))
        if seat.influence and card not in _unseen_influence(self.position):
            raise ImpossibleError(f"{token!r}: every influence card {card} is known elsewhere")

    def _check_allowed(self, token: str, allowed: list[str]) -> None:
        if token not in allowed:
            raise IllegalMoveError(
                f"{token!r} is not possible at {self.decision}; {told(allowed, token)}"
            )

    def _follow_missions(self, author: int, token: str) -> None:
        """Keep track of where missions may be."""
        p = self.position
        if author == CHANCE:
            if p.decision == "draw_mission":
                card = notation.drawn(token)
                if p.actor == self.viewer:
                    self.missions[card[0]].draw_seen(card)
                else:
                    self.missions[card[0]].draw_hidden(p.actor)
            return
        returned = notation.missions_returned(token)
        for deck in dict.fromkeys(card[0] for card in returned):
            cards = [card for card in returned if card[0] == deck]
            if author == self.viewer:
                self.missions[deck].return_seen(cards, author)
            else:
                self.missions[deck].return_hidden(author, len(cards))
        shown = notation.card_shown(token)
        if p.decision == "missions" and shown and author != self.viewer:
            self.missions[shown[0]].show(author, shown)


def _deck_worlds(p: Position, deck: str) -> DeckWorlds:
    """Return where the missions of a deck may be, by the position alone."""
    hands = [
        []
        if number == p.viewer
        else [_slot(m, seat.known_missions) for m in seat.missions if m[0] == deck]
        for number, seat in enumerate(p.seats)
    ]
    bottom = [
        Slot(FREE if HIDDEN in card.id else card.id, card.by) for card in p.mission_bottoms[deck]
    ]
    whole = [mission.id for mission in p.cards.missions if mission.deck == deck]
    return DeckWorlds(
        World(tuple(map(tuple, hands)), tuple(bottom)),
        unseen(mission_cards(p, deck), whole),
        len(p.mission_tops[deck]),
    )


def _slot(mission: str, known: dict[str, int]) -> Slot:
    return Slot(FREE if HIDDEN in mission else mission, known.get(mission))


def _kinds(p: Position, kind: str, deck: str) -> Iterable[object]:
    """Return what the outcomes of a kind may name at all, by what is public."""
    if kind == "mission":
        return [mission.id for mission in p.cards.missions if mission.deck == deck]
    kinds: dict[str, Iterable[object]] = {
        "start": range(p.players),
        "gold": [card.id for card in p.cards.gold],
        "influence": INFLUENCE_CARDS,
        "intrigue": TILE_NUMBERS,
        "shield": SHIELD_KINDS,
    }
    return kinds[kind]


def _unseen_influence(p: Position) -> list[str]:
    return unseen(influence_cards(p), Counter(whole_influence_deck()).elements())


def _unseen_intrigue(p: Position) -> list[str]:
    return unseen(intrigue_cards(p), map(str, TILE_NUMBERS))
