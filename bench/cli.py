"""``eminence bench``: measurements of speed."""

from __future__ import annotations

import json

import click

from eminence.ai.cli import options


@click.group()
def bench() -> None:
    """Measure how fast this library is on this machine."""


@bench.command()
@click.option("--game", default="louis14", show_default=True, help="The game to measure.")
@click.option(
    "--players",
    default=4,
    show_default=True,
    type=options.WHOLE,
    help="The number of players.",
)
@click.option(
    "--seconds",
    default=0.5,
    show_default=True,
    type=options.RealRange(0.01, 600),
    help="CPU seconds of each run; the best of three counts.",
)
@click.option("--json", "as_json", is_flag=True, help="Print a JSON object instead of a table.")
def speed(game: str, players: int, seconds: float, as_json: bool) -> None:
    """Measure the kernel, the Python API and flat Monte Carlo.

    For example: eminence bench speed --players 2 --json
    """
    from rich.console import Console
    from rich.progress import track

    from eminence.bench.speed import measure

    console = Console(stderr=True)
    figures = list(
        track(
            measure(game, players, seconds),
            description="Measuring",
            total=7,
            console=console,
            transient=True,
        )
    )
    if as_json:
        values = {f.name: float(f"{f.value:.5g}") for f in figures}
        click.echo(json.dumps({"game": game, "players": players, **values}))
        return
    from rich.table import Table

    table = Table(title=f"{game}, {players} players, per CPU second")
    table.add_column("figure")
    table.add_column("value", justify="right")
    table.add_column("what it is")
    for f in figures:
        number = f"{f.value:,.0f}" if f.value >= 100 else f"{f.value:.3g}"
        table.add_row(f.name, f"{number} {f.unit}", f.words)
    Console().print(table)
