"""``games``, ``bots`` and ``perft``."""

import json

from eminence.core.game import load


def test_games(run):
    result = run("games")
    assert "louis14" in result.stdout
    assert "2, 3, 4" in result.stdout


def test_bots_shows_options_and_defaults(run):
    result = run("bots")
    assert "flat-mc" in result.stdout
    row = next(line for line in result.stdout.splitlines() if "nodes" in line)
    assert row.split()[:3] == ["nodes", "int", "100"]


def test_perft_prints_the_division_and_the_speed(run):
    result = run("perft", "--players", 2, "--depth", 2, "--engine", "reference")
    assert result.exit_code == 0
    assert [line.split() for line in result.stdout.splitlines() if "start" in line] == [
        ["start", "0", "12"],
        ["start", "1", "12"],
    ]
    assert result.stdout.split()[-3:] == ["in", "all", "24"]
    assert "24 leaves in" in result.stderr


def test_perft_begins_at_a_state(run, tmp_path):
    state = load("louis14", 2, engine="reference").new(start=1)
    file = tmp_path / "state.json"
    file.write_text(json.dumps(state.to_json()))
    result = run("perft", "--players", 2, "--depth", 1, "--engine", "reference", "--state", file)
    assert result.stdout.split()[-1] == "12"


def test_perft_refuses_what_is_no_state(refused, tmp_path):
    file = tmp_path / "state.json"
    file.write_text('{"game": "louis14"')
    assert "state.json: not a JSON file" in refused("perft", "--state", file)
    file.write_text('{"game": "louis14"}')
    assert "state.json: " in refused("perft", "--state", file)
    file.write_bytes(b"\xff")
    assert "state.json: not a JSON file" in refused("perft", "--state", file)
    assert "No such file" in refused("perft", "--state", tmp_path / "none.json")
    file.write_bytes(b" " * 2**24 + b"x")
    assert "state.json: longer than" in refused("perft", "--state", file)
    assert "is not in the range" in refused("perft", "--depth", -1)
