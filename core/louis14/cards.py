"""The card set of Louis XIV: what is printed on tiles, missions and gold cards.

The packaged set is in ``data/``; a folder with the same three files is another set.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from dataclasses import dataclass, field
from importlib import resources
from pathlib import Path

from eminence.core.cardfiles import (
    Difference,
    Doubt,
    Folder,
    Row,
    Table,
    check_levels,
    differences,
    doubts,
    read_table,
)
from eminence.core.errors import CardSetError
from eminence.core.louis14.court import CHIPS, GOLD_CARDS, TILE_NUMBERS

ANY_CHIP = "?"
"""A cost that any chip pays."""

EFFECTS: dict[str, dict[str, int]] = {
    "D": dict.fromkeys(
        ["marker3", "gold3", "plot", "trade", "four", "last", "tiebreak", "discount"], 1
    ),
    "L": {
        "draw2": 2,
        "marker": 4,
        "gold1": 4,
        "court1": 1,
        "court2": 1,
        "court3": 1,
        "court4": 1,
        "pause": 2,
        "crown": 2,
        "exchange": 2,
    },
    "M": {"gold2": 4, "shield": 2, "king": 2, "court5": 1, "court9": 1, "redraw": 2},
}
"""How many missions of each effect are in each deck."""

LIMITS = {"gold": (0, 20), "markers": (1, 16)}
"""The values that a tile's method may have.

At 20 gold a card, four rounds with every gift and mission still leave a player's gold below 256.
"""

_SIDES = ("front", "back")
_LOUIS_TILES = 4

TILES = Table(
    file="tiles.csv",
    key=("tile", "side"),
    rows=tuple((str(tile), side) for tile in TILE_NUMBERS for side in _SIDES),
    facts={"method": ("method",), "value": ("value",)},
)
MISSIONS = Table(
    file="missions.csv",
    key=("id",),
    rows=tuple(
        (f"{deck}{i:02}",)
        for deck, effects in EFFECTS.items()
        for i in range(1, sum(effects.values()) + 1)
    ),
    facts={"effect": ("effect",), "cost": ("cost1", "cost2")},
    plain=("deck",),
)
GOLD = Table(
    file="gold_cards.csv",
    key=("id",),
    rows=tuple((f"G{i}",) for i in range(1, GOLD_CARDS + 1)),
    facts={"gold": ("gold",), "tile": ("tile",)},
)
TABLES = (TILES, MISSIONS, GOLD)


@dataclass(frozen=True, slots=True)
class TileSide:
    """How the gift of a tile is won: its price in gold, the threshold in markers, or 0."""

    method: str
    value: int

    def __str__(self) -> str:
        """Return it in words."""
        return self.method if self.method == "first" else f"{self.method} {self.value}"


@dataclass(frozen=True, slots=True)
class Mission:
    """A mission card; its cost are two of `CHIPS` or `ANY_CHIP`, in that order."""

    id: str
    deck: str
    effect: str
    cost: tuple[str, str]

    def __str__(self) -> str:
        """Return what is printed on it."""
        return f"{self.effect} {''.join(self.cost)}"


@dataclass(frozen=True, slots=True)
class GoldCard:
    """A gold card: what each player gets, and where Louis goes."""

    id: str
    gold: int
    tile: int

    def __str__(self) -> str:
        """Return what is printed on it."""
        return f"gold {self.gold}, tile {self.tile}"


@dataclass(frozen=True, slots=True)
class Cards:
    """A card set; ``tiles[t - 1]`` are the front and back of tile ``t``."""

    tiles: tuple[tuple[TileSide, TileSide], ...]
    missions: tuple[Mission, ...]
    """Ascending by code."""
    gold: tuple[GoldCard, ...]
    hash: str = field(init=False)
    """Names the set in records: of what is printed only, not of how the files write it."""

    def __post_init__(self) -> None:
        """Compute the hash."""
        content = "\n".join(f"{card}: {text}" for card, text in self.texts().items())
        object.__setattr__(self, "hash", hashlib.sha256(content.encode()).hexdigest()[:12])

    def texts(self) -> dict[str, str]:
        """Return what is printed on each card and tile, in words."""
        tiles = {
            f"tile {number} {side}": str(text)
            for number, sides in enumerate(self.tiles, 1)
            for side, text in zip(_SIDES, sides, strict=True)
        }
        missions = {mission.id: str(mission) for mission in self.missions}
        return tiles | missions | {card.id: str(card) for card in self.gold}


def load_cards(folder: Path | None = None) -> Cards:
    """Return the card set of a folder, by default the packaged one.

    Raises `CardSetError` for any fault, naming file, line and column.
    """
    source = _source(folder)
    tiles, missions, gold = (read_table(source, table) for table in TABLES)
    sides = {key: _tile_side(row) for key, row in tiles.items()}
    cards = Cards(
        tiles=tuple((sides[str(t), "front"], sides[str(t), "back"]) for t in TILE_NUMBERS),
        missions=_missions(list(missions.values())),
        gold=tuple(_gold_card(row) for row in gold.values()),
    )
    for table, rows in zip(TABLES, (tiles, missions, gold), strict=True):
        check_levels(table, rows)
    return cards


def provenance(folder: Path | None = None) -> list[Doubt]:
    """Return the facts of a card set that are not certain."""
    source = _source(folder)
    nouns = ("tile", "", "")  # the names of missions and gold cards speak for themselves
    return [
        doubt
        for table, noun in zip(TABLES, nouns, strict=True)
        for doubt in doubts(table, read_table(source, table), noun)
    ]


def diff(first: Cards, second: Cards) -> list[Difference]:
    """Return the cards that differ between two sets."""
    return differences(first.texts(), second.texts())


def _source(folder: Path | None) -> Folder:
    """Return where to read from; refuse what is no folder."""
    if folder is None:
        return resources.files("eminence.core.louis14") / "data"
    if not folder.is_dir():
        raise CardSetError(f"{folder}: there is no such folder")
    return folder


def _tile_side(row: Row) -> TileSide:
    """Return a row of ``tiles.csv``."""
    method = row.word("method", ("gold", "first", "markers"))
    if method == "markers" and int(row["tile"]) <= _LOUIS_TILES:
        # Louis counts as a player there, and a threshold has no one to compare him with.
        row.fail("method", f"'markers' cannot be on tile {row['tile']}, where Louis may stand")
    if method != "first":
        return TileSide(method, row.number("value", *LIMITS[method]))
    if row["value"]:
        row.fail("value", f"the method 'first' has no value, here is {row['value']!r}")
    return TileSide(method, 0)


def _missions(rows: list[Row]) -> tuple[Mission, ...]:
    """Return the rows of ``missions.csv``; refuse a deck that has not the right effects."""
    missions = tuple(_mission(row) for row in rows)
    seen: Counter[tuple[str, str]] = Counter()
    for row, mission in zip(rows, missions, strict=True):
        seen[mission.deck, mission.effect] += 1
        allowed = EFFECTS[mission.deck][mission.effect]
        # As the rows are complete, an effect too few is another one too many.
        if seen[mission.deck, mission.effect] > allowed:
            row.fail("effect", f"deck {mission.deck} has {mission.effect!r} only {allowed} ×")
    return missions


def _mission(row: Row) -> Mission:
    """Return a row of ``missions.csv``."""
    deck = row.word("deck", (row["id"][0],))
    effect = row.word("effect", EFFECTS[deck])
    chips = (*CHIPS, ANY_CHIP)
    first, second = sorted((row.word(c, chips) for c in ("cost1", "cost2")), key=chips.index)
    return Mission(row["id"], deck, effect, (first, second))


def _gold_card(row: Row) -> GoldCard:
    """Return a row of ``gold_cards.csv``."""
    low, high = LIMITS["gold"]
    return GoldCard(row["id"], row.number("gold", low, high), row.number("tile", 1, _LOUIS_TILES))
