"""Bots and what they are asked about."""

from __future__ import annotations

from dataclasses import replace

import pytest

from eminence import available_bots, bot


@pytest.fixture(params=sorted(available_bots()))
def name(request):
    """The name of each bot."""
    return request.param


@pytest.fixture
def quick():
    """Return a function that makes a bot by its name that thinks for a moment only."""
    return lambda name, **options: bot(quick_spec(name), **options)


def quick_spec(name):
    options = {option.name for option in available_bots()[name].options}
    if "nodes" in options:
        return f"{name}:nodes=60"
    return f"{name}:worlds=3" if "worlds" in options else name


@pytest.fixture
def timeless():
    """Return a function that gives a result without the time it took."""
    return lambda result: replace(result, time_ms=0)


@pytest.fixture
def asked(wander):
    """Return a function that gives views of seats that have two moves or more.

    ``asked(game, seed, n)`` spreads its ``n`` views over a random game.
    """

    def views(game, seed, n):
        found = []
        for state in wander.random_game(game, seed):
            if type(state.to_move) is int and len(state.legal_moves()) > 1:
                found.append((state.to_move, state.seat_record(state.to_move)))
        step = max(1, len(found) // n)
        for seat, record in found[step // 2 :: step][:n]:
            view = game.view(seat)
            view.extend(record)
            yield view

    return views
