"""Reading a position from JSON (section 8): every field's form, then whether all fit together."""

from __future__ import annotations

from typing import Any

from eminence.core.errors import NotVisibleError
from eminence.core.jsonfields import Field
from eminence.core.louis14.cards import Cards
from eminence.core.louis14.conservation import check_components
from eminence.core.louis14.court import (
    CHIPS,
    INFLUENCE_CARDS,
    MOST_CHIPS,
    NEUTRAL_ON_COURT,
    SHIELD_KINDS,
    SHIELDS_OF_A_KIND,
    TILE_NUMBERS,
    whole_influence_deck,
    whole_shields,
)
from eminence.core.louis14.draws import KIND_OF_DRAW
from eminence.core.louis14.jsonform import GAME
from eminence.core.louis14.position import (
    DECKS,
    HIDDEN,
    MARKERS,
    NEUTRAL,
    PHASES,
    ROUNDS,
    Counts,
    Most,
    Position,
    Returned,
    Seat,
    Step,
    Tile,
    card_key,
    hidden_form,
)
from eminence.core.louis14.stops import check_stop

MOST_GOLD = 999
MOST_SHIELDS = sum(whole_shields().values())
MOST_OF_A_CARD = max(whole_influence_deck().values())
MOST_OWED = 999

DECISIONS = (
    *KIND_OF_DRAW,
    *("gold2", "trade", "start_place", "turn", "four", "end_place"),
    *("intrigue", "tie", "bribe", "conde", "maintenon"),
    *("missions", "deck", "exchange", "keep"),
)
KEYS = (
    *("game", "players", "round", "phase", "decision", "to_move", "start", "louis", "step"),
    *("tiles", "seats", "influence_deck", "centre", "intrigue_deck", "mission_decks"),
    *("shield_bag", "gold_cards", "scores"),
)
SEAT_KEYS = (
    *("gold", "personal", "general", "chips", "influence", "intrigue", "missions"),
    *("known_intrigue", "known_missions", "played", "shields", "blank", "bonus", "used"),
)


def read(obj: Any, players: int, cards: Cards, viewer: int | None = None) -> Position:
    """Return the position of a full state, or (``viewer``) of that seat's observation.

    Raises `NotationError` naming the faulty field, `NotVisibleError` where an observation names
    what its seat may not know.
    """
    root = "state" if viewer is None else "observation"
    position = _Reader(players, cards, viewer).position(Field(obj, root))
    check_components(position, root)
    check_stop(position, root)
    return position


class _Reader:
    """Reads the fields, each by itself."""

    def __init__(self, players: int, cards: Cards, viewer: int | None) -> None:
        self.players = players
        self.cards = cards
        self.viewer = viewer
        self.seats = range(players)
        self.shown = False
        self.missions = [mission.id for mission in cards.missions]

    def position(self, field: Field) -> Position:
        fields = field.members(KEYS)
        fields["game"].one_of([GAME])
        fields["players"].one_of([self.players])
        phase = fields["phase"].one_of(PHASES)
        decision = fields["decision"].one_of((None, *DECISIONS))
        self.shown = phase == "end" and decision is None and fields["scores"].value is not None
        intrigue = fields["intrigue_deck"].members(("top", "bottom"))
        missions = {
            deck: part.members(("top", "bottom"))
            for deck, part in fields["mission_decks"].members(DECKS).items()
        }
        return Position(
            cards=self.cards,
            viewer=self.viewer,
            round=fields["round"].whole(1, ROUNDS),
            phase=phase,
            decision=decision,
            to_move=fields["to_move"].one_of((None, "chance", *self.seats)),
            start=fields["start"].one_of((None, *self.seats)),
            louis=fields["louis"].one_of((None, 1, 2, 3, 4)),
            step=self.step(fields["step"]),
            tiles=[self.tile(tile) for tile in fields["tiles"].items(len(TILE_NUMBERS))],
            seats=[
                self.seat(number, seat)
                for number, seat in enumerate(fields["seats"].items(self.players))
            ],
            influence_deck=self.deck(fields["influence_deck"], INFLUENCE_CARDS, MOST_OF_A_CARD),
            centre=fields["centre"].counts(INFLUENCE_CARDS, MOST_OF_A_CARD),
            intrigue_top=self.intrigue_top(intrigue["top"]),
            intrigue_bottom=[str(card.one_of(TILE_NUMBERS)) for card in intrigue["bottom"].items()],
            mission_tops={d: self.mission_top(d, missions[d]["top"]) for d in DECKS},
            mission_bottoms={
                d: [self.returned(d, card) for card in missions[d]["bottom"].items()] for d in DECKS
            },
            shield_bag=self.deck(fields["shield_bag"], SHIELD_KINDS, SHIELDS_OF_A_KIND),
            gold_cards=_ascending(fields["gold_cards"], [card.id for card in self.cards.gold]),
            scores=self.scores(fields["scores"]),
        )

    def step(self, field: Field) -> Step:
        keys = ("for", "owed", "tile", "most", "aside", "mission", "card")
        fields = field.members(keys)
        aside, most = fields["aside"], fields["most"]
        who: tuple[Most, ...] = (None, NEUTRAL, *self.seats)
        return Step(
            drawer=fields["for"].one_of((None, *self.seats)),
            owed=fields["owed"].whole(0, MOST_OWED),
            tile=fields["tile"].one_of((None, *TILE_NUMBERS)),
            most=most.one_of(who),
            aside=None if aside.value is None else self.markers(aside),
            mission=fields["mission"].one_of((None, *self.missions)),
            card=fields["card"].one_of((None, *INFLUENCE_CARDS, *DECKS)),
        )

    def markers(self, field: Field) -> list[int]:
        return [item.whole(0, MARKERS) for item in field.items(self.players)]

    def tile(self, field: Field) -> Tile:
        fields = field.members(("side", "markers", "neutral"))
        return Tile(
            side=fields["side"].one_of(("front", "back")),
            markers=self.markers(fields["markers"]),
            neutral=fields["neutral"].whole(0, NEUTRAL_ON_COURT if self.players == 2 else 0),
        )

    def seat(self, number: int, field: Field) -> Seat:
        fields = field.members(SEAT_KEYS)
        seat = Seat(
            gold=fields["gold"].whole(0, MOST_GOLD),
            personal=fields["personal"].whole(0, MARKERS),
            general=fields["general"].whole(0, MARKERS),
            chips=fields["chips"].counts(CHIPS, MOST_CHIPS),
            influence=self.hand(fields["influence"], (*INFLUENCE_CARDS, HIDDEN)),
            intrigue=self.intrigue_hand(fields["intrigue"]),
            missions=self.hand(fields["missions"], [*self.missions, *map(hidden_form, DECKS)]),
            known_intrigue=self.intrigue_hand(fields["known_intrigue"]),
            known_missions={
                mission: knower.one_of(self.seats)
                for mission, knower in fields["known_missions"].pairs().items()
            },
            played=_ascending(fields["played"], self.missions),
            shields=self.shields(fields["shields"]),
            blank=fields["blank"].whole(0, MOST_OWED),
            bonus=fields["bonus"].whole(0, len(SHIELD_KINDS)),
            used=_ascending(fields["used"], self.missions),
        )
        self.check_known(seat, number, fields)
        self.check_sight(seat, number, fields)
        return seat

    def hand(self, field: Field, cards: Any) -> list[str]:
        hand = [item.one_of(cards) for item in field.items()]
        if hand != sorted(hand, key=card_key):
            field.fail("is not in order")
        return hand

    def intrigue_hand(self, field: Field) -> list[str]:
        options: tuple[int | str, ...] = (*TILE_NUMBERS, HIDDEN)
        hand = [str(item.one_of(options)) for item in field.items()]
        if hand != sorted(hand, key=card_key):
            field.fail("is not in order")
        return hand

    def shields(self, field: Field) -> Counts:
        return field.counts((*SHIELD_KINDS, HIDDEN), MOST_SHIELDS)

    def check_known(self, seat: Seat, number: int, fields: dict[str, Field]) -> None:
        """What others know of a hand is in that hand."""
        if len(set(seat.known_intrigue)) < len(seat.known_intrigue):
            fields["known_intrigue"].fail("names a card twice")
        if not set(seat.known_intrigue) <= set(seat.intrigue) - {HIDDEN}:
            fields["known_intrigue"].fail("names a card that is not in hand")
        for mission, knower in seat.known_missions.items():
            if mission not in seat.missions or mission not in self.missions:
                fields["known_missions"].fail(f"{mission!r} is not in hand")
            if knower == number:
                fields["known_missions"].fail(f"{mission!r} has its owner as the other knower")

    def check_sight(self, seat: Seat, number: int, fields: dict[str, Field]) -> None:
        """Hidden is what the viewer may not know, and nothing else."""
        own = self.viewer is None or number == self.viewer
        hands = {"influence": seat.influence, "intrigue": seat.intrigue, "missions": seat.missions}
        hidden = {name: [card for card in hand if HIDDEN in card] for name, hand in hands.items()}
        hidden["shields"] = [kind for kind in seat.shields if kind == HIDDEN]
        if own or self.shown:
            for name, cards in hidden.items():
                if cards:
                    fields[name].fail("has something hidden, but all is known here")
        if not own and any(knower != self.viewer for knower in seat.known_missions.values()):
            raise _not_visible(fields["known_missions"], "what other seats know")
        if not own and not self.shown:
            self.check_other(seat, fields)

    def check_other(self, seat: Seat, fields: dict[str, Field]) -> None:
        """Another seat's hand, before the end, names only what the viewer tracks."""
        named = {
            "influence": [c for c in seat.influence if c != HIDDEN],
            "shields": [k for k in seat.shields if k != HIDDEN],
            "intrigue": [c for c in seat.intrigue if c not in (HIDDEN, *seat.known_intrigue)],
            "missions": [
                m for m in seat.missions if HIDDEN not in m if m not in seat.known_missions
            ],
        }
        for name, cards in named.items():
            if cards:
                raise _not_visible(fields[name], f"{cards[0]} in another hand")

    def deck(self, field: Field, kinds: Any, most: int) -> Counts:
        if self.viewer is None:
            return field.counts(kinds, most)
        size = field.whole(0, MOST_SHIELDS)
        return {HIDDEN: size} if size else {}

    def intrigue_top(self, field: Field) -> list[str]:
        if self.viewer is not None:
            return [HIDDEN] * field.whole(0, len(TILE_NUMBERS))
        hand = self.intrigue_hand(field)
        if HIDDEN in hand:
            field.fail("has something hidden, but all is known here")
        return hand

    def mission_top(self, deck: str, field: Field) -> list[str]:
        if self.viewer is not None:
            return [deck + HIDDEN] * field.whole(0, len(self.missions))
        return _ascending(field, [mission for mission in self.missions if mission[0] == deck])

    def returned(self, deck: str, field: Field) -> Returned:
        fields = field.members(("id", "by"))
        by = fields["by"].one_of(self.seats)
        named = self.viewer is None or by == self.viewer
        missions = [mission for mission in self.missions if mission[0] == deck]
        if not named and fields["id"].value in missions:
            raise _not_visible(fields["id"], "a mission that another seat returned")
        return Returned(fields["id"].one_of(missions if named else [deck + HIDDEN]), by)

    def scores(self, field: Field) -> list[int] | None:
        if field.value is None:
            return None
        return [item.whole(0, 1000) for item in field.items(self.players)]


def _ascending(field: Field, options: list[str]) -> list[str]:
    """Return a list of different options, in order."""
    found = [item.one_of(options) for item in field.items()]
    if found != sorted(set(found)):
        field.fail("is not in ascending order, each once")
    return found


def _not_visible(field: Field, what: str) -> NotVisibleError:
    return NotVisibleError(f"{field.path}: this seat may not know {what}")
