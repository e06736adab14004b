"""Winning gifts on tiles without Louis, and turning tiles: section 3.3.

Louis stands on tile 3 here, where nobody is. The colours of the rulebook's examples are yellow,
red, green and blue: seats 0, 1, 2 and 3.
"""

import shutil
from pathlib import Path

import pytest

import eminence.core.louis14


def test_gold_rulebook_example_a_majority(board):
    """Rulebook, page 7: yellow gets a helmet free, red and green may buy one for 3 gold; blue, with
    no marker there, may not. Yellow's markers go to general supply; the tile is turned."""
    table = board().put(4, 3, 2, 1).score()
    assert table.json["phase"] == "scoring"
    assert table.stop == (1, "bribe")
    assert table.step["tile"] == 4 and table.step["most"] == 0
    assert table.seat(0)["chips"] == {"H": 1} and table.supplies(0) == (8, 8)
    assert table.moves == ["bribe", "none"]
    table.go("bribe")
    assert table.seat(1)["chips"] == {"H": 1} and table.seat(1)["gold"] == 2
    assert table.supplies(1) == (11, 5)
    assert table.stop == (2, "bribe")
    table.go("none")
    assert table.seat(2)["chips"] == {} and table.seat(2)["gold"] == 5
    assert table.supplies(2) == (10, 6)
    assert table.stop == (0, "missions"), "blue is not asked"
    assert table.tile(4) == {"side": "back", "markers": [0, 0, 0, 0], "neutral": 0}


def test_gold_rulebook_example_a_tie(board):
    """Rulebook, page 7: nobody gets a helmet free, red, yellow and green may each buy one; all
    markers go to personal supply; the tile is not turned."""
    table = board().put(4, 2, 2, 1).score()
    assert table.stop == (0, "bribe") and table.step["most"] is None
    table.go("bribe")
    assert table.stop == (1, "bribe")
    table.go("none")
    assert table.stop == (2, "bribe")
    table.go("bribe")
    assert [table.seat(i)["chips"] for i in range(4)] == [{"H": 1}, {}, {"H": 1}, {}]
    assert [table.seat(i)["gold"] for i in range(4)] == [2, 5, 2, 5]
    assert [table.supplies(i) for i in range(3)] == [(11, 5), (11, 5), (10, 6)]
    assert table.tile(4)["side"] == "front"


def test_first_rulebook_example_a_majority(board):
    """Rulebook, page 7: yellow gets a sceptre, red and green nothing; yellow's markers go to
    general supply, the others' to personal supply; the tile is turned."""
    table = board().side("back", 1).put(1, 3, 2, 1).score()
    assert table.stop == (0, "missions")
    assert [table.seat(i)["chips"] for i in range(4)] == [{"S": 1}, {}, {}, {}]
    assert [table.supplies(i) for i in range(3)] == [(8, 8), (11, 5), (10, 6)]
    assert table.tile(1)["side"] == "front"


def test_first_rulebook_example_a_tie(board):
    """Rulebook, page 7: nobody gets a sceptre; both take their markers back into personal supply;
    the tile is not turned."""
    table = board().side("back", 1).put(1, 2, 2).score()
    assert [table.seat(i)["chips"] for i in range(4)] == [{}, {}, {}, {}]
    assert [table.supplies(i) for i in range(2)] == [(11, 5), (11, 5)]
    assert table.tile(1)["side"] == "back"


def test_markers_rulebook_example(board):
    """Rulebook, page 7: yellow and red get two shields each, green none; all markers go to personal
    supplies; the tile is turned."""
    table = board().put(10, 4, 3, 2).score()
    assert table.stop == ("chance", "draw_shield") and table.step["for"] == 0
    table.go("shield a", "shield a")
    assert table.step["for"] == 1
    table.go("shield b", "shield c")
    assert table.stop == (0, "missions")
    assert [table.seat(i)["shields"] for i in range(3)] == [{"a": 2}, {"b": 1, "c": 1}, {}]
    assert [table.supplies(i) for i in range(3)] == [(11, 5), (11, 5), (10, 6)]
    assert table.tile(10)["side"] == "back"


def test_aside_holds_the_markers_until_they_are_returned(board):
    """Rule: "`aside`: markers set aside and not yet returned, by seat (0: none, or returned)"
    (8)."""
    table = board().put(4, 3, 2, 1, 1).score()
    assert table.tile(4)["markers"] == [0, 0, 0, 0], "taken up first"
    assert table.step["aside"] == [0, 2, 1, 1]
    assert table.go("none").step["aside"] == [0, 0, 1, 1]
    assert table.go("none").step["aside"] == [0, 0, 0, 1]
    assert table.go("none").step["aside"] is None


def test_bribes_are_asked_in_play_order(board):
    """Rule: "Then, in play order, every other player … may bribe" (3.3)."""
    table = board(start=2).put(4, 1, 1, 1, 2).score()
    for seat in (2, 0, 1):
        assert table.stop == (seat, "bribe")
        table.go("none")
    assert table.stop == (2, "missions")


@pytest.mark.parametrize(("gold", "asked"), [(2, False), (3, True)])
def test_only_who_has_enough_gold_is_asked_to_bribe(board, gold, asked):
    """Rule: "`bribe`: player who may bribe and has enough gold" (6)."""
    table = board().gold(1, gold).put(4, 2, 1).score()
    assert (table.stop == (1, "bribe")) == asked
    table.until("missions")
    assert table.supplies(1) == (11, 5), "its markers go to its personal supply either way"


def test_price_is_the_one_on_the_side_that_lies_up(board):
    """Tile 5, back: gold, price 5 (`tiles.csv`)."""
    table = board().side("back", 5).gold(1, 5).gold(2, 4).put(5, 2, 1, 1).score()
    assert table.seat(0)["chips"] == {"C": 1}
    assert table.stop == (1, "bribe")
    table.go("bribe")
    assert table.seat(1)["gold"] == 0 and table.seat(1)["chips"] == {"C": 1}
    assert table.stop == (0, "missions"), "seat 2 lacks one gold"


@pytest.mark.parametrize(("gold", "asked"), [(1, False), (2, True)])
def test_discount_makes_bribes_cheaper(board, gold, asked):
    """Rule: "`discount`: every bribe costs 1 gold less" (5), asked at the lower price."""
    table = board().play(1, "D08").gold(1, gold).put(4, 2, 1).score()
    assert (table.stop == (1, "bribe")) == asked
    if asked:
        assert table.go("bribe").seat(1)["gold"] == 0


def test_discount_down_to_nothing(board, tmp_path):
    """Rule: "Every bribe costs 1 gold less (down to 0)" (5): `bribe` is asked at price 0, too."""
    data = Path(eminence.core.louis14.__file__).parent / "data"
    cards = tmp_path / "cards"
    shutil.copytree(data, cards)
    tiles = (cards / "tiles.csv").read_text().replace("4,front,gold,3,", "4,front,gold,1,")
    (cards / "tiles.csv").write_text(tiles)
    start = board(cards=cards).play(1, "D08").gold(1, 0).gold(2, 1).put(4, 2, 1, 1)
    table = start.score()
    assert table.stop == (1, "bribe")
    assert table.moves == ["bribe", "none"]
    table.go("bribe")
    assert table.seat(1)["gold"] == 0 and table.seat(1)["chips"] == {"H": 1}
    assert table.stop == (2, "bribe")
    assert table.go("bribe").seat(2)["gold"] == 0


def test_discount_works_on_every_bribe(board):
    """Rulebook, page 14: not once a round but any number of times."""
    table = board().play(0, "D08").gold(0, 4).put(2, 1, 2).put(4, 1, 2).score()
    table.go("bribe")
    assert table.stop == (0, "bribe") and table.step["tile"] == 4
    table.go("bribe")
    assert table.seat(0)["gold"] == 0 and table.seat(0)["chips"] == {"L": 1, "H": 1}


def test_gold_won_on_an_earlier_tile_may_bribe_on_a_later_one(board):
    """The tiles are scored in order, 1 to 12 (3.3): Colbert pays before tile 8."""
    table = board().gold(0, 0).put(4, 1, 2).put(7, 1).put(8, 1, 2).score()
    assert table.until("bribe").stop == (0, "bribe")
    assert table.step["tile"] == 8 and table.seat(0)["gold"] == 5


def test_one_alone_has_the_most(board):
    """Strictly the most (3.3), with a single marker and nobody else there."""
    table = board().put(2, 0, 0, 0, 1).score()
    assert table.seat(3)["chips"] == {"L": 1}
    assert table.supplies(3) == (8, 8)
    assert table.tile(2)["side"] == "back"


def test_an_empty_tile_is_not_turned(board):
    """Rule: "A gold or first tile is turned over if one player had strictly the most" (3.3)."""
    table = board().score()
    sides = [table.tile(t)["side"] for t in range(1, 13)]
    assert sides == ["front", "front", "back", *["front"] * 9], "only Louis's tile is turned"


def test_markers_tile_without_a_winner_is_not_turned(board):
    """Rule: "A markers tile if at least one player got the gift" (3.3)."""
    table = board().put(10, 2, 2).put(6, 1, 1).score()
    assert table.stop == (0, "missions")
    assert table.tile(10)["side"] == table.tile(6)["side"] == "front"
    assert table.supplies(0) == (11, 5)


def test_markers_tile_serves_in_play_order_not_by_most(board):
    """Rule: "*markers*: in play order, every player with at least the threshold" (3.3)."""
    table = board(start=1).put(10, 3, 3, 2, 5).score()
    served = []
    while table.state.decision == "draw_shield":
        served.append((table.step["for"], table.step["owed"]))
        assert table.step["most"] is None
        table.go("shield a")
    assert served == [(1, 2), (1, 1), (3, 2), (3, 1), (0, 2), (0, 1)]


def test_markers_return_when_their_owner_is_served_on_a_markers_tile(board):
    """Rule: "Each one's set-aside markers return as it has been served, gift or not." (3.3)"""
    table = board().put(10, 3, 1, 3).score()
    assert table.step["aside"] == [3, 1, 3, 0]
    table.go("shield a", "shield a")
    assert table.step["for"] == 2 and table.step["aside"] == [0, 0, 3, 0]


def test_tiles_are_turned_back_and_forth(board):
    """Rule: "A gold or first tile is turned over" (3.3), from either side."""
    table = board().side("back", 2, 7).put(2, 1).put(7, 0, 3).put(9, 1, 1, 2).score()
    assert table.tile(2)["side"] == "front"
    assert table.tile(7)["side"] == "front" and table.seat(1)["gold"] == 10
    assert table.tile(9)["side"] == "back"


def test_tiles_are_turned_in_round_four_as_well(board):
    """The contract makes no exception for round 4 (3.3)."""
    assert board(round=4).put(2, 1).score().tile(2)["side"] == "back"


def test_markers_do_not_carry_over_to_the_next_round(board):
    """Every tile's markers are taken up in its scoring (3.3)."""
    table = board()
    for t in range(1, 13):
        table.put(t, *([1, 1] if t % 2 else [0, 0, 1, 1]))
    table = table.score().until("gold")
    assert sum(sum(table.tile(t)["markers"]) for t in range(1, 13)) == 0


def test_second_most_gets_nothing_without_louis(board):
    """Second place counts only where Louis is (3.3)."""
    table = board().put(5, 3, 2, 1).score()
    assert [table.seat(i)["chips"] for i in range(3)] == [{"C": 1}, {}, {}]
