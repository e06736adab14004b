"""A frontend for tests: an engine process with real pipes, and games to tell it about."""

import contextlib
import json
import os
import queue
import random
import subprocess
import sys
import threading
import time
from functools import cache
from pathlib import Path

import pytest

from eminence.core.game import load

FAKE = Path(__file__).with_name("fake_engine.py")
PATIENCE = 20


class Rng:
    def __init__(self, seed):
        self._random = random.Random(seed)

    def below(self, n):
        return self._random.randrange(n)


class Engine:
    """An engine process; its output is drained and every line of it must be JSON with ``re``."""

    def __init__(self, *args, command=None, env=None, stderr=subprocess.PIPE):
        command = command or [sys.executable, str(FAKE), *map(str, args)]
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=stderr,
            bufsize=0,
            env=os.environ | (env or {}),
        )
        self.log = b""
        self.raw = []
        self._lines = queue.Queue()
        self._infos = {}
        self._early = {}
        self._ids = iter(range(1, 1 << 30))
        self._threads = [threading.Thread(target=self._drain, daemon=True)]
        if stderr == subprocess.PIPE:
            self._threads.append(threading.Thread(target=self._drain_log, daemon=True))
        for thread in self._threads:
            thread.start()

    def _drain(self):
        for line in self.process.stdout:
            self.raw.append(line)
            self._lines.put(line)
        self._lines.put(b"")

    def _drain_log(self):
        for chunk in iter(lambda: self.process.stderr.read(65536), b""):
            self.log += chunk

    def write(self, data):
        """Write bytes; the engine may have left."""
        with contextlib.suppress(BrokenPipeError):
            self.process.stdin.write(data)

    def send(self, *requests):
        """Write requests, all at once; give those an id that have none and return the ids."""
        requests = [r if "id" in r else {**r, "id": next(self._ids)} for r in requests]
        self.write("".join(json.dumps(r) + "\n" for r in requests).encode())
        return [r["id"] for r in requests]

    def line(self, timeout=PATIENCE):
        """Return the next line of output, ``None`` at its end."""
        line = self._lines.get(timeout=timeout)
        if not line:
            return None
        assert line.endswith(b"\n") and line.isascii()
        reply = json.loads(line)
        assert "re" in reply and ("ok" in reply) != ("info" in reply)
        return reply

    def final(self, timeout=PATIENCE):
        """Return the next final reply."""
        while True:
            reply = self.line(timeout)
            if reply is None or "ok" in reply:
                return reply

    def finals(self, n):
        """Return the next final replies."""
        return [self.final() for _ in range(n)]

    def ask(self, request, timeout=PATIENCE):
        """Send one request and return its final reply, which must be the next one."""
        (wanted,) = self.send(request)
        reply = self.final(timeout)
        assert reply is not None and reply["re"] == wanted, reply
        return reply

    def ok(self, **request):
        """Send a request that must succeed."""
        reply = self.ask(request)
        assert reply["ok"], reply
        return reply

    def error(self, **request):
        """Send a request that must fail; return the error."""
        reply = self.ask(request)
        assert not reply["ok"], reply
        assert self.ok(cmd="ping")
        return reply["error"]

    def tell(self, line):
        """Write one raw line and return the final reply."""
        self.write(line + b"\n")
        reply = self.final()
        assert self.ok(cmd="ping")
        return reply

    def code(self, line):
        """Write one raw line that must fail; return the error's code."""
        reply = self.tell(line)
        assert reply["ok"] is False and reply["re"] is None, reply
        return reply["error"]["code"]

    def rest(self):
        """Close the input and return all that still comes."""
        self.process.stdin.close()
        return list(iter(self.line, None))

    def wait(self, timeout=PATIENCE):
        """Return the exit code."""
        code = self.process.wait(timeout)
        for thread in self._threads:
            thread.join(timeout)
        return code

    def close(self):
        if self.process.poll() is None:
            self.process.kill()
        self.process.stdin.close()
        self.wait()
        self.process.stdout.close()
        if self.process.stderr:
            self.process.stderr.close()


@pytest.fixture
def start():
    """Start engines; they are gone after the test."""
    engines = []

    def begin(*args, **options):
        engines.append(Engine(*args, **options))
        return engines[-1]

    yield begin
    for engine in engines:
        engine.close()


@pytest.fixture(scope="session")
def _shared():
    engine = Engine()
    yield engine
    engine.close()


@pytest.fixture
def engine(_shared):
    """One engine for all tests that leave it as it was."""
    yield _shared
    assert _shared.ask({"cmd": "ping"})["ok"]
    _shared.send({"cmd": "stop"})
    while "stopped" not in _shared.final():
        pass
    _shared.ask({"cmd": "end"})


class Dealt:
    """A random game to its end, with every state on the way."""

    def __init__(self, players, seed):
        self.game = load("louis14", players, engine="reference")
        rng = Rng(seed)
        state = self.game.new()
        self.states = [state.copy()]
        while state.to_move is not None:
            if state.to_move == "chance":
                outcomes = state.chance_outcomes()
                state.apply(outcomes[rng.below(len(outcomes))][0])
            else:
                moves = state.legal_moves()
                state.apply(moves[rng.below(len(moves))])
            self.states.append(state.copy())
        self.players = players
        self.final = state

    def record(self, seat):
        return self.final.seat_record(seat)

    def stop(self, seat, decision, nth=0):
        """Return the record of a seat up to one of its decisions, and the state there."""
        there = [s for s in self.states if s.to_move == seat and s.decision == decision]
        return there[nth].seat_record(seat), there[nth]

    def new(self, seat, **more):
        """Return the request that opens the game for a seat."""
        return {
            "cmd": "newgame",
            "rules": "louis14",
            "players": self.players,
            "seat": seat,
            **more,
        }


@pytest.fixture
def deal():
    """Return random games, each made once."""
    return _deal


@cache
def _deal(players=3, seed=1):
    return Dealt(players, seed)


@pytest.fixture
def clock():
    """Measure seconds."""
    return time.monotonic
