"""Programs as players: whatever they do, the game is scored and nothing hangs or stays."""

import os
import subprocess
import sys

import pytest

from eminence.ai.bots import bot
from eminence.ai.thinking import Limits
from eminence.bench.config import ArenaError, split_command
from eminence.bench.deals import Deal
from eminence.bench.engines import Engine, EnginePlayer, probe
from eminence.bench.faults import Patience
from eminence.bench.match import play_match
from eminence.bench.players import Alarm, LibraryPlayer
from eminence.core.game import load

GAME = load("louis14", 2)
NONE = Limits()
ALARM = Alarm(lambda: None)
LONG, SHORT = Patience(60_000, 200), Patience(300, 0)


@pytest.fixture
def engine(mock):
    def make(mode, limits=NONE, patience=LONG):
        return EnginePlayer(split_command(mock(mode)), limits, patience)

    return make


def random_player():
    return LibraryPlayer(bot("random"), NONE, LONG, ALARM)


def against_random(player, deal=0):
    """Play a game at seat 0 and return its line; the process is gone afterwards."""
    try:
        return play_match(GAME, Deal(1, "x", deal), [player, random_player()]).result
    finally:
        player.close()


@pytest.mark.parametrize(
    ("mode", "kind", "why"),
    [
        ("crash", "crash", "exit code 7; something broke"),
        ("refuse", "crash", "refused newgame: internal: not today"),
        ("flood", "crash", "flooded"),
        ("line", "crash", "flooded"),
        ("illegal", "illegal", "'banana'"),
        ("moveless", "illegal", "'None'"),
        ("nan", "illegal", "'nan'"),
        ("child", "crash", "ended"),
    ],
)
def test_a_fault_loses_the_game_and_is_named(engine, mode, kind, why):
    line = against_random(engine(mode))
    assert line["fault"] == [kind, None]
    assert why in line["note"]
    assert line["win"] == [0.0, 1.0] and line["ranks"] == [2, 1]
    assert line["points"] == [None, None]


@pytest.mark.parametrize("mode", ["stall", "wrong"])
def test_silence_is_a_stall(engine, mode):
    line = against_random(engine(mode, patience=SHORT))
    assert line["fault"] == ["stall", None] and "no reply to" in line["note"]


def test_an_answer_after_its_time_is_overtime(engine):
    line = against_random(engine("late", Limits(time_ms=50), Patience(60_000, 100)))
    assert line["fault"] == ["overtime", None] and "50 were allowed" in line["note"]


def test_a_full_pipe_to_a_program_that_never_reads_blocks_nobody():
    process = Engine([sys.executable, "-c", "import time; time.sleep(3600)"])
    try:
        with pytest.raises(Exception, match="no reply to events"):
            process.ask([{"cmd": "events", "events": ["x" * 4_000_000]}], 0.3)
    finally:
        process.program.close()


def test_pollution_is_skipped_and_counted(engine):
    line = against_random(engine("polluting"))
    assert line["fault"] == [None, None]
    assert line["stray"][0] > 0 and line["stray"][1] == 0
    assert line["nodes"][0] > 0


def test_a_long_log_blocks_nobody(engine):
    line = against_random(engine("talkative"))
    assert line["fault"] == [None, None] and "stray" not in line


def test_a_process_plays_game_after_game_until_it_fails(engine):
    player = engine("polite")
    first = play_match(GAME, Deal(1, "x", 0), [player, random_player()])
    pid = player._engine.program.process.pid
    again = play_match(GAME, Deal(1, "x", 0), [player, random_player()])
    assert player._engine.program.process.pid == pid
    assert first.result["events_sha"] == again.result["events_sha"]
    player.close()
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


def test_one_that_does_not_hear_the_end_is_replaced(engine, monkeypatch):
    monkeypatch.setattr("eminence.bench.engines.END_S", 0.2)
    player = engine("clinging")
    player.start(GAME, 0, 1)
    player.finish()
    assert player._engine is None
    player.start(GAME, 0, 1)
    player.close()


@pytest.mark.parametrize(
    ("spec", "why"),
    [
        ("cmd:/nowhere/engine", "cannot be started: No such file"),
        ("cmd:", "names no program"),
        ("cmd:'x", "no closing quotation"),
        (f"cmd:{sys.executable} -c 'import sys; sys.exit(3)'", "ended: exit code 3"),
        ("chess", "does not play louis14 with 2 players"),
        ("mute", "no reply to hello"),
        ("deaf", "no reply to hello"),
    ],
)
def test_a_program_that_cannot_play_is_refused_before_the_run(mock, spec, why, monkeypatch):
    spec = spec if spec.startswith("cmd:") else mock(spec)
    if "no reply" in why:  # only silence is not worth waiting for
        monkeypatch.setattr("eminence.bench.engines.START_S", 1.0)
    with pytest.raises(ArenaError, match=why):
        probe(spec, split_command(spec) or [], GAME)


def test_the_version_is_the_engine_s_own(mock):
    assert probe("x", split_command(mock("polite")), GAME) == "0.7"


def test_the_real_engine_plays():
    code = "from eminence.ai.cli import main; main(['engine', '--bot', 'random'])"
    command = [sys.executable, "-c", code]
    line = against_random(EnginePlayer(command, Limits(nodes=5), LONG))
    assert line["fault"] == [None, None] and "stray" not in line


def test_a_program_that_stays_after_its_input_has_ended_is_killed(engine):
    player = engine("zombie")
    player.start(GAME, 0, 1)
    process = player._engine.program.process
    player.close()
    assert isinstance(process, subprocess.Popen) and process.returncode is not None
