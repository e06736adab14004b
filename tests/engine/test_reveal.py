"""``end`` with the final state, and number 52 of section 8."""

import copy
import itertools

import pytest

from eminence.ai.engine.reveal import contradictions


@pytest.fixture
def opened(engine, deal):
    """Return a function that opens a game for a seat at its end."""

    def begin(players, seed, seat):
        dealt = deal(players, seed)
        engine.ok(**dealt.new(seat, events=dealt.record(seat)))
        return dealt

    return begin


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", range(4))
def test_the_truth_fits(engine, opened, players, seed):
    for seat in range(players):
        dealt = opened(players, seed, seat)
        reply = engine.ok(cmd="end", reveal=dealt.final.to_json())
        assert reply["scores"] == dealt.final.scores() and reply["game"] == "default"
        assert engine.error(cmd="end")["code"] == "unknown_game"


def test_the_truth_fits_on_the_way(engine, deal):
    dealt = deal(3, 1)
    for state in dealt.states[5::40]:
        record = state.seat_record(1)
        engine.ok(**dealt.new(1, events=record))
        assert engine.ok(cmd="end", reveal=state.to_json())["scores"] == state.scores()


def test_the_truth_fits_for_all(engine, deal):
    dealt = deal(3, 1)
    engine.ok(**dealt.new("all", events=dealt.final.record))
    assert engine.ok(cmd="end", reveal=dealt.final.to_json())["scores"] == dealt.final.scores()


def test_without_a_reveal(engine, opened):
    opened(3, 1, 1)
    assert "scores" not in engine.ok(cmd="end", reveal=None)


def test_another_game_does_not_fit(engine, opened, deal):
    dealt = opened(3, 1, 1)
    for seed in (2, 3):
        error = engine.error(cmd="end", reveal=deal(3, seed).final.to_json())
        assert error["code"] == "impossible" and error["path"].startswith("/reveal/")
    error = engine.error(cmd="end", reveal=dealt.states[-40].to_json())
    assert error["code"] == "impossible"
    assert engine.ok(cmd="end", reveal=dealt.final.to_json())


def test_a_deal_that_this_seat_saw_otherwise(engine, deal):
    """Another seat's own card is put in the place of one of ours: seat 1 cannot have it."""
    dealt = deal(3, 1)
    record, state = dealt.stop(1, "turn")
    engine.ok(**dealt.new(1, events=record))
    truth = state.to_json()
    forged = copy.deepcopy(truth)
    mine, theirs = forged["seats"][1]["missions"], forged["seats"][2]["missions"]
    mine[-1], theirs[-1] = theirs[-1], mine[-1]
    for seat in forged["seats"]:
        seat["missions"].sort()
    error = engine.error(cmd="end", reveal=forged)
    assert error["code"] == "impossible" and error["path"].startswith("/reveal/seats/1")
    unseen = copy.deepcopy(truth)
    zero, two = unseen["seats"][0], unseen["seats"][2]
    zero["missions"], two["missions"] = two["missions"], zero["missions"]
    assert engine.ok(cmd="end", reveal=unseen)["scores"] is None


def test_what_is_no_state(engine, opened, deal):
    dealt = opened(3, 1, 1)
    truth = dealt.final.to_json()
    for wrong in ({}, {**truth, "seats": []}, deal(2, 1).final.to_json()):
        error = engine.error(cmd="end", reveal=wrong)
        assert error["code"] == "bad_value" and error["path"] == "/reveal"
    error = engine.error(cmd="end", reveal=[])
    assert (error["code"], error["path"]) == ("bad_type", "/reveal")
    assert engine.ok(cmd="legal")["to_move"] is None


class Known:
    """A view and its samples, as observations."""

    seat = 0

    def __init__(self, known, *samples):
        self._known = known
        self._samples = itertools.cycle(samples or [known])

    def observation(self, seat=0):
        return self._known

    def sample(self, rng):
        return Known(next(self._samples))


@pytest.mark.parametrize(
    ("known", "shown", "against"),
    [
        ({"a": 1}, {"a": 1}, []),
        ({"a": 1}, {"a": 2}, ["/a"]),
        ({"a": 1}, {}, ["/a"]),
        ({}, {"a": 1}, ["/a"]),
        ({"a": [1, 2]}, {"a": [1, 2, 3]}, ["/a"]),
        ({"a": [{"b": 1}, {"b": 2}]}, {"a": [{"b": 1}, {"b": 3}]}, ["/a/1/b"]),
        ({"a": ["?", "?"]}, {"a": ["J", 7]}, []),
        ({"a": ["?", "?"]}, {"a": ["J"]}, ["/a"]),
        ({"a": ["J", "?"]}, {"a": ["3", "J"]}, []),
        ({"a": ["J", "?"]}, {"a": ["3", "4"]}, ["/a"]),
        ({"a": ["J", "J", "?"]}, {"a": ["3", "4", "J"]}, ["/a"]),
        ({"a": [7, "?"]}, {"a": [3, 7]}, []),
        ({"a": ["L?", "M02", "M?"]}, {"a": ["L01", "M02", "M05"]}, []),
        ({"a": ["L?", "M02", "M?"]}, {"a": ["L01", "L02", "M02"]}, ["/a"]),
        ({"a": ["?", "L?"]}, {"a": ["L01", "M02"]}, []),
        ({"a": {"id": "L?", "by": 1}}, {"a": {"id": "L03", "by": 1}}, []),
        ({"a": {"id": "L?", "by": 1}}, {"a": {"id": "M03", "by": 2}}, ["/a/by", "/a/id"]),
        ({"a": {"x": 1, "?": 2}}, {"a": {"x": 2, "y": 1}}, []),
        ({"a": {"x": 1, "?": 2}}, {"a": {"y": 3}}, ["/a"]),
        ({"a": {"?": 2}}, {"a": {"y": 3}}, ["/a"]),
    ],
)
def test_what_agrees(known, shown, against):
    assert contradictions(Known(known), Known(shown), None) == against


def test_a_field_that_samples_contradict_is_not_known():
    known = {"seats": [{"bonus": 0, "gold": 1}, {"bonus": 0, "gold": 2}], "scores": None}
    sample = {"seats": [{"bonus": 3, "gold": 1}, {"bonus": 0, "gold": 2}], "scores": [5, 6]}
    final = {"seats": [{"bonus": 0, "gold": 1}, {"bonus": 2, "gold": 3}], "scores": [9, 9]}
    view = Known(known, known, sample)
    assert contradictions(view, Known(final), None) == ["/seats/1/gold"]
