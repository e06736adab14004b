"""A game told sentence by sentence, from events and from what was seen before each of them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from eminence.ai.cli.words import GameWords, Line
from eminence.core.events import Event
from eminence.core.game import Json


class Story:
    """Tells events in chapters, draws that belong together as one, and with each what it changed.

    A sentence is complete when the next event, or the end, shows what has become of it.
    """

    def __init__(self, words: GameWords, names: Sequence[str], *, boards: bool) -> None:
        """Begin at the beginning; ``boards`` puts a drawing where a chapter asks for one."""
        self._words = words
        self._names = names
        self._boards = boards
        self._chapter = ""
        self._events: list[Event] = []
        self._before: Json = {}
        self._key: Any = None

    def add(self, event: Event, before: Json) -> list[Line]:
        """Take in an event and return what is told now: what was complete before it."""
        key = self._words.draw_key(before) if "chance" in event else None
        if self._events and key is not None and key == self._key:
            self._events.append(event)
            return []
        told = self.close(before)
        self._events, self._before, self._key = [event], before, key
        return told

    def close(self, after: Json) -> list[Line]:
        """Return what is left to tell; ``after`` is what is seen now."""
        lines: list[Line] = []
        changes = ""
        if self._events:
            lines.append(self._coloured(self._sentence()))
            changes = "; ".join(self._words.changes(self._before, after))
            self._events = []
        told = self._coloured(f"[{changes}]") if changes else []
        heading, board = self._open_chapter(after)
        if heading:
            # What changed between two chapters belongs to the later one, as a rule.
            return [*lines, *heading, *([told] if told else []), *board]
        if told:
            lines[-1] += [("  ", ""), *told]
        return lines

    def _sentence(self) -> str:
        """Return the events at hand in words."""
        if self._key is None:
            return self._words.event_words(self._events[0], self._before)
        return self._words.draw_words(self._events, self._before)

    def _open_chapter(self, seen: Json) -> tuple[list[Line], list[Line]]:
        """Return the heading of a chapter, if one begins, and its board."""
        chapter, with_board = self._words.chapter(seen)
        if chapter == self._chapter:
            return [], []
        self._chapter = chapter
        heading: list[Line] = [[], [(f"── {chapter} ──", "title")]]
        board = [*self._words.board(seen), []] if with_board and self._boards else []
        return heading, board

    def _coloured(self, text: str) -> Line:
        """Return a text in spans, each name with the role of its seat."""
        parts = re.split(rf"\b({'|'.join(map(re.escape, self._names))})\b", text)
        roles = {name: f"seat{seat}" for seat, name in enumerate(self._names)}
        return [(part, roles.get(part, "")) for part in parts if part]
