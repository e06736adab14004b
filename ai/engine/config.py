"""What an engine is built from: games, bots, limits.

Everything heavy is imported when it is first needed (section 7: start fast).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from eminence.ai.engine.framing import MAX_LINE
from eminence.ai.thinking import Bot
from eminence.core.game import Game, GameInfo, Random, available_games, load


def _make_bot(spec: str) -> Bot:
    from eminence.ai.bots import bot

    return bot(spec)


def _rng(seed: int) -> Random:
    from eminence.ext.rng import Rng

    return Rng(seed)


@dataclass(frozen=True, slots=True)
class Config:
    """The parts and the limits of an engine; tests put other parts in."""

    make_bot: Callable[[str], Bot] = _make_bot
    """Returns a new bot; raises `BotSpecError`."""
    load: Callable[[str, int], Game] = load
    """Returns a game by its name and the number of players."""
    games: Callable[[], Mapping[str, GameInfo]] = available_games
    rng: Callable[[int], Random] = _rng
    max_line: int = MAX_LINE
    max_games: int = 64
    default_nodes: int = 2000
    """The limit of a search that was given none."""
    default_top: int = 5
    """How many moves an analysis has when the request does not say."""
    eof_s: float = 60.0
    """How long bounded searches may go on after the end of input."""
    stop_s: float = 1.0
    """How long a bot may take to heed a stop before it is answered for."""
