"""Moves of Louis XIV as phrases that begin with a verb: ``play Colbert: one marker on Colbert``."""

from __future__ import annotations

import re
from collections.abc import Callable

from eminence.core.louis14.cards import Mission
from eminence.core.louis14.court import JOKER
from eminence.core.louis14.words_names import (
    CHIPS,
    DECKS,
    card,
    chips,
    count,
    courtier,
    listing,
    mission,
    placing,
    spots,
    title,
)

Missions = dict[str, Mission]
"""The mission cards by code."""

NONE = {
    "trade": "do not trade",
    "start_place": "put no marker",
    "end_place": "put no marker",
    "conde": "put no marker",
    "tie": "leave the tie as it is",
    "bribe": "pay no bribe",
    "exchange": "exchange no mission",
}
"""What ``none`` means at each decision."""

SIMPLE = {
    "2g": "take 2 gold",
    "1g1m": "take 1 gold and one marker back",
    "2m": "take two markers back",
    "trade": "trade a marker for an influence card",
    "skip": "pay 2 gold and pass",
    "recall": "recall up to four markers",
    "first": "win the tie",
    "bribe": "pay the bribe",
    "done": "finish with missions",
}
INTRIGUE = {
    "none": "keep back the intrigue card of {}",
    "g1": "play the intrigue card of {}: one marker from general supply",
    "p1": "play the intrigue card of {}: one marker from personal supply",
    "p2": "play the intrigue card of {}: two markers from personal supply",
}

QUESTIONS = {
    "gold2": "What do you take for your mission?",
    "trade": "Do you trade a marker for an influence card?",
    "start_place": "Do you put a marker there?",
    "turn": "Which influence card do you play? One marker goes on each tile named.",
    "four": "Where do you put up to four markers? One goes on each tile named.",
    "end_place": "Where do you put a last marker?",
    "intrigue": "Do you play your intrigue card?",
    "tie": "Do you use your mission to win the tie?",
    "bribe": "Do you bribe?",
    "conde": "Where do you put the marker of this gift?",
    "maintenon": "How many markers do you put on Madame de Montespan?",
    "missions": "Do you play a mission?",
    "deck": "From which deck do you draw a mission?",
    "exchange": "Which missions do you exchange?",
    "keep": "Which chip do you keep? For each other one you draw a shield.",
}
"""What a player is asked at each decision."""

_CARD = r"(\d+|J)"
_TILES = r"(\d+(?:\+\d+)*)"
_Phrase = Callable[..., str]


def phrase(token: str, missions: Missions, decision: str | None = None) -> str:
    """Return a move as a phrase; a token that is no move of this game stays as it is."""
    if token == "none":
        return NONE.get(decision or "", "do nothing")
    if token in SIMPLE:
        return SIMPLE[token]
    for pattern, words in _PHRASES:
        match = pattern.fullmatch(token)
        if match:
            return words(missions, *match.groups())
    return token


def group(token: str, missions: Missions) -> str:
    """Return the heading under which a move is listed: its card, as a rule."""
    if match := re.match(_CARD + ":", token):
        code = match[1]
        return title(card(code)) + ("" if code == JOKER else f" (card {code})")
    if match := re.match(r"mission (\w+) pay", token):
        return f"Mission {mission(missions.get(match[1]), match[1])}"
    headings = {"four ": "Place four markers with one card", "swap ": "Swap a card for a new one"}
    return next((words for start, words in headings.items() if token.startswith(start)), "")


def label(token: str, missions: Missions, decision: str | None = None) -> str:
    """Return a move as it is listed under its heading: in short, without the card."""
    if match := re.fullmatch(_CARD + ":" + _TILES, token):
        return spots(match[2])
    if match := re.fullmatch(_CARD + ":recall", token):
        return "recall"
    if match := re.fullmatch("at " + _TILES, token):
        return match[1].replace("+", " ")
    if match := re.fullmatch(r"mission \w+ pay (\w+)", token):
        return f"pay {chips(match[1])}"
    if match := re.fullmatch(f"(?:four|swap) {_CARD}", token):
        return title(card(match[1]))
    return title(phrase(token, missions, decision))


def third_person(words: str) -> str:
    """Return a phrase as what somebody does: ``plays Colbert``."""
    verb, _, rest = words.partition(" ")
    verb += "es" if verb.endswith(("o", "s", "sh")) else "s"
    return f"{verb} {rest}".rstrip()


def _recall(_: Missions, code: str) -> str:
    most = "two markers" if code == JOKER else "three markers"
    return f"play {card(code)} to recall up to {most}"


def _pay(missions: Missions, code: str, paid: str) -> str:
    return f"play mission {mission(missions.get(code), code)} for {chips(paid)}"


def _return(missions: Missions, codes: str) -> str:
    names = [mission(missions.get(code), code) for code in codes.split("+")]
    return f"put {listing(names)} under {'its deck' if len(names) == 1 else 'their decks'}"


def _crown(_: Missions, chip: str) -> str:
    return f"pay 2 gold and swap a {CHIPS[chip]} for a crown"


_PHRASES: list[tuple[re.Pattern[str], _Phrase]] = [
    (re.compile(pattern), words)
    for pattern, words in (
        (_CARD + ":recall", _recall),
        (_CARD + ":" + _TILES, lambda _, code, tiles: f"play {card(code)}: {placing(tiles)}"),
        (r"(\d+):(none|g1|p1|p2)", lambda _, tile, how: INTRIGUE[how].format(courtier(tile))),
        ("four " + _CARD, lambda _, code: f"play {card(code)} for up to four markers"),
        ("swap " + _CARD, lambda _, code: f"swap {card(code)} for a new influence card"),
        ("at " + _TILES, lambda _, tiles: f"put {placing(tiles)}"),
        (r"place (\d+)", lambda _, tile: f"put a marker on {courtier(tile)}"),
        (r"markers (\d)", lambda _, n: f"put {count(int(n), 'marker')} on {courtier(5)}"),
        (r"mission (\w+) pay (\w+)", _pay),
        ("crown ([SLRH])", _crown),
        ("draw ([LMD])", lambda _, deck: f"draw from the {DECKS[deck]} missions"),
        (r"return ([\w?]+(?:\+[\w?]+)?)", _return),
        ("keep ([SLRHC])", lambda _, chip: f"keep a {CHIPS[chip]}"),
    )
]
