"""The options of the engine and the request ``set``."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from difflib import get_close_matches
from typing import Any

from eminence.ai.engine.errors import RequestError, brief
from eminence.ai.engine.fields import Fields
from eminence.ai.engine.messages import MAX_SEED
from eminence.core.errors import BotSpecError
from eminence.core.game import Json


@dataclass(frozen=True, slots=True)
class Options:
    """The values in force. A request is served with those in force when it was read."""

    bot: str
    reserve_ms: int = 20
    """Kept back from every time limit for the way to the frontend."""
    threads: int = 1
    seed: int | None = None
    """For games that were opened without one; ``None`` leaves it to the bot."""
    strict: bool = False
    """Whether an unknown field is an error."""

    def to_json(self) -> Json:
        """Return all values by name."""
        return {name: getattr(self, name) for name in _RANGES}


_RANGES: dict[str, Json] = {
    "bot": {"type": "string"},
    "reserve_ms": {"type": "int", "min": 0, "max": 5000},
    "threads": {"type": "int", "min": 1, "max": 1},
    "seed": {"type": "int", "min": 0, "max": MAX_SEED},
    "strict": {"type": "bool"},
}


def describe(defaults: Options) -> list[Json]:
    """Return the options as ``hello`` announces them."""
    values = defaults.to_json()
    return [{"name": name, **kind, "default": values[name]} for name, kind in _RANGES.items()]


def change(options: Options, wanted: Fields, check_bot: Callable[[str], object]) -> Options:
    """Return the options with all of the changes, or raise `RequestError`.

    ``check_bot`` raises `BotSpecError` for what is no bot.
    """
    changes = {name: _value(wanted, name) for name in wanted.names}
    if "bot" in changes:
        try:
            check_bot(changes["bot"])
        except BotSpecError as error:
            raise RequestError("bad_value", str(error), wanted.where("bot")) from None
    return replace(options, **changes)


def _value(wanted: Fields, name: str) -> Any:
    if name not in _RANGES:
        near = get_close_matches(name, _RANGES, 1)
        raise RequestError(
            "unknown_option",
            f"no option {brief(name)}",
            wanted.where(name),
            hint=near[0] if near else None,
        )
    kind = _RANGES[name]
    if name != "seed" and wanted.raw(name) is None:
        raise RequestError("bad_type", f"{name!r} cannot be null", wanted.where(name))
    match kind["type"]:
        case "int":
            return wanted.integer(name, kind["min"], kind["max"])
        case "bool":
            return wanted.flag(name)
        case _:
            return wanted.text(name)
