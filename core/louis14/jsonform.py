"""A position as the contract's JSON (section 8), full or as a seat's observation."""

from __future__ import annotations

from typing import Any

from eminence.core.game import Json
from eminence.core.louis14.court import CHIPS
from eminence.core.louis14.position import (
    DECKS,
    HIDDEN,
    Counts,
    Position,
    Returned,
    Seat,
    Step,
    Tile,
    card_key,
)

GAME = "louis14"


def to_json(p: Position) -> Json:
    """Return the JSON of a position; of a seat's view decks appear by their size."""
    return {
        "game": GAME,
        "players": p.players,
        "round": p.round,
        "phase": p.phase,
        "decision": p.decision,
        "to_move": p.to_move,
        "start": p.start,
        "louis": p.louis,
        "step": _step(p.step),
        "tiles": [_tile(tile) for tile in p.tiles],
        "seats": [_seat(seat) for seat in p.seats],
        "influence_deck": _deck(p, p.influence_deck),
        "centre": _sorted(p.centre),
        "intrigue_deck": {
            "top": _top(p, intrigue_numbers(p.intrigue_top)),
            "bottom": intrigue_numbers(p.intrigue_bottom),
        },
        "mission_decks": {
            deck: {
                "top": _top(p, sorted(p.mission_tops[deck])),
                "bottom": [_returned(card) for card in p.mission_bottoms[deck]],
            }
            for deck in DECKS
        },
        "shield_bag": _deck(p, p.shield_bag),
        "gold_cards": sorted(p.gold_cards),
        "scores": None if p.scores is None else list(p.scores),
    }


def intrigue_numbers(cards: list[str]) -> list[Any]:
    """Return intrigue cards as JSON has them: numbers, or `?`."""
    return [card if card == HIDDEN else int(card) for card in cards]


def _step(step: Step) -> Json:
    return {
        "for": step.drawer,
        "owed": step.owed,
        "tile": step.tile,
        "most": step.most,
        "aside": None if step.aside is None else list(step.aside),
        "mission": step.mission,
        "card": step.card,
    }


def _tile(tile: Tile) -> Json:
    return {"side": tile.side, "markers": list(tile.markers), "neutral": tile.neutral}


def _seat(seat: Seat) -> Json:
    return {
        "gold": seat.gold,
        "personal": seat.personal,
        "general": seat.general,
        "chips": _sorted(seat.chips, CHIPS.index),
        "influence": list(seat.influence),
        "intrigue": intrigue_numbers(seat.intrigue),
        "missions": list(seat.missions),
        "known_intrigue": intrigue_numbers(seat.known_intrigue),
        "known_missions": dict(sorted(seat.known_missions.items())),
        "played": list(seat.played),
        "shields": _sorted(seat.shields),
        "blank": seat.blank,
        "bonus": seat.bonus,
        "used": list(seat.used),
    }


def _returned(card: Returned) -> Json:
    return {"id": card.id, "by": card.by}


def _sorted(counts: Counts, key: Any = card_key) -> Counts:
    return {kind: counts[kind] for kind in sorted(counts, key=key)}


def _deck(p: Position, counts: Counts) -> Counts | int:
    return _sorted(counts) if p.viewer is None else sum(counts.values())


def _top(p: Position, cards: list[Any]) -> list[Any] | int:
    return cards if p.viewer is None else len(cards)
