# Set-up, resources, influence (contract, 2, 3.1 and 3.2).

cdef bint next_played(const Rules* r, State* s, uint64_t kind) noexcept nogil:
    """Move (actor, mission) on to the next played mission of a kind; false after the last.

    In play order, each seat's in ascending order; `mission` NONE means before the first.
    """
    cdef uint64_t left
    while True:
        left = s.seats[s.actor].played & kind
        if s.mission != NONE:
            left &= ~(bit(s.mission) | (bit(s.mission) - 1))
        if left:
            s.mission = <uint8_t>lowest_bit(left)
            return True
        s.mission = NONE
        s.actor = <int8_t>after(r, s.actor)
        if s.actor == s.start:
            return False


cdef inline void first_seat(State* s) noexcept nogil:
    s.actor = s.start
    s.mission = NONE


# --- Set-up

cdef uint8_t[2][SEATS] GENERAL_SUPPLY = [[5, 5, 6, 7], [5, 6, 0, 0]]   # also with two players

cdef void set_up(const Rules* r, State* s, int start) noexcept nogil:
    cdef int k, p = start
    s.start = <int8_t>start
    for k in range(r.players):
        s.seats[p].general = GENERAL_SUPPLY[r.players == 2][k]
        s.seats[p].personal = MARKERS - s.seats[p].general
        p = after(r, p)
    draw_for(s, start, D_DRAW_MISSION, 2)


cdef void set_up_drawn(const Rules* r, State* s) noexcept nogil:
    cdef int p = s.actor
    if s.owed == 2:
        s.owed = 1
        return
    p = after(r, p)
    if p == s.start:
        begin_round(s)
    else:
        draw_for(s, p, D_DRAW_MISSION, 2)


# --- Resources

cdef inline void begin_round(State* s) noexcept nogil:
    s.phase = PHASE_RESOURCES
    s.used = 0
    s.mission = NONE
    turn_up(s, D_GOLD)


cdef void gold_turned_up(const Rules* r, State* s, int k) noexcept nogil:
    cdef int p
    s.gold_pool &= <uint8_t>~bit(k)
    s.louis = r.gold_tile[k]
    for p in range(r.players):
        s.seats[p].gold += r.gold[k]
    first_seat(s)
    if r.players == 3 and s.round == ROUNDS and any_intrigue_left(r, s):
        draw_for(s, s.start, D_DRAW_INTRIGUE, 1)
    else:
        resources(r, s)


cdef void resources(const Rules* r, State* s) noexcept nogil:
    """Apply the played missions of this phase from (actor, mission) on, then deal."""
    while next_played(r, s, r.in_resources):
        if apply_resource(r, s, s.actor, r.effect[s.mission]):
            return
    s.actor = s.start
    draw_for(s, s.start, D_DRAW_INFLUENCE, 5)
    deal(r, s)


cdef bint apply_resource(const Rules* r, State* s, int p, int effect) noexcept nogil:
    """One mission of phase resources; true when somebody must speak."""
    cdef Seat* seat = &s.seats[p]
    if effect == E_MARKER:
        to_personal(seat, 1)
    elif effect == E_MARKER3:
        to_personal(seat, 3)
    elif effect == E_GOLD1:
        seat.gold += 1
    elif effect == E_GOLD3:
        seat.gold += 3
    elif effect == E_SHIELD:
        return draw_shields(r, s, p, 1)
    elif effect == E_GOLD2:
        ask(s, p, D_GOLD2)
        return True
    elif effect == E_PLOT:
        if any_intrigue_left(r, s):
            draw_for(s, p, D_DRAW_INTRIGUE, 1)
            return True
    elif seat.personal and influence_deck_size(r, s) > 0:   # trade
        ask(s, p, D_TRADE)
        return True
    return False


cdef void gold2_chosen(const Rules* r, State* s, int token) noexcept nogil:
    cdef int markers = token - T_GOLD2
    s.seats[s.actor].gold += <uint16_t>(2 - markers)
    to_personal(&s.seats[s.actor], markers)
    resources(r, s)


cdef void trade_chosen(const Rules* r, State* s, int token) noexcept nogil:
    cdef Seat* seat = &s.seats[s.actor]
    if token == T_NONE:
        resources(r, s)
        return
    seat.personal -= 1
    seat.general += 1
    draw_for(s, s.actor, D_DRAW_INFLUENCE, 1)


cdef void deal(const Rules* r, State* s) noexcept nogil:
    """Stop at the next card that is dealt; go on to the next phase after the last."""
    if s.owed == 0:
        s.owed = 5
        s.actor = <int8_t>after(r, s.actor)
        if s.actor == s.start:
            s.owed = 0
            begin_influence(r, s)
            return
    if influence_deck_size(r, s) == 0:
        s.owed = 0
        s.actor = s.start
        begin_influence(r, s)


# --- Influence

cdef void begin_influence(const Rules* r, State* s) noexcept nogil:
    s.phase = PHASE_INFLUENCE
    first_seat(s)
    if r.players == 2:
        s.neutral[s.louis] += 2
        turn_up(s, D_DRAW_INFLUENCE)
        neutral_draws(r, s)
    else:
        start_of_influence(r, s)


cdef void neutral_draws(const Rules* r, State* s) noexcept nogil:
    """Go on after three courtier cards have been turned up for the neutral player."""
    cdef int c, courtiers = 0
    for c in range(JOKER):
        courtiers += s.centre[c]
    if courtiers == 3 or influence_deck_size(r, s) == 0:
        first_seat(s)
        start_of_influence(r, s)


cdef void neutral_card(const Rules* r, State* s, int card) noexcept nogil:
    see_influence(s, card)
    s.centre[card] += 1
    if card != JOKER:
        s.neutral[card] += 2
    neutral_draws(r, s)


cdef inline int start_tile(const Rules* r, const State* s) noexcept nogil:
    """The tile that a mission for the start of influence names."""
    cdef int effect = r.effect[s.mission]
    if effect == E_KING:
        return s.louis
    if effect == E_COURT5:
        return MONTESPAN
    if effect == E_COURT9:
        return LA_VALLIERE
    return effect - E_COURT1


cdef void start_of_influence(const Rules* r, State* s) noexcept nogil:
    while next_played(r, s, r.at_start_of_influence):
        if has_marker(&s.seats[s.actor]):
            ask(s, s.actor, D_START_PLACE)
            return
    next_turn(r, s, s.start)


cdef void next_turn(const Rules* r, State* s, int p) noexcept nogil:
    """Ask the next seat, from p on, that has more than one influence card."""
    cdef int _k
    for _k in range(r.players):
        if s.seats[p].hand > 1:
            ask(s, p, D_TURN)
            return
        p = after(r, p)
    shuffle_influence(s)
    first_seat(s)
    end_of_influence(r, s)


cdef void end_of_influence(const Rules* r, State* s) noexcept nogil:
    while next_played(r, s, r.at_end_of_influence):
        if has_marker(&s.seats[s.actor]):
            ask(s, s.actor, D_END_PLACE)
            return
    s.phase = PHASE_SCORING
    s.mission = NONE
    score_tile(r, s, 0)


cdef inline void place(Seat* seat, int token) noexcept nogil:
    """Place the markers of a placement (tables of `tables.pxi`)."""
    cdef const Placement* placement = &PLACEMENTS[token - T_CARD]
    cdef int i
    seat.personal -= placement.markers
    for i in range(placement.markers):
        seat.markers[placement.tile[i]] += 1


cdef void turn_chosen(const Rules* r, State* s, int token) noexcept nogil:
    cdef int p = s.actor, card
    if token >= T_CARD:
        card = PLACEMENTS[token - T_CARD].card
        lay_influence(s, p, card)
        if PLACEMENTS[token - T_CARD].markers:
            place(&s.seats[p], token)
        else:
            to_personal(&s.seats[p], 2 if card == JOKER else 3)
    elif token == T_SKIP:
        s.seats[p].gold -= 2
        s.used |= first_unused(r, s, p, E_PAUSE)
    elif token >= T_SWAP:
        lay_influence(s, p, token - T_SWAP)
        s.mission = <uint8_t>lowest_bit(first_unused(r, s, p, E_REDRAW))
        s.used |= bit(s.mission)
        draw_for(s, p, D_DRAW_INFLUENCE, 1)
        return
    else:
        s.card = <uint8_t>(token - T_FOUR)
        lay_influence(s, p, s.card)
        s.mission = <uint8_t>lowest_bit(first_unused(r, s, p, E_FOUR))
        s.used |= bit(s.mission)
        ask(s, p, D_FOUR)
        return
    next_turn(r, s, after(r, p))


cdef inline uint64_t unused(const Rules* r, const State* s, int p, int effect) noexcept nogil:
    """The copies of a mission that a seat has played and not used up in this round."""
    return s.seats[p].played & r.with_effect[effect] & ~s.used


cdef inline uint64_t first_unused(
    const Rules* r, const State* s, int p, int effect
) noexcept nogil:
    cdef uint64_t copies = unused(r, s, p, effect)
    return copies & (0 - copies)


cdef void four_chosen(const Rules* r, State* s, int token) noexcept nogil:
    cdef int p = s.actor
    if token == T_FOUR_RECALL:
        to_personal(&s.seats[p], 4)
    else:
        place(&s.seats[p], token)
    s.card = NONE
    s.mission = NONE
    next_turn(r, s, after(r, p))


cdef void influence_drawn(const Rules* r, State* s, int token) noexcept nogil:
    """Take the card drawn and go on with whatever it was drawn for."""
    cdef int p = s.actor
    if p == NOBODY:
        neutral_card(r, s, token - T_INFLUENCE)
        return
    take_influence(s, p, token)
    s.owed -= 1
    if s.phase == PHASE_SCORING:        # tile 11
        served(r, s, p)
    elif s.phase == PHASE_INFLUENCE:    # redraw
        s.mission = NONE
        next_turn(r, s, after(r, p))
    elif s.mission != NONE:             # trade
        resources(r, s)
    else:
        deal(r, s)
