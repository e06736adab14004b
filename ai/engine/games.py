"""What is served in a game's lane: its requests, in order (sections 3 to 5)."""

from __future__ import annotations

from eminence.ai.engine.config import Config
from eminence.ai.engine.errors import RequestError
from eminence.ai.engine.lanes import Lane, Lanes
from eminence.ai.engine.messages import Append, End, NewGame, Request
from eminence.ai.engine.options import Options
from eminence.ai.engine.replies import Replies, check_unknown, read
from eminence.ai.engine.search import Answer, Search, Task, limits_for, opinion
from eminence.ai.engine.session import Session, open_session
from eminence.ai.thinking import Result
from eminence.core.game import Json


class Games:
    """Serves requests for games, each on its lane's thread."""

    def __init__(self, config: Config, lanes: Lanes, replies: Replies) -> None:
        """Serve what those lanes bring."""
        self._config = config
        self._lanes = lanes
        self._replies = replies

    def open(self, lane: Lane, request: Request) -> None:
        """Serve ``newgame``: the game is there before its reply is."""
        session: Session | None = None

        def produce() -> Json:
            nonlocal session
            if lane.session is not None:
                raise RequestError("game_exists", f"the game {lane.name!r} is open", "/game")
            session = open_session(self._config, read(request, NewGame))
            return {"game": lane.name} | session.opened()

        reply = self._replies.final(request, produce)
        self._lanes.opened(lane, session)
        self._replies.send(reply)

    def append(self, lane: Lane, request: Request) -> None:
        """Serve ``events``."""

        def produce() -> Json:
            session = _session(lane)
            return {"game": lane.name} | session.append(read(request, Append))

        self._replies.serve(request, produce)

    def legal(self, lane: Lane, request: Request) -> None:
        """Serve ``legal``."""

        def produce() -> Json:
            session = _session(lane)
            check_unknown(request)
            return {"game": lane.name} | session.legal()

        self._replies.serve(request, produce)

    def end(self, lane: Lane, request: Request) -> None:
        """Serve ``end``: the game is gone before its reply comes."""

        def produce() -> Json:
            session = _session(lane)
            body = {"game": lane.name} | session.end(read(request, End))
            self._lanes.ended(lane)
            return body

        self._replies.serve(request, produce)

    def think(self, lane: Lane, request: Request, search: Search, options: Options) -> None:
        """Serve ``think``: another may come before the reply, a ``stop`` replies after it."""
        reply = self._replies.final(
            request, lambda: self._answer(_session(lane), request, search, options)
        )
        search.close()
        self._replies.send(reply)
        self._lanes.answered(lane, search)
        search.finish()

    def _answer(self, session: Session, request: Request, search: Search, options: Options) -> Json:
        """Return what the final reply to ``think`` says."""
        top = self._config.default_top if search.think.top is None else search.think.top
        task = self._task(session, search, options)

        def report(result: Result) -> None:
            self._replies.inform(request, opinion(result, top))

        try:
            answer = search.run(task, report if search.think.every_ms is not None else None)
        except RequestError:
            session.drop_bot()
            raise
        if answer.stalled:
            session.drop_bot()
        return {
            "game": request.name,
            "at": session.n,
            "move": answer.result.move,
            "stop_reason": search.stop_reason(task, answer.result),
            **opinion(answer.result, top),
            "time_ms": search.elapsed_ms(),
            "warnings": _warnings(search, task, answer),
        }

    def _task(self, session: Session, search: Search, options: Options) -> Task:
        seat = session.seat_to_think()
        think, players = search.think, session.view.game.players
        if think.clock is not None and len(think.clock.ms) != players:
            message = f"'ms' must have one time for each of {players} seats"
            raise RequestError("bad_value", message, think.clock.path + "/ms")
        return Task(
            session.bot(options.bot),
            session.view.copy(),
            session.view.legal_moves(),
            session.seed(options.seed),
            limits_for(search, seat, options.reserve_ms, self._config.own_limits(options.bot)),
        )


def _session(lane: Lane) -> Session:
    if lane.session is None:
        raise unknown_game(lane.name)
    return lane.session


def unknown_game(name: str) -> RequestError:
    """Return the error for a game that is not open."""
    return RequestError("unknown_game", f"there is no game {name!r}; newgame opens one", "/game")


def _warnings(search: Search, task: Task, answer: Answer) -> list[Json]:
    warnings: list[Json] = []
    if answer.stalled:
        message = "the bot did not stop in time; this is the best that it had said"
        warnings.append({"code": "bot_stalled", "message": message})
    if search.think.legal is not None:
        theirs, ours = search.think.legal, task.legal
        missing = sorted(set(ours) - set(theirs))
        extra = sorted(set(theirs) - set(ours))
        if missing or extra:
            message = "the lists of legal moves differ"
            warnings.append(
                {"code": "legal_mismatch", "message": message, "missing": missing, "extra": extra}
            )
    return warnings
