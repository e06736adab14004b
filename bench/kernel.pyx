"""Loops inside the kernel, to be timed from outside and compared with each other."""
from libc.stdint cimport int32_t, uint64_t
from libc.string cimport memcpy

from eminence.ext.game cimport *
from eminence.ext.playout cimport playout
from eminence.ext.rng cimport Rng, rng_below


def random_games(CompiledGame game, uint64_t n, Rng rng):
    """Play so many games at random inside the kernel; return the decisions made in all."""
    cdef unsigned char state[MAX_STATE]
    cdef uint64_t _i, decisions = 0
    with nogil:
        for _i in range(n):
            game.vt.new_state(game.rules, state)
            decisions += playout(game.vt, game.rules, state, &rng.c)
    return decisions


def random_decisions(CompiledGame game, uint64_t n, Rng rng):
    """Play games at random by the lists of moves and outcomes, without the fast path.

    For tests: the same law as `random_games`. Returns each seat's scores, a list a game.
    """
    cdef unsigned char state[MAX_STATE]
    cdef token_t moves[MAX_TOKENS]
    cdef int32_t points[MAX_SEATS]
    cdef uint64_t _i
    found = []
    for _i in range(n):
        game.vt.new_state(game.rules, state)
        while game.vt.to_move(game.rules, state) != GAME_OVER:
            if game.vt.to_move(game.rules, state) == CHANCE_MOVES:
                game.vt.apply(game.rules, state, game.vt.draw(game.rules, state, &rng.c))
            else:
                n_moves = game.vt.legal(game.rules, state, moves)
                game.vt.apply(game.rules, state, moves[rng_below(&rng.c, n_moves)])
        game.vt.scores(game.rules, state, points)
        found.append([points[p] for p in range(game.players)])
    return found


def random_scores(CompiledGame game, uint64_t n, Rng rng):
    """As `random_decisions`, by the fast path."""
    cdef unsigned char state[MAX_STATE]
    cdef int32_t points[MAX_SEATS]
    cdef uint64_t _i
    found = []
    for _i in range(n):
        game.vt.new_state(game.rules, state)
        playout(game.vt, game.rules, state, &rng.c)
        game.vt.scores(game.rules, state, points)
        found.append([points[p] for p in range(game.players)])
    return found


def copy_states(CompiledState state, uint64_t n):
    """Copy a state so many times inside the kernel, for the benchmark; return a checksum."""
    cdef unsigned char first[MAX_STATE]
    cdef unsigned char second[MAX_STATE]
    cdef size_t size = state._game.vt.state_size
    cdef uint64_t i, total = 0
    memcpy(first, state.data, size)
    with nogil:
        for i in range(n):
            memcpy(second, first, size)
            second[i % size] ^= 1
            memcpy(first, second, size)
            total += first[(i * 7) % size]
    return total


def sample_states(CompiledView view, uint64_t n, Rng rng):
    """Draw so many full states from a view inside the kernel; return how many were found."""
    cdef unsigned char state[MAX_STATE]
    cdef uint64_t _i, found = 0
    with nogil:
        for _i in range(n):
            found += view._game.vt.sample(view._game.rules, view.data, state, &rng.c)
    return found
