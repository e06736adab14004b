"""The order of work: one thread for each game, in order; different games side by side.

(Section 2.) A lane exists while its game does, or while a request for it waits.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable

from eminence.ai.engine.search import Search
from eminence.ai.engine.session import Session


class Lane:
    """The requests of one game id, and its game."""

    def __init__(self, name: str, lock: threading.Lock) -> None:
        """Make a lane with nothing in it; the lock is that of all lanes."""
        self.name = name
        self.session: Session | None = None
        """The open game. Changed by the lane's own thread only."""
        self.searches: list[Search] = []
        """The questions that have no final reply yet, oldest first."""
        self.openings = 0
        """Requests waiting here that may open a game."""
        self.jobs: deque[Callable[[Lane], None]] = deque()
        self.changed = threading.Condition(lock)

    @property
    def occupied(self) -> bool:
        """Whether it counts as a game."""
        return self.session is not None or self.openings > 0


class Lanes:
    """All lanes. The reader puts work in, each lane's thread takes it out."""

    def __init__(self, limit: int) -> None:
        """Make room for that many games."""
        self._limit = limit
        self._lock = threading.Lock()
        self._idle = threading.Condition(self._lock)
        self._lanes: dict[str, Lane] = {}
        self._working = 0

    def get(self, name: str) -> Lane | None:
        """Return the lane of a game id if there is one."""
        with self._lock:
            return self._lanes.get(name)

    def put(self, name: str, job: Callable[[Lane], None], search: Search | None = None) -> bool:
        """Queue a job, with its search if it is one; tell whether there is such a lane."""
        with self._lock:
            lane = self._lanes.get(name)
            if lane is None:
                return False
            if search is not None:
                lane.searches.append(search)
            self._queue(lane, job)
            return True

    def put_opening(self, name: str, job: Callable[[Lane], None]) -> bool:
        """Queue a job that may open a game; tell whether there is room for one."""
        with self._lock:
            lane = self._lanes.get(name)
            if lane is None or not lane.occupied:
                if sum(other.occupied for other in self._lanes.values()) >= self._limit:
                    return False
                lane = lane or self._new_lane(name)
            lane.openings += 1
            self._queue(lane, job)
            return True

    def opened(self, lane: Lane, session: Session | None) -> None:
        """Note what became of a job that might open a game."""
        with self._lock:
            lane.openings -= 1
            lane.session = session or lane.session

    def ended(self, lane: Lane) -> None:
        """Free a game."""
        with self._lock:
            lane.session = None

    def answered(self, lane: Lane, search: Search) -> None:
        """Forget a search that has its final reply."""
        with self._lock:
            lane.searches.remove(search)

    def searches(self, name: str | None = None) -> list[Search]:
        """Return the searches without a final reply, of one game or of all."""
        with self._lock:
            lanes = self._lanes.values() if name is None else filter(None, [self._lanes.get(name)])
            return [search for lane in lanes for search in lane.searches]

    def wait_idle(self, timeout: float) -> bool:
        """Wait until no lane has work, at most that many seconds; tell whether it is so."""
        with self._lock:
            return self._idle.wait_for(lambda: not self._working, timeout)

    def _new_lane(self, name: str) -> Lane:
        lane = self._lanes[name] = Lane(name, self._lock)
        threading.Thread(target=self._serve, args=(lane,), daemon=True, name="game").start()
        return lane

    def _queue(self, lane: Lane, job: Callable[[Lane], None]) -> None:
        lane.jobs.append(job)
        self._working += 1
        lane.changed.notify()

    def _serve(self, lane: Lane) -> None:
        """Do a lane's work until it has none and its game is gone."""
        while True:
            with self._lock:
                while not lane.jobs and lane.occupied:
                    lane.changed.wait()
                if not lane.jobs:
                    del self._lanes[lane.name]
                    return
                job = lane.jobs.popleft()
            try:
                job(lane)
            finally:
                with self._lock:
                    self._working -= 1
                    self._idle.notify_all()
