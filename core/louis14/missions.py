"""The missions phase (section 3.4): missions are revealed and replaced, chips handed back."""

from __future__ import annotations

from itertools import combinations, combinations_with_replacement

from eminence.core.louis14 import draws
from eminence.core.louis14.court import CHIPS, CROWN
from eminence.core.louis14.position import ROUNDS, Position, add, put, subtract, take

CROWN_PRICE = 2


def begin(p: Position) -> None:
    """Give the phase to the start player."""
    p.ask(p.play_order[0], "missions")


def legal_moves(p: Position) -> list[str]:
    """Return the moves at a decision of this phase."""
    seat = p.seats[p.actor]
    match p.decision:
        case "missions":
            return _mission_moves(p)
        case "deck":
            return [f"draw {deck}" for deck in draws.open_decks(p)]
        case "exchange":
            hand = seat.missions
            pairs = dict.fromkeys("+".join(pair) for pair in combinations(hand, 2))
            return ["none", *(f"return {m}" for m in dict.fromkeys([*hand, *pairs]))]
        case _:
            return [f"keep {chip}" for chip in CHIPS if chip in seat.chips]


def apply(p: Position, token: str) -> None:
    """Carry out a move or an outcome of this phase."""
    number = p.actor
    match p.decision:
        case "missions":
            _missions(p, token)
        case "deck":
            step = p.step
            deck = token.split()[1]
            p.await_chance("draw_mission", number, owed=step.owed, mission=step.mission, card=deck)
        case "draw_mission":
            mission = p.step.mission
            draws.draw_mission(p, token.split()[1])
            _replace(p, number, p.step.owed - 1, mission)
        case "exchange":
            _exchange(p, token)
        case "keep":
            _hand_back(p, number, keep=token.split()[1])
        case _:
            draws.draw_shield(p, token.split()[1])
            _draw_shields(p, number, p.step.owed - 1)


def _mission_moves(p: Position) -> list[str]:
    """List each mission with each pair of chips that pays it, each swap for a crown, `done`."""
    seat = p.seats[p.actor]
    moves = [
        f"mission {mission} pay {pair}"
        for mission in seat.missions
        for pair in _payments(seat.chips, p.mission(mission).cost)
    ]
    if p.unused(p.actor, "crown") and seat.gold >= CROWN_PRICE:
        moves += [f"crown {chip}" for chip in CHIPS if chip in seat.chips and chip != CROWN]
    return [*moves, "done"]


def _payments(chips: dict[str, int], cost: tuple[str, str]) -> list[str]:
    """Return the pairs of chips that pay a cost: a crown any chip, any chip a `?`."""

    def pays(chip: str, price: str) -> bool:
        return price in ("?", chip) or chip == CROWN

    first, second = cost
    return [
        a + b
        for a, b in combinations_with_replacement(CHIPS, 2)
        if chips.get(a, 0) > (a == b)
        and b in chips
        and ((pays(a, first) and pays(b, second)) or (pays(b, first) and pays(a, second)))
    ]


def _missions(p: Position, token: str) -> None:
    """Reveal a mission, swap a chip for a crown, or be done."""
    number = p.actor
    if token == "done":
        _exchange_next(p, number, None)
    elif token.startswith("crown "):
        seat = p.seats[number]
        used = p.unused(number, "crown")
        assert used is not None
        seat.gold -= CROWN_PRICE
        put(seat.used, used)
        subtract(seat.chips, token.split()[1])
        add(seat.chips, CROWN)
    else:
        _, mission, _, chips = token.split()
        _reveal(p, number, mission, chips)


def _reveal(p: Position, number: int, mission: str, chips: str) -> None:
    """Pay for a mission; it lies face up from now on, and a replacement is owed."""
    seat = p.seats[number]
    for chip in chips:
        subtract(seat.chips, chip)
    take(seat.missions, mission)
    seat.known_missions.pop(mission, None)
    put(seat.played, mission)
    if p.mission(mission).effect == "draw2":
        _replace(p, number, 2, mission)
    else:
        _replace(p, number, 1, None)


def _replace(p: Position, number: int, owed: int, mission: str | None) -> None:
    """Ask for the deck of the next replacement; then go on where the missions were put down."""
    if owed and draws.open_decks(p):
        p.ask(number, "deck", owed=owed, mission=mission)
    elif mission and p.mission(mission).effect == "exchange":
        _exchange_next(p, number, mission)
    else:
        p.ask(number, "missions")


def _exchange_next(p: Position, number: int, after: str | None) -> None:
    """Rounds 1 to 3: ask for each copy of `exchange`; then chips are handed back."""
    if p.round == ROUNDS:
        _next_player(p, number)
        return
    for mission in p.has_played(number, "exchange"):
        if (after is None or mission > after) and p.seats[number].missions:
            p.ask(number, "exchange", mission=mission)
            return
    _ask_keep(p, number)


def _exchange(p: Position, token: str) -> None:
    """`exchange`: put one or two missions under their decks and draw as many."""
    mission = p.step.mission
    if token == "none":
        _exchange_next(p, p.actor, mission)
        return
    cards = token.removeprefix("return ").split("+")
    draws.return_missions(p, p.actor, cards)
    _replace(p, p.actor, len(cards), mission)


def _ask_keep(p: Position, number: int) -> None:
    """Ask which chip to keep where there is a choice."""
    kinds = list(p.seats[number].chips)
    if len(kinds) > 1:
        p.ask(number, "keep")
    else:
        _hand_back(p, number, *kinds)


def _hand_back(p: Position, number: int, keep: str | None = None) -> None:
    """Keep one chip; for each of the others draw a shield."""
    seat = p.seats[number]
    owed = sum(seat.chips.values()) - 1
    seat.chips = {keep: 1} if keep else {}
    _draw_shields(p, number, max(0, owed))


def _draw_shields(p: Position, number: int, owed: int) -> None:
    """Draw the shields owed; then the next player's phase begins."""
    if not draws.owe_shields(p, number, owed):
        _next_player(p, number)


def _next_player(p: Position, number: int) -> None:
    """Go on to the next player, the next round, or the end."""
    order = p.play_order
    following = order[order.index(number) + 1 :]
    if following:
        p.ask(following[0], "missions")
    elif p.round == ROUNDS:
        p.end_phase("end")
    else:
        _next_round(p)


def _next_round(p: Position) -> None:
    """Pass the start marker clockwise; what was used up may be used again."""
    p.start = p.play_order[1]
    p.round += 1
    for seat in p.seats:
        seat.used.clear()
    p.end_phase("resources")
