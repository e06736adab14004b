"""The number of every token; `eminence.ext.louis14.tokens` lists their texts in this order."""

cdef enum:
    T_START = 0             # start N
    T_GOLD = 4              # gold Gk
    T_INFLUENCE = 12        # influence C, then influence ?
    T_INFLUENCE_HIDDEN = 25
    T_INTRIGUE = 26         # intrigue T, then intrigue ?
    T_INTRIGUE_HIDDEN = 38
    T_MISSION = 39          # mission ID, then mission L?, M?, D?
    T_MISSION_HIDDEN = 79
    T_SHIELD = 82           # shield K, then shield ?
    T_SHIELD_HIDDEN = 88
    T_GOLD2 = 89            # 2g, 1g1m, 2m
    T_TRADE = 92
    T_NONE = 93
    T_PLACE = 94            # place T
    T_PLAY_INTRIGUE = 106   # for each courtier: none, g1, p1, p2
    T_FIRST = 154
    T_BRIBE = 155
    T_MARKERS = 156         # markers 0 … 2
    T_DONE = 159
    T_SWAP_CHIP = 160       # crown S, L, R, H
    T_DRAW = 164            # draw L, M, D
    T_KEEP = 167            # keep S, L, R, H, C
    T_RETURN = 172          # return ID
    T_FOUR_RECALL = 212     # recall
    T_SKIP = 213
    T_FOUR = 214            # four CARD
    T_SWAP = 227            # swap CARD
    T_PAY = 240             # mission ID pay XY, 15 pairs for each mission
    T_RETURN_PAIR = 840     # return ID+ID
    T_RETURN_HIDDEN = 1620  # return L?, M?, D?
    T_RETURN_HIDDEN_PAIR = 1623  # D?+D?, D?+L?, D?+M?, L?+L?, L?+M?, M?+M?
    T_CARD = 1629           # CARD:TILES for each card, each time followed by CARD:recall
    T_AT = 1878             # at TILES
    N_TOKENS = 2199
