"""One game at a table: what each player is told, and what a failure costs."""

import threading

import pytest

from eminence.ai.bots import bot
from eminence.ai.thinking import Limits, Result
from eminence.bench.deals import Deal
from eminence.bench.faults import Answer, Fault, Patience
from eminence.bench.match import events_sha, play_match
from eminence.bench.players import Alarm, LibraryPlayer
from eminence.core.game import load

GAME = load("louis14", 3)
DEAL = Deal(1, "louis14/3", 0)


class Scripted:
    """Plays a legal move and notes what it is told; fails at one of its decisions if asked to."""

    def __init__(self, fail_at=None, raises=None, at_start=None):
        self.view, self.told, self.seeds = None, [], []
        self.fail_at, self.raises, self.at_start = fail_at, raises, at_start
        self.finished = 0

    def start(self, game, seat, seed):
        self.view, self.told, self.seeds = game.view(seat), [], [seed]
        if self.at_start:
            raise self.at_start

    def choose(self, events, seed):
        self.told += events
        self.seeds.append(seed)
        self.view.extend(events)
        if self.fail_at == len(self.seeds) - 2:
            if self.raises:
                raise self.raises
            return Answer("banana", 1, None)
        return Answer(self.view.legal_moves()[0], 1, None)

    def finish(self):
        self.finished += 1

    def close(self):
        pass


def test_each_player_is_told_its_own_seat_s_record_and_no_more():
    players = [Scripted() for _ in range(3)]
    match = play_match(GAME, DEAL, players)
    for seat, player in enumerate(players):
        record = match.state.seat_record(seat)
        assert player.told == record[: len(player.told)] and len(player.told) > 50
        assert all(p.finished == 1 for p in players)
    assert match.result["points"] == match.state.scores()
    assert match.result["events_sha"] == events_sha(match.state.record)
    assert match.result["nodes"] == [len(p.seeds) - 1 for p in players]
    assert match.result["turns"] == sum(match.result["nodes"])
    assert sum(match.result["win"]) == pytest.approx(1)
    assert "note" not in match.result and "stray" not in match.result


def test_seeds_belong_to_the_seat_and_the_decision():
    one, two = [Scripted() for _ in range(3)], [Scripted() for _ in range(3)]
    play_match(GAME, DEAL, one)
    play_match(GAME, DEAL, two[::-1])
    for a, b in zip(one, two[::-1], strict=True):
        assert a.seeds == b.seeds and len(set(a.seeds)) == len(a.seeds)
    assert len({p.seeds[0] for p in one}) == 3


@pytest.mark.parametrize(
    ("player", "kind"),
    [
        (Scripted(fail_at=5), "illegal"),
        (Scripted(fail_at=5, raises=Fault("stall", "no answer")), "stall"),
        (Scripted(at_start=Fault("crash", "no start")), "crash"),
    ],
)
def test_a_fault_ends_the_game_and_the_others_share_the_win(player, kind):
    others = [Scripted(), Scripted()]
    line = play_match(GAME, DEAL, [others[0], player, others[1]]).result
    assert line["fault"] == [None, kind, None]
    assert line["win"] == [0.5, 0, 0.5] and line["ranks"] == [1, 3, 1]
    assert line["points"] == [None] * 3
    assert others[0].finished == others[1].finished == 1


def test_what_is_no_bot_s_fault_is_no_result():
    with pytest.raises(RuntimeError):
        broken = Scripted(fail_at=2, raises=RuntimeError("harness"))
        play_match(GAME, DEAL, [broken, Scripted(), Scripted()])


class Thinking:
    spec = "thinking"

    def __init__(self, think):
        self._think = think

    def think(self, view, *, limits, seed, stop):
        return self._think(view, stop)


def choose(think, limits=None, patience=None):
    """Let a bot that thinks like that choose the first move of a game."""
    alarm = Alarm(lambda: None)
    player = LibraryPlayer(
        Thinking(think), limits or Limits(), patience or Patience(60_000, 200), alarm
    )
    state = GAME.new(0)
    DEAL.chance().play(state)
    player.start(GAME, state.to_move, 1)
    try:
        return player.choose(state.seat_record(state.to_move), 1)
    finally:
        alarm.close()


def first_move(view, _):
    return Result(view.legal_moves()[0], "nodes", 3, 0, 0, None, None)


def test_a_bot_of_the_library_plays():
    assert choose(first_move).nodes == 3


def test_an_exception_is_a_crash():
    def broken(*_):
        raise IndexError("list index out of range")

    with pytest.raises(Fault, match="IndexError: list index") as error:
        choose(broken)
    assert error.value.kind == "crash"


def test_memory_that_runs_out_is_no_bot_s_fault():
    def large(*_):
        raise MemoryError

    with pytest.raises(MemoryError):
        choose(large)


def test_a_bot_that_thinks_on_is_told_to_stop_and_has_stalled():
    def slow(view, stop):
        assert stop.wait(60)
        return first_move(view, stop)

    with pytest.raises(Fault) as error:
        choose(slow, patience=Patience(1, 0))
    assert error.value.kind == "stall"


def test_a_late_answer_is_overtime():
    def late(view, stop):
        threading.Event().wait(0.1)
        return first_move(view, stop)

    with pytest.raises(Fault) as error:
        choose(late, Limits(time_ms=10), Patience(60_000, 0))
    assert error.value.kind == "overtime"


def test_a_process_is_given_up_when_a_bot_does_not_hear(monkeypatch):
    monkeypatch.setattr("eminence.bench.players.GRACE_S", 0.01)
    given_up = threading.Event()
    alarm = Alarm(given_up.set)
    alarm.set(0.0)
    assert given_up.wait(20)
    assert alarm.clear()
    assert not alarm.clear()
    alarm.close()


def test_bots_of_different_strength_meet():
    alarm = Alarm(lambda: None)
    made = [
        LibraryPlayer(bot(spec), Limits(), Patience(60_000, 200), alarm)
        for spec in ("random", "greedy:worlds=2", "flat-mc:nodes=20")
    ]
    lines = [play_match(GAME, DEAL, made).result for _ in range(2)]
    alarm.close()
    assert lines[0]["events_sha"] == lines[1]["events_sha"]
    assert lines[0]["fault"] == [None] * 3 and lines[0]["nodes"][2] > 0
