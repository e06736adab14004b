"""Playing on at random: what playouts, searches and benchmarks share."""
from libc.stdint cimport uint64_t

from eminence.ext.game cimport CHANCE_MOVES, GAME_OVER, MAX_TOKENS, GameVTable, token_t
from eminence.ext.rng cimport RngState, rng_below


cdef inline void settle(
    const GameVTable* vt, const void* rules, void* state, RngState* rng
) noexcept nogil:
    """Draw outcomes until a seat is to move or the game is over."""
    if vt.settle != NULL:
        vt.settle(rules, state, rng)
        return
    while vt.to_move(rules, state) == CHANCE_MOVES:
        vt.apply(rules, state, vt.draw(rules, state, rng))


cdef inline token_t any_move(
    const GameVTable* vt, const void* rules, const void* state, RngState* rng
) noexcept nogil:
    """One of the legal moves, each as likely."""
    cdef token_t moves[MAX_TOKENS]
    if vt.pick != NULL:
        return vt.pick(rules, state, rng)
    return moves[rng_below(rng, vt.legal(rules, state, moves))]


cdef inline uint64_t playout(
    const GameVTable* vt, const void* rules, void* state, RngState* rng
) noexcept nogil:
    """Play random moves to the end of the game; return how many."""
    cdef uint64_t moves = 0
    settle(vt, rules, state, rng)
    while vt.to_move(rules, state) != GAME_OVER:
        vt.apply(rules, state, any_move(vt, rules, state, rng))
        settle(vt, rules, state, rng)
        moves += 1
    return moves
