"""The resources phase, its missions, and the influence cards: sections 3.1 and 5."""

import pytest


@pytest.mark.parametrize(
    ("card", "gold", "tile"),
    [("G1", 3, 1), ("G2", 6, 1), ("G3", 4, 2), ("G4", 5, 2), ("G5", 4, 3), ("G6", 5, 3),
     ("G7", 3, 4), ("G8", 6, 4)],
)  # fmt: skip
def test_gold_card_pays_everybody_and_places_louis(dealt, card, gold, tile):
    """Rule: "Every player gets its gold, and Louis goes to its tile." (3.1)"""
    table = dealt(3, 1).go(f"gold {card}")
    assert [table.seat(i)["gold"] for i in range(3)] == [5 + gold] * 3
    assert table.json["louis"] == tile
    assert card not in table.json["gold_cards"] and len(table.json["gold_cards"]) == 7


def test_gold_cards_are_uniform_over_those_not_yet_turned_up(board):
    """Rule: "Gold cards not yet turned up and the four left in the box are alike." (7)"""
    table = board(round=3).resources()
    assert len(table.json["gold_cards"]) == 6
    assert table.state.chance_outcomes() == [
        (f"gold {card}", pytest.approx(1 / 6)) for card in table.json["gold_cards"]
    ]
    assert (table.step["for"], table.step["owed"]) == (None, 0)


def test_each_player_draws_five_influence_cards_in_play_order(dealt):
    """Rule: "In play order, each player draws five influence cards." (3.1)"""
    table = dealt(3, 2).go("gold G1")
    for seat in (2, 0, 1):
        for owed in (5, 4, 3, 2, 1):
            assert table.stop == ("chance", "draw_influence")
            assert (table.step["for"], table.step["owed"]) == (seat, owed)
            assert table.step["mission"] is None and table.json["phase"] == "resources"
            table.go(next(iter(table.chances)))
        assert len(table.seat(seat)["influence"]) == 5
    assert table.stop == (2, "turn")
    assert table.json["phase"] == "influence"
    assert sum(table.json["influence_deck"].values()) == 15


def test_influence_draws_have_the_probabilities_of_the_cards_left(dealt):
    """Two of each courtier and six jokers (1); uniform over cards (6), listed 1 … 12, J."""
    table = dealt(3).go("gold G1")
    expected = [(f"influence {k}", pytest.approx(2 / 30)) for k in range(1, 13)]
    assert table.state.chance_outcomes() == [*expected, ("influence J", pytest.approx(6 / 30))]
    table.go("influence J", "influence 4", "influence 4")
    assert "influence 4" not in table.chances
    assert table.chances["influence J"] == pytest.approx(5 / 27)
    assert table.chances["influence 12"] == pytest.approx(2 / 27)
    assert table.seat(0)["influence"] == ["4", "4", "J"]


def test_cards_kept_from_mazarin_are_drawn_in_addition(board):
    """Rule: "Five influence cards (in addition to those kept from tile 11)." (3.1)"""
    table = board(3).influence(1, "7").resources().go("gold G1").until("turn")
    assert [len(table.seat(i)["influence"]) for i in range(3)] == [5, 6, 5]
    assert "7" in table.seat(1)["influence"]


def test_marker_moves_one_marker_for_each_copy(board):
    """Rule: "`marker`: one marker from general to personal supply"; each copy works (5)."""
    table = board().play(0, "L03", "L06").general(0, 5).resources().go("gold G1")
    assert table.supplies(0) == (13, 3)


def test_marker_moves_as_many_as_are_there(board):
    """Rule: "Where it moves markers from general to personal supply, as many move as are there."
    (5)"""
    table = board().play(0, "L03", "L04").general(0, 1).resources().go("gold G1")
    assert table.supplies(0) == (16, 0)


def test_marker3_moves_up_to_three(board):
    """Rule: "`marker3`: up to three markers from general to personal supply." (5)"""
    assert board().play(0, "D01").resources().go("gold G1").supplies(0) == (14, 2)
    assert board().play(0, "D01").general(0, 2).resources().go("gold G1").supplies(0) == (16, 0)


def test_gold_missions_pay_gold(board):
    """Rule: "`gold1`: 1 gold", "`gold3`: 3 gold" (5), both without a decision (6)."""
    table = board().play(0, "L10").play(1, "D02").play(2, "L09", "L08").resources()
    table.go("gold G1")
    assert [table.seat(i)["gold"] for i in range(4)] == [9, 11, 10, 8]


@pytest.mark.parametrize(
    ("move", "gold", "supplies"),
    [("2g", 10, (11, 5)), ("1g1m", 9, (12, 4)), ("2m", 8, (13, 3))],
)
def test_gold2_choices(board, move, gold, supplies):
    """Rule: "`gold2`: 2 gold, or 1 gold and one marker, or two markers" (5)."""
    table = board().play(0, "M03").resources().go("gold G1")
    assert table.stop == (0, "gold2")
    assert table.step["mission"] == "M03"
    assert table.moves == ["2g", "1g1m", "2m"]
    table.go(move)
    assert table.seat(0)["gold"] == gold
    assert table.supplies(0) == supplies
    assert table.stop == ("chance", "draw_influence")


@pytest.mark.parametrize(("general", "moves"), [(0, ["2g"]), (1, ["2g", "1g1m"])])
def test_gold2_offers_only_markers_that_are_there(board, general, moves):
    """Rule: "The last two only if general supply has that many"; asked with one move, too (6)."""
    table = board().play(0, "M03").general(0, general).resources().go("gold G1")
    assert table.stop == (0, "gold2")
    assert table.moves == moves


def test_gold2_asks_once_for_each_copy_in_ascending_order(board):
    """Rule: "In ascending order of their codes" (3.1); "each copy works once a round" (5)."""
    table = board().play(0, "M04", "M01").general(0, 3).resources().go("gold G1")
    assert table.step["mission"] == "M01"
    table.go("2m")
    assert (table.stop, table.step["mission"]) == ((0, "gold2"), "M04")
    assert table.moves == ["2g", "1g1m"]


def test_shield_draws_a_shield(board):
    """Rule: "`shield`: draw one shield" (5): a chance stop for the seat, without a decision (6)."""
    table = board(start=2).play(0, "M05", "M06").resources().go("gold G1")
    assert table.stop == ("chance", "draw_shield")
    assert (table.step["for"], table.step["owed"], table.step["mission"]) == (0, 1, "M05")
    assert table.chances == {f"shield {k}": pytest.approx(1 / 6) for k in "abcdef"}
    table.go("shield c")
    assert (table.step["for"], table.step["mission"]) == (0, "M06")
    assert table.chances["shield c"] == pytest.approx(9 / 59)
    table.go("shield a")
    assert table.seat(0)["shields"] == {"a": 1, "c": 1}
    assert (table.step["for"], table.step["mission"]) == (2, None)


def test_plot_draws_an_intrigue_card(board):
    """Rule: "`plot`: draw one intrigue card" (5)."""
    table = board().play(1, "D03").intrigue(0, 4).resources().go("gold G1")
    assert table.stop == ("chance", "draw_intrigue")
    assert (table.step["for"], table.step["owed"], table.step["mission"]) == (1, 1, "D03")
    assert list(table.chances) == [f"intrigue {k}" for k in range(1, 13) if k != 4]
    assert table.chances["intrigue 12"] == pytest.approx(1 / 11)
    table.go("intrigue 12")
    assert table.seat(1)["intrigue"] == [12]
    assert table.stop == ("chance", "draw_influence")


def test_plot_with_an_empty_intrigue_deck_gives_no_card(board):
    """Rule: "An empty intrigue deck gives no card." (5)"""
    table = board().play(1, "D03").rest_of_intrigue(0).resources().go("gold G1")
    assert table.stop == ("chance", "draw_influence")
    assert table.seat(1)["intrigue"] == []


def test_trade_gives_a_card_for_a_marker(board):
    """Rule: "`trade`: may put one marker from personal into general supply and draw" a card (5)."""
    table = board().play(0, "D04").resources().go("gold G1")
    assert (table.stop, table.step["mission"]) == ((0, "trade"), "D04")
    assert table.moves == ["trade", "none"]
    table.go("trade")
    assert table.supplies(0) == (10, 6)
    assert table.stop == ("chance", "draw_influence")
    assert (table.step["for"], table.step["owed"], table.step["mission"]) == (0, 1, "D04")
    table.go("influence 9")
    assert table.seat(0)["influence"] == ["9"]
    assert (table.step["for"], table.step["owed"], table.step["mission"]) == (0, 5, None)
    assert len(table.until("turn").seat(0)["influence"]) == 6


def test_trade_may_be_declined(board):
    """Rule: "`trade`: may …" (5)."""
    table = board().play(0, "D04").resources().go("gold G1", "none")
    assert table.supplies(0) == (11, 5)
    assert (table.step["for"], table.step["owed"]) == (0, 5)


def test_trade_needs_a_marker_in_personal_supply(board):
    """Rule: "`trade`: owner, with a marker in personal supply and a card in the deck" (6)."""
    table = board().play(0, "D04").general(0, 16).resources().go("gold G1")
    assert table.stop == ("chance", "draw_influence")


def test_trade_may_use_the_marker_that_marker3_brought(board):
    """Ascending order of codes (3.1): D01 before D04."""
    table = board().play(0, "D01", "D04").general(0, 16).resources().go("gold G1")
    assert table.stop == (0, "trade")
    assert table.go("trade").supplies(0) == (2, 14)


def test_missions_apply_in_play_order_and_ascending(board):
    """Rule: "In play order, each player applies its played missions …, in ascending order."
    (3.1)"""
    table = board(3, start=1).play(0, "M05", "D03").play(1, "M01", "D04").play(2, "L05")
    table = table.resources().go("gold G1")
    assert (table.stop, table.step["mission"]) == ((1, "trade"), "D04")
    table.go("none")
    assert (table.stop, table.step["mission"]) == ((1, "gold2"), "M01")
    assert table.supplies(2) == (10, 6), "seat 2 comes after seat 1"
    table.go("2g")
    assert table.supplies(2) == (11, 5), "seat 2 comes before seat 0"
    assert table.stop == ("chance", "draw_intrigue")
    table.go("intrigue 1")
    assert table.stop == ("chance", "draw_shield")
    table.go("shield f")
    assert (table.step["for"], table.step["owed"]) == (1, 5)


def test_missions_in_hand_have_no_effect(board):
    """Rule: "Each played mission" (3.1): those in hand do nothing."""
    table = board().hand(0, "L03", "M03").resources().go("gold G1")
    assert table.stop == ("chance", "draw_influence")
    assert table.supplies(0) == (11, 5)
