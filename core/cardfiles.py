"""Card sets as CSV files: a reader that any game can use, and what its errors look like.

A card file is a table whose rows bear known names and whose cells are facts. Beside each fact
stands where it comes from: ``certain``, ``likely`` or ``assumed``. Every fault of a file is a
`CardSetError` that names file, line and column.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import NoReturn

from eminence.core.errors import CardSetError

Folder = Path | Traversable
"""A folder of card files, on disk or inside the package."""

LEVELS = ("certain", "likely", "assumed")
"""How well a fact is known."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """A fact of a card set that is not certain."""

    card: str
    fact: str
    value: str
    level: str


@dataclass(frozen=True, slots=True)
class Difference:
    """A card that is not the same in two sets."""

    card: str
    first: str
    second: str


@dataclass(frozen=True, slots=True)
class Table:
    """What a card file must hold: its name, its rows and its columns."""

    file: str
    key: tuple[str, ...]
    """The columns that name a row."""
    rows: tuple[tuple[str, ...], ...]
    """The names of all rows."""
    facts: Mapping[str, tuple[str, ...]]
    """Each fact's columns; the column ``<fact>_provenance`` says how well it is known."""
    plain: tuple[str, ...] = ()
    """Columns that need no provenance."""

    @property
    def columns(self) -> list[str]:
        """All columns, in the order of our own files."""
        cells = [column for columns in self.facts.values() for column in columns]
        return [*self.key, *self.plain, *cells, *(f"{fact}_provenance" for fact in self.facts)]


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a card file; its checks name the place when they fail."""

    file: str
    line: int
    cells: Mapping[str, str]

    def __getitem__(self, column: str) -> str:
        """Return the text of a cell."""
        return self.cells[column]

    def fail(self, column: str, why: str) -> NoReturn:
        """Raise `CardSetError` for a cell."""
        raise CardSetError(f"{self.file}, line {self.line}, column {column!r}: {why}")

    def word(self, column: str, allowed: Collection[str]) -> str:
        """Return a cell that must be one of some words."""
        text = self.cells[column]
        if text not in allowed:
            self.fail(column, f"{_shown(text)}, not one of {', '.join(allowed)}")
        return text

    def number(self, column: str, low: int, high: int) -> int:
        """Return a cell that must be a whole number within bounds, both included."""
        text = self.cells[column]
        # Python's int() would take signs, underscores and other scripts' digits.
        if not (text.isascii() and text.isdigit() and len(text) < 10):
            self.fail(column, f"{_shown(text)}, not a whole number from {low} to {high}")
        if not low <= int(text) <= high:
            self.fail(column, f"{text} is not from {low} to {high}")
        return int(text)


def read_table(folder: Folder, table: Table) -> dict[tuple[str, ...], Row]:
    """Return all rows of a card file by name, in the order of the table's rows."""
    path = folder / table.file
    found: dict[tuple[str, ...], Row] = {}
    for row in _rows(str(path), _text(path), table):
        name = tuple(row[column] for column in table.key)
        if name not in table.rows:
            row.fail(_faulty_key(name, table), f"there is no row {_shown(' '.join(name))}")
        if name in found:
            row.fail(table.key[0], f"{' '.join(name)!r} stands in line {found[name].line} already")
        found[name] = row
    for name in table.rows:
        if name not in found:
            key = " ".join(table.key)
            raise CardSetError(f"{path}: no row with {key} {' '.join(name)!r}")
    return {name: found[name] for name in table.rows}


def check_levels(table: Table, rows: Mapping[tuple[str, ...], Row]) -> None:
    """Refuse a fact without provenance, or a provenance without fact.

    To be called when the facts themselves are checked: theirs are the better errors.
    """
    for row in rows.values():
        for fact, columns in table.facts.items():
            if any(row[column] for column in columns):
                row.word(f"{fact}_provenance", LEVELS)
            elif row[f"{fact}_provenance"]:
                row.fail(f"{fact}_provenance", f"there is no {fact} that could be known")


def doubts(table: Table, rows: Mapping[tuple[str, ...], Row], noun: str) -> list[Doubt]:
    """Return the facts of a file that are not certain."""
    return [
        Doubt(
            card=f"{noun} {' '.join(name)}".strip(),
            fact=fact,
            value=" ".join(row[column] for column in columns),
            level=row[f"{fact}_provenance"],
        )
        for name, row in rows.items()
        for fact, columns in table.facts.items()
        if row[f"{fact}_provenance"] not in ("certain", "")
    ]


def differences(first: Mapping[str, str], second: Mapping[str, str]) -> list[Difference]:
    """Return what differs between two card sets, each given as a text for each card."""
    cards = [*first, *(card for card in second if card not in first)]
    pairs = ((card, first.get(card, "-"), second.get(card, "-")) for card in cards)
    return [Difference(card, one, two) for card, one, two in pairs if one != two]


def _shown(text: str) -> str:
    """Return a cell's text as an error shows it: short, with nothing unprintable."""
    if not text:
        return "the cell is empty"
    return f"{text[:40]!a}…" if len(text) > 40 else repr(text)


def _text(path: Folder) -> str:
    """Return the text of a file."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise CardSetError(f"{path}: cannot be read: {error.strerror or error}") from error
    try:
        text = data.decode("utf-8-sig")  # spreadsheets like to begin with a byte order mark
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise CardSetError(f"{path}, line {line}: not UTF-8") from error
    if "\0" in text:
        line = text.count("\n", 0, text.index("\0")) + 1
        raise CardSetError(f"{path}, line {line}: a NUL byte, so this is no text file")
    return text


def _lines(file: str, text: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the cells of each line that is not blank, with the line's number."""
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    line = 1
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells):
                yield line, [cell.strip() for cell in cells]
            line = reader.line_num + 1
    except csv.Error as error:
        raise CardSetError(f"{file}, line {line}: {error}") from error


def _rows(file: str, text: str, table: Table) -> Iterator[Row]:
    """Yield the rows below a header that has been checked."""
    lines = _lines(file, text)
    line, header = next(lines, (1, []))
    _check_header(f"{file}, line {line}", header, table)
    for line, cells in lines:
        if len(cells) != len(header):
            short = len(cells) < len(header)
            column = repr(header[len(cells)]) if short else len(header) + 1
            count = f"{len(cells)} cells for {len(header)} columns"
            raise CardSetError(f"{file}, line {line}, column {column}: {count}")
        yield Row(file, line, dict(zip(header, cells, strict=True)))


def _check_header(where: str, header: list[str], table: Table) -> None:
    """Refuse a header that has not each column exactly once."""
    if not header:
        raise CardSetError(f"{where}: the file is empty; it should begin {','.join(table.columns)}")
    for column in header:
        if column not in table.columns:
            raise CardSetError(f"{where}: unknown column {column!r}")
        if header.count(column) > 1:
            raise CardSetError(f"{where}: column {column!r} stands there twice")
    for column in table.columns:
        if column not in header:
            raise CardSetError(f"{where}: column {column!r} is missing")


def _faulty_key(name: tuple[str, ...], table: Table) -> str:
    """Return the first column of a row's name that no row has."""
    for i, column in enumerate(table.key):
        if name[i] not in {row[i] for row in table.rows}:
            return column
    return table.key[0]
