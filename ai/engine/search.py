"""One ``think``: a bot at work on a thread of its own, until its limits or somebody end it.

(Section 5.) The bot is trusted to heed its limits and the stop event. If it does not, it is
answered for with the best move heard of, under a warning, so that no frontend hangs.
"""

from __future__ import annotations

import threading
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from eminence.ai.engine.errors import RequestError, refusal
from eminence.ai.engine.messages import Clock, Think
from eminence.ai.thinking import Bot, Limits, Result
from eminence.core.errors import ImpossibleError
from eminence.core.game import Json, View

Cause = Literal["stop", "superseded", "eof"]
"""Who ended a search from outside: its name as a ``stop_reason``."""

_MOVES_LEFT = 30
"""How many of its moves a clock is shared among when the request does not say."""

_PEEK_MS = 100
"""How often a bot is asked for its opinion so far when the frontend does not ask."""

_PATIENCE_S = 0.010
"""The least time that a bot has to return after its time is up."""


@dataclass(frozen=True, slots=True)
class Deadline:
    """A bot's limits, and what becomes of them on the monotonic clock."""

    limits: Limits
    soft: float | None = None
    """When the bot's time is up."""
    hard: float | None = None
    """When it is answered for."""


@dataclass(frozen=True, slots=True)
class Task:
    """What a bot is asked."""

    bot: Bot
    view: View
    legal: list[str]
    seed: int | None
    deadline: Deadline


@dataclass(frozen=True, slots=True)
class Answer:
    """What comes of it."""

    result: Result
    stalled: bool
    """Whether the bot had to be answered for."""


class Search:
    """A question from its arrival to its final reply.

    It is *closed* when its final reply is about to be written: from then on nothing can stop
    it, and another may come. It is *finished* when the reply has been written.
    """

    def __init__(self, think: Think, arrived: float, stop_s: float) -> None:
        """Make a search that may take ``stop_s`` seconds to heed a stop."""
        self.think = think
        self.arrived = arrived
        self._stop_s = stop_s
        self._stop = threading.Event()
        self._changed = threading.Condition()
        self._cause: Cause | None = None
        self._halted_at = 0.0
        self._closed = False
        self._finished = False
        self._after: list[Callable[[], None]] = []
        self._result: Result | None = None
        self._error: BaseException | None = None
        self._latest: Result | None = None
        self._reporting = threading.Lock()
        self._report: Callable[[Result], None] | None = None

    @property
    def busy(self) -> bool:
        """Whether it goes on and nobody has ended it yet."""
        with self._changed:
            return not self._closed and self._cause is None

    def halt(self, cause: Cause) -> bool:
        """End the search; tell whether this is what ended it."""
        with self._changed:
            if self._closed or self._cause is not None:
                return False
            self._cause = cause
            self._halted_at = time.monotonic()
            self._stop.set()
            self._changed.notify_all()
            return True

    def close(self) -> None:
        """Let nothing end or report this search any more."""
        with self._changed:
            self._closed = True
        with self._reporting:  # a report on its way comes before the final reply
            self._report = None

    def finish(self) -> None:
        """Run what waits for the final reply."""
        with self._changed:
            self._closed = self._finished = True
            waiting, self._after = self._after, []
        for call in waiting:
            call()

    def after(self, call: Callable[[], None]) -> None:
        """Call something once the final reply has been written."""
        with self._changed:
            if not self._finished:
                self._after.append(call)
                return
        call()

    def run(self, task: Task, report: Callable[[Result], None] | None) -> Answer:
        """Let the bot think and return its answer; raises `RequestError`.

        ``report`` gets the bot's opinion so far, at the pace that the request asked for.
        """
        self._report = report
        threading.Thread(target=self._ask, args=(task,), daemon=True, name="bot").start()
        self._await(task)
        with self._changed:
            result, error = self._result, self._error
        if error is not None:
            raise _bot_failure(error)
        if result is None:
            return Answer(self._stand_in(task), stalled=True)
        if result.move not in task.legal:
            raise RequestError("internal", f"the bot chose {result.move!r}, which is not legal")
        return Answer(result, stalled=False)

    def elapsed_ms(self) -> int:
        """Return the time since the request arrived."""
        return int((time.monotonic() - self.arrived) * 1000)

    def stop_reason(self, task: Task, result: Result) -> str:
        """Return why the search ended, as the frontend sees it."""
        reason = result.stop_reason
        if reason in (None, "stop"):
            return self._cause or ("time" if task.deadline.soft is not None else "stop")
        return "forced" if len(task.legal) == 1 else str(reason)

    def _ask(self, task: Task) -> None:
        """Ask the bot, on a thread of its own."""
        result, error = None, None
        try:
            result = task.bot.think(
                task.view,
                limits=task.deadline.limits,
                seed=task.seed,
                stop=self._stop,
                on_info=self._on_info,
                every_ms=self.think.every_ms or _PEEK_MS,
            )
        except BaseException as caught:  # whatever it is, it must not get lost with the thread
            error = caught
        with self._changed:
            self._result, self._error = result, error
            self._changed.notify_all()

    def _on_info(self, result: Result) -> None:
        """Take a report of the bot and pass it on while the search is open."""
        self._latest = result
        with self._reporting:
            if self._report is not None:
                self._report(result)

    def _await(self, task: Task) -> None:
        """Wait for the bot, tell it when its time is up, and give it up if it stays."""
        with self._changed:
            while self._result is None and self._error is None:
                end = self._patience_ends(task)
                left = None if end is None else end - time.monotonic()
                if left is None or left > 0:
                    self._changed.wait(left)
                elif self._stop.is_set():
                    return
                else:
                    self._stop.set()

    def _patience_ends(self, task: Task) -> float | None:
        """Return when to tell the bot to stop, or, if it was told, when to give it up."""
        if not self._stop.is_set():
            return task.deadline.soft
        ends = [task.deadline.hard] if task.deadline.hard is not None else []
        if self._cause is not None:
            ends.append(self._halted_at + self._stop_s)
        return min(ends)

    def _stand_in(self, task: Task) -> Result:
        """Return the best answer there is without the bot."""
        latest = self._latest
        if latest is not None and latest.move in task.legal:
            return latest
        return Result(task.legal[0], None, 0, 0, 0, None, None)


def limits_for(search: Search, seat: int, reserve_ms: int, own: Limits) -> Deadline:
    """Return a bot's limits and deadlines; ``own`` holds where the request gives none.

    ``time_ms`` counts from the request's arrival, and the reply must be at the frontend's end
    of the pipe by then: of every time limit ``reserve_ms`` are kept back, though never all.
    """
    think = search.think
    times = [think.time_ms] if think.time_ms is not None else []
    if think.clock is not None:
        times.append(_share(think.clock, seat))
    if not times:
        if think.nodes is not None:
            return Deadline(Limits(nodes=think.nodes))
        return Deadline(Limits(infinite=True) if think.infinite else own)
    if min(times) == 0:
        return Deadline(Limits(think.nodes, 0))
    now = time.monotonic()
    soft = max(search.arrived + (min(times) - reserve_ms) / 1000, now + 0.001)
    hard = soft + max(reserve_ms * 0.75 / 1000, _PATIENCE_S)
    return Deadline(Limits(think.nodes, max(1, int((soft - now) * 1000))), soft, hard)


def _share(clock: Clock, seat: int) -> int:
    """Return the time for one move; late is late, not an error."""
    left = clock.ms[seat]
    share = left // (clock.moves_left or _MOVES_LEFT) + clock.inc_ms
    return max(1, min(share, left))


def _bot_failure(error: BaseException) -> RequestError:
    if isinstance(error, ImpossibleError):
        return refusal(error)
    traceback.print_exception(error)
    return RequestError("internal", f"the bot failed: {type(error).__name__}: {error}")


def opinion(result: Result, top: int) -> Json:
    """Return what ``info`` and the final reply say alike, with that many moves."""
    said = result.to_json(top)
    del said["move"], said["stop_reason"]
    return said
