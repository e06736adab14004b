"""States as JSON: what is no state of the game is refused with the faulty field's name (8)."""

import copy

import pytest

from eminence.core.errors import EminenceError


def put(json, path, value):
    *way, last = path
    for key in way:
        json = json[key]
    json[last] = value


@pytest.fixture
def state(board):
    """Return a state at `turn` of seat 0 in a game for three, as JSON, and its game."""
    start = board(3).play(1, "D05").intrigue(1, 4).shields(1, a=2).chips(2, "S").put(3, 1, 2)
    table = start.influence(0, "6", "J").influence(1, "1", "2").turn()
    return table.state.game, table.json


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("game",), "louis15"),
        (("players",), 4),
        (("round",), 0),
        (("round",), 5),
        (("round",), "2"),
        (("phase",), "lunch"),
        (("decision",), "lunch"),
        (("to_move",), 3),
        (("to_move",), True),
        (("start",), 3),
        (("louis",), 5),
        (("step", "aside"), [0, 0]),
        (("step", "mission"), "X01"),
        (("step", "card"), "13"),
        (("tiles",), []),
        (("tiles", 4, "side"), "left"),
        (("tiles", 4, "markers"), [0, 0]),
        (("tiles", 4, "neutral"), -1),
        (("seats", 1, "gold"), -1),
        (("seats", 1, "gold"), 2.5),
        (("seats", 1, "personal"), 17),
        (("seats", 1, "chips"), {"Q": 1}),
        (("seats", 1, "chips"), {"S": 0}),
        (("seats", 1, "influence"), ["13"]),
        (("seats", 1, "influence"), ["2", "1"]),
        (("seats", 1, "intrigue"), [13]),
        (("seats", 1, "missions"), ["L99"]),
        (("seats", 1, "known_intrigue"), [5]),
        (("seats", 1, "known_missions"), {"D01": 0}),
        (("seats", 1, "used"), ["D07"]),
        (("seats", 1, "shields"), {"g": 1}),
        (("influence_deck",), {"13": 1}),
        (("gold_cards",), ["G9"]),
        (("shield_bag",), {"a": 11}),
        (("seats", 0, "gold"), None),
        (("scores",), [1, 2]),
    ],
)
def test_a_faulty_field_is_named(state, path, value):
    """`from_json`: "an error names the faulty field"."""
    game, json = state
    put(json, path, value)
    with pytest.raises(EminenceError) as caught:
        game.from_json(json)
    assert any(str(key) in str(caught.value) for key in path if isinstance(key, str))


@pytest.mark.parametrize(
    ("path", "value", "what"),
    [
        (("seats", 1, "personal"), 7, "markers"),
        (("influence_deck",), {"1": 2}, "influence"),
        (("intrigue_deck", "top"), [1, 2, 3], "intrigue"),
        (("intrigue_deck", "bottom"), [4], "intrigue"),
        (("mission_decks", "D", "top"), ["D01"], "mission"),
        (("mission_decks", "D", "bottom"), [{"id": "D05", "by": 0}], "mission"),
        (("seats", 0, "missions"), ["D05", "M01"], "mission"),
        (("shield_bag",), {"a": 10}, "shield"),
        (("gold_cards",), ["G1"], "gold_cards"),
    ],
)
def test_nothing_may_be_lost_or_doubled(state, path, value, what):
    """The components of section 1, each in one place."""
    game, json = state
    put(json, path, value)
    with pytest.raises(EminenceError):
        game.from_json(json)


@pytest.mark.parametrize(
    ("decision", "to_move"),
    [("bribe", 0), ("gold", "chance"), ("missions", 0), ("keep", 2), ("four", 0), ("turn", 2),
     ("draw_shield", "chance"), (None, None), ("start", "chance"), ("turn", "chance"),
     ("gold2", 0)],
)  # fmt: skip
def test_a_stop_that_cannot_be_there(state, decision, to_move):
    """The decision and who is to move must fit the phase, the hands and `step` (6, 8)."""
    game, json = state
    json["decision"], json["to_move"] = decision, to_move
    with pytest.raises(EminenceError):
        game.from_json(json)


def keys(json, at=()):
    """Every key that is always there, as a path; not what depends on kinds."""
    for key, value in json.items():
        yield (*at, key)
        if key in ("step", "intrigue_deck", "mission_decks") or at == ("mission_decks",):
            yield from keys(value, (*at, key))
    if not at:
        yield from (("tiles", 2, key) for key in json["tiles"][2])
        yield from (("seats", 1, key) for key in json["seats"][1])


def test_every_key_is_always_there(state):
    """Rule: "Every key always there" (8): one that is missing, or one too many, is refused."""
    game, json = state
    for path in keys(json):
        faulty = copy.deepcopy(json)
        *way, last = path
        inner = faulty
        for key in way:
            inner = inner[key]
        del inner[last]
        with pytest.raises(EminenceError) as caught:
            game.from_json(faulty)
        assert str(last) in str(caught.value)
    for path in (("more",), ("step", "more"), ("seats", 1, "more"), ("tiles", 0, "more")):
        faulty = copy.deepcopy(json)
        put(faulty, path, 1)
        with pytest.raises(EminenceError, match="more"):
            game.from_json(faulty)


def test_to_json_gives_a_new_object_each_time(state):
    """Changing what was handed out changes no state."""
    game, json = state
    again = game.from_json(json)
    out = again.to_json()
    out["seats"][0]["gold"] = 99
    json["seats"][0]["gold"] = 98
    assert again.to_json()["seats"][0]["gold"] == 5


def test_copies_are_independent(board):
    """`copy`: "Return an independent copy"."""
    table = board(3).influence(0, "6", "J").influence(1, "1", "2").turn()
    before, other = table.json, table.copy()
    other.go("6:1+6+6")
    assert table.json == before and table.state.record == []
    assert other.state.record == [{"seat": 0, "move": "6:1+6+6"}]
