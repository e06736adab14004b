"""How fast the kernel, the Python API and the bots are, in work per CPU second.

Each figure is the best of a few runs, in CPU time of this process, so that other programs on
the machine disturb it little.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from eminence.bench import kernel
from eminence.core.game import load
from eminence.ext.game import CompiledGame, CompiledState, CompiledView
from eminence.ext.rng import Rng
from eminence.ext.root import Root

Work = Callable[[int], int]
"""Does about so many units of work; returns how many it did."""


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure: ``value`` in ``unit``, with what it says in words."""

    name: str
    value: float
    unit: str
    words: str


def rate(work: Work, seconds: float, runs: int = 3) -> float:
    """Return units of work per CPU second, the best of some runs of about that length."""
    n, spent = 1, 0.0
    while spent < seconds / 10:
        n *= 4
        spent, _ = _timed(work, n)
    n = max(1, int(n * seconds / spent))
    return max(done / spent for spent, done in (_timed(work, n) for _ in range(runs)))


def _timed(work: Work, n: int) -> tuple[float, int]:
    started = time.process_time()
    done = work(n)
    return max(time.process_time() - started, 1e-9), done


def compiled(name: str, players: int) -> CompiledGame:
    """Return a game's compiled rules."""
    game = load(name, players)
    assert isinstance(game, CompiledGame)
    return game


def middle(game: CompiledGame, seed: int = 1) -> CompiledState:
    """Return a state half way through a random game, where a seat is to move."""
    chance, choice = Rng(seed), Rng(seed, 1)

    def stops(state: CompiledState) -> Iterator[CompiledState]:
        while state.to_move is not None:
            state.sample_chance(chance)
            moves = state.legal_moves()
            if moves:
                yield state.copy()
                state.apply(moves[choice.below(len(moves))])

    states = list(stops(game.new()))
    return next(s for s in states[len(states) // 2 :] if len(s.legal_moves()) > 1)


def view_of(state: CompiledState) -> CompiledView:
    """Return the view of the seat that is to move."""
    seat = state.to_move
    assert isinstance(seat, int)
    view = state.game.view(seat)
    view.extend(state.seat_record(seat))
    return view


def play_by_api(game: CompiledGame, games: int) -> int:
    """Play random games through the Python API; return the decisions made."""
    chance, choice, decisions = Rng(1), Rng(1, 1), 0
    for _ in range(games):
        state = game.new()
        while state.to_move is not None:
            state.sample_chance(chance)
            moves = state.legal_moves()
            if moves:
                state.apply(moves[choice.below(len(moves))])
                decisions += 1
    return decisions


def simulate(view: CompiledView, n: int) -> int:
    """Let flat Monte Carlo make so many simulations."""
    Root(view, Rng(1)).simulate(n, 0.7)
    return n


def copy_in_python(state: CompiledState, n: int) -> int:
    """Copy a state so many times through the API."""
    for _ in range(n):
        state.copy()
    return n


def copy_in_kernel(state: CompiledState, n: int) -> int:
    """Copy a state so many times in the kernel."""
    kernel.copy_states(state, n)
    return 2 * n


def measure(name: str, players: int, seconds: float = 0.5) -> Iterator[Figure]:
    """Measure everything, one figure after the other."""
    game = compiled(name, players)
    state = middle(game)
    view, rng = view_of(state), Rng(1)
    yield Figure(
        "kernel_decisions_per_s",
        rate(lambda n: kernel.random_games(game, n, rng), seconds),
        "1/s",
        "random decisions in the kernel, whole games with their chance",
    )
    yield Figure(
        "copy_ns",
        1e9 / rate(lambda n: copy_in_kernel(state, n), seconds),
        "ns",
        "copying a state in the kernel",
    )
    yield Figure(
        "copy_python_ns",
        1e9 / rate(lambda n: copy_in_python(state, n), seconds),
        "ns",
        "copying a state from Python, with its record",
    )
    yield Figure(
        "sample_us",
        1e6 / rate(lambda n: kernel.sample_states(view, n, rng), seconds),
        "µs",
        "drawing a full state from a seat's view in mid-game",
    )
    yield Figure(
        "api_decisions_per_s",
        rate(lambda n: play_by_api(game, n), seconds),
        "1/s",
        "random decisions through the Python API",
    )
    yield Figure(
        "flat_mc_playouts_per_s",
        rate(lambda n: simulate(view, n), seconds),
        "1/s",
        "flat Monte Carlo simulations from mid-game",
    )
    opening = view_of(_first_decision(game))
    yield Figure(
        "flat_mc_opening_playouts_per_s",
        rate(lambda n: simulate(opening, n), seconds),
        "1/s",
        "flat Monte Carlo simulations from the first decision",
    )


def _first_decision(game: CompiledGame) -> CompiledState:
    state = game.new(0)
    state.sample_chance(Rng(1))
    return state
