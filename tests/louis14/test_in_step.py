"""The readable and the compiled rules play the same games and agree about everything.

Each game is played with habits of its own, so that rare moves come often, and most begin at a
position with chips, missions and almost empty decks. `python test_in_step.py FIRST END` plays
the games with these numbers without pytest.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections import Counter

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from eminence import Rng, load

WORDS = (
    *("mission", "crown", "return", "draw", "swap", "four", "skip", "at", "trade", "place"),
    *("bribe", "first", "markers", "recall", "keep", "none", "done"),
)
RARE = ("L01", "L02", "L15", "L16", "L17", "L18", "L19", "L20", "M11", "M12", "D0")
CHIPS, SHIELDS = "SLRHC", "abcdef"
KINDS = [*map(str, range(1, 13)), "J"]


def missions_of(deck):
    return [f"{deck}{k:02}" for k in range(1, {"L": 20, "M": 12, "D": 8}[deck] + 1)]


def position(players, seed):
    """Return a made-up position before a gold card: few cards in the decks, many in hands."""
    chance = random.Random(seed)
    state = load("louis14", players).new(chance.randrange(players))
    while state.decision != "gold":
        state.apply(chance.choice([token for token, _ in state.chance_outcomes()]))
    json = state.to_json()
    json["round"] = chance.choice((1, 2, 3, 3, 4))
    json["gold_cards"] = sorted(chance.sample(json["gold_cards"], 9 - json["round"]))
    for tile in json["tiles"]:
        tile["side"] = chance.choice(("front", "back"))
    for seat in json["seats"]:
        chips = Counter(chance.choices(CHIPS, k=chance.randrange(9)))
        general = chance.randrange(17)
        seat.update(
            gold=chance.choice((0, 1, 3, 6, 20)),
            chips={c: chips[c] for c in CHIPS if chips[c]},
            general=general,
            personal=16 - general,
        )
    _spread_missions(json, chance)
    _spread_intrigue(json, chance)
    _spread_shields(json, chance)
    return json


def _spread_missions(json, chance):
    seats = range(json["players"])
    for deck in "LMD":
        cards = missions_of(deck)
        chance.shuffle(cards)
        places = {"played": [[] for _ in seats], "missions": [[] for _ in seats]}
        for seat in seats:
            for _ in range(chance.choice((0, 0, 1, 1, 2, 3))):
                if cards and len(places["missions"][seat]) < 4:
                    places["missions"][seat].append(cards.pop())
        bottom = [
            {"id": cards.pop(), "by": chance.choice(seats)}
            for _ in range(chance.choice((0, 0, 1, 2, 4)))
            if cards
        ]
        left = chance.choice((0, 0, 1, 2, len(cards)))
        for card in cards[left:]:
            places["played"][chance.choice(seats)].append(card)
        json["mission_decks"][deck] = {"top": sorted(cards[:left]), "bottom": bottom}
        for seat, obj in enumerate(json["seats"]):
            for key, lists in places.items():
                rest = [card for card in obj[key] if card[0] != deck]
                obj[key] = sorted(rest + lists[seat])
            others = [other for other in seats if other != seat]
            for card in places["missions"][seat]:
                if chance.random() < 0.2:
                    obj["known_missions"][card] = chance.choice(others)


def _spread_intrigue(json, chance):
    cards = list(range(1, 13))
    chance.shuffle(cards)
    for seat in json["seats"]:
        seat["intrigue"] = sorted(cards.pop() for _ in range(chance.randrange(3)))
        seat["known_intrigue"] = [card for card in seat["intrigue"] if chance.random() < 0.3]
    bottom = [cards.pop() for _ in range(chance.choice((0, 1, len(cards))))]
    json["intrigue_deck"] = {"top": sorted(cards), "bottom": bottom}


def _spread_shields(json, chance):
    bag = [kind for kind in SHIELDS for _ in range(10)]
    chance.shuffle(bag)
    keep = chance.choice((0, 2, 10, 60))
    while len(bag) > keep:
        seat = chance.choice(json["seats"])
        kind = bag.pop()
        seat["shields"][kind] = seat["shields"].get(kind, 0) + 1
    for seat in json["seats"]:
        seat["shields"] = dict(sorted(seat["shields"].items()))
    counts = Counter(bag)
    json["shield_bag"] = {kind: counts[kind] for kind in SHIELDS if counts[kind]}


def habits(chance):
    """Return a function that chooses among tokens."""
    liked = set(chance.sample(WORDS, chance.randrange(2, 9)))
    zeal = chance.choice((0.2, 0.6, 0.9))

    def choose(tokens):
        if len(tokens) > 1 and chance.random() < zeal:
            rare = [t for t in tokens if t.startswith("mission") and t[8:].startswith(RARE)]
            wanted = rare or [t for t in tokens if t.split(" ")[0] in liked]
            pairs = [t for t in wanted if t.startswith("return") and "+" in t]
            tokens = pairs or wanted or tokens
        return chance.choice(tokens)

    return choose


class Pair:
    """One game in both engines, with a view for each seat."""

    def __init__(self, players, json=None):
        self.games = [load("louis14", players, engine=e) for e in ("reference", "compiled")]
        self.seats = range(players)
        self.states = [g.new() if json is None else g.from_json(json) for g in self.games]
        observations = [None if json is None else self.states[0].observation(s) for s in self.seats]
        self.views = [[g.view(s, observations[s]) for s in self.seats] for g in self.games]
        self.known = [0] * players
        self.stops = 0

    def apply(self, token):
        for state in self.states:
            state.apply(token)
        self.stops += 1

    def check(self):
        """Assert that both engines tell the same at this stop."""
        mine, theirs = self.states
        assert (mine.to_move, mine.decision) == (theirs.to_move, theirs.decision)
        json = mine.to_json()
        assert json == theirs.to_json()
        assert mine.legal_moves() == theirs.legal_moves()
        assert mine.chance_outcomes() == theirs.chance_outcomes()
        assert (mine.scores(), mine.returns()) == (theirs.scores(), theirs.returns())
        for seat in self.seats:
            assert mine.observation(seat) == theirs.observation(seat)
        if self.stops % 4 == 0:
            again = [game.from_json(json) for game in self.games]
            assert again[0].to_json() == again[1].to_json() == json
            assert bytes(again[1]) == bytes(theirs)
        self.check_view(self.stops % len(self.seats))

    def check_view(self, seat):
        """Assert that both views of a seat tell the same, and what the state shows."""
        mine, theirs = self.states
        record = mine.seat_record(seat)
        assert record == theirs.seat_record(seat)
        views = [views[seat] for views in self.views]
        for view in views:
            view.extend(record[self.known[seat] :])
        self.known[seat] = len(record)
        told = [(v.observation(), v.to_move, v.decision, v.legal_moves()) for v in views]
        assert told[0] == told[1]
        if mine.to_move is not None:
            assert told[0][0] == mine.observation(seat)
        if self.stops % 7 == 0:
            worlds = [view.sample(Rng(self.stops)) for view in views]
            if mine.to_move is not None:
                assert worlds[0].observation(seat) == worlds[1].observation(seat) == told[0][0]
            for world, other in zip(worlds, reversed(self.games), strict=True):
                assert other.from_json(world.to_json()).to_json() == world.to_json()

    def check_end(self):
        for seat in self.seats:
            self.check_view(seat)
        assert self.states[0].record == self.states[1].record
        assert sum(self.states[0].returns()) == pytest.approx(1)


def play(players, seed, made_up):
    """Play a game in step and return it."""
    chance = random.Random(seed)
    pair = Pair(players, position(players, seed) if made_up else None)
    choose = habits(chance)
    state = pair.states[1]
    pair.check()
    while state.to_move is not None:
        pair.apply(choose(state.legal_moves() or [token for token, _ in state.chance_outcomes()]))
        pair.check()
    pair.check_end()
    return pair


@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(players=st.sampled_from((2, 3, 4)), seed=st.integers(0, 2**32 - 1), made_up=st.booleans())
def test_random_games_in_step(players, seed, made_up):
    play(players, seed, made_up)


def by_number(number):
    """Play the game with a number: all player counts in turn, two of three made-up."""
    return play(2 + number % 3, number, number // 3 % 3 > 0)


def test_rare_moves_do_come():
    """What the games in step are made of; otherwise they would prove little."""
    sorts = Counter()
    for number in range(9):
        for event in by_number(number).states[1].record:
            token = event.get("move", event.get("chance"))
            word = token.split(" ")[0].split(":")[-1] if " " in token or ":" in token else token
            sorts["pair" if word == "return" and "+" in token else word] += 1
            if token.startswith("mission") and "pay" in token:
                sorts[token[8:11]] += 1
    wanted = ("return", "pair", "swap", "four", "at", "crown", "skip", "trade", "first", "bribe")
    assert [word for word in wanted if not sorts[word]] == []
    assert sorts["L19"] + sorts["L20"] > 2
    assert sorts["L01"] + sorts["L02"] > 2


GAMES = 10_200


@pytest.mark.long
def test_many_random_games_in_step():
    """Spread over all processors; a failure prints the number of the game."""
    workers = os.cpu_count() or 1
    share = -(-GAMES // workers)
    running = [
        subprocess.Popen(
            [sys.executable, __file__, str(n), str(min(n + share, GAMES))],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        for n in range(0, GAMES, share)
    ]
    said = [worker.communicate()[0] for worker in running]
    assert [worker.returncode for worker in running] == [0] * len(running), "\n".join(said)


def main(first, end):
    for number in range(int(first), int(end)):
        try:
            by_number(number)
        except BaseException:
            print(f"game {number}: play({2 + number % 3}, {number}, {number // 3 % 3 > 0})")
            raise


if __name__ == "__main__":
    main(*sys.argv[1:])
