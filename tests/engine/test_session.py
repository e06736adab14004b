"""Sections 2 and 6, and numbers 23 to 30 of section 8."""

import pytest


def test_hello_says_what_is_here(engine):
    reply = engine.ok(cmd="hello", proto=[1], client={"name": "test", "version": "2.0", "more": 1})
    assert reply["proto"] == 1 and reply["engine"]["name"] == "eminence"
    (game,) = [g for g in reply["games"] if g["id"] == "louis14"]
    assert game["players"] == [2, 3, 4] and game["hash"] and game["version"]
    options = {option["name"]: option for option in reply["options"]}
    assert options["reserve_ms"] == {
        "name": "reserve_ms",
        "type": "int",
        "min": 0,
        "max": 5000,
        "default": 20,
    }
    assert options["bot"]["default"] == "steady"
    assert reply["limits"]["max_line"] == 1 << 20
    assert reply["limits"]["max_games"] == 64
    assert reply["limits"]["default_nodes"] == 2000
    assert "warnings" not in reply


def test_23_newgame_without_hello(start, deal):
    reply = start().ok(**deal(2).new(0))
    assert reply["game"] == "default" and reply["n"] == 0 and reply["to_move"] == "chance"


def test_24_hello_twice(engine):
    first, second = engine.ok(cmd="hello"), engine.ok(cmd="hello")
    assert {**first, "re": 0} == {**second, "re": 0}


def test_25_other_versions(engine):
    error = engine.error(cmd="hello", proto=[2, 3])
    assert error["code"] == "unsupported_proto" and error["proto"] == [1]
    assert engine.ok(cmd="hello", proto=[1, 2])["proto"] == 1
    assert engine.ok(cmd="hello", proto=1)["proto"] == 1
    assert engine.error(cmd="hello", proto=["1"])["code"] == "bad_type"


@pytest.mark.parametrize("cmd", ["describe", "undo", "state", "sync"])
def test_26_commands_of_another_day(engine, cmd):
    assert engine.error(cmd=cmd)["code"] == "unsupported"


def test_26_unknown_command(engine):
    error = engine.error(cmd="thinkk")
    assert error["code"] == "unknown_cmd" and error["hint"] == "think"


def test_26_unknown_fields(engine):
    reply = engine.ok(cmd="ping", x_y=1, **{"a/b~": 2})
    (warning,) = reply["warnings"]
    assert warning["code"] == "unknown_field" and warning["path"] == "/a~1b~0"
    assert "warnings" not in engine.ok(cmd="ping", x_y=1, strict=True)
    for cmd in ("ping", "hello", "stop"):
        error = engine.error(cmd=cmd, y=1, strict=True)
        assert error["code"] == "unknown_field" and error["path"] == "/y"


def test_26_unknown_fields_further_down(engine, deal):
    record, _ = deal().stop(1, "turn")
    noted = [{**record[0], "why": 1}, *record[1:]]
    new = deal().new(1, events=noted)
    assert engine.error(**new, strict=True)["path"] == "/events/0/why"
    assert [w["path"] for w in engine.ok(**new)["warnings"]] == ["/events/0/why"]
    reply = engine.ok(cmd="think", limits={"nodes": 1, "depth": 3, "x_a": 1}, nodes=2)
    assert [w["path"] for w in reply["warnings"]] == ["/nodes", "/limits/depth"]


def test_26_strict_as_an_option(start):
    engine = start()
    engine.ok(cmd="set", options={"strict": True})
    assert engine.error(cmd="legal", y=1)["code"] == "unknown_game"
    assert engine.error(cmd="hello", y=1)["code"] == "unknown_field"
    (quit_id,) = engine.send({"cmd": "quit", "y": 1})
    assert engine.final()["re"] == quit_id
    assert engine.ok(cmd="ping")


@pytest.mark.parametrize(
    ("line", "code", "path", "re"),
    [
        (b"{}", "bad_request", "/cmd", None),
        (b'{"id":7}', "bad_request", "/cmd", 7),
        (b'{"cmd":null,"id":7}', "bad_request", "/cmd", 7),
        (b'{"cmd":5,"id":"a"}', "bad_type", "/cmd", "a"),
        (b'{"cmd":"ping","id":1.5}', "bad_type", "/id", None),
        (b'{"cmd":"ping","id":1.0}', "bad_type", "/id", None),
        (b'{"cmd":"ping","id":true}', "bad_type", "/id", None),
        (b'{"cmd":"ping","id":[1]}', "bad_type", "/id", None),
        (b'{"cmd":"ping","id":{}}', "bad_type", "/id", None),
        (b'{"cmd":"legal","game":5,"id":1}', "bad_type", "/game", 1),
        (b'{"cmd":"ping","strict":1,"id":1}', "bad_type", "/strict", 1),
    ],
)
def test_27_common_fields(engine, line, code, path, re):
    reply = engine.tell(line)
    assert (reply["error"]["code"], reply["error"]["path"], reply["re"]) == (code, path, re)


def test_27_ids_may_come_again_and_be_null(engine):
    for _ in range(2):
        assert engine.tell(b'{"cmd":"ping","id":-3}') == {"re": -3, "ok": True}
    assert engine.tell(b'{"cmd":"ping","id":null}') == {"re": None, "ok": True}


def test_28_unknown_option_and_nothing_is_set(start):
    engine = start()
    error = engine.error(cmd="set", options={"reserve_ms": 7, "treads": 1})
    assert error["code"] == "unknown_option" and error["hint"] == "threads"
    assert error["path"] == "/options/treads"
    assert engine.ok(cmd="set", options={})["options"]["reserve_ms"] == 20
    reply = engine.ok(cmd="set", options={"reserve_ms": 7, "seed": 3})
    assert reply["options"] == {
        "bot": "steady",
        "reserve_ms": 7,
        "threads": 1,
        "seed": 3,
        "strict": False,
    }
    assert engine.ok(cmd="set", options={"seed": None})["options"]["seed"] is None
    hello = engine.ok(cmd="hello")
    assert [o["default"] for o in hello["options"] if o["name"] == "reserve_ms"] == [20]


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"reserve_ms": -1}, "bad_value"),
        ({"reserve_ms": 5001}, "bad_value"),
        ({"threads": 2}, "bad_value"),
        ({"seed": 1 << 64}, "bad_value"),
        ({"reserve_ms": "5"}, "bad_type"),
        ({"reserve_ms": 5.0}, "bad_type"),
        ({"reserve_ms": True}, "bad_type"),
        ({"reserve_ms": None}, "bad_type"),
        ({"strict": 1}, "bad_type"),
        ({"bot": 5}, "bad_type"),
        ({"bot": "nobody"}, "bad_value"),
    ],
)
def test_29_options_out_of_range(engine, options, code):
    error = engine.error(cmd="set", options=options)
    assert error["code"] == code and error["path"] == f"/options/{next(iter(options))}"


def test_29_options_are_an_object(engine):
    assert engine.error(cmd="set")["code"] == "bad_request"
    assert engine.error(cmd="set", options=[])["code"] == "bad_type"


def test_30_ping_during_load_and_search(start, deal, clock):
    engine = start("--load-s", 0.5)
    record, _ = deal().stop(1, "turn")

    def ping():
        started = clock()
        assert engine.ok(cmd="ping")
        return clock() - started

    ping()
    (opening,) = engine.send(deal().new(1, events=record))
    assert min(ping() for _ in range(5)) < 0.1
    assert engine.final()["re"] == opening
    engine.send({"cmd": "think", "limits": {"infinite": True}})
    assert sorted(ping() for _ in range(11))[5] < 0.1
