"""Section 5, and numbers 54 to 69 of section 8."""

import json
import time

import pytest


@pytest.fixture
def asked(engine, deal):
    """Return an engine with a game in which seat 1 has a turn, and that game's state."""
    record, state = deal().stop(1, "turn")
    engine.ok(**deal().new(1, seed=11, events=record))
    return engine, state


def think(infinite=False, **limits):
    return {"cmd": "think", "limits": {"infinite": True} if infinite else limits}


def events(start, batch=(), **more):
    return {"cmd": "events", "from": start, "events": list(batch), **more}


def test_54_think_changes_nothing(start, deal):
    record, _state = deal().stop(1, "turn")
    engine = start("--bot", "vandal")
    engine.ok(**deal().new(1, seed=1, events=record))
    before = engine.ok(cmd="legal")
    replies = [engine.ok(**think(nodes=3)) for _ in range(2)]
    for reply in replies:
        del reply["re"], reply["time_ms"]
    assert replies[0] == replies[1] and replies[0]["at"] == len(record)
    after = engine.ok(cmd="legal")
    assert {**before, "re": 0} == {**after, "re": 0}


def test_55_who_cannot_think(engine, deal):
    dealt = deal()
    assert engine.error(cmd="think")["code"] == "unknown_game"
    _, other = dealt.stop(0, "turn")
    for events, code in (
        ([], "not_your_turn"),
        (other.seat_record(1), "not_your_turn"),
        (dealt.record(1), "game_over"),
    ):
        engine.ok(**dealt.new(1, events=events))
        assert engine.error(cmd="think")["code"] == code
        engine.ok(cmd="end")


@pytest.mark.parametrize("limits", [{"nodes": 0}, {"time_ms": 0}, {"nodes": 0, "infinite": True}])
def test_56_zero_is_at_once(asked, limits):
    engine, state = asked
    reply = engine.ok(cmd="think", limits=limits)
    assert reply["move"] in state.legal_moves() and reply["nodes"] == 0


@pytest.mark.parametrize(
    ("request_", "code", "path"),
    [
        ({"limits": {"nodes": -1}}, "bad_value", "/limits/nodes"),
        ({"limits": {"nodes": True}}, "bad_type", "/limits/nodes"),
        ({"limits": {"nodes": 1.0}}, "bad_type", "/limits/nodes"),
        ({"limits": {"nodes": "5"}}, "bad_type", "/limits/nodes"),
        ({"limits": {"time_ms": -1}}, "bad_value", "/limits/time_ms"),
        ({"limits": {"time_ms": False}}, "bad_type", "/limits/time_ms"),
        ({"limits": {"infinite": 1}}, "bad_type", "/limits/infinite"),
        ({"limits": {"clock": 5}}, "bad_type", "/limits/clock"),
        ({"limits": {"clock": {}}}, "bad_request", "/limits/clock/ms"),
        ({"limits": {"clock": {"ms": [1, 2.5, 3]}}}, "bad_type", "/limits/clock/ms/1"),
        ({"limits": {"clock": {"ms": [1, 2]}}}, "bad_value", "/limits/clock/ms"),
        (
            {"limits": {"clock": {"ms": [1, 2, 3], "inc_ms": -1}}},
            "bad_value",
            "/limits/clock/inc_ms",
        ),
        (
            {"limits": {"clock": {"ms": [1, 2, 3], "moves_left": 0}}},
            "bad_value",
            "/limits/clock/moves_left",
        ),
        ({"limits": 5}, "bad_type", "/limits"),
        ({"nodes": -1}, "bad_value", "/nodes"),
        ({"top": -1}, "bad_value", "/top"),
        ({"top": True}, "bad_type", "/top"),
        ({"every_ms": 0}, "bad_value", "/every_ms"),
        ({"legal": "1:1"}, "bad_type", "/legal"),
        ({"legal": ["1:1", 1]}, "bad_type", "/legal/1"),
        ({"mode": "analyse"}, "unsupported", "/mode"),
        ({"mode": "ponder"}, "unsupported", "/mode"),
        ({"mode": "win"}, "bad_value", "/mode"),
        ({"mode": 1}, "bad_type", "/mode"),
        ({"reuse": True}, "unsupported", "/reuse"),
    ],
)
def test_56_what_is_no_question(asked, request_, code, path):
    engine, _ = asked
    error = engine.error(cmd="think", **request_)
    assert (error["code"], error["path"]) == (code, path)


def test_56_a_question_badly_put_is_no_search(asked):
    engine, _ = asked
    ids = engine.send(think(nodes=-1), think(nodes=True), think(nodes=1))
    replies = engine.finals(3)
    assert [reply["re"] for reply in replies] == ids
    assert [reply["ok"] for reply in replies] == [False, False, True]


def test_57_without_limits(asked):
    engine, _ = asked
    for request in ({}, {"limits": {}}, {"limits": None}, {"mode": "play", "reuse": False}):
        reply = engine.ok(cmd="think", **request)
        assert (reply["nodes"], reply["stop_reason"]) == (2000, "nodes")


@pytest.mark.parametrize("ms", [0, -1, -(10**12)])
def test_58_a_clock_that_has_run_out(asked, ms):
    engine, state = asked
    reply = engine.ok(**think(clock={"ms": [9000, ms, 9000]}))
    assert reply["move"] in state.legal_moves() and reply["stop_reason"] == "time"


def test_58_a_clock_is_shared_among_moves(asked):
    engine, _ = asked
    reply = engine.ok(**think(clock={"ms": [0, 10_000, 0], "inc_ms": 0, "moves_left": 100}))
    assert 40 <= reply["time_ms"] <= 150
    reply = engine.ok(**think(clock={"ms": [0, 50, 0], "inc_ms": 10**9}))
    assert reply["time_ms"] <= 100


@pytest.mark.parametrize("ms", [1, 10, 100, 300])
def test_59_time_is_a_bound_at_our_end(asked, clock, ms):
    engine, state = asked
    started = clock()
    reply = engine.ok(**think(time_ms=ms))
    took = (clock() - started) * 1000
    assert took <= ms + 100
    assert reply["time_ms"] <= took + 1
    assert reply["stop_reason"] == "time" and reply["move"] in state.legal_moves()


def test_59_the_reserve_is_kept(start, deal, clock):
    engine = start()
    engine.ok(cmd="set", options={"reserve_ms": 300})
    engine.ok(**deal().new(1, events=deal().stop(1, "turn")[0]))
    started = clock()
    assert engine.ok(**think(time_ms=500))["stop_reason"] == "time"
    assert 0.15 < clock() - started < 0.4


def test_59_the_first_limit_counts(asked):
    engine, _ = asked
    assert engine.ok(**think(nodes=5, time_ms=10_000))["nodes"] == 5
    assert engine.ok(**think(nodes=10**9, time_ms=50))["stop_reason"] == "time"
    assert engine.ok(cmd="think", limits={"infinite": True, "nodes": 5})["nodes"] == 5


def test_60_one_legal_move(engine, deal):
    dealt = deal()
    state = next(s for s in dealt.states if s.to_move in (0, 1, 2) and len(s.legal_moves()) == 1)
    seat = state.to_move
    engine.ok(**dealt.new(seat, events=state.seat_record(seat)))
    reply = engine.ok(**think(nodes=5))
    assert (reply["move"], reply["stop_reason"]) == (state.legal_moves()[0], "forced")


def test_61_stop_when_nothing_is_searched(asked):
    engine, _ = asked
    for _ in range(2):
        assert engine.ok(cmd="stop")["stopped"] == 0
        assert engine.ok(cmd="stop", game="default")["stopped"] == 0


def test_62_stop_in_the_same_write(asked):
    engine, state = asked
    for _ in range(5):
        thinking, stopping = engine.send(think(infinite=True), {"cmd": "stop"})
        answer, stopped = engine.finals(2)
        assert (answer["re"], stopped["re"]) == (thinking, stopping)
        assert answer["stop_reason"] == "stop" and answer["move"] in state.legal_moves()
        assert stopped["stopped"] == 1


def test_63_finals_before_the_reply_to_stop_and_no_info_after(asked):
    engine, _ = asked
    thinking, *stops = engine.send(
        {**think(infinite=True), "every_ms": 1}, {"cmd": "stop"}, {"cmd": "stop"}, {"cmd": "ping"}
    )
    lines = [engine.line()]
    while sum("ok" in line for line in lines) < 4:
        lines.append(engine.line())
    finals = [line["re"] for line in lines if "ok" in line]
    assert [re for re in finals if re != stops[-1]] == [thinking, *stops[:2]]
    mine = [line for line in lines if line["re"] == thinking]
    assert all("info" in line for line in mine[:-1]) and "ok" in mine[-1]


def test_63_reports_on_the_way(asked):
    engine, _state = asked
    (thinking,) = engine.send({**think(time_ms=300), "every_ms": 20, "top": 2})
    lines = [engine.line()]
    while "ok" not in lines[-1]:
        lines.append(engine.line())
    infos = [line["info"] for line in lines[:-1]]
    assert len(infos) >= 3 and all(line["re"] == thinking for line in lines)
    for info in infos:
        assert len(info["analysis"]) == 2 and len(info["win"]) == 3
        assert "stop_reason" not in info
    assert [i["nodes"] for i in infos] == sorted(i["nodes"] for i in infos)
    engine.send(think(time_ms=150))
    assert "ok" in engine.line()


def test_64_a_second_question(asked):
    engine, _ = asked
    first, second = engine.send(think(infinite=True), think(nodes=1))
    busy = engine.final()
    assert busy["re"] == second and busy["error"]["code"] == "busy"
    (third,) = engine.send({"cmd": "stop"})
    assert [reply["re"] for reply in engine.finals(2)] == [first, third]
    assert engine.ok(**think(nodes=1))


def test_64_a_question_at_once_after_the_answer_is_not_busy(asked):
    engine, _ = asked
    for _ in range(100):
        assert engine.ok(**think(nodes=0))


def test_64_a_question_after_what_ends_the_first(asked, deal):
    engine, state = asked
    n = len(state.seat_record(1))
    ids = engine.send(think(infinite=True), {"cmd": "stop"}, think(nodes=2))
    assert [reply["re"] for reply in engine.finals(3)] == ids
    ids = engine.send(think(infinite=True), events(n), think(nodes=2))
    answers = engine.finals(3)
    assert [reply["re"] for reply in answers] == ids
    assert [answers[0]["stop_reason"], answers[2]["stop_reason"]] == ["superseded", "nodes"]


def test_65_events_supersede(asked):
    engine, state = asked
    n = len(state.seat_record(1))
    move = {"seat": 1, "move": state.legal_moves()[0]}
    ids = engine.send(think(infinite=True), events(n, [move]))
    answer, told = engine.finals(2)
    assert [answer["re"], told["re"]] == ids
    assert (answer["stop_reason"], answer["at"], told["n"]) == ("superseded", n, n + 1)


def test_65_end_supersedes(asked):
    engine, _ = asked
    ids = engine.send(think(infinite=True), {"cmd": "end"})
    answer, ended = engine.finals(2)
    assert [answer["re"], ended["re"]] == ids and ended["ok"]
    assert answer["stop_reason"] == "superseded" and answer["move"]


def test_65_quit_supersedes(start, deal):
    engine = start()
    record, _ = deal().stop(1, "turn")
    games = [{"game": "a"}, {"game": "b"}]
    for game in games:
        engine.ok(**deal().new(1, events=record, **game))
    ids = engine.send(*[{**think(infinite=True), **game} for game in games], {"cmd": "quit"})
    *answers, quitting = engine.finals(3)
    assert {a["re"] for a in answers} == set(ids[:2]) and quitting["re"] == ids[2]
    assert [a["stop_reason"] for a in answers] == ["superseded"] * 2
    assert engine.line() is None and engine.wait() == 0


def test_66_two_games_side_by_side(engine, deal):
    record, _ = deal().stop(1, "turn")
    for game in ("a", "b"):
        engine.ok(**deal().new(1, game=game, events=record))
    endless, short, stop = engine.send(
        {**think(infinite=True), "game": "a"},
        {**think(nodes=5), "game": "b"},
        {"cmd": "legal", "game": "b"},
    )
    assert [reply["re"] for reply in engine.finals(2)] == [short, stop]
    ids = engine.send({"cmd": "stop", "game": "b"}, {"cmd": "stop", "game": "a"})
    replies = engine.finals(3)
    assert [reply["re"] for reply in replies] == [ids[0], endless, ids[1]]
    assert [replies[0]["stopped"], replies[2]["stopped"]] == [0, 1]
    for game in ("a", "b"):
        engine.ok(cmd="end", game=game)


def test_67_what_an_answer_holds(asked):
    engine, state = asked
    legal = state.legal_moves()
    reply = engine.ok(**think(nodes=5), top=len(legal) + 100)
    assert reply["move"] in legal and reply["game"] == "default"
    assert sorted(a["move"] for a in reply["analysis"]) == sorted(legal)
    visits = [a["visits"] for a in reply["analysis"]]
    assert visits == sorted(visits, reverse=True)
    for win in [reply["win"], *[a["win"] for a in reply["analysis"]]]:
        assert len(win) == 3 and all(0 <= w <= 1 for w in win) and abs(sum(win) - 1) < 1e-6
    assert engine.ok(**think(nodes=5), top=0)["analysis"] == []
    assert len(engine.ok(**think(nodes=5))["analysis"]) == 5


def answer(engine, **request):
    """Return the bytes of an answer without its time."""
    reply = engine.ask({"cmd": "think", "id": "same", **request})
    return json.dumps({**reply, "time_ms": 0})


def test_68_same_seed_same_answer(start, deal):
    dealt = deal()
    record, _ = dealt.stop(1, "turn")
    fresh = start()
    fresh.ok(**dealt.new(1, seed=3, events=record))
    first = answer(fresh, limits={"nodes": 20})
    assert answer(fresh, limits={"nodes": 20}) == first
    used = start()
    used.ok(**dealt.new(0, seed=4, game="other", events=dealt.stop(0, "turn")[0]))
    used.ok(cmd="think", game="other", nodes=50)
    used.ok(**dealt.new(1, seed=3))
    used.ok(**events(0, record))
    used.ok(**think(time_ms=30))
    assert answer(used, limits={"nodes": 20}) == first
    used.ok(cmd="end")
    used.ok(**dealt.new(1, seed=4, events=record))
    assert answer(used, limits={"nodes": 20}) != first


def test_68_the_seed_option_is_for_games_without_one(start, deal):
    dealt = deal()
    record, _ = dealt.stop(1, "turn")
    engine = start()
    engine.ok(**dealt.new(1, seed=3, events=record))
    engine.ok(**dealt.new(1, game="b", events=record))
    engine.ok(cmd="set", options={"seed": 3})
    here, there = (answer(engine, nodes=5, game=game) for game in ("default", "b"))
    assert here.replace("default", "b") == there
    engine.ok(cmd="set", options={"seed": 4})
    assert answer(engine, nodes=5) == here
    assert answer(engine, nodes=5, game="b") != there


def test_69_another_list_of_moves(asked):
    engine, state = asked
    legal = state.legal_moves()
    assert "warnings" not in engine.ok(**think(nodes=1), legal=legal[::-1])
    reply = engine.ok(**think(nodes=1), legal=[*legal[2:], "banana"])
    (warning,) = reply["warnings"]
    assert warning["code"] == "legal_mismatch"
    assert sorted(warning["missing"]) == sorted(legal[:2]) and warning["extra"] == ["banana"]


def test_requests_of_one_game_keep_their_order(asked):
    engine, _ = asked
    ids = engine.send(think(nodes=300), {"cmd": "legal"}, {"cmd": "legal", "x": 1})
    assert [reply["re"] for reply in engine.finals(3)] == ids


# Bots that do not behave.


@pytest.fixture
def misled(start, deal):
    """Return a function that starts an engine with a bot, at a turn of seat 1."""

    def begin(bot, *args):
        engine = start("--bot", bot, *args)
        record, state = deal().stop(1, "turn")
        engine.ok(**deal().new(1, events=record))
        return engine, state

    return begin


@pytest.mark.parametrize("bot", ["crash", "leave", "illegal", "nan"])
def test_a_bot_that_fails_is_an_internal_error(misled, bot):
    engine, state = misled(bot)
    assert engine.error(**think(nodes=1), every_ms=1)["code"] == "internal"
    engine.ok(cmd="set", options={"bot": "steady"})
    assert engine.ok(**think(nodes=1))["move"] in state.legal_moves()
    assert all(b"NaN" not in line for line in engine.raw)
    assert engine.rest() == [] and engine.wait() == 0
    assert (b"Traceback" in engine.log) == (bot != "illegal")


def test_what_a_bot_finds_impossible(misled):
    engine, _ = misled("puzzled")
    assert engine.error(**think(nodes=1))["code"] == "impossible"


def test_a_bot_that_talks_on_is_not_heard(misled):
    engine, _ = misled("chatty", "--stop-s", 0.1)
    (thinking,) = engine.send({**think(time_ms=50), "every_ms": 1})
    lines = [engine.line()]
    while "ok" not in lines[-1]:
        lines.append(engine.line())
    assert len(lines) > 1 and {line["re"] for line in lines} == {thinking}
    time.sleep(0.1)
    (ping,) = engine.send({"cmd": "ping"})
    assert engine.line()["re"] == ping


@pytest.mark.parametrize("bot", ["stuck", "deaf"])
def test_a_bot_that_does_not_stop_is_answered_for(misled, clock, bot):
    engine, state = misled(bot, "--stop-s", 0.1)
    started = clock()
    reply = engine.ok(**think(time_ms=100))
    assert clock() - started < 0.25
    assert reply["warnings"][0]["code"] == "bot_stalled"
    assert (reply["stop_reason"], reply["move"] in state.legal_moves()) == ("time", True)
    assert reply["nodes"] == (7 if bot == "stuck" else 0)
    engine.send(think(nodes=10))
    stop = engine.send({"cmd": "stop"})
    stalled, stopped = engine.finals(2)
    assert (stalled["stop_reason"], stopped["re"]) == ("stop", stop[0])
    engine.ok(cmd="set", options={"bot": "steady"})
    assert "warnings" not in engine.ok(**think(nodes=1))
