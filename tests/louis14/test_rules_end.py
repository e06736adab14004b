"""The end of the game: section 4."""

import pytest


def finish(table, shields=None):
    """Draw the final shields, all of a kind given by seat, and return the finished table."""
    table.until("draw_shield")
    while table.state.to_move == "chance":
        kind = (shields or {}).get(table.step["for"])
        table.go(f"shield {kind}" if kind else next(iter(table.chances)))
    return table


def owed_by_seat(table):
    """The final draws that each seat is owed, in the order in which they come."""
    table.until("draw_shield")
    assert table.json["phase"] == "end"
    first = {}
    while table.state.to_move == "chance":
        assert table.state.decision == "draw_shield"
        first.setdefault(table.step["for"], table.step["owed"])
        table.go(next(iter(table.chances)))
    return first


def broke(board, players=3, **kw):
    """Round 4, nobody owed any shield."""
    start = board(players, round=4, **kw)
    for i in range(players):
        start.gold(i, 0)
    return start


def test_mark(board):
    """Rulebook, page 10: Mark gets 1 shield for an influence card, 2 for two intrigue cards, 2 for
    8 gold, 2 for his two markers on tile 5: 7 in all."""
    start = broke(board).gold(0, 8).intrigue(0, 1, 2).put(8, 1).put(11, 1).general(0, 2)
    table = start.score().go("1:none", "2:none").until("maintenon").go("markers 2")
    assert table.stop == ("chance", "draw_influence")
    assert owed_by_seat(table.go("influence J")) == {0: 7}


@pytest.mark.parametrize(("gold", "owed"), [(2, {}), (3, {1: 1}), (5, {1: 1}), (6, {1: 2})])
def test_each_full_three_gold(board, gold, owed):
    """Rule: "Each full 3 gold" (4); rounded down; nothing is taken away."""
    table = broke(board).gold(1, gold).gold(2, 3).score()
    assert owed_by_seat(table) == {**owed, 2: 1}
    assert table.seat(1)["gold"] == gold


def test_chips_are_worth_a_shield_each(board):
    """Rule: "Each chip" (4)."""
    assert owed_by_seat(broke(board).chips(1, "SSC").score()) == {1: 3}


def test_intrigue_cards_are_worth_a_shield_each(board):
    """Rule: "Each intrigue card in hand" (4)."""
    assert owed_by_seat(broke(board).intrigue(2, 4, 9).score()) == {2: 2}


def test_influence_cards_from_tile_11_are_worth_a_shield(board):
    """Rule: "Each influence card (tile 11)" (4)."""
    table = broke(board).put(11, 0, 1).score().go("influence 3")
    assert owed_by_seat(table) == {1: 1}


def test_markers_on_the_court_are_worth_a_shield_each(board):
    """Rule: "Each of its markers on the court" (4): from tiles 6 and 8."""
    table = broke(board).put(6, 2).put(8, 1).score().go("shield a", "place 6", "markers 2")
    assert owed_by_seat(table) == {0: 3}


def test_draws_go_in_play_order(board):
    """Rule: "In play order, each player draws" (4)."""
    start = broke(board, start=1).gold(0, 3).gold(1, 6).gold(2, 3)
    assert list(owed_by_seat(start.score()).items()) == [(1, 2), (2, 1), (0, 1)]


def test_owed_counts_down_over_all_sources(board):
    """*k* … 1 for all that is counted at the end; `tile` and `mission` are null."""
    table = broke(board).gold(0, 3).chips(0, "SL").score().until("draw_shield")
    seen = []
    while table.state.to_move == "chance":
        seen.append((table.step["for"], table.step["owed"]))
        assert table.step["tile"] is table.step["mission"] is None
        table.go("shield a")
    assert seen == [(0, 3), (0, 2), (0, 1)]


def test_state_at_the_end(board):
    """Rule: "`to_move`: … `null` at the end"; "at the end `round` is 4"; `scores` (8)."""
    table = finish(board(3, round=4).score())
    json = table.json
    assert (table.stop, json["phase"], json["round"]) == ((None, None), "end", 4)
    assert json["to_move"] is None and json["decision"] is None
    assert table.moves == [] and table.chances == {}
    assert json["scores"] == table.state.scores() == [2, 2, 2]
    assert json["start"] == 0, "the start marker passes after rounds 1, 2 and 3 only"


def test_scores_and_returns_are_none_before_the_end(board):
    """`scores`: "one integer a seat at the end" (8)."""
    table = board(3, round=4).score()
    assert table.state.scores() is None and table.state.returns() is None
    assert table.json["scores"] is None


def test_bonus_for_the_most_of_each_kind(board):
    """Rule: "For each of the six kinds, every player with the most of that kind (at least one) gets
    a bonus shield" (4)."""
    start = broke(board).shields(0, a=3, b=1).shields(1, a=2, c=1).gold(2, 3)
    table = finish(start.score(), {2: "a"})
    assert [table.seat(i)["bonus"] for i in range(3)] == [2, 1, 0]
    assert table.state.scores() == [6, 4, 1]


def test_ties_for_a_bonus_pay_all(board):
    """Rule: "Every player with the most of that kind" (4)."""
    start = broke(board).shields(0, a=2).shields(1, a=2, b=1).shields(2, b=1).gold(2, 3)
    table = finish(start.score(), {2: "c"})
    assert [table.seat(i)["bonus"] for i in range(3)] == [1, 2, 2]
    assert table.state.scores() == [3, 5, 4]


def test_the_final_shields_count_for_the_bonus(board):
    """Rule: "Then shields are shown" (4): after the draws."""
    start = broke(board).shields(0, a=1).gold(1, 6)
    table = finish(start.score(), {1: "a"})
    assert [table.seat(i)["bonus"] for i in range(3)] == [0, 1, 0]


def test_blank_shields_are_a_point_and_no_kind(board):
    """Rule: "If the bag … is empty, a shield drawn is *blank*: one point, no kind" (1)."""
    table = broke(board).bag(0, f=1).gold(1, 9).score().until("draw_shield")
    assert (table.step["for"], table.step["owed"]) == (1, 3)
    assert table.chances == {"shield f": 1}
    table.go("shield f")
    assert table.stop == (None, None), "the blank ones have no outcome"
    assert table.seat(1)["blank"] == 2
    assert [table.seat(i)["bonus"] for i in range(3)] == [6, 0, 0]
    assert table.state.scores() == [65, 3, 0]


def test_five_points_for_each_mission_played(board):
    """Rule: "**Score** = shields (blank and bonus ones too) + 5 for each mission played" (4)."""
    start = broke(board).play(0, "L03", "D03").play(2, "M05").gold(0, 3)
    table = finish(start.score(), {0: "e"})
    assert table.state.scores() == [12, 0, 5]
    assert table.state.returns() == [1.0, 0.0, 0.0]


def test_missions_in_hand_are_worth_nothing(board):
    """Only missions played score (4)."""
    assert finish(broke(board).gold(0, 3).score(), {0: "a"}).state.scores() == [2, 0, 0]


def test_a_tie_goes_to_the_most_markers_in_personal_supply(board):
    """Rule: "A tie goes to the most markers in personal supply" (4)."""
    start = broke(board).shields(0, a=1).shields(1, b=1).shields(2, c=2).general(0, 4).general(1, 3)
    start.gold(0, 3).gold(1, 3)
    table = finish(start.score(), {0: "a", 1: "b"})
    assert table.state.scores() == [3, 3, 3]
    assert table.state.returns() == [0.0, 1.0, 0.0]


def test_still_tied_players_share_the_win(board):
    """Rule: "Still tied players share the win" (4)."""
    start = broke(board).general(0, 3).general(1, 3).general(2, 4)
    for i in range(3):
        start.gold(i, 3)
    table = finish(start.score(), {0: "a", 1: "b", 2: "c"})
    assert table.state.scores() == [2, 2, 2]
    assert table.state.returns() == [0.5, 0.5, 0.0]


def test_a_marker_on_the_court_is_a_shield_and_in_no_supply(board):
    """Rule: "Each of its markers on the court" (4); it stays there."""
    start = broke(board, 2).general(0, 0).general(1, 0).put(6, 2, 2)
    table = start.score().go("shield a", "place 6", "shield b", "none")
    finish(table, {0: "c"})
    assert table.supplies(0) == (15, 0) and table.supplies(1) == (16, 0)
    assert table.state.scores() == [4, 2]


def test_a_game_in_which_nobody_is_owed_a_shield(board):
    """Where nothing is drawn, nothing is recorded (6); four players share the win (4)."""
    start = broke(board, 4)
    for i in range(4):
        start.general(i, 5)
    table = start.score().go("done", "done", "done", "done")
    assert table.stop == (None, None)
    assert table.state.scores() == [0, 0, 0, 0]
    assert table.state.returns() == [0.25] * 4
