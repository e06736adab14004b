# The contract's JSON (section 8), written from a state and read back into one.
#
# What an object from outside must satisfy is said once, in `eminence.core.louis14.reading`;
# here a checked object is copied into the struct.


cdef list names_of(uint64_t bits):
    """Mission codes of a set of missions, in ascending order."""
    return [tokens.MISSIONS[i] for i in range(N_MISSIONS) if bits & bit(i)]


cdef uint64_t mission_bits(names):
    cdef uint64_t bits = 0
    for name in names:
        bits |= bit(tokens.MISSIONS.index(name))
    return bits


cdef dict counts(const uint8_t* numbers, keys):
    """Kinds and how many, those above zero."""
    return {key: numbers[i] for i, key in enumerate(keys) if numbers[i]}


cdef object optional(int number, int none):
    return None if number == none else number


cdef dict to_json(const Rules* r, const State* s):
    """A state, or what its viewer knows of it, as JSON."""
    seats = range(r.players)
    return {
        "game": INFO.name,
        "players": r.players,
        "round": s.round,
        "phase": PHASES[s.phase],
        "decision": DECISIONS[s.decision],
        "to_move": {CHANCE: "chance", OVER: None}.get(s.to_move, s.to_move),
        "start": optional(s.start, NOBODY),
        "louis": None if s.louis == NONE else s.louis + 1,
        "step": step_json(r, s),
        "tiles": [
            {
                "side": "back" if s.turned & bit(t) else "front",
                "markers": [s.seats[p].markers[t] for p in seats],
                "neutral": s.neutral[t],
            }
            for t in range(N_TILES)
        ],
        "seats": [seat_json(s, p) for p in seats],
        **decks_json(r, s),
        "gold_cards": [f"G{k + 1}" for k in range(N_GOLD) if s.gold_pool & bit(k)],
        "scores": [score(&s.seats[p]) for p in seats] if s.shown else None,
    }


cdef dict step_json(const Rules* r, const State* s):
    aside = [s.aside[p] for p in range(r.players)]
    card = None
    if s.card != NONE:
        card = tokens.CARDS[s.card]
    elif s.deck != NONE:
        card = tokens.DECKS[s.deck]
    return {
        "for": s.actor if s.to_move == CHANCE and s.actor != NOBODY else None,
        "owed": s.owed,
        "tile": None if s.tile == NONE else s.tile + 1,
        "most": "neutral" if s.most == NEUTRAL else optional(s.most, NOBODY),
        "aside": aside if any(aside) else None,
        "mission": None if s.mission == NONE else tokens.MISSIONS[s.mission],
        "card": card,
    }


cdef dict seat_json(const State* s, int p):
    cdef const Seat* seat = &s.seats[p]
    known = {}
    for k in range(SEATS):
        for name in names_of(s.seats[k].knows & seat.missions):
            known[name] = k
    shields = counts(seat.shields, tokens.SHIELD_KINDS)
    if seat.hidden_shields:
        shields["?"] = seat.hidden_shields
    influence = [c for i, c in enumerate(tokens.CARDS) for _ in range(seat.influence[i])]
    return {
        "gold": seat.gold,
        "personal": seat.personal,
        "general": seat.general,
        "chips": counts(seat.chips, tokens.CHIPS),
        "influence": influence + ["?"] * seat.hidden_influence,
        "intrigue": tile_numbers(seat.intrigue) + ["?"] * seat.hidden_intrigue,
        "missions": hand_names(seat),
        "known_intrigue": tile_numbers(seat.known_intrigue),
        "known_missions": {name: known[name] for name in sorted(known)},
        "played": names_of(seat.played),
        "shields": shields,
        "blank": seat.blank,
        "bonus": seat.bonus,
        "used": names_of(s.used & seat.played),
    }


cdef list tile_numbers(int bits):
    return [t + 1 for t in range(N_TILES) if bits >> t & 1]


cdef list hand_names(const Seat* seat):
    """The missions of a hand; the unknown ones of a deck after the known ones."""
    names = []
    for letter in "DLM":
        deck = tokens.DECKS.index(letter)
        names += names_of(seat.missions & missions_of(deck))
        names += [letter + "?"] * seat.hidden_missions[deck]
    return names


cdef dict decks_json(const Rules* r, const State* s):
    """The decks: all their cards, or for a viewer the size of what lies unordered."""
    whole = s.viewer == ALL
    influence = counts(s.influence_pool, tokens.CARDS)
    shields = counts(s.shield_pool, tokens.SHIELD_KINDS)
    return {
        "influence_deck": influence if whole else influence_deck_size(r, s),
        "centre": counts(s.centre, tokens.CARDS),
        "intrigue_deck": {
            "top": tile_numbers(s.intrigue_pool) if whole else intrigue_top_size(r, s),
            "bottom": [s.intrigue_bottom[i] + 1 for i in range(s.n_intrigue_bottom)],
        },
        "mission_decks": {
            tokens.DECKS[deck]: {
                "top": (
                    names_of(s.mission_pool & missions_of(deck)) if whole
                    else mission_top_size(r, s, deck)
                ),
                "bottom": bottom_json(&s.bottom[deck], tokens.DECKS[deck]),
            }
            for deck in range(N_DECKS)
        },
        "shield_bag": shields if whole else shield_bag_size(r, s),
    }


cdef list bottom_json(const Bottom* bottom, letter):
    found = []
    for i in range(bottom.size):
        card = card_of(bottom.card[i])
        name = letter + "?" if card == UNKNOWN else tokens.MISSIONS[card]
        found.append({"id": name, "by": by_of(bottom.card[i])})
    return found


# --- Reading

cdef object read_state(LouisGame game, obj, int viewer, State* s):
    """Check an object and copy it into a state; raises as `reading.read` does."""
    reading.read(obj, game.players, game.card_set, None if viewer == ALL else viewer)
    new_state(&game.table, s)
    s.viewer = <int8_t>viewer
    for p, seat in enumerate(obj["seats"]):
        read_seat(s, p, seat)
    read_unseen(s, obj)
    read_table(s, obj)
    read_stop(&game.table, s, obj)


cdef object read_counts(uint8_t* numbers, keys, obj):
    for i, key in enumerate(keys):
        numbers[i] = obj.get(key, 0)


cdef object read_seat(State* s, int p, obj):
    cdef Seat* seat = &s.seats[p]
    seat.gold = obj["gold"]
    seat.personal = obj["personal"]
    seat.general = obj["general"]
    read_counts(seat.chips, tokens.CHIPS, obj["chips"])
    read_counts(seat.shields, tokens.SHIELD_KINDS, obj["shields"])
    seat.hidden_shields = obj["shields"].get("?", 0)
    seat.blank = obj["blank"]
    seat.bonus = obj["bonus"]
    seat.played = mission_bits(obj["played"])
    s.used |= mission_bits(obj["used"])
    seat.hand = len(obj["influence"])
    seat.hidden_influence = obj["influence"].count("?")
    for i, card in enumerate(tokens.CARDS):
        seat.influence[i] = obj["influence"].count(card)
        seat.cards |= <uint16_t>((seat.influence[i] > 0) << <int>i)
    seat.hidden_intrigue = obj["intrigue"].count("?")
    seat.intrigue = tile_bits(obj["intrigue"])
    seat.known_intrigue = tile_bits(obj["known_intrigue"])
    for deck, letter in enumerate(tokens.DECKS):
        seat.hidden_missions[deck] = obj["missions"].count(letter + "?")
    seat.missions = mission_bits(m for m in obj["missions"] if m[1] != "?")
    for name, knower in obj["known_missions"].items():
        s.seats[knower].knows |= mission_bits([name])


cdef int tile_bits(numbers):
    return sum(1 << (t - 1) for t in numbers if t != "?")


cdef object read_unseen(State* s, obj):
    """The pools: all cards less those that are seen to lie elsewhere."""
    cdef int i, p
    for i, card in enumerate(tokens.CARDS):
        s.centre[i] = obj["centre"].get(card, 0)
        s.influence_pool[i] -= s.centre[i]
        for p in range(SEATS):
            s.influence_pool[i] -= s.seats[p].influence[i]
    s.influence_unseen = 0
    for i in range(N_CARDS):
        s.influence_unseen += s.influence_pool[i]
    for i, t in enumerate(obj["intrigue_deck"]["bottom"]):
        s.intrigue_bottom[i] = t - 1
        s.intrigue_pool &= <uint16_t>~bit(t - 1)
    s.n_intrigue_bottom = len(obj["intrigue_deck"]["bottom"])
    for deck, letter in enumerate(tokens.DECKS):
        read_bottom(s, deck, obj["mission_decks"][letter]["bottom"])
    for p in range(SEATS):
        s.intrigue_pool &= <uint16_t>~s.seats[p].intrigue
        s.mission_pool &= ~(s.seats[p].missions | s.seats[p].played)
        for i in range(N_KINDS):
            s.shield_pool[i] -= s.seats[p].shields[i]
            s.shields_unseen -= s.seats[p].shields[i]


cdef object read_bottom(State* s, int deck, entries):
    for i, entry in enumerate(entries):
        card = UNKNOWN
        if entry["id"][1] != "?":
            card = tokens.MISSIONS.index(entry["id"])
            s.mission_pool &= ~bit(card)
        s.bottom[deck].card[i] = entry_of(card, entry["by"])
    s.bottom[deck].size = len(entries)


cdef object read_table(State* s, obj):
    for t, tile in enumerate(obj["tiles"]):
        if tile["side"] == "back":
            s.turned |= <uint16_t>bit(t)
        s.neutral[t] = tile["neutral"]
        for p, n in enumerate(tile["markers"]):
            s.seats[p].markers[t] = n
    s.gold_pool = sum(1 << (int(name[1:]) - 1) for name in obj["gold_cards"])
    s.round = obj["round"]
    s.start = NOBODY if obj["start"] is None else obj["start"]
    s.louis = NONE if obj["louis"] is None else obj["louis"] - 1


cdef object read_stop(const Rules* r, State* s, obj):
    """Phase, decision and step."""
    step = obj["step"]
    mover = {"chance": CHANCE, None: OVER}.get(obj["to_move"], obj["to_move"])
    s.phase = PHASES.index(obj["phase"])
    s.decision = DECISIONS.index(obj["decision"])
    s.to_move = mover
    s.actor = mover if mover >= 0 else NOBODY if step["for"] is None else step["for"]
    s.owed = step["owed"]
    s.tile = NONE if step["tile"] is None else step["tile"] - 1
    s.most = {None: NOBODY, "neutral": NEUTRAL}.get(step["most"], step["most"])
    s.mission = NONE if step["mission"] is None else tokens.MISSIONS.index(step["mission"])
    if s.decision == D_FOUR:
        s.card = tokens.CARDS.index(step["card"])
    elif step["card"] is not None:
        s.deck = tokens.DECKS.index(step["card"])
    if step["aside"] is not None:
        s.serving = True
        s.given = method_of(r, s, s.tile) == METHOD_MARKERS
        for p, n in enumerate(step["aside"]):
            s.aside[p] = n
    s.shown = obj["scores"] is not None
