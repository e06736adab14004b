"""Set-up: section 2 of the contract."""

from itertools import product

import pytest

from eminence.core.game import load


@pytest.mark.parametrize("players", [2, 3, 4])
def test_start_player_is_a_uniform_chance_outcome(fresh, players):
    """Rule: "The start player is a chance outcome, uniform." (2)"""
    table = fresh(players)
    assert table.stop == ("chance", "start")
    assert table.state.chance_outcomes() == [
        (f"start {i}", pytest.approx(1 / players)) for i in range(players)
    ]


def test_state_before_the_start_player_is_known(fresh):
    """Rule: "Before `start N`: round 1, `start` null, all 16 markers personal, 5 gold." (8)"""
    json = fresh(3).json
    assert (json["round"], json["start"], json["phase"], json["louis"]) == (1, None, "setup", None)
    assert (json["to_move"], json["decision"]) == ("chance", "start")
    for seat in json["seats"]:
        assert (seat["personal"], seat["general"], seat["gold"]) == (16, 0, 5)
        assert seat["missions"] == seat["influence"] == seat["intrigue"] == []
        assert seat["chips"] == seat["shields"] == {}
    assert json["shield_bag"] == dict.fromkeys("abcdef", 10)
    assert json["gold_cards"] == [f"G{k}" for k in range(1, 9)]
    assert json["step"] == {
        "for": None, "owed": 0, "tile": None, "most": None, "aside": None, "mission": None,
        "card": None,
    }  # fmt: skip
    assert json["scores"] is None
    assert [tile["side"] for tile in json["tiles"]] == ["front"] * 12


def test_a_fixed_start_player_stands_in_the_record(fresh):
    """Rule: "A caller may fix it, it stands in the record either way." (2)"""
    fixed = fresh(3, 2)
    drawn = fresh(3).go("start 2")
    assert fixed.state.record == drawn.state.record == [{"chance": "start 2"}]
    assert fixed.json == drawn.json


@pytest.mark.parametrize(
    ("players", "start"), [(n, s) for n, s in product([2, 3, 4], range(4)) if s < n]
)
def test_general_supplies_in_play_order(dealt, players, start):
    """Rule: "In play order 5, 5, 6, 7 (two players: 5, 6)." (2)"""
    table = dealt(players, start)
    expected = [5, 6] if players == 2 else [5, 5, 6, 7]
    for place in range(players):
        general = expected[place]
        assert table.supplies((start + place) % players) == (16 - general, general)


def test_each_player_draws_a_medium_then_a_light_mission_in_play_order(fresh):
    """Rule: "In play order each draws one medium (`M`), then one light (`L`)." (2)"""
    table = fresh(3, 1)
    for seat, medium, light in ((1, "M07", "L20"), (2, "M01", "L01"), (0, "M12", "L03")):
        assert (table.stop, table.json["phase"]) == (("chance", "draw_mission"), "setup")
        assert (table.step["for"], table.step["owed"], table.step["card"]) == (seat, 2, None)
        assert {token[:9] for token in table.chances} == {"mission M"}
        table.go(f"mission {medium}")
        assert (table.step["for"], table.step["owed"], table.step["card"]) == (seat, 1, None)
        assert {token[:9] for token in table.chances} == {"mission L"}
        table.go(f"mission {light}")
        assert table.seat(seat)["missions"] == [light, medium]
    assert table.stop == ("chance", "gold")
    assert table.json["phase"] == "resources"


def test_mission_draws_are_uniform_over_what_is_left(fresh):
    """Rule: "A draw is a chance outcome, uniform over the cards that could be on top." (6)"""
    table = fresh(4, 0)
    assert table.state.chance_outcomes() == [
        (f"mission M{k:02}", pytest.approx(1 / 12)) for k in range(1, 13)
    ]
    table.go("mission M05", "mission L02")
    left = [k for k in range(1, 13) if k != 5]
    assert table.state.chance_outcomes() == [
        (f"mission M{k:02}", pytest.approx(1 / 11)) for k in left
    ]


def test_gold_and_supplies_after_set_up(dealt):
    """Rule: "Each player has 16 markers, 5 gold, and two secret missions." (2)"""
    table = dealt(4)
    for i in range(4):
        assert table.seat(i)["gold"] == 5
        assert len(table.seat(i)["missions"]) == 2
    assert len(table.json["mission_decks"]["L"]["top"]) == 16
    assert len(table.json["mission_decks"]["M"]["top"]) == 8
    assert len(table.json["mission_decks"]["D"]["top"]) == 8


def test_the_game_tells_its_players(engine):
    """Rule: "Louis XIV … 2 to 4 players" (head)."""
    for players in (2, 3, 4):
        game = load("louis14", players, engine=engine)
        assert game.players == players
        assert game.info.players == (2, 3, 4)
        assert game.new().game.players == players
