"""``eminence arena report`` and ``eminence arena plan``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from eminence.bench.plan import Basis, Plan

FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.command()
@click.argument("file", type=FILE)
@click.option(
    "--format",
    "form",
    type=click.Choice(["table", "csv", "json", "md"]),
    default="table",
    show_default=True,
    help="How to print the report.",
)
@click.option(
    "--plots",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Also draw the run, as SVG and PNG in this folder.",
)
@click.option("--anchor", metavar="BOT", help="The bot that has Elo 0.")
@click.option(
    "--samples",
    type=click.IntRange(100, 100_000),
    default=1000,
    show_default=True,
    help="Resamples of the deals, for the intervals of ratings.",
)
def report(file: Path, form: str, plots: Path | None, anchor: str | None, samples: int) -> None:
    """Say what a run file says, finished or not.

    For example: eminence arena report run.jsonl --format md --plots pictures
    """
    from eminence.bench.report import report_on
    from eminence.bench.report_text import FORMATS

    found = report_on(file, anchor, samples)
    click.echo(FORMATS[form](found))
    if plots is not None:
        from eminence.bench.plots import write_plots

        for path in write_plots(found, plots):
            click.echo(f"wrote {path}", err=True)


@click.command()
@click.option("--effect", required=True, help="What to find: 20elo, or 0.02 or 2% of win share.")
@click.option("--players", type=click.IntRange(2), help="The number of players.")
@click.option("--from", "source", type=FILE, help="A run file to take the luck share from.")
@click.option("--luck", type=float, help="The luck share, if no file has it.")
@click.option("--power", default=0.8, show_default=True, help="The chance to find the effect.")
@click.option("--alpha", default=0.05, show_default=True, help="The rate of false alarms.")
@click.option("--deals", type=click.IntRange(1), help="Check whether this many are enough.")
def plan(
    effect: str,
    players: int | None,
    source: Path | None,
    luck: float | None,
    power: float,
    alpha: float,
    deals: int | None,
) -> None:
    """Say how many deals a duel needs to find an effect.

    For example: eminence arena plan --effect 20elo --players 4 --from run.jsonl
    """
    from eminence.bench.plan import plan as make_plan
    from eminence.bench.plan import read_effect

    players, basis = _basis(players, source, luck)
    made = make_plan(read_effect(effect, players), players, basis, alpha, power)
    if deals is not None:
        made.check(deals)
    click.echo(_words(made))


def _basis(players: int | None, source: Path | None, luck: float | None) -> tuple[int, Basis]:
    """Return the number of players and what the plan rests on."""
    from eminence.bench.plan import Basis, default_basis, measured_basis

    if source is not None and luck is not None:
        raise click.UsageError("--luck and --from both tell the luck share; give one")
    if source is not None:
        basis, there = measured_basis(source)
        if players not in (None, there):
            raise click.UsageError(f"{source} is of {there} players, not {players}")
        return there, basis
    if players is None:
        raise click.UsageError("--players is needed, or a run file with --from")
    return players, default_basis(players) if luck is None else Basis(luck, "as given")


def _words(plan: Plan) -> str:
    """Return a plan as people read it."""
    from eminence.bench.plan import games_a_deal

    each, basis = games_a_deal(plan.players), plan.basis
    lines = [
        f"A duel of {plan.players} players that finds {plan.elo:+.0f} Elo (win share "
        f"{1 / plan.players + plan.effect:.4f}, par {1 / plan.players:.4f}) with a chance of "
        f"{plan.power:.0%}:",
        f"  fixed size    {plan.deals:,} deals, {plan.games:,} games (error rate {plan.alpha:g}, "
        "two-sided)",
        f"  sequential    about {plan.sprt_deals:,} deals, {plan.sprt_deals * each:,} games "
        f"(m0 {plan.sprt.m0:.4f}, m1 {plan.sprt.m1:.4f}, both error rates {plan.alpha:g}, "
        f"first look at {plan.sprt.min_blocks}), if the effect is that or none",
        f"  fresh deals   {plan.fresh_games:,} games for the fixed size",
        f"Luck share {basis.luck:.2f}, {basis.source}.",
    ]
    if basis.seconds is not None:
        hours = basis.seconds * plan.games / 3600
        lines.append(f"Thinking time of the fixed size: {hours:.1f} hours, at that run's pace.")
    return "\n".join(lines)
