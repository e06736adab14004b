# Tables of moves, filled once at import from the texts of `eminence.ext.louis14.tokens`.

cdef struct Placement:
    uint8_t card            # JOKER + 1 for `four`
    uint8_t markers         # 0: recall
    uint8_t tile[4]

cdef Placement PLACEMENTS[N_TOKENS - T_CARD]
cdef int FIRST_OF_CARD[N_CARDS + 1]         # the token of each card's first placement, last `at`
cdef int PLACEMENTS_UP_TO[N_CARDS + 1][5]   # how many have at most so many markers
cdef uint8_t PAIR_FIRST[N_PAIRS]
cdef uint8_t PAIR_SECOND[N_PAIRS]
cdef uint8_t RETURN_FIRST[780]
cdef uint8_t RETURN_SECOND[780]
cdef uint8_t HIDDEN_PAIR_FIRST[6]
cdef uint8_t HIDDEN_PAIR_SECOND[6]


def _fill_placements():
    """Number the placements of each card as the list of tokens does."""
    cdef int token = T_CARD, n, i
    for card, options in enumerate(tokens.placements()):
        FIRST_OF_CARD[card] = token
        for n in range(5):
            PLACEMENTS_UP_TO[card][n] = sum(len(tiles) <= n for tiles in options)
        if card <= JOKER:
            options = (*options, ())
        for tiles in options:
            PLACEMENTS[token - T_CARD].card = card
            PLACEMENTS[token - T_CARD].markers = len(tiles)
            for i, tile in enumerate(tiles):
                PLACEMENTS[token - T_CARD].tile[i] = tile - 1
            token += 1
    assert token == N_TOKENS and FIRST_OF_CARD[N_CARDS] == T_AT


def _fill_pairs():
    """Number the pairs of chips, of missions, and of decks."""
    for i, (x, y) in enumerate(tokens.PAIRS):
        PAIR_FIRST[i] = tokens.CHIPS.index(x)
        PAIR_SECOND[i] = tokens.CHIPS.index(y)
    for i, (first, second) in enumerate(combinations(range(N_MISSIONS), 2)):
        RETURN_FIRST[i] = first
        RETURN_SECOND[i] = second
    for i, (a, b) in enumerate(combinations_with_replacement("DLM", 2)):
        HIDDEN_PAIR_FIRST[i] = tokens.DECKS.index(a)
        HIDDEN_PAIR_SECOND[i] = tokens.DECKS.index(b)


_fill_placements()
_fill_pairs()
