# The rules as a vtable, and the game as Python sees it.

cdef void new_state(const void* rules, void* state) noexcept nogil:
    """All at the beginning, before the start player is known (contract, 2 and 8)."""
    cdef const Rules* r = <const Rules*>rules
    cdef State* s = <State*>state
    cdef int p
    memset(s, 0, sizeof(State))
    unsee_everything(s)
    for p in range(r.players):
        s.seats[p].gold = 5
        s.seats[p].personal = MARKERS
    s.round = 1
    s.viewer = ALL
    s.start = NOBODY
    s.louis = s.tile = s.mission = s.card = s.deck = NONE
    s.most = NOBODY
    turn_up(s, D_START)


cdef int to_move(const void* rules, const void* state) noexcept nogil:
    return (<const State*>state).to_move


cdef int decision(const void* rules, const void* state) noexcept nogil:
    return (<const State*>state).decision


cdef int owner(const void* rules, const void* state) noexcept nogil:
    return (<const State*>state).actor


cdef void scores(const void* rules, const void* state, int32_t* out) noexcept nogil:
    cdef int p
    for p in range((<const Rules*>rules).players):
        out[p] = score(&(<const State*>state).seats[p])


cdef void returns(const void* rules, const void* state, float* out) noexcept nogil:
    """The highest score wins, then the most markers in personal supply (contract, 4)."""
    cdef const Rules* r = <const Rules*>rules
    cdef const State* s = <const State*>state
    cdef int result[SEATS]
    cdef int p, top = -1, winners = 0
    for p in range(r.players):
        result[p] = score(&s.seats[p]) * 256 + s.seats[p].personal
        top = max(top, result[p])
    for p in range(r.players):
        winners += result[p] == top
    for p in range(r.players):
        out[p] = <float>(1.0 / winners) if result[p] == top else 0


cdef void evaluate(const void* rules, const void* state, float* out) noexcept nogil:
    """Roughly what each seat will have at the end.

    In words: what it has scored, 5 a played mission, and what would be turned into shields if
    the game ended now. While rounds are left, besides: a chip more than a shield, since two of
    them play a mission; each marker in personal supply and on the court a little, since
    it brings gifts; gold a little more than its third, since it buys gifts.
    """
    cdef const Rules* r = <const Rules*>rules
    cdef const State* s = <const State*>state
    cdef const Seat* seat
    cdef int p, t, on_court
    cdef float rest = <float>(ROUNDS - s.round + (s.phase < PHASE_MISSIONS))
    for p in range(r.players):
        seat = &s.seats[p]
        on_court = 0
        for t in range(N_TILES):
            on_court += seat.markers[t]
        out[p] = <float>(
            score(seat) + seat.hidden_shields + count_bits(seat.intrigue)
            + seat.hidden_intrigue
        )
        if s.phase == PHASE_END:
            continue
        out[p] += <float>1.6 * chip_count(seat) + seat.gold * (<float>0.33 + <float>0.03 * rest)
        out[p] += rest * (<float>0.12 * seat.personal + <float>0.05 * seat.general)
        out[p] += prospects(r, s, p) + <float>0.4 * on_court


cdef float prospects(const Rules* r, const State* s, int p) noexcept nogil:
    """What the markers on the court may still win in this round."""
    cdef float value = 0
    cdef int t, q, mine, best, method
    if s.phase != PHASE_INFLUENCE and s.phase != PHASE_RESOURCES:
        return 0
    for t in range(N_TILES):
        mine = s.seats[p].markers[t]
        if mine == 0:
            continue
        best = s.neutral[t]
        for q in range(r.players):
            if q != p:
                best = max(best, s.seats[q].markers[t])
        method = method_of(r, s, t)
        if method == METHOD_MARKERS:
            value += <float>1.2 if mine >= value_of(r, s, t) else <float>0.2
        elif mine > best:
            value += <float>(1.2 if s.louis != t else 2.4)
        elif method == METHOD_GOLD or s.louis == t:
            value += <float>0.5
    return value


cdef void new_view(const void* rules, void* view, int seat) noexcept nogil:
    cdef View* v = <View*>view
    memset(v, 0, sizeof(View))
    new_state(rules, &v.origin)
    v.origin.viewer = <int8_t>seat
    begin_view(v)


cdef void begin_view(View* v) noexcept nogil:
    """Nothing has happened since the origin."""
    v.before = v.origin
    v.base = v.origin
    v.now = v.origin
    v.last = UNSEEN


cdef const void* now(const void* view) noexcept nogil:
    return &(<const View*>view).now


cdef GameVTable VTABLE
VTABLE.struct_size = sizeof(GameVTable)
VTABLE.version = VTABLE_VERSION
VTABLE.state_size = sizeof(State)
VTABLE.view_size = sizeof(View)
VTABLE.new_state = new_state
VTABLE.to_move = to_move
VTABLE.decision = decision
VTABLE.owner = owner
VTABLE.legal = legal
VTABLE.outcomes = outcomes
VTABLE.apply = apply
VTABLE.draw = draw
VTABLE.scores = scores
VTABLE.returns = returns
VTABLE.seen = seen
VTABLE.new_view = new_view
VTABLE.observe = observe
VTABLE.now = now
VTABLE.sample = sample
VTABLE.settle = settle_chance
VTABLE.pick = pick
VTABLE.evaluate = evaluate

TOKENS = tokens.tokens()
assert len(TOKENS) == N_TOKENS, "tokens.pxd and tokens.py disagree"
assert sizeof(State) <= 512, "a state is meant to fit eight cache lines"

PHASES = position.PHASES
DECISIONS = (*reading.DECISIONS, None)
assert DECISIONS.index("keep") == D_KEEP and len(DECISIONS) == D_OVER + 1
EFFECTS = [effect for deck in cards.EFFECTS.values() for effect in deck]
METHODS = ("gold", "first", "markers")

# What state.pxd numbers must be what these lists name.
assert EFFECTS.index("redraw") == E_REDRAW and len(EFFECTS) == N_EFFECTS
assert EFFECTS.index("court4") == E_COURT4 and EFFECTS.index("draw2") == E_DRAW2
assert METHODS.index("markers") == METHOD_MARKERS
assert PHASES.index("end") == PHASE_END
assert <int>CHANCE == <int>CHANCE_MOVES and <int>OVER == <int>GAME_OVER
assert <int>ALL == <int>SEES_ALL and <int>NOBODY == <int>EVERYONE


def _pays(cost, pair):
    """Whether two chips pay a cost: a crown stands for any chip, `?` takes any."""
    def covers(chip, wanted):
        return chip in (wanted, "C") or wanted == "?"
    (a, b), (x, y) = cost, pair
    return covers(x, a) and covers(y, b) or covers(x, b) and covers(y, a)


cdef uint64_t effects_mask(const Rules* r, names):
    cdef uint64_t mask = 0
    for name in names:
        mask |= r.with_effect[EFFECTS.index(name)]
    return mask


cdef class LouisGame(CompiledGame):
    """Louis XIV for a number of players, with a card set."""

    def __init__(self, int players, card_set):
        super().__init__(INFO, players, card_set.hash, TOKENS, DECISIONS)
        self.vt = &VTABLE
        self.rules = &self.table
        self._check_vtable()
        memset(&self.table, 0, sizeof(Rules))
        self.table.players = players
        self.card_set = card_set
        self._fill_tiles(card_set)
        self._fill_missions(card_set)

    def _fill_tiles(self, card_set):
        for tile, sides in enumerate(card_set.tiles):
            for side, face in enumerate(sides):
                self.table.method[side][tile] = METHODS.index(face.method)
                self.table.value[side][tile] = face.value
        for i, card in enumerate(card_set.gold):
            self.table.gold[i] = card.gold
            self.table.gold_tile[i] = card.tile - 1

    def _fill_missions(self, card_set):
        cdef Rules* r = &self.table
        assert [mission.id for mission in card_set.missions] == tokens.MISSIONS
        for i, mission in enumerate(card_set.missions):
            effect = EFFECTS.index(mission.effect)
            r.effect[i] = effect
            r.with_effect[effect] |= bit(i)
            for k, pair in enumerate(tokens.PAIRS):
                r.payments[i] |= _pays(mission.cost, pair) << k
        r.turn_missions = effects_mask(r, ("pause", "redraw", "four"))
        r.in_resources = effects_mask(
            r, ("marker", "gold1", "gold2", "shield", "marker3", "gold3", "plot", "trade")
        )
        r.at_start_of_influence = effects_mask(
            r, ("court1", "court2", "court3", "court4", "court5", "court9", "king")
        )
        r.at_end_of_influence = effects_mask(r, ("last",))

    def well_formed(self, token):
        """Whether a text is written like a move or outcome, as `6:1` is."""
        return notation.is_move(token) or notation.is_outcome(token)

    def state_json(self, bytes data):
        """The contract's JSON of a state's bytes."""
        return to_json(&self.table, <const State*><const unsigned char*>data)

    def observation_json(self, bytes data, int seat):
        """The JSON of a full state as a seat may know it."""
        cdef State s
        memcpy(&s, <const unsigned char*>data, sizeof(State))
        hide(&self.table, &s, seat)
        return to_json(&self.table, &s)

    def view_json(self, bytes data):
        """The JSON of the stop that a view has reached."""
        return to_json(&self.table, &(<const View*><const unsigned char*>data).now)

    def state_bytes(self, obj):
        """The bytes of the full state that a JSON object describes."""
        cdef State s
        read_state(self, obj, ALL, &s)
        return (<const unsigned char*>&s)[:sizeof(State)]

    def view_bytes(self, obj, int seat):
        """The bytes of a seat's view at an observation."""
        cdef View v
        memset(&v, 0, sizeof(View))
        read_state(self, obj, seat, &v.origin)
        begin_view(&v)
        return (<const unsigned char*>&v)[:sizeof(View)]


def load(players, folder):
    """Return the compiled game, with the packaged card set or that of a folder."""
    return LouisGame(players, cards.load_cards(folder))
