# The hot path of playouts: the same laws as `draw` and `legal`, without lists.

cdef inline int any_of_kinds(
    const uint8_t* pool, int kinds, int copies, int left, RngState* rng
) noexcept nogil:
    """Draw a card of a pool with so many copies of each kind at most, `left` in all.

    A physical card is drawn until one is met that is still there; a thin pool is counted off.
    """
    cdef int k, i
    if 3 * left >= kinds * copies:
        while True:
            k = <int>rng_below(rng, kinds * copies)
            if k % copies < pool[k // copies]:
                return k // copies
    k = <int>rng_below(rng, left)
    for i in range(kinds):
        if k < pool[i]:
            return i
        k -= pool[i]
    return kinds - 1


cdef inline int any_influence(const State* s, RngState* rng) noexcept nogil:
    """Draw an influence card: 24 courtiers, two of each, and six jokers."""
    cdef int k, left = s.influence_unseen
    if left >= 10:
        while True:
            k = <int>rng_below(rng, 30)
            if k >= 24:
                if k - 24 < s.influence_pool[JOKER]:
                    return JOKER
            elif (k & 1) < s.influence_pool[k >> 1]:
                return k >> 1
    k = <int>rng_below(rng, left)
    for left in range(JOKER):
        if k < s.influence_pool[left]:
            return left
        k -= s.influence_pool[left]
    return JOKER


cdef inline int any_bit(uint64_t bits, RngState* rng) noexcept nogil:
    """One of the set bits, each as likely."""
    cdef int k = <int>rng_below(rng, count_bits(bits))
    while k:
        bits &= bits - 1
        k -= 1
    return lowest_bit(bits)


cdef void deal_hands(const Rules* r, State* s, RngState* rng) noexcept nogil:
    """Deal all that is left of the five cards a seat."""
    while s.decision == D_DRAW_INFLUENCE and s.phase == PHASE_RESOURCES and s.mission == NONE:
        take_influence(s, s.actor, T_INFLUENCE + any_influence(s, rng))
        s.owed -= 1
        deal(r, s)


cdef void settle_chance(const void* rules, void* state, RngState* rng) noexcept nogil:
    """Draw outcomes of a full state until a seat is to move or the game is over."""
    cdef const Rules* r = <const Rules*>rules
    cdef State* s = <State*>state
    cdef int deck
    while s.to_move == CHANCE:
        if s.decision == D_DRAW_INFLUENCE:
            if s.phase == PHASE_RESOURCES and s.mission == NONE:
                deal_hands(r, s, rng)
            else:
                influence_drawn(r, s, T_INFLUENCE + any_influence(s, rng))
        elif s.decision == D_DRAW_SHIELD:
            shield_drawn(r, s, T_SHIELD + any_of_kinds(
                s.shield_pool, N_KINDS, SHIELDS_OF_A_KIND, s.shields_unseen, rng
            ))
        elif s.decision == D_DRAW_MISSION and s.mission_pool & missions_of(drawn_deck(s)):
            deck = drawn_deck(s)
            mission_drawn(r, s, T_MISSION + any_bit(s.mission_pool & missions_of(deck), rng))
        elif s.decision == D_DRAW_INTRIGUE and s.intrigue_pool:
            intrigue_drawn(r, s, T_INTRIGUE + any_bit(s.intrigue_pool, rng))
        else:
            apply(r, s, draw(r, s, rng))


cdef token_t pick_turn(const Rules* r, const State* s, int p, RngState* rng) noexcept nogil:
    """One of the moves of a turn without special missions, each as likely."""
    cdef uint64_t left = s.seats[p].cards
    cdef int up_to = min(3, s.seats[p].personal), total = 0, card, k
    while left:
        total += PLACEMENTS_UP_TO[lowest_bit(left)][up_to] + 1
        left &= left - 1
    k = <int>rng_below(rng, total)
    left = s.seats[p].cards
    while True:
        card = lowest_bit(left)
        left &= left - 1
        total = PLACEMENTS_UP_TO[card][up_to]
        if k < total:
            return <token_t>(FIRST_OF_CARD[card] + k)
        if k == total:
            return <token_t>(FIRST_OF_CARD[card] + PLACEMENTS_UP_TO[card][3])
        k -= total + 1


cdef token_t pick(const void* rules, const void* state, RngState* rng) noexcept nogil:
    """One of the legal moves of a full state, each as likely."""
    cdef const Rules* r = <const Rules*>rules
    cdef const State* s = <const State*>state
    cdef token_t moves[MAX_TOKENS]
    cdef int p = s.to_move, n
    if s.decision == D_TURN and not s.seats[p].played & r.turn_missions & ~s.used:
        return pick_turn(r, s, p, rng)
    if s.decision == D_BRIBE:
        return T_BRIBE if rng_next(rng) >> 63 else T_NONE
    n = legal(rules, state, moves)
    return moves[rng_below(rng, n)] if n > 1 else moves[0]
