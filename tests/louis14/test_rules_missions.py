"""The missions phase: sections 3.4, 5 and 6."""

import pytest


def pays(table, mission):
    return [m.split()[-1] for m in table.moves if m.startswith(f"mission {mission} ")]


@pytest.mark.parametrize(
    ("mission", "chips", "expected"),
    [
        ("L03", "SL", ["SL"]),
        ("L03", "SS", ["SS"]),
        ("L03", "LR", []),
        ("L03", "S", []),
        ("L03", "LC", ["LC"]),
        ("L03", "CC", ["CC"]),
        ("L03", "SLC", ["SL", "SC", "LC"]),
        ("L03", "SSLRHCC", ["SS", "SL", "SR", "SH", "SC", "LC", "RC", "HC", "CC"]),
        ("L16", "SHH", ["SH", "HH"]),
        ("M01", "SL", ["SL"]),
        ("M01", "SS", []),
        ("M01", "SLC", ["SL", "SC", "LC"]),
        ("M01", "RC", []),
        ("M01", "SLRHCC", ["SL", "SC", "LC", "CC"]),
        ("D01", "SSC", ["SS", "SC"]),
        ("D01", "SCC", ["SC", "CC"]),
        ("D01", "SLRH", []),
        ("D06", "HHHCC", ["HH", "HC", "CC"]),
    ],
)
def test_payments(board, mission, chips, expected):
    """Rule: "A crown stands for any chip; `?` is paid with any chip" (3.4); `XY` in the order S L R
    H C (6)."""
    table = board().hand(0, mission, "M12").chips(0, chips).score()
    assert table.stop == (0, "missions")
    assert pays(table, mission) == expected
    assert table.moves[-1] == "done"


def test_moves_stand_in_the_order_of_codes(board):
    """`mission ID pay XY` by ID in ascending order, then by XY."""
    table = board().hand(0, "M01", "L03").chips(0, "SSL").score()
    assert table.moves == ["mission L03 pay SS", "mission L03 pay SL", "mission M01 pay SL", "done"]


def test_a_mission_played_lies_face_up_and_is_replaced_at_once(board):
    """Rule: "Right away it draws a replacement from any of the three decks" (3.4); a dark one may
    be played and a light one drawn (rulebook, page 9)."""
    table = board().hand(0, "D02", "M02").chips(0, "RRSC").score()
    table.go("mission D02 pay RR")
    assert table.stop == (0, "deck")
    assert (table.step["owed"], table.step["mission"], table.step["card"]) == (1, None, None)
    assert table.seat(0)["played"] == ["D02"] and table.seat(0)["missions"] == ["M02"]
    assert table.seat(0)["chips"] == {"S": 1, "C": 1}
    assert table.moves == ["draw L", "draw M", "draw D"]
    table.go("draw L")
    assert table.stop == ("chance", "draw_mission")
    assert (table.step["for"], table.step["owed"], table.step["card"]) == (0, 1, "L")
    assert {token[:9] for token in table.chances} == {"mission L"}
    table.go("mission L20")
    assert table.seat(0)["missions"] == ["L20", "M02"]
    assert table.stop == (0, "missions") and table.step["card"] is None


def test_a_mission_just_drawn_may_be_played(board):
    """Rule: "Which it may play in turn" (3.4)."""
    table = board().hand(0, "D02", "M02").chips(0, "RRSC").score()
    table.go("mission D02 pay RR", "draw L", "mission L03", "mission L03 pay SC")
    assert table.seat(0)["played"] == ["D02", "L03"] and table.seat(0)["chips"] == {}


def test_jeno(board):
    """Rulebook, page 9: Jeno pays a sceptre and a ring for one card, draws a dark one (double
    helmet, alas), pays a crown for a helmet and a sceptre as any chip for the other, draws again
    and, without chips, is done; it is his left neighbour's turn."""
    table = board().hand(0, "L06", "M03").chips(0, "SSRC").score()
    table.go("mission M03 pay SR", "draw D", "mission D06")
    assert not pays(table, "D06")
    table.go("mission L06 pay SC", "draw M", "mission M09")
    assert table.seat(0)["chips"] == {}
    assert table.moves == ["done"]
    table.go("done")
    assert table.stop == (1, "missions")
    assert table.seat(0)["played"] == ["L06", "M03"]
    assert table.seat(0)["missions"] == ["D06", "M09"]
    assert table.seat(0)["shields"] == {}


def test_players_complete_their_phase_in_play_order(board):
    """Rule: "In play order, each player completes its phase before the next begins" (3.4)."""
    table = board(start=2).chips(2, "SL").score()
    for seat in (2, 3, 0, 1):
        assert (table.stop, table.json["phase"]) == ((seat, "missions"), "missions")
        table.go("done")
        if seat == 2:
            table.go("keep S", "shield a")
    assert table.stop == ("chance", "gold")


def test_empty_decks_are_not_offered(board):
    """Rule: "From any of the three decks that is not empty" (3.4)."""
    table = board().hand(0, "D02", "M02").rest_of_missions(3, "LD").chips(0, "RR")
    table = table.score().until("missions")
    table.go("mission D02 pay RR")
    assert table.moves == ["draw M"]


def test_no_replacement_when_all_decks_are_empty(board):
    """Rule: "(none if all are)" (3.4)."""
    table = board().hand(0, "D02", "M02").rest_of_missions(3).chips(0, "RRS").score()
    assert table.until("missions").stop == (0, "missions")
    table.go("mission D02 pay RR")
    assert table.stop == (0, "missions")
    assert table.seat(0)["missions"] == ["M02"]


def test_draw2_draws_two_one_after_the_other(board):
    """Rule: "`draw2`: draw two replacements instead of one (any decks, one after the other)"
    (5)."""
    table = board().hand(0, "L01", "M02").chips(0, "SS").score().go("mission L01 pay SS")
    assert table.stop == (0, "deck")
    assert (table.step["owed"], table.step["mission"]) == (2, "L01")
    table.go("draw D")
    assert (table.step["owed"], table.step["mission"], table.step["card"]) == (2, "L01", "D")
    table.go("mission D01")
    assert table.seat(0)["missions"] == ["D01", "M02"], "looked at before the second is drawn"
    assert table.stop == (0, "deck") and table.step["owed"] == 1
    table.go("draw M", "mission M11")
    assert table.seat(0)["missions"] == ["D01", "M02", "M11"]
    assert table.stop == (0, "missions")


def test_with_both_draw2_four_missions_are_in_hand(board):
    """Rulebook, page 14: who has played and used both holds four."""
    table = board().hand(0, "L01", "L02").chips(0, "SSLL").score()
    table.go("mission L01 pay SS", "draw L", "mission L05", "draw L", "mission L06")
    table.go("mission L02 pay LL", "draw M", "mission M05", "draw M", "mission M06")
    assert table.seat(0)["missions"] == ["L05", "L06", "M05", "M06"]


def test_draw2_draws_what_the_decks_hold(board):
    """Rule: "For each replacement owed, if any deck has a card" (6)."""
    start = board().hand(0, "L01", "M02").rest_of_missions(3, "LM")
    start.play(3, *[f"D0{k}" for k in range(1, 8)])
    table = start.chips(0, "SS").score().until("missions").go("mission L01 pay SS")
    assert table.moves == ["draw D"]
    table.go("draw D", "mission D08")
    assert table.stop == (0, "missions")
    assert table.seat(0)["missions"] == ["D08", "M02"]


def test_crown_swaps_a_chip_for_two_gold(board):
    """Rule: "`crown`: once, any time in your phase before you are done: pay 2 gold and swap a chip
    for a crown" (5)."""
    table = board().play(0, "L17").chips(0, "SLC").score()
    assert [m for m in table.moves if m.startswith("crown")] == ["crown S", "crown L"]
    table.go("crown L")
    assert table.seat(0)["chips"] == {"S": 1, "C": 2} and table.seat(0)["gold"] == 3
    assert table.seat(0)["used"] == ["L17"]
    assert not any(m.startswith("crown") for m in table.moves)
    assert table.stop == (0, "missions")


@pytest.mark.parametrize(
    ("gold", "chips", "offered"), [(1, "S", False), (2, "S", True), (2, "C", False), (2, "", False)]
)
def test_crown_needs_two_gold_and_a_chip(board, gold, chips, offered):
    """Rule: "X not a crown; with `crown` unused and 2 gold" (6)."""
    table = board().play(0, "L17").gold(0, gold).chips(0, chips).score()
    assert any(m.startswith("crown") for m in table.moves) == offered


def test_two_copies_of_crown(board):
    """Rulebook, page 14: with two such cards a player pays 4 gold for two crowns; the lowest code
    first (6)."""
    table = board().play(0, "L17", "L18").gold(0, 4).chips(0, "SS").score().go("crown S")
    assert table.seat(0)["used"] == ["L17"]
    table.go("crown S")
    assert table.seat(0)["used"] == ["L17", "L18"]
    assert table.seat(0)["chips"] == {"C": 2} and table.seat(0)["gold"] == 0


def test_crown_works_from_the_moment_it_is_played(board):
    """Rule: "Each copy works once a round, on its own, from the moment it is played." (5)"""
    table = board().hand(0, "L17", "M01").chips(0, "SLR").score().go("mission L17 pay SL")
    table.go("draw L", "mission L01", "crown R")
    assert table.seat(0)["chips"] == {"C": 1}


def test_keep_one_chip_and_a_shield_for_each_other(board):
    """Rule: "It keeps exactly one chip if it has any; all others go back, then one shield is drawn
    for each." (3.4)"""
    table = board().chips(0, "SSLC").score().go("done")
    assert (table.stop, table.step["mission"]) == ((0, "keep"), None)
    assert table.moves == ["keep S", "keep L", "keep C"]
    table.go("keep S")
    assert table.seat(0)["chips"] == {"S": 1}
    assert (table.stop, table.step["for"]) == (("chance", "draw_shield"), 0)
    for owed in (3, 2, 1):
        assert table.step["owed"] == owed
        table.go("shield d")
    assert table.seat(0)["shields"] == {"d": 3}
    assert table.stop == (1, "missions")


def test_one_kind_of_chip_is_not_asked(board):
    """Rule: "`keep`: … player with two or more kinds of chip" (6)."""
    table = board().chips(0, "HHH").score().go("done")
    assert table.stop == ("chance", "draw_shield") and table.step["owed"] == 2
    assert table.seat(0)["chips"] == {"H": 1}


def test_a_single_chip_is_kept(board):
    """Rule: "It keeps exactly one chip if it has any" (3.4)."""
    table = board().chips(0, "H").score().go("done")
    assert table.stop == (1, "missions") and table.seat(0)["chips"] == {"H": 1}


def test_exchange_puts_missions_back_and_draws_as_many(board):
    """Rule: "`exchange`: put one or two missions from hand under their decks, then draw as many
    from any decks" (5)."""
    table = board().play(0, "L19").hand(0, "L03", "M02").score().go("done")
    assert (table.stop, table.step["mission"]) == ((0, "exchange"), "L19")
    assert table.moves == ["none", "return L03", "return M02", "return L03+M02"]
    table.go("return L03+M02")
    assert table.seat(0)["missions"] == []
    assert table.json["mission_decks"]["L"]["bottom"] == [{"id": "L03", "by": 0}]
    assert table.json["mission_decks"]["M"]["bottom"] == [{"id": "M02", "by": 0}]
    assert table.stop == (0, "deck")
    assert (table.step["owed"], table.step["mission"]) == (2, "L19")
    table.go("draw D", "mission D04")
    assert (table.step["owed"], table.step["mission"]) == (1, "L19")
    table.go("draw D", "mission D05")
    assert table.seat(0)["missions"] == ["D04", "D05"]
    assert table.stop == (1, "missions")


def test_exchange_of_one(board):
    """Rule: "One or two missions" (5)."""
    table = board().play(0, "L20").hand(0, "L03", "M02").score().go("done", "return M02")
    assert table.step["owed"] == 1
    table.go("draw L", "mission L01")
    assert table.seat(0)["missions"] == ["L01", "L03"] and table.stop == (1, "missions")


def test_exchange_pairs_are_ascending_whatever_the_hand(board):
    """`ID+ID` ascending (6), with three missions in hand."""
    table = board().play(0, "L19", "L01").hand(0, "L03", "M02", "D01").score().go("done")
    assert table.moves == [
        "none", "return D01", "return L03", "return M02",
        "return D01+L03", "return D01+M02", "return L03+M02",
    ]  # fmt: skip


def test_both_copies_of_exchange_one_after_the_other(board):
    """Rulebook, page 12: the second may exchange cards that the first one brought."""
    table = board().play(0, "L20", "L19").hand(0, "L03", "M02").score()
    table.go("done", "return L03", "draw D", "mission D04")
    assert (table.stop, table.step["mission"]) == ((0, "exchange"), "L20")
    assert "return D04+M02" in table.moves
    table.go("return D04", "draw L", "mission L11")
    assert table.seat(0)["missions"] == ["L11", "M02"] and table.stop == (1, "missions")


def test_exchange_is_asked_before_chips_go_back(board):
    """3.4: step 2 before step 3."""
    table = board().play(0, "L19").chips(0, "SL").score().go("done")
    assert table.stop == (0, "exchange")
    assert table.go("none").stop == (0, "keep")


def test_exchange_needs_a_mission_in_hand(board):
    """Rule: "Owner, after `done`, with a mission in hand" (6)."""
    table = board().play(0, "L19").hand(0).score().go("done")
    assert table.stop == (1, "missions")


def test_exchange_played_this_round_works_this_round(board):
    """Rule: "From the moment it is played" (5)."""
    table = board().hand(0, "L19", "M01").chips(0, "SL").score()
    table.go("mission L19 pay SL", "draw L", "mission L01", "done")
    assert table.stop == (0, "exchange")


def test_round_four_asks_neither_exchange_nor_keep(board):
    """Rule: "In round 4 they are without use and not asked"; "in round 4 this step is left out"
    (3.4)."""
    table = board(3, round=4).play(0, "L19").chips(0, "SSL").score().go("done")
    assert table.stop == (1, "missions")
    assert table.seat(0)["chips"] == {"S": 2, "L": 1}
    assert table.seat(0)["shields"] == {}


@pytest.mark.parametrize(("round_", "start"), [(1, 0), (2, 3), (3, 1)])
def test_the_start_marker_passes_clockwise(board, round_, start):
    """Rule: "The start marker passes clockwise after rounds 1, 2 and 3." (3)"""
    table = board(4, round=round_, start=start).score().until("gold")
    assert table.json["start"] == (start + 1) % 4
    assert table.json["round"] == round_ + 1
    assert table.json["phase"] == "resources"


def test_a_mission_played_now_works_in_the_next_round(board):
    """Rule: "The card lies face up for the rest of the game." (3.4)"""
    table = board().hand(0, "D02", "M02").chips(0, "RR").score()
    table.go("mission D02 pay RR", "draw L", "mission L05").until("gold").go("gold G1")
    assert table.seat(0)["gold"] == 5 + 3 + 3
