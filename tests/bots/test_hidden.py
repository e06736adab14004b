"""A bot cannot tell games apart that are one to its seat."""

from __future__ import annotations

import pytest

from eminence import BotSpecError, EminenceError, Rng, load


def twin_games(game, wander, seat, seed, events):
    """Play two games, in which other cards are hidden, so that a seat sees the same.

    Where one cannot follow the other, both go back some way and try again. Yields both whenever
    the seat is to move in both.
    """
    wanderer = wander.Wanderer(seed)
    past = [(game.new(), game.new())]
    furthest = 0
    while len(past) < events:
        first, second = past[-1]
        if first.to_move is None:
            break
        token = wanderer.choose(first)
        after = wander.after(first, token)
        if len(after.seat_record(seat)) == len(first.seat_record(seat)):
            past.append((after, second))
            continue
        # Mostly the same token, lest too many cards differ that have to be shown one day.
        likely = token if wanderer.below(8) else None
        other = wander.follow(second, seat, after.seat_record(seat)[-1], wanderer, likely)
        if other is None:
            del past[max(1, len(past) - 1 - wanderer.below(30)) :]
            continue
        past.append((after, other))
        if len(past) > furthest and after.to_move == other.to_move == seat:
            yield after, other
        furthest = max(furthest, len(past))


@pytest.mark.parametrize("seed", range(2))
def test_other_hidden_cards_leave_the_analysis_the_same(
    compiled, name, quick, wander, timeless, seed
):
    thinker, different, thought = quick(name), 0, 0
    for n, (first, second) in enumerate(twin_games(compiled, wander, 0, seed, 260)):
        different += first.to_json() != second.to_json()
        assert first.seat_record(0) == second.seat_record(0)
        if n % 3 == 0 and len(first.legal_moves()) > 1:
            thought += 1
            views = [wander.seen_view(state, 0) for state in (first, second)]
            results = [timeless(thinker.think(view, seed=seed)) for view in views]
            assert results[0] == results[1]
    assert different > 5
    assert thought > 5


def test_a_world_leaves_the_analysis_the_same(compiled, name, quick, asked, wander, timeless):
    """The view of the same seat, taken from a full state that it cannot tell from the truth."""
    for view in asked(compiled, 1, 5):
        world = view.sample(Rng(4))
        jumped = compiled.view(view.seat, observation=world.observation(view.seat))
        other = compiled.view(view.seat, observation=view.observation())
        thinker = quick(name)
        assert timeless(thinker.think(wander.seen_view(world, view.seat))) == timeless(
            thinker.think(view)
        )
        assert timeless(thinker.think(jumped)) == timeless(thinker.think(other))


def test_a_bot_refuses_a_state(compiled, name, quick, wander):
    state = next(
        s for s in wander.random_game(compiled, 1) if type(s.to_move) is int and s.legal_moves()
    )
    for wrong in (state, state.to_json(), state.observation(0), None):
        with pytest.raises(BotSpecError):
            quick(name).think(wrong)


def test_a_view_of_the_readable_rules_is_refused_with_what_to_do(compiled, name, quick):
    game = load(compiled.info.name, compiled.players, engine="reference")
    with pytest.raises(BotSpecError, match="compiled"):
        quick(name).think(game.view(0))


def test_only_the_seat_that_is_to_move_is_answered(compiled, name, quick, wander):
    for state in wander.random_game(compiled, 2):
        if type(state.to_move) is not int:
            continue
        for seat in set(range(compiled.players)) - {state.to_move}:
            view = wander.seen_view(state, seat)
            if view.to_move != seat:
                with pytest.raises(EminenceError):
                    quick(name).think(view)
        break
