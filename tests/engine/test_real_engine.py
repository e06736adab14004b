"""The command ``eminence engine`` with the bots and the rules that it comes with."""

import json
import random
import subprocess
import sys

import pytest

from eminence.core.game import load
from eminence.ext.rng import Rng

COMMAND = [sys.executable, "-c", "from eminence.ai.cli import main; main()", "engine"]


@pytest.fixture
def real(start):
    return lambda *args: start(command=[*COMMAND, *args])


def play(engine, game, players, limits):
    """Play a game in which the engine has all seats; return what it said, without times."""
    said = []

    def ask(mine, **request):
        reply = engine.ok(id=0, game=f"seat {mine}", **request)
        said.append(json.dumps({**reply, "time_ms": 0}))
        return reply

    state, chance = game.new(), random.Random(5)
    for seat in range(players):
        ask(seat, cmd="newgame", rules="louis14", players=players, seat=seat, seed=seat)
    sent = [0] * players
    while state.to_move is not None:
        if state.to_move == "chance":
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply(chance.choices(outcomes, chances)[0])
            continue
        seat = state.to_move
        record = state.seat_record(seat)
        ask(seat, cmd="events", **{"from": sent[seat]}, events=record[sent[seat] :])
        sent[seat] = len(record)
        reply = ask(seat, cmd="think", limits=limits, legal=state.legal_moves())
        assert reply["at"] == len(record) and "warnings" not in reply
        state.apply(reply["move"])
    for seat in range(players):
        record = state.seat_record(seat)
        ask(seat, cmd="events", **{"from": 0}, events=record)
        reply = ask(seat, cmd="end", reveal=state.to_json())
        assert reply["scores"] == state.scores()
    return said


@pytest.mark.parametrize(("players", "bot"), [(2, "flat-mc"), (3, "greedy"), (4, "random")])
def test_a_whole_game_is_the_same_twice(real, deal, players, bot):
    game = deal(players, 1).game
    first = play(real("--bot", bot), game, players, {"nodes": 30})
    assert play(real("--bot", bot), game, players, {"nodes": 30}) == first


@pytest.fixture
def at_turn(real, deal):
    record, state = deal().stop(1, "turn")
    engine = real()
    engine.ok(**deal().new(1, seed=1, events=record))
    return engine, state


def test_what_flat_mc_says(at_turn):
    engine, state = at_turn
    reply = engine.ok(cmd="think", nodes=500, top=1000)
    assert (reply["nodes"], reply["stop_reason"]) == (500, "nodes")
    assert {a["move"] for a in reply["analysis"]} == set(state.legal_moves())
    assert sum(a["visits"] for a in reply["analysis"]) == 500
    assert reply["move"] == reply["analysis"][0]["move"]
    for win in [reply["win"], *[a["win"] for a in reply["analysis"] if a["visits"]]]:
        assert abs(sum(win) - 1) < 1e-6 and all(0 <= w <= 1 for w in win)
    assert len(reply["points"]) == 3


@pytest.mark.parametrize("ms", [1, 10, 100])
def test_time(at_turn, clock, ms):
    engine, _ = at_turn
    started = clock()
    reply = engine.ok(cmd="think", time_ms=ms)
    assert (clock() - started) * 1000 < ms + 50 and reply["stop_reason"] == "time"


def test_pings_and_a_stop_while_the_kernel_runs(at_turn, clock):
    engine, _ = at_turn
    (thinking,) = engine.send({"cmd": "think", "limits": {"infinite": True}})
    times = []
    for _ in range(20):
        started = clock()
        assert engine.ok(cmd="ping")
        times.append(clock() - started)
    assert sorted(times)[10] < 0.1
    started = clock()
    (stop,) = engine.send({"cmd": "stop"})
    assert [reply["re"] for reply in engine.finals(2)] == [thinking, stop]
    assert clock() - started < 1


def test_nothing_is_learnt_from_what_is_hidden(real, deal):
    """Two deals that look alike to seat 1, told by events and by an observation."""
    record, state = deal().stop(1, "turn", 3)
    view = deal().game.view(1)
    view.extend(record)
    other = view.sample(Rng(1))
    assert other.to_json() != state.to_json()
    said = []
    for world in (state, other):
        for start in ({"events": world.seat_record(1)}, {"observation": world.observation(1)}):
            engine = real()
            engine.ok(**deal().new(1, seed=1, **start))
            replies = [engine.ok(cmd="think", id=0, nodes=200, top=1000) for _ in range(2)]
            said.append([json.dumps({**reply, "time_ms": 0}) for reply in replies])
            assert said[-1][0] == said[-1][1]
    assert said[:2] == said[2:]


def test_a_bot_that_there_is_not():
    done = subprocess.run(
        [*COMMAND, "--bot", "fat-mc"], capture_output=True, check=False, text=True
    )
    assert done.returncode == 2 and done.stdout == ""
    assert "flat-mc" in done.stderr and "Traceback" not in done.stderr


def test_a_bot_with_options_by_set(at_turn):
    engine, state = at_turn
    error = engine.error(cmd="set", options={"bot": "flat-mc:node=5"})
    assert (error["code"], error["path"]) == ("bad_value", "/options/bot")
    engine.ok(cmd="set", options={"bot": "greedy:worlds=4"})
    assert engine.ok(cmd="think", nodes=4)["move"] in state.legal_moves()


def test_the_example_in_the_help():
    text = subprocess.run([*COMMAND, "--help"], capture_output=True, check=True, text=True).stdout
    example = text[text.index("printf") : text.index("| eminence engine")]
    lines = [line.strip().rstrip("\\").strip().strip("'") for line in example.splitlines()[1:]]
    done = subprocess.run(
        COMMAND, input="\n".join(lines), capture_output=True, check=True, text=True
    )
    replies = [json.loads(line) for line in done.stdout.splitlines()]
    assert [reply["ok"] for reply in replies] == [True] * 3
    assert (replies[-1]["legal"], replies[-1]["to_move"]) == ([], "chance")


@pytest.mark.parametrize(("spec", "nodes"), [("flat-mc:nodes=50", 50), ("flat-mc", 2000)])
def test_without_limits_the_bots_own_limit_holds(real, spec, nodes):
    """What `hello` announces is what a bare `think` does (5)."""
    engine = real("--bot", spec)
    assert engine.ok(cmd="hello", proto=[1])["limits"]["default_nodes"] == nodes
    game, chance = load("louis14", 2), Rng(4)
    state = game.new(0)
    state.sample_chance(chance)
    record = state.seat_record(0)
    engine.ok(cmd="newgame", rules="louis14", players=2, seat=0, events=record)
    assert engine.ok(cmd="think")["nodes"] == nodes
    assert engine.ok(cmd="think", limits={"nodes": 7})["nodes"] == 7
