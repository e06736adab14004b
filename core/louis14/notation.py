"""Tokens: the texts of moves and outcomes (section 6), and how others see them (section 7)."""

from __future__ import annotations

import re

from eminence.core.errors import NotationError
from eminence.core.louis14.court import CHIPS, CROWN, GOLD_CARDS, JOKER, SHIELD_KINDS
from eminence.core.louis14.position import HIDDEN, hidden_form

_TILE = r"(?:[1-9]|1[0-2])"
_CARD = rf"(?:{_TILE}|{JOKER})"
_TILES = rf"{_TILE}(?:\+{_TILE}){{0,3}}"
_MISSION = r"(?:L(?:0[1-9]|1[0-9]|20)|M(?:0[1-9]|1[0-2])|D0[1-8])"
_CHIP = f"[{CHIPS}]"

_MOVES = (
    "2g|1g1m|2m",
    "trade|none|skip|first|bribe|done|recall",
    rf"place {_TILE}",
    rf"{_CARD}:(?:{_TILES}|recall)",
    rf"(?:four|swap) {_CARD}",
    rf"at {_TILES}",
    rf"{_TILE}:(?:none|g1|p1|p2)",
    "markers [012]",
    rf"mission {_MISSION} pay {_CHIP}{{2}}",
    rf"crown [{CHIPS.replace(CROWN, '')}]",
    rf"keep {_CHIP}",
    "draw [LMD]",
    rf"return {_MISSION}(?:\+{_MISSION})?",
)
_OUTCOMES = (
    "start [0-3]",
    rf"gold G[1-{GOLD_CARDS}]",
    rf"influence {_CARD}",
    rf"intrigue {_TILE}",
    rf"mission {_MISSION}",
    rf"shield [{SHIELD_KINDS}]",
)
_SEEN_MOVES = (r"return [LMD]\?(?:\+[LMD]\?)?",)
_SEEN_OUTCOMES = (r"(?:influence|intrigue|shield) \?", r"mission [LMD]\?")


def _pattern(*alternatives: str) -> re.Pattern[str]:
    return re.compile("|".join(alternatives))


_MOVE = _pattern(*_MOVES, *_SEEN_MOVES)
_OUTCOME = _pattern(*_OUTCOMES, *_SEEN_OUTCOMES)
_INTRIGUE = _pattern(rf"({_TILE}):(none|g1|p1|p2)")


def is_move(token: str) -> bool:
    """Return whether this is how a move is written, or how others see one."""
    return _MOVE.fullmatch(token) is not None and _is_ordered(token)


def _is_ordered(token: str) -> bool:
    """Return whether tiles, chips paid and missions returned stand in their order."""
    if "+" in token and not token.startswith("return"):
        tiles = [int(tile) for tile in re.split("[: ]", token)[1].split("+")]
        return tiles == sorted(tiles)
    words = token.split(" ")
    if words[0] == "mission" and len(words) == 4:
        return CHIPS.index(words[3][0]) <= CHIPS.index(words[3][1])
    returned = missions_returned(token)
    if not returned:
        return True
    twice = len(set(returned)) < len(returned) and HIDDEN not in token
    return returned == sorted(returned) and not twice


def is_outcome(token: str) -> bool:
    """Return whether this is how an outcome is written, or how others see one."""
    return _OUTCOME.fullmatch(token) is not None


def check(token: str) -> None:
    """Raise `NotationError` for what is no token at all."""
    if not is_move(token) and not is_outcome(token):
        raise NotationError(f"{token!r} is neither a move nor an outcome of louis14")


def intrigue_of(token: str) -> tuple[int, str] | None:
    """Return tile and answer of a move at `intrigue`, ``None`` for any other token."""
    match = _INTRIGUE.fullmatch(token)
    return (int(match[1]), match[2]) if match else None


def missions_returned(token: str) -> list[str]:
    """Return the missions of a move `return …`, hidden or not; none of any other token."""
    word, _, cards = token.partition(" ")
    return cards.split("+") if word == "return" else []


def drawn(token: str) -> str:
    """Return the card or shield of an outcome."""
    return token.split(" ")[1]


def hidden_outcome(token: str) -> str:
    """Return how others see an outcome that concerns one seat: the word and no card."""
    word, card = token.split(" ")
    if word in ("start", "gold"):
        return token
    return f"{word} {hidden_form(card) if word == 'mission' else HIDDEN}"


def hidden_move(token: str) -> str | None:
    """Return how others see a move; ``None`` if they do not see it at all."""
    intrigue = intrigue_of(token)
    if intrigue and intrigue[1] == "none":
        return None
    returned = missions_returned(token)
    return f"return {'+'.join(map(hidden_form, returned))}" if returned else token


def card_shown(token: str) -> str | None:
    """Return the card that a move takes out of a hand and shows to all, if it does."""
    intrigue = intrigue_of(token)
    if intrigue:
        return str(intrigue[0]) if intrigue[1] != "none" else None
    words = re.split("[ :]", token)
    if words[0] in ("four", "swap", "mission"):
        return words[1]
    return words[0] if ":" in token else None
