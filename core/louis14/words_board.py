"""A drawing of what a seat of Louis XIV sees: the court, the stacks and every player.

A line is a list of spans; a span's role is ``seat0`` … ``seat3``, ``neutral``, ``louis``,
``title``, ``dim`` or nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from eminence.core.game import Json
from eminence.core.louis14.cards import Cards
from eminence.core.louis14.court import CHIPS, SHIELD_KINDS
from eminence.core.louis14.words_names import GIFTS, SHORT, courtier, method, title

Span = tuple[str, str]
"""A text and its role."""
Line = list[Span]

COURT = ((6, 7), (5, 1, 8), (4, 2), (12, 3, 9), (11, 10))
"""The tiles as they lie, row by row; the rows are set in by turns."""
CELL = 28
INDENT = 14
LEGEND = (
    "from 2: to all with two markers · first: to the one with most · bribe 3: to the",
    "one with most, to others for 3 gold · markers: personal + general supply",
    "A2: two markers of A… · chips: S sceptre, L letter, R ring, H helmet, C crown",
    "missions: effect (cost), ? is any chip · shields 3 (aab): of kinds a, a and b",
)
BRIEF_LEGEND = (
    " · ★ Louis · markers 7+9: personal + general supply",
    "from 2: gift to all with 2 · first: to most · bribe 3: to most, or for 3 gold",
    "chips pay missions: S sceptre L letter R ring H helmet C crown · shields: 1 each",
)


def board_lines(
    observation: Json, names: Sequence[str], cards: Cards, *, brief: bool = False
) -> list[Line]:
    """Return the whole drawing; a brief one only the table, and the viewer's hand."""
    gap: list[Line] = [] if brief else [[]]
    court = _court(observation, names, cards, brief=brief)
    lines = [_heading(observation, names, brief=brief), *gap, *court, *gap]
    hidden = any(map(_hides, observation["seats"]))
    for seat, name in enumerate(names[: observation["players"]]):
        hand = not brief or (hidden and not _hides(observation["seats"][seat]))
        lines += _player(observation, seat, name, cards)[: None if hand else 1]
    small: list[Line] = [[(text, "dim")] for text in (*_stacks(observation), *LEGEND)]
    return lines if brief else [*lines, [], *small]


def _heading(obs: Json, names: Sequence[str], *, brief: bool) -> Line:
    """Return where in the game we are."""
    round_ = f"Round {obs['round']} of 4, {obs['phase']}"
    tile = obs["louis"]
    on = "" if tile is None else SHORT[tile - 1] if brief else courtier(tile)
    louis = f" · Louis stands on {on}" if on else ""
    start = "" if obs["start"] is None else f" · {names[obs['start']]} starts the round"
    return [(round_, "title"), (louis, "louis"), (start, "dim")]


def _court(obs: Json, names: Sequence[str], cards: Cards, *, brief: bool) -> list[Line]:
    """Return the twelve tiles: name, how to win what, and who has how many markers."""
    draw = _brief_tile if brief else _tile
    lines: list[Line] = []
    for row, tiles in enumerate(COURT):
        cells = [draw(obs, tile, names, cards) for tile in tiles]
        indent: Line = [] if row % 2 else [(" " * INDENT, "")]
        lines += [indent + _join(parts) for parts in zip(*cells, strict=True)]
    return lines


def _join(cells: Iterable[Line]) -> Line:
    """Return cells side by side, each filled to its width."""
    line: Line = []
    gap = 0
    for cell in cells:
        line += [(" " * gap, ""), *cell]
        gap = max(1, CELL - sum(len(text) for text, _ in cell))
    return line


def _tile(obs: Json, tile: int, names: Sequence[str], cards: Cards) -> list[Line]:
    """Return a tile's three lines."""
    louis: Line = [("Louis ", "louis")] if obs["louis"] == tile else []
    return [
        [(f"{tile} {title(courtier(tile))}", "title")],
        [(_gift(obs, tile, cards), "dim")],
        [*louis, *_markers(obs, tile, names)] or [("·", "dim")],
    ]


def _brief_tile(obs: Json, tile: int, names: Sequence[str], cards: Cards) -> list[Line]:
    """Return a tile in two lines."""
    louis: Line = [("★ ", "louis")] if obs["louis"] == tile else []
    name = f"{tile} {SHORT[tile - 1]} "
    return [
        [(name, "title"), *louis, *_markers(obs, tile, names)],
        [(_gift(obs, tile, cards), "dim")],
    ]


def _gift(obs: Json, tile: int, cards: Cards) -> str:
    """Return how to win what on a tile."""
    side = cards.tiles[tile - 1][obs["tiles"][tile - 1]["side"] == "back"]
    return f"{method(side)}: {GIFTS[tile - 1]}"


def _markers(obs: Json, tile: int, names: Sequence[str]) -> Line:
    """Return who has how many markers on a tile."""
    state = obs["tiles"][tile - 1]
    markers = [(f"{names[s][0]}{n} ", f"seat{s}") for s, n in enumerate(state["markers"]) if n]
    neutral = [(f"neutral {state['neutral']}", "neutral")] if state["neutral"] else []
    return markers + neutral


def _player(obs: Json, seat: int, name: str, cards: Cards) -> list[Line]:
    """Return a player's lines: what is on the table, and the hand as far as it is seen."""
    me = obs["seats"][seat]
    mark = "▶" if obs["to_move"] == seat else " "
    total = sum(me["shields"].values()) + me["blank"] + me["bonus"]
    public = (
        f"{me['gold']:>2} gold  markers {me['personal']}+{me['general']}  "
        f"chips {_kinds(me['chips'], CHIPS) or 'none'}  shields {total}{_shown(me['shields'])}"
    )
    score = f"  score {obs['scores'][seat]}" if obs["scores"] else ""
    effects = {m.id: m.effect for m in cards.missions}
    lines: list[Line] = [[(f"{mark} {name:<6} ", f"seat{seat}"), (public, ""), (score, "title")]]
    lines.append([(" " * 9 + _hand(me, cards), "dim")])
    if me["played"]:
        played = ", ".join(f"{code} {effects[code]}" for code in me["played"])
        lines.append([(f"{' ' * 9}played: {played}", "dim")])
    return lines


def _hides(me: Json) -> bool:
    """Return whether a hand has cards that are not seen."""
    cards = (*me["influence"], *me["intrigue"], *me["missions"])
    return any("?" in str(card) for card in cards)


def _hand(me: Json, cards: Cards) -> str:
    """Return the cards in a hand; of a mission that is seen also what it does and costs."""
    texts = {m.id: f"{m.id} {m.effect} ({' '.join(m.cost)})" for m in cards.missions}
    missions = [texts.get(code, code) for code in me["missions"]]
    parts = [
        f"{what}: {' '.join(map(str, codes))}"
        for what, codes in (
            ("cards", me["influence"]),
            ("intrigue", me["intrigue"]),
            ("missions", missions),
        )
        if codes
    ]
    return " · ".join(parts) or "no cards"


def _kinds(counts: dict[str, int], order: str) -> str:
    """Return what is counted by kind, as letters."""
    return "".join(kind * counts.get(kind, 0) for kind in order)


def _shown(shields: dict[str, int]) -> str:
    """Return the kinds of shields that are seen."""
    known = _kinds(shields, SHIELD_KINDS)
    return f" ({known})" if known else ""


def _stacks(obs: Json) -> tuple[str, str]:
    """Return how large the stacks are, in two lines."""
    missions = ", ".join(
        f"{deck} {_size(stack['top']) + len(stack['bottom'])}"
        for deck, stack in obs["mission_decks"].items()
    )
    centre = " ".join(f"{card} ({n})" for card, n in obs["centre"].items())
    return (
        f"influence deck {_size(obs['influence_deck'])}, centre {centre or 'none'}",
        f"intrigue deck {_size(obs['intrigue_deck']['top']) + len(obs['intrigue_deck']['bottom'])}"
        f" · missions {missions} · shields left {_size(obs['shield_bag'])}",
    )


def _size(stack: int | list[object] | dict[str, int]) -> int:
    """Return the size of a stack, of which an observation may show only that."""
    if isinstance(stack, dict):
        return sum(stack.values())
    return len(stack) if isinstance(stack, list) else stack
