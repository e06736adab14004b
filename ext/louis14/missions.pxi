# The missions phase and the end (contract, 3.4 and 4).

cdef void pay_mission(const Rules* r, State* s, int token) noexcept nogil:
    """Reveal a mission, pay its two chips, and draw a replacement."""
    cdef int p = s.actor
    cdef int mission = (token - T_PAY) // N_PAIRS
    cdef int pair = (token - T_PAY) % N_PAIRS
    s.seats[p].chips[PAIR_FIRST[pair]] -= 1
    s.seats[p].chips[PAIR_SECOND[pair]] -= 1
    remove_mission(s, p, mission)
    s.seats[p].played |= bit(mission)
    s.owed = 1
    if r.effect[mission] == E_DRAW2:
        s.owed = 2
        s.mission = <uint8_t>mission
    replace_missions(r, s, p)


cdef void replace_missions(const Rules* r, State* s, int p) noexcept nogil:
    """Ask for the deck of each replacement owed, then go on with what they replaced."""
    if s.owed and any_mission_left(r, s):
        ask(s, p, D_DECK)
        return
    s.owed = 0
    if s.mission != NONE and r.effect[s.mission] == E_EXCHANGE:
        exchange(r, s, p)
        return
    s.mission = NONE
    ask(s, p, D_MISSIONS)


cdef void mission_drawn(const Rules* r, State* s, int token) noexcept nogil:
    cdef int p = s.actor
    take_mission(r, s, p, token)
    if s.phase == PHASE_SETUP:
        set_up_drawn(r, s)
        return
    s.owed -= 1
    s.deck = NONE
    replace_missions(r, s, p)


cdef void missions_chosen(const Rules* r, State* s, int token) noexcept nogil:
    cdef int p = s.actor
    if token >= T_PAY:
        pay_mission(r, s, token)
    elif token == T_DONE:
        if s.round == ROUNDS:
            end_of_missions(r, s, p)
        else:
            exchange(r, s, p)
    else:
        s.seats[p].gold -= 2
        s.seats[p].chips[token - T_SWAP_CHIP] -= 1
        s.seats[p].chips[CROWN] += 1
        s.used |= first_unused(r, s, p, E_CROWN)


cdef void exchange(const Rules* r, State* s, int p) noexcept nogil:
    """Ask for the next copy of `exchange`; after the last the chips are given back."""
    cdef uint64_t left = s.seats[p].played & r.with_effect[E_EXCHANGE]
    if s.mission != NONE:
        left &= ~(bit(s.mission) | (bit(s.mission) - 1))
    if left and missions_in_hand(s, p):
        s.mission = <uint8_t>lowest_bit(left)
        ask(s, p, D_EXCHANGE)
        return
    s.mission = NONE
    keep_one_chip(r, s, p)


cdef void exchange_chosen(const Rules* r, State* s, int token) noexcept nogil:
    cdef int p = s.actor, first, second
    if token == T_NONE:
        exchange(r, s, p)
        return
    s.owed = 2
    if token >= T_RETURN_HIDDEN_PAIR:
        put_under(s, p, HIDDEN_PAIR_FIRST[token - T_RETURN_HIDDEN_PAIR], UNKNOWN)
        put_under(s, p, HIDDEN_PAIR_SECOND[token - T_RETURN_HIDDEN_PAIR], UNKNOWN)
    elif token >= T_RETURN_HIDDEN:
        put_under(s, p, token - T_RETURN_HIDDEN, UNKNOWN)
        s.owed = 1
    elif token >= T_RETURN_PAIR:
        first = RETURN_FIRST[token - T_RETURN_PAIR]
        second = RETURN_SECOND[token - T_RETURN_PAIR]
        put_under(s, p, deck_of(first), first)
        put_under(s, p, deck_of(second), second)
    else:
        put_under(s, p, deck_of(token - T_RETURN), token - T_RETURN)
        s.owed = 1
    replace_missions(r, s, p)


cdef inline int chip_count(const Seat* seat) noexcept nogil:
    cdef int i, n = 0
    for i in range(N_CHIPS):
        n += seat.chips[i]
    return n


cdef void keep_one_chip(const Rules* r, State* s, int p) noexcept nogil:
    """Ask which chip is kept, where there is a choice."""
    cdef int i, kinds = 0, kind = 0
    for i in range(N_CHIPS):
        if s.seats[p].chips[i]:
            kinds += 1
            kind = i
    if kinds > 1:
        ask(s, p, D_KEEP)
    elif kinds == 1:
        give_back_chips(r, s, p, kind)
    else:
        end_of_missions(r, s, p)


cdef void give_back_chips(const Rules* r, State* s, int p, int kept) noexcept nogil:
    """All chips but one go back, and a shield comes for each."""
    cdef int i, n = chip_count(&s.seats[p]) - 1
    for i in range(N_CHIPS):
        s.seats[p].chips[i] = i == kept
    if not draw_shields(r, s, p, n):
        end_of_missions(r, s, p)


cdef void end_of_missions(const Rules* r, State* s, int p) noexcept nogil:
    """The next seat's turn, or the next round, or the end."""
    p = after(r, p)
    if p != s.start:
        ask(s, p, D_MISSIONS)
    elif s.round < ROUNDS:
        s.round += 1
        s.start = <int8_t>after(r, s.start)
        begin_round(s)
    else:
        s.phase = PHASE_END
        final_shields(r, s, s.start)


# --- The end

cdef int final_count(const Seat* seat) noexcept nogil:
    """The shields that a seat draws at the end."""
    cdef int t, n = seat.hand + count_bits(seat.intrigue) + seat.hidden_intrigue
    n += chip_count(seat) + seat.gold // 3
    for t in range(N_TILES):
        n += seat.markers[t]
    return n


cdef void final_shields(const Rules* r, State* s, int first) noexcept nogil:
    """Draw the final shields from a seat on in play order; then the game is over."""
    cdef int p = first
    while True:
        if draw_shields(r, s, p, final_count(&s.seats[p])):
            return
        p = after(r, p)
        if p == s.start:
            break
    finish(r, s)


cdef void finish(const Rules* r, State* s) noexcept nogil:
    """Give the bonus shields, which a seat's information set cannot know."""
    cdef int kind, p, top
    s.to_move = OVER
    s.actor = NOBODY
    s.decision = D_OVER
    if s.viewer != ALL:
        return
    s.shown = True
    for kind in range(N_KINDS):
        top = 1
        for p in range(r.players):
            top = max(top, s.seats[p].shields[kind])
        for p in range(r.players):
            s.seats[p].bonus += s.seats[p].shields[kind] == top


cdef void shield_drawn(const Rules* r, State* s, int token) noexcept nogil:
    """Take the shield drawn and go on with whatever it was drawn for."""
    cdef int p = s.actor
    take_shield(s, p, token)
    if s.phase == PHASE_RESOURCES:
        s.owed = 0
        resources(r, s)
    elif s.phase == PHASE_SCORING:
        if not go_on_with_gift(r, s, p):
            served(r, s, p)
    elif draw_shields(r, s, p, s.owed - 1):
        return
    elif s.phase == PHASE_MISSIONS:
        end_of_missions(r, s, p)
    else:
        p = after(r, p)
        if p == s.start:
            finish(r, s)
        else:
            final_shields(r, s, p)


cdef void intrigue_drawn(const Rules* r, State* s, int token) noexcept nogil:
    cdef int p = s.actor
    take_intrigue(r, s, p, token)
    s.owed = 0
    if s.phase == PHASE_SCORING:
        served(r, s, p)
    else:
        resources(r, s)


cdef int score(const Seat* seat) noexcept nogil:
    """A seat's score as far as its shields are known (contract, 4)."""
    cdef int i, n = seat.blank + seat.bonus + 5 * count_bits(seat.played)
    for i in range(N_KINDS):
        n += seat.shields[i]
    return n
