"""What a report calls the bots of a run: short, different, and telling."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

Json = dict[str, Any]


def labels(bots: Iterable[Json]) -> dict[str, str]:
    """Return a label for each bot of a run's first line, by its name.

    It is the bot's spec with only those options and limits in which it differs from the others
    of its kind: ``flat-mc:nodes=250``. Bots that are then still alike keep their name in it.
    """
    entries = {str(bot["name"]): bot for bot in bots}
    kinds = {name: _kind(bot) for name, bot in entries.items()}
    settings = {name: _settings(bot) for name, bot in entries.items()}
    found = {}
    for name, kind in kinds.items():
        alike = [settings[other] for other in entries if kinds[other] == kind]
        told = [
            f"{key}={value}"
            for key, value in settings[name].items()
            if any(other.get(key) != value for other in alike)
        ]
        found[name] = kind + (":" + ",".join(told) if told else "")
    texts = list(found.values())
    return {
        name: text if texts.count(text) == 1 else f"{text} ({name})" for name, text in found.items()
    }


def budget(bot: Json) -> int | None:
    """Return the node limit of a bot's moves, of its own or the run's, if it has one."""
    nodes = _settings(bot).get("nodes", "")
    return int(nodes) if nodes.isdecimal() and int(nodes) else None


def family(label: str) -> str:
    """Return a label without the node limit: what bots have in common that differ in it."""
    kind, colon, rest = label.partition(":")
    if kind == "cmd":
        return re.sub(r":nodes=\d+$", "", label)
    kept = [part for part in rest.split(",") if part and not part.startswith("nodes=")]
    return kind + (colon + ",".join(kept) if kept else "")


def _kind(bot: Json) -> str:
    """Return the name of a bot's kind, or the whole command of a program."""
    spec = str(bot.get("spec") or bot["name"])
    return spec if spec.startswith("cmd:") else spec.partition(":")[0]


def _settings(bot: Json) -> dict[str, str]:
    """Return the options and limits of a bot; what its spec says counts where no field does."""
    spec = str(bot.get("spec") or bot["name"])
    said = {}
    if not spec.startswith("cmd:"):
        parts = (part.partition("=") for part in spec.partition(":")[2].split(","))
        said = {key.strip(): value.strip() for key, equals, value in parts if equals}
    for field in ("options", "limits"):
        told = bot.get(field)
        if isinstance(told, dict):
            said |= {key: str(value) for key, value in told.items() if value is not None}
    return said
