# Scoring the tiles (contract, 3.3).

cdef inline int method_of(const Rules* r, const State* s, int tile) noexcept nogil:
    return r.method[s.turned >> tile & 1][tile]


cdef inline int value_of(const Rules* r, const State* s, int tile) noexcept nogil:
    return r.value[s.turned >> tile & 1][tile]


cdef void score_tile(const Rules* r, State* s, int tile) noexcept nogil:
    """Score this tile and those after it, up to the next stop."""
    while True:
        s.tile = <uint8_t>tile
        if ask_intrigue(r, s, s.start) or ask_tie(r, s) or take_up(r, s, NOBODY):
            return
        tile = end_tile(r, s)
        if tile == NONE:
            return


cdef void go_on_scoring(const Rules* r, State* s) noexcept nogil:
    """After a tile has been served in several steps."""
    cdef int tile = end_tile(r, s)
    if tile != NONE:
        score_tile(r, s, tile)


cdef inline int end_tile(const Rules* r, State* s) noexcept nogil:
    """Turn the tile; return the next one, or NONE when the missions phase has begun."""
    cdef int tile = s.tile
    if s.most != NOBODY or s.given or s.louis == tile:
        s.turned ^= <uint16_t>bit(tile)
    if s.louis == tile:
        s.louis = NONE
    s.serving = False
    s.given = False
    s.most = NOBODY
    if tile + 1 < N_TILES:
        return tile + 1
    s.tile = NONE
    s.phase = PHASE_MISSIONS
    ask(s, s.start, D_MISSIONS)
    return NONE


# --- Intrigue cards and broken ties

cdef bint ask_intrigue(const Rules* r, State* s, int first) noexcept nogil:
    """Ask whoever, from a seat on in play order, holds or may hold this intrigue card."""
    cdef int p = first
    while True:
        if may_have_intrigue(s, p, s.tile) and has_marker(&s.seats[p]):
            ask(s, p, D_INTRIGUE)
            return True
        p = after(r, p)
        if p == s.start:
            return False


cdef void intrigue_chosen(const Rules* r, State* s, int token) noexcept nogil:
    cdef int p = s.actor
    cdef int how = (token - T_PLAY_INTRIGUE) & 3
    cdef int next_seat = after(r, p)
    if how == 0:
        if next_seat != s.start and ask_intrigue(r, s, next_seat):
            return
    else:
        lay_intrigue(s, p, s.tile)
        if how == 1:
            s.seats[p].general -= 1
            s.seats[p].markers[s.tile] += 1
        else:
            s.seats[p].personal -= <uint8_t>(how - 1)
            s.seats[p].markers[s.tile] += <uint8_t>(how - 1)
    if not ask_tie(r, s) and not take_up(r, s, NOBODY):
        go_on_scoring(r, s)


cdef bint ask_tie(const Rules* r, State* s) noexcept nogil:
    """Ask the owner of `tiebreak` if it is tied for most here."""
    cdef int p, q, mine, level = 0
    if method_of(r, s, s.tile) == METHOD_MARKERS:
        return False
    for p in range(r.players):
        if unused(r, s, p, E_TIEBREAK):
            break
    else:
        return False
    mine = s.seats[p].markers[s.tile]
    if mine == 0 or s.neutral[s.tile] > mine:
        return False
    level = s.neutral[s.tile] == mine
    for q in range(r.players):
        if s.seats[q].markers[s.tile] > mine:
            return False
        level += q != p and s.seats[q].markers[s.tile] == mine
    if not level:
        return False
    s.mission = <uint8_t>lowest_bit(first_unused(r, s, p, E_TIEBREAK))
    ask(s, p, D_TIE)
    return True


cdef void tie_chosen(const Rules* r, State* s, int token) noexcept nogil:
    cdef int winner = NOBODY
    if token == T_FIRST:
        winner = s.actor
        s.used |= bit(s.mission)
    s.mission = NONE
    if not take_up(r, s, winner):
        go_on_scoring(r, s)


# --- Serving the players

cdef int strictly_most(const int* count) noexcept nogil:
    """Who has strictly the most (a seat or NEUTRAL), at least one; else NOBODY."""
    cdef int i, best = NOBODY, top = 0
    for i in range(SEATS + 1):
        if count[i] > top:
            top = count[i]
            best = i
        elif count[i] == top:
            best = NOBODY
    return best


cdef bint take_up(const Rules* r, State* s, int tie_winner) noexcept nogil:
    """Take up the markers and serve the players; true at a stop."""
    cdef int count[SEATS + 1]
    cdef int p, tile = s.tile, present = s.neutral[tile]
    for p in range(SEATS):
        count[p] = s.seats[p].markers[tile]
        present += count[p]
        s.aside[p] = <uint8_t>count[p]
        s.seats[p].markers[tile] = 0
    if present == 0:
        return False
    count[NEUTRAL] = s.neutral[tile]
    s.neutral[tile] = 0
    s.serving = True
    if method_of(r, s, tile) != METHOD_MARKERS:
        s.most = <int8_t>(strictly_most(count) if tie_winner == NOBODY else tie_winner)
        if s.louis == tile:
            serve_with_louis(r, s, count)
        elif 0 <= s.most < SEATS and gift(r, s, s.most):
            return True
        elif 0 <= s.most < SEATS:
            return_markers(s, s.most)
    return serve_others(r, s, s.start)


cdef void serve_with_louis(const Rules* r, State* s, int* count) noexcept nogil:
    """The first and the second place on Louis's tile; its gifts never need a word."""
    cdef int p = s.start, top = 0, i
    if s.most == NOBODY:
        for i in range(SEATS + 1):
            top = max(top, count[i])
        while True:
            if s.aside[p] and s.aside[p] == top:
                gift(r, s, p)
                to_general_supply(s, p)
            p = after(r, p)
            if p == s.start:
                return
    if s.most < SEATS:
        gift(r, s, s.most)
        s.seats[s.most].chips[CROWN] += 1
        to_general_supply(s, s.most)
    count[s.most] = 0
    p = strictly_most(count)
    if 0 <= p < SEATS:
        gift(r, s, p)
        return_markers(s, p)


cdef inline void to_general_supply(State* s, int p) noexcept nogil:
    s.seats[p].general += s.aside[p]
    s.aside[p] = 0


cdef inline void return_markers(State* s, int p) noexcept nogil:
    """A served player's markers: to general supply for strictly the most, else to personal."""
    if p == s.most:
        to_general_supply(s, p)
    else:
        s.seats[p].personal += s.aside[p]
        s.aside[p] = 0


cdef inline int bribe_price(const Rules* r, const State* s, int p) noexcept nogil:
    cdef int price = value_of(r, s, s.tile)
    if price and s.seats[p].played & r.with_effect[E_DISCOUNT]:
        price -= 1
    return price


cdef bint serve_others(const Rules* r, State* s, int first) noexcept nogil:
    """Serve whoever still has markers set aside, from a seat on in play order; true at a stop."""
    cdef int p = first, method = method_of(r, s, s.tile)
    while True:
        if s.aside[p]:
            if method == METHOD_GOLD and bribe_price(r, s, p) <= s.seats[p].gold:
                ask(s, p, D_BRIBE)
                return True
            if method == METHOD_MARKERS and s.aside[p] >= value_of(r, s, s.tile):
                if gift(r, s, p):
                    return True
            return_markers(s, p)
        p = after(r, p)
        if p == s.start:
            return False


cdef void served(const Rules* r, State* s, int p) noexcept nogil:
    """A player has been served: go on with the next."""
    cdef int following = s.start if p == s.most else after(r, p)
    return_markers(s, p)
    s.owed = 0
    if (p != s.most and following == s.start) or not serve_others(r, s, following):
        go_on_scoring(r, s)


cdef void bribe_chosen(const Rules* r, State* s, int token) noexcept nogil:
    cdef int p = s.actor
    if token == T_BRIBE:
        s.seats[p].gold -= <uint16_t>bribe_price(r, s, p)
        if gift(r, s, p):
            return
    served(r, s, p)


# --- Gifts (contract, 1)

cdef bint gift(const Rules* r, State* s, int p) noexcept nogil:
    """Give a player the courtier's gift; true when somebody must speak."""
    cdef Seat* seat = &s.seats[p]
    cdef int tile = s.tile
    s.given = method_of(r, s, tile) == METHOD_MARKERS
    if tile <= MONTESPAN:               # 1 to 5: the chip of that number
        seat.chips[tile] += 1
    elif tile == CONDE:                 # a shield, then a marker anywhere
        return draw_shields(r, s, p, 1) or ask_conde(s, p)
    elif tile == COLBERT:
        seat.gold += 5
    elif tile == MAINTENON:             # up to two markers onto tile 5, one to personal
        if has_marker(seat):
            ask(s, p, D_MAINTENON)
            return True
    elif tile == LA_VALLIERE:
        seat.chips[CROWN] += 1
    elif tile == TURENNE:
        return draw_shields(r, s, p, 2)
    elif tile == MAZARIN:
        if influence_deck_size(r, s) > 0:
            draw_for(s, p, D_DRAW_INFLUENCE, 1)
            return True
    elif shield_bag_size(r, s) > 0:     # Louvois: a shield and an intrigue card
        draw_for(s, p, D_DRAW_SHIELD, 2)
        return True
    else:
        seat.blank += 1
        return draw_gift_intrigue(r, s, p)
    return False


cdef inline bint ask_conde(State* s, int p) noexcept nogil:
    if not has_marker(&s.seats[p]):
        return False
    ask(s, p, D_CONDE)
    return True


cdef inline bint draw_gift_intrigue(const Rules* r, State* s, int p) noexcept nogil:
    if not any_intrigue_left(r, s):
        return False
    draw_for(s, p, D_DRAW_INTRIGUE, 1)
    return True


cdef bint go_on_with_gift(const Rules* r, State* s, int p) noexcept nogil:
    """After a shield drawn as a gift; true when somebody must speak."""
    if s.tile == CONDE:
        s.owed = 0
        return ask_conde(s, p)
    if s.tile == TURENNE:
        return draw_shields(r, s, p, s.owed - 1)
    return draw_gift_intrigue(r, s, p)


cdef void conde_chosen(const Rules* r, State* s, int token) noexcept nogil:
    if token != T_NONE:
        place_from_general(&s.seats[s.actor], token - T_PLACE)
    served(r, s, s.actor)


cdef void maintenon_chosen(const Rules* r, State* s, int token) noexcept nogil:
    cdef int _i
    for _i in range(token - T_MARKERS):
        place_from_general(&s.seats[s.actor], MONTESPAN)
    to_personal(&s.seats[s.actor], 1)
    served(r, s, s.actor)
