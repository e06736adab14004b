"""Programs that speak the engine protocol, from the frontend's side.

An engine may crash, hang, flood its output, write what is no protocol, or never read: nothing of
that blocks the arena. Its pipes are served by threads, output waits in a queue of bounded
length, and every wait has an end. One process plays one seat, so that an engine never holds
what its seat may not know.
"""

from __future__ import annotations

import json
import subprocess
import threading
import time
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import count
from queue import Empty, Full, Queue, SimpleQueue

from eminence.ai.thinking import Limits
from eminence.bench.config import ArenaError
from eminence.bench.faults import Answer, Fault, Patience
from eminence.core.events import Event
from eminence.core.game import Game, Json

START_S = 20.0
"""How long an engine may take to start, and to open a game."""

END_S = 5.0
"""How long it may take to end a game; after that it is killed."""

MAX_LINE = 1 << 20
MAX_OUTPUT = 8 << 20
"""Bytes of output to one question; more is a flood."""

_CHUNK = 1 << 16
_POLL_S = 0.5


class Program:
    """A process whose pipes never block us."""

    def __init__(self, command: Sequence[str]) -> None:
        """Start it; raises `OSError`."""
        self.process = subprocess.Popen(
            list(command),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
        )
        self._chunks: Queue[bytes] = Queue(16)
        self._outbox: SimpleQueue[bytes | None] = SimpleQueue()
        self._log: deque[bytes] = deque(maxlen=4)
        self._closed = False
        self._rest = b""
        self._lines: deque[bytes] = deque()
        self._taken = 0
        self._threads = [
            threading.Thread(target=work, daemon=True)
            for work in (self._read, self._read_log, self._write)
        ]
        for thread in self._threads:
            thread.start()

    def send(self, requests: Sequence[Json]) -> None:
        """Write requests, all at once; from here on output is counted."""
        self._taken = 0
        text = "".join(json.dumps(r, separators=(",", ":")) + "\n" for r in requests)
        self._outbox.put(text.encode())

    def lines(self, deadline: float) -> Iterator[bytes]:
        """Return lines of output as they come, to its end.

        Raises `TimeoutError` at the deadline. A line that is too long is returned cut off.
        """
        while True:
            while self._lines:
                yield self._lines.popleft()
            chunk = self._chunk(deadline)
            if not chunk:
                return
            *lines, self._rest = (self._rest + chunk).split(b"\n")
            self._lines += lines
            if len(self._rest) > MAX_LINE:
                self._rest = self._rest[:1] + b"\0"  # no JSON any more, whatever follows

    def ending(self) -> str:
        """Return how it ended, and the last of its log."""
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(1)
        self._threads[1].join(0.2)
        log = b"".join(list(self._log)).decode(errors="replace").strip().splitlines()
        return f"exit code {self.process.poll()}" + (f"; {log[-1][:200]}" if log else "")

    def close(self) -> None:
        """Kill it, and leave nothing of it."""
        self._closed = True
        self.process.kill()
        self.process.wait()
        self._outbox.put(None)
        for thread in self._threads:
            thread.join(0.5)

    def _chunk(self, deadline: float) -> bytes:
        """Return some output; none once the program has ended, whoever else holds its pipe."""
        while True:
            ended = self.process.poll() is not None
            left = max(0.0, deadline - time.monotonic())
            with suppress(Empty):
                chunk = self._chunks.get(timeout=min(left, _POLL_S))
                self._taken += len(chunk)
                if self._taken > MAX_OUTPUT:
                    raise Fault("crash", "flooded its output")
                return chunk
            if ended:
                return b""
            if not left:
                raise TimeoutError

    def _read(self) -> None:
        """Put output into the queue; each thread closes its own pipe."""
        assert self.process.stdout is not None
        chunk = b"?"
        with self.process.stdout as pipe:
            while chunk and not self._closed:
                chunk = b""
                with suppress(OSError):
                    chunk = pipe.read(_CHUNK)
                while not self._closed:
                    with suppress(Full):
                        self._chunks.put(chunk, timeout=0.2)
                        break

    def _read_log(self) -> None:
        assert self.process.stderr is not None
        with self.process.stderr as pipe, suppress(OSError):
            while chunk := pipe.read(4096):
                self._log.append(chunk)

    def _write(self) -> None:
        assert self.process.stdin is not None
        with suppress(OSError), self.process.stdin as pipe:
            while (data := self._outbox.get()) is not None:
                view = memoryview(data)
                while view and not self._closed:
                    view = view[pipe.write(view) or 0 :]


class Engine:
    """A program that is asked questions of the protocol."""

    def __init__(self, command: Sequence[str]) -> None:
        """Start the program."""
        self.program = Program(command)
        self.stray = 0
        """Lines that were no replies."""
        self._ids = count(1)

    def ask(self, requests: Sequence[Json], seconds: float) -> Json:
        """Send requests and return the last one's final reply, once all have theirs.

        Raises `Fault` where the engine refuses one, ends, floods, or is silent for that long.
        """
        sent = {str(next(self._ids)): request for request in requests}
        self.program.send([{**request, "id": number} for number, request in sent.items()])
        replies: dict[str, Json] = {}
        deadline = time.monotonic() + seconds
        try:
            for line in self.program.lines(deadline):
                if time.monotonic() > deadline:
                    raise TimeoutError
                reply = self._final(line)
                if reply is None or reply["re"] not in sent:
                    continue
                if reply["ok"] is not True:
                    raise Fault("crash", f"refused {sent[reply['re']]['cmd']}: {_reason(reply)}")
                replies[reply["re"]] = reply
                if len(replies) == len(sent):
                    return replies[list(sent)[-1]]
        except TimeoutError:
            asked = next(request["cmd"] for key, request in sent.items() if key not in replies)
            raise Fault("stall", f"no reply to {asked} in {seconds:g} s") from None
        raise Fault("crash", f"ended: {self.program.ending()}")

    def _final(self, line: bytes) -> Json | None:
        """Return a final reply; count what is neither one nor a report."""
        try:
            reply = json.loads(line)
        except (ValueError, RecursionError):
            reply = None
        if not isinstance(reply, dict) or not isinstance(reply.get("re"), str | int | None):
            self.stray += bool(line.strip())
            return None
        if "ok" in reply and "re" in reply:
            return reply
        self.stray += not ("info" in reply and "re" in reply)
        return None


class EnginePlayer:
    """A program at one seat."""

    def __init__(self, command: Sequence[str], limits: Limits, patience: Patience) -> None:
        """Let a program play under these limits; it is started for the first game."""
        self._command = command
        self._limits = limits
        self._patience = patience
        self._engine: Engine | None = None
        self._games = count(1)
        self._game = ""
        self._told = 0

    def start(self, game: Game, seat: int, seed: int) -> None:
        """Open a game, in the process of the last one if that behaved well."""
        if self._engine is None:
            self._engine = Engine(self._command)
        self._game, self._told = f"g{next(self._games)}", 0
        request = {
            "cmd": "newgame",
            "game": self._game,
            "rules": game.info.name,
            "players": game.players,
            "seat": seat,
            "seed": seed,
        }
        self._ask([request], START_S)

    def choose(self, events: Sequence[Event], seed: int) -> Answer:
        """Ask for a move; the seed is the game's, and the engine's own affair since then."""
        think: Json = {"cmd": "think", "game": self._game, "limits": self._limits_json()}
        requests = [think]
        if events:
            batch = {"game": self._game, "from": self._told, "events": list(events)}
            requests.insert(0, {"cmd": "events", **batch})
            self._told += len(events)
        assert self._engine is not None
        before = self._engine.stray
        started = time.monotonic()
        reply = self._ask(requests, self._patience.wait_s(self._limits.time_ms))
        spent_ms = (time.monotonic() - started) * 1000
        self._patience.check(spent_ms, self._limits.time_ms)
        nodes, time_ms = (_count(reply.get(key)) for key in ("nodes", "time_ms"))
        return Answer(str(reply.get("move")), nodes or 0, time_ms, self._engine.stray - before)

    def finish(self) -> None:
        """End the game; a process that does not hear of it is killed."""
        if self._engine is not None:
            try:
                self._ask([{"cmd": "end", "game": self._game}], END_S)
            except Fault:
                self.close()

    def close(self) -> None:
        """Kill the process."""
        if self._engine is not None:
            self._engine.program.close()
            self._engine = None

    def _ask(self, requests: Sequence[Json], seconds: float) -> Json:
        """Ask; a process that has failed plays no other game."""
        assert self._engine is not None
        try:
            return self._engine.ask(requests, seconds)
        except Fault:
            self.close()
            raise

    def _limits_json(self) -> Json:
        told = {"nodes": self._limits.nodes, "time_ms": self._limits.time_ms}
        return {key: value for key, value in told.items() if value is not None}


def probe(spec: str, command: Sequence[str], game: Game) -> str | None:
    """Return an engine's version; raise `ArenaError` for a program that cannot play the game."""
    try:
        engine = Engine(command)
    except OSError as error:
        raise ArenaError(f"{spec}: cannot be started: {error.strerror or error}") from error
    try:
        hello = engine.ask([{"cmd": "hello", "proto": [1]}], START_S)
    except Fault as fault:
        raise ArenaError(f"{spec}: no engine of the protocol: {fault.why}") from fault
    finally:
        engine.program.close()
    games = hello.get("games")
    if isinstance(games, list) and not any(_plays(entry, game) for entry in games):
        raise ArenaError(f"{spec}: does not play {game.info.name} with {game.players} players")
    about = hello.get("engine")
    version = about.get("version") if isinstance(about, dict) else None
    return None if version is None else str(version)


def _plays(entry: object, game: Game) -> bool:
    if not isinstance(entry, dict):
        return False
    counts = entry.get("players")
    fits = not isinstance(counts, list) or game.players in counts
    return entry.get("id") == game.info.name and fits


def _count(value: object) -> int | None:
    return value if type(value) is int and value >= 0 else None


def _reason(reply: Json) -> str:
    error = reply.get("error")
    if isinstance(error, dict):
        return f"{error.get('code')}: {error.get('message')}"[:200]
    return "without a reason"
