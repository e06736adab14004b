"""The fields of a request, read by name and type.

A field that is ``null`` counts as absent. Whatever nobody asked for is an unknown field
(section 6).
"""

from __future__ import annotations

from typing import Any

from eminence.ai.engine.errors import RequestError
from eminence.core.game import Json

_KINDS = {
    bool: "true or false",
    int: "an integer",
    float: "a number with a fraction",
    str: "a string",
    list: "an array",
    dict: "an object",
    type(None): "null",
}

_EXACTLY = {int: "an integer", str: "a string", bool: "true or false"}


def kind(value: Any) -> str:
    """Return what a JSON value is, in words."""
    return _KINDS[type(value)]


def escape(name: str) -> str:
    """Return a field's name as a JSON pointer spells it."""
    return name.replace("~", "~0").replace("/", "~1")


class Fields:
    """One JSON object of a request."""

    def __init__(self, obj: Json, path: str = "") -> None:
        """Read an object that stands at a path of the request."""
        self.path = path
        self._obj = obj
        self._read: set[str] = set()
        self._parts: list[Fields] = []

    @property
    def names(self) -> list[str]:
        """The names of all fields."""
        return list(self._obj)

    def where(self, name: str) -> str:
        """Return the path of a field."""
        return f"{self.path}/{escape(name)}"

    def raw(self, name: str) -> Any:
        """Return a field of any type, ``None`` if it is absent."""
        self._read.add(name)
        return self._obj.get(name)

    def require(self, *names: str) -> None:
        """Raise `RequestError` unless all these fields are there."""
        for name in names:
            if self._obj.get(name) is None:
                raise RequestError(
                    "bad_request", f"the field {name!r} is missing", self.where(name)
                )

    def text(self, name: str) -> str | None:
        """Return a string."""
        value = self._exactly(name, str)
        assert value is None or isinstance(value, str)
        return value

    def flag(self, name: str) -> bool:
        """Return a truth value, false if it is absent."""
        return bool(self._exactly(name, bool))

    def integer(self, name: str, least: int | None = None, most: int | None = None) -> int | None:
        """Return an integer within a range; ``true`` is none, nor is ``1.0``."""
        value = self._exactly(name, int)
        if value is None:
            return None
        assert isinstance(value, int)
        check_range(value, least, most, name, self.where(name))
        return value

    def array(self, name: str) -> list[Any] | None:
        """Return an array of anything."""
        value = self.raw(name)
        if value is not None and not isinstance(value, list):
            raise self._mistyped(name, "an array", value)
        return value

    def texts(self, name: str) -> list[str] | None:
        """Return an array of strings."""
        return self._array_of(name, str)

    def integers(self, name: str) -> list[int] | None:
        """Return an array of integers."""
        return self._array_of(name, int)

    def obj(self, name: str) -> Json | None:
        """Return an object as it is."""
        value = self.raw(name)
        if value is not None and not isinstance(value, dict):
            raise self._mistyped(name, "an object", value)
        return value

    def part(self, name: str) -> Fields | None:
        """Return an object's fields."""
        value = self.obj(name)
        return None if value is None else self._part(value, self.where(name))

    def parts(self, name: str) -> list[Fields] | None:
        """Return the fields of each object in an array."""
        values = self.array(name)
        if values is None:
            return None
        for place, value in enumerate(values):
            if not isinstance(value, dict):
                raise self._mistyped(f"{name}/{place}", "an object", value)
        return [self._part(v, f"{self.where(name)}/{i}") for i, v in enumerate(values)]

    def unknown(self) -> list[str]:
        """Return the paths of all fields that nobody read, but for those named ``x_*``."""
        own = [self.where(n) for n in self._obj if n not in self._read and not n.startswith("x_")]
        return own + [path for part in self._parts for path in part.unknown()]

    def _part(self, obj: Json, path: str) -> Fields:
        part = Fields(obj, path)
        self._parts.append(part)
        return part

    def _exactly(self, name: str, wanted: type) -> Any:
        value = self.raw(name)
        if value is not None and type(value) is not wanted:
            raise self._mistyped(name, _EXACTLY[wanted], value)
        return value

    def _array_of(self, name: str, wanted: type) -> list[Any] | None:
        values = self.array(name)
        for place, value in enumerate(values or ()):
            if type(value) is not wanted:
                raise self._mistyped(f"{name}/{place}", _EXACTLY[wanted], value)
        return values

    def _mistyped(self, name: str, wanted: str, value: Any) -> RequestError:
        path = f"{self.path}/{name}"
        return RequestError("bad_type", f"{name!r} must be {wanted}, not {kind(value)}", path)


def check_range(value: int, least: int | None, most: int | None, name: str, path: str) -> None:
    """Raise `RequestError` for an integer out of its range."""
    if least is not None and value < least:
        raise RequestError("bad_value", f"{name!r} must be at least {least}, not {value}", path)
    if most is not None and value > most:
        raise RequestError("bad_value", f"{name!r} must be at most {most}, not {value}", path)
