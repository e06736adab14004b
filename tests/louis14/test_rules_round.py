"""A whole round from set-up, every card and move given, reckoned by hand."""

import pytest


def supplies(table):
    return [table.supplies(i) for i in range(3)]


@pytest.fixture
def round_one(fresh):
    """Three players, seat 1 starts, up to the first stop of scoring."""
    table = fresh(3).go("start 1")
    table.go("mission M01", "mission L03")
    table.go("mission M05", "mission L15")
    table.go("mission M02", "mission L07")
    table.go("gold G5")
    for cards in ("1 1 J 5 6", "3 3 J 7 9", "4 2 8 J 10"):
        table.go(*(f"influence {card}" for card in cards.split()))
    assert table.stop == (1, "turn") and supplies(table) == [(10, 6), (11, 5), (11, 5)]
    table.go("1:1+1+6", "3:3+3+3", "4:3+4+4")
    table.go("J:6", "7:7+7", "2:2+3")
    table.go("5:recall", "9:9", "8:7+8")
    table.go("1:1+2+2", "J:1")
    assert table.stop == (0, "turn") and supplies(table) == [(3, 6), (7, 2), (4, 5)]
    court = {t: table.tile(t)["markers"] for t in range(1, 13) if any(table.tile(t)["markers"])}
    assert court == {
        1: [0, 3, 1], 2: [1, 2, 0], 3: [2, 0, 3], 4: [2, 0, 0], 6: [0, 2, 0], 7: [1, 0, 2],
        8: [1, 0, 0], 9: [0, 0, 1],
    }  # fmt: skip
    return table.go("J:recall")


def score(table):
    table.go("bribe", "none", "shield a", "place 9")
    return table.go("markers 1")


def test_scoring_of_the_round(round_one):
    """3.3, tile by tile."""
    table = round_one
    assert (table.stop, table.step["tile"]) == ((2, "bribe"), 1)
    assert table.seat(1)["chips"] == {"S": 1} and table.supplies(1) == (7, 5)
    table.go("bribe")
    assert (table.stop, table.step["tile"]) == ((0, "bribe"), 2)
    assert table.seat(2)["gold"] == 6 and table.seat(2)["chips"] == {"S": 1}
    assert table.supplies(2) == (5, 5)
    assert table.seat(1)["chips"] == {"S": 1, "L": 1} and table.supplies(1) == (7, 7)
    table.go("none")
    assert (table.stop, table.step["tile"]) == (("chance", "draw_shield"), 6)
    assert table.seat(2)["chips"] == {"S": 1, "R": 1, "C": 1} and table.supplies(2) == (5, 8)
    assert table.seat(0)["chips"] == {"R": 1, "H": 1} and table.supplies(0) == (8, 6)
    table.go("shield a")
    assert table.stop == (1, "conde") and table.step["aside"] == [0, 2, 0]
    table.go("place 9")
    assert (table.stop, table.step["tile"]) == ((0, "maintenon"), 8)
    assert table.supplies(1) == (9, 6)
    assert table.seat(2)["gold"] == 11 and table.supplies(2) == (5, 10)
    table.go("markers 1")
    assert table.stop == (1, "missions")
    assert supplies(table) == [(10, 5), (10, 6), (6, 10)]
    assert [table.seat(i)["chips"] for i in range(3)] == [
        {"R": 1, "H": 1}, {"S": 1, "L": 1}, {"S": 1, "R": 1, "C": 1},
    ]  # fmt: skip
    backs = [t for t in range(1, 13) if table.tile(t)["side"] == "back"]
    assert backs == [1, 2, 3, 4, 6, 7, 8], "tile 9 was tied, the others empty"
    assert table.tile(5)["markers"] == [1, 0, 0] and table.json["louis"] is None


def test_missions_of_the_round_and_the_next_one(round_one):
    """3.4, and the beginning of round 2 (3.1)."""
    table = score(round_one)
    table.go("mission M01 pay SL", "draw D", "mission D05", "done")
    assert table.stop == (2, "missions")
    table.go("mission M05 pay SC", "draw L", "mission L19", "done")
    assert table.seat(2)["chips"] == {"R": 1}, "a single chip is kept"
    table.go("mission M02 pay RH", "draw M", "mission M07", "done")
    json = table.json
    assert (json["round"], json["start"], json["phase"]) == (2, 2, "resources")
    assert [seat["gold"] for seat in json["seats"]] == [9, 9, 11]
    assert [seat["missions"] for seat in json["seats"]] == [
        ["L07", "M07"], ["D05", "L03"], ["L15", "L19"],
    ]  # fmt: skip
    table.go("gold G2")
    assert [table.seat(i)["gold"] for i in range(3)] == [15, 15, 17]
    assert (table.stop, table.step["mission"], table.step["for"]) == (
        ("chance", "draw_shield"), "M05", 2,
    )  # fmt: skip
    table.go("shield f")
    assert (table.stop, table.step["mission"]) == ((0, "gold2"), "M02")
    table.go("2m")
    assert (table.stop, table.step["mission"]) == ((1, "gold2"), "M01")
    table.go("1g1m")
    assert supplies(table) == [(12, 3), (11, 5), (6, 10)]
    assert (table.stop, table.step["for"]) == (("chance", "draw_influence"), 2)


def test_what_seat_0_saw_of_the_round(round_one):
    """Its record has a place for every event but what it cannot see at all (7)."""
    table = score(round_one)
    record = table.state.seat_record(0)
    tokens = [event.get("move", event.get("chance")) for event in record]
    assert tokens[:8] == [
        "start 1", "mission M?", "mission L?", "mission M?", "mission L?", "mission M02",
        "mission L07", "gold G5",
    ]  # fmt: skip
    hidden = ["influence ?"] * 10
    own = ["influence 4", "influence 2", "influence 8", "influence J", "influence 10"]
    assert tokens[8:23] == [*hidden, *own]
    assert tokens[23:26] == ["1:1+1+6", "3:3+3+3", "4:3+4+4"]
    assert tokens[35:] == ["bribe", "none", "shield ?", "place 9", "markers 1"]
    assert [event.get("seat") for event in record[35:]] == [2, 0, None, 1, 0]
