"""Louis XIV in words: what a person at a terminal is told.

`load` returns what the command line expects of any game's module of this name: sentences for
events, phrases and headings for moves, and a drawing of what a seat sees. Text is in lines of
*spans*, each a text and its role, so that whoever prints it may choose colours.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from eminence.core.events import Event
from eminence.core.game import Json
from eminence.core.louis14 import words_moves
from eminence.core.louis14.cards import load_cards
from eminence.core.louis14.ending import MISSION_POINTS
from eminence.core.louis14.words_board import BRIEF_LEGEND as LEGEND
from eminence.core.louis14.words_board import Line, board_lines
from eminence.core.louis14.words_changes import change_texts
from eminence.core.louis14.words_names import (
    card,
    count,
    courtier,
    listing,
    mission,
    title,
)

PHASES = {"setup": "set-up", "end": "the end"} | {
    name: name for name in ("resources", "influence", "scoring", "missions")
}
"""What the phases are called."""

RULES = (
    "Aim: most points after four rounds. A shield is 1 point, a mission played is 5,",
    "and most shields of a kind (a to f) give 1 more. A round has four phases:",
    "  resources  everybody gets gold and five influence cards; Louis goes to a tile",
    "  influence  in turns, play a card: put markers on its tile and neighbours; or",
    "             recall markers",
    "  scoring    tile by tile, 1 to 12, markers win the gift: from 2: all with two;",
    "             first: who has most; bribe 3: who has most, others for 3 gold",
    "  missions   pay chips to play missions, which help later; draw new ones",
)
"""The game in a nutshell."""


class Words:
    """Louis XIV in words, with one card set and one name for each seat."""

    def __init__(self, names: Sequence[str], cards: Path | None = None) -> None:
        """Load the card set."""
        self.names = names
        self.cards = load_cards(cards)
        self._missions = {m.id: m for m in self.cards.missions}
        self._gold = {g.id: g for g in self.cards.gold}

    def event_words(self, event: Event, before: Json) -> str:
        """Return what an event does, as a sentence; ``before`` is the observation before it."""
        if "chance" in event:
            return self.draw_words([event], before)
        name = self.names[event["seat"]]
        decision = before["decision"]
        words = words_moves.phrase(event["move"], self._missions, decision)
        if decision == "bribe" and event["move"] == "bribe":
            words = self._bribe(event["seat"], before)
        return f"{name} {words_moves.third_person(words)}."

    def draw_key(self, before: Json) -> Any:
        """Return what makes neighbouring draws one: who draws, and from which stack."""
        drawing = str(before["decision"]).startswith("draw_")
        return (before["step"]["for"], before["decision"]) if drawing else None

    def draw_words(self, events: Sequence[Event], before: Json) -> str:
        """Return a chance event, or a run of draws that belong together, as a sentence."""
        what, _, _ = events[0]["chance"].partition(" ")
        cards = [event["chance"].partition(" ")[2] for event in events]
        if what == "start":
            return f"{self.names[int(cards[0])]} is start player."
        if what == "gold":
            gold = self._gold[cards[0]]
            return (
                f"Gold card {gold.id}: {gold.gold} gold for everybody, "
                f"and Louis goes to {courtier(gold.tile)}."
            )
        seat = before["step"]["for"]
        drawn = self._drawn(what, cards)
        return f"{self.names[seat]} draws {drawn}." if seat is not None else f"Turned up: {drawn}."

    def move_words(self, move: str, decision: str | None = None) -> str:
        """Return a move as a phrase, such as ``Play Colbert: two markers on Turenne``."""
        return title(words_moves.phrase(move, self._missions, decision))

    def move_group(self, move: str) -> str:
        """Return the heading under which a move is listed, or an empty text."""
        return words_moves.group(move, self._missions)

    def move_label(self, move: str, decision: str | None = None) -> str:
        """Return a move as it is listed under its heading."""
        return words_moves.label(move, self._missions, decision)

    def changes(self, before: Json, after: Json) -> list[str]:
        """Return what has changed on the table between two observations."""
        return change_texts(before, after, self.names)

    def question(self, observation: Json) -> str:
        """Return what the seat that is to move is asked."""
        decision, tile = observation["decision"], observation["step"]["tile"]
        where = f" ({title(courtier(tile))})" if tile else ""
        return words_moves.QUESTIONS.get(decision, f"{decision}?") + where

    def chapter(self, observation: Json) -> tuple[str, bool]:
        """Return the heading of the phase, and whether it begins with the board."""
        phase = observation["phase"]
        if observation["scores"]:
            return "The result", True
        place = "" if phase in ("setup", "end") else f"Round {observation['round']} of 4: "
        return title(place + PHASES[phase]), phase in ("influence", "missions")

    def board(self, observation: Json, *, brief: bool = False) -> list[Line]:
        """Return a drawing of all that an observation shows, 80 columns wide.

        A brief one leaves out others' hands, stacks and the legend.
        """
        return board_lines(observation, self.names, self.cards, brief=brief)

    def legend(self) -> list[str]:
        """Return what the letters and numbers of a brief drawing mean."""
        return [f"{self.names[0][0]}2: two markers of {self.names[0]}{LEGEND[0]}", *LEGEND[1:]]

    def rules(self) -> list[str]:
        """Return the aim and the four phases of a round."""
        return list(RULES)

    def score_parts(self, observation: Json) -> list[dict[str, int]]:
        """Return what each seat's score is the sum of."""
        return [
            {
                "shields": sum(seat["shields"].values()) + seat["blank"],
                f"missions ×{MISSION_POINTS}": MISSION_POINTS * len(seat["played"]),
                "bonus": seat["bonus"],
            }
            for seat in observation["seats"]
        ]

    def _bribe(self, seat: int, before: Json) -> str:
        """Return a bribe in words, with its price."""
        tile = before["step"]["tile"]
        side = self.cards.tiles[tile - 1][before["tiles"][tile - 1]["side"] == "back"]
        played = before["seats"][seat]["played"]
        cheaper = sum(self._missions[m].effect == "discount" for m in played)
        return f"bribe {courtier(tile)} with {max(0, side.value - cheaper)} gold"

    def _drawn(self, what: str, cards: Sequence[str]) -> str:
        """Return drawn cards in words: how many, and, where they are seen, which."""
        if what == "mission":
            return listing([mission(self._missions.get(c), c) for c in cards])
        stack = "shield" if what == "shield" else f"{what} card"
        number = f"an {stack}" if len(cards) == 1 and stack[0] == "i" else count(len(cards), stack)
        if cards[0] == "?":
            return number
        namers: dict[str, Callable[[str], str]] = {
            "influence": card,
            "intrigue": courtier,
            "shield": str,
        }
        name = namers[what]
        return f"{number}: {listing([name(c) for c in cards])}"


def load(names: Sequence[str], cards: Path | None = None) -> Words:
    """Return the words for a game with these names of seats and this card set."""
    return Words(names, cards)
