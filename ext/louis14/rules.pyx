"""The compiled rules of Louis XIV.

The parts, in the order of the rulebook: `tables.pxi` (placements), `basics.pxi` and
`decks.pxi` (supplies, hands, decks), `influence.pxi`, `scoring.pxi`, `missions.pxi` (the
phases), `moves.pxi` (legal moves, chance), `view.pxi` and `replay.pxi` (what a seat knows),
`fast.pxi` (playouts), `game.pxi` (the vtable), `jsonform.pxi` (JSON).
"""
from itertools import combinations, combinations_with_replacement

from libc.stdint cimport int8_t, int32_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from eminence.core.louis14 import INFO, cards, notation, position, reading
from eminence.ext.louis14 import tokens

from eminence.ext.game cimport *
from eminence.ext.louis14.state cimport *
from eminence.ext.louis14.tokens cimport *
from eminence.ext.rng cimport RngState, rng_below, rng_next

include "tables.pxi"
include "basics.pxi"
include "decks.pxi"
include "influence.pxi"
include "scoring.pxi"
include "missions.pxi"
include "moves.pxi"
include "view.pxi"
include "replay.pxi"
include "fast.pxi"
include "game.pxi"
include "jsonform.pxi"
