"""Section 1, and numbers 1 to 22 of section 8."""

import json

import pytest

from eminence.ai.engine.errors import RequestError
from eminence.ai.engine.framing import MAX_LINE, LineSplitter, decode, encode

PING = b'{"cmd":"ping","id":1}'


def split(*chunks, limit=MAX_LINE):
    splitter = LineSplitter(limit)
    lines = [line for chunk in chunks for line in splitter.feed(chunk)]
    return lines + list(splitter.close())


def refused(line):
    with pytest.raises(RequestError) as caught:
        decode(line)
    return caught.value.code


def test_lines_end_with_a_newline_and_nothing_else():
    assert split("a\u2028b\x85c\x1cd\x0b\x0c\r\re\nf".encode()) == [
        "a\u2028b\x85c\x1cd\x0b\x0c\r\re".encode(),
        b"f",
    ]


def test_one_carriage_return_is_dropped():
    assert split(b"a\r\nb\r\r\n") == [b"a", b"b\r"]


def test_only_the_first_line_has_a_byte_order_mark():
    assert split(b"\xef\xbb\xbfa\n\xef\xbb\xbfb\n") == [b"a", b"\xef\xbb\xbfb"]
    assert split(b"\xef", b"\xbb\xbf\r\nb\n") == [b"b"]


def test_blank_lines_are_skipped():
    assert split(b"\n  \n\t\r\n\na") == [b"a"]


def test_chunks_may_end_anywhere():
    data = b"\xef\xbb\xbfone\r\n\ntwo\nthree"
    assert split(*[bytes([b]) for b in data]) == split(data) == [b"one", b"two", b"three"]


@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_the_limit_counts_a_line_without_its_end(end, mark):
    assert split(mark + b"x" * 10 + end, limit=10) == [b"x" * 10]
    assert split(mark + b"x" * 11 + end + b"y\n", limit=10) == [None, b"y"]


def test_a_line_that_is_too_long_takes_no_memory_and_is_one_line():
    splitter = LineSplitter(10)
    lines = [line for _ in range(1000) for line in splitter.feed(b"x" * 1000)]
    assert not lines and len(splitter._line) < 2000
    assert [*splitter.feed(b"\nok\n")] == [None, b"ok"]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (b"\xff{}", "bad_utf8"),
        (b'{"cmd":"\xc3("}', "bad_utf8"),
        (b'{"cmd":"\xed\xa0\x80"}', "bad_utf8"),
        (b'{"cmd":"a\0"}', "bad_json"),
        (b"pi\0ng", "bad_json"),
        (PING.decode().encode("utf-16"), "bad_utf8"),
        (PING.decode().encode("utf-16-le"), "bad_json"),
        (b"\xef\xbb\xbf" + PING, "bad_json"),
        (b'{"cmd":"ping"', "bad_json"),
        (b'{"cmd":"a\tb"}', "bad_json"),
        (b"{'cmd':1}", "bad_json"),
        (b"}", "bad_json"),
        (b"[]", "bad_request"),
        (b'[{"cmd":"ping"}]', "bad_request"),
        (b'"ping"', "bad_request"),
        (b"17", "bad_request"),
        (b"-17", "bad_request"),
        (b'{"a":NaN}', "bad_json"),
        (b'{"a":-Infinity}', "bad_json"),
        (b'{"a":1e999}', "bad_json"),
        (b'{"a":1,"a":2}', "bad_json"),
        (b'{"a":[{"b":1,"b":1}]}', "bad_json"),
        (b"[" * 60000, "bad_json"),
        (b'{"a":' + b"[" * 60000, "bad_json"),
        (b'{"a":' * 60000, "bad_json"),
        (b'{"a":' + b"[" * 64 + b"]" * 64 + b"}", "bad_json"),
        (b'{"a":' + b"9" * 5000 + b"}", "bad_json"),
        (b'{"a":-' + b"9" * 5000 + b"}", "bad_json"),
        (PING + PING, "bad_json"),
        (PING + b" " + PING, "bad_json"),
    ],
    ids=lambda value: repr(value[:30]),
)
def test_what_is_no_request(line, code):
    assert refused(line) == code


def test_nesting_up_to_the_limit():
    line = b'{"a":' + b"[" * 63 + b"]" * 63 + b"}"
    assert decode(line)["a"]
    assert decode(b'{"a":"' + b"[" * 500 + rb"\"[" + b'"}')["a"].startswith("[[")
    assert len(decode(b'{"a":[' + b"[]," * 500 + b"1]}")["a"]) == 501


@pytest.mark.parametrize("text", [b'{"a":"' + rb"\"" * 400000, b'{"' + b'":[' * 300000])
def test_no_line_takes_long(text, clock):
    started = clock()
    assert refused(text) == "bad_json"
    assert clock() - started < 2


def test_many_keys_twice_take_no_time(clock):
    pairs = ",".join(f'"{i}":0' for i in range(60000))
    started = clock()
    assert refused(f'{{{pairs},"59999":1}}'.encode()) == "bad_json"
    assert clock() - started < 2


@pytest.mark.parametrize(
    ("line", "fields"),
    [
        (b"ping", {"cmd": "ping"}),
        (b" \t ping \t id=1 ", {"cmd": "ping", "id": 1}),
        (b'a b=c d=[1,2] e="f" g=null', {"cmd": "a", "b": "c", "d": [1, 2], "e": "f", "g": None}),
        (b"a b=", {"cmd": "a", "b": ""}),
        (b"a b=c=d", {"cmd": "a", "b": "c=d"}),
        (
            b"a b=NaNs c=6:1+6+6 d=1:recall",
            {"cmd": "a", "b": "NaNs", "c": "6:1+6+6", "d": "1:recall"},
        ),
        (b'a b={"c":1}', {"cmd": "a", "b": {"c": 1}}),
        ("a b=é".encode(), {"cmd": "a", "b": "é"}),
    ],
)
def test_sugar(line, fields):
    assert decode(line) == fields


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (b"ping 1", "bad_request"),
        (b'ping id="a b"', "bad_request"),
        (b"newgame events=[1, 2]", "bad_request"),
        (b'set options={"a": "b=c"}', "bad_request"),
        (b"ping =1", "bad_request"),
        (b"cmd=ping", "bad_request"),
        (b"ping id=1 id=2", "bad_json"),
        (b"ping cmd=stop", "bad_json"),
        (b"ping id=1e999", "bad_json"),
        (b"ping id=" + b"9" * 5000, "bad_json"),
        (b"ping id=" + b"[" * 60000, "bad_json"),
        (b'a b={"c":1,"c":1}', "bad_json"),
    ],
    ids=lambda value: repr(value[:30]),
)
def test_what_is_no_sugar(line, code):
    assert refused(line) == code


def test_replies_are_ascii_on_one_line():
    line = encode({"re": "\ud800é\u2028\n", "ok": True})
    assert line == b'{"re":"\\ud800\\u00e9\\u2028\\n","ok":true}\n'
    with pytest.raises(ValueError, match="JSON"):
        encode({"win": [float("nan")]})


# Over the wire.


@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
def test_1_line_ends(engine, end):
    engine.write(PING + end)
    assert engine.final() == {"re": 1, "ok": True}


def test_2_blank_lines_have_no_reply(engine):
    engine.write(b"\n  \n\r\n\t\n" + PING + b"\n")
    assert engine.final() == {"re": 1, "ok": True}


def test_3_4_22_silent_start_with_a_mark_and_a_last_line_without_end(start):
    engine = start()
    engine.write(b"\xef\xbb\xbf" + PING)
    assert not engine.raw
    assert engine.rest() == [{"re": 1, "ok": True}]
    assert engine.wait() == 0


def test_5_one_byte_a_write(engine):
    for byte in b'{"cmd":"ping","id":"\xc3\xa9"}\n':
        engine.write(bytes([byte]))
    assert engine.final() == {"re": "é", "ok": True}


def test_6_two_requests_in_one_write_keep_their_order(engine):
    ids = engine.send({"cmd": "hello"}, {"cmd": "ping"}, {"cmd": "nothing"}, {"cmd": "ping"})
    assert [reply["re"] for reply in engine.finals(4)] == ids


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (b'{"cmd":"ping"', "bad_json"),
        (b'["ping"]', "bad_request"),
        (b'"ping"', "bad_request"),
        (b"5", "bad_request"),
        (b"\xff\xfe", "bad_utf8"),
        (b'{"cmd":"pi\0ng"}', "bad_json"),
        (b'{"cmd":"ping","id":NaN}', "bad_json"),
        (b'{"cmd":"ping","id":1e999}', "bad_json"),
        (b'{"cmd":"ping","cmd":"ping"}', "bad_json"),
        (b"[" * 60000, "bad_json"),
        (b'{"cmd":"ping","id":' + b"9" * 5000 + b"}", "bad_json"),
        (PING * 2, "bad_json"),
        (b"think nodes 5", "bad_request"),
        (b"x" * (MAX_LINE + 1), "line_too_long"),
    ],
    ids=lambda value: repr(value[:30]),
)
def test_7_to_20_errors(engine, line, code):
    assert engine.code(line) == code


def test_11_utf_16_is_not_accepted(engine):
    engine.write(json.dumps({"cmd": "ping"}).encode("utf-16"))
    engine.write(b"\n")
    assert engine.final()["error"]["code"] == "bad_utf8"


def test_17_a_lone_surrogate_is_echoed(engine):
    assert engine.tell(rb'{"cmd":"ping","id":"\ud800"}') == {"re": "\ud800", "ok": True}
    reply = engine.tell(rb'{"cmd":"\udfff","game":"\ud800"}')
    assert reply["error"]["code"] == "unknown_cmd"
    reply = engine.tell(rb'{"cmd":"legal","game":"\ud800"}')
    assert reply["error"]["code"] == "unknown_game"


@pytest.mark.parametrize("inside", ["\u2028", "\u0085", "\x1c".encode("unicode_escape").decode()])
def test_19_other_line_ends_do_not_split(engine, inside):
    line = f'{{"cmd":"ping","id":"a{inside}b"}}'.replace(r"\x1c", r"\u001c")
    assert engine.tell(line.encode())["re"] == json.loads(line)["id"]


def test_21_a_batch_of_900_kb(engine, deal):
    dealt = deal(3, 1)
    record = dealt.record(1)
    engine.ok(**dealt.new(1))
    padded = [{**event, "x_note": "x" * (900_000 // len(record))} for event in record]
    reply = engine.ok(cmd="events", **{"from": 0}, events=padded)
    assert reply["n"] == len(record) and "warnings" not in reply
