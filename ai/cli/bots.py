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
        for option in info.options:
            default = "none" if option.default is None else str(option.default)
            made.add_row("", option.name, option.type.__name__, default, option.help)
    out.print(made)
    show(out, "Example: eminence play --bot flat-mc:nodes=500")
