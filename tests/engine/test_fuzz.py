"""Whatever comes in, every line that is not blank gets exactly one final reply (section 2)."""

import json
from functools import partial

from hypothesis import given, settings
from hypothesis import strategies as st

from eminence.ai.engine.config import Config
from eminence.ai.engine.framing import LineSplitter
from eminence.ai.engine.server import COMMANDS, Server
from eminence.ai.thinking import Result
from eminence.core.game import load


class First:
    spec = "first"

    def think(self, view, **_):
        return Result(view.legal_moves()[0], "nodes", 1, 0, 1, None, None)


def finals(data):
    """Serve bytes; return their lines and the final replies."""
    written = []
    config = Config(make_bot=lambda _: First(), load=partial(load, engine="reference"))
    server = Server(config, "first", written.append)
    splitter = LineSplitter(2000)
    lines = [*splitter.feed(data), *splitter.close()]
    quits = [server.receive(line) for line in lines]
    assert server.wait_idle(20)
    for request in filter(None, quits):
        server.acknowledge(request)
    server.receive(b'{"cmd":"end","x_why":"it is a thread"}')
    assert server.wait_idle(20)
    replies = [reply for reply in map(json.loads, written) if "ok" in reply][:-1]
    assert all(line.endswith(b"\n") and line.isascii() for line in written)
    return lines, replies


@settings(max_examples=300, deadline=None)
@given(st.binary(max_size=400))
def test_any_bytes(data):
    lines, replies = finals(data)
    assert len(replies) == len(lines)


WORDS = st.sampled_from([*COMMANDS, "undo", "louis14", "all", "start 0", "mission M?", "default"])
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 4) | st.floats(allow_nan=False) | WORDS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=3),
    max_leaves=6,
)
FIELDS = [
    *("id", "game", "strict", "rules", "players", "seat", "seed", "events", "observation", "from"),
    *("limits", "nodes", "time_ms", "clock", "infinite", "top", "every_ms", "legal", "reveal"),
    *("options", "proto", "chance", "move", "x_y", "other"),
]
GOOD = st.fixed_dictionaries(
    {"cmd": st.sampled_from(COMMANDS)},
    optional={
        "rules": st.just("louis14"),
        "players": st.integers(2, 4),
        "seat": st.integers(0, 1),
        "from": st.integers(0, 2),
        "events": st.lists(st.just({"chance": "start 0"}), max_size=1),
    },
)
REQUESTS = st.builds(
    lambda good, odd: good | odd,
    GOOD,
    st.dictionaries(st.sampled_from(FIELDS), VALUES, max_size=2),
)


@settings(max_examples=300, deadline=None)
@given(st.lists(REQUESTS, max_size=8))
def test_any_requests(requests):
    lines, replies = finals("".join(json.dumps(r) + "\n" for r in requests).encode())
    assert len(replies) == len(lines) == len(requests)
    codes = {reply["error"]["code"] for reply in replies if not reply["ok"]}
    assert "internal" not in codes
