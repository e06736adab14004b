"""Eminence: strong, fast and honest opponents for games with hidden cards and chance.

This file is installed as ``eminence/__init__.py``; it is all of the public API.
"""

from eminence.ai.bots import available_bots, bot
from eminence.ai.thinking import Bot, Limits, MoveStats, Result
from eminence.core.errors import (
    BotSpecError,
    CardSetError,
    DesyncError,
    EminenceError,
    GameOverError,
    IllegalMoveError,
    ImpossibleError,
    NotationError,
    NotVisibleError,
    UnknownGameError,
)
from eminence.core.events import Event
from eminence.core.game import Game, GameInfo, Perft, State, View, available_games, load
from eminence.ext.rng import Rng

__version__ = "0.1.0"
__all__ = [
    "Bot",
    "BotSpecError",
    "CardSetError",
    "DesyncError",
    "EminenceError",
    "Event",
    "Game",
    "GameInfo",
    "GameOverError",
    "IllegalMoveError",
    "ImpossibleError",
    "Limits",
    "MoveStats",
    "NotVisibleError",
    "NotationError",
    "Perft",
    "Result",
    "Rng",
    "State",
    "UnknownGameError",
    "View",
    "available_bots",
    "available_games",
    "bot",
    "load",
]
