"""What tests of any game share: the registered games, and ways to play them at random.

Nothing here knows the rules of a game.
"""

from __future__ import annotations

import re
from collections import Counter
from itertools import islice
from types import SimpleNamespace

import pytest

from eminence import Rng, available_games, load

ENGINES = ("reference", "compiled")
COUNTS = [(name, n) for name, info in available_games().items() for n in info.players]


def sort_of(token):
    """Return a token without its numbers."""
    return re.sub(r"\d+", "", token)


def possible(state):
    return state.legal_moves() or [token for token, _ in state.chance_outcomes()]


class Wanderer:
    """Chooses at random; every other time among the sorts of tokens that came least often."""

    def __init__(self, seed):
        self.rng = Rng(seed, 71)
        self.times = Counter()

    def below(self, n):
        return self.rng.below(n)

    def choose(self, state):
        tokens = possible(state)
        if self.below(2):
            least = min(self.times[sort_of(t)] for t in tokens)
            tokens = [t for t in tokens if self.times[sort_of(t)] == least]
        token = tokens[self.below(len(tokens))]
        self.times[sort_of(token)] += 1
        return token


def random_game(game, seed, state=None):
    """Yield a state at each stop of a random game, the end included; always the same object."""
    wanderer = Wanderer(seed)
    state = game.new() if state is None else state
    while True:
        yield state
        if state.to_move is None:
            return
        state.apply(wanderer.choose(state))


def played(game, seed, stops=None):
    """Return the state of a random game after so many stops, or at its end."""
    *_, state = islice(random_game(game, seed), None if stops is None else stops + 1)
    return state


def seen_view(state, seat):
    """Return the view of a seat that has seen a game from its beginning."""
    view = state.game.view(seat)
    view.extend(state.seat_record(seat))
    return view


def after(state, token):
    """Return the state that a token leads to."""
    state = state.copy()
    state.apply(token)
    return state


def unseen_after(state, seat):
    """Yield a state and those reached from it by nothing but events that the seat cannot see."""
    yield state
    if state.to_move in (None, seat):
        return
    seen = len(state.seat_record(seat))
    for token in possible(state):
        following = after(state, token)
        if len(following.seat_record(seat)) == seen:
            yield from unseen_after(following, seat)


def follow(state, seat, event, wanderer, first=None):
    """Return a state after one more event, which the seat must see so; ``None`` if none can be.

    The token ``first`` is tried before the others, which come in random order.
    """
    seen = len(state.seat_record(seat))

    def fitting(state):
        tokens = possible(state)
        order = [first] if first in tokens else []
        while tokens:
            order.append(tokens.pop(wanderer.below(len(tokens))))
        for token in order:
            following = after(state, token)
            record = following.seat_record(seat)
            if len(record) > seen and record[-1] == event:
                return following
        return None

    for before in unseen_after(state, seat):
        if before.to_move is not None and (found := fitting(before)) is not None:
            return found
    return None


def raw(state_or_view):
    """Return the bytes of a compiled state or view; of others its JSON and record."""
    if hasattr(state_or_view, "__bytes__"):
        return bytes(state_or_view)
    if hasattr(state_or_view, "to_json"):
        return state_or_view.to_json()
    return state_or_view.observation(), state_or_view.record


@pytest.fixture(
    params=[(name, n, engine) for name, n in COUNTS for engine in ENGINES],
    ids=lambda p: "-".join(map(str, p)),
)
def game(request):
    """Every registered game, for every number of players, in both engines."""
    name, players, engine = request.param
    return load(name, players, engine=engine)


@pytest.fixture(params=COUNTS, ids=lambda p: "-".join(map(str, p)))
def engines(request):
    """Every registered game, for every number of players, as (reference, compiled)."""
    return tuple(load(*request.param, engine=engine) for engine in ENGINES)


@pytest.fixture
def compiled(engines):
    """Every registered game, for every number of players, compiled."""
    return engines[1]


@pytest.fixture
def wander():
    """The helpers of this file, for tests in folders below."""
    return SimpleNamespace(
        COUNTS=COUNTS,
        Wanderer=Wanderer,
        after=after,
        follow=follow,
        played=played,
        possible=possible,
        random_game=random_game,
        raw=raw,
        seen_view=seen_view,
        sort_of=sort_of,
        unseen_after=unseen_after,
    )
