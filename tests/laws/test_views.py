"""Laws of what a seat knows: any registered game must pass, whatever its rules."""

from __future__ import annotations

import json

import pytest

from eminence import (
    EminenceError,
    IllegalMoveError,
    ImpossibleError,
    NotationError,
    NotVisibleError,
)

SEEDS = [0, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(1, 8))]


def knowledge(view):
    """All that a view tells."""
    return view.observation(), view.to_move, view.decision, view.legal_moves(), view.record


@pytest.mark.parametrize("seed", SEEDS)
def test_a_view_knows_what_the_state_shows(game, wander, seed):
    views = [game.view(seat) for seat in range(game.players)]
    known = [0] * game.players
    for state in wander.random_game(game, seed):
        for seat, view in enumerate(views):
            record = state.seat_record(seat)
            view.extend(record[known[seat] :])
            known[seat] = len(record)
            assert view.record == record
            assert view.seat == seat
            if state.to_move is None:
                assert view.to_move is None
                continue
            observation = state.observation(seat)
            assert view.observation() == observation
            assert json.loads(json.dumps(observation)) == observation
            if state.to_move == seat:
                assert view.legal_moves() == state.legal_moves()
                assert (view.to_move, view.decision) == (seat, state.decision)
            else:
                assert view.to_move == seat or view.legal_moves() == []


@pytest.mark.parametrize("seed", SEEDS)
def test_an_event_unseen_changes_nothing_for_a_seat(game, wander, seed):
    before = None
    for state in wander.random_game(game, seed):
        now = [(state.seat_record(s), state.observation(s)) for s in range(game.players)]
        if before is not None and state.to_move is not None:
            for (record, observation), (new_record, new_observation) in zip(
                before, now, strict=True
            ):
                assert new_record[: len(record)] == record
                assert len(new_record) - len(record) in (0, 1)
                assert len(new_record) > len(record) or new_observation == observation
        if state.record:
            event = state.record[-1]
            for seat, (record, _) in enumerate(now):
                if event.get("seat") == seat:
                    assert record[-1] == event
        before = now


@pytest.mark.parametrize("seed", SEEDS)
def test_undo_is_a_fresh_view_of_the_cut_record(game, wander, seed):
    wanderer = wander.Wanderer(seed + 400)
    state = wander.played(game, seed)
    for seat in range(game.players):
        record = state.seat_record(seat)
        view = wander.seen_view(state, seat)
        for _ in range(6):
            n = wanderer.below(len(view.record) + 1)
            view.undo(n)
            fresh = game.view(seat)
            fresh.extend(record[:n])
            assert knowledge(view) == knowledge(fresh)
            assert wander.raw(view) == wander.raw(fresh)
            view.extend(record[n : n + wanderer.below(200)])
        before = knowledge(view)
        for wrong in (-1, len(view.record) + 1, None, True, "1"):
            with pytest.raises(EminenceError):
                view.undo(wrong)
        assert knowledge(view) == before


@pytest.mark.parametrize("seed", SEEDS)
def test_extend_takes_in_all_or_nothing(game, wander, seed):
    wanderer = wander.Wanderer(seed + 500)
    record = wander.played(game, seed).seat_record(0)
    for _ in range(6):
        n = wanderer.below(len(record) - 5)
        view = game.view(0)
        view.extend(record[:n])
        before, raw = knowledge(view), wander.raw(view)
        good = record[n : n + wanderer.below(5)]
        for bad, error in (
            ({"seat": 0, "move": "no such token"}, NotationError),
            ({"seat": game.players, "move": "x"}, NotationError),
            ({"chance": 3}, NotationError),
            ("chance", NotationError),
            ({}, NotationError),
            (record[0], (IllegalMoveError, ImpossibleError)),
        ):
            with pytest.raises(error, match=rf"^event {len(good)}\b") as refused:
                view.extend([*good, bad])
            assert refused.value.index == len(good)
            assert knowledge(view) == before
            assert wander.raw(view) == raw
        view.extend(record[n:])
        assert view.record == record


@pytest.mark.parametrize("seed", SEEDS)
def test_copies_of_views_are_independent(game, wander, seed):
    record = wander.played(game, seed).seat_record(0)
    view, kept = game.view(0), []
    for n in range(0, len(record), 20):
        kept.append((view.copy(), knowledge(view), wander.raw(view)))
        other = view.copy()
        other.extend(record[n : n + 20])
        other.undo(0)
        assert (knowledge(view), wander.raw(view)) == kept[-1][1:]
        view.extend(record[n : n + 20])
    for twin, known, raw in kept:
        assert (knowledge(twin), wander.raw(twin)) == (known, raw)
        twin.extend(record[len(twin.record) :])
        assert knowledge(twin) == knowledge(view)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_seat_is_not_told_what_others_alone_see(game, wander, seed):
    """The full record is refused where it says more than the seat's own; no harm is done."""
    state = wander.played(game, seed)
    refused = 0
    for seat in range(game.players):
        view, seen = game.view(seat), iter(state.seat_record(seat))
        expected = next(seen, None)
        again = game.new()
        for event in state.record:
            n = len(again.seat_record(seat))
            again.apply(event["chance"] if "chance" in event else event["move"])
            if len(again.seat_record(seat)) == n:
                continue
            if event != expected:
                before = knowledge(view)
                with pytest.raises(NotVisibleError):
                    view.extend([event])
                assert knowledge(view) == before
                refused += 1
            view.extend([expected])
            expected = next(seen, None)
        assert expected is None
    assert refused


@pytest.mark.parametrize("seed", SEEDS)
def test_a_view_of_all_is_the_state(game, wander, seed):
    wanderer = wander.Wanderer(seed + 600)
    view = game.view("all")
    for state in wander.random_game(game, seed):
        view.extend(state.record[len(view.record) :])
        assert view.seat == "all"
        assert view.observation() == state.to_json()
        assert view.legal_moves() == state.legal_moves()
        assert (view.to_move, view.decision) == (state.to_move, state.decision)
        if wanderer.below(10) == 0:
            same = view.sample(wanderer)
            assert wander.raw(same) == wander.raw(state)
            assert same.record == state.record
            for seat in range(game.players):
                assert same.seat_record(seat) == state.seat_record(seat)
            jumped = game.view("all", observation=state.to_json())
            assert jumped.observation() == state.to_json()
            assert wander.raw(jumped.sample(wanderer)) == wander.raw(state)
    assert view.sample(wanderer).scores() == state.scores()


@pytest.mark.parametrize("seed", SEEDS)
def test_a_view_can_begin_at_an_observation(game, wander, seed):
    """Not while the seat cannot see what is asked: the observation is then of a later stop."""
    wanderer = wander.Wanderer(seed + 700)
    for state in wander.random_game(game, seed):
        if wanderer.below(12) or state.to_move is None:
            continue
        for seat in range(game.players):
            if len(list(wander.unseen_after(state, seat))) > 1:
                continue
            observation = state.observation(seat)
            view = game.view(seat, observation=json.loads(json.dumps(observation)))
            assert view.observation() == observation
            assert view.record == []
            if state.to_move == seat:
                assert view.legal_moves() == state.legal_moves()
            drawn = view.sample(wanderer)
            assert drawn.observation(seat) == observation
            before = knowledge(view)
            later = game.from_json(state.to_json())
            for _ in range(15):
                if later.to_move is not None:
                    later.apply(wanderer.choose(later))
            view.extend(later.seat_record(seat))
            if later.to_move is not None:
                assert view.observation() == later.observation(seat)
            view.undo(0)
            assert knowledge(view) == before


def test_there_is_no_view_of_a_seat_that_is_not_there(game):
    for wrong in (-1, game.players, True, None, "0", "ALL", 1.0):
        with pytest.raises(EminenceError):
            game.view(wrong)
    for state in (game.new(), game.new(start=0)):
        for wrong in (-1, game.players, True, None, "all"):
            with pytest.raises(EminenceError):
                state.observation(wrong)
            with pytest.raises(EminenceError):
                state.seat_record(wrong)
