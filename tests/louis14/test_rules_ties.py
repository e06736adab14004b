"""The mission `tiebreak`: sections 3.3, 5 and 6."""

import pytest


def chips(table):
    return [table.seat(i)["chips"] for i in range(table.json["players"])]


def test_eva_breaks_a_tie_of_three_at_louis(board):
    """Rulebook, page 14: three players with three markers each on Louis's tile 4, a first tile. Eva
    counts as first: helmet and crown, markers to general supply; the others get nothing and take
    theirs back into personal supply; the tile is turned."""
    table = board(3, louis=4).side("back", 4).play(1, "D07").put(4, 3, 3, 3).score()
    assert table.stop == (1, "tie")
    assert (table.step["tile"], table.step["mission"]) == (4, "D07")
    assert table.moves == ["first", "none"]
    table.go("first")
    assert chips(table) == [{}, {"H": 1, "C": 1}, {}]
    assert [table.supplies(i) for i in range(3)] == [(11, 5), (8, 8), (10, 6)]
    assert table.tile(4)["side"] == "front"
    assert table.seat(1)["used"] == ["D07"]


def test_two_tied_at_louis_the_other_is_second(board):
    """Rule: "Two players tied, one uses it: the other is second" (5)."""
    table = board(louis=4).play(0, "D07").put(4, 2, 2, 1).score().go("first")
    assert chips(table)[:2] == [{"H": 1, "C": 1}, {"H": 1}]
    assert table.supplies(0) == (9, 7) and table.supplies(1) == (11, 5)
    assert table.stop == (2, "bribe") and table.step["most"] == 0


def test_three_tied_at_louis_the_others_are_tied_for_second(board):
    """Rule: "Three tied: the other two are tied for second" (5): on a gold tile they may bribe."""
    table = board(louis=4).play(2, "D07").put(4, 2, 2, 2).score().go("first")
    assert chips(table)[:3] == [{}, {}, {"H": 1, "C": 1}]
    assert table.stop == (0, "bribe")
    assert table.go("bribe").stop == (1, "bribe")
    table.go("none")
    assert [table.supplies(i) for i in range(3)] == [(11, 5), (11, 5), (8, 8)]


def test_declined_at_louis_all_tied_get_the_gift(board):
    """`none`: the tie stays a tie (6)."""
    table = board(louis=4).play(0, "D07").put(4, 2, 2).score().go("none")
    assert chips(table)[:2] == [{"H": 1}, {"H": 1}]
    assert table.supplies(0) == (9, 7) and table.supplies(1) == (9, 7)
    assert table.seat(0)["used"] == []


def test_on_a_gold_tile_it_gives_the_gift_free(board):
    """Rule: "Count as having strictly the most there" (5); the other may bribe; the tile is
    turned."""
    table = board().play(1, "D07").gold(1, 0).put(4, 2, 2).score().go("first")
    assert table.stop == (0, "bribe") and table.step["most"] == 1
    assert chips(table)[1] == {"H": 1} and table.supplies(1) == (9, 7)
    table.go("none")
    assert table.supplies(0) == (11, 5)
    assert table.tile(4)["side"] == "back"


def test_on_a_first_tile_it_gives_the_gift(board):
    """Rule: "When tied for most on a gold or first tile" (5)."""
    table = board().play(1, "D07").put(5, 1, 1).score().go("first")
    assert chips(table)[:2] == [{}, {"C": 1}]
    assert table.supplies(0) == (11, 5) and table.supplies(1) == (10, 6)
    assert table.tile(5)["side"] == "back"


def test_once_a_round(board):
    """Rule: "`tiebreak`: once" (5); declined, it may still be used on a later tile."""
    table = board().play(0, "D07").put(5, 1, 1).put(7, 1, 1).put(9, 1, 1).score()
    assert table.step["tile"] == 5
    table.go("none")
    assert (table.stop, table.step["tile"]) == ((0, "tie"), 7)
    table.go("first")
    assert table.seat(0)["gold"] == 10
    assert table.stop == (0, "missions"), "not asked on tile 9"
    assert chips(table)[:2] == [{}, {}]


def test_used_is_not_asked_and_works_again_next_round(board):
    """Rule: "Unused this round" (6)."""
    table = board().play(0, "D07").use(0, "D07").put(5, 1, 1).score()
    assert table.stop == (0, "missions")
    assert table.until("gold").seat(0)["used"] == []


@pytest.mark.parametrize(
    ("markers", "why"),
    [
        ((2, 1), "has the most alone"),
        ((1, 2, 1), "is tied for second only"),
        ((0, 0, 0), "nobody is there"),
        ((0, 1, 1), "the others are tied"),
    ],
)
def test_asked_only_when_tied_for_most(board, markers, why):
    """Rule: "Owner of `tiebreak`, unused this round, tied for most" (6), with at least one
    marker."""
    table = board().play(0, "D07").put(5, *markers).score()
    assert table.stop == (0, "missions"), why


def test_not_asked_on_a_markers_tile(board):
    """Rule: "Tied for most on a gold or first tile" (6)."""
    table = board().play(0, "D07").put(10, 3, 3).score()
    assert table.stop == ("chance", "draw_shield")


def test_not_asked_while_it_is_in_hand(board):
    """From the moment it is played (5)."""
    table = board().hand(0, "D07", "L07").put(5, 1, 1).score()
    assert table.stop == (0, "missions")


def test_after_an_intrigue_card_was_played(board):
    """Rule: "It may be used after an intrigue card was played." (5)"""
    table = board().play(0, "D07").intrigue(1, 5).put(5, 2, 1).score()
    assert table.stop == (1, "intrigue")
    table.go("5:p1")
    assert table.stop == (0, "tie")
    table.go("first")
    assert chips(table)[:2] == [{"C": 1}, {}]


def test_its_own_intrigue_card_may_bring_about_the_tie(board):
    """Intrigue first (step 1), then breaking the tie (step 2) (3.3)."""
    table = board().play(0, "D07").intrigue(0, 5).put(5, 1, 2).score().go("5:g1", "first")
    assert chips(table)[:2] == [{"C": 1}, {}]


def test_tied_with_the_neutral_player(board):
    """The neutral player counts like any other for ties (3.3)."""
    table = board(2).play(0, "D07").put(5, 2, 1, neutral=2).score()
    assert table.stop == (0, "tie")
    table.go("first")
    assert chips(table) == [{"C": 1}, {}]
    assert table.tile(5)["side"] == "back"


def test_tied_with_the_neutral_player_at_louis(board):
    """The neutral player is then second and gets nothing; the rest may bribe (3.3)."""
    table = board(2, louis=4).play(0, "D07").put(4, 2, 1, neutral=2).score().go("first")
    assert chips(table)[0] == {"H": 1, "C": 1}
    assert table.stop == (1, "bribe"), "the neutral player is second"
