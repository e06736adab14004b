"""Sections 3 and 5, and numbers 31 to 43 of section 8."""

import pytest


def events(start, batch, **more):
    return {"cmd": "events", "from": start, "events": batch, **more}


@pytest.fixture
def record(deal):
    return deal().stop(1, "turn")[0]


def test_31_unknown_game_and_rules(engine, deal):
    for request in (events(0, [], game="no"), {"cmd": "legal", "game": "no"}):
        error = engine.error(**request)
        assert error["code"] == "unknown_game" and error["path"] == "/game"
    for cmd in ("think", "stop", "end"):
        assert engine.error(cmd=cmd, game="no")["code"] == "unknown_game"
    error = engine.error(cmd="newgame", rules="louis15", players=2, seat=0)
    assert error["code"] == "unknown_rules" and error["hint"] == "louis14"
    assert error["path"] == "/rules"


def test_31_nothing_is_left_of_a_game_that_was_refused(engine, deal):
    ids = engine.send(
        {**deal().new(0), "rules": "go", "game": "g"},
        {"cmd": "legal", "game": "g"},
        {**deal().new(0), "game": "g"},
        {"cmd": "legal", "game": "g"},
        {"cmd": "end", "game": "g"},
    )
    finals = engine.finals(5)
    assert [reply["re"] for reply in finals] == ids
    assert [reply["ok"] for reply in finals] == [False, False, True, True, True]


def test_32_a_game_id_is_free_after_end(engine, deal, record):
    new = deal().new(1, game="again")
    engine.ok(**new)
    error = engine.error(**new)
    assert error["code"] == "game_exists" and error["path"] == "/game"
    engine.ok(**events(0, record, game="again"))
    engine.ok(cmd="end", game="again")
    assert engine.ok(**new)["n"] == 0
    engine.ok(cmd="end", game="again")


def test_33_too_many_games(start, deal):
    engine = start("--max-games", 2)
    new = [deal().new(0, game=str(i)) for i in range(3)]
    engine.ok(**new[0])
    engine.ok(**new[1])
    assert engine.error(**new[2])["code"] == "too_many_games"
    assert engine.error(**new[1])["code"] == "game_exists"
    engine.ok(cmd="end", game="0")
    engine.ok(**new[2])
    assert engine.ok(cmd="legal", game="1")


def test_33_the_last_one_is_refused_also_when_all_come_at_once(start, deal):
    engine = start("--max-games", 8, "--load-s", 0.02)
    ids = engine.send(*[deal().new(0, game=str(i)) for i in range(9)])
    refused = [reply["re"] for reply in engine.finals(9) if not reply["ok"]]
    assert refused == ids[-1:]


def test_33_a_game_that_was_refused_takes_no_place(start, deal):
    engine = start("--max-games", 1)
    for i in range(50):
        reply = engine.ask({**deal().new(0, game=str(i)), "rules": "go"})
        assert reply["error"]["code"] == "unknown_rules"


@pytest.mark.parametrize(
    ("change", "code", "path"),
    [
        ({"players": 1}, "bad_value", "/players"),
        ({"players": 5}, "bad_value", "/players"),
        ({"players": True}, "bad_type", "/players"),
        ({"players": "3"}, "bad_type", "/players"),
        ({"players": None}, "bad_request", "/players"),
        ({"seat": 3}, "bad_value", "/seat"),
        ({"seat": -1}, "bad_value", "/seat"),
        ({"seat": "one"}, "bad_value", "/seat"),
        ({"seat": False}, "bad_type", "/seat"),
        ({"seat": None}, "bad_request", "/seat"),
        ({"rules": 14}, "bad_type", "/rules"),
        ({"rules": None}, "bad_request", "/rules"),
        ({"seed": -1}, "bad_value", "/seed"),
        ({"seed": 1.5}, "bad_type", "/seed"),
        ({"events": {}}, "bad_type", "/events"),
        ({"observation": "here"}, "bad_type", "/observation"),
    ],
)
def test_34_set_up_out_of_range(engine, deal, change, code, path):
    error = engine.error(**(deal().new(1) | change))
    assert (error["code"], error["path"]) == (code, path)
    assert engine.error(cmd="legal")["code"] == "unknown_game"


def test_35_36_resends(engine, deal, record):
    engine.ok(**deal().new(1, events=record[:5]))
    for batch, n in ((record[2:5], 5), (record[2:4], 5), (record[3:9], 9), (record[3:9], 9)):
        start = record.index(batch[0])
        assert engine.ok(**events(start, batch))["n"] == n
    assert engine.ok(**events(0, record))["n"] == len(record)
    assert engine.ok(**events(0, record))["n"] == len(record)
    assert engine.ok(**events(len(record), []))["to_move"] == 1


def test_37_a_gap(engine, deal, record):
    engine.ok(**deal().new(1, events=record[:5]))
    for batch in (record[6:], []):
        error = engine.error(**events(6, batch))
        assert error["code"] == "desync" and error["n"] == 5 and error["path"] == "/from"


def test_38_another_past(engine, deal, record):
    engine.ok(**deal().new(1, events=record))
    other = [{"chance": "start 2" if record[0] == {"chance": "start 0"} else "start 0"}]
    error = engine.error(**events(0, other))
    assert error["code"] == "desync" and error["n"] == len(record)
    assert error["path"] == "/events/0"
    nonsense = engine.error(**events(len(record) - 1, [{"seat": 0, "move": "banana"}]))
    assert nonsense["code"] == "desync"
    assert engine.ok(**events(0, record))["n"] == len(record)


def test_39_illegal_in_the_middle_and_nothing_is_kept(engine, deal, record):
    engine.ok(**deal().new(1, events=record[:3]))
    for wrong in ({"chance": "banana"}, {"seat": 1, "move": "done"}, {"chance": "gold G1"}):
        error = engine.error(**events(1, [*record[1:5], wrong, *record[5:]]))
        assert error["code"] == "illegal_event"
        assert error["path"] == f"/events/4/{'move' if 'move' in wrong else 'chance'}"
        assert engine.ok(**events(3, []))["n"] == 3
    assert engine.ok(**events(0, record))["n"] == len(record)


def test_39_newgame_with_an_illegal_event_opens_nothing(engine, deal, record):
    error = engine.error(**deal().new(1, events=[*record[:3], {"chance": "gold G1"}]))
    assert error["path"] == "/events/3/chance"
    assert engine.error(cmd="legal")["code"] == "unknown_game"


def test_40_the_wrong_seat(engine, deal, record):
    engine.ok(**deal().new(1, events=record))
    (move, *_) = engine.ok(cmd="legal")["legal"]
    for seat in (0, 2):
        error = engine.error(**events(len(record), [{"seat": seat, "move": move}]))
        assert error["code"] == "illegal_event"
    error = engine.error(**events(len(record), [{"seat": 3, "move": move}]))
    assert (error["code"], error["path"]) == ("bad_value", "/events/0/seat")


@pytest.mark.parametrize(
    ("event", "code", "path"),
    [
        (5, "bad_type", "/events/1"),
        (None, "bad_type", "/events/1"),
        ("start 0", "bad_type", "/events/1"),
        ({}, "bad_value", "/events/1"),
        ({"seat": 1}, "bad_value", "/events/1"),
        ({"move": "done"}, "bad_value", "/events/1"),
        ({"chance": "start 0", "seat": 0}, "bad_value", "/events/1"),
        ({"chance": 0}, "bad_type", "/events/1/chance"),
        ({"seat": True, "move": "done"}, "bad_type", "/events/1/seat"),
        ({"seat": -1, "move": "done"}, "bad_value", "/events/1/seat"),
        ({"seat": 1, "move": ["done"]}, "bad_type", "/events/1/move"),
    ],
)
def test_what_is_no_event(engine, deal, record, event, code, path):
    engine.ok(**deal().new(1))
    error = engine.error(**events(0, [record[0], event]))
    assert (error["code"], error["path"]) == (code, path)
    assert engine.ok(**events(0, []))["n"] == 0


@pytest.mark.parametrize(
    ("change", "code", "path"),
    [
        ({"from": None}, "bad_request", "/from"),
        ({"from": -1}, "bad_value", "/from"),
        ({"from": True}, "bad_type", "/from"),
        ({"events": None}, "bad_request", "/events"),
        ({"events": 5}, "bad_type", "/events"),
    ],
)
def test_what_is_no_batch(engine, deal, change, code, path):
    engine.ok(**deal().new(1))
    error = engine.error(**(events(0, []) | change))
    assert (error["code"], error["path"]) == (code, path)


def test_43_one_by_one_is_one_batch(engine, deal):
    record = deal().record(1)
    engine.ok(**deal().new(1, game="slow"))
    engine.send(*[events(i, [event], game="slow") for i, event in enumerate(record)])
    replies = engine.finals(len(record))
    assert [reply["n"] for reply in replies] == list(range(1, len(record) + 1))
    whole = engine.ok(**deal().new(1, game="fast", events=record))
    assert whole["to_move"] == replies[-1]["to_move"]
    for game in ("slow", "fast"):
        engine.ok(cmd="end", game=game)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_whole_game_with_its_legal_moves(engine, deal, players):
    dealt = deal(players, 2)
    game = {"game": f"whole {players}"}
    engine.ok(**dealt.new(1, **game))
    sent = 0
    for state in dealt.states:
        if state.to_move != 1:
            continue
        record = state.seat_record(1)
        engine.ok(**events(sent, record[sent:], **game))
        sent = len(record)
        reply = engine.ok(cmd="legal", **game)
        assert reply["legal"] == state.legal_moves()
        assert (reply["n"], reply["to_move"], reply["decision"]) == (sent, 1, state.decision)
    engine.ok(cmd="end", **game)


def test_legal_when_another_is_to_move(engine, deal):
    _, state = deal().stop(0, "turn")
    engine.ok(**deal().new(1, events=state.seat_record(1)))
    reply = engine.ok(cmd="legal")
    assert (reply["legal"], reply["to_move"], reply["decision"]) == ([], 0, "turn")


def test_the_seat_of_all(engine, deal):
    state = next(s for s in deal().states if s.decision == "turn")
    engine.ok(**deal().new("all", events=state.record))
    assert engine.ok(cmd="legal")["legal"] == state.legal_moves()
    reply = engine.ok(cmd="think", nodes=1)
    assert reply["move"] in state.legal_moves()
    engine.ok(**events(len(state.record), [{"seat": state.to_move, "move": reply["move"]}]))
