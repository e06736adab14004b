"""What has changed on the table of Louis XIV between two observations, in short texts.

The rules give most gifts without an event; this is how a watcher gets to hear of them.
"""

from __future__ import annotations

from collections.abc import Sequence

from eminence.core.game import Json
from eminence.core.louis14.words_names import CHIPS, courtier, title


def change_texts(before: Json, after: Json, names: Sequence[str]) -> list[str]:
    """Return one text a seat or tile that changed."""
    texts = [
        _seat(names[i], old, new)
        for i, (old, new) in enumerate(zip(before["seats"], after["seats"], strict=True))
    ]
    texts += [
        f"{title(courtier(tile))} turns over"
        for tile, (old, new) in enumerate(zip(before["tiles"], after["tiles"], strict=True), 1)
        if old["side"] != new["side"]
    ]
    return [text for text in texts if text]


def _seat(name: str, old: Json, new: Json) -> str:
    """Return what a player won or paid: gold, chips, and shields that were not drawn."""
    counts = [(new["gold"] - old["gold"], "gold")]
    counts += [
        (new["chips"].get(chip, 0) - old["chips"].get(chip, 0), word)
        for chip, word in CHIPS.items()
    ]
    counts.append((new["blank"] - old["blank"], "blank shield"))
    counts.append((new["bonus"] - old["bonus"], "bonus shield"))
    parts = [f"{n:+d} {what}" for n, what in counts if n]
    return f"{name}: {', '.join(parts)}" if parts else ""
