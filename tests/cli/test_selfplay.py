"""``selfplay``: games into a file, whole or not at all."""

import pytest

from eminence.ai import table
from eminence.ai.cli import workers
from eminence.core.gamefile import game_of, read_games, replay


def test_games_are_written_and_fit_the_rules(games):
    records = list(read_games(games))
    assert [record.seed for record in records] == [0, 1]
    for record in records:
        assert record.bots == ["random", "random"]
        assert replay(record, game_of(record)).scores() == record.scores


def test_the_same_seed_writes_the_same_file(run, games, tmp_path):
    other = tmp_path / "other.jsonl"
    run("selfplay", "-n", 1, "--out", other, "--bot", "random", "--players", 2, "--seed", 1)
    assert other.read_text() == games.read_text().splitlines(keepends=True)[1]


def test_workers_write_in_the_order_of_seeds(run, tmp_path):
    path = tmp_path / "g"
    args = ["-n", 12, "--out", path, "--bot", "random", "--players", 2, "--workers", 2]
    result = run("selfplay", *args)
    assert result.exit_code == 0, result.output
    records = list(read_games(path))
    assert [record.seed for record in records] == list(range(12))
    assert all(replay(record, game_of(record)).scores() for record in records)


def test_what_goes_wrong_in_a_worker_is_told(refused, tmp_path, monkeypatch):
    args = ["selfplay", "-n", 4, "--players", 2, "--workers", 2, "--out", tmp_path / "g", "--bot"]
    # The bots of other processes are real ones, which have no bot of this name.
    assert "no bot 'first'" in refused(*args, "first")
    monkeypatch.setattr(workers, "_serve", divmod)
    assert "a worker process ended in the middle of its games" in refused(*args, "random")
    assert not (tmp_path / "g").exists()


def test_results_go_to_stdout_and_progress_to_stderr(run, tmp_path):
    result = run("selfplay", "-n", 1, "--out", tmp_path / "g", "--bot", "random", "--players", 2)
    assert "1 game in " in result.stdout
    assert "games" in result.stderr


def test_nothing_is_overwritten_unless_asked(run, refused, games):
    before = games.read_text()
    args = ["selfplay", "-n", 1, "--out", games, "--bot", "random", "--players", 2]
    assert "not overwritten" in refused(*args)
    assert games.read_text() == before
    assert run(*args, "--append").exit_code == 0
    assert games.read_text().startswith(before)
    assert len(list(read_games(games))) == 3


def test_a_failure_leaves_only_whole_games(refused, tmp_path, monkeypatch):
    play_game = table.play_game

    def failing(game, bots, seed):
        if seed == 2:
            raise OSError(5, "Input/output error")
        return play_game(game, bots, seed)

    monkeypatch.setattr(table, "play_game", failing)
    args = ["selfplay", "-n", 5, "--bot", "random", "--players", 2, "--out"]
    assert refused(*args, tmp_path / "two").endswith("Input/output error")
    assert len(list(read_games(tmp_path / "two"))) == 2
    assert refused(*args, tmp_path / "none", "--seed", 2).endswith("Input/output error")
    assert not (tmp_path / "none").exists()


@pytest.mark.parametrize(
    ("args", "why"),
    [
        (["-n", 0], "0 is not in the range"),
        (["--workers", 0], "0 is not in the range"),
        (["--bot", "nobody"], "no bot 'nobody'"),
        (["--players", 7], "not 7"),
        (["--bot", "broken"], "the bot 'broken' failed at seat"),
    ],
)
def test_bad_input_leaves_no_file(refused, tmp_path, args, why):
    assert why in refused("selfplay", "--out", tmp_path / "g", *args)
    assert not (tmp_path / "g").exists()


def test_a_folder_that_is_not_there(refused, tmp_path):
    assert "No such file or directory" in refused("selfplay", "--out", tmp_path / "no" / "g")
