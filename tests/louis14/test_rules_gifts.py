"""The gifts of the twelve courtiers: sections 1, 3.3 and 6. Louis stands aside on tile 3."""

import pytest


@pytest.mark.parametrize(
    ("tile", "chip"), [(1, "S"), (2, "L"), (3, "R"), (4, "H"), (5, "C"), (9, "C")]
)
def test_chips(board, tile, chip):
    """Tiles 1 to 5 and 9 give a chip (1)."""
    table = board(louis=1 if tile == 3 else 3).put(tile, 1).score()
    assert table.seat(0)["chips"] == {chip: 1}


def test_colbert_gives_five_gold(board):
    """Tile 7: "5 gold" (1)."""
    assert board().put(7, 1).score().seat(0)["gold"] == 10


def test_turenne_gives_two_shields(board):
    """Tile 10: "two shields" (1); `owed` 2, then 1."""
    table = board().put(10, 3).score()
    assert (table.stop, table.step["for"]) == (("chance", "draw_shield"), 0)
    assert table.step["owed"] == 2 and table.step["tile"] == 10
    table.go("shield e")
    assert table.step["owed"] == 1
    table.go("shield f")
    assert table.seat(0)["shields"] == {"e": 1, "f": 1}


def test_mazarin_gives_an_influence_card_that_is_kept(board):
    """Tile 11: "the top influence card, kept in hand" (1)."""
    table = board().put(11, 0, 1).score()
    assert table.stop == ("chance", "draw_influence")
    assert (table.step["for"], table.step["owed"], table.step["tile"]) == (1, 1, 11)
    assert table.chances["influence J"] == pytest.approx(6 / 30)
    table.go("influence J")
    assert table.seat(1)["influence"] == ["J"]
    assert sum(table.json["influence_deck"].values()) == 29
    assert table.until("gold").seat(1)["influence"] == ["J"]


def test_louvois_gives_a_shield_and_an_intrigue_card(board):
    """Tile 12: "one shield and the top intrigue card" (1); `owed`: 2, then 1 (8)."""
    table = board().put(12, 0, 0, 1).score()
    assert table.stop == ("chance", "draw_shield")
    assert (table.step["for"], table.step["owed"], table.step["tile"]) == (2, 2, 12)
    table.go("shield a")
    assert table.stop == ("chance", "draw_intrigue")
    assert (table.step["for"], table.step["owed"], table.step["tile"]) == (2, 1, 12)
    table.go("intrigue 3")
    assert table.seat(2)["intrigue"] == [3] and table.seat(2)["shields"] == {"a": 1}


def test_louvois_with_an_empty_bag(board):
    """Rule: "If the bag of 60 shields is empty, a shield drawn is *blank*" (1), without outcome
    (6)."""
    table = board().bag(3).put(12, 1).score()
    assert table.stop == ("chance", "draw_intrigue") and table.step["owed"] == 1
    assert table.seat(0)["blank"] == 1


def test_louvois_with_an_empty_intrigue_deck(board):
    """Rule: "An empty intrigue deck gives no card." (5)"""
    table = board().rest_of_intrigue(3).put(12, 1).score().until("draw_shield")
    table.go("shield a")
    assert table.stop == (0, "missions") and table.seat(0)["intrigue"] == []


def test_louvois_bought(board):
    """Gold tile 12: most free, the others for 3 gold (3.3)."""
    table = board().put(12, 1, 2).score().go("shield a", "intrigue 1")
    assert table.stop == (0, "bribe")
    table.go("bribe", "shield b", "intrigue 2")
    assert table.seat(0)["gold"] == 2 and table.seat(0)["intrigue"] == [2]


def conde(board, round=2, general=5):
    """Seat 0 has just drawn the shield of tile 6."""
    return board(round=round).general(0, general).put(6, 2).put(9, 0, 1).score().go("shield b")


def test_conde_gives_a_shield_then_asks_for_a_tile(board):
    """Tile 6: "one shield, then one marker from general supply onto any tile" (1)."""
    table = board().put(6, 2).score()
    assert table.stop == ("chance", "draw_shield")
    assert (table.step["for"], table.step["owed"], table.step["tile"]) == (0, 1, 6)
    table.go("shield b")
    assert (table.stop, table.step["tile"]) == ((0, "conde"), 6)
    assert table.seat(0)["shields"] == {"b": 1}
    assert table.moves == [f"place {t}" for t in range(1, 13)], "no `none` from general supply"


def test_conde_on_a_later_tile_counts_this_round(board):
    """Rule: "On a tile scored later it counts this round" (3.3; rulebook, page 11)."""
    table = conde(board).go("place 7")
    assert table.seat(0)["gold"] == 10, "alone on tile 7"
    assert table.supplies(0) == (11, 5), "one from general, which the majority puts back there"


def test_conde_may_break_up_a_later_majority(board):
    """The marker counts like any other on a later tile (3.3)."""
    table = conde(board).go("place 9")
    assert table.seat(1)["chips"] == {}, "tied on tile 9"
    assert table.supplies(0) == (12, 4)


@pytest.mark.parametrize("tile", [1, 5, 6])
def test_conde_on_an_earlier_tile_or_this_one_counts_next_round(board, tile):
    """Rule: "On this one or an earlier one the next" (3.3; rulebook, page 11)."""
    table = conde(board).go(f"place {tile}")
    assert table.seat(0)["chips"] == {}
    assert table.supplies(0) == (11, 4)
    table.until("gold")
    assert table.tile(tile)["markers"] == [1, 0, 0, 0], "still there in the next round"
    assert table.tile(6)["side"] == "back"
    table.until("turn")
    assert table.tile(tile)["markers"][0] == 1


@pytest.mark.parametrize(("tile", "drawn"), [(6, 2), (1, 2), (7, 3)])
def test_conde_in_round_four_is_worth_a_shield_where_it_stays(board, tile, drawn):
    """Rule: "… or one shield if there is no further round" (rulebook, page 11; section 4). Five
    gold are worth one shield, ten gold from tile 7 three."""
    table = conde(board, round=4).go(f"place {tile}").until("draw_shield")
    assert table.json["phase"] == "end"
    assert (table.step["for"], table.step["owed"]) == (0, drawn)


def test_conde_takes_from_personal_supply_only_if_wanted(board):
    """Rule: "`none` only if the marker would come from personal supply" (6)."""
    table = conde(board, general=0)
    assert table.moves == [*(f"place {t}" for t in range(1, 13)), "none"]
    declined = table.copy().go("none")
    assert declined.supplies(0) == (16, 0), "and the two set aside have returned"
    table.go("place 1")
    assert table.supplies(0) == (15, 0) and table.tile(1)["markers"][0] == 1


def test_conde_is_not_asked_without_a_marker(board):
    """Rule: "Receiver of gift 6, with a marker in either supply" (6): those set aside are in
    none."""
    table = board().general(0, 0).put(6, 16).put(7, 0, 1).score()
    table.go("shield a")
    assert table.stop != (0, "conde") and table.supplies(0) == (16, 0)


def test_conde_serves_in_play_order_each_with_its_own_marker(board):
    """In play order (3.3): the first one's marker lies on tile 6 while the second is asked."""
    table = board(start=1).put(6, 2, 2).score().go("shield a")
    assert table.stop == (1, "conde")
    table.go("place 6")
    assert table.step["for"] == 0 and table.step["aside"] == [2, 0, 0, 0]
    table.go("shield a", "place 6")
    assert table.tile(6)["markers"] == [1, 1, 0, 0]
    assert table.stop == (1, "missions"), "it is not scored again"


def maintenon(board, **general):
    """Seat 0 alone on tile 8 with one marker, so that it gets the gift."""
    start = board()
    for seat, n in general.items():
        start.general(int(seat[1:]), n)
    return start.put(8, 1).score()


@pytest.mark.parametrize(
    ("move", "placed", "supplies"),
    [("markers 0", 0, (11, 5)), ("markers 1", 1, (11, 4)), ("markers 2", 2, (11, 3))],
)
def test_maintenon(board, move, placed, supplies):
    """Tile 8: "up to two markers from general supply onto tile 5, then one marker from general to
    personal supply" (1). The marker from tile 8 goes to general supply afterwards."""
    table = maintenon(board)
    assert (table.stop, table.step["tile"]) == ((0, "maintenon"), 8)
    assert table.step["aside"] == [1, 0, 0, 0]
    assert table.moves == ["markers 0", "markers 1", "markers 2"]
    table.go(move)
    assert table.tile(5)["markers"] == [placed, 0, 0, 0], "tile 5 was scored before"
    assert table.supplies(0) == supplies


@pytest.mark.parametrize(
    ("general", "move", "supplies"),
    [
        (1, "markers 0", (15 + 0, 1)),
        (1, "markers 1", (14, 1)),
        (1, "markers 2", (13, 1)),
        (0, "markers 0", (15, 1)),
        (0, "markers 2", (13, 1)),
        (2, "markers 2", (13, 1)),
        (3, "markers 2", (13, 1)),
    ],
)
def test_maintenon_takes_from_general_first_then_from_personal_supply(
    board, general, move, supplies
):
    """Rule: "Where … general supply has too few, the rest comes from personal supply"; "as many
    move as are there" (5). The one set aside goes to general supply last (3.3)."""
    assert maintenon(board, s0=general).go(move).supplies(0) == supplies


@pytest.mark.parametrize(
    ("general", "personal", "moves"),
    [(1, 0, ["markers 0", "markers 1"]), (0, 1, ["markers 0", "markers 1"]),
     (1, 1, ["markers 0", "markers 1", "markers 2"])],
)  # fmt: skip
def test_maintenon_offers_as_many_as_both_supplies_hold(board, general, personal, moves):
    """Rule: "(as many as both supplies hold)" (6)."""
    start = board().general(0, 0).put(8, 16 - general - personal).general(0, general)
    assert start.score().moves == moves


def test_maintenon_is_not_asked_without_a_marker(board):
    """Rule: "Receiver of gift 8, with a marker in either supply" (6)."""
    table = board().general(0, 0).put(8, 16).score()
    assert table.stop == (0, "missions")
    assert table.supplies(0) == (0, 16), "strictly most: to general supply, after the gift"


def test_maintenon_bought_returns_its_markers_to_personal_supply_after_the_gift(board):
    """Most, then the others in play order; each served, then returned (3.3)."""
    table = board().general(0, 0).put(8, 1, 2).score().go("markers 0")
    assert table.stop == (0, "bribe")
    table.go("bribe", "markers 2")
    assert table.tile(5)["markers"][0] == 2
    assert table.supplies(0) == (14, 0)


def test_maintenon_may_be_bribed_with_markers_only_set_aside(board):
    """Set-aside markers are in neither supply until their owner has been served (3.3)."""
    table = board().general(0, 0).put(8, 1, 2).put(12, 15).put(12, 0, 0, 4).score()
    table.go("markers 0")
    table.go("bribe")
    assert table.seat(0)["gold"] == 2
    assert table.stop[1] != "maintenon"
    assert table.tile(8)["side"] == "back"


def test_maintenon_s_markers_count_on_tile_5_next_round(board):
    """Rule: "On this one or an earlier one the next" (3.3)."""
    table = maintenon(board).go("markers 2").until("gold")
    assert table.tile(5)["markers"][0] == 2
    assert table.seat(0)["chips"] == {}
