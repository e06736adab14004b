"""Louis's tile: section 3.3, "Louis is here"."""

import pytest


def chips(table):
    return [table.seat(i)["chips"] for i in range(table.json["players"])]


def test_rulebook_example_on_gold(board):
    """Rulebook, page 8: yellow gets a helmet and a crown, red a helmet, green may bribe for 3 gold;
    yellow's markers go to general supply, the others' to personal; the tile is turned."""
    table = board(louis=4).put(4, 3, 2, 1).score()
    assert table.stop == (2, "bribe") and table.step["most"] == 0
    assert chips(table)[:2] == [{"H": 1, "C": 1}, {"H": 1}]
    assert table.supplies(0) == (8, 8) and table.supplies(1) == (11, 5)
    table.go("bribe")
    assert table.seat(2)["chips"] == {"H": 1} and table.seat(2)["gold"] == 2
    assert table.supplies(2) == (10, 6)
    assert table.tile(4)["side"] == "back"


def test_rulebook_example_on_first(board):
    """Rulebook, page 8: yellow gets a sceptre and a crown, red a sceptre, green nothing; yellow's
    markers go to general supply, the others' to personal; the tile is turned."""
    table = board(louis=1).side("back", 1).put(1, 3, 2, 1).score()
    assert table.stop == (0, "missions")
    assert chips(table)[:3] == [{"S": 1, "C": 1}, {"S": 1}, {}]
    assert [table.supplies(i) for i in range(3)] == [(8, 8), (11, 5), (10, 6)]
    assert table.tile(1)["side"] == "front"


def test_rulebook_example_tied_for_most_on_gold(board):
    """Rulebook, page 8: yellow and red get a helmet each; green and blue may bribe; red's and
    yellow's markers go to general supply, the others' to personal; the tile is turned."""
    table = board(louis=4).put(4, 2, 2, 1, 1).score()
    assert table.stop == (2, "bribe") and table.step["most"] is None
    assert chips(table)[:2] == [{"H": 1}, {"H": 1}], "no crown"
    assert table.supplies(0) == (9, 7) and table.supplies(1) == (9, 7)
    table.go("bribe")
    assert table.stop == (3, "bribe")
    table.go("none")
    assert chips(table)[2:] == [{"H": 1}, {}]
    assert table.supplies(2) == (10, 6) and table.supplies(3) == (9, 7)
    assert table.tile(4)["side"] == "back"


def test_rulebook_example_tied_for_second_on_first(board):
    """Rulebook, page 8: yellow gets a sceptre and a crown, red and green nothing; yellow's markers
    go to general supply, the others' to personal; the tile is turned."""
    table = board(louis=1).side("back", 1).put(1, 3, 1, 1).score()
    assert chips(table)[:3] == [{"S": 1, "C": 1}, {}, {}]
    assert [table.supplies(i) for i in range(3)] == [(8, 8), (11, 5), (10, 6)]
    assert table.tile(1)["side"] == "front"


def test_tied_for_second_on_gold_may_bribe(board):
    """Rule: "Tied for second: no second place, those players count among the rest." (3.3)"""
    table = board(louis=4).put(4, 3, 1, 1).score()
    assert chips(table) == [{"H": 1, "C": 1}, {}, {}, {}]
    assert table.stop == (1, "bribe")
    table.go("bribe")
    assert table.stop == (2, "bribe")
    table.go("none")
    assert [table.supplies(i) for i in range(3)] == [(8, 8), (11, 5), (10, 6)]


def test_tied_for_most_leaves_no_second_place_on_first(board):
    """Rule: "There is then no second place." (3.3)"""
    table = board(louis=1).side("back", 1).put(1, 2, 2, 1).score()
    assert chips(table)[:3] == [{"S": 1}, {"S": 1}, {}]
    assert [table.supplies(i) for i in range(3)] == [(9, 7), (9, 7), (10, 6)]
    assert table.tile(1)["side"] == "front"


def test_three_tied_for_most(board):
    """Rule: "Tied for most: each of them gets the gift, no crown, their markers go to general"
    (3.3)."""
    table = board(louis=2).put(2, 1, 1, 0, 1).score()
    assert chips(table) == [{"L": 1}, {"L": 1}, {}, {"L": 1}]
    assert [table.supplies(i) for i in (0, 1, 3)] == [(10, 6), (10, 6), (8, 8)]


def test_one_alone_gets_gift_and_crown(board):
    """Rule: "Strictly most: gift **and** a crown" (3.3)."""
    table = board(louis=2).put(2, 0, 0, 1).score()
    assert chips(table) == [{}, {}, {"L": 1, "C": 1}, {}]


def test_second_then_the_others_in_play_order(board):
    """Rule: "Strictly most …, then Louis's second, then the others in play order" (3.3)."""
    table = board(louis=4, start=3).put(4, 1, 2, 3, 1).score()
    assert chips(table)[1:3] == [{"H": 1}, {"H": 1, "C": 1}]
    assert table.step["aside"] == [1, 0, 0, 1]
    assert table.stop == (3, "bribe")
    assert table.go("none").stop == (0, "bribe")


@pytest.mark.parametrize("side", ["front", "back"])
def test_louis_s_tile_is_turned_even_when_it_is_empty(board, side):
    """Rule: "Louis's tile always, even when it is empty. Louis then leaves the court." (3.3)"""
    table = board(louis=2).side(side, 2).score()
    assert table.tile(2)["side"] == {"front": "back", "back": "front"}[side]
    assert table.json["louis"] is None


def test_louis_leaves_when_his_tile_has_been_scored(board):
    """Rule: "Louis then leaves the court" (3.3): there until his own tile is done, gone on the
    next."""
    table = board(louis=3).put(2, 1, 2).put(3, 1, 2, 3).put(4, 1, 2).score()
    assert table.step["tile"] == 2 and table.json["louis"] == 3
    table.go("none")
    assert table.step["tile"] == 3 and table.json["louis"] == 3
    table.go("none")
    assert table.step["tile"] == 4 and table.json["louis"] is None


def test_his_price_counts_for_the_rest_only(board):
    """Most and second pay nothing (3.3)."""
    table = board(louis=4).gold(0, 0).gold(1, 0).gold(2, 2).put(4, 3, 2, 1).score()
    assert table.stop == (0, "missions"), "seat 2 has not enough gold"
    assert chips(table)[:3] == [{"H": 1, "C": 1}, {"H": 1}, {}]


def test_the_king_mission_places_on_the_tile_where_louis_is(board):
    """Rule: "`king`: may put one marker from general supply onto Louis's tile" (5)."""
    table = board(3).play(1, "M07").resources().go("gold G4").until("start_place")
    assert table.moves == ["place 2", "none"]
    assert table.go("place 2").tile(2)["markers"] == [0, 1, 0]
