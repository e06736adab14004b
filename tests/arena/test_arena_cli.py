"""``eminence arena``: what comes out, and what is refused before anything is written."""

import json

import pytest

from eminence.core.gamefile import game_of, read_games
from eminence.core.gamefile import replay as replay_record

DUEL = ["duel", "flat-mc:nodes=5", "random", "--players", 2, "--quiet", "--workers", 0]


def lines(path):
    return [json.loads(line) for line in path.read_bytes().splitlines()]


@pytest.fixture
def file(arena, tmp_path):
    """Return the file of a short duel."""
    path = tmp_path / "run.jsonl"
    result = arena(*DUEL, "--deals", 3, "--out", path)
    assert result.exit_code == 0, result.output
    return path


def test_a_duel_says_what_came_out_and_goes_on(arena, file):
    run, *games = lines(file)
    assert run["schedule"] == "duel" and run["metric"] == "win" and run["sprt"] is None
    assert [game["key"] for game in games[:3]] == ["d0/A1/r0", "d0/A1/r1", "d1/A1/r0"]
    result = arena(*DUEL, "--deals", 4, "--out", file)
    assert "4 blocks, 8 games, 6 of them from before" in result.stdout
    assert "A = flat-mc:seed=0,nodes=5,c=0.7" in result.stdout and "par 0.5000" in result.stdout


def test_every_line_has_the_fields_of_the_format(file):
    names = "type key deal seats points ranks win turns fault ms nodes latency_max_ms events_sha"
    for game in lines(file)[1:]:
        assert list(game) == names.split()
        for name in ("seats", "points", "ranks", "win", "fault", "ms", "nodes"):
            assert len(game[name]) == 2


def test_a_test_that_is_decided_is_told(arena, tmp_path):
    args = ["--sprt", "--effect", "100elo", "--first-look", 10, "--out", tmp_path / "run"]
    result = arena(*DUEL, *args)
    assert "H1 is accepted: A is stronger" in result.stdout
    assert "biased away from par" in result.stdout
    assert lines(tmp_path / "run")[0]["sprt"]["m0"] == 0.5


def test_pool_gauntlet_and_ladder(arena, tmp_path):
    common = ["--players", 3, "--deals", 2, "--quiet", "--workers", 0, "--out"]
    assert (
        arena("pool", "random", "greedy", "flat-mc:nodes=2", *common, tmp_path / "p").exit_code == 0
    )
    assert len(lines(tmp_path / "p")) == 1 + 2 * 6
    assert arena("gauntlet", "greedy", "random", "random", *common, tmp_path / "g").exit_code == 0
    assert len(lines(tmp_path / "g")) == 1 + 2 * 2 * 6
    ladder = ["ladder", "flat-mc", "--nodes", 2, "--doublings", 2]
    assert arena(*ladder, *common, tmp_path / "l").exit_code == 0
    bots = lines(tmp_path / "l")[0]["bots"]
    assert [bot["limits"] for bot in bots] == [{"nodes": 2}, {"nodes": 4}, {"nodes": 8}]


def test_progress_goes_to_stderr(arena, tmp_path):
    args = ["duel", "random", "random", "--players", 2, "--deals", 2, "--workers", 0]
    result = arena(*args, "--out", tmp_path / "run")
    assert "4/4" in result.stderr and "2 of 2 blocks" in result.stderr
    assert "4/4" not in result.stdout


def test_the_self_test_passes_without_leaving_a_file(arena, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    args = ["--players", 3, "--deals", 2, "--workers", 0]
    result = arena("sanity", "random", "flat-mc:nodes=3", *args)
    assert result.exit_code == 0, result.output
    assert "exactly as it must be" in result.stdout
    assert not list(tmp_path.iterdir())


def test_the_self_test_that_fails_has_exit_code_1(arena, mock):
    result = arena("sanity", mock("remembering"), "--players", 2, "--deals", 2, "--workers", 0)
    assert result.exit_code == 1 and "the harness fails" in result.stderr


def test_replay_plays_the_same_game_and_can_save_it(arena, file, tmp_path):
    result = arena("replay", "d1/A1/r1", file, "--save", tmp_path / "game.jsonl")
    assert result.exit_code == 0, result.output
    assert "The same game" in result.stdout
    (record,) = read_games(tmp_path / "game.jsonl")
    there = next(x for x in lines(file) if x.get("key") == "d1/A1/r1")
    assert replay_record(record, game_of(record)).scores() == there["points"]
    assert record.bots[1].startswith("flat-mc")


def test_replay_tells_another_game(arena, file):
    text = file.read_text()
    sha = next(x["events_sha"] for x in lines(file) if x.get("key") == "d1/A1/r1")
    file.write_text(text.replace(sha, "00000000"))
    result = arena("replay", "d1/A1/r1", file)
    assert result.exit_code == 1 and "another game" in result.stderr


def test_replay_refuses_what_is_not_there(refused, file, tmp_path):
    assert "has not been played" in refused("replay", "d7/A1/r1", file)
    assert "is like 'd0/A1/r0', not 'x'" in refused("replay", "x", file)
    assert "deal 1 has d1/A1/r0, d1/A1/r1" in refused("replay", "d1/A1/r5", file)
    assert "No such file" in refused("replay", "d1/A1/r0", tmp_path / "none")
    assert "not overwritten" in refused("replay", "d1/A1/r0", file, "--save", file)


@pytest.mark.parametrize(
    ("args", "why"),
    [
        (["duel", "randm", "greedy"], "no bot 'randm'; did you mean 'random'?"),
        (["duel", "flat-mc:node=3", "greedy"], "did you mean 'nodes'?"),
        (["duel", "flat-mc:nodes=x", "greedy"], "nodes is a whole number, not 'x'"),
        (["duel", "random", "cmd:/nowhere/engine"], "cannot be started"),
        (["duel", "random", "greedy", "--players", 7], "louis14 is for 2, 3, 4 players, not 7"),
        (["duel", "random", "greedy", "--game", "luis14"], "did you mean 'louis14'"),
        (["duel", "random", "greedy", "--deals", 1], "too few deals: this duel needs 2 or more"),
        (["duel", "random", "greedy", "--deals", 50, "--sprt"], "not after 100 of 50"),
        (["duel", "random", "greedy", "--sprt", "--effect", "x"], "an effect is written 20elo"),
        (["duel", "random", "greedy", "--sprt", "--alpha", 2], "error rates"),
        (["pool", "random", "greedy"], "4 players need 4 bots or more, not 2"),
        (["pool", *["random"] * 20, "--deals", 9], "this pool needs 10 or more, not 9"),
        (["ladder", "flat-mc"], "a ladder needs its lowest budget"),
        (["ladder", "flat-mc", "--nodes", 0], "cannot be doubled"),
    ],
)
def test_bad_input_is_refused_before_anything_is_written(refused, tmp_path, args, why):
    assert why in refused(*args, "--out", tmp_path / "run")
    assert not list(tmp_path.iterdir())


def test_another_run_s_file_is_refused(refused, file):
    before = file.read_bytes()
    other = ["duel", "flat-mc:nodes=6", "random", "--players", 2, "--out", file]
    assert 'bots is "flat-mc:seed=0,nodes=5,c=0.7" there' in refused(*other)
    assert "run_seed is 0 there and 9 here" in refused(*DUEL, "--seed", 9, "--out", file)
    assert file.read_bytes() == before


def test_timed_bots_that_share_processors_are_warned_of(refused, tmp_path):
    args = ["duel", "random", "greedy", "--out", tmp_path / "none" / "run", "--workers", 1000]
    assert "slow one another" in refused(*args, "--time-ms", 50)
    assert "slow one another" not in refused(*args, "--nodes", 50)


def test_throughput(arena):
    short = ["--games", 1, "--nodes", 20, "--seconds", 0.02]
    result = arena("throughput", "--players", 2, *short, "--json")
    figures = json.loads(result.stdout)
    assert figures["kernel_games_per_s"] > figures["random_games_per_s"] > 0
