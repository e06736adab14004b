"""The course of the influence phase and its missions: sections 3.2 and 5."""

import pytest


def test_players_take_turns_clockwise_until_each_has_one_card(dealt):
    """Rule: "In play order, round and round" (3.2): four turns each with five cards."""
    table = dealt(3, 1).go("gold G5").until("turn")
    order = []
    while table.state.decision == "turn":
        order.append(table.state.to_move)
        table.go(table.moves[-1])
    assert order == [1, 2, 0] * 4


def test_only_players_with_more_than_one_card_take_turns(board):
    """Rulebook, page 5: one has three cards or more, the others one: it is always that one."""
    table = board().influence(0, "1").influence(1, "2").influence(2, "3", "4", "5", "6")
    table = table.influence(3, "7", "8").turn(2)
    order = []
    while table.state.decision == "turn":
        order.append(table.state.to_move)
        table.go(table.moves[-1])
    assert order == [2, 3, 2, 2]


def test_a_player_with_a_card_more_has_a_turn_more(board):
    """Rulebook, page 11: with a card from tile 11 a player has one more turn next round."""
    table = board(3).influence(0, "7").resources().go("gold G1").until("turn")
    turns = [0, 0, 0]
    while table.state.decision == "turn":
        turns[table.state.to_move] += 1
        table.go(next(m for m in table.moves if m.endswith("recall")))
    assert turns == [5, 4, 4]


def test_played_cards_go_to_the_centre(board):
    """A card played lies in the centre until the end of the phase (3.2)."""
    table = board().influence(0, "1", "6", "J").influence(1, "1", "2").turn()
    table.go("6:6", "1:recall")
    assert table.json["centre"] == {"1": 1, "6": 1}
    assert table.seat(0)["influence"] == ["1", "J"]
    assert table.seat(1)["influence"] == ["2"]


def test_last_cards_go_back_and_all_thirty_are_shuffled(board):
    """Rule: "Each player puts its last card back …; all 30 … are shuffled into a new deck."
    (3.2)"""
    table = board(round=2).intrigue(0, 1).score()
    assert table.stop == (0, "intrigue")
    assert table.json["influence_deck"] == {**dict.fromkeys(map(str, range(1, 13)), 2), "J": 6}
    assert table.json["centre"] == {}
    assert all(seat["influence"] == [] for seat in table.json["seats"])


def test_the_deck_is_whole_before_the_missions_for_the_end_of_influence(board):
    """The last cards are put back before step 4 (3.2)."""
    table = board().play(1, "D06").score()
    assert (table.stop, table.json["phase"]) == ((1, "end_place"), "influence")
    assert sum(table.json["influence_deck"].values()) == 30


@pytest.mark.parametrize(
    ("mission", "tile"),
    [("L11", 1), ("L12", 2), ("L13", 3), ("L14", 4), ("M09", 5), ("M10", 9), ("M07", 4),
     ("M08", 4)],
)  # fmt: skip
def test_court_missions_place_a_marker_from_general_supply(board, mission, tile):
    """Rule: "`court1` … : may put one marker from general supply onto that tile"; `king` (5)."""
    table = board().play(0, mission).resources().go("gold G7").until("start_place")
    assert (table.stop, table.json["phase"]) == ((0, "start_place"), "influence")
    assert table.step["mission"] == mission
    assert table.moves == [f"place {tile}", "none"]
    other = table.copy().go("none")
    table.go(f"place {tile}")
    assert table.tile(tile)["markers"] == [1, 0, 0, 0]
    assert table.supplies(0) == (11, 4)
    assert other.supplies(0) == (11, 5)
    assert table.stop == other.stop == (0, "turn")


def test_court_missions_take_from_personal_supply_when_general_is_empty(board):
    """Rule: "Where … general supply has too few, the rest comes from personal supply." (5)"""
    table = board().play(0, "L11").general(0, 0).resources().go("gold G7").until("start_place")
    assert table.go("place 1").supplies(0) == (15, 0)


def test_court_missions_are_not_asked_without_a_marker(board):
    """Rule: "Owner of `court*`, `king`, with a marker in either supply" (6)."""
    table = board().play(0, "L11").put(12, 11).general(0, 0).put(12, 5).resources()
    assert table.supplies(0) == (0, 0)
    assert table.go("gold G7").until("turn").stop == (0, "turn")
    assert all("move" not in event for event in table.state.record)


def test_start_missions_go_in_play_order_ascending(board):
    """Rule: "In play order, each player applies its played missions …, ascending." (3.2)"""
    table = board(3, start=2).play(0, "L12").play(2, "M10", "L14", "M07").resources()
    table.go("gold G7").until("start_place")
    seen = []
    while table.state.decision == "start_place":
        seen.append((table.state.to_move, table.step["mission"]))
        table.go("none")
    assert seen == [(2, "L14"), (2, "M07"), (2, "M10"), (0, "L12")]


def test_pause_passes_for_two_gold(board):
    """Rule: "`pause`: once: instead of playing a card on your turn, pay 2 gold and pass" (5)."""
    table = board().play(0, "L15").influence(0, "1", "2").influence(1, "3", "4").turn()
    table.go("skip")
    assert table.seat(0)["gold"] == 3
    assert table.seat(0)["used"] == ["L15"]
    assert table.seat(0)["influence"] == ["1", "2"]
    assert table.stop == (1, "turn")
    table.go("3:3")
    assert table.stop == (0, "turn")
    assert "skip" not in table.moves, "once a round"


@pytest.mark.parametrize(("gold", "offered"), [(0, False), (1, False), (2, True)])
def test_pause_needs_two_gold(board, gold, offered):
    """Rule: "With `pause` unused and 2 gold `skip`" (6)."""
    table = board().play(0, "L15").gold(0, gold).influence(0, "1", "2").turn()
    assert ("skip" in table.moves) == offered


def test_two_copies_of_pause_are_used_lowest_first(board):
    """Rule: "A player with several unused copies … uses the lowest code first." (6)"""
    table = board().play(0, "L16", "L15").gold(0, 4).influence(0, "1", "2").turn()
    table.go("skip")
    assert table.seat(0)["used"] == ["L15"]
    assert table.stop == (0, "turn"), "nobody else has two cards"
    table.go("skip")
    assert table.seat(0)["used"] == ["L15", "L16"]
    assert "skip" not in table.moves


def test_redraw_changes_a_card_and_is_the_turn(board):
    """Rule: "`redraw`: … put an influence card into the centre without effect and draw a new one;
    that is the turn" (5)."""
    table = board().play(0, "M11").influence(0, "1", "2").influence(1, "3", "4").turn()
    assert [m for m in table.moves if m.startswith("swap")] == ["swap 1", "swap 2"]
    table.go("swap 2")
    assert table.stop == ("chance", "draw_influence")
    assert (table.step["for"], table.step["owed"], table.step["mission"]) == (0, 1, "M11")
    assert table.json["centre"] == {"2": 1}
    assert table.chances["influence 2"] == pytest.approx(1 / 26), "not the one just put down"
    table.go("influence J")
    assert table.seat(0)["influence"] == ["1", "J"]
    assert table.seat(0)["used"] == ["M11"]
    assert table.supplies(0) == (11, 5)
    assert table.stop == (1, "turn")


def test_redraw_needs_a_card_in_the_deck(board):
    """Rule: "With `redraw` unused and a card in the deck `swap CARD`" (6)."""
    table = board().play(0, "M11").influence(0, "1", "2").centre_all().turn()
    assert not any(m.startswith("swap") for m in table.moves)


def test_two_copies_of_redraw_work_once_each(board):
    """Rule: "Each copy works once a round, on its own" (5), the lowest first (6)."""
    table = board().play(0, "M12", "M11").influence(0, "1", "2").turn()
    table.go("swap 1")
    assert table.step["mission"] == "M11"
    table.go("influence 5", "swap 5")
    assert table.step["mission"] == "M12"
    table.go("influence 6")
    assert table.seat(0)["used"] == ["M11", "M12"]
    assert not any(m.startswith("swap") for m in table.moves)


def test_four_lies_in_the_centre_and_is_used_at_once(board):
    """Rule: "`card`: … it lies in the centre, and `four` counts as used, from then on" (8)."""
    table = board().play(0, "D05").influence(0, "1", "2", "J").influence(1, "3", "4").turn()
    assert [m for m in table.moves if "four" in m] == ["four 1", "four 2", "four J"]
    table.go("four 2")
    assert table.stop == (0, "four")
    assert (table.step["card"], table.step["mission"]) == ("2", "D05")
    assert table.json["centre"] == {"2": 1}
    assert table.seat(0)["influence"] == ["1", "J"]
    assert table.seat(0)["used"] == ["D05"]
    table.go("at 3+10+10+10")
    assert table.tile(10)["markers"][0] == 3 and table.tile(3)["markers"][0] == 1
    assert table.supplies(0) == (7, 5)
    assert table.step["card"] is None and table.stop == (1, "turn")
    table.go("3:3")
    assert not any("four" in m for m in table.moves), "once a round"


def test_last_places_a_marker_anywhere_at_the_end_of_influence(board):
    """Rule: "`last`: may put one marker from general supply onto any tile" (5)."""
    table = board().play(2, "D06").score()
    assert (table.stop, table.step["mission"]) == ((2, "end_place"), "D06")
    assert table.moves == [*(f"place {t}" for t in range(1, 13)), "none"]
    assert table.supplies(2) == (10, 6)
    declined = table.copy().go("none")
    assert declined.json["phase"] == "missions" and declined.supplies(2) == (10, 6)
    table.go("place 7")
    assert table.seat(2)["gold"] == 10, "first on tile 7, alone"


def test_last_takes_from_personal_supply_when_general_is_empty(board):
    """Rule: "Where … general supply has too few, the rest comes from personal supply." (5)"""
    table = board().play(2, "D06").general(2, 0).intrigue(1, 12).score()
    assert table.stop == (2, "end_place")
    assert table.go("place 12").supplies(2) == (15, 0)


def test_last_is_not_asked_without_a_marker(board):
    """Rule: "Owner of `last`, with a marker in either supply" (6)."""
    table = board().play(2, "D06").general(2, 0).put(10, 0, 0, 16).score()
    assert table.stop == ("chance", "draw_shield")


def test_used_missions_work_again_in_the_next_round(board):
    """Rule: "`used`: … emptied when the next round begins" (8)."""
    table = board().play(0, "L15", "D05").use(0, "L15", "D05").score().until("gold")
    assert table.seat(0)["used"] == []


def test_a_used_mission_is_not_offered(board):
    """Rule: "With `four` unused …; with `redraw` unused …; with `pause` unused …" (6)."""
    table = board().play(0, "L15", "L16", "M11", "D05").use(0, "D05", "L15", "M11")
    table = table.influence(0, "1", "2").turn()
    assert {m.split(":")[0] for m in table.moves} == {"1", "2", "skip"}
    assert table.go("skip").seat(0)["used"] == ["D05", "L15", "L16", "M11"]
