"""The resources phase (section 3.1): gold, played missions, five influence cards each."""

from __future__ import annotations

from eminence.core.louis14 import draws
from eminence.core.louis14.abilities import Ability, abilities
from eminence.core.louis14.position import ROUNDS, Position

EFFECTS = frozenset(
    ["marker", "gold1", "gold2", "shield", "marker3", "gold3", "plot", "trade"],
)
HAND = 5
"""Influence cards drawn in each round."""


def begin(p: Position) -> None:
    """Ask chance for a gold card."""
    p.await_chance("gold")


def legal_moves(p: Position) -> list[str]:
    """Return the moves at `gold2` or `trade`."""
    if p.decision == "trade":
        return ["trade", "none"]
    general = p.seats[p.actor].general
    return ["2g", "1g1m", "2m"][: min(general, 2) + 1]


def apply(p: Position, token: str) -> None:
    """Carry out a move or an outcome of this phase."""
    match p.decision:
        case "gold":
            _turn_up_gold(p, token.split()[1])
        case "gold2":
            _gold_or_markers(p, token)
            _go_on(p)
        case "trade":
            _trade(p, token)
        case "draw_shield":
            draws.draw_shield(p, token.split()[1])
            _go_on(p)
        case "draw_intrigue":
            draws.draw_intrigue(p, token.split()[1])
            _go_on(p)
        case _:
            draws.draw_influence(p, token.split()[1])
            if p.step.mission:
                _go_on(p)
            else:
                _deal(p, p.actor, p.step.owed - 1)


def _turn_up_gold(p: Position, card_id: str) -> None:
    """Give every player its gold and send Louis to his tile; three players: an intrigue card."""
    p.gold_cards.remove(card_id)
    card = next(card for card in p.cards.gold if card.id == card_id)
    for seat in p.seats:
        seat.gold += card.gold
    p.louis = card.tile
    if p.players == 3 and p.round == ROUNDS and draws.has_intrigue(p):
        p.await_chance("draw_intrigue", p.play_order[0], owed=1)
    else:
        _work(p, abilities(p, EFFECTS))


def _go_on(p: Position) -> None:
    """Go on after the mission at work, or after the extra intrigue card of three players."""
    after = (p.actor, p.step.mission) if p.step.mission else None
    _work(p, abilities(p, EFFECTS, after))


def _work(p: Position, todo: list[Ability]) -> None:
    """Let the missions work one by one, until one has to wait; then deal."""
    for seat, mission in todo:
        if _ability(p, seat, mission):
            return
    _deal(p, p.play_order[0], HAND)


def _ability(p: Position, number: int, mission: str) -> bool:
    """Let one mission work; return whether somebody must decide or draw."""
    seat = p.seats[number]
    match p.mission(mission).effect:
        case "marker":
            seat.recall(1)
        case "marker3":
            seat.recall(3)
        case "gold1":
            seat.gold += 1
        case "gold3":
            seat.gold += 3
        case "gold2":
            p.ask(number, "gold2", mission=mission)
            return True
        case "shield":
            return draws.owe_shields(p, number, 1, mission)
        case "plot" if draws.has_intrigue(p):
            p.await_chance("draw_intrigue", number, owed=1, mission=mission)
            return True
        case "trade" if seat.personal and p.influence_deck:
            p.ask(number, "trade", mission=mission)
            return True
    return False


def _gold_or_markers(p: Position, token: str) -> None:
    """`gold2`: two gold, or one and a marker, or two markers."""
    markers = {"2g": 0, "1g1m": 1, "2m": 2}[token]
    seat = p.seats[p.actor]
    seat.gold += 2 - markers
    seat.recall(markers)


def _trade(p: Position, token: str) -> None:
    """`trade`: a marker goes into general supply for an influence card."""
    if token == "none":
        _go_on(p)
        return
    number = p.actor
    p.seats[number].personal -= 1
    p.seats[number].general += 1
    p.await_chance("draw_influence", number, owed=1, mission=p.step.mission)


def _deal(p: Position, number: int, owed: int) -> None:
    """Let the players draw, from this one on; then the phase is over."""
    order = p.play_order
    for seat in order[order.index(number) :]:
        if owed and p.influence_deck:
            p.await_chance("draw_influence", seat, owed=owed)
            return
        owed = HAND
    p.end_phase("influence")
