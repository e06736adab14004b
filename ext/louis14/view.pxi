# What a seat knows: hiding, following a seat's record, sampling full states (contract, 7).

cdef enum:
    LOG_SIZE = 256      # mission events; a game has at most about 110
    MAX_SLOTS = 128     # places where a mission of one deck may have been in a game
    MAX_TRIES = 20000   # rejected histories before a record is called impossible

cdef enum:
    M_DRAW
    M_PLAY
    M_RETURN
    M_RETURN_WITH       # put back together with the one before, and above it in order

cdef struct View:
    State origin        # before the first event
    State before        # before the last event
    State base          # after the last event
    State now           # the same after questions that this seat cannot see, all answered `none`
    uint8_t tangled[N_DECKS]    # unseen missions of this deck are no longer all alike
    uint8_t log_full
    token_t last        # the last event's token, or UNSEEN
    uint16_t n_log
    uint16_t log[LOG_SIZE]      # what happened to missions


cdef token_t seen(const void* rules, token_t token, int owner, int seat) noexcept nogil:
    """A token as a seat sees it, or UNSEEN; `owner` made the move or got the card."""
    if owner == seat or owner == EVERYONE or seat == ALL:
        return token
    if T_INFLUENCE <= token < T_INFLUENCE_HIDDEN:
        return T_INFLUENCE_HIDDEN
    if T_INTRIGUE <= token < T_INTRIGUE_HIDDEN:
        return T_INTRIGUE_HIDDEN
    if T_SHIELD <= token < T_SHIELD_HIDDEN:
        return T_SHIELD_HIDDEN
    if T_MISSION <= token < T_MISSION_HIDDEN:
        return <token_t>(T_MISSION_HIDDEN + deck_of(token - T_MISSION))
    if T_RETURN <= token < T_RETURN + N_MISSIONS:
        return <token_t>(T_RETURN_HIDDEN + deck_of(token - T_RETURN))
    if T_RETURN_PAIR <= token < T_RETURN_HIDDEN:
        return hidden_pair(token)
    if T_PLAY_INTRIGUE <= token < T_FIRST and (token - T_PLAY_INTRIGUE) & 3 == 0:
        return UNSEEN
    return token


cdef token_t hidden_pair(token_t token) noexcept nogil:
    """Two missions put back, by their decks."""
    cdef int i
    cdef int a = deck_of(RETURN_FIRST[token - T_RETURN_PAIR])
    cdef int b = deck_of(RETURN_SECOND[token - T_RETURN_PAIR])
    for i in range(5):
        if HIDDEN_PAIR_FIRST[i] == a and HIDDEN_PAIR_SECOND[i] == b:
            return <token_t>(T_RETURN_HIDDEN_PAIR + i)
    return T_RETURN_HIDDEN_PAIR + 5


cdef inline bint unseen_question(const State* s) noexcept nogil:
    return s.viewer != ALL and s.decision == D_INTRIGUE and s.to_move != s.viewer


cdef void pass_unseen(const Rules* r, State* s) noexcept nogil:
    """Go on to the stop that is reached if nobody plays an intrigue card unseen."""
    while unseen_question(s):
        apply(r, s, <token_t>(T_PLAY_INTRIGUE + 4 * s.tile))


# --- Hiding

cdef void hide(const Rules* r, State* s, int viewer) noexcept nogil:
    """Turn a full state into what a seat may know of it."""
    cdef int p, deck
    s.viewer = <int8_t>viewer
    pass_unseen(r, s)
    for p in range(r.players):
        if p != viewer:
            if s.to_move != OVER:
                hide_hand(s, p, viewer)
            hide_knowledge(s, p, viewer)
    for deck in range(N_DECKS):
        hide_bottom(&s.bottom[deck], &s.mission_pool, viewer)


cdef void hide_hand(State* s, int p, int viewer) noexcept nogil:
    cdef Seat* seat = &s.seats[p]
    cdef uint64_t cards = seat.missions & ~s.seats[viewer].knows
    cdef int i
    for i in range(N_CARDS):
        s.influence_pool[i] += seat.influence[i]
        s.influence_unseen += seat.influence[i]
        seat.influence[i] = 0
    seat.cards = 0
    seat.hidden_influence = seat.hand
    s.intrigue_pool |= seat.intrigue & ~seat.known_intrigue
    seat.hidden_intrigue = <uint8_t>count_bits(seat.intrigue & ~seat.known_intrigue)
    seat.intrigue = seat.known_intrigue
    s.mission_pool |= cards
    seat.missions ^= cards
    for i in range(N_DECKS):
        seat.hidden_missions[i] = <uint8_t>count_bits(cards & missions_of(i))
    for i in range(N_KINDS):
        s.shield_pool[i] += seat.shields[i]
        s.shields_unseen += seat.shields[i]
        seat.hidden_shields += seat.shields[i]
        seat.shields[i] = 0


cdef void hide_knowledge(State* s, int p, int viewer) noexcept nogil:
    """What another seat knows of third hands is its own affair."""
    s.seats[p].knows &= s.seats[viewer].missions


cdef void hide_bottom(Bottom* bottom, uint64_t* pool, int viewer) noexcept nogil:
    cdef int i
    for i in range(bottom.size):
        if by_of(bottom.card[i]) != viewer:
            pool[0] |= bit(card_of(bottom.card[i]))
            bottom.card[i] = entry_of(UNKNOWN, by_of(bottom.card[i]))


# --- Following a seat's record

cdef bint listed(token_t token, const token_t* list, int n) noexcept nogil:
    cdef int i
    for i in range(n):
        if list[i] == token:
            return True
    return False


cdef bint allowed(const Rules* r, const State* s, int author, token_t token) noexcept nogil:
    """Whether an event may come at this stop, as far as the viewer knows."""
    cdef token_t list[MAX_TOKENS]
    cdef uint32_t weight[MAX_TOKENS]
    if author != CHANCE:
        return s.to_move == author and listed(token, list, legal(r, s, list))
    if s.to_move != CHANCE:
        return False
    if s.viewer == ALL or s.actor == NOBODY or s.actor == s.viewer:
        return listed(token, list, outcomes(r, s, list, weight))
    if s.decision == D_DRAW_INFLUENCE:
        return token == T_INFLUENCE_HIDDEN
    if s.decision == D_DRAW_INTRIGUE:
        return token == T_INTRIGUE_HIDDEN
    if s.decision == D_DRAW_SHIELD:
        return token == T_SHIELD_HIDDEN
    return token == T_MISSION_HIDDEN + drawn_deck(s)


cdef bint find_stop(
    const Rules* r, State* s, int author, token_t token
) noexcept nogil:
    """Go on to the stop, at or after this one, at which the event comes; false for none."""
    while unseen_question(s):
        if author == s.to_move and allowed(r, s, author, token):
            return True
        apply(r, s, <token_t>(T_PLAY_INTRIGUE + 4 * s.tile))
    return allowed(r, s, author, token)


cdef bint would_be_allowed(
    const Rules* r, const View* v, int author, token_t token
) noexcept nogil:
    """Whether an event might come if nothing were known of the cards: if not, it is illegal.

    The last event is also carried out anew, since questions that could not be asked because
    of what is known were passed over then.
    """
    cdef State s = v.base
    unsee_everything(&s)
    if find_stop(r, &s, author, token):
        return True
    s = v.before
    unsee_everything(&s)
    if v.last != UNSEEN:
        apply(r, &s, v.last)
    return find_stop(r, &s, author, token)


cdef int observe(const void* rules, void* view, int author, token_t token) noexcept nogil:
    """Take in an event of the seat's record, or say why not and leave all as it was."""
    cdef const Rules* r = <const Rules*>rules
    cdef View* v = <View*>view
    cdef State s
    cdef int owner = author
    if author == CHANCE:
        owner = v.now.actor if v.now.to_move == CHANCE else EVERYONE
    if seen(rules, token, owner, v.base.viewer) != token:
        return SAYS_TOO_MUCH
    s = v.base
    if not find_stop(r, &s, author, token):
        return CANNOT_BE if would_be_allowed(r, v, author, token) else NOT_ALLOWED
    if s.viewer != ALL:
        note_missions(r, v, &s, token)
    v.before = s
    v.last = token
    apply(r, &s, token)
    v.base = s
    v.now = s
    pass_unseen(r, &v.now)
    return TAKEN_IN


cdef void note(View* v, int kind, int p, int deck, int card) noexcept nogil:
    if v.n_log == LOG_SIZE:
        v.log_full = True
        return
    v.log[v.n_log] = <uint16_t>(kind << 12 | p << 10 | deck << 8 | card)
    v.n_log += 1


cdef void note_missions(
    const Rules* r, View* v, const State* s, token_t token
) noexcept nogil:
    """Keep what happens to missions, and whether the unseen ones are still all alike."""
    cdef int p = s.actor, deck, card
    cdef uint8_t entry
    if s.decision == D_DRAW_MISSION:
        deck = drawn_deck(s)
        if token >= T_MISSION_HIDDEN and mission_top_size(r, s, deck) == 0:
            entry = s.bottom[deck].card[0]
            v.tangled[deck] |= card_of(entry) == UNKNOWN and by_of(entry) != p
        card = UNKNOWN if token >= T_MISSION_HIDDEN else token - T_MISSION
        note(v, M_DRAW, p, deck, card)
    elif s.decision == D_MISSIONS and token >= T_PAY:
        card = (token - T_PAY) // N_PAIRS
        note(v, M_PLAY, p, deck_of(card), card)
    elif s.decision == D_EXCHANGE and token != T_NONE:
        note_return(v, s, token)


cdef void note_return(View* v, const State* s, token_t token) noexcept nogil:
    cdef int p = s.actor, a, b
    if token < T_RETURN_PAIR:
        a = token - T_RETURN
        note(v, M_RETURN, p, deck_of(a), a)
    elif token < T_RETURN_HIDDEN:
        a = RETURN_FIRST[token - T_RETURN_PAIR]
        b = RETURN_SECOND[token - T_RETURN_PAIR]
        note(v, M_RETURN, p, deck_of(a), a)
        note(v, M_RETURN, p, deck_of(b), b)
    elif token < T_RETURN_HIDDEN_PAIR:
        note_unseen_return(v, s, M_RETURN, token - T_RETURN_HIDDEN)
    else:
        a = HIDDEN_PAIR_FIRST[token - T_RETURN_HIDDEN_PAIR]
        b = HIDDEN_PAIR_SECOND[token - T_RETURN_HIDDEN_PAIR]
        note_unseen_return(v, s, M_RETURN, a)
        note_unseen_return(v, s, M_RETURN_WITH if a == b else M_RETURN, b)
        v.tangled[a] |= a == b


cdef void note_unseen_return(View* v, const State* s, int kind, int deck) noexcept nogil:
    """A card goes back unseen: one that was known in that hand may be it."""
    if s.seats[s.actor].missions & missions_of(deck):
        v.tangled[deck] = True
    note(v, kind, s.actor, deck, UNKNOWN)


# --- Sampling

cdef inline int pick_card(uint8_t* cards, int* n, RngState* rng) noexcept nogil:
    """Remove and return one of n cards, each as likely."""
    cdef int k = <int>rng_below(rng, n[0])
    cdef int card = cards[k]
    n[0] -= 1
    cards[k] = cards[n[0]]
    return card


cdef int sample(
    const void* rules, const void* view, void* state, RngState* rng
) noexcept nogil:
    """Draw a full state that fits; 0 when no history was found that gives the record."""
    cdef const Rules* r = <const Rules*>rules
    cdef const View* v = <const View*>view
    cdef State* s = <State*>state
    cdef int deck, viewer = v.now.viewer
    memcpy(s, &v.now, sizeof(State))
    s.viewer = ALL
    if viewer == ALL:
        return 1
    sample_influence(r, s, rng)
    sample_intrigue(r, s, rng)
    sample_shields(r, s, rng)
    for deck in range(N_DECKS):
        if not v.tangled[deck]:
            sample_missions(r, s, deck, rng)
        elif v.log_full or not replay_missions(r, v, s, deck, rng):
            return 0
    if s.to_move == OVER and not s.shown:
        finish(r, s)
    return 1


cdef void sample_influence(const Rules* r, State* s, RngState* rng) noexcept nogil:
    cdef uint8_t cards[64]
    cdef int n = 0, p, c, _i
    cdef Seat* seat
    for c in range(N_CARDS):
        for _i in range(s.influence_pool[c]):
            cards[n] = <uint8_t>c
            n += 1
    for p in range(r.players):
        seat = &s.seats[p]
        for _i in range(seat.hidden_influence):
            c = pick_card(cards, &n, rng)
            see_influence(s, c)
            seat.influence[c] += 1
            seat.cards |= <uint16_t>bit(c)
        seat.hidden_influence = 0


cdef void sample_intrigue(const Rules* r, State* s, RngState* rng) noexcept nogil:
    cdef uint8_t cards[N_TILES]
    cdef int n = 0, p, t, _i
    for t in range(N_TILES):
        if s.intrigue_pool >> t & 1:
            cards[n] = <uint8_t>t
            n += 1
    for p in range(r.players):
        for _i in range(s.seats[p].hidden_intrigue):
            t = pick_card(cards, &n, rng)
            s.intrigue_pool &= <uint16_t>~bit(t)
            s.seats[p].intrigue |= <uint16_t>bit(t)
        s.seats[p].hidden_intrigue = 0


cdef void sample_shields(const Rules* r, State* s, RngState* rng) noexcept nogil:
    cdef uint8_t cards[N_KINDS * SHIELDS_OF_A_KIND]
    cdef int n = 0, p, k, _i
    for k in range(N_KINDS):
        for _i in range(s.shield_pool[k]):
            cards[n] = <uint8_t>k
            n += 1
    for p in range(r.players):
        for _i in range(s.seats[p].hidden_shields):
            k = pick_card(cards, &n, rng)
            s.shield_pool[k] -= 1
            s.shields_unseen -= 1
            s.seats[p].shields[k] += 1
        s.seats[p].hidden_shields = 0


cdef int list_missions(uint64_t pool, uint8_t* cards) noexcept nogil:
    cdef int n = 0
    while pool:
        cards[n] = <uint8_t>lowest_bit(pool)
        pool &= pool - 1
        n += 1
    return n


cdef void sample_missions(
    const Rules* r, State* s, int deck, RngState* rng
) noexcept nogil:
    """Deal the unseen missions of a deck whose places are all alike."""
    cdef uint8_t cards[N_MISSIONS]
    cdef int n = list_missions(s.mission_pool & missions_of(deck), cards), p, card, i
    cdef Bottom* bottom = &s.bottom[deck]
    for p in range(r.players):
        for i in range(s.seats[p].hidden_missions[deck]):
            card = pick_card(cards, &n, rng)
            s.mission_pool ^= bit(card)
            s.seats[p].missions |= bit(card)
        s.seats[p].hidden_missions[deck] = 0
    for i in range(bottom.size):
        if card_of(bottom.card[i]) == UNKNOWN:
            card = pick_card(cards, &n, rng)
            s.mission_pool ^= bit(card)
            bottom.card[i] = entry_of(card, by_of(bottom.card[i]))
