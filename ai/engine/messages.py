"""The requests, typed: what each command carries (sections 2 to 5)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Self

from eminence.ai.engine.errors import RequestError, brief
from eminence.ai.engine.fields import Fields, kind
from eminence.core.events import Event
from eminence.core.game import Json

Id = str | int | None
"""A request's ``id``, echoed as ``re``."""

Seat = int | Literal["all"]

MAX_SEED = (1 << 64) - 1

PROTO = 1
"""The version of the protocol that is spoken here."""

MODES = ("play", "analyse", "ponder")


@dataclass(frozen=True, slots=True)
class Request:
    """What every request has, and the fields of its own command still unread."""

    cmd: str
    re: Id
    game: str | None
    strict: bool
    fields: Fields
    arrived: float
    """When its line was complete, on the monotonic clock: a frontend's time starts here."""

    @property
    def name(self) -> str:
        """The game id that is meant when none is given."""
        return "default" if self.game is None else self.game


def read_id(obj: Json) -> Id:
    """Return a request's id; raises `RequestError` if it has a wrong type."""
    value = obj.get("id")
    if value is None or type(value) in (str, int):
        return value
    raise RequestError("bad_type", f"'id' must be a string or an integer, not {kind(value)}", "/id")


def read_request(obj: Json, arrived: float, strict: bool) -> Request:
    """Return a request with its common fields read; ``strict`` is the option of that name."""
    fields = Fields(obj)
    re = read_id(obj)
    fields.raw("id")
    fields.require("cmd")
    cmd = fields.text("cmd")
    assert cmd is not None
    strict = fields.flag("strict") or strict
    return Request(cmd, re, fields.text("game"), strict, fields, arrived)


@dataclass(frozen=True, slots=True)
class Hello:
    """The handshake: which versions of the protocol the client speaks."""

    proto: list[int]

    @classmethod
    def read(cls, fields: Fields) -> Self:
        """Read the fields; a client may name one version or list several."""
        fields.obj("client")
        if type(fields.raw("proto")) is int:
            return cls([fields.raw("proto")])
        proto = fields.integers("proto")
        return cls([PROTO] if proto is None else proto)


@dataclass(frozen=True, slots=True)
class NewGame:
    """A game for one seat, perhaps with its history or at a position."""

    rules: str
    players: int
    seat: Seat
    seed: int | None
    events: list[Event]
    observation: Json | None

    @classmethod
    def read(cls, fields: Fields) -> Self:
        """Read the fields; whether there are such rules and seats is not asked here."""
        fields.require("rules", "players", "seat")
        rules, players = fields.text("rules"), fields.integer("players")
        assert rules is not None and players is not None
        return cls(
            rules,
            players,
            _read_seat(fields),
            fields.integer("seed", 0, MAX_SEED),
            read_events(fields),
            fields.obj("observation"),
        )


@dataclass(frozen=True, slots=True)
class Append:
    """A batch of events and the number of events before it."""

    start: int
    events: list[Event]

    @classmethod
    def read(cls, fields: Fields) -> Self:
        """Read the fields."""
        fields.require("from", "events")
        start = fields.integer("from", 0)
        assert start is not None
        return cls(start, read_events(fields))


@dataclass(frozen=True, slots=True)
class Clock:
    """The time on every seat's clock, which may be negative."""

    ms: list[int]
    inc_ms: int
    moves_left: int | None
    path: str
    """Where it stands in the request."""


@dataclass(frozen=True, slots=True)
class Think:
    """A question for a move: limits, the frontend's legal moves, what to report."""

    nodes: int | None
    time_ms: int | None
    clock: Clock | None
    infinite: bool
    top: int | None
    every_ms: int | None
    legal: list[str] | None

    @property
    def bounded(self) -> bool:
        """Whether the search ends by itself; without any limit a default one holds."""
        limits = (self.nodes, self.time_ms, self.clock)
        return not self.infinite or any(limit is not None for limit in limits)

    @classmethod
    def read(cls, fields: Fields) -> Self:
        """Read the fields; limits may also stand outside of ``limits``, for typing by hand."""
        _read_mode(fields)
        if fields.flag("reuse"):
            raise RequestError("unsupported", "there is no tree to reuse here", "/reuse")
        limits = _read_limits(fields)
        return cls(
            limits.integer("nodes", 0),
            limits.integer("time_ms", 0),
            _read_clock(limits),
            limits.flag("infinite"),
            fields.integer("top", 0),
            fields.integer("every_ms", 1),
            fields.texts("legal"),
        )


@dataclass(frozen=True, slots=True)
class End:
    """The end of a game, perhaps with the final state for all to see."""

    reveal: Json | None

    @classmethod
    def read(cls, fields: Fields) -> Self:
        """Read the fields."""
        return cls(fields.obj("reveal"))


def read_events(fields: Fields) -> list[Event]:
    """Return the events of a batch, each of them with nothing but its own fields."""
    return [_read_event(part) for part in fields.parts("events") or ()]


def _read_event(fields: Fields) -> Event:
    chance, move = fields.text("chance"), fields.text("move")
    seat = fields.integer("seat", 0)
    if chance is not None and move is None and seat is None:
        return {"chance": chance}
    if chance is None and move is not None and seat is not None:
        return {"seat": seat, "move": move}
    message = 'an event has "seat" and "move", or "chance"'
    raise RequestError("bad_value", message, fields.path)


def _read_seat(fields: Fields) -> Seat:
    seat = fields.raw("seat")
    if seat == "all":
        return "all"
    if isinstance(seat, str):
        message = f"'seat' must be a seat's number or \"all\", not {brief(seat)}"
        raise RequestError("bad_value", message, fields.where("seat"))
    number = fields.integer("seat", 0)
    assert number is not None
    return number


def _read_mode(fields: Fields) -> None:
    mode = fields.text("mode")
    if mode is None or mode == "play":
        return
    if mode in MODES:
        raise RequestError("unsupported", f"no mode {mode!r} here, only 'play'", "/mode")
    raise RequestError(
        "bad_value", f"no mode {brief(mode)}; there are: {', '.join(MODES)}", "/mode"
    )


def _read_limits(fields: Fields) -> Fields:
    """Return the object that the limits stand in: ``limits``, or the request itself."""
    limits = fields.part("limits")
    return fields if limits is None else limits


def _read_clock(limits: Fields) -> Clock | None:
    clock = limits.part("clock")
    if clock is None:
        return None
    clock.require("ms")
    ms = clock.integers("ms")
    assert ms is not None
    return Clock(ms, clock.integer("inc_ms", 0) or 0, clock.integer("moves_left", 1), clock.path)
