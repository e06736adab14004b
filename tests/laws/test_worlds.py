"""Laws of hidden cards: what a seat cannot know has no effect on what it is told.

`View.sample` gives a *world*: a full state that the seat cannot tell from the true one. Any
registered game must pass, whatever its rules.
"""

from __future__ import annotations

import random

import pytest

from eminence import ImpossibleError, Rng

SEEDS = [0, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(1, 8))]


def some_stops(game, wander, seed, every):
    """Yield the state at random stops, with a seat and its view, built from its record."""
    wanderer = wander.Wanderer(seed + 800)
    for state in wander.random_game(game, seed):
        if wanderer.below(every) == 0 or state.to_move is None:
            seat = wanderer.below(game.players)
            yield state, seat, wander.seen_view(state, seat)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_world_keeps_what_the_seat_saw(game, wander, seed):
    for number, (state, seat, view) in enumerate(some_stops(game, wander, seed, 4)):
        known, record = view.observation(), view.record
        world = view.sample(Rng(seed, number))
        assert view.observation() == known
        assert view.record == record == world.record == world.seat_record(seat)
        for other in set(range(game.players)) - {seat}:
            with pytest.raises(ImpossibleError):
                world.seat_record(other)
        assert (world.to_move, world.decision) == (view.to_move, view.decision)
        if state.to_move is None:
            assert world.scores() is not None
            continue
        assert world.observation(seat) == known == state.observation(seat)
        if view.to_move == seat:
            assert world.legal_moves() == view.legal_moves() == state.legal_moves()


@pytest.mark.parametrize("seed", SEEDS)
def test_a_world_is_a_state_of_the_game_in_both_engines(engines, wander, seed):
    """Nothing is lost or there twice: `from_json` refuses that."""
    for game in engines:
        for number, (_, _, view) in enumerate(some_stops(game, wander, seed, 8)):
            world = view.sample(Rng(seed, number))
            for other in engines:
                again = other.from_json(world.to_json())
                assert again.to_json() == world.to_json()
                assert again.legal_moves() == world.legal_moves()
                assert again.chance_outcomes() == world.chance_outcomes()


@pytest.mark.parametrize("seed", SEEDS)
def test_a_world_can_be_played_to_the_end(game, wander, seed):
    for number, (_, seat, view) in enumerate(some_stops(game, wander, seed, 25)):
        world = view.sample(Rng(seed, number))
        for _ in wander.random_game(game, number, state=world):
            pass
        assert sum(world.returns()) == pytest.approx(1)
        follower = game.view(seat)
        follower.extend(world.seat_record(seat))
        assert follower.record[: len(view.record)] == view.record
        assert follower.to_move is None


@pytest.mark.parametrize("seed", SEEDS)
def test_the_same_seed_draws_the_same_world_and_another_seed_others(game, wander, seed):
    different = 0
    for number, (_, _, view) in enumerate(some_stops(game, wander, seed, 10)):
        first = view.sample(Rng(seed, number))
        assert wander.raw(view.sample(Rng(seed, number))) == wander.raw(first)
        assert wander.raw(view.copy().sample(Rng(seed, number))) == wander.raw(first)
        different += wander.raw(view.sample(Rng(seed + 1, number))) != wander.raw(first)
    assert different


@pytest.mark.parametrize("seed", SEEDS)
def test_a_sample_of_a_sample_is_the_same(game, wander, seed):
    """A sampler that saw the truth would draw otherwise in a world than in the true state."""
    for number, (_, seat, view) in enumerate(some_stops(game, wander, seed, 6)):
        world = view.sample(Rng(seed, number))
        again = wander.seen_view(world, seat)
        assert wander.raw(again) == wander.raw(view)
        for stream in range(3):
            drawn = view.sample(Rng(seed, stream))
            assert wander.raw(again.sample(Rng(seed, stream))) == wander.raw(drawn)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_sample_of_a_sample_without_history_is_the_same(game, wander, seed):
    """The same from observations, which are taken from the states themselves."""
    for number, (state, seat, view) in enumerate(some_stops(game, wander, seed, 6)):
        if state.to_move is None:
            continue
        worlds = [state, *(view.sample(Rng(seed, number + k)) for k in range(2))]
        views = [game.view(seat, observation=world.observation(seat)) for world in worlds]
        drawn = [wander.raw(view.sample(Rng(seed))) for view in views]
        assert drawn[0] == drawn[1] == drawn[2]


@pytest.mark.parametrize("seed", SEEDS)
def test_other_hidden_cards_show_a_seat_nothing_else(game, wander, seed):
    """The true game and a world are played on so that the seat sees the same events.

    Where the world cannot follow, because a hidden card was shown, another one is drawn.
    """
    wanderer = wander.Wanderer(seed + 900)
    seat = wanderer.below(game.players)
    view = game.view(seat)
    state, world = game.new(), None
    followed = differed = 0
    while state.to_move is not None:
        token, seen = wanderer.choose(state), len(view.record)
        state.apply(token)
        record = state.seat_record(seat)
        view.extend(record[seen:])
        if state.to_move is None:
            break
        if len(record) > seen:
            followed += world is not None
            if world is not None:
                first = token if wanderer.below(2) else None
                world = wander.follow(world, seat, record[-1], wanderer, first)
            if world is None or wanderer.below(40) == 0:
                world = view.sample(Rng(seed, len(record)))
        if world is None:
            continue
        differed += world.to_json() != state.to_json()
        assert world.seat_record(seat) == record
        assert world.observation(seat) == state.observation(seat) == view.observation()
        if state.to_move == seat:
            asked = next(w for w in wander.unseen_after(world, seat) if w.to_move == seat)
            assert asked.legal_moves() == state.legal_moves() == view.legal_moves()
    assert followed > 20
    assert differed > 20


@pytest.mark.parametrize("seed", SEEDS)
def test_the_sampler_gets_the_same_from_two_games_that_are_one_to_the_seat(game, wander, seed):
    """As a sample of a sample, but the world has been played on: its record is its own."""
    for number, (_, seat, view) in enumerate(some_stops(game, wander, seed, 20)):
        wanderer = wander.Wanderer(seed + number)
        world = view.sample(Rng(seed, number))
        for _ in range(25):
            if world.to_move is not None:
                world.apply(wanderer.choose(world))
        later = wander.seen_view(world, seat)
        if world.to_move is not None:
            assert later.observation() == world.observation(seat)
        other = later.sample(Rng(seed, number))
        twin = wander.seen_view(other, seat)
        assert wander.raw(twin.sample(Rng(seed))) == wander.raw(later.sample(Rng(seed)))


class Numbers:
    """A generator from outside, with nothing but what the contract asks for."""

    def __init__(self, seed):
        self.random = random.Random(seed)

    def below(self, n):
        return self.random.randrange(n)


@pytest.mark.parametrize("seed", SEEDS)
def test_any_generator_will_do(game, wander, seed):
    for number, (state, seat, view) in enumerate(some_stops(game, wander, seed, 25)):
        world = view.sample(Numbers(number))
        assert wander.raw(view.sample(Numbers(number))) == wander.raw(world)
        if state.to_move is not None:
            assert world.observation(seat) == state.observation(seat)
        twins = state.copy(), state.copy()
        assert twins[0].sample_chance(Numbers(1)) == twins[1].sample_chance(Numbers(1))
        assert wander.raw(twins[0]) == wander.raw(twins[1])
