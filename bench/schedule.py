"""Schedules: which bots sit where in which deal (docs/strength.md, "Schedules").

A schedule is an endless list of blocks, a block one deal with a set of seatings. A game's *key*
names it in the run: ``d17/A1/r2`` is deal 17 with a lone A among the other bots and A in seat
2; where a deal has several pairs, ``d17/A1B/r2`` is a lone A among Bs. In a pool ``d17/o0/r2`` is
deal 17 in circular order 0, turned by two seats. Blocks of a schedule do not depend on how many
are played, so that a run can be made longer.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count, takewhile
from math import ceil

from eminence.ai.spec import nearest
from eminence.core.errors import EminenceError


class ScheduleError(EminenceError):
    """Bots, players and deals that do not make a schedule."""


@dataclass(frozen=True, slots=True)
class Seating:
    """A game to be played: which bot, by its place in the run's list, sits where."""

    key: str
    deal: int
    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Block:
    """A deal with its seatings: the unit of all statistics."""

    deal: int
    games: tuple[Seating, ...]


class Schedule(ABC):
    """An endless list of blocks."""

    def __init__(self, players: int, bots: int) -> None:
        """Schedule that many bots for that many players."""
        self.players = players
        self.bots = bots

    @abstractmethod
    def blocks(self) -> Iterator[Block]:
        """Return all blocks, from the first on."""

    @property
    @abstractmethod
    def fewest(self) -> int:
        """The number of deals without which the schedule says nothing."""

    def score(self, wins: Mapping[str, Sequence[float]]) -> float | None:
        """Return a block's score from its games' win shares; ``None`` where it has no one score."""
        return None

    def find(self, key: str) -> Seating:
        """Return a game by its key; raises `ScheduleError` where there is none."""
        head, _, _ = key.partition("/")
        if not head.startswith("d") or not head[1:].isdecimal():
            raise ScheduleError(f"a key of this run is like {self._example()!r}, not {key!r}")
        deal = int(head[1:])
        block = next(b for b in self.blocks() if b.deal >= deal)
        for game in block.games:
            if game.key == key:
                return game
        keys = ", ".join(game.key for game in block.games)
        raise ScheduleError(f"no game {key!r} in this run; deal {deal} has {keys}")

    def _example(self) -> str:
        return next(self.blocks()).games[0].key


def bot_name(number: int) -> str:
    """Return a bot's name in a run: A … Z, then AA, AB and so on."""
    name = ""
    number += 1
    while number:
        number, letter = divmod(number - 1, 26)
        name = chr(ord("A") + letter) + name
    return name


class Pairs(Schedule):
    """Duels between pairs of bots, all on the same deals.

    For each pair (a, b) a lone a sits in each seat among bs and, with three players or more, a
    lone b in each seat among as: the second half guards against a bot that only does well as
    the odd one out.
    """

    def __init__(self, players: int, bots: int, pairs: Sequence[tuple[int, int]]) -> None:
        """Schedule those pairs, given as places in the list of bots."""
        super().__init__(players, bots)
        self.pairs = tuple(pairs)

    def blocks(self) -> Iterator[Block]:
        """Return a block for each deal."""
        for deal in count():
            halves = [half for pair in self.pairs for half in self._halves(pair)]
            games = [game for half in halves for game in self._half(deal, *half)]
            yield Block(deal, tuple(games))

    @property
    def fewest(self) -> int:
        """Two, or there is no variance."""
        return 2

    def score(self, wins: Mapping[str, Sequence[float]]) -> float | None:
        """Return 1/n + (a - b)/2 of a duel, a and b being the shares of the lone A and B."""
        if len(self.pairs) != 1:
            return None
        a, b = (self._lone_share(half, wins) for half in (self.pairs[0], self.pairs[0][::-1]))
        if b is None:
            return a
        assert a is not None
        return 1 / self.players + (a - b) / 2

    def _lone_share(
        self, half: tuple[int, int], wins: Mapping[str, Sequence[float]]
    ) -> float | None:
        """Return the mean share of the lone bot in its half of a block."""
        label = self._label(*half)
        shares = [
            share[int(key.rpartition("r")[2])]
            for key, share in wins.items()
            if key.split("/")[1] == label
        ]
        return sum(shares) / len(shares) if shares else None

    def _halves(self, pair: tuple[int, int]) -> list[tuple[int, int]]:
        return [pair] if self.players == 2 else [pair, pair[::-1]]

    def _half(self, deal: int, lone: int, others: int) -> list[Seating]:
        label = self._label(lone, others)
        return [
            Seating(
                f"d{deal}/{label}/r{place}",
                deal,
                tuple(lone if seat == place else others for seat in range(self.players)),
            )
            for place in range(self.players)
        ]

    def _label(self, lone: int, others: int) -> str:
        told = "" if len(self.pairs) == 1 else bot_name(others)
        return f"{bot_name(lone)}1{told}"


class Pool(Schedule):
    """Tables of different bots; all rotations of a circular order in each deal.

    With three players both circular orders are played. With four no three of them balance the
    neighbours, so one is drawn by lot for a deal, and its reverse is played in the next.
    """

    def __init__(self, players: int, bots: int, seed: int) -> None:
        """Schedule tables drawn from that seed."""
        super().__init__(players, bots)
        if bots < players:
            raise ScheduleError(
                f"a pool seats different bots at each table: {players} players need {players} "
                f"bots or more, not {bots}"
            )
        self.seed = seed

    @property
    def fewest(self) -> int:
        """Deals after which every bot has sat at a table, and two at least."""
        tables = ceil(self.bots / self.players)
        return max(2, tables * (2 if self.players > 3 else 1))

    def blocks(self) -> Iterator[Block]:
        """Return a block for each deal."""
        numbers = count()
        for table, lot in self._tables():
            if self.players > 3:
                head, tail = table[0], table[1:]
                lot.shuffle(tail)
                yield self._block(next(numbers), [[head, *tail]])
                yield self._block(next(numbers), [[head, *reversed(tail)]])
            else:
                orders = [table] if self.players == 2 else [table, [table[0], table[2], table[1]]]
                yield self._block(next(numbers), orders)

    def _block(self, deal: int, orders: Sequence[Sequence[int]]) -> Block:
        n = self.players
        return Block(
            deal,
            tuple(
                Seating(
                    f"d{deal}/o{o}/r{turn}",
                    deal,
                    tuple(order[(seat - turn) % n] for seat in range(n)),
                )
                for o, order in enumerate(orders)
                for turn in range(n)
            ),
        )

    def _tables(self) -> Iterator[tuple[list[int], random.Random]]:
        """Draw tables: the bots that sat least come first, then those that met least."""
        sat = [0] * self.bots
        met: dict[tuple[int, int], int] = {}
        for number in count():
            lot = random.Random(f"{self.seed}/tables/{number}")
            table: list[int] = []
            while len(table) < self.players:
                ranks = {
                    bot: (sat[bot], sum(met.get((bot, o), 0) for o in table), lot.random())
                    for bot in range(self.bots)
                    if bot not in table
                }
                table.append(min(ranks, key=ranks.__getitem__))
            for bot in table:
                sat[bot] += 1
                for other in table:
                    met[bot, other] = met.get((bot, other), 0) + 1
            yield table, lot


SCHEDULES = ("duel", "pool", "gauntlet", "ladder", "sanity")


def make_schedule(name: str, players: int, bots: int, seed: int) -> Schedule:
    """Return a schedule by name for a run's bots, in their order.

    In a gauntlet the first meets each of the others, on a ladder each the one below it; a
    sanity check seats two of a kind.
    """
    if name not in SCHEDULES:
        raise nearest(name, SCHEDULES, "schedule")
    if players < 2:
        raise ScheduleError(f"a match needs two players or more, not {players}")
    if name == "pool":
        return Pool(players, bots, seed)
    pairs = {
        "duel": [(0, 1)],
        "gauntlet": [(0, other) for other in range(1, bots)],
        "ladder": [(above, above - 1) for above in range(1, bots)],
        "sanity": [(one, one + 1) for one in range(0, bots - 1, 2)],
    }[name]
    if bots < 2 or not pairs:
        raise ScheduleError(f"a {name} needs two bots or more, not {bots}")
    return Pairs(players, bots, pairs)


def finished_prefix(schedule: Schedule, keys: Collection[str]) -> Iterator[Block]:
    """Return the blocks before the first one that is not finished.

    Only these may be counted while a run goes on: short games finish first, and what comes
    first is not a fair sample.
    """
    return takewhile(lambda b: all(game.key in keys for game in b.games), schedule.blocks())
