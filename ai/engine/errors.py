"""What a request can be refused with (section 6)."""

from __future__ import annotations

import re
from typing import Any

from eminence.core.errors import EminenceError, NotationError
from eminence.core.game import Json

_BRIEF = 60
_PLACE = re.compile(r"^event \d+:? *")


class RequestError(Exception):
    """The ``error`` of a reply: a code, a sentence, and where in the request the fault is.

    ``path`` is a JSON pointer into the request, ``hint`` a name that may have been meant;
    ``extra`` are further fields of the error object.
    """

    def __init__(
        self,
        code: str,
        message: str,
        path: str | None = None,
        *,
        hint: str | None = None,
        **extra: Any,
    ) -> None:
        """Make the error; ``message`` is for people, all else for programs."""
        super().__init__(message)
        self.code = code
        self.message = message
        self.path = path
        self.hint = hint
        self.extra = extra

    def to_json(self) -> Json:
        """Return the error object of the reply."""
        error: Json = {"code": self.code, "message": self.message}
        if self.path is not None:
            error["path"] = self.path
        if self.hint is not None:
            error["hint"] = self.hint
        return error | self.extra


def refusal(error: EminenceError, path: str | None = None, **extra: Any) -> RequestError:
    """Return a library error as the protocol's error of the same name."""
    return RequestError(error.code, str(error), path, **extra)


def event_refusal(error: EminenceError, events: list[Any], skipped: int) -> RequestError:
    """Return a view's error about a batch, with the path of the token at fault.

    The view was given ``events[skipped:]``. A token that is no token of the game is as illegal
    an event as one that is only out of place, so both have the code ``illegal_event``.
    """
    code = "illegal_event" if isinstance(error, NotationError) else error.code
    index = getattr(error, "index", None)
    if type(index) is not int or not 0 <= skipped + index < len(events):
        return RequestError(code, str(error), "/events")
    place = skipped + index
    key = "chance" if "chance" in events[place] else "move"
    return RequestError(code, _PLACE.sub("", str(error)), f"/events/{place}/{key}")


def brief(text: str) -> str:
    """Return a text from outside as a message quotes it, cut if it is long."""
    return repr(text if len(text) <= _BRIEF else text[:_BRIEF] + "…")
