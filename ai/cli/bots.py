"""``eminence bots``: who can play."""

from __future__ import annotations

import click

from eminence.ai.cli.display import console, show, table


@click.command()
def bots() -> None:
    """List the bots, with their options and defaults.

    A bot is written NAME or NAME:KEY=VALUE,KEY=VALUE, with the options that differ from the
    defaults.

    Example: eminence demo --bot flat-mc:nodes=500
    """
    from eminence.ai.bots import available_bots

    out = console()
    made = table("bot", "option", "type", "default", "what it is")
    for info in available_bots().values():
        made.add_row(info.name, "", "", "", info.summary)
        for name, kind, default, words in info.options:
            shown = "none" if default is None else str(default)
            made.add_row("", name, _type_name(kind), shown, words)
    out.print(made)
    show(out, "Example: eminence play --bot flat-mc:nodes=500")


def _type_name(kind: object) -> str:
    """Return what a type is called."""
    return kind.__name__ if isinstance(kind, type) else str(kind)
