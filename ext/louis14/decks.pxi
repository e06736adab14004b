# Mission cards: hands, decks with an ordered bottom, and who knows what in them.

cdef inline uint8_t entry_of(int mission, int seat) noexcept nogil:
    """A place in a bottom: a mission or UNKNOWN, and the seat that put it there."""
    return <uint8_t>(mission | seat << 6)


cdef inline int card_of(uint8_t entry) noexcept nogil:
    return entry & 63


cdef inline int by_of(uint8_t entry) noexcept nogil:
    return entry >> 6


cdef inline int hidden_in_bottom(const Bottom* bottom) noexcept nogil:
    cdef int i, n = 0
    for i in range(bottom.size):
        n += card_of(bottom.card[i]) == UNKNOWN
    return n


cdef inline int mission_top_size(const Rules* r, const State* s, int deck) noexcept nogil:
    """The unordered part of a deck: what is unseen, and not in a hand or in the bottom."""
    cdef int p, n = count_bits(s.mission_pool & missions_of(deck))
    if s.viewer == ALL:
        return n
    for p in range(r.players):
        n -= s.seats[p].hidden_missions[deck]
    return n - hidden_in_bottom(&s.bottom[deck])


cdef inline bint deck_has_card(const Rules* r, const State* s, int deck) noexcept nogil:
    return s.bottom[deck].size > 0 or mission_top_size(r, s, deck) > 0


cdef inline bint any_mission_left(const Rules* r, const State* s) noexcept nogil:
    cdef int deck
    for deck in range(N_DECKS):
        if deck_has_card(r, s, deck):
            return True
    return False


cdef inline int missions_in_hand(const State* s, int p) noexcept nogil:
    cdef const Seat* seat = &s.seats[p]
    return (
        count_bits(seat.missions)
        + seat.hidden_missions[0] + seat.hidden_missions[1] + seat.hidden_missions[2]
    )


cdef inline uint64_t may_have_missions(const State* s, int p) noexcept nogil:
    """The missions that a seat has in hand, or may have."""
    cdef uint64_t found = s.seats[p].missions
    cdef int deck
    for deck in range(N_DECKS):
        if s.seats[p].hidden_missions[deck]:
            found |= s.mission_pool & missions_of(deck)
    return found


cdef inline int drawn_deck(const State* s) noexcept nogil:
    """The deck from which the mission is drawn: in set-up a medium, then a light one."""
    if s.phase == PHASE_SETUP:
        return DECK_M if s.owed == 2 else DECK_L
    return s.deck


cdef uint8_t take_from_bottom(State* s, int deck) noexcept nogil:
    """Remove and return the first card of a deck's bottom."""
    cdef Bottom* bottom = &s.bottom[deck]
    cdef int i
    cdef uint8_t entry = bottom.card[0]
    bottom.size -= 1
    for i in range(bottom.size):
        bottom.card[i] = bottom.card[i + 1]
    bottom.card[bottom.size] = 0
    return entry


cdef void take_mission(const Rules* r, State* s, int p, int token) noexcept nogil:
    """The top card of the chosen deck into a hand (contract, 6 'Chance' and 7)."""
    cdef int deck = drawn_deck(s)
    cdef uint8_t entry
    cdef int card, by
    cdef bint hidden = token >= T_MISSION_HIDDEN
    if mission_top_size(r, s, deck) > 0:
        if hidden:
            s.seats[p].hidden_missions[deck] += 1
            return
        s.mission_pool &= ~bit(token - T_MISSION)
        s.seats[p].missions |= bit(token - T_MISSION)
        return
    entry = take_from_bottom(s, deck)
    card = card_of(entry)
    by = by_of(entry)
    if card == UNKNOWN and hidden:
        s.seats[p].hidden_missions[deck] += 1
        return
    if card == UNKNOWN:
        card = token - T_MISSION
        s.mission_pool &= ~bit(card)
    s.seats[p].missions |= bit(card)
    if by != p:
        s.seats[by].knows |= bit(card)


cdef inline void remove_mission(State* s, int p, int mission) noexcept nogil:
    """Take a mission out of a hand where it is, or may be."""
    cdef int q
    if s.seats[p].missions & bit(mission):
        s.seats[p].missions ^= bit(mission)
        for q in range(SEATS):
            s.seats[q].knows &= ~bit(mission)
    else:
        s.seats[p].hidden_missions[deck_of(mission)] -= 1
        s.mission_pool &= ~bit(mission)


cdef void forget_hand(State* s, int p, int deck) noexcept nogil:
    """A hand from which a card of this deck went back: nobody else knows its cards now."""
    cdef uint64_t cards = s.seats[p].missions & missions_of(deck)
    cdef int q
    for q in range(SEATS):
        s.seats[q].knows &= ~cards
    if s.viewer != ALL and s.viewer != p:
        s.seats[p].missions ^= cards
        s.mission_pool |= cards
        s.seats[p].hidden_missions[deck] += <uint8_t>count_bits(cards)


cdef inline void put_under(State* s, int p, int deck, int mission) noexcept nogil:
    """A mission, or one UNKNOWN of this deck, from a hand to the bottom of its deck."""
    cdef Bottom* bottom = &s.bottom[deck]
    forget_hand(s, p, deck)
    if mission == UNKNOWN:
        s.seats[p].hidden_missions[deck] -= 1
    else:
        s.seats[p].missions ^= bit(mission)
    bottom.card[bottom.size] = entry_of(mission, p)
    bottom.size += 1
