"""Compiled games, states and views as Python sees them; written once for all games.

`eminence.core.game` says what each method does. A game subclasses `CompiledGame` and adds
the JSON: ``state_json``, ``observation_json``, ``view_json``, ``state_bytes``, ``view_bytes``.
"""
from difflib import get_close_matches

from eminence.core.errors import (
    EminenceError,
    GameOverError,
    IllegalMoveError,
    ImpossibleError,
    NotationError,
    NotVisibleError,
)
from eminence.core.events import event, parse_event
from eminence.core.game import Perft
from eminence.core.refusals import (
    check_batch,
    check_depth,
    check_length,
    check_seat,
    placed,
    told,
)

from cpython.exc cimport PyErr_CheckSignals
from cpython.mem cimport PyMem_Free, PyMem_Malloc
from libc.stdint cimport uint64_t
from libc.string cimport memcpy

from eminence.ext.rng cimport Rng, rng_seed


cdef uint64_t leaves(
    const GameVTable* vt, const void* rules, const void* state, int depth, uint64_t* calls
) except? 0 nogil:
    """The number of event sequences of that length below a state; Ctrl-C ends the count."""
    cdef token_t tokens[MAX_TOKENS]
    cdef unsigned char below[MAX_STATE]
    cdef int i, n
    cdef uint64_t total = 0
    calls[0] += 1
    if calls[0] & 0xFFFF == 0:
        with gil:
            PyErr_CheckSignals()
    if depth == 0:
        return 1
    n = possible(vt, rules, state, tokens)
    if n == 0 or depth == 1:
        return max(n, 1)
    for i in range(n):
        memcpy(below, state, vt.state_size)
        vt.apply(rules, below, tokens[i])
        total += leaves(vt, rules, below, depth - 1, calls)
    return total


cdef int possible(
    const GameVTable* vt, const void* rules, const void* state, token_t* tokens
) noexcept nogil:
    """Every move or outcome that may come next."""
    cdef uint32_t weights[MAX_TOKENS]
    if vt.to_move(rules, state) == CHANCE_MOVES:
        return vt.outcomes(rules, state, tokens, weights)
    return vt.legal(rules, state, tokens)


cdef RngState* stream_of(rng, RngState* spare) except NULL:
    """The generator's own stream, or for a foreign generator one that it seeds."""
    if isinstance(rng, Rng):
        return &(<Rng>rng).c
    if not hasattr(rng, "below"):
        raise NotationError(f"random numbers come from an eminence.Rng, not {type(rng).__name__}")
    rng_seed(spare, rng.below(1 << 31), rng.below(1 << 31))
    return spare


cdef object mover(int to_move):
    """`to_move` as the contract has it."""
    if to_move >= 0:
        return to_move
    return "chance" if to_move == CHANCE_MOVES else None


cdef class CompiledGame:

    def __init__(self, info, int players, str cards_hash, list texts, tuple decisions):
        self.info = info
        self.players = players
        self.cards_hash = cards_hash
        self.texts = texts
        self.numbers = {text: number for number, text in enumerate(texts)}
        self.decisions = decisions

    cdef object _check_vtable(self):
        """Refuse a game that was compiled against another contract or is too large for it."""
        if self.vt.version != VTABLE_VERSION or self.vt.struct_size != sizeof(GameVTable):
            raise ImportError(f"{self.info.name} was compiled for another version of eminence")
        if self.vt.state_size > MAX_STATE or self.vt.view_size > MAX_VIEW:
            raise ImportError(f"{self.info.name}: a state or view is too large")
        if not 1 <= self.players <= MAX_SEATS:
            raise ImportError(f"{self.info.name}: {self.players} players are too many")

    def __repr__(self):
        return f"<{self.info.name} for {self.players} players, compiled>"

    cdef str who(self, int seat):
        return "chance" if seat == CHANCE_MOVES else f"seat {seat}"

    def number_of(self, token):
        """Return the number of a token; raises `NotationError` for any other text.

        A text that is written like a token, but can be none in any state, is UNSEEN.
        """
        number = self.numbers.get(token) if isinstance(token, str) else None
        if number is not None:
            return number
        if not isinstance(token, str):
            raise NotationError(f"a move or outcome is a text, not {type(token).__name__}")
        if self.well_formed(token):
            return UNSEEN
        near = get_close_matches(token, self.texts, 1)
        hint = f"; did you mean {near[0]!r}?" if near else ""
        raise NotationError(f"{token[:60]!r} is no move or outcome of {self.info.name}{hint}")

    def well_formed(self, token):
        """Whether a text that is not in the list of tokens is at least written like one."""
        return False

    def new(self, start=None):
        """Return a state at its first chance outcome, or with the start player given."""
        cdef CompiledState state = empty_state(self)
        self.vt.new_state(self.rules, state.data)
        if start is not None:
            check_seat(start, self.players)
            state.apply(f"start {start}")
        return state

    def from_json(self, obj):
        """Return the state that `CompiledState.to_json` described."""
        return state_from(self, self.state_bytes(obj))

    def view(self, seat, observation=None):
        """Return a seat's view at the beginning, or at an observation without a history."""
        cdef CompiledView view = CompiledView.__new__(CompiledView, self)
        if not (isinstance(seat, str) and seat == "all"):
            check_seat(seat, self.players)
        view._seat = seat if isinstance(seat, int) else SEES_ALL
        if observation is not None:
            view.start = self.view_bytes(observation, view._seat)
        view.restart()
        return view


cdef CompiledState empty_state(CompiledGame game):
    return CompiledState.__new__(CompiledState, game)


cdef CompiledState state_from(CompiledGame game, bytes data):
    cdef CompiledState state = empty_state(game)
    if len(data) != <Py_ssize_t>game.vt.state_size:
        raise ValueError(f"a state has {game.vt.state_size} bytes, not {len(data)}")
    memcpy(state.data, <const unsigned char*>data, game.vt.state_size)
    return state


cdef class CompiledState:
    """A position with every card face up, and the record that led to it."""

    def __cinit__(self, CompiledGame game):
        self._game = game
        self.past_seat = SEES_ALL
        self.past = ()
        self.data = <unsigned char*>PyMem_Malloc(game.vt.state_size)
        if self.data == NULL:
            raise MemoryError

    def __dealloc__(self):
        PyMem_Free(self.data)

    def __repr__(self):
        return f"<state of {self._game.info.name}: {self.decision or 'over'}, {self.to_move}>"

    def __bytes__(self):
        return self.data[:self._game.vt.state_size]

    @property
    def game(self):
        """The game it belongs to."""
        return self._game

    @property
    def to_move(self):
        """Who must act: a seat, ``"chance"``, or ``None`` at the end."""
        return mover(self._game.vt.to_move(self._game.rules, self.data))

    @property
    def decision(self):
        """The decision's name in the rules contract; ``None`` at the end."""
        return self._game.decisions[self._game.vt.decision(self._game.rules, self.data)]

    @property
    def record(self):
        """All events since the state was set up, resumed or sampled with its view's record."""
        cdef list found = []
        log = self.log
        while log is not None:
            found.append(event(log[2], self._game.texts[log[1]]))
            log = log[0]
        found.reverse()
        return [event(author, text) for author, text in self.past] + found

    def legal_moves(self):
        """Return the legal moves in the contract's order; none at chance or at the end."""
        cdef token_t tokens[MAX_TOKENS]
        cdef int i, n = self._game.vt.legal(self._game.rules, self.data, tokens)
        cdef list texts = self._game.texts
        return [texts[tokens[i]] for i in range(n)]

    def chance_weights(self):
        """Return each possible outcome and the number of cards, or equal cases, behind it."""
        cdef token_t tokens[MAX_TOKENS]
        cdef uint32_t weights[MAX_TOKENS]
        cdef int i, n = self._game.vt.outcomes(self._game.rules, self.data, tokens, weights)
        return [(self._game.texts[tokens[i]], weights[i]) for i in range(n)]

    def chance_outcomes(self):
        """Return each possible outcome and its probability; none where a seat is to move."""
        outcomes = self.chance_weights()
        total = sum([weight for _, weight in outcomes])
        return [(token, weight / total) for token, weight in outcomes]

    @property
    def chance_for(self):
        """The seat that alone will see the outcome; ``None`` where all or none will."""
        cdef int owner
        if self._game.vt.to_move(self._game.rules, self.data) != CHANCE_MOVES:
            return None
        owner = self._game.vt.owner(self._game.rules, self.data)
        return None if owner < 0 else owner

    cdef void carry_out(self, token_t token):
        cdef CompiledGame game = self._game
        cdef int to_move = game.vt.to_move(game.rules, self.data)
        cdef int owner = to_move
        if to_move == CHANCE_MOVES:
            owner = game.vt.owner(game.rules, self.data)
        self.log = (self.log, token, to_move, owner)
        game.vt.apply(game.rules, self.data, token)

    def apply(self, token):
        """Make a move, or let an outcome happen; on an error the state is unchanged."""
        cdef token_t tokens[MAX_TOKENS]
        cdef CompiledGame game = self._game
        number = game.numbers.get(token) if type(token) is str else None
        cdef int wanted = game.number_of(token) if number is None else number
        cdef int i, n = possible(game.vt, game.rules, self.data, tokens)
        for i in range(n):
            if tokens[i] == wanted:
                self.carry_out(wanted)
                return
        if game.vt.to_move(game.rules, self.data) == GAME_OVER:
            raise GameOverError(f"{token!r}: the game is over")
        where = f"for {game.who(game.vt.to_move(game.rules, self.data))} at {self.decision}"
        legal = [game.texts[tokens[i]] for i in range(n)]
        raise IllegalMoveError(f"{token!r} is not possible {where}; {told(legal, token)}")

    def sample_chance(self, rng):
        """Apply random outcomes until a seat is to move or the game is over; return them."""
        cdef CompiledGame game = self._game
        cdef RngState spare
        cdef RngState* stream
        cdef token_t token
        cdef list applied = []
        if game.vt.to_move(game.rules, self.data) != CHANCE_MOVES:
            return applied
        stream = stream_of(rng, &spare)
        while game.vt.to_move(game.rules, self.data) == CHANCE_MOVES:
            token = game.vt.draw(game.rules, self.data, stream)
            self.carry_out(token)
            applied.append(game.texts[token])
        return applied

    def copy(self):
        """Return an independent copy."""
        cdef CompiledState twin = empty_state(self._game)
        memcpy(twin.data, self.data, self._game.vt.state_size)
        twin.log = self.log
        twin.past = self.past
        twin.past_seat = self.past_seat
        return twin

    __copy__ = copy

    def to_json(self):
        """Return the full state as the contract's JSON."""
        return self._game.state_json(bytes(self))

    def observation(self, seat):
        """Return the same JSON as that seat may know it."""
        check_seat(seat, self._game.players)
        return self._game.observation_json(bytes(self), seat)

    def seat_record(self, seat):
        """Return what a seat sees of the record.

        Raises `ImpossibleError` for a state sampled from another seat's view.
        """
        cdef CompiledGame game = self._game
        cdef token_t token
        cdef list found = []
        check_seat(seat, game.players)
        if self.past_seat not in (SEES_ALL, seat):
            raise ImpossibleError(
                f"this state was sampled from the view of seat {self.past_seat}; "
                f"nobody knows what seat {seat} saw"
            )
        log = self.log
        while log is not None:
            token = game.vt.seen(game.rules, log[1], log[3], seat)
            if token != UNSEEN:
                found.append(event(log[2], game.texts[token]))
            log = log[0]
        found.reverse()
        return [event(author, text) for author, text in self.past] + found

    def scores(self):
        """Return one score a seat at the end, else ``None``."""
        cdef int32_t out[MAX_SEATS]
        if self._game.vt.to_move(self._game.rules, self.data) != GAME_OVER:
            return None
        self._game.vt.scores(self._game.rules, self.data, out)
        return [out[p] for p in range(self._game.players)]

    def returns(self):
        """Return each seat's share of the win at the end, 1 in all; else ``None``."""
        cdef float out[MAX_SEATS]
        if self._game.vt.to_move(self._game.rules, self.data) != GAME_OVER:
            return None
        self._game.vt.returns(self._game.rules, self.data, out)
        winners = sum([out[p] > 0 for p in range(self._game.players)])
        return [1 / winners if out[p] > 0 else 0.0 for p in range(self._game.players)]

    def perft(self, depth):
        """Count the event sequences of that length (shorter ones where the game ends)."""
        cdef CompiledGame game = self._game
        cdef token_t tokens[MAX_TOKENS]
        cdef unsigned char below[MAX_STATE]
        cdef int i, rest = check_depth(depth) - 1
        cdef uint64_t found, calls = 0
        cdef dict division = {}
        if rest < 0:
            return Perft(1, {})
        for i in range(possible(game.vt, game.rules, self.data, tokens)):
            memcpy(below, self.data, game.vt.state_size)
            game.vt.apply(game.rules, below, tokens[i])
            with nogil:
                found = leaves(game.vt, game.rules, below, rest, &calls)
            division[game.texts[tokens[i]]] = found
        return Perft(sum(division.values()) or 1, division)


cdef class CompiledView:
    """A seat's information set, built from that seat's record only."""

    def __cinit__(self, CompiledGame game):
        self._game = game
        self.data = <unsigned char*>PyMem_Malloc(game.vt.view_size)
        if self.data == NULL:
            raise MemoryError

    def __dealloc__(self):
        PyMem_Free(self.data)

    def __repr__(self):
        return f"<view of seat {self.seat} of {self._game.info.name}: {len(self.events)} events>"

    def __bytes__(self):
        return self.data[:self._game.vt.view_size]

    cdef void restart(self):
        """Go back to the beginning, or to the observation that the view started from."""
        self.events = []
        if self.start is None:
            self._game.vt.new_view(self._game.rules, self.data, self._seat)
        else:
            memcpy(self.data, <const unsigned char*>self.start, self._game.vt.view_size)

    cdef const void* now(self):
        return self._game.vt.now(self.data)

    @property
    def game(self):
        """The game it belongs to."""
        return self._game

    @property
    def seat(self):
        """Whose view it is: a seat, or ``"all"``."""
        return "all" if self._seat == SEES_ALL else self._seat

    @property
    def to_move(self):
        """As `CompiledState.to_move`, as far as this seat can know."""
        return mover(self._game.vt.to_move(self._game.rules, self.now()))

    @property
    def decision(self):
        """As `CompiledState.decision`, as far as this seat can know."""
        return self._game.decisions[self._game.vt.decision(self._game.rules, self.now())]

    @property
    def record(self):
        """The events received so far."""
        return [event(author, text) for author, text in self.events]

    def extend(self, events):
        """Take in what the seat learnt; all of it, or on an error nothing."""
        before = bytes(self)
        n = len(self.events)
        check_batch(events)
        try:
            for index, obj in enumerate(events):
                self.take_in(obj, index)
        except BaseException:
            memcpy(self.data, <const unsigned char*>before, self._game.vt.view_size)
            del self.events[n:]
            raise

    cdef object take_in(self, obj, int index):
        """One event; an error says which of the batch it was."""
        where = f"event {index}"
        try:
            author, text = parse_event(obj, self._game.players, where)
        except NotationError as error:
            raise placed(error, str(error), index) from None
        try:
            self.observe(author, text)
        except EminenceError as error:
            raise placed(error, f"{where}: {error}", index) from None
        self.events.append((author, text))

    cdef object observe(self, int author, text):
        cdef CompiledGame game = self._game
        cdef token_t token = game.number_of(text)
        cdef int verdict = game.vt.observe(game.rules, self.data, author, token)
        if verdict == TAKEN_IN:
            return
        if verdict == SAYS_TOO_MUCH:
            raise NotVisibleError(f"{text!r} by {game.who(author)} tells seat {self.seat} too much")
        if verdict == CANNOT_BE:
            raise ImpossibleError(f"{text!r} contradicts what seat {self.seat} has seen")
        raise IllegalMoveError(f"{text!r} is not possible here; {self.expected(author, text)}")

    cdef str expected(self, int author, text):
        """What could have come instead."""
        cdef CompiledGame game = self._game
        cdef int to_move = game.vt.to_move(game.rules, self.now())
        if to_move == GAME_OVER:
            return "the game is over"
        if author != to_move:
            return f"{game.who(to_move)} is to move, not {game.who(author)}"
        if to_move == self._seat:
            return told(self.legal_moves(), text)
        return f"the stop is {self.decision!r}"

    def undo(self, n):
        """Cut the record to its first ``n`` events."""
        cdef CompiledGame game = self._game
        kept = self.events[:check_length(n, len(self.events))]
        self.restart()
        for author, text in kept:
            game.vt.observe(game.rules, self.data, author, game.numbers[text])
        self.events = kept

    def legal_moves(self):
        """Return this seat's legal moves; none when it is not to move."""
        cdef CompiledGame game = self._game
        cdef token_t tokens[MAX_TOKENS]
        cdef int i, n
        if self._seat not in (SEES_ALL, game.vt.to_move(game.rules, self.now())):
            return []
        n = game.vt.legal(game.rules, self.now(), tokens)
        return [game.texts[tokens[i]] for i in range(n)]

    def observation(self):
        """Return the state JSON as this seat knows it."""
        return self._game.view_json(bytes(self))

    def sample(self, rng):
        """Draw a full state with the probability that rules and record give it."""
        cdef CompiledGame game = self._game
        cdef CompiledState state = empty_state(game)
        cdef RngState spare
        if self._seat == SEES_ALL:
            return self.replayed()
        if not game.vt.sample(game.rules, self.data, state.data, stream_of(rng, &spare)):
            raise ImpossibleError(f"no hidden state fits the record of seat {self.seat}")
        state.past = tuple(self.events)
        state.past_seat = self._seat
        return state

    cdef CompiledState replayed(self):
        """The state of a view that sees all, with its whole record."""
        cdef CompiledGame game = self._game
        cdef CompiledState state = empty_state(game)
        cdef CompiledView first = CompiledView.__new__(CompiledView, game)
        first._seat = self._seat
        first.start = self.start
        first.restart()
        memcpy(state.data, first.now(), game.vt.state_size)
        for _, text in self.events:
            state.apply(text)
        return state

    def copy(self):
        """Return an independent copy."""
        cdef CompiledView twin = CompiledView.__new__(CompiledView, self._game)
        memcpy(twin.data, self.data, self._game.vt.view_size)
        twin._seat = self._seat
        twin.events = self.events[:]
        twin.start = self.start
        return twin

    __copy__ = copy
