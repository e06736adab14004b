"""``eminence games``: what can be played."""

from __future__ import annotations

import click

from eminence.ai.cli.display import console, table


@click.command()
def games() -> None:
    """List the games, with their player counts and rules versions.

    Example: eminence games
    """
    from eminence.core.game import available_games

    made = table("name", "title", "players", "rules version")
    for info in available_games().values():
        made.add_row(info.name, info.title, ", ".join(map(str, info.players)), info.rules_version)
    console().print(made)
