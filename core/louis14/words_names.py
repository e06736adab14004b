"""What the things of Louis XIV are called in English."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from eminence.core.louis14.cards import Mission, TileSide
from eminence.core.louis14.court import JOKER

COURTIERS = (
    "Anne of Austria",
    "Philippe d'Orléans",
    "Maria Theresa",
    "the Grand Dauphin",
    "Madame de Montespan",
    "the Grand Condé",
    "Colbert",
    "Madame de Maintenon",
    "Louise de La Vallière",
    "Turenne",
    "Mazarin",
    "Louvois",
)
SHORT = (
    "Anne",
    "Philippe",
    "Maria Theresa",
    "Dauphin",
    "Montespan",
    "Condé",
    "Colbert",
    "Maintenon",
    "La Vallière",
    "Turenne",
    "Mazarin",
    "Louvois",
)
"""What each tile is called where there is little room."""
GIFTS = (
    "sceptre",
    "letter",
    "ring",
    "helmet",
    "crown",
    "shield+marker",
    "5 gold",
    "markers on 5",
    "crown",
    "2 shields",
    "influence",
    "shield+intrigue",
)
"""What each tile gives, short enough for the drawing of the court."""

CHIPS = {"S": "sceptre", "L": "letter", "R": "ring", "H": "helmet", "C": "crown", "?": "any chip"}
DECKS = {"L": "light blue", "M": "medium blue", "D": "dark blue"}
EFFECTS = {
    "draw2": "one mission more in hand",
    "marker": "each round one marker back",
    "gold1": "each round 1 gold",
    "pause": "pay 2 gold to pass a turn",
    "crown": "pay 2 gold to swap a chip for a crown",
    "exchange": "each round exchange up to two missions",
    "gold2": "each round 2 gold or markers back",
    "shield": "each round a shield",
    "king": "each round a marker on Louis's tile",
    "redraw": "swap an influence card for a new one",
    "marker3": "each round three markers back",
    "gold3": "each round 3 gold",
    "plot": "each round an intrigue card",
    "trade": "each round a marker for an influence card",
    "four": "place four markers with one card",
    "last": "each round a marker on any tile, last of all",
    "tiebreak": "win a tie",
    "discount": "bribes cost 1 gold less",
} | {f"court{t}": f"each round a marker on {COURTIERS[t - 1]}" for t in (1, 2, 3, 4, 5, 9)}
NUMBERS = tuple(
    [
        "no",
        "one",
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "nine",
        "ten",
        "eleven",
        "twelve",
    ]
)


def courtier(tile: int | str) -> str:
    """Return the name of a tile."""
    return COURTIERS[int(tile) - 1]


def title(text: str) -> str:
    """Return a text with a capital at its beginning."""
    return text[:1].upper() + text[1:]


def card(code: str) -> str:
    """Return the name of an influence card."""
    return "a joker" if code == JOKER else courtier(code)


def count(number: int, noun: str) -> str:
    """Return a number and its noun: ``two markers``."""
    word = NUMBERS[number] if number < len(NUMBERS) else str(number)
    return f"{word} {noun}{'' if number == 1 else 's'}"


def listing(parts: Sequence[str]) -> str:
    """Return parts as a list in a sentence: ``a, b and c``."""
    return " and ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)


def placing(tiles: str) -> str:
    """Return a multiset of tiles in words: ``two markers on Colbert and one on Turenne``."""
    counts = Counter(tiles.split("+"))
    first, *rest = counts.items()
    words = [f"{count(first[1], 'marker')} on {courtier(first[0])}"]
    return listing(words + [f"{NUMBERS[n]} on {courtier(tile)}" for tile, n in rest])


def spots(tiles: str) -> str:
    """Return a multiset of tiles in little room: ``Colbert ×2, Turenne``."""
    counts = Counter(tiles.split("+"))
    names = ((SHORT[int(tile) - 1], n) for tile, n in counts.items())
    return ", ".join(name if n == 1 else f"{name} ×{n}" for name, n in names)


def chips(codes: Iterable[str]) -> str:
    """Return chips in words: ``two letters`` or ``a sceptre and any chip``."""
    counts = Counter(codes)
    return listing(
        [
            (CHIPS[k] if k == "?" else f"a {CHIPS[k]}") if n == 1 else count(n, CHIPS[k])
            for k, n in counts.items()
        ]
    )


def method(side: TileSide) -> str:
    """Return how a gift is won, short enough for the drawing of the court."""
    words = {"gold": f"bribe {side.value}", "markers": f"from {side.value}", "first": "first"}
    return words[side.method]


def mission(info: Mission | None, code: str) -> str:
    """Return a mission card in words; what is not known of it is not told."""
    if info is None:
        return f"a {DECKS[code[0]]} mission"
    return f"{code} ({EFFECTS[info.effect]})"
