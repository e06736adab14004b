"""Speed by pytest-benchmark: ``pytest tests/benchmark``. Nothing here can fail for being slow."""

import pytest

from eminence.bench import kernel, speed
from eminence.ext.rng import Rng

PLAYERS = pytest.mark.parametrize("players", [2, 3, 4])


@pytest.fixture
def game(players):
    return speed.compiled("louis14", players)


@PLAYERS
def test_random_games_in_the_kernel(benchmark, game):
    assert benchmark(kernel.random_games, game, 100, Rng(1)) > 100


@PLAYERS
def test_random_games_through_the_api(benchmark, game):
    assert benchmark(speed.play_by_api, game, 5) > 5


@PLAYERS
def test_copying_a_state(benchmark, game):
    state = speed.middle(game)
    assert bytes(benchmark(state.copy)) == bytes(state)


@PLAYERS
def test_sampling_full_states(benchmark, game):
    view = speed.view_of(speed.middle(game))
    assert benchmark(kernel.sample_states, view, 1000, Rng(1)) == 1000


@PLAYERS
def test_flat_monte_carlo(benchmark, game):
    view = speed.view_of(speed.middle(game))
    assert benchmark(speed.simulate, view, 1000) == 1000
