"""Runs: the same for any number of workers, after kills, and stopped by a settled question."""

import json
import os
import random
import signal
import subprocess
import sys
import time

import pytest

from eminence.bench.arena_run import SprtOptions
from eminence.bench.config import ArenaError
from eminence.bench.runfile import open_run, without_times
from eminence.bench.runner import Run
from eminence.bench.sanity import InsaneError, check_block
from eminence.bench.workers import Inline, Processes


def games(path):
    """Return a file's lines, sorted, without times."""
    lines = [json.loads(line) for line in path.read_bytes().splitlines()]
    return sorted(json.dumps(without_times(line), sort_keys=True) for line in lines)


class Oracle:
    """A pool whose games are made up: they come in any order, and A wins as often as it is said."""

    def __init__(self, made, capacity=4, win=0.5, voids=(), seed=0):
        self.made, self.capacity, self.win = made, capacity, win
        self.voids, self.lot = list(voids), random.Random(seed)
        self.waiting, self.most, self.played = [], 0, []

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def submit(self, seating):
        self.waiting.append(seating)
        self.most = max(self.most, len(self.waiting))

    def results(self, seconds):
        game = self.waiting.pop(self.lot.randrange(len(self.waiting)))
        self.played.append(game.key)
        if game.key in self.voids:
            self.voids.remove(game.key)
            return [{"type": "void", "key": game.key, "reason": "worker killed"}]
        lone = game.seats.index(0)
        wins = random.Random(game.key).random() < self.win
        share = [float((seat == lone) == wins) for seat in range(len(game.seats))]
        names = [self.made.bots[bot].name for bot in game.seats]
        return [
            {
                "type": "game",
                "key": game.key,
                "deal": game.deal,
                "seats": names,
                "win": share,
                "fault": [None] * len(names),
                "events_sha": game.key,
            }
        ]

    def close(self):
        self.waiting.clear()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_identical_bots_win_exactly_their_part(config, play, tmp_path, players):
    """The exact self-test, with everything real but processes."""
    made = config("flat-mc:nodes=3", "flat-mc:nodes=3", schedule="sanity", players=players)
    tally = play(tmp_path / "run", made, 3, on_block=check_block)
    assert tally.scores == pytest.approx([1 / players] * 3, abs=1e-12)
    assert tally.games == 3 * (2 if players == 2 else 2 * players)


def test_the_self_test_sees_a_bot_that_remembers(config, play, tmp_path, mock):
    made = config(mock("remembering"), mock("remembering"), schedule="sanity")
    with pytest.raises(InsaneError, match="the harness fails"):
        play(tmp_path / "run", made, 3, on_block=check_block)


def test_any_number_of_workers_writes_the_same_file(config, play, tmp_path):
    made = config(
        "flat-mc:nodes=5", "greedy:worlds=1", players=3, test=SprtOptions(first_look=3), deals=5
    )
    play(tmp_path / "one", made, 5)
    for workers in (1, 8):
        play(tmp_path / str(workers), made, 5, Processes(made, workers))
        assert games(tmp_path / str(workers)) == games(tmp_path / "one")


def test_the_order_in_which_games_end_does_not_matter(config, play, tmp_path):
    made = config("random", "greedy", test=SprtOptions(effect="0.1", first_look=10), deals=400)
    files = set()
    for seed, capacity in enumerate((1, 3, 8, 64)):
        pool = Oracle(made, capacity, win=0.75, seed=seed)
        tally = play(tmp_path / str(seed), made, 400, pool)
        assert tally.sprt.decision == "H1" and pool.most <= capacity
        assert len(pool.played) <= tally.games + 17 * capacity
        files.add((tmp_path / str(seed)).read_bytes())
    assert len(files) == 1


@pytest.mark.parametrize(("win", "decision"), [(0.7, "H1"), (0.5, "H0"), (0.55, "inconclusive")])
def test_a_run_stops_when_its_question_is_settled(config, play, tmp_path, win, decision):
    cap = 60 if decision == "inconclusive" else 2000
    made = config("random", "greedy", test=SprtOptions(effect="0.1", first_look=20), deals=cap)
    tally = play(tmp_path / "run", made, cap, Oracle(made, win=win))
    assert tally.sprt.decision == decision
    assert tally.blocks == tally.sprt.blocks == len(tally.scores)
    assert (tally.blocks == cap) == (decision == "inconclusive")
    assert len(games(tmp_path / "run")) == 2 * tally.blocks + 1


def test_a_run_cut_off_anywhere_ends_like_one_that_was_not(config, play, tmp_path):
    made = config("random", "greedy", test=SprtOptions(effect="0.1", first_look=10), deals=200)
    play(tmp_path / "whole", made, 200, Oracle(made, win=0.7))
    whole = (tmp_path / "whole").read_bytes()
    lot = random.Random(1)
    path = tmp_path / "cut"
    for size in sorted(lot.randrange(len(whole)) for _ in range(5)):
        play(path, made, 200, Oracle(made, win=0.7, seed=size))
        path.write_bytes(path.read_bytes()[:size])
    play(path, made, 200, Oracle(made, win=0.7))
    assert path.read_bytes() == whole
    again = play(path, made, 200, Oracle(made))
    assert again.played == 0 and again.sprt.decision == "H1"


def test_a_run_can_be_made_longer(config, play, tmp_path):
    made = config("random", "greedy")
    assert play(tmp_path / "run", made, 2).played == 4
    assert play(tmp_path / "run", made, 4).played == 4
    play(tmp_path / "at once", made, 4)
    assert games(tmp_path / "run") == games(tmp_path / "at once")
    assert play(tmp_path / "run", made, 3).games == 6


def test_a_void_game_is_played_again_under_its_key(config, play, tmp_path):
    made = config("random", "greedy")
    tally = play(tmp_path / "run", made, 5, Oracle(made, 1, voids=["d1/A1/r0", "d3/A1/r1"]))
    assert tally.voids == 2 and tally.games == 10
    lines = [json.loads(line) for line in (tmp_path / "run").read_bytes().splitlines()]
    assert [x["key"] for x in lines if x["type"] == "void"] == ["d1/A1/r0", "d3/A1/r1"]
    assert len({x["key"] for x in lines if x["type"] == "game"}) == 10


@pytest.mark.parametrize(
    ("voids", "why"),
    [
        (["d0/A1/r0"], "the first game could not be played; worker killed"),
        (["d2/A1/r0", "d2/A1/r0"], "two games in a row could not be played"),
    ],
)
def test_a_run_that_cannot_play_stops(config, play, tmp_path, voids, why):
    made = config("random", "greedy")
    with pytest.raises(ArenaError, match=why):
        play(tmp_path / "run", made, 5, Oracle(made, 1, voids=voids))


def test_a_worker_that_is_killed_voids_its_game_and_is_replaced(config, tmp_path):
    made = config("flat-mc:nodes=400", "random")
    path = tmp_path / "run"
    with open_run(path, made) as file, Processes(made, 1) as pool:
        begun = []

        def kill_once(tally):
            if tally.games == 2 and not begun:
                begun.append(pool.pids[0])
                os.kill(pool.pids[0], signal.SIGKILL)

        tally = Run(made, file, pool, 3, on_game=kill_once).go()
        assert pool.pids[0] != begun[0]
    assert tally.games == 6 and tally.voids <= 1
    with pytest.raises(ProcessLookupError):
        os.kill(pool.pids[0], 0)


def test_a_machine_that_cannot_play_stops_the_run(config, play, tmp_path, mock):
    """A program that is gone is not the bot's fault."""
    made = config("random", mock("polite"))
    bots = (made.bots[0], type(made.bots[1])("B", "cmd:/nowhere/engine"))
    broken = type(made)(**{f: getattr(made, f) for f in made.__slots__} | {"bots": bots})
    with pytest.raises(ArenaError, match=r"the first game could not be played.*nowhere"):
        play(tmp_path / "run", broken, 2)


def test_mixed_tables_of_specs_and_programs(config, play, tmp_path, mock):
    made = config(
        "random", "greedy:worlds=1", mock("polite"), mock("crash"), schedule="pool", players=3
    )
    tally = play(tmp_path / "run", made, 2, Processes(made, 2))
    assert tally.games == 12 and tally.voids == 0
    crashes = tally.faults.get(("D", "crash"), 0)
    assert set(tally.faults) == {("D", "crash")}
    lines = [json.loads(x) for x in (tmp_path / "run").read_bytes().splitlines()[1:]]
    assert crashes == sum("D" in x["seats"] for x in lines)
    assert all(x["win"][x["seats"].index("D")] == 0 for x in lines if "D" in x["seats"])


KILLED = """
import sys
from eminence.ai.cli import main
main(["arena", "duel", "flat-mc:nodes=400", "random", "--players", "2", "--deals", sys.argv[2],
      "--workers", "2", "--quiet", "--out", sys.argv[1]])
"""


def size(path):
    return path.stat().st_size if path.exists() else 0


def killed_again_and_again(path, how, deals):
    """Send a signal when some games more are there, until the run is through; count the signals."""
    for times in range(40):
        process = subprocess.Popen(
            [sys.executable, "-c", KILLED, str(path), str(deals)], stderr=subprocess.PIPE
        )
        enough = size(path) + 1200
        while process.poll() is None and size(path) < enough:
            time.sleep(0.005)
        process.send_signal(how)
        _, said = process.communicate()
        if process.returncode == 0:
            return times
        if how == signal.SIGINT:
            assert process.returncode == 130 and b"goes on in" in said
    raise AssertionError("the run never came to its end")


@pytest.mark.parametrize(
    ("how", "deals", "kills"),
    [
        (signal.SIGKILL, 16, 2),
        (signal.SIGINT, 16, 2),
        pytest.param(signal.SIGTERM, 16, 2, marks=pytest.mark.long),
        pytest.param(signal.SIGKILL, 24, 5, marks=pytest.mark.long),
    ],
)
def test_a_process_killed_at_work_leaves_a_file_to_go_on_with(
    config, play, tmp_path, how, deals, kills
):
    path = tmp_path / "run"
    assert killed_again_and_again(path, how, deals) >= kills
    made = config("flat-mc:nodes=400", "random")
    play(tmp_path / "whole", made, deals)
    assert games(path) == games(tmp_path / "whole")


def test_workers_end_with_their_run(config):
    """Their input ends, whatever became of the process that wrote to it."""
    with Processes(config("random", "random"), 1) as pool:
        worker = pool._processes[0].process
        worker.stdin.close()
        assert worker.wait(60) is not None


def test_a_pool_in_this_process_plays_one_at_a_time(config):
    with Inline(config("random", "random")) as pool:
        assert pool.results(0) == []
