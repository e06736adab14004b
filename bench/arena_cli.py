"""``eminence arena``: matches that settle which bot is stronger."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from eminence.ai.cli import options
from eminence.bench.report_cli import plan, report

if TYPE_CHECKING:
    from eminence.bench.arena_run import Settings

Command = Callable[..., Any]


@click.group()
def arena() -> None:
    """Measure how strong bots are, in matches on shared deals.

    A bot is a spec of this library, such as flat-mc:nodes=2000, or any program that speaks the
    engine protocol: 'cmd:./engine --level hard'. A run goes on where it was stopped when the
    same command is given again.
    """


def _playing(command: Command) -> Command:
    """Add the options of all commands that play, handed over as one `Settings`."""

    @wraps(command)
    def wrapped(game_name: str, nodes: int | None, time_ms: int | None, **more: Any) -> None:
        from eminence.bench.arena_run import Budget, Settings

        names = ("players", "out", "workers", "seed", "deals", "stall_ms", "margin_ms", "quiet")
        own = {name: more.pop(name) for name in names}
        settings = Settings(game=game_name, budget=Budget(nodes, time_ms), **own)
        command(settings, **more)

    decorated: Command = wrapped
    for option in reversed(_OPTIONS):
        decorated = option(decorated)
    return decorated


_OPTIONS = (
    options.game_option,
    options.players_option,
    click.option(
        "--out",
        type=click.Path(path_type=Path, dir_okay=False),
        required=True,
        metavar="FILE",
        help="The run file to write or to go on with, such as run.jsonl.",
    ),
    click.option(
        "--deals",
        "--blocks",
        type=options.WholeRange(1),
        metavar="N",
        help="How many deals, each in all its seatings.  [default: 100; 4000 at most with --sprt]",
    ),
    click.option(
        "--nodes",
        type=options.WholeRange(0, 10**12),
        metavar="N",
        help="Simulations a move for every bot.  [default: each bot's own]",
    ),
    click.option(
        "--time-ms",
        type=options.WholeRange(0, 10**9),
        metavar="MS",
        help="Time a move for every bot; results then depend on the machine.",
    ),
    options.seed_option(0, "The run's seed: it decides all deals and the bots' dice."),
    click.option(
        "--workers",
        type=options.WholeRange(0, 1024),
        default=1,
        show_default=True,
        metavar="N",
        help="Processes to play in; 0 plays in this one. The file is the same for any number.",
    ),
    click.option(
        "--stall-ms",
        type=options.WholeRange(1),
        default=60_000,
        show_default=True,
        metavar="MS",
        help="Silence, beyond a time limit, after which a bot has lost.",
    ),
    click.option(
        "--margin-ms",
        type=options.WholeRange(0),
        default=200,
        show_default=True,
        metavar="MS",
        help="How late an answer may be under --time-ms.",
    ),
    click.option("--quiet", is_flag=True, help="Show no progress."),
)


@arena.command()
@click.argument("a")
@click.argument("b")
@_playing
@click.option("--sprt", is_flag=True, help="Stop once it is settled whether A is stronger.")
@click.option(
    "--effect",
    default="0.02",
    show_default=True,
    metavar="EFFECT",
    help="With --sprt, the effect worth having: win share above par, or such as 20elo.",
)
@click.option("--alpha", default=0.05, show_default=True, help="Rate of falsely stronger.")
@click.option("--beta", default=0.05, show_default=True, help="Rate of falsely not stronger.")
@click.option(
    "--first-look", default=100, show_default=True, metavar="N", help="Blocks before a decision."
)
def duel(
    settings: Settings,
    a: str,
    b: str,
    sprt: bool,
    effect: str,
    alpha: float,
    beta: float,
    first_look: int,
) -> None:
    """Let A meet B: each alone among copies of the other, in all seats of every deal.

    Example: eminence arena duel flat-mc:nodes=1000 greedy --players 3 --out run.jsonl --sprt
    """
    from eminence.bench.arena_run import SprtOptions

    test = SprtOptions(effect, alpha, beta, first_look) if sprt else None
    _run(settings, "duel", [a, b], test=test)


@arena.command()
@click.argument("specs", nargs=-1, required=True, metavar="SPEC…")
@_playing
def pool(settings: Settings, specs: Sequence[str]) -> None:
    """Let many bots meet at balanced tables of different bots.

    Example: eminence arena pool random greedy flat-mc:nodes=250 flat-mc:nodes=1000 --out p.jsonl
    """
    _run(settings, "pool", specs)


@arena.command()
@click.argument("candidate", metavar="SPEC")
@click.argument("field", nargs=-1, required=True, metavar="OPPONENT…")
@_playing
def gauntlet(settings: Settings, candidate: str, field: Sequence[str]) -> None:
    """Let one bot meet each of the others in a duel, all on the same deals.

    Example: eminence arena gauntlet flat-mc random greedy --out gauntlet.jsonl
    """
    _run(settings, "gauntlet", [candidate, *field])


@arena.command()
@click.argument("spec")
@click.option(
    "--doublings",
    type=options.WholeRange(1, 40),
    default=4,
    show_default=True,
    metavar="N",
    help="How often the budget is doubled.",
)
@_playing
def ladder(settings: Settings, spec: str, doublings: int) -> None:
    """Let a bot meet itself with half the budget, from --nodes or --time-ms upwards.

    Example: eminence arena ladder flat-mc --nodes 250 --doublings 6 --out ladder.jsonl
    """
    if not settings.budget.to_json():
        raise click.UsageError("a ladder needs its lowest budget: --nodes or --time-ms")
    budgets = [settings.budget.times(2**step) for step in range(doublings + 1)]
    if not all(value for budget in budgets for value in budget.to_json().values()):
        raise click.UsageError("a budget of 0 cannot be doubled")
    _run(settings, "ladder", [spec] * len(budgets), budgets=budgets)


def _optional(command: click.Command, name: str) -> None:
    """Make an option optional for a command."""
    for parameter in command.params:
        if parameter.name == name:
            parameter.required = False


@arena.command()
@click.argument("specs", nargs=-1, metavar="[SPEC]…")
@_playing
def sanity(settings: Settings, specs: Sequence[str]) -> None:
    """Test this harness: a bot against itself must win exactly 1 in n of every block.

    Without SPEC, random plays; without --out, the games are not kept; without --deals, there
    are 5. Anything but exactly 1 in n is a fault of the harness (or of a bot that heeds the
    clock, or remembers): exit code 1.

    Example: eminence arena sanity flat-mc:nodes=50 --players 3
    """
    from eminence.bench.sanity import check_block

    pairs = [spec for spec in specs or ["random"] for _ in range(2)]
    settings = replace(settings, deals=settings.deals or 5)
    with tempfile.TemporaryDirectory() as folder:
        spare = Path(folder) / "sanity.jsonl"
        _run(settings, "sanity", pairs, on_block=check_block, spare=spare)
    click.echo("Every block is exactly as it must be.")


_optional(sanity, "out")


def _run(settings: Settings, schedule: str, specs: Sequence[str], **more: Any) -> None:
    """Play a run and say what came out."""
    from eminence.bench.arena_run import make_config, play, summary

    on_block, spare = more.pop("on_block", None), more.pop("spare", None)
    config, deals = make_config(settings, schedule, specs, **more)
    if settings.budget.time_ms is not None and settings.workers > (os.cpu_count() or 1):
        click.echo("More workers than processors: bots that are timed slow one another.", err=True)
    try:
        tally = play(config, deals, settings.out or spare, settings, on_block=on_block)
    except KeyboardInterrupt:
        where = f"; the same command goes on in {settings.out}" if settings.out else ""
        click.echo(f"\nStopped{where}.", err=True)
        raise
    for line in summary(config, tally, settings.out):
        click.echo(line)


@arena.command()
@click.argument("key")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@click.option(
    "--save",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Write the game to a new game file, for `eminence replay`.",
)
def replay(key: str, file: Path, save: Path | None) -> None:
    """Play one game of a run again, and see that it is the same game.

    Exit code 1 if it is not. Example: eminence arena replay d17/A1/r2 run.jsonl
    """
    from eminence.bench.replay import play_again

    played = play_again(key, file)
    click.echo(f"{key}, seats {' '.join(played.there['seats'])}")
    click.echo(f"points {played.here['points']}, win {played.here['win']}")
    if save is not None:
        played.save(save)
    there, here = played.there["events_sha"], played.here["events_sha"]
    if there != here:
        raise click.ClickException(
            f"another game: its record has the hash {here}, the one in the file {there}"
        )
    click.echo(f"The same game: its record has the hash {here}.")


@arena.command()
@options.game_option
@options.players_option
@click.option(
    "--nodes",
    default=1000,
    show_default=True,
    type=options.WholeRange(1, 10**9),
    help="Simulations a move of flat-mc.",
)
@click.option(
    "--games",
    default=20,
    show_default=True,
    type=options.WholeRange(1, 10**6),
    help="Games to measure with flat-mc.",
)
@click.option(
    "--seconds",
    default=0.5,
    show_default=True,
    type=options.RealRange(0.01, 600),
    help="CPU seconds of each run with random bots; the best of three counts.",
)
@click.option("--json", "as_json", is_flag=True, help="Print a JSON object instead of a table.")
def throughput(
    game_name: str, players: int, nodes: int, games: int, seconds: float, as_json: bool
) -> None:
    """Measure what the arena itself costs, against the bare kernel and the bots."""
    from eminence.bench.throughput import measure, show

    show(measure(game_name, players, nodes, games, seconds), as_json)


for _command in (plan, report):
    arena.add_command(_command)
