"""Decks with a bottom, empty decks and blank shields: sections 1, 5 and 6."""

import pytest


def test_the_intrigue_bottom_waits_for_the_unordered_part(board):
    """Rule: "The bottom is drawn from only when the unordered part is empty" (6)."""
    table = board().intrigue_bottom(5, 6).intrigue(3, *range(8, 13), 1, 2, 3).put(12, 1).score()
    table.until("draw_intrigue")
    assert table.chances == {"intrigue 4": pytest.approx(1 / 2), "intrigue 7": pytest.approx(1 / 2)}


def test_the_intrigue_bottom_is_first_in_first_out(board):
    """Rule: "First in, first out" (6), each with probability 1 and in the record."""
    table = board().intrigue_bottom(5, 2).rest_of_intrigue(3).put(12, 1, 2).score()
    table.until("draw_intrigue")
    assert table.chances == {"intrigue 5": 1}
    table.go("intrigue 5")
    assert table.json["intrigue_deck"] == {"top": [], "bottom": [2]}
    table.until("bribe").go("bribe").until("draw_intrigue")
    assert table.chances == {"intrigue 2": 1}
    table.go("intrigue 2")
    assert table.json["intrigue_deck"] == {"top": [], "bottom": []}
    assert {"chance": "intrigue 2"} in table.state.record


def test_a_card_from_the_intrigue_bottom_is_known_to_all(board):
    """Rule: "An intrigue card drawn from the ordered bottom is known to all while it is in that
    hand" (7)."""
    table = board().intrigue_bottom(5).rest_of_intrigue(3).put(12, 1, 2).score()
    table.until("draw_intrigue").go("intrigue 5")
    assert table.seat(1)["known_intrigue"] == [5]
    for other in (0, 2, 3):
        assert table.state.observation(other)["seats"][1]["intrigue"] == [5]


def test_a_card_from_the_unordered_part_is_not_known(board):
    """Only the bottom is ordered (6, 7)."""
    table = board().put(12, 1).score().go("shield a", "intrigue 5")
    assert table.seat(0)["known_intrigue"] == []
    assert table.state.observation(1)["seats"][0]["intrigue"] == ["?"]


def test_a_known_card_is_no_longer_known_once_it_was_played(board):
    """Rule: "While it is in that hand" (7)."""
    start = board().intrigue(1, 5, 9)
    start.json["seats"][1]["known_intrigue"] = [5]
    table = start.score()
    assert table.state.observation(0)["seats"][1]["intrigue"] == [5, "?"]
    table = table.until("intrigue", 1).go("5:g1")
    assert table.seat(1)["known_intrigue"] == []
    assert table.state.observation(0)["seats"][1]["intrigue"] == ["?"]


def exchanging(board, **kw):
    """Seat 0 has put L03 and L05 under the light deck, of which nothing else is left."""
    start = board(**kw).play(0, "L19").hand(0, "L03", "L05").play(1, "L20")
    start.hand(1, "M01", "M02").rest_of_missions(3, "L")
    return start.score().until("exchange", 0).go("return L03+L05")


def test_the_mission_bottom_is_first_in_first_out(board):
    """Rule: "`return ID+ID` (the first goes under its deck first)" (6)."""
    table = exchanging(board)
    assert table.json["mission_decks"]["L"] == {
        "top": [], "bottom": [{"id": "L03", "by": 0}, {"id": "L05", "by": 0}],
    }  # fmt: skip
    table.go("draw M", "mission M12", "draw L")
    assert table.chances == {"mission L03": 1}
    table.go("mission L03")
    assert table.json["mission_decks"]["L"]["bottom"] == [{"id": "L05", "by": 0}]
    assert table.seat(0)["known_missions"] == {}, "its own card"


def test_a_mission_from_the_bottom_is_known_to_who_returned_it(board):
    """Rule: "A mission is known to the player who returned it while it lies in the bottom and while
    another player who drew it there holds it." (7)"""
    table = exchanging(board).go("draw M", "mission M12", "draw M", "mission M11")
    assert table.state.observation(0)["mission_decks"]["L"]["bottom"] == [
        {"id": "L03", "by": 0}, {"id": "L05", "by": 0},
    ]  # fmt: skip
    assert table.state.observation(1)["mission_decks"]["L"]["bottom"] == [{"id": "L?", "by": 0}] * 2
    table.until("exchange", 1).go("return M01", "draw L", "mission L03")
    assert table.seat(1)["known_missions"] == {"L03": 0}
    seen = {i: table.state.observation(i)["seats"][1] for i in range(4)}
    assert seen[0]["missions"] == ["L03", "M?"] and seen[0]["known_missions"] == {"L03": 0}
    assert seen[2]["missions"] == ["L?", "M?"] and seen[2]["known_missions"] == {}
    assert seen[1]["missions"] == ["L03", "M02"] and seen[1]["known_missions"] == {"L03": 0}


def test_returning_missions_makes_those_of_the_same_decks_unknown(board):
    """Rule: "When a seat returns missions, those it holds of the same decks are no longer known to
    others." (7)"""
    start = board().play(1, "L19", "L01").hand(1, "D01", "L03", "L05")
    start.json["seats"][1]["known_missions"] = {"D01": 0, "L03": 0, "L05": 2}
    table = start.score().until("exchange", 1)
    other = table.copy().go("return D01")
    assert other.seat(1)["known_missions"] == {"L03": 0, "L05": 2}
    table.go("return L03")
    assert table.seat(1)["known_missions"] == {"D01": 0}
    assert table.state.observation(0)["seats"][1]["missions"] == ["D01", "L?"]


def test_a_known_mission_played_is_on_the_table(board):
    """Rule: "While another player who drew it there holds it" (7)."""
    start = board().chips(0, "SS").hand(0, "L03", "M02")
    start.json["seats"][0]["known_missions"] = {"L03": 2}
    table = start.score().go("mission L03 pay SS")
    assert table.seat(0)["known_missions"] == {}


def test_shields_run_out_in_the_middle_of_a_gift(board):
    """Rule: "If the bag of 60 shields is empty, a shield drawn is *blank*" (1)."""
    table = board().bag(3, c=1).put(10, 3, 3).score()
    assert table.step["for"] == 0 and table.step["owed"] == 2
    assert table.chances == {"shield c": 1}
    table.go("shield c")
    assert table.seat(0)["shields"] == {"c": 1} and table.seat(0)["blank"] == 1
    assert table.seat(1)["shields"] == {} and table.seat(1)["blank"] == 2
    assert table.stop == (0, "missions")
    assert table.json["shield_bag"] == {}


def test_blank_shields_for_chips_and_for_the_mission(board):
    """Every shield drawn may be blank (1)."""
    table = board().bag(3).chips(0, "HHH").score().go("done")
    assert table.seat(0)["blank"] == 2 and table.stop == (1, "missions")
    table = board().bag(3).play(0, "M05").resources().go("gold G1")
    assert table.seat(0)["blank"] == 1 and table.stop == ("chance", "draw_influence")


def test_chips_never_run_out(board):
    """Rule: "Gold and chips never run out" (1)."""
    table = board().chips(0, "C" * 12).put(5, 1).score()
    assert table.seat(0)["chips"] == {"C": 13}


def test_every_outcome_stands_in_the_record(board):
    """Rule: "Every chance outcome stands in the record, also one of probability 1." (6)"""
    table = board().bag(3, c=1).put(10, 3).score().go("shield c")
    assert table.state.record[-1] == {"chance": "shield c"}
