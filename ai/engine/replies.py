"""Final replies: one for each request, whatever happens (sections 2 and 6)."""

from __future__ import annotations

import traceback
from collections.abc import Callable
from typing import Protocol, Self, TypeVar

from eminence.ai.engine.errors import RequestError
from eminence.ai.engine.fields import Fields
from eminence.ai.engine.framing import encode
from eminence.ai.engine.messages import Id, Request
from eminence.core.game import Json


class Message(Protocol):
    """A command's own fields, typed."""

    @classmethod
    def read(cls, fields: Fields) -> Self:
        """Read the fields; raises `RequestError`."""


M = TypeVar("M", bound=Message)


def read(request: Request, message: type[M]) -> M:
    """Return a request's own fields; raises `RequestError`, also for unknown ones if strict."""
    own = message.read(request.fields)
    check_unknown(request)
    return own


def check_unknown(request: Request) -> None:
    """Raise `RequestError` for a strict request that has fields nobody knows."""
    unknown = request.fields.unknown()
    if request.strict and unknown:
        raise RequestError("unknown_field", f"there is no field {unknown[0]}", unknown[0])


class Replies:
    """The way back to the frontend. Lines may be sent from any thread."""

    def __init__(self, write: Callable[[bytes], None]) -> None:
        """Send lines by a function that can be called from any thread."""
        self._write = write

    def send(self, reply: Json) -> None:
        """Write a line; a reply that is no JSON is a fault of ours, and is answered as such."""
        try:
            line = encode(reply)
        except (ValueError, TypeError) as error:
            traceback.print_exc()
            line = encode(_failure(reply["re"], internal(error)))
        self._write(line)

    def inform(self, request: Request, info: Json) -> None:
        """Send an ``info`` line; one that is no JSON is left out, the final reply will tell."""
        try:
            line = encode({"re": request.re, "info": info})
        except (ValueError, TypeError):
            traceback.print_exc()
            return
        self._write(line)

    def refuse(self, re: Id, error: RequestError) -> None:
        """Send an error as the final reply."""
        self.send(_failure(re, error))

    def serve(self, request: Request, produce: Callable[[], Json]) -> None:
        """Send what a function returns, or its error, as the final reply."""
        self.send(self.final(request, produce))

    def final(self, request: Request, produce: Callable[[], Json]) -> Json:
        """Return the final reply with what a function returns, or with its error."""
        try:
            body = produce()
        except RequestError as error:
            return _failure(request.re, error)
        except Exception as error:
            traceback.print_exc()
            return _failure(request.re, internal(error))
        warnings = body.pop("warnings", []) + [
            {"code": "unknown_field", "message": f"there is no field {path}", "path": path}
            for path in request.fields.unknown()
        ]
        reply = {"re": request.re, "ok": True} | body
        return reply | {"warnings": warnings} if warnings else reply


def _failure(re: Id, error: RequestError) -> Json:
    return {"re": re, "ok": False, "error": error.to_json()}


def internal(error: Exception) -> RequestError:
    """Return what the frontend is told of a fault of ours."""
    return RequestError("internal", f"a fault in the engine: {type(error).__name__}: {error}")
