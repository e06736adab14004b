"""Judging the moves of one decision: flat Monte Carlo and one-ply look-ahead.

Both see a seat's view only and draw full states from it. Flat Monte Carlo spends its
simulations by UCB1 (Auer, Cesa-Bianchi and Fischer, 2002) over the legal moves, each ended by
a random playout to the end of the game; it is the baseline that tree searches have to beat.
"""
from eminence.core.errors import GameOverError, IllegalMoveError, ImpossibleError

from libc.math cimport log, sqrt
from libc.stdint cimport int32_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy

from eminence.ext.game cimport *
from eminence.ext.playout cimport playout, settle
from eminence.ext.rng cimport Rng, RngState, rng_below, rng_next, rng_seed


cdef struct Tally:
    uint32_t visits
    double win[MAX_SEATS]       # sums over visits
    double points[MAX_SEATS]
    double square               # of the asking seat's win


cdef class Root:
    """The legal moves of the seat that is to move in a view, and what was found about them."""

    cdef CompiledView view
    cdef int seat
    cdef int n
    cdef token_t moves[MAX_TOKENS]
    cdef Tally* tallies
    cdef RngState rng
    cdef readonly uint64_t simulations
    cdef readonly uint64_t decisions    # made in playouts
    cdef readonly bint impossible       # no full state fits the view

    def __cinit__(self, CompiledView view, Rng rng):
        cdef const GameVTable* vt = view._game.vt
        self.view = view.copy()
        self.rng = rng.c
        self.seat = vt.to_move(view._game.rules, self.view.now())
        if self.seat == GAME_OVER:
            raise GameOverError("the game is over; nobody is to move")
        if self.seat < 0 or view._seat not in (SEES_ALL, self.seat):
            raise IllegalMoveError(
                f"seat {view.seat} is not to move; {view.to_move!r} is, at {view.decision!r}"
            )
        self.n = vt.legal(view._game.rules, self.view.now(), self.moves)
        self.tallies = <Tally*>calloc(self.n, sizeof(Tally))
        if self.tallies == NULL:
            raise MemoryError

    def __dealloc__(self):
        free(self.tallies)

    @property
    def texts(self):
        """The legal moves, in the contract's order."""
        return [self.view._game.texts[self.moves[i]] for i in range(self.n)]

    def any(self):
        """Return one of the legal moves, each as likely."""
        return self.view._game.texts[self.moves[rng_below(&self.rng, self.n)]]

    def simulate(self, uint64_t n, double c):
        """Make so many simulations, chosen by UCB1 with exploration constant ``c``."""
        cdef uint64_t _i
        with nogil:
            for _i in range(n):
                if not self.simulation(c):
                    break
        if self.impossible:
            raise ImpossibleError(f"no hidden state fits the record of seat {self.view.seat}")

    cdef bint simulation(self, double c) noexcept nogil:
        cdef const GameVTable* vt = self.view._game.vt
        cdef const void* rules = self.view._game.rules
        cdef unsigned char state[MAX_STATE]
        cdef int i = self.choose(c)
        if not vt.sample(rules, self.view.data, state, &self.rng):
            self.impossible = True
            return False
        vt.apply(rules, state, self.moves[i])
        self.decisions += 1 + playout(vt, rules, state, &self.rng)
        self.add(&self.tallies[i], state)
        self.simulations += 1
        return True

    cdef int choose(self, double c) noexcept nogil:
        """The move with the highest upper confidence bound; untried ones first, at random."""
        cdef int i, best = -1
        cdef uint32_t ties = 0
        cdef double bound, top = -1, spread = 0
        cdef const Tally* t
        if self.simulations:
            spread = c * sqrt(log(<double>self.simulations))
        for i in range(self.n):
            t = &self.tallies[i]
            bound = 1e9
            if t.visits:
                bound = t.win[self.seat] / t.visits + spread / sqrt(<double>t.visits)
            if bound > top:
                top = bound
                best = i
                ties = 1
            elif bound == top:
                ties += 1
                if rng_below(&self.rng, ties) == 0:
                    best = i
        return best

    cdef void add(self, Tally* tally, const void* state) noexcept nogil:
        """Add the result of a game that is over."""
        cdef float win[MAX_SEATS]
        cdef int32_t points[MAX_SEATS]
        cdef int p
        self.view._game.vt.returns(self.view._game.rules, state, win)
        self.view._game.vt.scores(self.view._game.rules, state, points)
        tally.visits += 1
        for p in range(self.view._game.players):
            tally.win[p] += win[p]
            tally.points[p] += points[p]
        tally.square += win[self.seat] * win[self.seat]

    def look_ahead(self, int worlds):
        """Make each move once in so many drawn states and add the game's evaluation of each.

        All moves see the same states and the same random numbers after them.
        """
        cdef int _i
        if self.view._game.vt.evaluate == NULL:
            raise ValueError(f"{self.view._game.info.name} has no evaluation")
        with nogil:
            for _i in range(worlds):
                if not self.look_into_one_world():
                    break
        if self.impossible:
            raise ImpossibleError(f"no hidden state fits the record of seat {self.view.seat}")

    cdef bint look_into_one_world(self) noexcept nogil:
        cdef const GameVTable* vt = self.view._game.vt
        cdef const void* rules = self.view._game.rules
        cdef unsigned char world[MAX_STATE]
        cdef unsigned char state[MAX_STATE]
        cdef float points[MAX_SEATS]
        cdef RngState chance
        cdef uint64_t seed
        cdef int i, p
        if not vt.sample(rules, self.view.data, world, &self.rng):
            self.impossible = True
            return False
        seed = rng_next(&self.rng)
        for i in range(self.n):
            rng_seed(&chance, seed, 0)
            memcpy(state, world, vt.state_size)
            vt.apply(rules, state, self.moves[i])
            settle(vt, rules, state, &chance)
            vt.evaluate(rules, state, points)
            self.tallies[i].visits += 1
            for p in range(self.view._game.players):
                self.tallies[i].points[p] += points[p]
        self.simulations += self.n
        return True

    def statistics(self):
        """Return (visits, win sums, sum of squares, point sums) of each move, in order."""
        cdef int i, p
        seats = range(self.view._game.players)
        return [
            (
                self.tallies[i].visits,
                [self.tallies[i].win[p] for p in seats],
                self.tallies[i].square,
                [self.tallies[i].points[p] for p in seats],
            )
            for i in range(self.n)
        ]
