"""The handshake (sections 2 and 6)."""

from __future__ import annotations

from collections.abc import Sequence

from eminence import __version__
from eminence.ai.engine.config import Config
from eminence.ai.engine.errors import RequestError
from eminence.ai.engine.messages import PROTO, Hello
from eminence.ai.engine.options import Options, describe
from eminence.core.game import GameInfo, Json

FEATURES = ("observation",)
"""The parts of the protocol beyond the plain ones that are served here."""


def greet(config: Config, defaults: Options, hello: Hello, commands: Sequence[str]) -> Json:
    """Return what the reply to ``hello`` says; raises `RequestError` for another protocol."""
    if PROTO not in hello.proto:
        message = f"this engine speaks version {PROTO} of the protocol"
        raise RequestError("unsupported_proto", message, "/proto", proto=[PROTO])
    return {
        "proto": PROTO,
        "engine": {"name": "eminence", "version": __version__},
        "games": [_game(config, info) for info in config.games().values()],
        "options": describe(defaults),
        "limits": {
            "max_line": config.max_line,
            "max_games": config.max_games,
            "default_nodes": config.own_limits(defaults.bot).nodes,
            "default_top": config.default_top,
        },
        "features": list(FEATURES),
        "commands": list(commands),
    }


def _game(config: Config, info: GameInfo) -> Json:
    return {
        "id": info.name,
        "version": info.rules_version,
        "players": list(info.players),
        "hash": config.load(info.name, info.players[0]).cards_hash,
    }
