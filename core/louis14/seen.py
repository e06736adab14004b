"""Who knows what (section 7): how a seat sees tokens and positions."""

from __future__ import annotations

from eminence.core.louis14.notation import hidden_move, hidden_outcome
from eminence.core.louis14.position import (
    HIDDEN,
    Counts,
    Position,
    Returned,
    Seat,
    card_key,
    hidden_form,
)


def seen_by(p: Position, token: str, seat: int) -> str | None:
    """Return how a seat sees a token about to be applied; ``None``: not at all."""
    if seat == author_or_drawer(p):
        return token
    if isinstance(p.to_move, int):
        return hidden_move(token)
    return token if p.step.drawer is None else hidden_outcome(token)


def author_or_drawer(p: Position) -> int | None:
    """Return the seat concerned by the next token, if there is one."""
    return p.to_move if isinstance(p.to_move, int) else p.step.drawer


def hide(p: Position, viewer: int) -> Position:
    """Return the position as a seat knows it; at the end only the decks remain hidden."""
    view = p.copy()
    view.viewer = viewer
    view.influence_deck = _hidden_counts(p.influence_deck)
    view.shield_bag = _hidden_counts(p.shield_bag)
    view.intrigue_top = [HIDDEN] * len(p.intrigue_top)
    view.mission_tops = {d: list(map(hidden_form, top)) for d, top in p.mission_tops.items()}
    view.mission_bottoms = {
        deck: [card if card.by == viewer else _hidden_return(card) for card in bottom]
        for deck, bottom in p.mission_bottoms.items()
    }
    for number, seat in enumerate(view.seats):
        if number != viewer:
            _hide_other(seat, viewer, shown=p.over)
    return view


def _hide_other(seat: Seat, viewer: int, *, shown: bool) -> None:
    """Hide what another seat keeps secret from the viewer; at the end hands are shown."""
    seat.known_missions = {
        m: knower for m, knower in seat.known_missions.items() if knower == viewer
    }
    if shown:
        return
    seat.influence = [HIDDEN] * len(seat.influence)
    seat.intrigue = _unless_known(seat.intrigue, seat.known_intrigue)
    seat.missions = _unless_known(seat.missions, list(seat.known_missions))
    seat.shields = _hidden_counts(seat.shields)


def _unless_known(cards: list[str], known: list[str]) -> list[str]:
    return sorted((c if c in known else hidden_form(c) for c in cards), key=card_key)


def _hidden_counts(counts: Counts) -> Counts:
    total = sum(counts.values())
    return {HIDDEN: total} if total else {}


def _hidden_return(card: Returned) -> Returned:
    return Returned(hidden_form(card.id), card.by)
