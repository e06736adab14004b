"""Games, states and views in plain Python, on top of a small seam for each game.

A game of one's own needs a class of positions and, for the seam in `eminence.core.seam`, a
subclass of `Rules` that says how such a position is played and one of `Information` for what a
seat knows of it: `ReferenceGame(rules)` then is the whole `eminence.core.game.Game`. Everything
that is not peculiar to a game is here: records, copying, counting, random chance, undoing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, Literal, NamedTuple, Self

from eminence.core.errors import EminenceError, ImpossibleError
from eminence.core.events import CHANCE, Event, event, parse_event
from eminence.core.game import GameInfo, Json, Perft, Random, ToMove
from eminence.core.refusals import check_batch, check_depth, check_length, check_seat, placed
from eminence.core.seam import (
    Information,
    P,
    Rules,
    check_author,
    check_legal,
    possible_tokens,
)

ALL: Literal["all"] = "all"
"""The seat of a view that sees every card."""

Viewer = int | Literal["all"]


class ReferenceGame(Generic[P]):
    """A game by its rules."""

    def __init__(self, rules: Rules[P]) -> None:
        """Keep the rules."""
        self.rules = rules

    def __repr__(self) -> str:
        """Name the game."""
        return f"<{self.info.name} for {self.players} players, reference>"

    @property
    def info(self) -> GameInfo:
        """Name, title, possible player counts, rules version."""
        return self.rules.info

    @property
    def players(self) -> int:
        """The number of players."""
        return self.rules.players

    @property
    def cards_hash(self) -> str:
        """A hash of the card set, for records."""
        return self.rules.cards_hash

    def new(self, start: int | None = None) -> ReferenceState[P]:
        """Return a state at its first chance outcome, or with the start player given."""
        state = ReferenceState(self, self.rules.new())
        if start is not None:
            check_seat(start, self.players)
            state.apply(self.rules.start_token(start))
        return state

    def from_json(self, obj: Json) -> ReferenceState[P]:
        """Return the state that `ReferenceState.to_json` described."""
        return ReferenceState(self, self.rules.from_json(obj))

    def view(self, seat: Viewer, observation: Json | None = None) -> ReferenceView[P]:
        """Return a seat's view at the beginning, or at an observation without a history."""
        if seat != ALL or not isinstance(seat, str):
            check_seat(seat, self.players)
        return ReferenceView(self, seat, _first_information(self.rules, seat, observation))


class _Happening(NamedTuple):
    """An event and how each seat saw it (``None``: not at all)."""

    author: int
    token: str
    seen: tuple[str | None, ...]


class ReferenceState(Generic[P]):
    """A position with every card face up, and the record that led to it."""

    def __init__(
        self,
        game: ReferenceGame[P],
        position: P,
        before: Sequence[Event] = (),
        only_seat: int | None = None,
    ) -> None:
        """Keep the position; ``before`` is the record, if any, that only one seat saw."""
        self._game = game
        self._rules = game.rules
        self._position = position
        self._before = list(before)
        self._only_seat = only_seat
        self._since: list[_Happening] = []

    def __repr__(self) -> str:
        """Say where it stands."""
        return f"<state of {self._game.info.name}: {self.decision or 'over'}, {self.to_move}>"

    @property
    def game(self) -> ReferenceGame[P]:
        """The game it belongs to."""
        return self._game

    @property
    def to_move(self) -> ToMove:
        """Who must act: a seat, ``"chance"``, or ``None`` at the end."""
        return self._rules.to_move(self._position)

    @property
    def decision(self) -> str | None:
        """The decision's name in the rules contract; ``None`` at the end."""
        return self._rules.decision(self._position)

    @property
    def record(self) -> list[Event]:
        """All events since the state was set up, resumed or sampled with its view's record."""
        return [*map(_copied, self._before), *(event(h.author, h.token) for h in self._since)]

    def legal_moves(self) -> list[str]:
        """Return the legal moves in the contract's order; none at chance or at the end."""
        return self._rules.legal_moves(self._position)

    def chance_weights(self) -> list[tuple[str, int]]:
        """Return each possible outcome and the number of cards, or equal cases, behind it."""
        return self._rules.chance_weights(self._position)

    def chance_outcomes(self) -> list[tuple[str, float]]:
        """Return each possible outcome and its probability; none where a seat is to move."""
        weights = self.chance_weights()
        total = sum(weight for _, weight in weights)
        return [(token, weight / total) for token, weight in weights]

    @property
    def chance_for(self) -> int | None:
        """The seat that alone will see the outcome; ``None`` where all or none will."""
        if self.to_move != "chance":
            return None
        token = self.chance_weights()[0][0]
        seats = range(self._rules.players)
        seers = [s for s in seats if self._rules.seen_by(self._position, token, s) == token]
        return seers[0] if len(seers) == 1 else None

    def apply(self, token: str) -> None:
        """Make a move, or let an outcome happen; on an error the state is unchanged."""
        check_legal(self._rules, self._position, token)
        self._apply(token)

    def _apply(self, token: str) -> None:
        rules, position = self._rules, self._position
        mover = rules.to_move(position)
        author = mover if isinstance(mover, int) else CHANCE
        seen = tuple(rules.seen_by(position, token, seat) for seat in range(rules.players))
        rules.apply(position, token)
        self._since.append(_Happening(author, token, seen))

    def sample_chance(self, rng: Random) -> list[str]:
        """Apply random outcomes until a seat is to move or the game is over; return them."""
        applied = []
        while self.to_move == "chance":
            weights = self._rules.chance_weights(self._position)
            token = _pick(weights, rng.below(sum(weight for _, weight in weights)))
            self._apply(token)
            applied.append(token)
        return applied

    def copy(self) -> Self:
        """Return an independent copy."""
        twin = type(self)(
            self._game, self._rules.copy(self._position), self._before, self._only_seat
        )
        twin._since = list(self._since)
        return twin

    def to_json(self) -> Json:
        """Return the full state as the contract's JSON."""
        return self._rules.to_json(self._position)

    def observation(self, seat: int) -> Json:
        """Return the same JSON as that seat may know it."""
        check_seat(seat, self._rules.players)
        return self._rules.observation(self._position, seat)

    def seat_record(self, seat: int) -> list[Event]:
        """Return what a seat sees of the record.

        Raises `ImpossibleError` for a state sampled from another seat's view.
        """
        check_seat(seat, self._rules.players)
        if self._only_seat is not None and seat != self._only_seat:
            raise ImpossibleError(
                f"this state was sampled from the view of seat {self._only_seat}; "
                f"nobody knows what seat {seat} saw"
            )
        seen = [(h.author, h.seen[seat]) for h in self._since]
        return [
            *map(_copied, self._before),
            *(event(author, token) for author, token in seen if token is not None),
        ]

    def scores(self) -> list[int] | None:
        """Return one score a seat at the end, else ``None``."""
        return self._rules.scores(self._position)

    def returns(self) -> list[float] | None:
        """Return each seat's share of the win at the end, 1 in all; else ``None``."""
        return self._rules.returns(self._position)

    def perft(self, depth: int) -> Perft:
        """Count the event sequences of that length (shorter ones where the game ends)."""
        check_depth(depth)
        rules, position = self._rules, self._position
        if depth == 0:
            return Perft(1, {})
        division = {}
        for token in possible_tokens(rules, position):
            below = rules.copy(position)
            rules.apply(below, token)
            division[token] = _leaves(rules, below, depth - 1)
        return Perft(sum(division.values()) or 1, division)


class ReferenceView(Generic[P]):
    """A seat's information set, built from that seat's record only."""

    def __init__(self, game: ReferenceGame[P], seat: Viewer, information: Information[P]) -> None:
        """Keep what the seat knows before anything has happened."""
        self._game = game
        self._seat = seat
        self._origin = information
        self._information = information.copy()
        self._record: list[Event] = []

    def __repr__(self) -> str:
        """Say whose it is and how far it got."""
        return f"<view of seat {self._seat} of {self._game.info.name}: {len(self._record)} events>"

    @property
    def game(self) -> ReferenceGame[P]:
        """The game it belongs to."""
        return self._game

    @property
    def seat(self) -> Viewer:
        """Whose view it is."""
        return self._seat

    @property
    def to_move(self) -> ToMove:
        """As `ReferenceState.to_move`, as far as this seat can know."""
        return self._information.to_move

    @property
    def decision(self) -> str | None:
        """As `ReferenceState.decision`, as far as this seat can know."""
        return self._information.decision

    @property
    def record(self) -> list[Event]:
        """The events received so far."""
        return [_copied(e) for e in self._record]

    def extend(self, events: Sequence[Event]) -> None:
        """Take in what the seat learnt; all of it, or on an error nothing."""
        check_batch(events)
        information = self._information.copy()
        record = []
        for index, obj in enumerate(events):
            try:
                author, token = parse_event(obj, self._game.players, f"event {index}")
            except EminenceError as error:
                raise placed(error, str(error), index) from None
            try:
                information.take_in(author, token)
            except EminenceError as error:
                raise placed(error, f"event {index}: {error}", index) from error
            record.append(event(author, token))
        self._information = information
        self._record += record

    def undo(self, n: int) -> None:
        """Cut the record to its first ``n`` events."""
        check_length(n, len(self._record))
        information = self._origin.copy()
        for obj in self._record[:n]:
            information.take_in(*parse_event(obj, self._game.players))
        self._information = information
        del self._record[n:]

    def legal_moves(self) -> list[str]:
        """Return this seat's legal moves; none when it is not to move."""
        return self._information.legal_moves()

    def observation(self) -> Json:
        """Return the state JSON as this seat knows it."""
        return self._information.observation()

    def sample(self, rng: Random) -> ReferenceState[P]:
        """Draw a full state with the probability that rules and record give it."""
        position = self._information.sample(rng)
        if isinstance(self._seat, int):
            return ReferenceState(self._game, position, self._record, self._seat)
        return _replayed(self._game, self._origin, self._record, position)

    def copy(self) -> Self:
        """Return an independent copy."""
        twin = type(self)(self._game, self._seat, self._origin)
        twin._information = self._information.copy()
        twin._record = list(self._record)
        return twin


class OpenInformation(Information[P]):
    """What a view of all seats knows: the position itself."""

    def __init__(self, rules: Rules[P], position: P) -> None:
        """Keep the position."""
        self._rules = rules
        self.position = position

    @property
    def to_move(self) -> ToMove:
        """Who must act."""
        return self._rules.to_move(self.position)

    @property
    def decision(self) -> str | None:
        """The name of the stop."""
        return self._rules.decision(self.position)

    def legal_moves(self) -> list[str]:
        """Return the legal moves of whoever is to move."""
        return self._rules.legal_moves(self.position)

    def take_in(self, author: int, token: str) -> None:
        """Apply the event."""
        check_author(self.to_move, author, token)
        check_legal(self._rules, self.position, token)
        self._rules.apply(self.position, token)

    def observation(self) -> Json:
        """Return the full position as JSON."""
        return self._rules.to_json(self.position)

    def sample(self, rng: Random) -> P:
        """Return the position: there is nothing to draw."""
        return self._rules.copy(self.position)

    def copy(self) -> Self:
        """Return an independent copy."""
        return type(self)(self._rules, self._rules.copy(self.position))


def _leaves(rules: Rules[P], position: P, depth: int) -> int:
    tokens = possible_tokens(rules, position) if depth else []
    if depth <= 1 or not tokens:
        return len(tokens) or 1
    total = 0
    for token in tokens:
        below = rules.copy(position)
        rules.apply(below, token)
        total += _leaves(rules, below, depth - 1)
    return total


def _pick(weights: list[tuple[str, int]], number: int) -> str:
    """Return the outcome at a number between 0 and the sum of the weights."""
    for token, weight in weights:
        if number < weight:
            return token
        number -= weight
    raise AssertionError("the number is not below the sum of the weights")


def _copied(obj: Event) -> Event:
    return obj.copy()


def _first_information(rules: Rules[P], seat: Viewer, observation: Json | None) -> Information[P]:
    if isinstance(seat, int):
        return rules.information(seat, observation)
    position = rules.new() if observation is None else rules.from_json(observation)
    return OpenInformation(rules, position)


def _replayed(
    game: ReferenceGame[P], origin: Information[P], record: list[Event], position: P
) -> ReferenceState[P]:
    """Return a state whose whole record is known, as a view of all seats knows it."""
    if not isinstance(origin, OpenInformation):
        return ReferenceState(game, position, record)
    state = ReferenceState(game, game.rules.copy(origin.position))
    for obj in record:
        state.apply(parse_event(obj, game.players)[1])
    return state
