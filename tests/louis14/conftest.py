"""Positions of Louis XIV, and a table to play them on.

The tests of the rules were written from the contract alone, without a look at the engines. They
build a position as JSON with `Board`, play it on a `Table`, and look at the JSON that comes out.
Every single step on a table also checks the laws: nothing gets lost, and a state can be resumed.
"""

from __future__ import annotations

from collections import Counter

import pytest

from eminence.core.game import load

KINDS = [*map(str, range(1, 13)), "J"]
CHIPS = "SLRHC"
SHIELDS = "abcdef"
NO_STEP = {
    "for": None, "owed": 0, "tile": None, "most": None, "aside": None, "mission": None,
    "card": None,
}  # fmt: skip
GOLD_CARD_OF = {1: "G1", 2: "G3", 3: "G5", 4: "G7"}


def deck_cards(deck):
    return [card["id"] if isinstance(card, dict) else card for card in deck["top"] + deck["bottom"]]


def check_laws(state):
    """Assert that nothing is lost and that the state can be resumed from its JSON."""
    json = state.to_json()
    again = state.game.from_json(json)
    assert again.to_json() == json
    assert again.legal_moves() == state.legal_moves()
    assert again.chance_outcomes() == state.chance_outcomes()
    assert (again.to_move, again.decision) == (state.to_move, state.decision)
    assert (json["to_move"], json["decision"]) == (state.to_move, state.decision)
    seats, aside = json["seats"], json["step"]["aside"] or [0] * json["players"]
    for i, seat in enumerate(seats):
        court = sum(tile["markers"][i] for tile in json["tiles"])
        assert seat["personal"] + seat["general"] + court + aside[i] == 16, f"markers of seat {i}"
    influence = Counter(json["influence_deck"]) + Counter(json["centre"])
    intrigue = deck_cards(json["intrigue_deck"])
    missions = [c for deck in json["mission_decks"].values() for c in deck_cards(deck)]
    shields = Counter(json["shield_bag"])
    for seat in seats:
        influence += Counter(seat["influence"])
        intrigue += seat["intrigue"]
        missions += seat["missions"] + seat["played"]
        shields += Counter(seat["shields"])
    assert influence == Counter({**dict.fromkeys(KINDS[:12], 2), "J": 6})
    assert sorted(intrigue) == list(range(1, 13))
    assert len(set(missions)) == len(missions) == 40
    assert shields == Counter(dict.fromkeys(SHIELDS, 10))
    if state.to_move == "chance":
        assert state.legal_moves() == []
        assert sum(p for _, p in state.chance_outcomes()) == pytest.approx(1)
    elif state.to_move is not None:
        moves = state.legal_moves()
        assert moves and len(set(moves)) == len(moves)
        assert state.chance_outcomes() == []


class Table:
    """A state being played, with shorthands for what the tests look at."""

    def __init__(self, state):
        self.state = state
        check_laws(state)

    def go(self, *tokens):
        """Apply each token, which must be on offer, and check the laws after each."""
        for token in tokens:
            offered = self.moves or list(self.chances)
            assert token in offered, f"{token!r} is not on offer at {self.stop}: {offered[:40]}"
            self.state.apply(token)
            check_laws(self.state)
        return self

    def until(self, decision, seat=None):
        """Let everybody decline, and chance give the first it has, until that decision."""
        while self.state.decision != decision or seat not in (None, self.state.to_move):
            assert self.state.to_move is not None, f"the game ended before {decision}"
            self.go(self._idle())
        return self

    def _idle(self):
        if self.state.to_move == "chance":
            return next(iter(self.chances))
        moves = self.moves
        for word in ("none", "done", "recall"):
            for move in moves:
                if move == word or move.endswith(":" + word):
                    return move
        return moves[0]

    def copy(self):
        return Table(self.state.copy())

    @property
    def json(self):
        return self.state.to_json()

    def seat(self, i):
        return self.json["seats"][i]

    def tile(self, t):
        return self.json["tiles"][t - 1]

    def supplies(self, i):
        """Personal and general supply of a seat."""
        seat = self.seat(i)
        return seat["personal"], seat["general"]

    @property
    def step(self):
        return self.json["step"]

    @property
    def stop(self):
        return self.state.to_move, self.state.decision

    @property
    def moves(self):
        return self.state.legal_moves()

    @property
    def chances(self):
        return dict(self.state.chance_outcomes())


class Board:
    """A position under construction; whatever a test moves is taken from where it was.

    It begins with an empty court, two harmless missions in each hand, and the supplies of set-up.
    """

    def __init__(self, game, players, round=2, start=0, louis=3):
        self.game = game
        general = {2: [5, 6], 3: [5, 5, 6], 4: [5, 5, 6, 7]}[players]
        self.json = {
            "game": "louis14", "players": players, "round": round, "phase": "influence",
            "decision": "turn", "to_move": start, "start": start, "louis": louis,
            "step": dict(NO_STEP),
            "tiles": [
                {"side": "front", "markers": [0] * players, "neutral": 0} for _ in range(12)
            ],
            "seats": [
                {
                    "gold": 5, "personal": 16 - general[i], "general": general[i], "chips": {},
                    "influence": [], "intrigue": [], "missions": [], "known_intrigue": [],
                    "known_missions": {}, "played": [], "shields": {}, "blank": 0, "bonus": 0,
                    "used": [],
                }
                for i in range(players)
            ],
            "influence_deck": {**dict.fromkeys(KINDS[:12], 2), "J": 6}, "centre": {},
            "intrigue_deck": {"top": list(range(1, 13)), "bottom": []},
            "mission_decks": {
                deck: {"top": [f"{deck}{k:02}" for k in range(1, n + 1)], "bottom": []}
                for deck, n in (("L", 20), ("M", 12), ("D", 8))
            },
            "shield_bag": dict.fromkeys(SHIELDS, 10), "gold_cards": [], "scores": None,
        }  # fmt: skip
        for i in range(players):
            self.hand(i, f"L{7 + i:02}", f"M{1 + i:02}")

    def _seat(self, i):
        return self.json["seats"][i]

    def gold(self, seat, gold):
        self._seat(seat)["gold"] = gold
        return self

    def chips(self, seat, chips):
        """Give chips, as in ``"SSC"``."""
        self._seat(seat)["chips"] = {c: chips.count(c) for c in CHIPS if c in chips}
        return self

    def side(self, side, *tiles):
        for t in tiles:
            self.json["tiles"][t - 1]["side"] = side
        return self

    def put(self, tile, *markers, neutral=0):
        """Put markers of seat 0, 1, ... from their personal supplies onto a tile."""
        there = self.json["tiles"][tile - 1]
        for i, n in enumerate(markers):
            there["markers"][i] += n
            self._seat(i)["personal"] -= n
        there["neutral"] += neutral
        return self

    def general(self, seat, n):
        """Set the general supply; what is neither there nor on the court is personal."""
        self._seat(seat)["personal"] += self._seat(seat)["general"] - n
        self._seat(seat)["general"] = n
        return self

    def influence(self, seat, *cards):
        """Deal influence cards from the deck."""
        for card in cards:
            self._take(self.json["influence_deck"], card)
        self._seat(seat)["influence"] = sorted(cards, key=KINDS.index)
        return self

    def centre_all(self):
        """Put what is left of the influence deck into the centre."""
        self.json["centre"], self.json["influence_deck"] = self.json["influence_deck"], {}
        return self

    @staticmethod
    def _take(counts, kind, n=1):
        counts[kind] -= n
        assert counts[kind] >= 0
        if not counts[kind]:
            del counts[kind]

    def intrigue(self, seat, *cards):
        for card in cards:
            self.json["intrigue_deck"]["top"].remove(card)
        self._seat(seat)["intrigue"] = sorted(self._seat(seat)["intrigue"] + [*cards])
        return self

    def intrigue_bottom(self, *cards):
        for card in cards:
            self.json["intrigue_deck"]["top"].remove(card)
        self.json["intrigue_deck"]["bottom"] += cards
        return self

    def rest_of_intrigue(self, seat):
        """Give a seat all that is left of the unordered intrigue deck."""
        return self.intrigue(seat, *self.json["intrigue_deck"]["top"])

    def _take_mission(self, card):
        top = self.json["mission_decks"][card[0]]["top"]
        if card in top:
            top.remove(card)
            return
        hand = next(s["missions"] for s in self.json["seats"] if card in s["missions"])
        hand.remove(card)
        hand.append(top.pop())
        hand.sort()

    def hand(self, seat, *missions):
        """Set the missions in hand."""
        for card in self._seat(seat)["missions"]:
            self.json["mission_decks"][card[0]]["top"].append(card)
            self.json["mission_decks"][card[0]]["top"].sort()
        self._seat(seat)["missions"] = []
        for card in missions:
            self._take_mission(card)
        self._seat(seat)["missions"] = sorted(missions)
        return self

    def play(self, seat, *missions):
        """Lay missions face up before a seat; for `draw2` the hand grows, too."""
        for card in missions:
            self._take_mission(card)
            self._seat(seat)["played"].append(card)
            if card in ("L01", "L02"):
                self._seat(seat)["missions"].append(self.json["mission_decks"]["L"]["top"].pop())
                self._seat(seat)["missions"].sort()
        self._seat(seat)["played"].sort()
        return self

    def rest_of_missions(self, seat, decks="LMD"):
        """Lay all that is left of these decks face up before a seat."""
        for deck in decks:
            self._seat(seat)["played"] += self.json["mission_decks"][deck]["top"]
            self.json["mission_decks"][deck]["top"] = []
        self._seat(seat)["played"].sort()
        return self

    def mission_bottom(self, by, *missions):
        for card in missions:
            self._take_mission(card)
            self.json["mission_decks"][card[0]]["bottom"].append({"id": card, "by": by})
        return self

    def use(self, seat, *missions):
        self._seat(seat)["used"] = sorted(self._seat(seat)["used"] + [*missions])
        return self

    def shields(self, seat, **kinds):
        for kind, n in kinds.items():
            self._take(self.json["shield_bag"], kind, n)
            self._seat(seat)["shields"][kind] = self._seat(seat)["shields"].get(kind, 0) + n
        return self

    def bag(self, holder, **kinds):
        """Leave these shields in the bag and give all others to a seat."""
        bag = self.json["shield_bag"]
        rest = {k: n - kinds.get(k, 0) for k, n in bag.items() if n > kinds.get(k, 0)}
        return self.shields(holder, **rest)

    def _load(self, **changes):
        self.json.update(changes)
        gone = [] if self.json["louis"] is None else [GOLD_CARD_OF[self.json["louis"]]]
        turned = self.json["round"] - (self.json["decision"] == "gold") - len(gone)
        left = [f"G{k}" for k in range(8, 0, -1) if f"G{k}" not in gone]
        self.json["gold_cards"] = sorted(left[turned:])
        return Table(self.game.from_json(self.json))

    def turn(self, seat=None):
        """The table at `turn` of that seat (otherwise the start player)."""
        return self._load(to_move=self.json["start"] if seat is None else seat)

    def resources(self):
        """The table before the gold card is turned up."""
        return self._load(phase="resources", decision="gold", to_move="chance", louis=None)

    def last_card(self):
        """The table at the `turn` with the last influence card; `J:recall` ends the phase.

        The seat that plays it is the first that can bring two markers back with a joker; its
        supplies are such that they are as described after that.
        """
        via = next(i for i, s in enumerate(self.json["seats"]) if s["personal"] >= 2)
        for i in range(self.json["players"]):
            self.influence(i, *(["J", "J"] if i == via else ["J"]))
        self.general(via, self._seat(via)["general"] + 2)
        return self.turn(via)

    def score(self):
        """The table at the first stop after the last influence card was played."""
        return self.last_card().go("J:recall")


@pytest.fixture(params=["reference", "compiled"])
def engine(request):
    """The two engines; every rule holds for both."""
    return request.param


@pytest.fixture
def board(engine):
    """Return a function that begins a position: ``board(players, round=, start=, louis=)``."""

    def begin(players=4, cards=None, **kw):
        return Board(load("louis14", players, engine=engine, cards=cards), players, **kw)

    return begin


@pytest.fixture
def fresh(engine):
    """Return a function that begins a game: ``fresh(players, start=None)``."""
    return lambda players, start=None: Table(load("louis14", players, engine=engine).new(start))


@pytest.fixture
def dealt(fresh):
    """Return a function that plays up to the first gold card: ``dealt(players, start)``."""
    return lambda players, start=0: fresh(players, start).until("gold")
