"""Section 4, and numbers 44 to 53 of section 8."""

import json
import random

import pytest


class Rng:
    def __init__(self, seed):
        self._random = random.Random(seed)

    def below(self, n):
        return self._random.randrange(n)


@pytest.fixture
def record(deal):
    return deal().stop(1, "turn")[0]


def hidden_and_own(dealt, record):
    """Return the places of a draw that seat 1 does not see and of one that is its own."""
    hidden = next(i for i, e in enumerate(record) if "?" in e.get("chance", ""))
    own = next(
        i
        for i, e in enumerate(record)
        if e.get("chance", "").startswith("mission") and "?" not in e["chance"]
    )
    return hidden, own


def changed(record, place, chance):
    return [*record[:place], {"chance": chance}, *record[place + 1 :]]


def test_44_a_hidden_card_named(engine, deal, record):
    hidden, _ = hidden_and_own(deal(), record)
    telling = changed(record, hidden, deal().final.record[hidden]["chance"])
    error = engine.error(**deal().new(1, events=telling))
    assert (error["code"], error["path"]) == ("not_visible", f"/events/{hidden}/chance")
    assert engine.error(cmd="legal")["code"] == "unknown_game"


def test_44_visibility_comes_before_comparison(engine, deal, record):
    hidden, _ = hidden_and_own(deal(), record)
    engine.ok(**deal().new(1, events=record))
    for start in (0, 1, hidden):
        batch = changed(record, hidden, deal().final.record[hidden]["chance"])[start : hidden + 1]
        error = engine.error(cmd="events", **{"from": start}, events=batch)
        path = f"/events/{hidden - start}/chance"
        assert (error["code"], error["path"]) == ("not_visible", path)
    assert engine.ok(cmd="legal")["n"] == len(record)


def test_45_an_own_card_hidden(engine, deal, record):
    _, own = hidden_and_own(deal(), record)
    token = record[own]["chance"]
    error = engine.error(**deal().new(1, events=changed(record, own, token[:9] + "?")))
    assert (error["code"], error["path"]) == ("illegal_event", f"/events/{own}/chance")


def test_46_a_draw_left_out(engine, deal, record):
    hidden, _ = hidden_and_own(deal(), record)
    without = record[:hidden] + record[hidden + 1 :]
    assert engine.error(**deal().new(1, events=without))["code"] == "illegal_event"


def test_47_51_a_card_in_two_places(engine, deal):
    dealt = deal()
    record = dealt.record(1)
    _, own = hidden_and_own(dealt, record)
    deck = record[own]["chance"].split()[1][0]
    place, theirs = next(
        (i, e["move"].split()[1])
        for i, e in enumerate(record)
        if e.get("move", "").startswith(f"mission {deck}") and e["seat"] != 1
    )
    batch = changed(record, own, f"mission {theirs}")
    error = engine.error(**dealt.new(1, events=batch))
    assert error["code"] in ("impossible", "illegal_event")
    engine.ok(**dealt.new(1, events=record[:place]))


def replies_to(engine, new, requests):
    """Return the raw replies to a game's requests, without their times."""
    replies = [engine.ask({**new, "id": 0})]
    replies += [engine.ask({**r, "id": i}) for i, r in enumerate(requests, 1)]
    assert all(reply["ok"] for reply in replies)
    return [json.dumps({**reply, "time_ms": 0}) for reply in replies]


THINK = {"cmd": "think", "limits": {"nodes": 5}, "top": 1000}


@pytest.mark.parametrize("decision", ["turn", "missions"])
def test_48_two_deals_with_the_same_view(start, deal, decision):
    dealt = deal()
    record, state = dealt.stop(1, decision, 2)
    view = dealt.game.view(1)
    view.extend(record)
    other = next(
        world
        for world in (view.sample(Rng(i)) for i in range(100))
        if world.to_json() != state.to_json()
    )
    asked = []
    for world in (state, other):
        new = dealt.new(1, seed=5, events=world.seat_record(1))
        snapshot = dealt.new(1, seed=5, observation=world.observation(1))
        asked.append(replies_to(start(), new, [{"cmd": "legal"}, THINK]))
        asked[-1] += replies_to(start(), snapshot, [{"cmd": "legal"}, THINK])
    assert asked[0] == asked[1]


def test_50_two_seats_in_one_process_or_in_two(start, deal):
    def requests(seat):
        record, _state = deal().stop(seat, "turn")
        new = deal().new(seat, seed=7, game=f"seat {seat}", events=record)
        return new, [{**THINK, "game": f"seat {seat}"}]

    together = start()
    for seat in (0, 1):
        assert replies_to(together, *requests(seat)) == replies_to(start(), *requests(seat))


def test_53_observation_and_events(engine, deal):
    for decision in ("turn", "missions"):
        _record, state = deal().stop(1, decision)
        reply = engine.ok(**deal().new(1, observation=state.observation(1)))
        assert (reply["n"], reply["to_move"], reply["belief"]) == (0, 1, "snapshot")
        assert engine.ok(cmd="legal")["legal"] == state.legal_moves()
        assert engine.ok(cmd="think", nodes=1)["at"] == 0
        move = {"seat": 1, "move": state.legal_moves()[0]}
        reply = engine.ok(cmd="events", **{"from": 0}, events=[move])
        assert reply["n"] == 1
        engine.ok(cmd="end")


def test_a_snapshot_with_its_events(engine, deal):
    _, state = deal().stop(1, "turn")
    move = {"seat": 1, "move": state.legal_moves()[0]}
    new = deal().new(1, observation=state.observation(1), events=[move])
    reply = engine.ok(**new)
    assert (reply["n"], reply["belief"]) == (1, "snapshot")
    error = engine.error(cmd="events", **{"from": 0}, events=[{"seat": 1, "move": "none"}])
    assert error["code"] == "desync"


def test_what_is_no_observation(engine, deal):
    _, state = deal().stop(1, "turn")
    for wrong in ({}, {"game": "go"}, {**state.observation(1), "round": "two"}):
        error = engine.error(**deal().new(1, observation=wrong))
        assert error["code"] == "bad_value" and error["path"] == "/observation"
    error = engine.error(**deal().new(1, observation=state.to_json()))
    assert error["code"] in ("not_visible", "bad_value")


def test_newgame_tells_no_belief_without_a_snapshot(engine, deal, record):
    assert "belief" not in engine.ok(**deal().new(1, events=record))
