# Small steps that all phases share: seats, supplies, hands, decks.

cdef extern from *:
    int lowest_bit "__builtin_ctzll"(uint64_t) noexcept nogil
    int count_bits "__builtin_popcountll"(uint64_t) noexcept nogil


cdef inline uint64_t bit(int i) noexcept nogil:
    return <uint64_t>1 << i


cdef inline uint64_t missions_of(int deck) noexcept nogil:
    """The missions of a deck: D01-D08 are 0 to 7, then L01-L20, then M01-M12."""
    if deck == DECK_L:
        return <uint64_t>0xFFFFF << 8
    if deck == DECK_M:
        return <uint64_t>0xFFF << 28
    return 0xFF


cdef inline int deck_of(int mission) noexcept nogil:
    return DECK_D if mission < 8 else DECK_L if mission < 28 else DECK_M


cdef inline int after(const Rules* r, int seat) noexcept nogil:
    """The next seat clockwise."""
    return 0 if seat + 1 == r.players else seat + 1


cdef inline void ask(State* s, int seat, int decision) noexcept nogil:
    s.to_move = <int8_t>seat
    s.actor = <int8_t>seat
    s.decision = <uint8_t>decision


cdef inline void turn_up(State* s, int decision) noexcept nogil:
    """Let chance speak for all."""
    s.to_move = CHANCE
    s.actor = NOBODY
    s.owed = 0
    s.decision = <uint8_t>decision


cdef inline void draw_for(State* s, int seat, int decision, int owed) noexcept nogil:
    """Let chance speak for a seat that is owed so many draws, this one included."""
    s.to_move = CHANCE
    s.actor = <int8_t>seat
    s.owed = <uint16_t>owed
    s.decision = <uint8_t>decision


# --- Supplies

cdef inline bint has_marker(const Seat* seat) noexcept nogil:
    return seat.general + seat.personal > 0


cdef inline void to_personal(Seat* seat, int n) noexcept nogil:
    """Move up to n markers from general to personal supply."""
    if n > seat.general:
        n = seat.general
    seat.general -= <uint8_t>n
    seat.personal += <uint8_t>n


cdef inline void place_from_general(Seat* seat, int tile) noexcept nogil:
    """Put a marker from general supply, or else from personal supply, onto a tile."""
    if seat.general:
        seat.general -= 1
    else:
        seat.personal -= 1
    seat.markers[tile] += 1


# --- Influence cards

cdef inline int influence_copies(int card) noexcept nogil:
    return 6 if card == JOKER else 2


cdef inline int influence_deck_size(const Rules* r, const State* s) noexcept nogil:
    cdef int p, hidden = 0
    for p in range(r.players):
        hidden += s.seats[p].hidden_influence
    return s.influence_unseen - hidden


cdef inline void unsee_influence(State* s) noexcept nogil:
    """Take all 30 influence cards as unseen, wherever they are."""
    cdef int c
    for c in range(N_CARDS):
        s.influence_pool[c] = <uint8_t>influence_copies(c)
    s.influence_unseen = N_INFLUENCE


cdef inline void shuffle_influence(State* s) noexcept nogil:
    """Shuffle all influence cards into a new deck."""
    cdef int p
    unsee_influence(s)
    memset(s.centre, 0, N_CARDS)
    for p in range(SEATS):
        memset(s.seats[p].influence, 0, N_CARDS)
        s.seats[p].cards = 0
        s.seats[p].hand = 0
        s.seats[p].hidden_influence = 0


cdef void unsee_everything(State* s) noexcept nogil:
    """Take every card and shield as unseen, as at the beginning of a game."""
    cdef int i
    unsee_influence(s)
    for i in range(N_KINDS):
        s.shield_pool[i] = SHIELDS_OF_A_KIND
    s.shields_unseen = N_KINDS * SHIELDS_OF_A_KIND
    s.intrigue_pool = (1 << N_TILES) - 1
    s.mission_pool = bit(N_MISSIONS) - 1
    s.gold_pool = (1 << N_GOLD) - 1


cdef inline void see_influence(State* s, int card) noexcept nogil:
    s.influence_pool[card] -= 1
    s.influence_unseen -= 1


cdef inline void take_influence(State* s, int p, int token) noexcept nogil:
    """A card from the deck into a hand."""
    cdef int card
    s.seats[p].hand += 1
    if token == T_INFLUENCE_HIDDEN:
        s.seats[p].hidden_influence += 1
        return
    card = token - T_INFLUENCE
    see_influence(s, card)
    s.seats[p].influence[card] += 1
    s.seats[p].cards |= <uint16_t>bit(card)


cdef inline void lay_influence(State* s, int p, int card) noexcept nogil:
    """A card from a hand into the centre."""
    cdef Seat* seat = &s.seats[p]
    if seat.cards >> card & 1:
        seat.influence[card] -= 1
        if seat.influence[card] == 0:
            seat.cards ^= <uint16_t>bit(card)
    else:
        seat.hidden_influence -= 1
        see_influence(s, card)
    seat.hand -= 1
    s.centre[card] += 1


cdef inline uint64_t playable(const State* s, int p) noexcept nogil:
    """The kinds of influence cards that a seat has, or may have."""
    cdef uint64_t kinds = s.seats[p].cards
    cdef int c
    if s.seats[p].hidden_influence:
        for c in range(N_CARDS):
            if s.influence_pool[c]:
                kinds |= bit(c)
    return kinds


# --- Intrigue cards

cdef inline int intrigue_top_size(const Rules* r, const State* s) noexcept nogil:
    cdef int p, hidden = 0
    for p in range(r.players):
        hidden += s.seats[p].hidden_intrigue
    return count_bits(s.intrigue_pool) - hidden


cdef inline bint any_intrigue_left(const Rules* r, const State* s) noexcept nogil:
    return s.n_intrigue_bottom > 0 or intrigue_top_size(r, s) > 0


cdef inline bint may_have_intrigue(const State* s, int p, int tile) noexcept nogil:
    cdef const Seat* seat = &s.seats[p]
    return (
        seat.intrigue >> tile & 1
        or (seat.hidden_intrigue and s.intrigue_pool >> tile & 1)
    )


cdef void take_intrigue(const Rules* r, State* s, int p, int token) noexcept nogil:
    """The top card of the intrigue deck; one from the bottom is known to all."""
    cdef Seat* seat = &s.seats[p]
    cdef int tile, i
    if intrigue_top_size(r, s) > 0:
        if token == T_INTRIGUE_HIDDEN:
            seat.hidden_intrigue += 1
            return
        tile = token - T_INTRIGUE
        s.intrigue_pool &= <uint16_t>~bit(tile)
        seat.intrigue |= <uint16_t>bit(tile)
        return
    tile = s.intrigue_bottom[0]
    s.n_intrigue_bottom -= 1
    for i in range(s.n_intrigue_bottom):
        s.intrigue_bottom[i] = s.intrigue_bottom[i + 1]
    s.intrigue_bottom[s.n_intrigue_bottom] = 0
    seat.intrigue |= <uint16_t>bit(tile)
    seat.known_intrigue |= <uint16_t>bit(tile)


cdef inline void lay_intrigue(State* s, int p, int tile) noexcept nogil:
    """A card from a hand to the bottom of the deck."""
    cdef Seat* seat = &s.seats[p]
    if seat.intrigue >> tile & 1:
        seat.intrigue &= <uint16_t>~bit(tile)
        seat.known_intrigue &= <uint16_t>~bit(tile)
    else:
        seat.hidden_intrigue -= 1
        s.intrigue_pool &= <uint16_t>~bit(tile)
    s.intrigue_bottom[s.n_intrigue_bottom] = <uint8_t>tile
    s.n_intrigue_bottom += 1


# --- Shields

cdef inline int shield_bag_size(const Rules* r, const State* s) noexcept nogil:
    cdef int p, hidden = 0
    for p in range(r.players):
        hidden += s.seats[p].hidden_shields
    return s.shields_unseen - hidden


cdef inline void take_shield(State* s, int p, int token) noexcept nogil:
    if token == T_SHIELD_HIDDEN:
        s.seats[p].hidden_shields += 1
        return
    s.shield_pool[token - T_SHIELD] -= 1
    s.shields_unseen -= 1
    s.seats[p].shields[token - T_SHIELD] += 1


cdef inline bint draw_shields(const Rules* r, State* s, int p, int owed) noexcept nogil:
    """Draw so many shields; true when chance must speak, false when they were all blank."""
    if owed and shield_bag_size(r, s) > 0:
        draw_for(s, p, D_DRAW_SHIELD, owed)
        return True
    s.seats[p].blank += <uint16_t>owed
    s.owed = 0
    return False
