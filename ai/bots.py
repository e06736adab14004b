"""The bots: by name, with their options; each thinks in the compiled core."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from threading import Event as StopEvent
from typing import ClassVar

from eminence.ai.spec import Option, Value, join_spec, nearest, split_spec
from eminence.ai.thinking import Bot, Limits, MoveStats, Result, StopReason
from eminence.core.errors import BotSpecError
from eminence.core.game import View
from eminence.ext.game import CompiledView
from eminence.ext.rng import Rng
from eminence.ext.root import Root

SEED = Option("seed", int, 0, "where its random numbers start")
NODES = Option("nodes", int, None, "simulations a move", high=10**12)
TIME = Option("time_ms", int, None, "milliseconds a move", high=10**9)

CHUNK_S = 0.003
"""How long the kernel runs between looks at the clock, the stop event and signals."""

OnInfo = Callable[[Result], None]


@dataclass(frozen=True, slots=True)
class BotInfo:
    """What there is to know of a bot before it is made."""

    name: str
    summary: str
    options: tuple[Option, ...]


class BaseBot(ABC):
    """What all bots share: options, forced moves, limits."""

    info: ClassVar[BotInfo]

    def __init__(self, **options: Value) -> None:
        """Keep the options; those not given have their defaults."""
        known = {option.name: option for option in self.info.options}
        for name in options:
            if name not in known:
                raise nearest(name, list(known), f"option of {self.info.name}")
        self.options: dict[str, Value] = {
            name: option.read(self.info.name, options.get(name, option.default))
            for name, option in known.items()
        }

    def __repr__(self) -> str:
        """Show the spec."""
        return f"<bot {self.spec}>"

    @property
    def spec(self) -> str:
        """The bot as text, all options included."""
        return join_spec(self.info.name, self.options)

    def think(
        self,
        view: View,
        *,
        limits: Limits | None = None,
        seed: int | None = None,
        stop: StopEvent | None = None,
        on_info: OnInfo | None = None,
        every_ms: int = 1000,
    ) -> Result:
        """Return a move; see `eminence.ai.thinking.Bot.think`."""
        started = time.monotonic()
        view = _compiled(view)
        limits = self._limits(limits)
        _check_count("every_ms", every_ms)
        root = Root(view, Rng(self._seed(seed), len(view.record)))
        if len(root.texts) == 1:
            move = root.texts[0]
            return Result(move, "forced", 0, _ms(started), 0, None, None, [_untried(move)])
        search = Thinking(root, _seat(view), started, stop, on_info, every_ms)
        return self.decide(search, limits)

    def _seed(self, seed: int | None) -> int:
        number = SEED.read(self.info.name, self.options["seed"] if seed is None else seed)
        assert isinstance(number, int)
        return number

    def _limits(self, limits: Limits | None) -> Limits:
        """The limits given, or the bot's own."""
        if limits is not None and limits != Limits():
            if not isinstance(limits, Limits):
                raise BotSpecError(f"limits come as Limits, not as {type(limits).__name__}")
            for name in ("nodes", "time_ms"):
                if getattr(limits, name) is not None:
                    _check_count(name, getattr(limits, name))
            return limits
        nodes, time_ms = self.options.get("nodes"), self.options.get("time_ms")
        return Limits(
            nodes if isinstance(nodes, int) else None, time_ms if isinstance(time_ms, int) else None
        )

    @abstractmethod
    def decide(self, thinking: Thinking, limits: Limits) -> Result:
        """Choose between two moves or more."""


class Thinking:
    """One decision in the making: the moves, the clock, whoever wants to stop or to watch."""

    def __init__(
        self,
        root: Root,
        seat: int,
        started: float,
        stop: StopEvent | None,
        on_info: OnInfo | None,
        every_ms: int,
    ) -> None:
        """Keep what the decision is about."""
        self.root = root
        self.seat = seat
        self.started = started
        self.stop = stop
        self.on_info = on_info
        self.every_s = every_ms / 1000

    def run(self, step: Callable[[int], None], limits: Limits) -> StopReason:
        """Let ``step`` make its simulations in short runs until a limit is reached."""
        deadline = None if limits.time_ms is None else self.started + limits.time_ms / 1000
        told, pace = self.started, 1e-5
        while True:
            now = time.monotonic()
            if self.stop is not None and self.stop.is_set():
                return "stop"
            if limits.nodes is not None and self.root.simulations >= limits.nodes:
                return "nodes"
            if deadline is not None and now >= deadline:
                return "time"
            if self.on_info is not None and now - told >= self.every_s and self.root.simulations:
                told = now
                self.on_info(self.result(None))
            room = CHUNK_S if deadline is None else min(CHUNK_S, deadline - now)
            n = max(1, int(room / pace))
            if limits.nodes is not None:
                n = min(n, limits.nodes - self.root.simulations)
            step(n)
            pace = 0.5 * pace + 0.5 * (time.monotonic() - now) / n

    def result(self, reason: StopReason | None) -> Result:
        """What is thought so far: the most visited move first, then the better one."""
        moves = [
            _move_stats(text, self.seat, *tally)
            for text, tally in zip(self.root.texts, self.root.statistics(), strict=True)
        ]
        moves.sort(key=lambda m: (-m.visits, -m.win[self.seat] if m.win else 0))
        best, made = moves[0], self.root.simulations
        return Result(
            best.move, reason, made, _ms(self.started), made, best.win, best.points, moves
        )

    def at_random(self, reason: StopReason) -> Result:
        """A move chosen without any thought."""
        move = self.root.any()
        moves = [_untried(text) for text in self.root.texts]
        moves.sort(key=lambda m: m.move != move)
        return Result(move, reason, 0, _ms(self.started), 0, None, None, moves)


def _check_count(name: str, value: object) -> None:
    """Raise `BotSpecError` for anything but a whole number that is not negative."""
    if type(value) is not int or value < 0:
        raise BotSpecError(f"{name} is a whole number from 0 on, not {value!r}")


def _compiled(view: object) -> CompiledView:
    """Return a view of the compiled core; raises `BotSpecError` for anything else."""
    if isinstance(view, CompiledView):
        return view
    if hasattr(view, "seat_record"):
        raise BotSpecError(
            "a bot gets a seat's view, never a state: "
            "view = game.view(seat); view.extend(state.seat_record(seat))"
        )
    raise BotSpecError(
        "bots think about views of the compiled core, as game.view(seat) gives them; "
        f"this is a {type(view).__name__}"
    )


def _ms(started: float) -> int:
    return int((time.monotonic() - started) * 1000)


def _seat(view: CompiledView) -> int:
    seat = view.to_move
    assert isinstance(seat, int)
    return seat


def _untried(move: str) -> MoveStats:
    return MoveStats(move, 0, None, None, None)


def _move_stats(
    move: str, seat: int, visits: int, win: list[float], square: float, points: list[float]
) -> MoveStats:
    """The means of a move's sums."""
    if not visits:
        return _untried(move)
    means = [x / visits for x in win]
    variance = max(0.0, square / visits - means[seat] ** 2)
    return MoveStats(move, visits, means, (variance / visits) ** 0.5, [x / visits for x in points])


class RandomBot(BaseBot):
    """Plays any legal move."""

    info = BotInfo("random", "any legal move, each as likely", (SEED,))

    def decide(self, thinking: Thinking, limits: Limits) -> Result:
        """Choose at random."""
        return thinking.at_random("nodes")


class GreedyBot(BaseBot):
    """Looks one move ahead with the game's plain evaluation."""

    info = BotInfo(
        "greedy",
        "looks one move ahead in a few drawn worlds and takes the best lead over the best rival",
        (SEED, Option("worlds", int, 16, "full states drawn a move", 1, 10_000)),
    )

    def decide(self, thinking: Thinking, limits: Limits) -> Result:
        """Make each move in the same drawn worlds and compare the evaluations."""
        if limits.nodes == 0 or limits.time_ms == 0:
            return thinking.at_random("nodes" if limits.nodes == 0 else "time")
        worlds = self.options["worlds"]
        assert isinstance(worlds, int)
        thinking.root.look_ahead(worlds)
        seat, moves = thinking.seat, []
        for text, (visits, _, _, points) in zip(
            thinking.root.texts, thinking.root.statistics(), strict=True
        ):
            moves.append(MoveStats(text, visits, None, None, [x / visits for x in points]))
        moves.sort(key=lambda m: -_lead(m.points or [], seat))
        best = moves[0]
        return Result(
            best.move,
            "nodes",
            thinking.root.simulations,
            _ms(thinking.started),
            worlds,
            None,
            best.points,
            moves,
        )


def _lead(points: list[float], seat: int) -> float:
    """Points ahead of the best rival."""
    return points[seat] - max((x for s, x in enumerate(points) if s != seat), default=0.0)


class FlatBot(BaseBot):
    """Flat Monte Carlo: random playouts of drawn worlds, shared out by UCB1."""

    info = BotInfo(
        "flat-mc",
        "plays drawn worlds at random to the end, most of them after the moves that do best",
        (
            SEED,
            Option("nodes", int, 2000, "simulations a move, unless time_ms is given", high=10**12),
            TIME,
            Option("c", float, 0.7, "exploration constant of UCB1", 0, 100),
        ),
    )

    def _limits(self, limits: Limits | None) -> Limits:
        own = super()._limits(limits)
        if own.time_ms is not None and limits in (None, Limits()):
            return Limits(time_ms=own.time_ms)
        return own

    def decide(self, thinking: Thinking, limits: Limits) -> Result:
        """Simulate until a limit is reached; the most visited move is played."""
        c = self.options["c"]
        assert isinstance(c, float)
        reason = thinking.run(lambda n: thinking.root.simulate(n, c), limits)
        if not thinking.root.simulations:
            return thinking.at_random(reason)
        return thinking.result(reason)


BOTS: dict[str, type[BaseBot]] = {b.info.name: b for b in (RandomBot, GreedyBot, FlatBot)}


def available_bots() -> dict[str, BotInfo]:
    """Return the bots that are installed, by name."""
    return {name: bot_class.info for name, bot_class in BOTS.items()}


def bot(spec: str, **options: Value) -> Bot:
    """Return a bot: ``bot("flat-mc:nodes=4000", seed=7)``.

    Options given by name come before those in the text. Raises `BotSpecError` for an unknown
    name or option, with the nearest one, and for a value that does not fit.
    """
    name, told = split_spec(spec)
    if name not in BOTS:
        raise nearest(name, list(BOTS), "bot")
    return BOTS[name](**{**told, **options})
