"""The moves of a decision as a numbered list, grouped under headings."""

from __future__ import annotations

from collections.abc import Sequence

from eminence.ai.cli.words import GameWords, Line


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
        """Return the list, in as many columns as the width allows."""
        lines: list[Line] = []
        number = 1
        for heading, moves in self._groups.items():
            if heading:
                lines.append([(heading, "title")])
            labels = [self._words.move_label(move, self._decision) for move in moves]
            lines += _columns(labels, number, width)
            number += len(moves)
        return lines


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
