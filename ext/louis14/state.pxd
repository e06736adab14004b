"""The flat state of Louis XIV, and the numbers of everything on the table.

One struct serves for a *state* and for a seat's *information set*: cards that the viewer
cannot place are only counted (``hidden_*`` of a seat) and lie in the *pool* of their kind,
which holds the deck and all such cards together. In a full state nothing is hidden, so that
the pool is the deck. The rules below run on both.

Numbers: tiles and courtiers 0 … 11 (one less than printed), influence cards 0 … 11 and JOKER,
missions 0 … 39 in ascending order of their codes, mission decks in the order L, M, D, chips in
the order S, L, R, H, C, shields a … f as 0 … 5.
"""
from libc.stdint cimport int8_t, uint8_t, uint16_t, uint32_t, uint64_t

cdef enum:
    N_TILES = 12
    N_CARDS = 13
    JOKER = 12
    N_INFLUENCE = 30    # cards in all
    N_MISSIONS = 40
    N_DECKS = 3
    N_CHIPS = 5
    N_KINDS = 6
    N_GOLD = 8
    N_EFFECTS = 24
    N_PAIRS = 15
    ROUNDS = 4
    MARKERS = 16
    SHIELDS_OF_A_KIND = 10
    SEATS = 4

cdef enum:          # tiles that the rules name
    MONTESPAN = 4
    CONDE = 5
    COLBERT = 6
    MAINTENON = 7
    LA_VALLIERE = 8
    TURENNE = 9
    MAZARIN = 10
    LOUVOIS = 11

cdef enum:
    NEUTRAL = 4     # in `most`, beside the seats
    NOBODY = -1     # a seat, where there is none
    CHANCE = -1     # in `to_move`
    OVER = -2
    ALL = -1        # in `viewer`: nothing is hidden
    NONE = 255      # a tile, mission, card or deck, where there is none
    UNKNOWN = 63    # a mission in the bottom that the viewer cannot name

cdef enum:
    DECK_L
    DECK_M
    DECK_D

cdef enum:
    SCEPTRE
    LETTER
    RING
    HELMET
    CROWN
    ANY_CHIP        # `?` in a mission's cost

cdef enum:
    METHOD_GOLD
    METHOD_FIRST
    METHOD_MARKERS

cdef enum:
    PHASE_SETUP
    PHASE_RESOURCES
    PHASE_INFLUENCE
    PHASE_SCORING
    PHASE_MISSIONS
    PHASE_END

cdef enum:
    D_START
    D_GOLD
    D_DRAW_INFLUENCE
    D_DRAW_INTRIGUE
    D_DRAW_MISSION
    D_DRAW_SHIELD
    D_GOLD2
    D_TRADE
    D_START_PLACE
    D_TURN
    D_FOUR
    D_END_PLACE
    D_INTRIGUE
    D_TIE
    D_BRIBE
    D_CONDE
    D_MAINTENON
    D_MISSIONS
    D_DECK
    D_EXCHANGE
    D_KEEP
    D_OVER

cdef enum:      # effects, in the order of the card tables: decks D, L, M
    E_MARKER3
    E_GOLD3
    E_PLOT
    E_TRADE
    E_FOUR
    E_LAST
    E_TIEBREAK
    E_DISCOUNT
    E_DRAW2
    E_MARKER
    E_GOLD1
    E_COURT1
    E_COURT2
    E_COURT3
    E_COURT4
    E_PAUSE
    E_CROWN
    E_EXCHANGE
    E_GOLD2
    E_SHIELD
    E_KING
    E_COURT5
    E_COURT9
    E_REDRAW

cdef struct Seat:
    uint64_t missions           # in hand, as far as the viewer knows; a bit each
    uint64_t played
    uint64_t knows              # missions in other hands that this seat returned itself
    uint16_t cards              # the kinds of influence cards in hand that are known; a bit each
    uint16_t intrigue           # in hand, as far as known; a bit each
    uint16_t known_intrigue     # of these, those that all know
    uint16_t gold
    uint16_t blank
    uint8_t influence[N_CARDS]  # known cards in hand, by kind
    uint8_t hand                # influence cards in hand, hidden ones included
    uint8_t hidden_influence
    uint8_t hidden_intrigue
    uint8_t hidden_missions[N_DECKS]
    uint8_t markers[N_TILES]    # on the court
    uint8_t personal
    uint8_t general
    uint8_t chips[N_CHIPS]
    uint8_t shields[N_KINDS]
    uint8_t hidden_shields
    uint8_t bonus

cdef struct Bottom:
    uint8_t size
    uint8_t card[20]            # drawn from the front; see `entry_of` in decks.pxi

cdef struct State:
    Seat seats[SEATS]
    uint64_t mission_pool
    uint64_t used               # missions used up in this round
    uint16_t intrigue_pool
    uint16_t turned             # tiles whose back lies up; a bit each
    uint16_t owed               # draws, this one included
    uint8_t influence_pool[N_CARDS]
    uint8_t influence_unseen    # the sum of that
    uint8_t centre[N_CARDS]
    uint8_t shield_pool[N_KINDS]
    uint8_t shields_unseen      # the sum of that
    uint8_t neutral[N_TILES]
    uint8_t intrigue_bottom[N_TILES]
    uint8_t n_intrigue_bottom
    Bottom bottom[N_DECKS]
    uint8_t gold_pool           # a bit each
    uint8_t round
    uint8_t phase
    uint8_t decision
    int8_t viewer               # ALL, or whose information set this is
    int8_t to_move              # CHANCE, a seat, or OVER
    int8_t start
    int8_t actor                # whose step it is: who decides, or for whom is drawn
    uint8_t louis
    # what is going on inside a phase: `step` of the contract, with `owed` above
    uint8_t tile
    uint8_t mission
    uint8_t card
    uint8_t deck
    int8_t most
    uint8_t serving             # markers are set aside
    uint8_t aside[SEATS]
    uint8_t given               # a gift of this tile was won
    uint8_t shown               # the game is over and all is face up

cdef struct Rules:
    int players
    uint8_t method[2][N_TILES]      # front, back
    uint8_t value[2][N_TILES]       # price or threshold
    uint8_t effect[N_MISSIONS]
    uint16_t payments[N_MISSIONS]   # which pairs of chips pay for it; a bit each
    uint64_t with_effect[N_EFFECTS]
    uint64_t turn_missions         # pause, redraw, four
    uint64_t in_resources
    uint64_t at_start_of_influence
    uint64_t at_end_of_influence
    uint8_t gold[N_GOLD]
    uint8_t gold_tile[N_GOLD]
