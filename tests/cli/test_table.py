"""`eminence.ai.table`: who is shown what, and where chance comes from."""

import pytest

from eminence.ai.table import BotFailure, Table, derive_seed, play_game
from eminence.core.errors import EminenceError
from eminence.core.game import load

GAME = load("louis14", 3)


def make(name):
    import eminence.ai.bots

    return eminence.ai.bots.bot(name)


def test_each_bot_sees_its_own_seat_and_what_that_seat_saw(asked):
    state = play_game(GAME, [make("random")] * 3, 1)
    assert state.scores()
    for seat in range(3):
        views = {id(view): view for who, view, _ in asked if who == seat}
        (view,) = views.values()
        seen = state.seat_record(seat)
        assert view.record == seen[: len(view.record)]
    seeds = [seed for _, _, seed in asked]
    assert len(set(seeds)) == len(seeds)


def test_what_a_seat_has_not_seen_changes_nothing_it_is_asked(asked):
    table, bots, unseen = Table(GAME, 5), [make("random")] * 3, 0
    table.deal()
    while table.state.to_move is not None:
        seat = table.seat
        told = len(table.state.seat_record(seat))
        unseen += told < len(table.state.record)
        table.move(table.ask(bots[seat]).move)
        assert asked[-1][2] == derive_seed(5, "bot", seat, told, "random")
        table.deal()
    assert unseen


def test_events_are_told_before_they_happen():
    told = []

    def on_event(before, event):
        token = event.get("move") or event["chance"]
        legal = before.legal_moves() or [t for t, _ in before.chance_outcomes()]
        told.append((token in legal, event))

    state = play_game(GAME, [make("random")] * 3, 2, on_event=on_event)
    assert all(legal for legal, _ in told)
    assert [event for _, event in told] == state.record


def test_a_game_cut_and_continued_is_the_same_game():
    whole = play_game(GAME, [make("random")] * 3, 3)
    table = Table(GAME, 3)
    table.deal()
    for _ in range(20):
        table.move(table.ask(make("random")).move)
        table.deal()
    table = Table(GAME, 3, record=table.state.record)
    while table.state.to_move is not None:
        table.move(table.ask(make("random")).move)
        table.deal()
    assert table.state.record == whole.record


def test_a_bot_that_fails_is_named():
    with pytest.raises(BotFailure, match=r"'broken' failed at seat [012]: no idea"):
        play_game(GAME, [make("broken")] * 3, 1)
    with pytest.raises(BotFailure, match=r"'cheat' at seat [012] wants 'swindle'"):
        play_game(GAME, [make("cheat")] * 3, 1)
    with pytest.raises(EminenceError, match="2 bots for 3 players"):
        play_game(GAME, [make("random")] * 2, 1)
    with pytest.raises(EminenceError, match="no seat is to move"):
        Table(GAME, 1).ask(make("random"))


def test_seeds_differ_by_path():
    assert derive_seed(1, "bot", 0) == derive_seed(1, "bot", 0)
    assert len({derive_seed(1, "a"), derive_seed(1, "b"), derive_seed(2, "a")}) == 3
    assert 0 <= derive_seed(2**64 - 1, "a") < 2**64
