"""A value in a JSON object from outside, with the path by which an error names it."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any, NoReturn, TypeVar

from eminence.core.errors import NotationError

T = TypeVar("T")


class Field:
    """A value somewhere in a JSON object, to be read as what it should be."""

    def __init__(self, value: Any, path: str) -> None:
        """Keep the value; ``path`` begins with the root's name, as ``state``."""
        self.value = value
        self.path = path

    def fail(self, why: str) -> NoReturn:
        """Refuse the value."""
        raise NotationError(f"{self.path}: {why}")

    def below(self, key: str | int, value: Any) -> Field:
        """Return a part of the value."""
        return Field(value, f"{self.path}{'/' if ': ' in self.path else ': '}{key}")

    def members(self, keys: Iterable[str]) -> dict[str, Field]:
        """Return the members of an object that has exactly these keys."""
        value = self._of_type(dict, "an object")
        wanted = set(keys)
        missing = sorted(wanted - value.keys())
        extra = sorted(map(repr, value.keys() - wanted))
        if missing:
            self.fail(f"{missing[0]!r} is missing")
        if extra:
            self.fail(f"there is no {extra[0]} here")
        return {key: self.below(key, member) for key, member in value.items()}

    def pairs(self) -> dict[str, Field]:
        """Return the members of an object with any texts as keys."""
        value = self._of_type(dict, "an object")
        for key in value:
            if not isinstance(key, str):
                self.fail(f"a key is a text, not {key!r}")
        return {key: self.below(key, member) for key, member in value.items()}

    def items(self, length: int | None = None) -> list[Field]:
        """Return the items of a list, of that length if given."""
        value = self._of_type(list, "a list")
        if length is not None and len(value) != length:
            self.fail(f"has {len(value)} items, not {length}")
        return [self.below(index, item) for index, item in enumerate(value)]

    def whole(self, low: int, high: int) -> int:
        """Return a whole number from ``low`` to ``high``."""
        value = self._of_type(int, "a whole number")
        if not low <= value <= high:
            self.fail(f"is from {low} to {high}, not {value}")
        return int(value)

    def one_of(self, options: Collection[T]) -> T:
        """Return the one of the options that it is; 1 is neither true nor 1.0 here."""
        for option in options:
            if type(option) is type(self.value) and option == self.value:
                return option
        shown = ", ".join("null" if o is None else str(o) for o in options)
        self.fail(f"is one of {shown}; not {self.value!r}")

    def counts(self, kinds: Collection[str], most: int) -> dict[str, int]:
        """Return how many there are of each kind, only counts above zero."""
        pairs = self.pairs()
        for kind in pairs:
            if kind not in kinds:
                self.fail(f"there is no kind {kind!r}")
        return {kind: pairs[kind].whole(1, most) for kind in kinds if kind in pairs}

    def _of_type(self, wanted: type, name: str) -> Any:
        if type(self.value) is not wanted:
            self.fail(f"is {name}, not {_json_name(self.value)}")
        return self.value


def _json_name(value: Any) -> str:
    names = {dict: "an object", list: "a list", str: "a text", bool: "a truth value"}
    return "null" if value is None else names.get(type(value), f"{value!r}")
