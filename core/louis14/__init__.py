"""Louis XIV (Rüdiger Dorn, 2005): the readable rules, as the rules contract has them."""

from __future__ import annotations

from pathlib import Path

from eminence.core.game import Game, GameInfo

INFO = GameInfo("louis14", "Louis XIV", (2, 3, 4), "1")


def load(players: int, cards: Path | None) -> Game:
    """Return the game for a number of players, with the packaged card set or a folder's."""
    from eminence.core.louis14.cards import load_cards
    from eminence.core.louis14.rules import Louis14Rules
    from eminence.core.reference import ReferenceGame

    return ReferenceGame(Louis14Rules(INFO, players, load_cards(cards)))
