"""The moves of a decision as a numbered list, grouped under headings; a long list unfolds."""

from __future__ import annotations

from collections.abc import Sequence
from string import ascii_lowercase

from eminence.ai.cli.words import GameWords, Line

FOLDED = 20
"""Longer lists show their groups first, each with a letter."""


class Menu:
    """Numbered moves; a number stands for the same move however the list is printed."""

    def __init__(self, words: GameWords, moves: Sequence[str], decision: str | None) -> None:
        """Group the moves under their headings, and number them."""
        self._words = words
        self._decision = decision
        self._groups: dict[str, list[str]] = {}
        for move in moves:
            self._groups.setdefault(words.move_group(move), []).append(move)
        self.moves = [move for group in self._groups.values() for move in group]

    def find(self, text: str) -> str | None:
        """Return the move that a number or a token stands for."""
        if text in self.moves:
            return text
        if not (text.isascii() and text.isdigit() and len(text) < 10):
            return None
        number = int(text)
        return self.moves[number - 1] if 0 < number <= len(self.moves) else None

    def number(self, move: str) -> int:
        """Return the number of a move."""
        return self.moves.index(move) + 1

    def lines(self, width: int) -> list[Line]:
        """Return the list, in as many columns as the width allows; of a long one the groups."""
        if not self._letters():
            return [line for heading in self._groups for line in self._unfolded(heading, width)]
        lines: list[Line] = []
        names = {heading: letter for letter, heading in self._letters().items()}
        for heading, moves in self._groups.items():
            if heading not in names:
                lines += self._unfolded(heading, width)
                continue
            first = self.number(moves[0])
            numbers = f"  {len(moves)} moves, {first} to {first + len(moves) - 1}"
            numbers = numbers if len(moves) > 1 else f"  1 move, {first}"
            lines.append([(f"{names[heading]:>4} ", "dim"), (heading, "title"), (numbers, "dim")])
        lines.append([("Type a letter to see its moves, or at once the number of a move.", "dim")])
        return lines

    def unfold(self, letter: str, width: int) -> list[Line]:
        """Return the moves of the group with this letter; nothing if there is none."""
        heading = self._letters().get(letter.lower())
        return [] if heading is None else self._unfolded(heading, width)

    def _letters(self) -> dict[str, str]:
        """Return each group's letter, if the list is folded."""
        headings = [heading for heading in self._groups if heading]
        folded = len(self.moves) > FOLDED and 1 < len(headings) <= len(ascii_lowercase)
        return dict(zip(ascii_lowercase, headings, strict=False)) if folded else {}

    def _unfolded(self, heading: str, width: int) -> list[Line]:
        """Return a group's heading and its moves."""
        moves = self._groups[heading]
        labels = [self._words.move_label(move, self._decision) for move in moves]
        title: list[Line] = [[(heading, "title")]] if heading else []
        return title + _columns(labels, self.number(moves[0]), width)


def _columns(labels: Sequence[str], first: int, width: int) -> list[Line]:
    """Return numbered labels in columns, row by row."""
    cell = 6 + max(map(len, labels))
    across = max(1, width // cell)
    rows = []
    for start in range(0, len(labels), across):
        row: Line = []
        for i, label in enumerate(labels[start : start + across], first + start):
            row += [(f"{i:>4} ", "dim"), (label.ljust(cell - 5), "")]
        rows.append(row)
    return rows
