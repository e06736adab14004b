"""Laws of states: any registered game must pass, whatever its rules."""

from __future__ import annotations

import json

import pytest

from eminence import EminenceError, GameOverError, IllegalMoveError, NotationError, Rng

SEEDS = [0, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(1, 8))]


def picture(state):
    """All that a state tells."""
    return (
        state.to_json(),
        state.to_move,
        state.decision,
        state.legal_moves(),
        state.chance_outcomes(),
        state.scores(),
        state.returns(),
        [state.observation(seat) for seat in range(state.game.players)],
    )


@pytest.mark.parametrize("seed", SEEDS)
def test_a_state_is_resumed_from_its_json_at_every_stop(game, wander, seed):
    for state in wander.random_game(game, seed):
        again = game.from_json(json.loads(json.dumps(state.to_json())))
        assert picture(again) == picture(state)
        assert wander.raw(again) == wander.raw(state)
        assert again.record == []


@pytest.mark.parametrize("seed", SEEDS)
def test_a_resumed_state_plays_on_identically(game, wander, seed):
    wanderer = wander.Wanderer(seed)
    pairs = []
    for state in wander.random_game(game, seed):
        if wanderer.below(12) == 0:
            pairs.append((state.copy(), game.from_json(state.to_json())))
    for state, again in pairs:
        past = len(state.record)
        pasts = [len(state.seat_record(seat)) for seat in range(game.players)]
        for _ in range(40):
            if state.to_move is None:
                break
            token = wanderer.choose(state)
            state.apply(token)
            again.apply(token)
            assert picture(again) == picture(state)
        assert again.record == state.record[past:]
        for seat, n in enumerate(pasts):
            assert again.seat_record(seat) == state.seat_record(seat)[n:]
        assert wander.raw(again) == wander.raw(state)


@pytest.mark.parametrize("seed", SEEDS)
def test_copies_are_independent(game, wander, seed):
    wanderer = wander.Wanderer(seed + 100)
    kept = []
    for state in wander.random_game(game, seed):
        if wanderer.below(8) == 0:
            twin = state.copy()
            before = picture(state), wander.raw(state), state.record
            kept.append((twin, *before))
            other = state.copy()
            for _ in range(10):
                if other.to_move is not None:
                    other.apply(wanderer.choose(other))
            assert (picture(state), wander.raw(state), state.record) == before
    for twin, pictured, raw, record in kept:
        assert picture(twin) == pictured
        assert wander.raw(twin) == raw
        assert twin.record == record


@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_handed_out_can_be_changed_without_harm(game, wander, seed):
    state = wander.played(game, seed, 60)
    before, record = picture(state), state.record
    for handed in (state.record, state.seat_record(0)):
        handed[0].clear()
        handed.clear()
    for obj in (state.to_json(), state.observation(0)):
        for value in obj.values():
            if isinstance(value, list | dict):
                value.clear()
    wander.possible(state).clear()
    assert picture(state) == before
    assert state.record == record


@pytest.mark.parametrize("seed", SEEDS)
def test_a_record_replays(game, wander, seed):
    authors = []
    for state in wander.random_game(game, seed):
        authors.append(state.to_move)
    record = state.record
    again = game.new()
    for number, event in enumerate(record):
        token = event["chance"] if "chance" in event else event["move"]
        assert event.get("seat", "chance") == again.to_move == authors[number]
        again.apply(token)
    assert picture(again) == picture(state)
    assert wander.raw(again) == wander.raw(state)
    assert again.record == record


@pytest.mark.parametrize("seed", SEEDS)
def test_only_the_seat_to_move_has_moves(game, wander, seed):
    for state in wander.random_game(game, seed):
        moves, outcomes = state.legal_moves(), state.chance_outcomes()
        over = state.to_move is None
        assert state.to_move in (*range(game.players), "chance", None)
        assert bool(moves) == (type(state.to_move) is int)
        assert bool(outcomes) == (state.to_move == "chance")
        tokens = moves + [token for token, _ in outcomes]
        assert len(set(tokens)) == len(tokens)
        assert all(isinstance(token, str) and token for token in tokens)
        if outcomes:
            assert all(p > 0 for _, p in outcomes)
            assert sum(p for _, p in outcomes) == pytest.approx(1)
        assert over == (state.decision is None)
        assert over == (state.scores() is not None) == (state.returns() is not None)


@pytest.mark.parametrize("seed", range(3))
def test_returns_share_one_win(game, wander, seed):
    end = wander.played(game, seed)
    assert sum(end.returns()) == pytest.approx(1)
    assert all(0 <= share <= 1 for share in end.returns())
    assert len(end.returns()) == len(end.scores()) == game.players
    assert all(type(score) is int for score in end.scores())


@pytest.mark.parametrize("seed", SEEDS)
def test_a_refused_token_leaves_the_state_unchanged(game, wander, seed):
    wanderer, tokens = wander.Wanderer(seed + 200), []
    for state in wander.random_game(game, seed):
        tokens += wander.possible(state)[:3]
        if wanderer.below(6) and state.to_move is not None:
            continue
        before = picture(state), wander.raw(state), state.record
        legal = wander.possible(state)
        strange = next(
            (t for t in reversed(tokens) if t not in legal and sorted(t) != sorted(str(t).strip())),
            next((t for t in reversed(tokens) if t not in legal), None),
        )
        if strange is not None:
            wanted = GameOverError if state.to_move is None else IllegalMoveError
            with pytest.raises(wanted) as refused:
                state.apply(strange)
            assert repr(strange) in str(refused.value)
        for nonsense in ("", " ", "no such token", "\0", *(t + " " for t in legal[:2])):
            with pytest.raises(NotationError):
                state.apply(nonsense)
        for nothing in (None, 3, b"", ["x"]):
            with pytest.raises(EminenceError):
                state.apply(nothing)
        assert (picture(state), wander.raw(state), state.record) == before


@pytest.mark.parametrize("seed", SEEDS)
def test_the_same_seed_gives_the_same_game(game, wander, seed):
    def play(seed):
        state, wanderer, rng = game.new(), wander.Wanderer(5), Rng(seed)
        while state.to_move is not None:
            before = state.record
            applied = state.sample_chance(rng)
            assert state.record == before + [{"chance": token} for token in applied]
            assert state.to_move != "chance"
            assert state.sample_chance(rng) == []
            if state.to_move is not None:
                state.apply(wanderer.choose(state))
        return state

    first, again, other = play(seed), play(seed), play(seed + 1)
    assert first.record == again.record
    assert picture(first) == picture(again)
    assert first.record != other.record


def test_a_start_player_can_be_fixed(game):
    for seat in range(game.players):
        state = game.new(start=seat)
        assert len(state.record) == 1
        assert state.record[0]["chance"] in dict(game.new().chance_outcomes())
    for wrong in (-1, game.players, True, "0", 1.0):
        with pytest.raises(EminenceError):
            game.new(start=wrong)


@pytest.mark.parametrize("seed", SEEDS)
def test_engines_play_alike(engines, wander, seed):
    reference, compiled = engines
    other = compiled.new()
    for state in wander.random_game(reference, seed):
        if state.record:
            event = state.record[-1]
            other.apply(event["chance"] if "chance" in event else event["move"])
        assert picture(other) == picture(state)
    assert other.record == state.record


@pytest.mark.parametrize("seed", SEEDS)
def test_perft_counts_sequences(game, wander, seed):
    wanderer = wander.Wanderer(seed + 300)
    for state in wander.random_game(game, seed):
        if wanderer.below(25) and state.to_move is not None:
            continue
        before = wander.raw(state)
        assert state.perft(0) == (1, {})
        leaves, division = state.perft(1)
        tokens = wander.possible(state)
        assert list(division) == tokens
        assert set(division.values()) <= {1}
        assert leaves == max(1, len(tokens))
        leaves, division = state.perft(2)
        assert division == {t: wander.after(state, t).perft(1).leaves for t in tokens}
        assert leaves == (sum(division.values()) or 1)
        assert wander.raw(state) == before
    for wrong in (-1, True, "2", 1.5):
        with pytest.raises((EminenceError, TypeError)):
            state.perft(wrong)
