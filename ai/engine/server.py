"""Which request is served where (section 2).

The reader thread calls `Server.receive` with each line. What must be served at once is served
there: ``hello``, ``ping``, ``set``, ``stop``, and the news that a game is busy. All else waits
in its game's lane. A request that ends a search does so when it is read, not when its turn
comes.
"""

from __future__ import annotations

import threading
import time
import traceback
from collections.abc import Callable
from difflib import get_close_matches
from functools import partial

from eminence.ai.engine.config import Config
from eminence.ai.engine.errors import RequestError, brief
from eminence.ai.engine.framing import decode
from eminence.ai.engine.games import Games, unknown_game
from eminence.ai.engine.greeting import greet
from eminence.ai.engine.lanes import Lane, Lanes
from eminence.ai.engine.messages import Hello, Id, Request, Think, read_id, read_request
from eminence.ai.engine.options import Options, change
from eminence.ai.engine.replies import Replies, check_unknown, internal, read
from eminence.ai.engine.search import Cause, Search
from eminence.core.game import Json

COMMANDS = ("hello", "ping", "set", "newgame", "events", "legal", "think", "stop", "end", "quit")

UNSUPPORTED = ("describe", "undo", "state", "sync")
"""Commands of the protocol that this engine does not have."""


class Server:
    """An engine without its process: lines in, lines out."""

    def __init__(self, config: Config, bot: str, write: Callable[[bytes], None]) -> None:
        """Make an engine with a bot by default, and a function that writes its lines."""
        self._config = config
        self._defaults = self._options = Options(bot)
        self._lanes = Lanes(config.max_games)
        self._replies = Replies(write)
        self._games = Games(config, self._lanes, self._replies)

    def receive(self, line: bytes | None) -> Request | None:
        """Serve a line, or put it in its lane; return the request if it is ``quit``.

        ``None`` stands for a line that was too long.
        """
        re: Id = None
        try:
            obj = self._decode(line)
            re = read_id(obj)
            return self._serve(read_request(obj, time.monotonic(), self._options.strict))
        except RequestError as error:
            self._replies.refuse(re, error)
        except Exception as error:  # a fault of ours must not end the reader
            traceback.print_exc()
            self._replies.refuse(re, internal(error))
        return None

    def halt(self, cause: Cause, *, unbounded_only: bool = False) -> None:
        """End all searches, or those that would not end by themselves."""
        for search in self._lanes.searches():
            if not (unbounded_only and search.think.bounded):
                search.halt(cause)

    def wait_idle(self, seconds: float) -> bool:
        """Wait until all requests have their final reply; tell whether they have."""
        return self._lanes.wait_idle(seconds)

    def acknowledge(self, request: Request) -> None:
        """Reply that a request has been served, and nothing more."""
        self._replies.serve(request, dict)

    def _decode(self, line: bytes | None) -> Json:
        if line is None:
            message = f"a line has at most {self._config.max_line} bytes"
            raise RequestError("line_too_long", message)
        return decode(line)

    def _serve(self, request: Request) -> Request | None:
        """Serve a request or put it in its lane; return it if it is ``quit``."""
        match request.cmd:
            case "quit":
                check_unknown(request)
                return request
            case "ping":
                check_unknown(request)
                self.acknowledge(request)
            case "hello":
                self._replies.serve(request, lambda: self._hello(request))
            case "set":
                self._replies.serve(request, lambda: self._set(request))
            case "stop":
                self._stop(request)
            case "newgame":
                self._open(request)
            case "events":
                self._supersede(request, self._games.append)
            case "end":
                self._supersede(request, self._games.end)
            case "legal":
                self._queue(request, partial(self._games.legal, request=request))
            case "think":
                self._think(request)
            case _:
                raise _no_such_command(request.cmd)
        return None

    def _hello(self, request: Request) -> Json:
        return greet(self._config, self._defaults, read(request, Hello), COMMANDS)

    def _set(self, request: Request) -> Json:
        request.fields.require("options")
        wanted = request.fields.part("options")
        assert wanted is not None
        changed = change(self._options, wanted, self._config.make_bot)
        check_unknown(request)
        self._options = changed
        return {"options": changed.to_json()}

    def _stop(self, request: Request) -> None:
        """End the searches of one game or of all; the reply comes after theirs."""
        if request.game is not None and self._lanes.get(request.game) is None:
            raise unknown_game(request.game)
        check_unknown(request)
        searches = self._lanes.searches(request.game)
        stopped = sum([search.halt("stop") for search in searches])
        reply = partial(self._replies.serve, request, lambda: {"stopped": stopped})
        _after_all(searches, reply)

    def _open(self, request: Request) -> None:
        if not self._lanes.put_opening(request.name, partial(self._games.open, request=request)):
            message = f"at most {self._config.max_games} games can be open"
            raise RequestError("too_many_games", message)

    def _supersede(self, request: Request, serve: Callable[..., None]) -> None:
        for search in self._lanes.searches(request.name):
            search.halt("superseded")
        self._queue(request, partial(serve, request=request))

    def _think(self, request: Request) -> None:
        """Queue a question; one that is badly put is no search, and is refused in its turn."""
        try:
            think = read(request, Think)
        except RequestError as error:
            self._queue(request, partial(self._refuse, re=request.re, error=error))
            return
        if any(search.busy for search in self._lanes.searches(request.name)):
            message = f"the game {request.name!r} is searching already"
            raise RequestError("busy", message)
        search = Search(think, request.arrived, self._config.stop_s)
        job = partial(self._games.think, request=request, search=search, options=self._options)
        self._queue(request, job, search)

    def _refuse(self, _lane: Lane, re: Id, error: RequestError) -> None:
        self._replies.refuse(re, error)

    def _queue(
        self, request: Request, job: Callable[[Lane], None], search: Search | None = None
    ) -> None:
        if not self._lanes.put(request.name, job, search):
            raise unknown_game(request.name)


def _no_such_command(cmd: str) -> RequestError:
    if cmd in UNSUPPORTED:
        return RequestError("unsupported", f"this engine has no {cmd!r}", "/cmd")
    near = get_close_matches(cmd, COMMANDS, 1)
    hint = near[0] if near else None
    return RequestError("unknown_cmd", f"no command {brief(cmd)}", "/cmd", hint=hint)


def _after_all(searches: list[Search], call: Callable[[], None]) -> None:
    """Call something once all of the searches have their final reply."""
    left = len(searches) + 1
    lock = threading.Lock()

    def one_less() -> None:
        nonlocal left
        with lock:
            left -= 1
            last = left == 0
        if last:
            call()

    for search in searches:
        search.after(one_less)
    one_less()
