"""A table: a game being played, of which each player is shown only what its seat may see.

Everything random comes from the table's seed: chance from a stream that depends on the seed and on
the place in the record, each of a bot's decisions from a seed of its own, in which nothing goes
that its seat has not seen. So the same seed and the same bots give the same game, whether or not
it was saved, resumed or taken back in between.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from threading import Event as StopEvent

from eminence.ai.thinking import Bot, Limits, Result
from eminence.core.errors import EminenceError
from eminence.core.events import Event
from eminence.core.game import Game, State, View
from eminence.core.gamefile import step
from eminence.ext.rng import Rng

OnEvent = Callable[[State, Event], None]
"""Called with each event and the state in which it is about to happen."""


class BotFailure(EminenceError):
    """A bot raised an error or made a move that is not legal; names seat and bot."""


def derive_seed(seed: int, *path: int | str) -> int:
    """Return a seed for one use: another one for each path, the same on every machine."""
    text = "/".join(map(str, (seed, *path)))
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest())


class Table:
    """A game being played."""

    def __init__(
        self,
        game: Game,
        seed: int,
        *,
        record: Sequence[Event] = (),
        on_event: OnEvent | None = None,
    ) -> None:
        """Set up a game, and play the events of a record; ``on_event`` is not told of these."""
        self.game = game
        self.seed = seed
        self.state = game.new()
        for item in record:
            step(self.state, item)
        self._on_event = on_event
        self._length = len(record)
        self._views: dict[int, View] = {}
        self._seen: dict[int, int] = {}

    def deal(self) -> None:
        """Let chance happen until a seat is to move or the game is over."""
        if self.state.to_move != "chance":
            return
        before = self.state.copy() if self._on_event else None
        tokens = self.state.sample_chance(Rng(self.seed, stream=self._length))
        self._length += len(tokens)
        if self._on_event and before:
            for token in tokens:
                self._on_event(before, {"chance": token})
                before.apply(token)

    def move(self, token: str) -> None:
        """Make a move for the seat that is to move."""
        seat = self.seat
        before = self.state.copy() if self._on_event else None
        self.state.apply(token)
        self._length += 1
        if self._on_event and before:
            self._on_event(before, {"seat": seat, "move": token})

    @property
    def seat(self) -> int:
        """The seat that is to move."""
        seat = self.state.to_move
        if not isinstance(seat, int):
            raise EminenceError("no seat is to move")
        return seat

    def view(self, seat: int) -> View:
        """Return a seat's view, built from that seat's record and nothing else."""
        if seat not in self._views:
            self._views[seat] = self.game.view(seat)
        view = self._views[seat]
        record = self.state.seat_record(seat)
        view.extend(record[self._seen.get(seat, 0) :])
        self._seen[seat] = len(record)
        return view

    def ask(
        self, bot: Bot, *, limits: Limits | None = None, stop: StopEvent | None = None
    ) -> Result:
        """Ask a bot what it would do for the seat that is to move; the game stays as it is."""
        seat = self.seat
        view = self.view(seat)
        seed = derive_seed(self.seed, "bot", seat, self._seen[seat], bot.spec)
        try:
            result = bot.think(view, limits=limits or Limits(), seed=seed, stop=stop)
        except Exception as error:
            raise BotFailure(f"the bot {bot.spec!r} failed at seat {seat}: {error}") from error
        if result.move not in self.state.legal_moves():
            raise BotFailure(
                f"the bot {bot.spec!r} at seat {seat} wants {result.move!r}, which is not legal"
            )
        return result


def play_game(
    game: Game,
    bots: Sequence[Bot],
    seed: int,
    *,
    on_event: OnEvent | None = None,
    limits: Limits | None = None,
) -> State:
    """Play a game between bots, one for each seat, and return its last state."""
    if len(bots) != game.players:
        raise EminenceError(f"{len(bots)} bots for {game.players} players")
    table = Table(game, seed, on_event=on_event)
    table.deal()
    while table.state.to_move is not None:
        table.move(table.ask(bots[table.seat], limits=limits).move)
        table.deal()
    return table.state
