"""Placing and recalling with influence cards: section 3.2 and the table of section 6."""

from itertools import combinations_with_replacement

import pytest

NEIGHBOURS = {
    1: {2, 4, 6, 7}, 2: {1, 3, 8, 9}, 3: {2, 4, 10, 11}, 4: {1, 3, 5, 12}, 5: {4, 6}, 6: {1, 5},
    7: {1, 8}, 8: {2, 7}, 9: {2, 10}, 10: {3, 9}, 11: {3, 12}, 12: {4, 11},
}  # fmt: skip


def is_path(tiles):
    """Whether these different tiles, in some order, form a path of neighbours."""

    def grow(path):
        rest = set(tiles) - set(path)
        return not rest or any(grow([*path, t]) for t in NEIGHBOURS[path[-1]] & rest)

    return any(grow([t]) for t in tiles)


def walks(start, most):
    """The multisets that reach as far as ``most`` markers from a tile, jump by jump."""
    if most == 0:
        return set()
    found = set()

    def leave(done, tile, left):
        for n in range(1, left + 1):
            found.add(tuple(sorted([*done, *[tile] * n])))
            for other in NEIGHBOURS[tile] - set(done):
                leave([*done, *[tile] * n], other, left - n)

    leave([], start, most)
    return found


def tokens(prefix, multisets):
    ordered = sorted(multisets, key=lambda m: (len(m), m))
    return [prefix + "+".join(map(str, m)) for m in ordered]


def of_card(table, card):
    return [m for m in table.moves if m.startswith(f"{card}:")]


@pytest.mark.parametrize("tile", range(1, 13))
def test_placements_of_a_courtier(board, tile):
    """23 placements for courtiers 1 to 4, 13 for 5 to 12, and the recall."""
    table = board().influence(0, str(tile), "J").turn()
    moves = of_card(table, tile)
    assert len(moves) == (23 if tile <= 4 else 13) + 1
    assert moves == [*tokens(f"{tile}:", walks(tile, 3)), f"{tile}:recall"]


def test_placements_of_the_joker(board):
    """Rule: "joker: `x`, `x x`, `x y` (y next to x)" (3.2): 40, and the recall."""
    table = board().influence(0, "1", "J").turn()
    pairs = [
        (x, y)
        for x, y in combinations_with_replacement(range(1, 13), 2)
        if x == y or y in NEIGHBOURS[x]
    ]
    expected = tokens("J:", [*((x,) for x in range(1, 13)), *pairs])
    assert len(expected) == 40
    assert of_card(table, "J") == [*expected, "J:recall"]


def test_placements_of_four(board):
    """Rule: "Multisets of up to four tiles whose distinct tiles form a simple path": 321 (5)."""
    table = board().play(0, "D05").influence(0, "1", "J").turn().go("four 1")
    every = [m for n in (1, 2, 3, 4) for m in combinations_with_replacement(range(1, 13), n)]
    expected = tokens("at ", [m for m in every if is_path(set(m))])
    assert len(expected) == 321
    assert table.moves == [*expected, "recall"]


def test_four_reaches_along_edges_only(board):
    """A star of three neighbours around a tile is no path (5)."""
    table = board().play(0, "D05").influence(0, "1", "J").turn().go("four J")
    assert "at 1+4+6+6" in table.moves, "the contract's example (6)"
    assert "at 2+7+8+9" in table.moves, "7 8 2 9 is a path"
    assert "at 1+2+4+6" not in table.moves, "2, 4 and 6 are all neighbours of 1 only"
    assert "at 1+2+3+4" in table.moves, "a ring is a path, too"


@pytest.mark.parametrize("personal", [0, 1, 2, 3])
def test_never_more_markers_than_the_personal_supply_holds(board, personal):
    """Rule: "Never more markers than the personal supply holds" (6)."""
    start = board().general(0, 16 - personal).play(0, "D05").influence(0, "6", "J")
    table = start.turn()
    assert of_card(table, "6") == [*tokens("6:", walks(6, min(3, personal))), "6:recall"]
    jokers = of_card(table, "J")
    assert len(jokers) == {0: 0, 1: 12}.get(personal, 40) + 1
    table.go("four 6")
    assert max(len(m.split("+")) for m in table.moves) == max(1, personal)
    assert len(table.moves) == {0: 0, 1: 12, 2: 40}.get(personal, len(table.moves) - 1) + 1


def test_anita_places_from_tile_6(board):
    """Rulebook, page 5: from 6 on to 1 or 5, from 1 on to 4, 2 or 7; never from 6 two ways."""
    table = board().influence(0, "6", "1", "5").turn()
    assert "6:6+6+6" in table.moves, "picture 2"
    assert {"6:1+6+6", "6:1+1+6", "6:5+6+6"} <= set(table.moves), "picture 3"
    assert {"6:1+4+6", "6:1+2+6", "6:1+6+7"} <= set(table.moves), "picture 4"
    assert "6:1+5+6" not in table.moves, "picture 5"
    assert {"1:1+5+6", "5:1+5+6"} <= set(table.moves), "but it is a result from 1 or from 5"
    assert {"6:6+6", "6:6", "6:1+6"} <= set(table.moves), "with fewer markers"


def test_anita_s_markers_lie_where_she_put_them(board):
    """Rulebook, page 5, picture 4: one marker each on 6, 1 and 4, from personal supply."""
    table = board().influence(0, "6", "J").influence(1, "1", "2").turn().go("6:1+4+6")
    assert [table.tile(t)["markers"][0] for t in (1, 4, 6, 5)] == [1, 1, 1, 0]
    assert table.supplies(0) == (8, 5)


def test_jumps_leave_a_marker_that_was_placed_just_now(board):
    """Rule: "Of the markers just placed there … leaving at least one behind" (3.2)."""
    table = board().put(6, 3).influence(0, "6", "J").turn()
    assert "6:1" not in table.moves and "6:1+1+1" not in table.moves
    assert "6:1+4" not in table.moves


@pytest.mark.parametrize(("card", "most"), [("6", 3), ("J", 2)])
@pytest.mark.parametrize("general", [0, 1, 2, 3, 5])
def test_recall(board, card, most, general):
    """Rule: "Recall up to three (joker: two) … as many as are there, possibly none" (3.2)."""
    table = board().general(0, general).influence(0, "6", "J").influence(1, "1", "2").turn()
    moved = min(most, general)
    assert table.go(f"{card}:recall").supplies(0) == (16 - general + moved, general - moved)


@pytest.mark.parametrize("general", [0, 3, 4, 6])
def test_recall_of_four(board, general):
    """Rule: "`four`: … (or recall up to four)" (5)."""
    table = board().general(0, general).play(0, "D05").influence(0, "6", "J")
    table = table.influence(1, "1", "2").turn().go("four 6", "recall")
    moved = min(4, general)
    assert table.supplies(0) == (16 - general + moved, general - moved)


def test_two_identical_cards_give_one_move(board):
    """Rule: "Two identical cards in hand give one move." (6)"""
    table = board().influence(0, "6", "6", "J", "J").turn()
    assert len(table.moves) == 13 + 1 + 40 + 1


def test_moves_come_in_the_order_of_the_cards(board):
    """`turn`: all `CARD:…`, then `four CARD`, then `swap CARD`, then `skip`."""
    table = board().play(0, "D05", "M11", "L15").influence(0, "10", "2", "J").turn()
    heads = list(dict.fromkeys(m.split(":")[0] for m in table.moves))
    assert heads == [
        "2", "10", "J", "four 2", "four 10", "four J", "swap 2", "swap 10", "swap J", "skip",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("card", "token", "where"),
    [
        ("J", "J:3+3", {3: 2}),
        ("J", "J:8", {8: 1}),
        ("J", "J:4+12", {4: 1, 12: 1}),
        ("6", "6:1+6+6", {1: 1, 6: 2}),
        ("11", "11:11+12+12", {11: 1, 12: 2}),
    ],
)
def test_a_placement_moves_markers_from_personal_supply(board, card, token, where):
    """Rule: "Place one to three markers from personal supply" (3.2)."""
    other = "J" if card != "J" else "1"
    table = board().influence(0, card, other).influence(1, "1", "2").turn().go(token)
    court = {t: table.tile(t)["markers"][0] for t in range(1, 13) if table.tile(t)["markers"][0]}
    assert court == where
    assert table.supplies(0) == (11 - sum(where.values()), 5)
    assert table.json["centre"] == {card: 1}
    assert table.seat(0)["influence"] == [other]
