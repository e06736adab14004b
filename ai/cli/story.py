"""A game told sentence by sentence, from events and from what was seen before each of them."""

from __future__ import annotations

from typing import Any

from eminence.ai.cli.words import GameWords
from eminence.core.events import Event
from eminence.core.game import Json


class Story:
    """Tells events, draws that belong together as one, and with each what it changed.

    A sentence is complete when the next event, or the end, shows what has become of it.
    """

    def __init__(self, words: GameWords) -> None:
        """Begin at the beginning."""
        self._words = words
        self._events: list[Event] = []
        self._before: Json = {}
        self._key: Any = None

    def add(self, event: Event, before: Json) -> list[str]:
        """Take in an event and return the sentence it completes, if it does."""
        key = self._words.draw_key(before) if "chance" in event else None
        if self._events and key is not None and key == self._key:
            self._events.append(event)
            return []
        told = self.close(before)
        self._events, self._before, self._key = [event], before, key
        return told

    def close(self, after: Json) -> list[str]:
        """Return the last sentence, if there is one; ``after`` is what is seen now."""
        if not self._events:
            return []
        if self._key is None:
            sentence = self._words.event_words(self._events[0], self._before)
        else:
            sentence = self._words.draw_words(self._events, self._before)
        changes = self._words.changes(self._before, after)
        self._events = []
        return [sentence + (f"  [{'; '.join(changes)}]" if changes else "")]
