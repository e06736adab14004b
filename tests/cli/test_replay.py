"""``replay`` and ``redact``: games out of a file."""

import json
from types import SimpleNamespace

import pytest

from eminence.ai.cli import replay as replaying
from eminence.core.gamefile import game_of, read_games, replay


def test_all_games_are_told(run, games):
    result = run("replay", games)
    assert result.exit_code == 0, result.output
    assert "Game 1. louis14, 2 players (Anna: random, Bruno: random); seed 0." in result.stdout
    assert "Game 2." in result.stdout
    assert "12 Louvois" in result.stdout


def test_one_game_without_boards(run, games):
    result = run("replay", "--game-number", 2, "--no-board", games)
    assert "Game 1." not in result.stdout
    assert "Game 2." in result.stdout
    assert "12 Louvois" not in result.stdout


def test_a_seat_is_told_only_what_it_saw(run, games):
    every = run("replay", "--no-board", games).stdout
    seat = run("replay", "--no-board", "--seat", 0, games).stdout
    assert "Bruno draws five influence cards: " in every
    assert "Bruno draws five influence cards." in seat
    assert "Bruno draws five influence cards: " not in seat
    assert "Anna draws five influence cards: " in seat


def test_check_tells_nothing(run, games):
    assert run("replay", "--check", games).stdout == "2 games: all in order.\n"
    assert run("replay", "--check", "--game-number", 1, games).stdout == "Game 1: all in order.\n"


def test_step_waits_but_not_without_a_terminal(run, games):
    assert run("replay", "--step", "--game-number", 1, games).exit_code == 0


@pytest.mark.parametrize(("leave", "code"), [(KeyboardInterrupt, 130), (EOFError, 0)])
def test_step_can_be_left(run, games, monkeypatch, leave, code):
    """Ctrl-C ends the command, the end of input the waiting."""
    asked = []

    def answer():
        asked.append(1)
        if len(asked) == 3:
            raise leave
        return ""

    monkeypatch.setattr(replaying, "input", answer, raising=False)
    terminal = SimpleNamespace(isatty=lambda: True)
    monkeypatch.setattr(replaying, "sys", SimpleNamespace(stdin=terminal))
    assert run("replay", "--step", "--game-number", 1, games).exit_code == code
    assert len(asked) == 3


def test_what_does_not_fit_is_refused(refused, games, tmp_path):
    assert "has 2 games, so there is no game 3" in refused("replay", "--game-number", 3, games)
    assert "there is no seat 2 with 2 players" in refused("replay", "--seat", 2, games)
    assert "No such file" in refused("replay", tmp_path / "none")
    obj = json.loads(games.read_text().splitlines()[0])
    obj["scores"][0] += 1
    (tmp_path / "false").write_text(json.dumps(obj) + "\n")
    assert "false, line 1: scores" in refused("replay", tmp_path / "false")


def test_redact_prints_what_a_seat_saw(run, games):
    result = run("redact", "--seat", 1, games)
    assert result.exit_code == 0
    lines = [json.loads(line) for line in result.stdout.splitlines()]
    for obj, record in zip(lines, read_games(games), strict=True):
        state = replay(record, game_of(record))
        assert obj["record"] == state.seat_record(1)
        assert obj["seat"] == 1
        assert not {"seed", "scores", "bots"} & obj.keys()
        view = state.game.view(1)
        view.extend(obj["record"])


def test_redact_refuses_what_is_not_whole(refused, games, tmp_path):
    first, second = games.read_text().splitlines()
    obj = json.loads(second)
    obj |= {"record": obj["record"][:-3], "scores": None}
    file = tmp_path / "half"
    file.write_text(f"{first}\n{json.dumps(obj)}\n")
    assert "half, line 2: the game is not finished" in refused("redact", "--seat", 0, file)
    assert "there is no seat 2" in refused("redact", "--seat", 2, games)
    (tmp_path / "none").write_text("\n")
    assert "none has no games" in refused("redact", "--seat", 0, tmp_path / "none")
    assert "Missing option '--seat'" in refused("redact", games)
