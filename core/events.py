"""Events: what a record is made of.

A *record* is the list of all moves and chance outcomes of a game, each with its author:
``{"seat": 2, "move": "6:1+6+6"}`` or ``{"chance": "influence J"}``. A *seat's record* is
what that seat sees of it; there a ``?`` stands for what the seat does not know.
"""

from __future__ import annotations

from typing import Any, NotRequired, TypedDict

from eminence.core.errors import NotationError

CHANCE = -1
"""The author of a chance outcome, where authors are numbers."""


class Event(TypedDict):
    """One move (``seat`` and ``move``) or one chance outcome (``chance``)."""

    seat: NotRequired[int]
    move: NotRequired[str]
    chance: NotRequired[str]


def event(author: int, token: str) -> Event:
    """Return the event of an author (a seat, or `CHANCE`) and a token."""
    return {"chance": token} if author == CHANCE else {"seat": author, "move": token}


def parse_event(obj: Any, players: int, where: str = "event") -> tuple[int, str]:
    """Return the author and the token of an event from outside.

    Raises `NotationError`, naming ``where``, for anything that is not exactly an event of a
    game with that many players.
    """
    if not isinstance(obj, dict):
        raise NotationError(f"{where}: an event is an object, not {type(obj).__name__}")
    if set(obj) == {"chance"}:
        author, token, key = CHANCE, obj["chance"], "chance"
    elif set(obj) == {"seat", "move"}:
        author, token, key = obj["seat"], obj["move"], "move"
        if type(author) is not int or not 0 <= author < players:
            raise NotationError(f"{where}: no seat {author!r} with {players} players")
    else:
        keys = ", ".join(sorted(map(str, obj))) or "nothing"
        raise NotationError(
            f'{where}: an event has "seat" and "move", or "chance"; this one has {keys}'
        )
    if not isinstance(token, str):
        raise NotationError(f"{where}: {key!r} is a text, not {type(token).__name__}")
    return author, token
