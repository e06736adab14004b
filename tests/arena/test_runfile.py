"""Run files: only added to, gone on with after a kill at any byte, never another run's."""

import json
from dataclasses import replace

import pytest

from eminence.bench.config import ArenaError, RunConfig
from eminence.bench.runfile import encode, find_game, open_run, read_config, without_times

GAMES = [{"type": "game", "key": f"d{i}/A1/r0", "text": "é" * i} for i in range(3)]
VOID = {"type": "void", "key": "d0/A1/r0", "reason": "worker killed"}


@pytest.fixture
def made(config):
    return config("random", "greedy")


@pytest.fixture
def file(tmp_path, made):
    """Return a run file with three games and a void one."""
    path = tmp_path / "run.jsonl"
    with open_run(path, made) as run:
        assert run.games == {}
        for line in (VOID, *GAMES):
            run.add(line)
    return path


def test_the_first_line_is_the_configuration_and_its_hash(file, made):
    first = json.loads(file.read_bytes().splitlines()[0])
    assert first["type"] == "run" and first["format"] == 1 and len(first["hash"]) == 8
    assert [bot["name"] for bot in first["bots"]] == ["A", "B"]
    assert read_config(file) == made == RunConfig.from_json(made.to_json())


def test_the_hash_is_of_everything_that_decides_the_games(made):
    others = [
        replace(made, run_seed=1),
        replace(made, cards="other"),
        replace(made, stall_ms=1),
        replace(made, bots=made.bots[::-1]),
        replace(made, bots=(replace(made.bots[0], limits={"nodes": 3}), made.bots[1])),
    ]
    assert len({run.to_json()["hash"] for run in (made, *others)}) == 6


def test_a_file_cut_at_any_byte_is_gone_on_with(file, made, tmp_path):
    whole = file.read_bytes()
    ends = [i + 1 for i, byte in enumerate(whole) if byte == ord("\n")]
    cut = tmp_path / "cut.jsonl"
    near = {end + by for end in ends for by in (-1, 0, 1)}
    for size in sorted({*range(0, len(whole), 17), *near} - {len(whole) + 1}):
        cut.write_bytes(whole[:size])
        kept = max((end for end in ends if end <= size), default=ends[0])
        with open_run(cut, made) as run:
            assert len(run.games) == max(0, sum(end <= size for end in ends) - 2)
            assert cut.read_bytes() == whole[:kept]
            for line in (VOID, *GAMES)[whole[:kept].count(b"\n") - 1 :]:
                run.add(line)
        assert cut.read_bytes() == whole


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"run_seed": 5}, "run_seed is 0 there and 5 here"),
        ({"schedule": "gauntlet"}, 'schedule is "duel" there and "gauntlet" here'),
        ({"players": 3}, "players is 2 there and 3 here"),
    ],
)
def test_another_run_s_file_is_refused_and_left_alone(file, made, change, why):
    before = file.read_bytes()
    with (
        pytest.raises(ArenaError, match=f"not overwritten: {why}"),
        open_run(file, replace(made, **change)),
    ):
        pass
    assert file.read_bytes() == before


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (b"my thesis\n", "line 1 is no JSON object"),
        (b"my thesis", "is no run file of an arena, and is not overwritten"),
        (b'{"format":1}\n', "this is no run line"),
        (b"[" * 100_000 + b"\n", "line 1 is no JSON object"),
        (b'{"type":"run","format":2}\n', "format 1, not 2"),
        (b'{"type":"run","format":1}\n', "cannot read"),
        (b'{"type":"run","format":1,"bots":[3]}\n', "cannot read"),
    ],
)
def test_a_foreign_file_is_refused_and_left_alone(tmp_path, made, text, why):
    path = tmp_path / "thesis.txt"
    path.write_bytes(text)
    with pytest.raises(ArenaError, match=why), open_run(path, made):
        pass
    assert path.read_bytes() == text
    with pytest.raises(ArenaError):
        read_config(path)


def test_a_changed_first_line_is_noticed(file, made):
    file.write_bytes(file.read_bytes().replace(b'"run_seed":0', b'"run_seed":1'))
    with pytest.raises(ArenaError, match="does not fit its hash"), open_run(file, made):
        pass


def test_a_damaged_line_is_named(file, made):
    lines = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(b"".join([*lines[:2], b"@@@\n", *lines[2:]]))
    with pytest.raises(ArenaError, match="damaged: line 3"), open_run(file, made):
        pass


def test_two_arenas_do_not_write_to_one_file(file, made):
    with (
        open_run(file, made),
        pytest.raises(ArenaError, match="another arena is writing"),
        open_run(file, made),
    ):
        pass
    with open_run(file, made) as run:
        assert len(run.games) == 3


def test_a_run_without_a_game_leaves_no_file(tmp_path, made):
    with open_run(tmp_path / "run.jsonl", made):
        pass
    assert not list(tmp_path.iterdir())


def test_games_are_found_by_key(file):
    assert find_game(file, "d2/A1/r0") == GAMES[2]
    assert find_game(file, "d9/A1/r0") is None


def test_times_can_be_left_out():
    line = {"key": "x", "ms": [1], "latency_max_ms": 3, "nodes": [2]}
    assert without_times(line) == {"key": "x", "nodes": [2]}
    assert encode(line).endswith(b"\n")
