"""What a seat observes of a state: section 8, "A seat's observation"."""

import pytest


def test_hands_of_others_are_question_marks(board):
    """Rule: "In other hands `"?"` for a card (`"L?"`, `"M?"`, `"D?"` for a mission)" (8)."""
    start = board().influence(0, "1", "J").influence(1, "2", "3").intrigue(1, 4, 9)
    table = start.play(1, "L01").hand(1, "M02", "D03", "L05").turn()
    seen = table.state.observation(0)["seats"]
    assert seen[0]["influence"] == ["1", "J"] and seen[0]["missions"] == ["L07", "M01"]
    assert seen[1]["influence"] == ["?", "?"]
    assert seen[1]["intrigue"] == ["?", "?"]
    assert seen[1]["missions"] == ["D?", "L?", "M?"]
    assert table.state.observation(1)["seats"][1] == table.seat(1)


def test_question_marks_stand_after_the_cards_named(board):
    """Rule: "`"?"` stands after the cards named (a mission's after those of its deck)" (8)."""
    start = board().play(1, "L01", "L02").hand(1, "L05", "L03", "M02", "D02").intrigue(1, 2, 7, 11)
    start.json["seats"][1]["known_missions"] = {"L05": 0}
    start.json["seats"][1]["known_intrigue"] = [7]
    table = start.influence(0, "1", "2").turn()
    seen = table.state.observation(0)["seats"][1]
    assert seen["missions"] == ["D?", "L05", "L?", "M?"]
    assert seen["intrigue"] == [7, "?", "?"]
    assert seen["known_intrigue"] == [7]
    assert table.state.observation(2)["seats"][1]["missions"] == ["D?", "L?", "L?", "M?"]


def test_shields_of_others_are_counted(board):
    """Rule: "others' `shields` as `{"?": 5}`"; "`{}` where there are no shields, blanks not counted
    in `{"?": n}`" (8).
    """
    start = board().shields(1, a=2, d=3).influence(0, "1", "2")
    start.bag(2)
    start.json["seats"][1]["blank"] = 1
    table = start.turn()
    seen = table.state.observation(0)["seats"]
    assert seen[1]["shields"] == {"?": 5} and seen[1]["blank"] == 1
    assert seen[3]["shields"] == {}
    assert table.state.observation(1)["seats"][1]["shields"] == {"a": 2, "d": 3}


def test_decks_are_seen_by_their_size(board):
    """Rule: "`influence_deck`, `shield_bag` and each deck's `top` by their size" (8)."""
    start = board().influence(0, "1", "2").influence(1, "J").intrigue_bottom(5, 3)
    table = start.shields(0, a=3).turn()
    seen = table.state.observation(2)
    assert seen["influence_deck"] == 27 and seen["shield_bag"] == 57
    assert seen["intrigue_deck"] == {"top": 10, "bottom": [5, 3]}
    assert seen["mission_decks"] == {
        "L": {"top": 16, "bottom": []},
        "M": {"top": 8, "bottom": []},
        "D": {"top": 8, "bottom": []},
    }


def test_the_bottom_of_a_mission_deck(board):
    """Rule: "In a mission deck's `bottom` its own by name, others as `{"id": "L?", "by": 1}`."
    (8)
    """
    start = board().mission_bottom(1, "L15", "D02").mission_bottom(0, "L16")
    table = start.influence(0, "1", "2").turn()
    mine = table.state.observation(0)["mission_decks"]
    assert mine["L"]["bottom"] == [{"id": "L?", "by": 1}, {"id": "L16", "by": 0}]
    assert mine["D"]["bottom"] == [{"id": "D?", "by": 1}]
    other = table.state.observation(1)["mission_decks"]
    assert other["L"]["bottom"] == [{"id": "L15", "by": 1}, {"id": "L?", "by": 0}]
    assert other["D"]["bottom"] == [{"id": "D02", "by": 1}]


def test_gold_cards_not_yet_turned_up_stand_as_they_are(board):
    """Rule: "(those left in the box included)" (8): everybody can tell which are out."""
    table = board(round=2).resources()
    assert table.state.observation(1)["gold_cards"] == table.json["gold_cards"]


def test_what_is_public_stands_as_it_is(board):
    """Rule: "Public: everything on the table, …, gold, chips, supplies" (7)."""
    start = board().play(1, "L15", "D05").use(1, "L15").chips(1, "SC").gold(1, 7).put(3, 1, 2)
    table = start.influence(0, "1", "2").turn()
    seen, true = table.state.observation(0), table.json
    for key in ("game", "players", "round", "phase", "decision", "to_move", "start", "louis"):
        assert seen[key] == true[key]
    assert seen["tiles"] == true["tiles"] and seen["centre"] == true["centre"]
    assert seen["step"] == true["step"] and seen["scores"] is None
    for key in ("gold", "personal", "general", "chips", "played", "used", "blank", "bonus"):
        assert seen["seats"][1][key] == true["seats"][1][key]
    assert list(seen) == list(true), "every key always there"
    assert list(seen["seats"][1]) == list(true["seats"][1])


def hidden_intrigue(board, *cards, seat=1):
    return board().intrigue(seat, *cards).put(6, 2).put(9, 0, 1)


def test_an_intrigue_question_to_another_seat_is_passed_over(board):
    """Rule: "While another seat is asked `intrigue`, it is the observation of the stop that is
    reached if that seat, and any later one asked unseen, answers `none`." (8)
    """
    table = hidden_intrigue(board, 5, 4).intrigue(2, 1).score()
    assert table.stop == (2, "intrigue")
    passed = table.copy().go("1:none", "4:none", "5:none")
    assert passed.stop == ("chance", "draw_shield")
    for seat in (0, 3):
        assert table.state.observation(seat) == passed.state.observation(seat)


def test_the_seat_that_is_asked_sees_the_question(board):
    """It is asked; others pass over it (8)."""
    table = hidden_intrigue(board, 5).intrigue(2, 1).score()
    seen = table.state.observation(2)
    assert (seen["to_move"], seen["decision"], seen["step"]["tile"]) == (2, "intrigue", 1)
    seen = table.state.observation(1)
    assert (seen["to_move"], seen["decision"], seen["step"]["tile"]) == (1, "intrigue", 5)
    table.go("1:none")
    assert table.state.observation(1) == seen


def test_a_later_card_played_takes_that_back(board):
    """Rule: "A later `T:g1` takes that back." (8)"""
    table = hidden_intrigue(board, 5).score()
    assert table.state.observation(0)["to_move"] == "chance"
    table.go("5:p1")
    seen = table.state.observation(0)
    assert seen["seats"][1]["chips"] == {"C": 1} and seen["seats"][1]["intrigue"] == []


def test_passing_over_reaches_beyond_the_phase(board):
    """The stop that is reached may lie in another phase (8)."""
    table = board().intrigue(1, 11).score()
    seen = table.state.observation(3)
    assert (seen["phase"], seen["to_move"], seen["decision"]) == ("missions", 0, "missions")
    assert seen["step"]["tile"] is None and seen["louis"] is None


def test_passing_over_turns_tiles_and_returns_markers(board):
    """The observation is that of the stop reached, tiles and supplies included (8)."""
    table = board().intrigue(1, 2).put(2, 1).put(5, 0, 0, 2).put(4, 1, 2).score()
    assert table.tile(2)["side"] == "front"
    seen = table.state.observation(2)
    assert (seen["to_move"], seen["decision"], seen["step"]["tile"]) == (0, "bribe", 4)
    assert seen["tiles"][1]["side"] == "back" and seen["seats"][0]["chips"] == {"L": 1}


def finished(board):
    start = board(3, round=4).intrigue(1, 4).shields(0, a=2).mission_bottom(2, "L15")
    table = start.score().until("draw_shield")
    while table.state.to_move is not None:
        table.go(next(iter(table.chances)))
    return table


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_at_the_end_all_hands_and_shields_are_shown(board, seat):
    """Rule: "At the end all hands and shields are shown; decks and their bottoms stay as before."
    (8)
    """
    table = finished(board)
    seen, true = table.state.observation(seat), table.json
    for i in range(3):
        for key in ("missions", "intrigue", "influence", "shields", "bonus", "blank"):
            assert seen["seats"][i][key] == true["seats"][i][key]
    assert seen["scores"] == true["scores"]
    assert seen["influence_deck"] == 30
    assert seen["shield_bag"] == sum(true["shield_bag"].values())
    shown = {"id": "L15" if seat == 2 else "L?", "by": 2}
    assert seen["mission_decks"]["L"]["bottom"] == [shown]


def test_an_observation_does_not_change_when_hidden_things_change(board):
    """A function of the seat's record alone (8): another deal of what is hidden looks the same."""

    def deal(mission, intrigue, influence, shield):
        start = board().hand(1, mission, "M02").intrigue(1, intrigue)
        start.influence(1, influence, "J").influence(0, "1", "2").shields(1, **{shield: 1})
        return start.turn()

    first, second = deal("L08", 4, "5", "a"), deal("L14", 11, "9", "f")
    for seat in (0, 2, 3):
        assert first.state.observation(seat) == second.state.observation(seat)
    assert first.state.observation(1) != second.state.observation(1)
