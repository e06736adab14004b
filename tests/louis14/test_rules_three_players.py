"""Three players: the start player of round 4 draws an intrigue card (section 3.1)."""

import pytest


def test_the_start_player_of_round_four_draws_an_intrigue_card(board):
    """Rule: "With three players, in round 4, the start player then draws an intrigue card."
    (3.1)"""
    table = board(3, round=4, start=2).resources().go("gold G1")
    assert (table.stop, table.json["phase"]) == (("chance", "draw_intrigue"), "resources")
    assert (table.step["for"], table.step["owed"], table.step["mission"]) == (2, 1, None)
    assert [table.seat(i)["gold"] for i in range(3)] == [8, 8, 8], "after the gold"
    table.go("intrigue 7")
    assert table.seat(2)["intrigue"] == [7]
    assert table.stop == ("chance", "draw_influence") and table.step["for"] == 2


def test_before_the_missions_of_the_phase(board):
    """Step 1 before step 2 (3.1)."""
    table = board(3, round=4, start=1).play(1, "M01", "D03").resources().go("gold G1")
    assert table.stop == ("chance", "draw_intrigue") and table.step["mission"] is None
    table.go("intrigue 7")
    assert table.stop == ("chance", "draw_intrigue") and table.step["mission"] == "D03"


def test_an_empty_intrigue_deck_gives_none(board):
    """Rule: "An empty intrigue deck gives no card." (5)"""
    table = board(3, round=4).rest_of_intrigue(1).resources().go("gold G1")
    assert table.stop == ("chance", "draw_influence")


@pytest.mark.parametrize(("players", "round_"), [(3, 1), (3, 2), (3, 3), (4, 4), (2, 4), (4, 1)])
def test_no_card_otherwise(board, players, round_):
    """Three players and round 4 only (3.1)."""
    table = board(players, round=round_).resources().go("gold G1")
    assert table.stop == ("chance", "draw_influence")


def test_the_first_start_player_starts_twice(fresh):
    """Rulebook, page 9: with three players one of them starts in round 1 and in round 4."""
    table, starts = fresh(3, 1), []
    for _ in range(4):
        starts.append(table.until("turn").json["start"])
        if len(starts) < 4:
            table.until("gold")
    assert starts == [1, 2, 0, 1]
