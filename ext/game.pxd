"""The one contract between a compiled game and everything that plays it.

A *state* is a flat block of bytes without pointers: `memcpy` copies it, and its bytes are its
serialised form. A *view*, a seat's information set, is another such block. `rules` is whatever
the game needs besides: player count, card set; it never changes. A *token* numbers a move or a
chance outcome; each has one text.

Nothing here raises or allocates: callers pass only what `legal` or `outcomes` gave, and the
classes below check before they call. Every function is `noexcept nogil`.
"""
from libc.stdint cimport int32_t, uint16_t, uint32_t

from eminence.ext.rng cimport RngState

ctypedef uint16_t token_t

cdef enum:
    VTABLE_VERSION = 1
    MAX_SEATS = 4
    MAX_TOKENS = 1024   # moves or outcomes at one stop
    MAX_STATE = 4096    # bytes
    MAX_VIEW = 16384    # bytes
    CHANCE_MOVES = -1   # from `to_move`, where it is not a seat
    GAME_OVER = -2
    EVERYONE = -1       # from `owner`: all see the outcome
    NO_SEAT = -2        # from `owner`: nobody sees it (as where a card is laid face down)
    SEES_ALL = -1       # as the seat of a view
    UNSEEN = 0xFFFF     # from `seen`: the seat does not notice at all

cdef enum:      # from `observe`
    TAKEN_IN
    SAYS_TOO_MUCH       # the seat may not know this
    NOT_ALLOWED         # the rules do not allow it here
    CANNOT_BE           # it contradicts what the seat knows

cdef struct GameVTable:
    uint32_t struct_size        # sizeof(GameVTable) and VTABLE_VERSION when compiled
    uint32_t version
    size_t state_size
    size_t view_size
    void (*new_state)(const void* rules, void* state) noexcept nogil
    # a seat, CHANCE_MOVES or GAME_OVER
    int (*to_move)(const void* rules, const void* state) noexcept nogil
    # the number of the stop's name
    int (*decision)(const void* rules, const void* state) noexcept nogil
    # at chance: the seat that alone sees the outcome, EVERYONE or NO_SEAT
    int (*owner)(const void* rules, const void* state) noexcept nogil
    int (*legal)(const void* rules, const void* state, token_t* out) noexcept nogil
    int (*outcomes)(
        const void* rules, const void* state, token_t* out, uint32_t* weight
    ) noexcept nogil
    # make a legal move, or let an outcome happen, and go on to the next stop
    void (*apply)(const void* rules, void* state, token_t token) noexcept nogil
    # draw one of the outcomes by weight
    token_t (*draw)(const void* rules, const void* state, RngState* rng) noexcept nogil
    # at the end: points, and shares of the win (1 in all)
    void (*scores)(const void* rules, const void* state, int32_t* out) noexcept nogil
    void (*returns)(const void* rules, const void* state, float* out) noexcept nogil
    # a token as a seat sees it; `owner` made the move, or is the outcome's owner
    token_t (*seen)(const void* rules, token_t token, int owner, int seat) noexcept nogil
    void (*new_view)(const void* rules, void* view, int seat) noexcept nogil
    # take in an event (author: a seat or CHANCE_MOVES), or leave the view as it was
    int (*observe)(const void* rules, void* view, int author, token_t token) noexcept nogil
    # the stop that a view has reached: for to_move, decision, and its own seat's legal; of a
    # view that sees all, the full state
    const void* (*now)(const void* view) noexcept nogil
    # draw a full state that fits; 0 when there is none
    int (*sample)(
        const void* rules, const void* view, void* state, RngState* rng
    ) noexcept nogil
    # Optional from here on; NULL takes the neutral default.
    # draw outcomes until a seat is to move or the game is over: default draw and apply
    void (*settle)(const void* rules, void* state, RngState* rng) noexcept nogil
    # one of the legal moves, each as likely: default from the list
    token_t (*pick)(const void* rules, const void* state, RngState* rng) noexcept nogil
    # each seat's expected final score, roughly: default none (no greedy play)
    void (*evaluate)(const void* rules, const void* state, float* out) noexcept nogil


cdef class CompiledGame:
    """Rules with a number of players and a card set; a game subclasses it."""
    cdef const GameVTable* vt
    cdef const void* rules
    cdef readonly object info
    cdef readonly int players
    cdef readonly str cards_hash
    cdef list texts             # the text of each token
    cdef dict numbers           # and back
    cdef tuple decisions        # the name of each stop; None at the end
    cdef object _check_vtable(self)
    cdef str who(self, int seat)


cdef class CompiledState:
    cdef CompiledGame _game
    cdef unsigned char* data
    cdef object log             # None or (log before, token, author, owner)
    cdef int past_seat          # of a sampled state: whose record it starts with
    cdef tuple past             # that record
    cdef void carry_out(self, token_t token)


cdef class CompiledView:
    cdef CompiledGame _game
    cdef unsigned char* data
    cdef int _seat
    cdef list events            # (author, text) of each event
    cdef object start           # the observation's bytes, or None
    cdef void restart(self)
    cdef const void* now(self)
    cdef object take_in(self, obj, int index)
    cdef object observe(self, int author, text)
    cdef str expected(self, int author, text)
    cdef CompiledState replayed(self)
