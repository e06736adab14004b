"""What a bot answers: limits, reports, stops, statistics."""

from __future__ import annotations

import math
import os
import signal
import subprocess
import sys
import textwrap
import threading
from dataclasses import replace

import pytest

from eminence import BotSpecError, GameOverError, IllegalMoveError, Limits, bot, load


def check(result, view):
    """Assert what holds for every result."""
    legal = view.legal_moves()
    assert result.move in legal
    assert sorted(m.move for m in result.moves) == sorted(legal)
    assert result.moves[0].move == result.move
    assert sum(m.visits for m in result.moves) == result.nodes
    assert result.nodes >= 0 and result.time_ms >= 0 and result.worlds >= 0
    for stats in result.moves:
        assert stats.visits >= 0
        assert stats.se is None or stats.se >= 0
        if stats.win is not None:
            assert sum(stats.win) == pytest.approx(1)
            assert all(0 <= share <= 1 for share in stats.win)
            assert len(stats.win) == view.game.players
        if stats.points is not None:
            assert len(stats.points) == view.game.players
        if not stats.visits:
            assert stats.win is stats.se is stats.points is None
    json = result.to_json()
    assert json["move"] == result.move
    assert [entry["move"] for entry in json["analysis"]] == [m.move for m in result.moves]
    assert len(result.to_json(top=1)["analysis"]) == 1


def test_results_are_sane(compiled, name, quick, asked):
    for view in asked(compiled, 11, 8):
        result = quick(name).think(view)
        check(result, view)
        assert result.stop_reason == "nodes"


def test_flat_mc_plays_the_most_visited_move(compiled, asked):
    for view in asked(compiled, 12, 6):
        result = bot("flat-mc").think(view, limits=Limits(nodes=400))
        check(result, view)
        assert (result.nodes, result.worlds, result.stop_reason) == (400, 400, "nodes")
        visits = [m.visits for m in result.moves]
        assert visits == sorted(visits, reverse=True)
        assert result.win == result.moves[0].win
        assert result.points == result.moves[0].points
        tried = sum(v > 0 for v in visits)
        assert tried == min(400, len(visits))


def test_greedy_looks_at_every_move_in_every_world(compiled, asked):
    for view in asked(compiled, 13, 4):
        result = bot("greedy:worlds=5").think(view)
        check(result, view)
        assert result.worlds == 5
        assert {m.visits for m in result.moves} == {5}


@pytest.mark.parametrize("limits", [Limits(nodes=0), Limits(time_ms=0), Limits(5, 0), Limits(0, 5)])
def test_no_room_is_answered_at_once(compiled, name, quick, asked, limits):
    (view,) = asked(compiled, 14, 1)
    result = quick(name).think(view, limits=limits)
    check(result, view)
    assert result.nodes == 0
    assert result.stop_reason in ("nodes", "time")


@pytest.mark.parametrize("value", [-5, True, 1.5, math.inf, math.nan, "5"])
@pytest.mark.parametrize("key", ["nodes", "time_ms", "every_ms"])
def test_wrong_limits_are_refused(compiled, name, quick, asked, key, value):
    (view,) = asked(compiled, 14, 1)
    wrong = {key: value} if key == "every_ms" else {"limits": Limits(**{key: value})}
    with pytest.raises(BotSpecError, match=f"{key} is a whole number from 0 on, not"):
        quick(name).think(view, **wrong)


def test_other_things_are_no_limits(compiled, name, quick, asked):
    (view,) = asked(compiled, 14, 1)
    with pytest.raises(BotSpecError, match="limits come as Limits, not as dict"):
        quick(name).think(view, limits={"nodes": 5})


@pytest.mark.parametrize("nodes", [1, 2, 3, 10])
def test_few_nodes_are_exactly_as_many(compiled, asked, nodes):
    for view in asked(compiled, 15, 3):
        result = bot("flat-mc").think(view, limits=Limits(nodes=nodes))
        check(result, view)
        assert result.nodes == nodes


def test_a_limit_of_time_ends_a_search(compiled, asked):
    (view,) = asked(compiled, 16, 1)
    result = bot("flat-mc").think(view, limits=Limits(time_ms=15))
    check(result, view)
    assert result.stop_reason == "time"
    assert bot("flat-mc:time_ms=15").think(view).stop_reason == "time"
    assert bot("flat-mc:time_ms=60000,nodes=7").think(view, limits=Limits(nodes=3)).nodes == 3


def test_a_forced_move_is_made_without_thought(compiled, name, quick, wander):
    found = 0
    for seed in range(3):
        for state in wander.random_game(compiled, seed):
            if type(state.to_move) is int and len(state.legal_moves()) == 1:
                view = wander.seen_view(state, state.to_move)
                result = quick(name).think(view, limits=Limits(infinite=True))
                check(result, view)
                assert (result.stop_reason, result.nodes) == ("forced", 0)
                found += 1
                break
    assert found


def test_who_is_not_to_move_is_refused(compiled, name, quick, wander):
    state = wander.played(compiled, 3, 40)
    while type(state.to_move) is not int:
        state.apply(wander.possible(state)[0])
    views = [wander.seen_view(state, seat) for seat in range(compiled.players)]
    waiting = [view for view in views if view.to_move not in (view.seat, None)]
    assert waiting
    for view in waiting:
        with pytest.raises(IllegalMoveError, match=r"not to move"):
            quick(name).think(view)
    with pytest.raises(IllegalMoveError):
        quick(name).think(compiled.view(0))
    end = wander.played(compiled, 3)
    with pytest.raises(GameOverError):
        quick(name).think(wander.seen_view(end, 0))


def test_a_stop_set_before_ends_it_at_once(compiled, asked):
    (view,) = asked(compiled, 17, 1)
    stop = threading.Event()
    stop.set()
    result = bot("flat-mc").think(view, limits=Limits(infinite=True), stop=stop)
    check(result, view)
    assert (result.stop_reason, result.nodes) == ("stop", 0)


def test_infinite_thinking_ends_by_a_stop_from_another_thread(compiled, asked):
    (view,) = asked(compiled, 18, 1)
    stop, begun = threading.Event(), threading.Event()

    def stopper():
        begun.wait(60)
        stop.set()

    thread = threading.Thread(target=stopper)
    thread.start()
    result = bot("flat-mc:nodes=10").think(
        view,
        limits=Limits(infinite=True),
        stop=stop,
        on_info=lambda _: begun.set(),
        every_ms=0,
    )
    thread.join()
    check(result, view)
    assert result.stop_reason == "stop"
    assert result.nodes > 10


def test_infinite_thinking_is_not_cut_by_time_of_the_bots_own(compiled, asked):
    (view,) = asked(compiled, 19, 1)
    stop, reports = threading.Event(), []

    def on_info(report):
        reports.append(report)
        if report.nodes > 3000:
            stop.set()

    result = bot("flat-mc:time_ms=1").think(
        view, limits=Limits(infinite=True), stop=stop, on_info=on_info, every_ms=0
    )
    assert result.stop_reason == "stop"
    assert result.nodes > 3000


def test_reports_are_opinions_so_far(compiled, asked):
    (view,) = asked(compiled, 20, 1)
    reports = []
    result = bot("flat-mc").think(
        view, limits=Limits(nodes=20_000), on_info=reports.append, every_ms=0
    )
    assert reports
    for report in reports:
        check(report, view)
        assert report.stop_reason is None
    nodes = [report.nodes for report in reports]
    assert nodes == sorted(nodes)
    assert nodes[0] > 0 and nodes[-1] <= result.nodes == 20_000


def test_an_error_in_a_watcher_ends_the_search_and_harms_nothing(compiled, asked):
    (view,) = asked(compiled, 21, 1)
    thinker = bot("flat-mc:nodes=3000")
    expected = replace(thinker.think(view), time_ms=0)

    def on_info(report):
        raise RuntimeError("no more")

    with pytest.raises(RuntimeError, match="no more"):
        thinker.think(view, limits=Limits(infinite=True), on_info=on_info, every_ms=0)
    assert replace(thinker.think(view), time_ms=0) == expected


INTERRUPTED = """
    import sys
    import eminence
    name, players = sys.argv[1], int(sys.argv[2])
    game = eminence.load(name, players)
    state, rng = game.new(), eminence.Rng(1)
    state.sample_chance(rng)
    while len(state.legal_moves()) < 2:
        state.apply(state.legal_moves()[0])
        state.sample_chance(rng)
    view = game.view(state.to_move)
    view.extend(state.seat_record(state.to_move))
    bot = eminence.bot("flat-mc:nodes=500")
    first = bot.think(view).moves
    said = []
    def on_info(report):
        if not said:
            said.append(print("thinking", flush=True))
    try:
        bot.think(view, limits=eminence.Limits(infinite=True), on_info=on_info, every_ms=0)
    except KeyboardInterrupt:
        same = bot.think(view).moves == first
        print("interrupted, and the same as before" if same else "changed")
"""


@pytest.mark.skipif(os.name == "nt", reason="sends SIGINT")
def test_ctrl_c_ends_a_search(compiled):
    with subprocess.Popen(
        [
            *(sys.executable, "-c", textwrap.dedent(INTERRUPTED)),
            *(compiled.info.name, str(compiled.players)),
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout.readline() == "thinking\n"
        process.send_signal(signal.SIGINT)
        said, errors = process.communicate(timeout=60)
    assert (said, errors) == ("interrupted, and the same as before\n", "")
    assert process.returncode == 0


def play(game, bots, seed, wander):
    """Play a game of bots, each with a view of its own; return its state at the end."""
    state, rng = game.new(), wander.Wanderer(seed)
    views = [game.view(seat) for seat in range(game.players)]
    state.sample_chance(rng)
    while (seat := state.to_move) is not None:
        view = views[seat]
        view.extend(state.seat_record(seat)[len(view.record) :])
        state.apply(bots[seat].think(view).move)
        state.sample_chance(rng)
    return state


def test_all_bots_play_whole_games(compiled, name, quick, wander):
    bots = [quick(name, seed=seat) for seat in range(compiled.players)]
    end = play(compiled, bots, 1, wander)
    assert sum(end.returns()) == pytest.approx(1)
    assert play(compiled, bots, 1, wander).record == end.record


def test_different_bots_play_at_one_table(compiled, quick, wander):
    names = ("flat-mc", "greedy", "random", "greedy")
    bots = [quick(name, seed=3) for name, _ in zip(names, range(compiled.players), strict=False)]
    assert play(compiled, bots, 2, wander).scores() is not None


def test_a_printed_result_shows_the_best_moves(asked, quick):
    view = next(asked(load("louis14", 3), 3, 1))
    result = quick("flat-mc").think(view)
    first, *rest = str(result).splitlines()
    assert first.startswith(result.move) and f"{result.nodes} nodes" in first
    assert rest[0].strip().startswith(result.move) and "win" in rest[0]
    assert len(rest) <= 8


def test_a_bot_given_a_state_says_how_to_make_a_view(quick, game):
    with pytest.raises(BotSpecError, match="seat_record"):
        quick("random").think(game.new(0))
