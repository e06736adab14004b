"""Checks and words that every engine shares when it refuses something."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches

from eminence.core.errors import EminenceError, NotationError

SHOWN_MOVES = 8
"""Up to so many legal moves an error lists all of them."""


MOST_DEPTH = 100
"""How deep `perft` may count; no machine gets that far, and the stack has room for it."""


def check_batch(events: object) -> None:
    """Raise `NotationError` for what is no list of events at all."""
    if isinstance(events, str | bytes | Mapping) or not isinstance(events, Iterable):
        raise NotationError(f"events come as a list, not as {type(events).__name__}")


def check_seat(seat: object, players: int) -> None:
    """Raise `NotationError` for anything but the number of a seat."""
    if type(seat) is not int or not 0 <= seat < players:
        raise NotationError(f"no seat {seat!r} with {players} players")


def check_depth(depth: object) -> int:
    """Return the depth of a count; raises `NotationError` for any but 0 to `MOST_DEPTH`."""
    if type(depth) is not int or not 0 <= depth <= MOST_DEPTH:
        raise NotationError(f"a depth is a whole number from 0 to {MOST_DEPTH}, not {depth!r}")
    return depth


def check_length(n: object, length: int) -> int:
    """Return the length to which a record is cut; raises `NotationError` if it is shorter."""
    if type(n) is not int or not 0 <= n <= length:
        raise NotationError(f"the record has {length} events; cannot cut to {n!r}")
    return n


def told(legal: Sequence[str], token: str) -> str:
    """Say what was legal: all of a short list, of a long one the number and the nearest."""
    if not legal:
        return "nothing is"
    if len(legal) <= SHOWN_MOVES:
        return "possible: " + ", ".join(legal)
    near = get_close_matches(token, legal, 3, 0) or legal[:3]
    return f"{len(legal)} others are, the nearest: " + ", ".join(near)


def placed(error: EminenceError, message: str, index: int) -> EminenceError:
    """Return the same error with another message and the event's place in its batch."""
    other = type(error)(message)
    vars(other)["index"] = index
    return other
