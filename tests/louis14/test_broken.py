"""Faults that a tester found, each kept as a test."""

from __future__ import annotations

import signal
import subprocess
import sys

import pytest

from eminence import NotationError, Rng, load


@pytest.fixture
def finished():
    """Return a function that gives a finished random game."""

    def play(engine, seed):
        state, chance, choice = load("louis14", 2, engine=engine).new(), Rng(seed), Rng(seed, 1)
        while state.to_move is not None:
            state.sample_chance(chance)
            moves = state.legal_moves()
            if moves:
                state.apply(moves[choice.below(len(moves))])
        return state

    return play


@pytest.mark.parametrize("seed", range(4))
def test_a_sample_of_the_last_observation_has_its_scores(engine, finished, seed):
    """Bonus shields are given once (4)."""
    state = finished(engine, seed)
    view = state.game.view(0, observation=state.observation(0))
    sample = view.sample(Rng(1))
    assert sample.scores() == state.scores()
    assert state.game.from_json(sample.to_json()).to_json() == sample.to_json()


def test_much_gold_is_kept(engine):
    """Gold never runs out (1), and no number wraps round."""
    game = load("louis14", 2, engine=engine)
    state, chance = game.new(0), Rng(1)
    while state.decision != "gold":
        state.apply(state.chance_outcomes()[0][0])
    obj = state.to_json()
    obj["seats"][0]["gold"] = 254
    state = game.from_json(obj)
    while state.decision != "turn":
        state.sample_chance(chance)
    assert state.to_json()["seats"][0]["gold"] >= 257


@pytest.mark.parametrize("depth", [-1, 101, 10**9, True, 2.0, "3"])
def test_a_depth_that_perft_cannot_count_is_refused(engine, depth):
    with pytest.raises(NotationError, match="0 to 100"):
        load("louis14", 2, engine=engine).new().perft(depth)


def test_the_deepest_perft_has_room_on_a_small_stack():
    """The first branch goes down to the full depth at once; the rest would take for ever."""
    code = (
        "import os, threading, time; from eminence import load\n"
        "threading.stack_size(1 << 20)\n"
        "state = load('louis14', 4).new(0)\n"
        "threading.Thread(target=state.perft, args=(100,), daemon=True).start()\n"
        "time.sleep(0.5)\n"
        "os._exit(7)"
    )
    assert subprocess.run([sys.executable, "-c", code], timeout=60).returncode == 7


def test_ctrl_c_ends_a_count():
    code = (
        "import signal, threading, os; from eminence import load\n"
        "state = load('louis14', 4).new(0)\n"
        "threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT)).start()\n"
        "try:\n    state.perft(12)\nexcept KeyboardInterrupt:\n    print('ended')"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert run.stdout.strip() == "ended", run.stderr
    assert run.returncode in (0, -signal.SIGINT)


@pytest.mark.parametrize("rng", [None, 3, "dice"])
def test_what_gives_no_random_numbers_is_refused(rng):
    game = load("louis14", 2)
    with pytest.raises(NotationError, match="Rng"):
        game.new().sample_chance(rng)
    with pytest.raises(NotationError, match="Rng"):
        game.view(0).sample(rng)


@pytest.mark.parametrize("events", [None, 5, "mission M01", {"chance": "start 0"}])
def test_what_is_no_list_of_events_is_refused(engine, events):
    view = load("louis14", 2, engine=engine).view(0)
    with pytest.raises(NotationError, match="list"):
        view.extend(events)


def test_neutral_markers_stand_where_they_came(engine):
    """Each courtier turned up for the neutral player brings two (3.2)."""
    game = load("louis14", 2, engine=engine)
    state, chance = game.new(0), Rng(2)
    while not (state.decision == "draw_influence" and state.to_json()["phase"] == "influence"):
        state.apply(state.chance_outcomes()[chance.below(2)][0])
    obj = state.to_json()
    obj["tiles"][9]["neutral"] += 2
    with pytest.raises(NotationError, match="neutral"):
        game.from_json(obj)
