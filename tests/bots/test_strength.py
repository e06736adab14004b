"""Flat Monte Carlo beats greedy, and greedy beats random: fixed seeds, node limits, no clocks."""

from __future__ import annotations

import pytest

from eminence import Rng, bot

PAIRS = [("flat-mc:nodes=1000", "greedy", 120), ("greedy", "random", 240)]


def share_of_win(game, strong, weak, seat, seed):
    """Play a game, one bot in that seat and the other in all others; return the first one's win."""
    bots = [bot(strong if s == seat else weak, seed=seed) for s in range(game.players)]
    views = [game.view(s) for s in range(game.players)]
    state, rng = game.new(), Rng(seed, 5)
    state.sample_chance(rng)
    while (mover := state.to_move) is not None:
        view = views[mover]
        view.extend(state.seat_record(mover)[len(view.record) :])
        state.apply(bots[mover].think(view).move)
        state.sample_chance(rng)
    return state.returns()[seat]


@pytest.mark.long
@pytest.mark.parametrize(("strong", "weak", "games"), PAIRS)
def test_the_stronger_wins_more_than_its_share(compiled, strong, weak, games):
    """Each seed is played once from each seat; the seeds are the independent units."""
    players = compiled.players
    wins = [
        sum(share_of_win(compiled, strong, weak, seat, seed) for seat in range(players)) / players
        for seed in range(games // players)
    ]
    mean = sum(wins) / len(wins)
    variance = sum((win - mean) ** 2 for win in wins) / (len(wins) - 1)
    half = 2.1 * (variance / len(wins)) ** 0.5
    assert mean - half > 1 / players, f"{mean:.3f} ± {half:.3f} against {1 / players:.3f}"
