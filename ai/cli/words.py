"""A game in words: from its module ``eminence.core.<game>.words``, or its bare tokens."""

from __future__ import annotations

import importlib
import json
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Protocol

from eminence.core.events import Event
from eminence.core.game import Json

Line = list[tuple[str, str]]
"""Texts, each with its role: ``seat0`` …, ``title``, ``dim``, or nothing."""


class GameWords(Protocol):
    """What a game can say of itself; ``load(names, cards)`` in its module returns it."""

    def event_words(self, event: Event, before: Json) -> str:
        """Return an event as a sentence; ``before`` is what was seen before it."""

    def draw_key(self, before: Json) -> Any:
        """Return what neighbouring draws must share to be told as one, or ``None``."""

    def draw_words(self, events: Sequence[Event], before: Json) -> str:
        """Return such draws as a sentence."""

    def move_words(self, move: str, decision: str | None = None) -> str:
        """Return a move as a phrase."""

    def move_group(self, move: str) -> str:
        """Return the heading under which a move is listed, or an empty text."""

    def move_label(self, move: str, decision: str | None = None) -> str:
        """Return a move as it is listed under its heading."""

    def changes(self, before: Json, after: Json) -> list[str]:
        """Return what has changed on the table without an event that says so."""

    def question(self, observation: Json) -> str:
        """Return what the seat that is to move is asked."""

    def chapter(self, observation: Json) -> tuple[str, bool]:
        """Return the heading of what goes on, and whether it begins with the board."""

    def board(self, observation: Json, *, brief: bool = False) -> list[Line]:
        """Return a drawing of an observation; a brief one for small screens, without a legend."""

    def legend(self) -> list[str]:
        """Return in a few lines what the letters and numbers of a brief drawing mean."""

    def rules(self) -> list[str]:
        """Return in a few lines, the first of them the aim, how the game goes."""

    def score_parts(self, observation: Json) -> list[dict[str, int]]:
        """Return for each seat what its score is the sum of; nothing if that is not known."""


class PlainWords:
    """A game without words: tokens and JSON."""

    def __init__(self, names: Sequence[str]) -> None:
        """Take the seats' names."""
        self.names = names

    def event_words(self, event: Event, before: Json) -> str:
        """Return author and token."""
        who = "chance" if "chance" in event else self.names[event["seat"]]
        return f"{who}: {event.get('chance', event.get('move'))}"

    def draw_key(self, before: Json) -> Any:
        """Tell each draw on its own."""
        return None

    def draw_words(self, events: Sequence[Event], before: Json) -> str:
        """Return the tokens."""
        return "chance: " + ", ".join(event["chance"] for event in events)

    def move_words(self, move: str, decision: str | None = None) -> str:
        """Return the token."""
        return move

    def move_group(self, move: str) -> str:
        """Return no heading."""
        return ""

    def move_label(self, move: str, decision: str | None = None) -> str:
        """Return the token."""
        return move

    def changes(self, before: Json, after: Json) -> list[str]:
        """Return nothing."""
        return []

    def question(self, observation: Json) -> str:
        """Return the name of the decision."""
        return f"{observation.get('decision')}?"

    def chapter(self, observation: Json) -> tuple[str, bool]:
        """Tell the whole game in one chapter."""
        return "", False

    def board(self, observation: Json, *, brief: bool = False) -> list[Line]:
        """Return the observation's JSON, one key a line."""
        return [
            [(f"{key}: ", "title"), (json.dumps(value, ensure_ascii=False), "")]
            for key, value in observation.items()
        ]

    def legend(self) -> list[str]:
        """Return nothing."""
        return []

    def rules(self) -> list[str]:
        """Return nothing."""
        return []

    def score_parts(self, observation: Json) -> list[dict[str, int]]:
        """Return nothing."""
        return []


def load_words(game: str, names: Sequence[str], cards: Path | None = None) -> GameWords:
    """Return the words of a game."""
    module = f"eminence.core.{game}.words"
    if find_spec(f"eminence.core.{game}") is None or find_spec(module) is None:
        return PlainWords(names)
    words: GameWords = importlib.import_module(module).load(names, cards)
    return words
