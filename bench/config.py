"""What a run is: everything that decides its games (docs/strength.md, "Run files")."""

from __future__ import annotations

import hashlib
import json
import shlex
from dataclasses import asdict, dataclass, field
from typing import Any, Self

from eminence.ai.thinking import Limits
from eminence.bench.schedule import Schedule, make_schedule
from eminence.bench.sprt import Sprt
from eminence.core.errors import EminenceError
from eminence.core.game import Game, Json, load

FORMAT = 1
"""The version of the run file's format."""

COMMAND = "cmd:"
"""What a bot's spec begins with if it is a program that speaks the engine protocol."""


class ArenaError(EminenceError):
    """A run that cannot be made or gone on with."""


@dataclass(frozen=True, slots=True)
class BotEntry:
    """A bot of a run."""

    name: str
    spec: str
    """The bot as it was given, with all its options; or ``cmd:`` and a command line."""
    options: Json = field(default_factory=dict)
    limits: dict[str, int] = field(default_factory=dict)
    """``nodes`` and ``time_ms`` of each move; with neither, the bot's own limit holds."""
    version: str | None = None

    @property
    def command(self) -> list[str] | None:
        """The program and its arguments, if the bot is one."""
        return split_command(self.spec)

    @property
    def think_limits(self) -> Limits:
        """The limits as bots take them."""
        return Limits(self.limits.get("nodes"), self.limits.get("time_ms"))

    def to_json(self) -> Json:
        """Return the entry as in the run file."""
        return {"cmd": self.command} | asdict(self)

    @classmethod
    def from_json(cls, obj: Json) -> Self:
        """Return the entry that `to_json` described."""
        return cls(**{key: value for key, value in obj.items() if key != "cmd"})


@dataclass(frozen=True, slots=True)
class RunConfig:
    """Everything that decides a run's games, but not how many are played."""

    rules: str
    rules_version: str
    cards: str
    """The hash of the card set."""
    players: int
    run_seed: int
    schedule: str
    bots: tuple[BotEntry, ...]
    sprt: Sprt | None = None
    metric: str = "win"
    stall_ms: int = 60_000
    """Silence after which a bot has stalled, on top of its time limit."""
    margin_ms: int = 200
    """How late an answer may be under a time limit."""

    def to_json(self) -> Json:
        """Return the run file's first line: the configuration and its hash."""
        body: Json = {
            "rules": self.rules,
            "rules_version": self.rules_version,
            "cards": self.cards,
            "players": self.players,
            "run_seed": self.run_seed,
            "schedule": self.schedule,
            "metric": self.metric,
            "sprt": None if self.sprt is None else asdict(self.sprt),
            "stall_ms": self.stall_ms,
            "margin_ms": self.margin_ms,
            "bots": [bot.to_json() for bot in self.bots],
        }
        text = json.dumps({"format": FORMAT} | body, sort_keys=True)
        digest = hashlib.sha256(text.encode()).hexdigest()[:8]
        return {"type": "run", "format": FORMAT, "hash": digest} | body

    @classmethod
    def from_json(cls, obj: Any) -> Self:
        """Return the configuration that `to_json` described; raise `ArenaError` for another."""
        if not isinstance(obj, dict) or obj.get("type") != "run":
            raise ArenaError("this is no run line of an arena")
        if obj.get("format") != FORMAT:
            raise ArenaError(f"this reads run files of format {FORMAT}, not {obj.get('format')!r}")
        body = {k: v for k, v in obj.items() if k not in ("type", "format", "hash")}
        try:
            body["bots"] = tuple(BotEntry.from_json(bot) for bot in body["bots"])
            body["sprt"] = None if body["sprt"] is None else Sprt(**body["sprt"])
            config = cls(**body)
            unchanged = config.to_json()["hash"] == obj.get("hash")
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            raise ArenaError(f"a run line that this version cannot read: {error}") from error
        if not unchanged:
            raise ArenaError("the run line does not fit its hash: it was changed")
        return config

    def game(self) -> Game:
        """Load the game; raise `ArenaError` where rules or cards are others than the run's."""
        game = load(self.rules, self.players)
        for what, theirs, ours in (
            ("rules version", self.rules_version, game.info.rules_version),
            ("card set", self.cards, game.cards_hash),
        ):
            if theirs != ours:
                raise ArenaError(f"the run is of {what} {theirs}, but here it is {ours}")
        return game

    def make_schedule(self) -> Schedule:
        """Return the schedule."""
        return make_schedule(self.schedule, self.players, len(self.bots), self.run_seed)

    @property
    def dealing(self) -> str:
        """What the deals are for."""
        return f"{self.rules}/{self.players}"


def split_command(spec: str) -> list[str] | None:
    """Return the program and arguments of ``cmd:PROGRAM ARGS``; ``None`` for other specs."""
    if not spec.startswith(COMMAND):
        return None
    try:
        parts = shlex.split(spec[len(COMMAND) :])
    except ValueError as error:
        raise ArenaError(f"{spec!r}: {str(error).lower()}") from error
    if not parts:
        raise ArenaError(f"{spec!r} names no program; example: cmd:./engine --level hard")
    return parts
