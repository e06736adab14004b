"""The scoring phase (section 3.3): the tiles in order, 1 to 12."""

from __future__ import annotations

from collections.abc import Mapping

from eminence.core.louis14.court import CROWN, TILE_NUMBERS
from eminence.core.louis14.gifts import give, give_on
from eminence.core.louis14.position import NEUTRAL, Most, Position, Tile, add, put, take


def begin(p: Position) -> None:
    """Turn to the first tile."""
    _score(p, TILE_NUMBERS[0])


def legal_moves(p: Position) -> list[str]:
    """Return the moves at a decision of this phase."""
    seat = p.seats[p.actor]
    match p.decision:
        case "intrigue":
            moves = ["none", *["g1"][: seat.general], *["p1", "p2"][: seat.personal]]
            return [f"{p.step.tile}:{move}" for move in moves]
        case "tie":
            return ["first", "none"]
        case "bribe":
            return ["bribe", "none"]
        case "conde":
            places = [f"place {tile}" for tile in TILE_NUMBERS]
            return places if seat.general else [*places, "none"]
        case _:
            return [f"markers {n}" for n in range(min(2, seat.general + seat.personal) + 1)]


def apply(p: Position, token: str) -> None:
    """Carry out a move or an outcome of this phase."""
    match p.decision:
        case "intrigue":
            _intrigue(p, token.split(":")[1])
            _ask_tie(p)
        case "tie":
            _tie(p, token)
        case "bribe":
            _bribe(p, token)
        case _:
            if not give_on(p, token):
                _served(p)


def _score(p: Position, tile: int) -> None:
    """Begin with a tile: its intrigue card may be played."""
    step = p.step
    step.tile, step.most, step.aside = tile, None, None
    holder = _intrigue_holder(p, str(tile))
    if holder is None:
        _ask_tie(p)
    else:
        p.ask(holder, "intrigue")


def _intrigue_holder(p: Position, card: str) -> int | None:
    """Return who is asked for this intrigue card.

    In a view where another seat may hold it this is just the first who has any: the view looks
    after the question that it cannot see.
    """
    hidden = p.viewer is not None and card not in p.seats[p.viewer].intrigue
    for number, seat in enumerate(p.seats):
        may_hold = number != p.viewer and bool(seat.intrigue) if hidden else card in seat.intrigue
        if may_hold and seat.has_marker:
            return number
    return None


def _intrigue(p: Position, what: str) -> None:
    """Put one marker from general supply, or one or two from personal supply, onto the tile."""
    if what == "none":
        return
    seat = p.seats[p.actor]
    card = str(p.step.tile)
    take(seat.intrigue, card)
    if card in seat.known_intrigue:
        seat.known_intrigue.remove(card)
    p.intrigue_bottom.append(card)
    markers = int(what[1])
    if what[0] == "g":
        seat.general -= markers
    else:
        seat.personal -= markers
    _current(p).markers[p.actor] += markers


def _ask_tie(p: Position) -> None:
    """Ask the owner of `tiebreak`, if it is tied for most on a gold or first tile."""
    tied = tied_for_most(p)
    for seat in p.play_order:
        mission = p.unused(seat, "tiebreak")
        if seat in tied and mission:
            p.ask(seat, "tie", mission=mission)
            return
    _take_up(p, _leaders(_counts(p)))


def tied_for_most(p: Position) -> list[Most]:
    """Return those tied for most on the tile, where that matters; else none."""
    leaders = _leaders(_counts(p))
    return leaders if _method(p) != "markers" and len(leaders) > 1 else []


def _tie(p: Position, token: str) -> None:
    """`tiebreak`: its owner counts as having strictly the most here."""
    leaders = _leaders(_counts(p))
    if token == "first":
        owner, mission = p.actor, p.step.mission
        assert mission is not None
        put(p.seats[owner].used, mission)
        leaders = [owner]
    _take_up(p, leaders)


def _counts(p: Position) -> dict[Most, int]:
    """Return who has how many markers on the tile; the neutral player counts like any other."""
    tile = _current(p)
    counts: dict[Most, int] = {seat: tile.markers[seat] for seat in p.play_order}
    counts[NEUTRAL] = tile.neutral
    return {who: n for who, n in counts.items() if n}


def _leaders(counts: Mapping[Most, int]) -> list[Most]:
    """Return those who have the most, at least one; in play order."""
    return [who for who, n in counts.items() if n == max(counts.values())]


def _take_up(p: Position, leaders: list[Most]) -> None:
    """Set the markers aside, then serve: Louis's guests first, then the others."""
    tile, step = _current(p), p.step
    counts = _counts(p)
    if _method(p) != "markers" and len(leaders) == 1:
        step.most = leaders[0]
    step.aside = tile.markers
    tile.markers, tile.neutral = [0] * p.players, 0
    if step.tile == p.louis:
        _serve_louis_guests(p, counts, leaders)
    _serve(p, given=False)


def _serve_louis_guests(p: Position, counts: dict[Most, int], leaders: list[Most]) -> None:
    """Louis is here: gifts for the most, with a crown, and for the second (tiles 1 to 4).

    Tied for most, each of them gets the gift without a crown, and there is no second place.
    """
    for who in leaders:
        if isinstance(who, int):
            give(p, who)
            _return_markers(p, who, general=True)
    if len(leaders) > 1 or not leaders:
        return
    if isinstance(leaders[0], int):
        chips = p.seats[leaders[0]].chips
        add(chips, [CROWN])
    seconds = _leaders({who: n for who, n in counts.items() if who not in leaders})
    if len(seconds) == 1 and isinstance(seconds[0], int):
        give(p, seconds[0])
        _return_markers(p, seconds[0], general=False)


def _serve(p: Position, *, given: bool) -> None:
    """Serve those whose markers are still set aside: strictly most, then in play order.

    Returns early where somebody must decide or draw. ``given``: somebody got the gift already;
    only *markers* tiles ask for it, and there every stop is one of a gift.
    """
    aside, side = p.step.aside, p.up(p.step.tile or 0)
    assert aside is not None
    order = sorted(p.play_order, key=lambda seat: seat != p.step.most)
    for seat in order:
        if not aside[seat]:
            continue
        enough = side.method == "markers" and aside[seat] >= side.value
        if enough or seat == p.step.most:
            given = True
            if give(p, seat):
                return
        elif side.method == "gold" and p.seats[seat].gold >= bribe_price(p, seat):
            p.ask(seat, "bribe")
            return
        _return_markers(p, seat, general=seat == p.step.most)
    won = given if side.method == "markers" else p.step.most is not None
    _finish(p, turned=won or p.step.tile == p.louis)


def _bribe(p: Position, token: str) -> None:
    """Pay the price for the gift, or leave it."""
    if token == "bribe":
        p.seats[p.actor].gold -= bribe_price(p, p.actor)
        if give(p, p.actor):
            return
    _served(p)


def bribe_price(p: Position, seat: int) -> int:
    """Return what a bribe costs here; `discount` makes it one less."""
    return max(0, p.up(p.step.tile or 0).value - len(p.has_played(seat, "discount")))


def _served(p: Position) -> None:
    """Return the markers of the seat just served and go on with the others."""
    seat = p.actor
    _return_markers(p, seat, general=seat == p.step.most)
    _serve(p, given=True)


def _return_markers(p: Position, seat: int, *, general: bool) -> None:
    """Give a seat its set-aside markers back."""
    aside = p.step.aside
    assert aside is not None
    if general:
        p.seats[seat].general += aside[seat]
    else:
        p.seats[seat].personal += aside[seat]
    aside[seat] = 0


def _finish(p: Position, *, turned: bool) -> None:
    """Turn the tile over, let Louis leave, go on to the next tile or the next phase."""
    number = p.step.tile
    assert number is not None
    if turned:
        tile = p.tile(number)
        tile.side = "back" if tile.side == "front" else "front"
    if number == p.louis:
        p.louis = None
    if number == TILE_NUMBERS[-1]:
        p.end_phase("missions")
    else:
        _score(p, number + 1)


def _current(p: Position) -> Tile:
    return p.tile(p.step.tile or 0)


def _method(p: Position) -> str:
    return p.up(p.step.tile or 0).method
