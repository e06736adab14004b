"""The reference's sampler against brute force: all histories that give a seat's record, counted."""

from __future__ import annotations

import itertools
import random
from collections import Counter

import pytest

from eminence.core.louis14 import load
from eminence.core.louis14.position import hidden_form

POOL = ["L03", "L04", "L05", "L06", "L07", "L08"]
VIEWER = 0
GAME = load(3, None)
RULES = GAME.rules


class Stream:
    def __init__(self, seed):
        self._random = random.Random(seed)

    def below(self, n):
        return self._random.randrange(n)


def deal(order, sizes, bottom_by):
    """Return hands, the deck's bottom and its top, dealt in order."""
    cards = iter(order)
    hands = [sorted(itertools.islice(cards, size)) for size in sizes]
    bottom = [(next(cards), by) for by in bottom_by]
    return hands, bottom, sorted(cards)


def missions_phase(order, sizes, bottom_by):
    """Return a state in which only the missions of POOL are not on the table, dealt in order.

    Seats 1, 2 and 0 act in that order; seats 1 and 2 have `exchange`, and chips for four missions.
    """
    json = GAME.new(start=1).to_json()
    others = [m.id for m in RULES.cards.missions if m.id not in (*POOL, "L19", "L20")]
    json.update(round=2, phase="missions", decision="missions", to_move=1)
    json["step"]["for"], json["step"]["owed"] = None, 0
    for number, seat in enumerate(json["seats"]):
        seat.update(chips={"C": 8}, played=[[], ["L19"], ["L20"]][number])
    json["seats"][0]["played"] = others
    json["gold_cards"] = json["gold_cards"][:6]
    hands, bottom, top = deal(order, sizes, bottom_by)
    for seat, hand in zip(json["seats"], hands, strict=True):
        seat["missions"] = hand
    empty = {"top": [], "bottom": []}
    json["mission_decks"] = {
        "L": {"top": top, "bottom": [{"id": card, "by": by} for card, by in bottom]},
        "M": empty,
        "D": empty,
    }
    return json


def random_record(json, stream, events):
    """Play at random, exchanging often; return the viewer's record."""
    state = GAME.from_json(json)
    while len(state.record) < events:
        if state.decision == "gold":
            break
        moves = state.legal_moves() or [token for token, _ in state.chance_outcomes()]
        if state.decision == "exchange":
            moves = [m for m in moves if m != "none"] or moves
        state.apply(moves[stream.below(len(moves))])
    return state.seat_record(VIEWER)


def starts(json, sizes, bottom_by):
    """Return every full position that the viewer cannot tell from this one, once each."""
    true = arrangement(RULES.from_json(json))
    found = {}
    for order in itertools.permutations(POOL):
        hands, bottom, _ = dealt = deal(order, sizes, bottom_by)
        same = list(hands[VIEWER]) == list(true[0][VIEWER][0]) and all(
            mine == theirs
            for mine, theirs in zip(bottom, true[2], strict=True)
            if theirs.by == VIEWER
        )
        if same and str(dealt) not in found:
            found[str(dealt)] = RULES.from_json(missions_phase(order, sizes, bottom_by))
    return list(found.values())


def arrangement(position):
    return (
        tuple(
            (tuple(seat.missions), tuple(sorted(seat.known_missions.items())))
            for seat in position.seats
        ),
        tuple(position.mission_tops["L"]),
        tuple(position.mission_bottoms["L"]),
    )


def histories(positions, record):
    """Count the complete histories that give the viewer's record, by where they lead."""
    counted = {arrangement(position): (position, 1) for position in positions}
    for event in record:
        token = event.get("move", event.get("chance"))
        following = {}
        for position, number in counted.values():
            weights = dict(RULES.chance_weights(position))
            fitting = [
                t
                for t in weights or RULES.legal_moves(position)
                if RULES.seen_by(position, t, VIEWER) == token
            ]
            if token.startswith("shield"):
                fitting = [max(fitting, key=weights.get)]  # any will do, as long as there are some
            for choice in fitting:
                after = RULES.copy(position)
                RULES.apply(after, choice)
                key = arrangement(after)
                following[key] = (after, number + following.get(key, (after, 0))[1])
        counted = following
    return Counter({key: number for key, (_, number) in counted.items()})


def sampled(information, stream, number):
    position = information.position
    base = [
        (tuple(seat.missions), tuple(sorted(seat.known_missions.items())))
        for seat in position.seats
    ]
    found = Counter()
    for _ in range(number):
        drawn = information.missions["L"].sample(stream)
        hands = list(base)
        for seat in (1, 2):
            slots = drawn.hands[seat]
            known = tuple(sorted((s.card, s.by) for s in slots if s.by is not None))
            hands[seat] = (tuple(sorted(s.card for s in slots)), known)
        found[tuple(hands), tuple(drawn.top), tuple((s.card, s.by) for s in drawn.bottom)] += 1
    return found


SITUATIONS = [  # the sizes of the hands; who returned the cards at the bottom
    ((1, 2, 1), [0, 1]),
    ((0, 2, 2), [0, 0]),
    ((1, 3, 1), [0]),
    ((1, 2, 2), []),
    ((0, 2, 1), [1, 0, 2]),
    ((0, 2, 1), [0, 0, 0]),
    ((0, 3, 0), [0, 0, 2]),
]
SAMPLES = 3000


@pytest.mark.parametrize("seed", range(42))
def test_sample_counts_histories(seed):
    sizes, bottom_by = SITUATIONS[seed % len(SITUATIONS)]
    stream = Stream(seed)
    order = list(POOL)
    random.Random(seed).shuffle(order)
    json = missions_phase(order, sizes, bottom_by)
    record = random_record(json, stream, 12 + 3 * (seed % 11))
    expected = histories(starts(json, sizes, bottom_by), record)

    information = RULES.information(VIEWER, GAME.from_json(json).observation(VIEWER))
    for event in record:
        information.take_in(event.get("seat", -1), event.get("move", event.get("chance")))
    found = sampled(information, stream, SAMPLES)

    assert found.keys() <= expected.keys()
    each = SAMPLES / expected.total()
    distance = sum((found[k] - each * n) ** 2 / (each * n) for k, n in expected.items())
    freedom = len(expected) - 1
    assert distance <= freedom + 5 * (2 * freedom) ** 0.5 + 5


def test_two_returned_together_lie_in_ascending_order():
    json = missions_phase(POOL, (0, 3, 1), [])
    record = [
        {"seat": 1, "move": "done"},
        {"seat": 1, "move": "return L?+L?"},
        {"seat": 1, "move": "draw L"},
        {"chance": "mission L?"},
    ]
    view = GAME.view(VIEWER, GAME.from_json(json).observation(VIEWER))
    view.extend(record)
    for seed in range(50):
        bottom = view.sample(Stream(seed)).to_json()["mission_decks"]["L"]["bottom"]
        assert [card["id"] for card in bottom] == sorted(card["id"] for card in bottom)


def test_a_known_mission_may_be_the_one_put_back():
    """Seat 1 holds what the viewer had returned; it puts back one of two, each equally likely."""
    json = missions_phase(POOL, (1, 2, 1), [])
    known = json["seats"][1]["missions"][0]
    json["seats"][1]["known_missions"] = {known: VIEWER}
    view = GAME.view(VIEWER, GAME.from_json(json).observation(VIEWER))
    assert known in view.observation()["seats"][1]["missions"]
    view.extend([{"seat": 1, "move": "done"}, {"seat": 1, "move": "return L?"}])
    assert view.observation()["seats"][1]["missions"] == [hidden_form(known)]
    kept = Counter(
        view.sample(Stream(seed)).to_json()["seats"][1]["missions"][0] == known
        for seed in range(400)
    )
    assert abs(kept[True] - 200) < 50
