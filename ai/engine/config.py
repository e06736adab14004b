"""What an engine is built from: games, bots, limits.

Everything heavy is imported when it is first needed (section 7: start fast).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from eminence.ai.engine.framing import MAX_LINE
from eminence.ai.spec import split_spec
from eminence.ai.thinking import Bot, Limits
from eminence.core.errors import BotSpecError
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
    """The limit of a search that was given none, by a bot that has none of its own."""
    default_top: int = 5
    """How many moves an analysis has when the request does not say."""
    eof_s: float = 60.0
    """How long bounded searches may go on after the end of input."""
    stop_s: float = 1.0
    """How long a bot may take to heed a stop before it is answered for."""

    def own_limits(self, spec: str) -> Limits:
        """Return what limits a bot's search that was given none: its own limit, if it has one."""
        try:
            _, told = split_spec(spec)
        except BotSpecError:
            told = {}
        own = {name: int(text) for name, text in told.items() if text.isdecimal()}
        if "time_ms" in own:
            return Limits(time_ms=own["time_ms"])
        return Limits(nodes=own.get("nodes", self.default_nodes))
