"""Bots as text: ``name:key=value,key=value``, in Python, on the command line, in the engine."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from eminence.core.errors import BotSpecError

Value = int | float | str | None


@dataclass(frozen=True, slots=True)
class Option:
    """An option of a bot, with the values it takes."""

    name: str
    type: type[int] | type[float]
    default: Value
    help: str
    low: float = 0
    high: float = 2**64 - 1

    def read(self, bot: str, value: object) -> Value:
        """Return the value of a text or number; raises `BotSpecError` for any that does not fit."""
        if value is None and self.default is None:
            return None
        wanted = "a whole number" if self.type is int else "a number"
        try:
            if isinstance(value, bool) or not isinstance(value, int | float | str):
                raise ValueError
            if self.type is int and isinstance(value, float):
                raise ValueError
            if isinstance(value, str) and not is_plain(value):
                raise ValueError
            number = self.type(value)
        except (TypeError, ValueError, OverflowError):
            raise BotSpecError(f"{bot}: {self.name} is {wanted}, not {value!r}") from None
        if not self.low <= number <= self.high:
            raise BotSpecError(
                f"{bot}: {self.name} is from {self.low:g} to {self.high:g}, not {value!r}"
            )
        return number


def is_plain(text: str) -> bool:
    """Return whether a number is written as people write it.

    Python's ``int`` and ``float`` also take other scripts' digits, and underscores between.
    """
    return text.isascii() and "_" not in text


def nearest(name: str, names: Sequence[str], what: str) -> BotSpecError:
    """Return the error for a name that is not there, with the one that was probably meant."""
    near = get_close_matches(name, names, 1)
    hint = f"did you mean {near[0]!r}?" if near else f"there are: {', '.join(names)}"
    return BotSpecError(f"no {what} {name!r}; {hint}")


def split_spec(spec: str) -> tuple[str, dict[str, str]]:
    """Return the name and the options of a spec."""
    if not isinstance(spec, str):
        raise BotSpecError(f"a bot is named by a text, not {type(spec).__name__}")
    name, colon, rest = spec.strip().partition(":")
    options: dict[str, str] = {}
    for part in rest.split(",") if colon else []:
        key, equals, value = (piece.strip() for piece in part.partition("="))
        if not equals or not key or not value:
            raise BotSpecError(f"{spec!r}: an option is written key=value, not {part!r}")
        if key in options:
            raise BotSpecError(f"{spec!r}: {key} is given twice")
        options[key] = value
    return name, options


def join_spec(name: str, options: dict[str, Value]) -> str:
    """Return the spec that `split_spec` takes apart."""
    told = [f"{key}={value}" for key, value in options.items() if value is not None]
    return name + (":" + ",".join(told) if told else "")
