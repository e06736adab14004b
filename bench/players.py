"""Who sits at a table: a bot of this library, or a program (docs/strength.md, "Bots").

A player is told its own seat's record and nothing else. What it does wrong is a `Fault` and
costs it the game; anything else that goes wrong is not the bot's doing, and voids the game.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from eminence.ai.bots import bot
from eminence.ai.thinking import Bot, Limits
from eminence.bench.config import BotEntry, RunConfig
from eminence.bench.engines import EnginePlayer
from eminence.bench.faults import Answer, Fault, Patience
from eminence.core.events import Event
from eminence.core.game import Game, View

GRACE_S = 10.0
"""How long a bot may ignore that it was told to stop before its process is given up."""

_TICK_S = 0.2


class Player(Protocol):
    """Plays one seat of one game after another, and remembers nothing between them."""

    def start(self, game: Game, seat: int, seed: int) -> None:
        """Begin a game."""

    def choose(self, events: Sequence[Event], seed: int) -> Answer:
        """Return a move, after having been told what the seat has learnt since the last one."""

    def finish(self) -> None:
        """End the game."""

    def close(self) -> None:
        """Leave nothing behind."""


class Alarm:
    """Tells a bot in this process to stop when its time is over."""

    def __init__(self, give_up: Callable[[], None]) -> None:
        """Call ``give_up`` if a bot does not hear the alarm."""
        self.stop = threading.Event()
        self._give_up = give_up
        self._lock = threading.Lock()
        self._due: float | None = None
        self._closed = False
        threading.Thread(target=self._watch, daemon=True, name="alarm").start()

    def set(self, seconds: float) -> None:
        """Ring after that time."""
        with self._lock:
            self._due = time.monotonic() + seconds

    def clear(self) -> bool:
        """Do not ring any more; return whether it has rung."""
        with self._lock:
            self._due = None
            rung = self.stop.is_set()
            self.stop.clear()
        return rung

    def close(self) -> None:
        """Watch no more."""
        self._closed = True

    def _watch(self) -> None:
        while not self._closed:
            time.sleep(_TICK_S)
            with self._lock:
                late = -1.0 if self._due is None else time.monotonic() - self._due
                if late >= 0:
                    self.stop.set()
                if late >= GRACE_S:
                    self._give_up()


class LibraryPlayer:
    """A bot of this library."""

    def __init__(self, made: Bot, limits: Limits, patience: Patience, alarm: Alarm) -> None:
        """Let a bot play under these limits."""
        self._bot = made
        self._limits = limits
        self._patience = patience
        self._alarm = alarm
        self._view: View | None = None

    def start(self, game: Game, seat: int, seed: int) -> None:
        """Begin a game; each decision brings its own seed."""
        self._view = game.view(seat)

    def choose(self, events: Sequence[Event], seed: int) -> Answer:
        """Ask the bot; raises `Fault` where it fails or takes too long."""
        assert self._view is not None
        self._view.extend(events)
        started = time.monotonic()
        self._alarm.set(self._patience.wait_s(self._limits.time_ms))
        try:
            result = self._bot.think(
                self._view, limits=self._limits, seed=seed, stop=self._alarm.stop
            )
        except MemoryError:
            raise
        except Exception as error:
            raise Fault("crash", f"{type(error).__name__}: {error}") from error
        finally:
            rung = self._alarm.clear()
        if rung:
            raise Fault("stall", "no answer")
        spent_ms = (time.monotonic() - started) * 1000
        self._patience.check(spent_ms, self._limits.time_ms)
        return Answer(result.move, result.nodes, None)

    def finish(self) -> None:
        """Forget the game."""
        self._view = None

    def close(self) -> None:
        """Forget the game."""
        self._view = None


@dataclass(frozen=True, slots=True)
class _Place:
    """A bot, and which of the seats that it has at a table."""

    bot: int
    nth: int


class Players:
    """The players of a run: made when they are first needed, and used for game after game.

    A bot that has several seats is as many players, so that no seat learns what another sees.
    """

    def __init__(self, config: RunConfig, give_up: Callable[[], None] | None = None) -> None:
        """Make players for a run; ``give_up`` is called when a bot cannot be stopped."""
        self._config = config
        self._patience = Patience(config.stall_ms, config.margin_ms)
        self._alarm = Alarm(give_up or _give_up)
        self._made: dict[_Place, Player] = {}

    def seated(self, seats: Sequence[int]) -> list[Player]:
        """Return a player for each seat, given the bots that sit there."""
        places = [_Place(b, list(seats[:i]).count(b)) for i, b in enumerate(seats)]
        for place in places:
            if place not in self._made:
                self._made[place] = self._make(self._config.bots[place.bot])
        return [self._made[place] for place in places]

    def reset(self) -> None:
        """Close all players; new ones are made when they are needed."""
        for player in self._made.values():
            player.close()
        self._made.clear()

    def close(self) -> None:
        """Close all players for good."""
        self.reset()
        self._alarm.close()

    def _make(self, entry: BotEntry) -> Player:
        limits = entry.think_limits
        if entry.command is not None:
            return EnginePlayer(entry.command, limits, self._patience)
        return LibraryPlayer(bot(entry.spec), limits, self._patience, self._alarm)


def _give_up() -> None:
    """Leave this process: a bot in it can no longer be stopped."""
    os._exit(70)
