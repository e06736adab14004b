# Exact sampling of one mission deck when its unseen places are not all alike.
#
# That is so once another seat has put missions back unseen, since a card known before may be
# among them and two of them lie in order, or has drawn one that a third seat put back and knows.
# A history is drawn by replaying what happened to the deck with *slots*, the physical cards;
# a slot's card stays open until the record names it. Whatever contradicts the record is
# rejected, and a card played from a hand with *open* of *all* slots open is accepted with
# probability open / all: the weight of that history relative to the others.

cdef struct Slots:
    int n
    int8_t card[MAX_SLOTS]          # -1: open
    int8_t knower[MAX_SLOTS]        # the seat that put it back, where another one holds it
    uint8_t hand[SEATS][MAX_SLOTS]
    int n_hand[SEATS]
    uint8_t bottom[MAX_SLOTS]
    int first, end                  # of the bottom
    int top                         # cards in the unordered part
    uint64_t named                  # cards that some slot is known to be
    uint64_t open                   # cards that open slots may be
    uint8_t below[LOG_SIZE]         # pairs put back together: below[i] has the lower code
    uint8_t above[LOG_SIZE]
    int n_pairs


cdef int new_slot(Slots* t, int card, int knower) noexcept nogil:
    t.card[t.n] = <int8_t>card
    t.knower[t.n] = <int8_t>knower
    t.n += 1
    return t.n - 1


cdef inline void into_hand(Slots* t, int p, int slot) noexcept nogil:
    t.hand[p][t.n_hand[p]] = <uint8_t>slot
    t.n_hand[p] += 1


cdef inline void under_deck(Slots* t, int slot) noexcept nogil:
    t.bottom[t.end] = <uint8_t>slot
    t.end += 1


cdef int out_of_hand(Slots* t, int p, int i) noexcept nogil:
    """Remove and return the i-th slot of a hand."""
    cdef int slot = t.hand[p][i]
    t.n_hand[p] -= 1
    t.hand[p][i] = t.hand[p][t.n_hand[p]]
    return slot


cdef void first_slots(const Rules* r, const State* s, int deck, Slots* t) noexcept nogil:
    """The slots at the beginning of the view."""
    cdef int p, _i, i
    cdef uint8_t entry
    cdef uint64_t cards
    memset(t, 0, sizeof(Slots))
    t.top = mission_top_size(r, s, deck)
    t.open = s.mission_pool & missions_of(deck)
    for p in range(r.players):
        if p == s.viewer:
            continue
        cards = s.seats[p].missions & missions_of(deck)
        t.named |= cards
        while cards:
            into_hand(t, p, new_slot(t, lowest_bit(cards), s.viewer))
            cards &= cards - 1
        for _i in range(s.seats[p].hidden_missions[deck]):
            into_hand(t, p, new_slot(t, -1, NOBODY))
    for i in range(s.bottom[deck].size):
        entry = s.bottom[deck].card[i]
        if card_of(entry) == UNKNOWN:
            under_deck(t, new_slot(t, -1, by_of(entry)))
        else:
            t.named |= bit(card_of(entry))
            under_deck(t, new_slot(t, card_of(entry), by_of(entry)))


cdef bint name_slot(Slots* t, int slot, int card) noexcept nogil:
    """The record names a slot's card; false when it cannot be that."""
    if t.card[slot] >= 0:
        t.named &= ~bit(card)
        return t.card[slot] == card
    if not t.open & bit(card):
        return False
    t.open ^= bit(card)
    t.card[slot] = <int8_t>card
    return True


cdef bint replay_draw(Slots* t, int viewer, int p, int card) noexcept nogil:
    cdef int slot
    if t.top:
        t.top -= 1
        if p != viewer:
            into_hand(t, p, new_slot(t, -1, NOBODY))
            return True
        if not t.open & bit(card):
            return False
        t.open ^= bit(card)
        return True
    slot = t.bottom[t.first]
    t.first += 1
    if p == viewer:
        return name_slot(t, slot, card)
    if t.knower[slot] == p:
        t.knower[slot] = NOBODY
    into_hand(t, p, slot)
    return True


cdef bint replay_play(Slots* t, int p, int card, RngState* rng) noexcept nogil:
    cdef int i, k, n_open = 0
    if t.named & bit(card):
        t.named ^= bit(card)
        for i in range(t.n_hand[p]):
            if t.card[t.hand[p][i]] == card:
                out_of_hand(t, p, i)
                return True
        return False
    for i in range(t.n_hand[p]):
        n_open += t.card[t.hand[p][i]] < 0
    if n_open == 0 or rng_below(rng, t.n_hand[p]) >= <uint32_t>n_open:
        return False
    k = <int>rng_below(rng, n_open)
    for i in range(t.n_hand[p]):
        if t.card[t.hand[p][i]] < 0:
            if k == 0:
                return name_slot(t, out_of_hand(t, p, i), card)
            k -= 1
    return False


cdef void replay_return(
    Slots* t, int viewer, int p, int card, bint second, RngState* rng
) noexcept nogil:
    cdef int slot, i
    if p == viewer:
        t.named |= bit(card)
        slot = new_slot(t, card, p)
    else:
        slot = out_of_hand(t, p, <int>rng_below(rng, t.n_hand[p]))
        t.knower[slot] = <int8_t>p
        for i in range(t.n_hand[p]):
            t.knower[t.hand[p][i]] = NOBODY
    if second:
        t.below[t.n_pairs] = t.bottom[t.end - 1]
        t.above[t.n_pairs] = <uint8_t>slot
        t.n_pairs += 1
    under_deck(t, slot)


cdef bint fill_slots(Slots* t, RngState* rng) noexcept nogil:
    """Give the open slots their cards; false when two put back together are out of order."""
    cdef uint8_t cards[N_MISSIONS]
    cdef int n = list_missions(t.open, cards), i
    for i in range(t.n):
        if t.card[i] < 0:
            t.card[i] = <int8_t>pick_card(cards, &n, rng)
            t.open ^= bit(t.card[i])
    for i in range(t.n_pairs):
        if t.card[t.below[i]] > t.card[t.above[i]]:
            return False
    return n == t.top


cdef bint replay(const View* v, int deck, Slots* t, RngState* rng) noexcept nogil:
    """One history of the deck; false when it does not give the record."""
    cdef int i, kind, p, card, viewer = v.now.viewer
    for i in range(v.n_log):
        if v.log[i] >> 8 & 3 != deck:
            continue
        kind = v.log[i] >> 12
        p = v.log[i] >> 10 & 3
        card = v.log[i] & 63
        if kind == M_DRAW:
            if not replay_draw(t, viewer, p, card):
                return False
        elif kind != M_PLAY:
            replay_return(t, viewer, p, card, kind == M_RETURN_WITH, rng)
        elif p != viewer and not replay_play(t, p, card, rng):
            return False
    return fill_slots(t, rng)


cdef bint replay_missions(
    const Rules* r, const View* v, State* s, int deck, RngState* rng
) noexcept nogil:
    """Draw the hidden missions of a deck by its history; false when none was found."""
    cdef Slots start, t
    cdef int _i
    first_slots(r, &v.origin, deck, &start)
    for _i in range(MAX_TRIES):
        t = start
        if replay(v, deck, &t, rng):
            lay_out(r, s, v.now.viewer, deck, &t)
            return True
    return False


cdef void lay_out(
    const Rules* r, State* s, int viewer, int deck, const Slots* t
) noexcept nogil:
    """Put the slots' cards where they are now."""
    cdef int p, i, slot
    cdef uint64_t own = s.seats[viewer].missions
    for p in range(SEATS):
        s.seats[p].knows &= own | ~missions_of(deck)
        s.seats[p].hidden_missions[deck] = 0
    for p in range(r.players):
        if p == viewer:
            continue
        s.seats[p].missions &= ~missions_of(deck)
        for i in range(t.n_hand[p]):
            slot = t.hand[p][i]
            s.seats[p].missions |= bit(t.card[slot])
            if t.knower[slot] != NOBODY:
                s.seats[t.knower[slot]].knows |= bit(t.card[slot])
    for i in range(s.bottom[deck].size):
        slot = t.bottom[t.first + i]
        s.bottom[deck].card[i] = entry_of(t.card[slot], by_of(s.bottom[deck].card[i]))
    s.mission_pool = (s.mission_pool & ~missions_of(deck)) | t.open
