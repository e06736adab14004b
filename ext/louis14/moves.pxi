# What may happen at a stop: legal moves, chance outcomes, and how they are carried out.

cdef inline int emit(token_t* out, int n, int token) noexcept nogil:
    out[n] = <token_t>token
    return n + 1


cdef inline int emit_range(token_t* out, int n, int first, int count) noexcept nogil:
    cdef int i
    for i in range(count):
        out[n + i] = <token_t>(first + i)
    return n + count


cdef int legal(const void* rules, const void* state, token_t* out) noexcept nogil:
    """List the legal moves in the contract's order; return their number.

    For a seat whose hand is not all known, the moves that it may have.
    """
    cdef const Rules* r = <const Rules*>rules
    cdef const State* s = <const State*>state
    cdef int d = s.decision, p = s.to_move, n = 0
    if p < 0:
        return 0
    if d == D_TURN:
        return legal_turn(r, s, p, out)
    if d == D_MISSIONS:
        return legal_missions(r, s, p, out)
    if d == D_EXCHANGE:
        return legal_exchange(s, p, out)
    if d == D_FOUR:
        n = emit_range(out, 0, T_AT, PLACEMENTS_UP_TO[N_CARDS][min(4, s.seats[p].personal)])
        return emit(out, n, T_FOUR_RECALL)
    return legal_small(r, s, p, out)


cdef int legal_small(
    const Rules* r, const State* s, int p, token_t* out
) noexcept nogil:
    """The legal moves of the decisions with a few fixed choices."""
    cdef const Seat* seat = &s.seats[p]
    cdef int d = s.decision, n = 0, i
    if d == D_INTRIGUE:
        i = T_PLAY_INTRIGUE + 4 * s.tile
        n = emit(out, 0, i)
        if seat.general:
            n = emit(out, n, i + 1)
        return emit_range(out, n, i + 2, min(2, seat.personal))
    if d == D_BRIBE:
        return emit(out, emit(out, 0, T_BRIBE), T_NONE)
    if d == D_KEEP:
        for i in range(N_CHIPS):
            if seat.chips[i]:
                n = emit(out, n, T_KEEP + i)
        return n
    if d == D_DECK:
        for i in range(N_DECKS):
            if deck_has_card(r, s, i):
                n = emit(out, n, T_DRAW + i)
        return n
    if d == D_START_PLACE:
        return emit(out, emit(out, 0, T_PLACE + start_tile(r, s)), T_NONE)
    if d == D_END_PLACE:
        return emit(out, emit_range(out, 0, T_PLACE, N_TILES), T_NONE)
    if d == D_CONDE:
        n = emit_range(out, 0, T_PLACE, N_TILES)
        return n if seat.general else emit(out, n, T_NONE)
    if d == D_MAINTENON:
        return emit_range(out, 0, T_MARKERS, 1 + min(2, seat.general + seat.personal))
    if d == D_GOLD2:
        return emit_range(out, 0, T_GOLD2, 1 + min(2, seat.general))
    if d == D_TRADE:
        return emit(out, emit(out, 0, T_TRADE), T_NONE)
    return emit(out, emit(out, 0, T_FIRST), T_NONE)     # D_TIE


cdef int legal_turn(
    const Rules* r, const State* s, int p, token_t* out
) noexcept nogil:
    cdef uint64_t hand = playable(s, p), left = hand
    cdef int n = 0, card, up_to = min(3, s.seats[p].personal)
    while left:
        card = lowest_bit(left)
        left &= left - 1
        n = emit_range(out, n, FIRST_OF_CARD[card], PLACEMENTS_UP_TO[card][up_to])
        n = emit(out, n, FIRST_OF_CARD[card] + PLACEMENTS_UP_TO[card][3])
    if not s.seats[p].played & r.turn_missions & ~s.used:
        return n
    if unused(r, s, p, E_FOUR):
        n = emit_cards(out, n, T_FOUR, hand)
    if unused(r, s, p, E_REDRAW) and influence_deck_size(r, s) > 0:
        n = emit_cards(out, n, T_SWAP, hand)
    if unused(r, s, p, E_PAUSE) and s.seats[p].gold >= 2:
        n = emit(out, n, T_SKIP)
    return n


cdef inline int emit_cards(token_t* out, int n, int first, uint64_t cards) noexcept nogil:
    while cards:
        n = emit(out, n, first + lowest_bit(cards))
        cards &= cards - 1
    return n


cdef inline uint64_t affordable(const Seat* seat) noexcept nogil:
    """The pairs of chips that a seat can pay; a bit each."""
    cdef uint64_t pairs = 0
    cdef int i
    for i in range(N_PAIRS):
        if PAIR_FIRST[i] == PAIR_SECOND[i]:
            pairs |= <uint64_t>(seat.chips[PAIR_FIRST[i]] >= 2) << i
        elif seat.chips[PAIR_FIRST[i]] and seat.chips[PAIR_SECOND[i]]:
            pairs |= bit(i)
    return pairs


cdef int legal_missions(
    const Rules* r, const State* s, int p, token_t* out
) noexcept nogil:
    cdef const Seat* seat = &s.seats[p]
    cdef int n = 0, mission
    cdef uint64_t pairs, hand
    if chip_count(seat) >= 2:
        pairs = affordable(seat)
        hand = may_have_missions(s, p)
        while hand:
            mission = lowest_bit(hand)
            hand &= hand - 1
            n = emit_cards(
                out, n, T_PAY + N_PAIRS * mission, pairs & r.payments[mission]
            )
    if seat.gold >= 2 and unused(r, s, p, E_CROWN):
        for mission in range(CROWN):
            if seat.chips[mission]:
                n = emit(out, n, T_SWAP_CHIP + mission)
    return emit(out, n, T_DONE)


cdef int legal_exchange(const State* s, int p, token_t* out) noexcept nogil:
    cdef uint64_t left = s.seats[p].missions, rest
    cdef int n = emit(out, 0, T_NONE), i, a
    if s.viewer != ALL and s.viewer != p:
        return legal_exchange_unseen(s, p, out)
    n = emit_cards(out, n, T_RETURN, left)
    while left:
        a = lowest_bit(left)
        left &= left - 1
        rest = left
        while rest:
            i = lowest_bit(rest)
            rest &= rest - 1
            n = emit(out, n, T_RETURN_PAIR + pair_index(a, i))
    return n


cdef inline int pair_index(int a, int b) noexcept nogil:
    """The number of the pair a < b among all pairs of missions."""
    return a * (2 * N_MISSIONS - a - 1) // 2 + b - a - 1


cdef int legal_exchange_unseen(const State* s, int p, token_t* out) noexcept nogil:
    """What another seat sees of the choices: decks only."""
    cdef int size[N_DECKS]
    cdef int n = emit(out, 0, T_NONE), i, a, b
    for i in range(N_DECKS):
        size[i] = (
            count_bits(s.seats[p].missions & missions_of(i)) + s.seats[p].hidden_missions[i]
        )
        if size[i]:
            n = emit(out, n, T_RETURN_HIDDEN + i)
    for i in range(6):
        a = HIDDEN_PAIR_FIRST[i]
        b = HIDDEN_PAIR_SECOND[i]
        if size[a] and size[b] and (a != b or size[a] > 1):
            n = emit(out, n, T_RETURN_HIDDEN_PAIR + i)
    return n


# --- Chance

cdef inline int outcome(
    token_t* out, uint32_t* weight, int n, int token, int copies
) noexcept nogil:
    if copies == 0:
        return n
    out[n] = <token_t>token
    weight[n] = copies
    return n + 1


cdef int outcomes(
    const void* rules, const void* state, token_t* out, uint32_t* weight
) noexcept nogil:
    """List what may be drawn and the number of cards behind each; return their number."""
    cdef const Rules* r = <const Rules*>rules
    cdef const State* s = <const State*>state
    cdef int d = s.decision, n = 0, i
    if s.to_move != CHANCE:
        return 0
    if d == D_START:
        for i in range(r.players):
            n = outcome(out, weight, n, T_START + i, 1)
    elif d == D_GOLD:
        for i in range(N_GOLD):
            n = outcome(out, weight, n, T_GOLD + i, s.gold_pool >> i & 1)
    elif d == D_DRAW_INFLUENCE:
        for i in range(N_CARDS):
            n = outcome(out, weight, n, T_INFLUENCE + i, s.influence_pool[i])
    elif d == D_DRAW_SHIELD:
        for i in range(N_KINDS):
            n = outcome(out, weight, n, T_SHIELD + i, s.shield_pool[i])
    elif d == D_DRAW_INTRIGUE:
        if intrigue_top_size(r, s) == 0:
            return outcome(out, weight, 0, T_INTRIGUE + s.intrigue_bottom[0], 1)
        for i in range(N_TILES):
            n = outcome(out, weight, n, T_INTRIGUE + i, s.intrigue_pool >> i & 1)
    else:
        n = mission_outcomes(r, s, out, weight)
    return n


cdef int mission_outcomes(
    const Rules* r, const State* s, token_t* out, uint32_t* weight
) noexcept nogil:
    cdef int deck = drawn_deck(s), n = 0
    cdef int next_up = card_of(s.bottom[deck].card[0])
    cdef uint64_t left = s.mission_pool & missions_of(deck)
    if mission_top_size(r, s, deck) == 0 and next_up != UNKNOWN:
        return outcome(out, weight, 0, T_MISSION + next_up, 1)
    while left:
        n = outcome(out, weight, n, T_MISSION + lowest_bit(left), 1)
        left &= left - 1
    return n


cdef token_t draw(const void* rules, const void* state, RngState* rng) noexcept nogil:
    """Draw one of the outcomes."""
    cdef token_t out[N_MISSIONS]
    cdef uint32_t weight[N_MISSIONS]
    cdef int n = outcomes(rules, state, out, weight), i
    cdef uint32_t total = 0, k
    for i in range(n):
        total += weight[i]
    k = rng_below(rng, total)
    for i in range(n - 1):
        if k < weight[i]:
            return out[i]
        k -= weight[i]
    return out[n - 1]


# --- Carrying out

cdef void apply(const void* rules, void* state, token_t token) noexcept nogil:
    """Make a legal move or let an outcome happen, and go on to the next stop."""
    cdef const Rules* r = <const Rules*>rules
    cdef State* s = <State*>state
    cdef int d = s.decision
    if d == D_DRAW_INFLUENCE:
        influence_drawn(r, s, token)
    elif d == D_TURN:
        turn_chosen(r, s, token)
    elif d == D_DRAW_SHIELD:
        shield_drawn(r, s, token)
    elif d == D_MISSIONS:
        missions_chosen(r, s, token)
    elif d == D_BRIBE:
        bribe_chosen(r, s, token)
    elif d == D_DRAW_MISSION:
        mission_drawn(r, s, token)
    elif d == D_DECK:
        s.deck = <uint8_t>(token - T_DRAW)
        draw_for(s, s.actor, D_DRAW_MISSION, s.owed)
    elif d == D_KEEP:
        give_back_chips(r, s, s.actor, token - T_KEEP)
    elif d == D_GOLD:
        gold_turned_up(r, s, token - T_GOLD)
    elif d == D_DRAW_INTRIGUE:
        intrigue_drawn(r, s, token)
    else:
        apply_rare(r, s, token)


cdef void apply_rare(const Rules* r, State* s, int token) noexcept nogil:
    cdef int d = s.decision
    if d == D_INTRIGUE:
        intrigue_chosen(r, s, token)
    elif d == D_CONDE:
        conde_chosen(r, s, token)
    elif d == D_MAINTENON:
        maintenon_chosen(r, s, token)
    elif d == D_START_PLACE:
        place_chosen(s, token)
        start_of_influence(r, s)
    elif d == D_END_PLACE:
        place_chosen(s, token)
        end_of_influence(r, s)
    elif d == D_FOUR:
        four_chosen(r, s, token)
    elif d == D_GOLD2:
        gold2_chosen(r, s, token)
    elif d == D_TRADE:
        trade_chosen(r, s, token)
    elif d == D_TIE:
        tie_chosen(r, s, token)
    elif d == D_EXCHANGE:
        exchange_chosen(r, s, token)
    else:
        set_up(r, s, token - T_START)


cdef inline void place_chosen(State* s, int token) noexcept nogil:
    if token != T_NONE:
        place_from_general(&s.seats[s.actor], token - T_PLACE)
