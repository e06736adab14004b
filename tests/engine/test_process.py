"""Section 7, and numbers 70 to 72 of section 8."""

import json
import os
import signal
import subprocess
import sys
import time

import pytest

from eminence.core import game as contract

THINK = {"cmd": "think"}


@pytest.fixture
def at_turn(start, deal):
    """Return a function that starts an engine with a game in which seat 1 has a turn."""

    def begin(*args, **options):
        engine = start(*args, **options)
        record, _ = deal().stop(1, "turn")
        engine.ok(**deal().new(1, seed=1, events=record))
        return engine

    return begin


def test_70_end_of_input_when_idle(start):
    engine = start()
    assert engine.rest() == [] and engine.wait() == 0
    assert engine.log == b""


def test_70_end_of_input_during_a_bounded_search(at_turn):
    engine = at_turn()
    ids = engine.send({**THINK, "limits": {"nodes": 5000}}, {"cmd": "legal"})
    replies = engine.rest()
    assert [reply["re"] for reply in replies] == ids
    assert (replies[0]["stop_reason"], replies[0]["nodes"]) == ("nodes", 5000)
    assert engine.wait() == 0


def test_70_end_of_input_during_an_unbounded_search(at_turn):
    engine = at_turn()
    ids = engine.send({**THINK, "limits": {"infinite": True}}, {"cmd": "legal"})
    replies = engine.rest()
    assert [reply["re"] for reply in replies] == ids
    assert replies[0]["stop_reason"] == "eof"
    assert engine.wait() == 0


def test_70_the_end_of_input_is_not_waited_for_for_ever(at_turn):
    engine = at_turn("--eof-s", 0.3)
    engine.send({**THINK, "limits": {"time_ms": 600_000}})
    (reply,) = engine.rest()
    assert reply["stop_reason"] == "eof" and engine.wait() == 0


def test_70_end_of_input_while_a_game_is_loaded(start, deal):
    engine = start("--load-s", 0.3)
    engine.send(deal().new(0), {"cmd": "legal"})
    assert [reply["ok"] for reply in engine.rest()] == [True, True]
    assert engine.wait() == 0


def test_quit_replies_last_and_nothing_is_read_after_it(start):
    engine = start()
    ids = engine.send({"cmd": "ping"}, {"cmd": "quit"}, {"cmd": "ping"})
    assert [reply["re"] for reply in engine.finals(2)] == ids[:2]
    assert engine.line() is None and engine.wait() == 0


def test_quit_with_a_bot_that_does_not_stop(at_turn):
    engine = at_turn("--bot", "deaf", "--stop-s", 0.1)
    ids = engine.send({**THINK, "limits": {"nodes": 5}}, {"cmd": "quit"})
    assert [reply["re"] for reply in engine.finals(2)] == ids
    assert engine.wait(5) == 0


def test_71_nobody_reads_the_output_any_more(at_turn):
    engine = at_turn()
    reader, writer = os.pipe()
    other = subprocess.Popen(
        engine.process.args, stdin=subprocess.PIPE, stdout=writer, stderr=subprocess.PIPE
    )
    os.close(writer)
    os.close(reader)
    other.stdin.write(b"ping\n")
    other.stdin.flush()
    started = time.monotonic()
    _, log = other.communicate(timeout=10)
    assert log == b"" and other.returncode is not None
    assert time.monotonic() - started < 5


def test_71_a_reader_that_sleeps_loses_nothing(at_turn, deal):
    new = deal().new(1, events=deal().stop(1, "turn")[0])
    process = subprocess.Popen(
        at_turn().process.args, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0
    )
    lines = [json.dumps({**new, "id": "new"})]
    for i in range(300):
        lines.append(json.dumps({"cmd": "legal", "id": i}))
    process.stdin.write("".join(line + "\n" for line in lines).encode())
    time.sleep(0.7)  # by now the pipe is full
    process.stdin.close()
    data = process.stdout.read()
    assert process.wait(20) == 0
    process.stdout.close()
    assert len(data) > 1 << 17
    assert [json.loads(line)["re"] for line in data.splitlines()] == ["new", *range(300)]


def test_71_72_a_bot_that_prints_and_a_log_nobody_reads(deal):
    """Descriptor 2 is a pipe that is never read; what is printed goes there as well."""
    args = [sys.executable, os.path.join(os.path.dirname(__file__), "fake_engine.py")]
    process = subprocess.Popen(
        [*args, "--bot", "noisy"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    new = deal().new(1, events=deal().stop(1, "turn")[0])
    requests = [new, {**THINK, "nodes": 1}, {"cmd": "ping"}]
    process.stdin.write("".join(json.dumps(r) + "\n" for r in requests).encode())
    process.stdin.close()
    replies = [json.loads(line) for line in process.stdout.read().splitlines()]
    assert [reply["ok"] for reply in replies] == [True] * 3
    assert not any("warnings" in reply for reply in replies)
    assert process.wait(20) == 0
    process.stdout.close()
    process.stderr.close()


def test_72_what_is_printed_goes_to_the_log(at_turn):
    engine = at_turn("--bot", "noisy")
    engine.ok(**THINK, nodes=1)
    engine.send({"cmd": "quit"})
    assert engine.final()["ok"] and engine.wait() == 0
    for word in (b"print\n", b"C-level write\n", b"child\n"):
        assert word in engine.log
    assert engine.log.count(b"x" * 1023 + b"\n") == 1024


def test_72_stderr_in_a_file_or_closed(at_turn, tmp_path):
    with open(tmp_path / "log", "wb") as log:
        engine = at_turn("--bot", "noisy", stderr=log)
    engine.ok(**THINK, nodes=1)
    assert engine.rest() == [] and engine.wait() == 0
    assert b"C-level write\n" in (tmp_path / "log").read_bytes()
    shell = ["sh", "-c", 'exec "$0" "$@" 2>&-', *engine.process.args]
    quiet = at_turn(command=shell)
    quiet.ok(**THINK, nodes=1)
    assert quiet.rest() == [] and quiet.wait() == 0


def test_72_sigterm_is_quit(at_turn):
    engine = at_turn()
    (thinking,) = engine.send({**THINK, "limits": {"infinite": True}})
    engine.ok(cmd="ping")
    engine.process.send_signal(signal.SIGTERM)
    reply = engine.final()
    assert (reply["re"], reply["stop_reason"]) == (thinking, "superseded")
    assert engine.line() is None and engine.wait() == 0 and engine.log == b""


def test_72_sigint_is_for_people(at_turn):
    engine = at_turn()
    engine.process.send_signal(signal.SIGINT)
    time.sleep(0.2)
    assert engine.ok(cmd="ping")
    assert engine.rest() == [] and engine.wait() == 0


@pytest.mark.parametrize("env", [{"PYTHONIOENCODING": "ascii"}, {"LC_ALL": "C"}])
def test_72_poor_surroundings(at_turn, env):
    engine = at_turn("--bot", "noisy", env=env)
    assert engine.tell('{"cmd":"ping","id":"é\u2028"}'.encode())["re"] == "é\u2028"
    assert engine.ok(**THINK, nodes=1)["move"]


def test_the_engine_answers_before_anything_heavy_is_loaded(start):
    code = (
        "import sys; import eminence.ai.engine.process as _; "
        "heavy = {'numpy', 'rich', 'click', 'asyncio'} & set(sys.modules); sys.exit(bool(heavy))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
    assert contract.available_games()
