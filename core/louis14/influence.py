"""The influence phase (section 3.2): cards are played, markers placed or recalled."""

from __future__ import annotations

from eminence.core.louis14 import draws
from eminence.core.louis14.abilities import Ability, abilities
from eminence.core.louis14.court import (
    FOUR_PLACEMENTS,
    JOKER,
    PLACEMENTS,
    RECALLS,
    TILE_NUMBERS,
    Tiles,
    whole_influence_deck,
)
from eminence.core.louis14.position import (
    HIDDEN,
    Position,
    add,
    card_key,
    take,
)

START_EFFECTS = frozenset(
    ["court1", "court2", "court3", "court4", "court5", "court9", "king"],
)
END_EFFECTS = frozenset(["last"])
NEUTRAL_MARKERS = 2
NEUTRAL_CARDS = 3
SKIP_PRICE = 2
FOUR_RECALL = 4


def begin(p: Position) -> None:
    """Let the neutral player place its markers, where there is one."""
    if p.players == 2:
        assert p.louis is not None
        p.tile(p.louis).neutral += NEUTRAL_MARKERS
        _turn_up(p)
    else:
        _ask_start(p, abilities(p, START_EFFECTS))


def legal_moves(p: Position) -> list[str]:
    """Return the moves at a decision of this phase."""
    match p.decision:
        case "start_place":
            return [f"place {_start_tile(p, p.step.mission or '')}", "none"]
        case "turn":
            return _turn_moves(p)
        case "four":
            personal = p.seats[p.actor].personal
            return [*(f"at {t}" for t in _written(FOUR_PLACEMENTS, personal)), "recall"]
        case _:
            return [*(f"place {tile}" for tile in TILE_NUMBERS), "none"]


def apply(p: Position, token: str) -> None:
    """Carry out a move or an outcome of this phase."""
    match p.decision:
        case "start_place":
            _place_from_general(p, token)
            _ask_start(p, abilities(p, START_EFFECTS, (p.actor, p.step.mission or "")))
        case "end_place":
            _place_from_general(p, token)
            _ask_end(p, abilities(p, END_EFFECTS, (p.actor, p.step.mission or "")))
        case "turn":
            _turn(p, token)
        case "four":
            _four(p, token)
        case _:
            draws.draw_influence(p, token.split()[1])
            if p.step.drawer is None:
                _place_neutral(p, token.split()[1])
                _turn_up(p)
            else:
                _next_turn(p, p.actor)


def _turn_up(p: Position) -> None:
    """Two players: turn up cards until three courtiers lie in the centre."""
    courtiers = sum(n for card, n in p.centre.items() if card != JOKER)
    if courtiers < NEUTRAL_CARDS and p.influence_deck:
        p.await_chance("draw_influence")
    else:
        _ask_start(p, abilities(p, START_EFFECTS))


def _place_neutral(p: Position, card: str) -> None:
    """Two neutral markers for each courtier turned up; jokers are passed over."""
    if card != JOKER:
        p.tile(int(card)).neutral += NEUTRAL_MARKERS


def _ask_start(p: Position, todo: list[Ability]) -> None:
    """Ask for the missions of the start of influence; then the turns begin."""
    for seat, mission in todo:
        if p.seats[seat].has_marker:
            p.ask(seat, "start_place", mission=mission)
            return
    _next_turn(p, p.play_order[-1])


def _start_tile(p: Position, mission: str) -> int:
    """Return the tile onto which a mission of the start of influence places."""
    effect = p.mission(mission).effect
    tile = p.louis if effect == "king" else int(effect.removeprefix("court"))
    assert tile is not None
    return tile


def _place_from_general(p: Position, token: str) -> None:
    """Put one marker from general supply onto a tile, unless none is wanted."""
    if token != "none":
        p.seats[p.actor].spend(1)
        p.tile(int(token.split()[1])).markers[p.actor] += 1


def _next_turn(p: Position, after: int) -> None:
    """Give the turn to the next player with more than one card, clockwise."""
    for i in range(1, p.players + 1):
        seat = (after + i) % p.players
        if len(p.seats[seat].influence) > 1:
            p.ask(seat, "turn")
            return
    _gather(p)
    _ask_end(p, abilities(p, END_EFFECTS))


def _turn_moves(p: Position) -> list[str]:
    """List cards with placements and recall, then what missions allow."""
    number = p.actor
    seat = p.seats[number]
    cards = sorted(set(seat.influence), key=card_key)
    moves = []
    for card in cards:
        moves += [f"{card}:{tiles}" for tiles in _written(PLACEMENTS[card], seat.personal)]
        moves.append(f"{card}:recall")
    if p.unused(number, "four"):
        moves += [f"four {card}" for card in cards]
    if p.unused(number, "redraw") and p.influence_deck:
        moves += [f"swap {card}" for card in cards]
    if p.unused(number, "pause") and seat.gold >= SKIP_PRICE:
        moves.append("skip")
    return moves


def _written(placements: tuple[Tiles, ...], personal: int) -> list[str]:
    """Write the placements for which there are markers enough."""
    return ["+".join(map(str, tiles)) for tiles in placements if len(tiles) <= personal]


def _turn(p: Position, token: str) -> None:
    """Play a card, or use a mission that changes the turn."""
    number = p.actor
    seat = p.seats[number]
    if token == "skip":
        seat.gold -= SKIP_PRICE
        _use(p, "pause")
    elif token.startswith("four "):
        card = _lay_out(p, token.split()[1])
        p.ask(number, "four", mission=_use(p, "four"), card=card)
        return
    elif token.startswith("swap "):
        _lay_out(p, token.split()[1])
        p.await_chance("draw_influence", number, owed=1, mission=_use(p, "redraw"))
        return
    else:
        card, what = token.split(":")
        _lay_out(p, card)
        _place_or_recall(p, what, RECALLS[card])
    _next_turn(p, number)


def _lay_out(p: Position, card: str) -> str:
    """Put a card from hand into the centre."""
    take(p.seats[p.actor].influence, card)
    add(p.centre, [card])
    return card


def _use(p: Position, effect: str) -> str:
    """Use up the first unused mission of that effect for this round."""
    mission = p.unused(p.actor, effect)
    assert mission is not None
    used = p.seats[p.actor].used
    used.append(mission)
    used.sort()
    return mission


def _four(p: Position, token: str) -> None:
    """`four`: place or recall up to four, as with a joker."""
    _place_or_recall(p, token.removeprefix("at "), FOUR_RECALL)
    _next_turn(p, p.actor)


def _place_or_recall(p: Position, what: str, recall: int) -> None:
    """Place from personal supply, or recall from general supply."""
    number = p.actor
    if what == "recall":
        p.seats[number].recall(recall)
        return
    for tile in map(int, what.split("+")):
        p.seats[number].personal -= 1
        p.tile(tile).markers[number] += 1


def _gather(p: Position) -> None:
    """Put the last cards back and shuffle all thirty into a new deck."""
    for seat in p.seats:
        seat.influence.clear()
    p.centre.clear()
    p.influence_deck = whole_influence_deck()
    if p.viewer is not None:
        p.influence_deck = {HIDDEN: sum(p.influence_deck.values())}


def _ask_end(p: Position, todo: list[Ability]) -> None:
    """Ask for the missions of the end of influence; then the phase is over."""
    for seat, mission in todo:
        if p.seats[seat].has_marker:
            p.ask(seat, "end_place", mission=mission)
            return
    p.end_phase("scoring")
