"""The seam between a game in plain Python and `eminence.core.reference`.

A game subclasses `Rules` (how a position is played) and `Information` (what one seat knows of
it); nothing else of the game's own is needed. The checks that every game shares are here too.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, Generic, Self, TypeVar

from eminence.core.errors import GameOverError, IllegalMoveError, NotationError
from eminence.core.events import CHANCE
from eminence.core.game import GameInfo, Json, Random, ToMove
from eminence.core.refusals import told

P = TypeVar("P")
"""A game's positions: what changes in the course of play."""


class Rules(ABC, Generic[P]):
    """How a game is played: the seam between a game and `eminence.core.reference`.

    Methods that take a position leave it as it is, but for `apply`.
    """

    info: GameInfo
    players: int
    cards_hash: str

    @abstractmethod
    def new(self) -> P:
        """Return the position at the first stop of the game."""

    @abstractmethod
    def copy(self, position: P) -> P:
        """Return an independent copy."""

    @abstractmethod
    def to_move(self, position: P) -> ToMove:
        """Return who must act: a seat, ``"chance"``, or ``None`` at the end."""

    @abstractmethod
    def decision(self, position: P) -> str | None:
        """Return the name of the stop; ``None`` at the end."""

    @abstractmethod
    def legal_moves(self, position: P) -> list[str]:
        """Return the legal moves of the seat that is to move; none at chance."""

    @abstractmethod
    def chance_weights(self, position: P) -> list[tuple[str, int]]:
        """Return the possible outcomes with their relative frequency; none at a decision."""

    @abstractmethod
    def check_token(self, token: str) -> None:
        """Raise `NotationError` for a text that is neither a move nor an outcome of the game."""

    @abstractmethod
    def apply(self, position: P, token: str) -> None:
        """Carry out a legal move or possible outcome and go on to the next stop."""

    @abstractmethod
    def seen_by(self, position: P, token: str, seat: int) -> str | None:
        """Return how a seat sees a token that is about to be applied; ``None``: not at all."""

    @abstractmethod
    def to_json(self, position: P) -> Json:
        """Return the full position as JSON."""

    @abstractmethod
    def from_json(self, obj: Any) -> P:
        """Return the position that `to_json` described.

        Raises `NotationError` beginning with the path of the fault, ``state: seats/1/gold: …``.
        """

    @abstractmethod
    def observation(self, position: P, seat: int) -> Json:
        """Return the position as JSON as far as a seat knows it."""

    @abstractmethod
    def scores(self, position: P) -> list[int] | None:
        """Return one score a seat at the end, else ``None``."""

    @abstractmethod
    def returns(self, position: P) -> list[float] | None:
        """Return each seat's share of the win at the end (ties broken), else ``None``."""

    @abstractmethod
    def information(self, seat: int, observation: Any = None) -> Information[P]:
        """Return what a seat knows at the beginning, or at an observation."""

    def start_token(self, seat: int) -> str:
        """Return the outcome that makes a seat the start player."""
        return f"start {seat}"


class Information(ABC, Generic[P]):
    """What one seat knows: an information set that takes in the seat's record."""

    @property
    @abstractmethod
    def to_move(self) -> ToMove:
        """Who must act, as far as the seat can know."""

    @property
    @abstractmethod
    def decision(self) -> str | None:
        """The name of the stop, as far as the seat can know."""

    @abstractmethod
    def legal_moves(self) -> list[str]:
        """Return the seat's own legal moves; none when it is not to move."""

    @abstractmethod
    def take_in(self, author: int, token: str) -> None:
        """Take in an event (author `CHANCE` or a seat) as the seat saw it.

        Raises `NotationError`, `NotVisibleError`, `IllegalMoveError` or `ImpossibleError`, and
        may then be left in any condition.
        """

    @abstractmethod
    def observation(self) -> Json:
        """Return the position as JSON as far as the seat knows it."""

    @abstractmethod
    def sample(self, rng: Random) -> P:
        """Draw a full position with the probability that rules and record give it.

        Uses ``rng`` only, in a fixed order, and nothing but what the record tells.
        """

    @abstractmethod
    def copy(self) -> Self:
        """Return an independent copy."""


def check_author(to_move: ToMove, author: int, token: str) -> None:
    """Raise `IllegalMoveError` unless it is the author's turn."""
    if to_move is None:
        raise IllegalMoveError(f"{token!r}: the game is over")
    if author != (CHANCE if to_move == "chance" else to_move):
        told = [_name(CHANCE if who == "chance" else who) for who in (author, to_move)]
        raise IllegalMoveError(f"{token!r} by {told[0]}, but {told[1]} is to move")


def check_legal(rules: Rules[P], position: P, token: object) -> None:
    """Raise the error that fits unless a token is legal or possible in a position."""
    if not isinstance(token, str):
        raise NotationError(f"a move or outcome is a text, not {type(token).__name__}")
    rules.check_token(token)
    mover = rules.to_move(position)
    if mover is None:
        raise GameOverError(f"{token!r}: the game is over")
    legal = possible_tokens(rules, position)
    if token not in legal:
        who = _name(CHANCE if mover == "chance" else mover)
        where = f"for {who} at {rules.decision(position)}"
        raise IllegalMoveError(f"{token!r} is not possible {where}; {told(legal, token)}")


def _name(author: int) -> str:
    return "chance" if author == CHANCE else f"seat {author}"


def possible_tokens(rules: Rules[P], position: P) -> list[str]:
    """Return every move or outcome that is possible in a position."""
    return [t for t, _ in rules.chance_weights(position)] or rules.legal_moves(position)
