"""A run: plays a schedule's games into its file until a question is settled.

Lines are written in the order of the schedule, so the file is the same for any number of
workers, and its games are the longest finished prefix at any time: only that may be counted, as
short games finish first (docs/strength.md, "Stopping").
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import takewhile

from eminence.bench.config import ArenaError, RunConfig
from eminence.bench.runfile import RunFile
from eminence.bench.schedule import Block, Seating
from eminence.bench.sprt import SprtState
from eminence.bench.workers import Pool
from eminence.core.game import Json

AHEAD = 16
"""Games that may be begun, for each worker, before the oldest one is over."""

_WAIT_S = 0.5


@dataclass(slots=True)
class Tally:
    """How far a run is."""

    deals: int
    """How many deals it has at most."""
    blocks: int = 0
    games: int = 0
    played: int = 0
    """The games that were played now rather than found in the file."""
    voids: int = 0
    faults: dict[tuple[str, str], int] = field(default_factory=dict)
    """How often a bot failed in a way, by bot and kind."""
    scores: list[float] = field(default_factory=list)
    """The blocks' scores, where a block has one."""
    sprt: SprtState | None = None

    @property
    def decided(self) -> bool:
        """Whether nothing more need be played."""
        return self.sprt is not None and self.sprt.decision is not None

    def count(self, line: Json, played: bool) -> None:
        """Count a game."""
        self.games += 1
        self.played += played
        for bot, kind in zip(line["seats"], line["fault"], strict=True):
            if kind:
                self.faults[bot, kind] = self.faults.get((bot, kind), 0) + 1


@dataclass(frozen=True, slots=True)
class _Turn:
    """A game in the order of the schedule."""

    block: Block
    key: str
    last: bool
    """Whether it ends its block."""


class Run:
    """A run that goes on in its file."""

    def __init__(
        self,
        config: RunConfig,
        file: RunFile,
        pool: Pool,
        deals: int,
        *,
        on_block: Callable[[Block, list[Json]], None] | None = None,
        on_game: Callable[[Tally], None] | None = None,
    ) -> None:
        """Play up to that many deals in a pool; tell of each game and finished block."""
        self._config = config
        self._file = file
        self._pool = pool
        self._schedule = config.make_schedule()
        self._on_block = on_block
        self._on_game = on_game
        self._order: deque[_Turn] = deque()
        """The games that were begun or found and are not counted yet."""
        self._lines: dict[str, Json] = {}
        """The lines of games whose turn has not come."""
        self._found: set[str] = set()
        self._block: list[Json] = []
        """The games so far of the block that is being counted."""
        self._under_way: dict[str, Seating] = {}
        self._voided = False
        self.tally = Tally(deals)

    def go(self) -> Tally:
        """Play until a decision, or to the end of the schedule."""
        todo = self._todo()
        while True:
            self._begin(todo)
            self._settle()
            if self.tally.decided or not self._under_way:
                return self.tally
            for line in self._pool.results(_WAIT_S):
                self._take(line)

    def _todo(self) -> Iterator[Seating]:
        """Return the games that are not in the file; those that are there are counted."""
        for block in takewhile(lambda b: b.deal < self.tally.deals, self._schedule.blocks()):
            for game in block.games:
                self._order.append(_Turn(block, game.key, game is block.games[-1]))
                line = self._file.games.pop(game.key, None)
                if line is None:
                    yield game
                    continue
                self._lines[game.key] = line
                self._found.add(game.key)
                self._settle()
                if self.tally.decided:
                    return

    def _begin(self, todo: Iterator[Seating]) -> None:
        """Begin as many games as there is room for."""
        room = self._pool.capacity
        while len(self._under_way) < room and len(self._lines) < AHEAD * room:
            seating = next(todo, None)
            if seating is None:
                return
            self._submit(seating)

    def _submit(self, seating: Seating) -> None:
        self._under_way[seating.key] = seating
        self._pool.submit(seating)

    def _take(self, line: Json) -> None:
        """Take in a game that is over; one that is void is played again.

        When the first game or two in a row are void, something is wrong with the machine or
        the set-up, and the run stops.
        """
        seating = self._under_way.pop(line["key"])
        if line["type"] == "game":
            self._lines[line["key"]] = line
            self._voided = False
            return
        self._file.add(line)
        self.tally.voids += 1
        first = not (self.tally.played or self._lines)
        if self._voided or first:
            raise ArenaError(
                f"the run stops: {'the first game' if first else 'two games in a row'} "
                f"could not be played; {line['reason']}"
            )
        self._voided = True
        self._submit(seating)

    def _settle(self) -> None:
        """Write and count all that is over without a gap before it."""
        while self._order and not self.tally.decided:
            turn = self._order[0]
            line = self._lines.pop(turn.key, None)
            if line is None:
                return
            self._order.popleft()
            played = turn.key not in self._found
            self._found.discard(turn.key)
            if played:
                self._file.add(line)
            self.tally.count(line, played)
            self._block.append(line)
            if turn.last:
                self._finish(turn.block)
            if self._on_game is not None:
                self._on_game(self.tally)

    def _finish(self, block: Block) -> None:
        """Count a block, and look whether the question is settled."""
        lines, self._block = self._block, []
        self.tally.blocks += 1
        if self._on_block is not None:
            self._on_block(block, lines)
        score = self._schedule.score({line["key"]: line["win"] for line in lines})
        if score is not None:
            self.tally.scores.append(score)
            if self._config.sprt is not None:
                self.tally.sprt = self._config.sprt.update(self.tally.scores)
