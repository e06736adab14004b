"""The exact self-test: a bot against itself (docs/strength.md, "Sanity").

Identical bots, with seeds that belong to seats, play the same game in every seating, so each
block's mean is exactly 1/n. Anything else is a fault of the harness: shared state, a leak of
random numbers, a bias of seats.
"""

from __future__ import annotations

from fractions import Fraction

import click

from eminence.bench.schedule import Block
from eminence.core.game import Json


class InsaneError(click.ClickException):
    """A harness that cannot be trusted."""


def check_block(block: Block, lines: list[Json]) -> None:
    """Raise `InsaneError` unless all games of each half are one game and the mean is 1/n."""
    halves: dict[str, list[tuple[int, Json]]] = {}
    for game, line in zip(block.games, lines, strict=True):
        _, half, seating = game.key.split("/")
        halves.setdefault(half, []).append((int(seating[1:]), line))
    for half, games in halves.items():
        n = len(games)
        total = sum(Fraction(line["win"][lone]).limit_denominator(n) for lone, line in games)
        where = f"deal {block.deal}, {half}"
        if total != 1:
            mean = total / n
            raise InsaneError(f"the harness fails: the mean of {where} is {mean}, not 1/{n}")
        if len({line["events_sha"] for _, line in games}) > 1:
            raise InsaneError(f"the harness fails: the games of {where} are not the same")
