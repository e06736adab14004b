"""Intrigue cards: sections 3.3 (step 1) and 6."""

import pytest


def test_choices_with_markers_in_both_supplies(board):
    """Rule: "`T:none`; `T:g1` …; `T:p1`, `T:p2` …" (6)."""
    table = board().intrigue(1, 5).score()
    assert (table.stop, table.json["phase"]) == ((1, "intrigue"), "scoring")
    assert table.step["tile"] == 5 and table.step["most"] is None
    assert table.step["aside"] is None and table.step["mission"] is None
    assert table.moves == ["5:none", "5:g1", "5:p1", "5:p2"]


@pytest.mark.parametrize(
    ("general", "court", "moves"),
    [
        (16, 0, ["5:none", "5:g1"]),
        (0, 0, ["5:none", "5:p1", "5:p2"]),
        (0, 15, ["5:none", "5:p1"]),
        (1, 15, ["5:none", "5:g1"]),
        (1, 14, ["5:none", "5:g1", "5:p1"]),
    ],
)
def test_what_is_not_there_cannot_be_put(board, general, court, moves):
    """Rule: "(what is not there cannot be put)" (3.3); general supply is not made up for (5)."""
    table = board().general(1, 0).put(12, 0, court).general(1, general).intrigue(1, 5).score()
    assert table.moves == moves


def test_not_asked_without_a_marker_in_either_supply(board):
    """Rule: "Holder of that intrigue card, with a marker in either supply" (6)."""
    table = board().general(1, 0).put(12, 0, 16).intrigue(1, 5).score()
    assert table.stop == ("chance", "draw_shield"), "tile 12 comes next"
    assert table.step["tile"] == 12


@pytest.mark.parametrize(
    ("move", "markers", "supplies"), [("5:g1", 1, (11, 4)), ("5:p1", 1, (10, 5))]
)
def test_a_marker_is_put_before_the_tile_is_scored(board, move, markers, supplies):
    """Rule: "One marker from its general supply, or one or two from its personal supply" (3.3)."""
    table = board().play(0, "D07").put(5, markers).intrigue(1, 5).score().go(move)
    assert table.stop == (0, "tie"), "it counts at once"
    assert table.tile(5)["markers"] == [1, 1, 0, 0]
    assert table.supplies(1) == supplies


def test_two_markers_from_personal_supply_win_the_tile(board):
    """`p2` (6)."""
    table = board().put(5, 1).intrigue(1, 5).score().go("5:p2")
    assert table.seat(1)["chips"] == {"C": 1}
    assert table.supplies(1) == (9, 7)


def test_the_card_goes_to_the_bottom_of_the_deck(board):
    """Rule: "The card goes to the bottom of the intrigue deck" (3.3), first in, first out (6)."""
    table = board().intrigue_bottom(9).intrigue(0, 8).intrigue(1, 2).score()
    table.go("2:p1")
    assert table.seat(1)["intrigue"] == []
    assert table.json["intrigue_deck"] == {
        "top": [1, 3, 4, 5, 6, 7, 10, 11, 12], "bottom": [9, 2],
    }  # fmt: skip
    table.go("8:g1")
    assert table.until("missions").json["intrigue_deck"]["bottom"] == [9, 2, 8]


def test_a_card_kept_back_stays_in_hand(board):
    """Rulebook, page 7: it need not be played."""
    table = board().intrigue(1, 5).score().go("5:none")
    assert table.seat(1)["intrigue"] == [5] and table.supplies(1) == (11, 5)
    assert table.stop == (0, "missions")


def test_each_card_is_asked_on_its_own_tile_in_order(board):
    """The tiles are scored in order, 1 to 12 (3.3)."""
    table = board().intrigue(0, 11, 2).intrigue(3, 7).score()
    asked = []
    while table.state.decision == "intrigue":
        asked.append((table.state.to_move, table.step["tile"]))
        table.go(table.moves[0])
    assert asked == [(0, 2), (3, 7), (0, 11)]


def test_intrigue_counts_on_a_markers_tile(board):
    """A player holding intrigue card t may play it onto any tile t (3.3)."""
    table = board().put(10, 2).intrigue(0, 10).score().go("10:p1")
    assert table.stop == ("chance", "draw_shield")


def test_the_card_of_tile_12_drawn_on_tile_12_waits_for_the_next_round(board):
    """Intrigue is step 1 of a tile, its gift step 3 (3.3)."""
    table = board().intrigue(2, *range(1, 12)).put(12, 1).score().until("draw_intrigue")
    table.go("intrigue 12")
    assert table.seat(0)["intrigue"] == [12]
    assert table.stop == (0, "missions")
