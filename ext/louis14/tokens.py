"""The text of every token, in the order of their numbers (`tokens.pxd`)."""

from __future__ import annotations

from itertools import combinations, combinations_with_replacement

from eminence.core.louis14.court import (
    CHIPS,
    FOUR_PLACEMENTS,
    INFLUENCE_CARDS,
    PLACEMENTS,
    SHIELD_KINDS,
)

CARDS = list(INFLUENCE_CARDS)
MISSIONS = (
    [f"D{i:02}" for i in range(1, 9)]
    + [f"L{i:02}" for i in range(1, 21)]
    + [f"M{i:02}" for i in range(1, 13)]
)
DECKS = "LMD"
PAIRS = ["".join(pair) for pair in combinations_with_replacement(CHIPS, 2)]

Placement = tuple[int, ...]
"""Tiles in ascending order, one for each marker."""


def placements() -> list[tuple[Placement, ...]]:
    """The placements of each influence card, and last those of `four`."""
    return [*(PLACEMENTS[card] for card in CARDS), FOUR_PLACEMENTS]


def tiles_text(placement: Placement) -> str:
    """TILES of the contract's section 6."""
    return "+".join(map(str, placement))


def tokens() -> list[str]:
    """All tokens; their places are their numbers."""
    *by_card, at = placements()
    return [
        *(f"start {n}" for n in range(4)),
        *(f"gold G{k}" for k in range(1, 9)),
        *(f"influence {c}" for c in [*CARDS, "?"]),
        *(f"intrigue {t}" for t in [*range(1, 13), "?"]),
        *(f"mission {m}" for m in [*MISSIONS, *(d + "?" for d in DECKS)]),
        *(f"shield {k}" for k in SHIELD_KINDS + "?"),
        *("2g", "1g1m", "2m", "trade", "none"),
        *(f"place {t}" for t in range(1, 13)),
        *(f"{t}:{how}" for t in range(1, 13) for how in ("none", "g1", "p1", "p2")),
        *("first", "bribe"),
        *(f"markers {n}" for n in range(3)),
        "done",
        *(f"crown {x}" for x in CHIPS[:-1]),
        *(f"draw {d}" for d in DECKS),
        *(f"keep {x}" for x in CHIPS),
        *(f"return {m}" for m in MISSIONS),
        *("recall", "skip"),
        *(f"four {c}" for c in CARDS),
        *(f"swap {c}" for c in CARDS),
        *(f"mission {m} pay {xy}" for m in MISSIONS for xy in PAIRS),
        *(f"return {a}+{b}" for a, b in combinations(MISSIONS, 2)),
        *(f"return {d}?" for d in DECKS),
        *(f"return {a}?+{b}?" for a, b in combinations_with_replacement("DLM", 2)),
        *(
            f"{card}:{text}"
            for card, options in zip(CARDS, by_card, strict=True)
            for text in [*map(tiles_text, options), "recall"]
        ),
        *(f"at {tiles_text(p)}" for p in at),
    ]
