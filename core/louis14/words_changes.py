"""What has changed on the table of Louis XIV between two observations, in short texts.

The rules give most gifts without an event; this is how a watcher gets to hear of them.
"""

from __future__ import annotations

from collections.abc import Sequence

from eminence.core.game import Json
from eminence.core.louis14.words_names import CHIPS, courtier, title


def change_texts(before: Json, after: Json, names: Sequence[str]) -> list[str]:
    """Return one text a seat or tile that changed."""
    pairs = zip(before["seats"], after["seats"], strict=True)
    seats = [_gains(old, new) for old, new in pairs]
    if len(set(seats)) == 1:
        texts = [f"everybody: {seats[0]}"] if seats[0] else []
    else:
        texts = [f"{names[seat]}: {gains}" for seat, gains in enumerate(seats) if gains]
    tiles = enumerate(zip(before["tiles"], after["tiles"], strict=True), 1)
    return texts + [
        f"{title(courtier(tile))} turns over"
        for tile, (old, new) in tiles
        if old["side"] != new["side"]
    ]


def _gains(old: Json, new: Json) -> str:
    """Return what a player won or paid: gold, chips, and shields that were not drawn."""
    counts = [(new["gold"] - old["gold"], "gold")]
    counts += [
        (new["chips"].get(chip, 0) - old["chips"].get(chip, 0), word)
        for chip, word in CHIPS.items()
    ]
    counts += [(new[kind] - old[kind], f"{kind} shield") for kind in ("blank", "bonus")]
    return ", ".join(f"{n:+d} {_plural(n, what)}" for n, what in counts if n)


def _plural(number: int, noun: str) -> str:
    """Return a noun, in the plural where there are several; gold has none."""
    return noun if abs(number) == 1 or noun == "gold" else f"{noun}s"
