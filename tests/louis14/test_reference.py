"""The readable rules: whole random games, with everything that must hold at every stop."""

from __future__ import annotations

import copy
import json
import random

import pytest

from eminence.core.errors import (
    GameOverError,
    IllegalMoveError,
    ImpossibleError,
    NotationError,
    NotVisibleError,
)
from eminence.core.louis14 import load

PLAYERS = (2, 3, 4)


class Stream:
    def __init__(self, seed):
        self._random = random.Random(seed)

    def below(self, n):
        return self._random.randrange(n)


def tokens(state):
    return state.legal_moves() or [token for token, _ in state.chance_outcomes()]


def choose(state, stream):
    """Choose at random, but play missions and intrigue cards more often than chance would."""
    possible = tokens(state)
    if state.decision == "missions" and stream.below(3):
        return possible[0]
    if state.decision == "exchange":
        return possible[-1 - stream.below(len(possible))]
    return possible[stream.below(len(possible))]


def play(state, stream, stops=None):
    while state.to_move is not None and stops != 0:
        state.apply(choose(state, stream))
        stops = None if stops is None else stops - 1
    return state


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("seed", range(3))
def test_what_holds_at_every_stop(players, seed):
    game, stream = load(players, None), Stream(seed)
    state = game.new()
    views = [game.view(seat) for seat in range(players)]
    everything = game.view("all")
    while state.to_move is not None:
        state.apply(choose(state, stream))
        everything.extend(state.record[-1:])
        check_resumed(game, state)
        assert everything.observation() == state.to_json()
        assert everything.legal_moves() == state.legal_moves()
        for seat, view in enumerate(views):
            view.extend(state.seat_record(seat)[len(view.record) :])
            assert view.record == state.seat_record(seat)
            check_view(game, state, seat, view, stream)
    assert sum(state.returns()) == pytest.approx(1)
    assert state.scores() == state.to_json()["scores"]
    for view in views:
        assert view.observation()["scores"] is None
        assert view.to_move is None and view.decision is None
        assert game.view(view.seat, view.observation()).observation() == view.observation()


def check_resumed(game, state):
    """A state comes back from its JSON, and is a position in which nothing is lost."""
    resumed = game.from_json(json.loads(json.dumps(state.to_json())))
    assert resumed.to_json() == state.to_json()
    assert resumed.legal_moves() == state.legal_moves()
    assert resumed.chance_outcomes() == state.chance_outcomes()
    assert (resumed.to_move, resumed.decision) == (state.to_move, state.decision)
    assert resumed.scores() == state.scores() and resumed.returns() == state.returns()


def check_view(game, state, seat, view, stream):
    observation = state.observation(seat)
    assert game.view(seat, observation).observation() == observation
    if state.to_move is None:
        return
    assert view.observation() == observation
    assert view.to_move == observation["to_move"]
    if state.to_move == seat:
        assert view.legal_moves() == state.legal_moves()
    if stream.below(20) == 0:
        for source in (view, game.view(seat, observation)):
            sample = source.sample(stream)
            assert sample.observation(seat) == observation
            assert sample.record == sample.seat_record(seat) == source.record
            check_resumed(game, sample)


@pytest.mark.parametrize("players", PLAYERS)
def test_a_resumed_or_sampled_state_plays_on(players):
    game, stream = load(players, None), Stream(players)
    for stops in range(0, 240, 20):
        state = play(game.new(stops % players), stream, stops)
        resumed = game.from_json(state.to_json())
        twin = state.copy()
        before = state.to_json()
        while state.to_move is not None:
            token = choose(state, stream)
            state.apply(token)
            resumed.apply(token)
            assert resumed.to_json() == state.to_json()
        assert twin.to_json() == before
        assert state.record[: len(twin.record)] == twin.record
        seat = stops % players
        view = game.view(seat)
        view.extend(twin.seat_record(seat))
        sample = view.sample(stream)
        play(sample, stream)
        assert sample.seat_record(seat)[: len(view.record)] == view.record
        with pytest.raises(ImpossibleError):
            sample.seat_record((seat + 1) % players)


@pytest.mark.parametrize("players", PLAYERS)
def test_a_sample_cannot_see_the_truth(players):
    """Two full states that one seat cannot tell apart give the same samples."""
    game, stream = load(players, None), Stream(7)
    for stops in range(5, 240, 25):
        state = play(game.new(), stream, stops)
        if state.to_move is None:
            continue
        view = game.view(0)
        view.extend(state.seat_record(0))
        other = game.view(0)
        for event in state.seat_record(0):
            other.extend([event])
        other.extend([])
        twin = view.sample(Stream(1))
        assert twin.to_json() == other.sample(Stream(1)).to_json()
        assert twin.to_json() == view.copy().sample(Stream(1)).to_json()
        here, there = (game.view(0, source.observation(0)) for source in (state, twin))
        assert here.sample(Stream(2)).to_json() == there.sample(Stream(2)).to_json()


@pytest.mark.parametrize("players", PLAYERS)
def test_undo_is_the_beginning_of_the_record(players):
    game, stream = load(players, None), Stream(3)
    record = play(game.new(), stream).seat_record(0)
    view = game.view(0)
    view.extend(record)
    for n in (len(record) * 2 // 3, len(record) // 3, 0):
        view.undo(n)
        fresh = game.view(0)
        fresh.extend(record[:n])
        assert view.record == record[:n]
        assert view.observation() == fresh.observation()
        assert view.sample(Stream(n)).to_json() == fresh.sample(Stream(n)).to_json()
    with pytest.raises(NotationError):
        view.undo(1)


def scoring_begins(cards):
    """Return a state of three at seat 0's last influence card but one, with intrigue cards."""
    game, stream = load(3, None), Stream(11)
    state = game.new(0)
    while state.decision != "turn":
        state.apply(choose(state, stream))
    json = state.to_json()
    json["seats"][0]["influence"] = ["J", "J"]
    json["seats"][1]["influence"] = json["seats"][2]["influence"] = ["1"]
    deck = dict.fromkeys(map(str, range(1, 13)), 2) | {"J": 4, "1": 0}
    json["influence_deck"] = {card: n for card, n in deck.items() if n}
    held = [card for hand in cards for card in hand]
    for seat, hand in zip(json["seats"], cards, strict=True):
        seat["intrigue"] = hand
    json["intrigue_deck"]["top"] = [t for t in range(1, 13) if t not in held]
    return game, game.from_json(json)


def test_unseen_questions_are_passed_over_and_taken_back():
    game, state = scoring_begins([[], [6, 8], [7]])
    view = game.view(0, state.observation(0))
    state.apply("J:5")
    view.extend(state.seat_record(0))
    assert (state.decision, state.to_move) == ("intrigue", 1)
    assert view.decision != "intrigue" and view.observation()["step"]["tile"] != 6
    assert view.observation() == state.observation(0)
    ahead = view.observation()

    state.apply("6:none")
    assert state.seat_record(0) == view.record
    state.apply("7:none")
    state.apply("8:p2")
    assert view.observation() == ahead
    view.extend(state.seat_record(0)[len(view.record) :])
    assert view.observation() == state.observation(0) != ahead
    assert view.observation()["intrigue_deck"]["bottom"] == [8]
    with pytest.raises(IllegalMoveError, match=r"^event 0: "):
        view.extend([{"seat": 2, "move": "7:p1"}])  # that question lies before the last event


def test_what_an_intrigue_card_may_not_be():
    game, state = scoring_begins([[9], [6], []])
    view = game.view(0, state.observation(0))
    state.apply("J:5")
    view.extend(state.seat_record(0))
    with pytest.raises(NotVisibleError):
        view.extend([{"seat": 1, "move": "6:none"}])
    with pytest.raises(IllegalMoveError):
        view.extend([{"seat": 2, "move": "6:p1"}])  # holds no card at all
    view.extend([{"seat": 1, "move": "4:p1"}])  # not so in truth, but possible


def at(decision, players=3, mover=None):
    """Return a game and a state at a decision, where a seat (`mover`) acts or draws."""
    game = load(players, None)
    for seed in range(100):
        state, stream = game.new(), Stream(seed)
        while state.to_move is not None:
            step = state.to_json()["step"]
            who = step["for"] if state.to_move == "chance" else state.to_move
            if state.decision == decision and mover in (None, who):
                return game, state
            state.apply(choose(state, stream))
    raise AssertionError(f"no {decision} of seat {mover} in a hundred games")


def seen(game, state, seat):
    view = game.view(seat)
    view.extend(state.seat_record(seat))
    return view


@pytest.mark.parametrize(
    ("decision", "mover", "event", "error"),
    [
        ("draw_influence", 1, {"chance": "influence 3"}, NotVisibleError),
        ("draw_mission", 1, {"chance": "mission L03"}, NotVisibleError),
        ("draw_shield", 1, {"chance": "shield a"}, NotVisibleError),
        ("exchange", 1, {"seat": 1, "move": "return L03"}, NotVisibleError),
        ("draw_influence", 0, {"chance": "influence ?"}, IllegalMoveError),
        ("draw_influence", 1, {"chance": "shield ?"}, IllegalMoveError),
        ("draw_influence", 1, {"seat": 0, "move": "done"}, IllegalMoveError),
        ("turn", 1, {"seat": 2, "move": "J:1"}, IllegalMoveError),
        ("turn", 1, {"seat": 1, "move": "J:1+12"}, IllegalMoveError),
        ("turn", 1, {"seat": 1, "move": "J:1+13"}, NotationError),
        ("turn", 0, {"seat": 0, "move": "J:?"}, NotationError),
        ("missions", 1, {"seat": 1, "move": "mission D01 pay SR"}, IllegalMoveError),
        ("turn", 1, {"seat": 1, "move": "mission L18 pay SS"}, IllegalMoveError),
        ("missions", 1, {"seat": 1, "move": "four 3"}, IllegalMoveError),
        ("turn", 1, {"seat": 1}, NotationError),
        ("turn", 1, {"seat": 3, "move": "skip"}, NotationError),
    ],
)
def test_views_refuse_and_stay_as_they_are(decision, mover, event, error):
    game, state = at(decision, mover=mover)
    view = seen(game, state, 0)
    record, observation = view.record, view.observation()
    for batch, index in ([event], 0), ([*record, event], len(record)):
        if index:
            view = game.view(0)
        with pytest.raises(error) as caught:
            view.extend(batch)
        assert caught.value.index == index
        assert str(caught.value).startswith(f"event {index}: ")
        assert view.record == ([] if index else record)
    assert seen(game, state, 0).observation() == observation


def test_what_cannot_have_happened():
    game, state = at("draw_influence", mover=0)
    json = state.to_json()
    hands = [[], ["3", "3"], []]
    deck = dict.fromkeys(map(str, range(1, 13)), 2) | {"J": 6}
    del deck["3"]
    json["seats"][0]["influence"], json["seats"][1]["influence"] = hands[1], []
    json["seats"][2]["influence"] = []
    json["influence_deck"] = deck
    state = game.from_json(json)
    view = game.view(0, state.observation(0))
    with pytest.raises(ImpossibleError):
        view.extend([{"chance": "influence 3"}])
    view.extend([{"chance": "influence J"}])


def test_a_mission_seen_elsewhere_cannot_be_shown():
    game, state = at("missions", mover=1)
    json = state.to_json()
    json["seats"][1]["chips"] = {"C": 2}
    state = game.from_json(json)
    view = game.view(0, state.observation(0))
    own = next(m for m in json["seats"][0]["missions"] if m[0] == "L")
    with pytest.raises(ImpossibleError):
        view.extend([{"seat": 1, "move": f"mission {own} pay CC"}])


def test_errors_of_a_state():
    game, state = at("turn")
    before = state.to_json()
    for text in (
        "hop",
        "6:6+1",
        "at 4+1",
        "return L05+L03",
        "mission L03 pay CS",
        "crown C",
    ):
        with pytest.raises(NotationError):
            state.apply(text)
    with pytest.raises(NotationError):
        state.apply(6)
    with pytest.raises(IllegalMoveError, match="nearest"):
        state.apply("12:1+1+1")
    with pytest.raises(IllegalMoveError, match="influence"):
        at("draw_influence")[1].apply("shield a")
    assert state.to_json() == before
    with pytest.raises(GameOverError):
        play(state, Stream(0)).apply("done")
    with pytest.raises(NotationError):
        game.new(3)
    with pytest.raises(NotationError):
        game.view(True)


def test_perft():
    game = load(2, None)
    assert game.new().perft(0) == (1, {})
    assert game.new().perft(2) == (24, {"start 0": 12, "start 1": 12})
    assert game.new(0).perft(2).leaves == 12 * 20
    over = play(game.new(), Stream(0))
    assert over.perft(3) == (1, {})


def test_sample_chance_stops_at_a_decision():
    state = load(4, None).new()
    applied = state.sample_chance(Stream(0))
    assert state.decision == "turn"
    assert [event["chance"] for event in state.record] == applied


MISFITS = (None, True, -1, 0, 1, 2, 99, 10**30, 1.0, "", "?", "L?", "L01", "neutral", [], {}, [1])


def spoil(obj, stream):
    """Return the JSON with one member changed, added or removed."""
    spoilt = copy.deepcopy(obj)
    parent = spoilt
    while True:
        keys = list(parent) if isinstance(parent, dict) else range(len(parent))
        key = keys[stream.below(len(keys))]
        below = parent[key]
        if not isinstance(below, dict | list) or not below or not stream.below(4):
            break
        parent = below
    how = stream.below(3)
    if how == 0:
        parent.pop(key)
    elif how == 1 and isinstance(below, int):
        parent[key] = below + 1
    else:
        parent[key] = MISFITS[stream.below(len(MISFITS))]
    return spoilt


@pytest.mark.parametrize("players", PLAYERS)
def test_spoilt_json_is_refused_by_name_or_a_state_to_play(players):
    game, stream = load(players, None), Stream(players)
    for stops in range(0, 240, 6):
        state = play(game.new(), stream, stops)
        for _ in range(8):
            spoilt = spoil(state.to_json(), stream)
            try:
                accepted = game.from_json(spoilt)
            except NotationError as error:
                assert str(error).startswith("state: ")
            else:
                assert accepted.to_json() == spoilt
                play(accepted, stream)
            spoilt = spoil(state.observation(0), stream)
            try:
                view = game.view(0, spoilt)
            except (NotationError, NotVisibleError) as error:
                assert str(error).startswith("observation: ")
            else:
                assert view.observation() == spoilt
                play(view.sample(stream), stream)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda s: s["seats"][1].update(gold=-1), "state: seats/1/gold: "),
        (lambda s: s["seats"][1].update(gold=True), "state: seats/1/gold: "),
        (lambda s: s["seats"][0].pop("used"), "state: seats/0: "),
        (lambda s: s.update(extra=1), "state: "),
        (lambda s: s["seats"][2].update(personal=0), "state: seats/2/personal: "),
        (lambda s: s["influence_deck"].update({"1": 3}), "state: influence_deck"),
        (lambda s: s["shield_bag"].update(g=1), "state: shield_bag: "),
        (lambda s: s.update(decision="four"), "state: step/mission: "),
        (lambda s: s.update(decision="keep"), "state: decision: "),
        (lambda s: s["gold_cards"].pop(), "state: gold_cards: "),
        (lambda s: s.update(scores=[1, 2, 3]), "state: scores: "),
        (lambda s: s["step"].update(card="J"), "state: step/card: "),
    ],
)
def test_faults_are_named_by_their_path(change, message):
    game, state = at("turn")
    json = state.to_json()
    change(json)
    with pytest.raises(NotationError) as caught:
        game.from_json(json)
    assert str(caught.value).startswith(message)


def test_an_observation_may_not_tell_too_much():
    game, state = at("turn")
    for field, value in (("influence", "1"), ("missions", "L01")):
        observation = state.observation(0)
        observation["seats"][1][field][0] = value
        with pytest.raises(NotVisibleError, match=f"seats/1/{field}"):
            game.view(0, observation)
    with pytest.raises(NotationError, match="influence_deck"):
        game.view(0, state.to_json() | {"seats": state.observation(0)["seats"]})
