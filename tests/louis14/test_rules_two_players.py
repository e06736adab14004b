"""The neutral player in the game for two: sections 3.2 and 3.3."""

import pytest


def turned_up(board, *cards, louis_card="G5"):
    """Two players have drawn their cards (no 1, 7 or 12, at most two jokers); then these cards are
    turned up."""
    table = board(2).resources().go(f"gold {louis_card}")
    for card in ("2", "3", "4", "5", "6", "8", "9", "10", "11", "J"):
        table.go(f"influence {card}")
    return table.go(*(f"influence {card}" for card in cards))


def neutral(table):
    tiles = {t: table.tile(t)["neutral"] for t in range(1, 13)}
    return {t: n for t, n in tiles.items() if n}


def test_two_neutral_markers_on_louis_s_tile_then_three_cards(board):
    """Rule: "The *neutral* player puts two markers on Louis's tile; then influence cards are turned
    up until three courtier cards have appeared; … its tile gets two neutral markers" (3.2)."""
    table = turned_up(board)
    assert (table.stop, table.json["phase"]) == (("chance", "draw_influence"), "influence")
    assert table.step["for"] is None and table.step["owed"] == 0
    assert neutral(table) == {3: 2}
    assert table.chances["influence 1"] == pytest.approx(2 / 20)
    assert table.chances["influence J"] == pytest.approx(5 / 20)
    table.go("influence 1")
    assert neutral(table) == {3: 2, 1: 2}
    table.go("influence 7")
    assert table.stop == ("chance", "draw_influence") and neutral(table) == {3: 2, 1: 2, 7: 2}
    table.go("influence 12")
    assert table.stop == (0, "turn")
    assert neutral(table) == {3: 2, 1: 2, 7: 2, 12: 2}
    assert table.json["centre"] == {"1": 1, "7": 1, "12": 1}


def test_the_same_courtier_twice_gets_four(board):
    """Rule: "(the same courtier twice: four …)" (3.2)."""
    table = turned_up(board, "7", "7", "1")
    assert neutral(table) == {3: 2, 7: 4, 1: 2}
    assert table.stop == (0, "turn")


def test_louis_s_courtier_turned_up_gets_two_more(board):
    """Louis's two and the card's two lie together (3.2)."""
    assert neutral(turned_up(board, "3", "1", "12")) == {3: 4, 1: 2, 12: 2}


def test_jokers_are_passed_over(board):
    """Rule: "Jokers are passed over; all turned-up cards go to the centre" (3.2)."""
    table = turned_up(board, "J", "1", "J", "J", "7")
    assert table.stop == ("chance", "draw_influence")
    assert neutral(table) == {3: 2, 1: 2, 7: 2}
    table.go("influence J", "influence 12")
    assert table.stop == (0, "turn")
    assert table.json["centre"] == {"1": 1, "7": 1, "12": 1, "J": 4}


def test_the_neutral_player_comes_before_the_missions(board):
    """Step 0 before step 1 (3.2)."""
    table = board(2).play(0, "L11").resources().go("gold G5").until("start_place")
    assert sum(neutral(table).values()) == 8
    assert len([e for e in table.state.record if "influence" in e.get("chance", "")]) >= 13


@pytest.mark.parametrize("players", [3, 4])
def test_no_neutral_player_with_three_or_four(dealt, players):
    """Rule: "Two players only" (3.2)."""
    table = dealt(players).go("gold G1").until("turn")
    assert neutral(table) == {} and table.json["centre"] == {}


def test_neutral_markers_all_leave_the_court(board):
    """Rule: "Neutral markers never run out and all leave the court in scoring." (3.2)"""
    start = board(2)
    for t in (3, 6, 8, 11):
        start.put(t, neutral=2)
    assert neutral(start.score()) == {}


def chips(table):
    return [table.seat(i)["chips"] for i in (0, 1)]


def test_neutral_most_on_gold(board):
    """Rule: "A tile on which it has strictly the most is turned (gold, first)" (3.3); the players
    may bribe."""
    table = board(2).put(4, 2, 1, neutral=3).score()
    assert table.stop == (0, "bribe") and table.step["most"] == "neutral"
    table.go("bribe")
    assert table.stop == (1, "bribe") and table.step["most"] == "neutral"
    table.go("none")
    assert chips(table) == [{"H": 1}, {}]
    assert table.supplies(0) == (11, 5) and table.supplies(1) == (10, 6)
    assert table.tile(4)["side"] == "back"


def test_neutral_most_on_first(board):
    """It "gets no gift" and keeps the others from it (3.3)."""
    table = board(2).put(5, 2, 1, neutral=3).score()
    assert table.stop == (0, "missions") and chips(table) == [{}, {}]
    assert table.supplies(0) == (11, 5) and table.supplies(1) == (10, 6)
    assert table.tile(5)["side"] == "back"


def test_neutral_alone_on_a_tile(board):
    """It has strictly the most there, so the tile is turned (3.3)."""
    table = board(2).put(5, neutral=2).put(2, neutral=2).score()
    assert table.tile(5)["side"] == table.tile(2)["side"] == "back"


def test_neutral_tied_for_most_on_gold(board):
    """Nobody gets it free, the tied player may bribe; the tile is not turned (3.3)."""
    table = board(2).put(4, 2, 1, neutral=2).score()
    assert table.stop == (0, "bribe") and table.step["most"] is None
    table.go("none")
    assert table.stop == (1, "bribe")
    table.go("none")
    assert table.supplies(0) == (11, 5)
    assert table.tile(4)["side"] == "front"


def test_neutral_tied_for_most_on_first(board):
    """Rule: "Tied for most: nobody gets anything, all markers go to personal supply." (3.3)"""
    table = board(2).put(5, 2, 1, neutral=2).score()
    assert chips(table) == [{}, {}] and table.supplies(0) == (11, 5)
    assert table.tile(5)["side"] == "front"


def test_a_player_with_more_than_the_neutral_one(board):
    """The neutral player counts like any other (3.3)."""
    table = board(2).put(5, 3, 1, neutral=2).score()
    assert chips(table) == [{"C": 1}, {}] and table.supplies(0) == (8, 8)


def test_neutral_on_a_markers_tile(board):
    """Rule: "A markers tile is turned only if a real player got the gift" (3.3)."""
    table = board(2).put(10, 2, neutral=4).put(6, neutral=2).score()
    assert table.stop == (0, "missions")
    assert table.tile(10)["side"] == table.tile(6)["side"] == "front"
    table = board(2).put(10, 3, neutral=4).score()
    assert table.step["for"] == 0
    table.go("shield a", "shield a")
    assert table.tile(10)["side"] == "back"


def test_neutral_most_at_louis(board):
    """Rule: "Gets no gift, no crown" (3.3): the strictly second player gets the gift."""
    table = board(2, louis=4).put(4, 2, 1, neutral=3).score()
    assert chips(table) == [{"H": 1}, {}]
    assert table.supplies(0) == (11, 5), "second: to personal supply"
    assert table.stop == (1, "bribe") and table.step["most"] == "neutral"


def test_neutral_most_at_louis_with_two_tied_for_second(board):
    """Rule: "Tied for second: no second place, those players count among the rest." (3.3)"""
    table = board(2, louis=4).put(4, 1, 1, neutral=2).score()
    assert chips(table) == [{}, {}] and table.stop == (0, "bribe")


def test_neutral_second_at_louis(board):
    """It is second and keeps the other from it (3.3)."""
    table = board(2, louis=4).put(4, 3, 1, neutral=2).score()
    assert chips(table) == [{"H": 1, "C": 1}, {}]
    assert table.stop == (1, "bribe")
    table = board(2, louis=1).side("back", 1).put(1, 3, 1, neutral=2).score()
    assert chips(table) == [{"S": 1, "C": 1}, {}] and table.stop == (0, "missions")


def test_neutral_tied_for_most_at_louis(board):
    """Rule: "Tied for most: each of them gets the gift, no crown, their markers go to general;
    there is then no second place" (3.3)."""
    table = board(2, louis=4).put(4, 2, 1, neutral=2).score()
    assert chips(table) == [{"H": 1}, {}] and table.supplies(0) == (9, 7)
    assert table.stop == (1, "bribe") and table.step["most"] is None


def test_neutral_tied_for_second_at_louis(board):
    """The player tied with it counts among the rest (3.3)."""
    table = board(2, louis=4).put(4, 3, 2, neutral=2).score()
    assert chips(table) == [{"H": 1, "C": 1}, {}]
    assert table.stop == (1, "bribe")


def test_all_three_tied_at_louis(board):
    """Both players get the gift (3.3)."""
    table = board(2, louis=4).put(4, 2, 2, neutral=2).score()
    assert chips(table) == [{"H": 1}, {"H": 1}]
    assert table.supplies(0) == (9, 7) and table.supplies(1) == (8, 8)


def test_neutral_markers_leave_when_they_are_taken_up(board):
    """The neutral player's markers leave the court when they are taken up; `aside` is by seat."""
    table = board(2).put(4, 2, 1, neutral=3).score()
    assert table.step["aside"] == [2, 1]
    assert table.tile(4)["neutral"] == 0
