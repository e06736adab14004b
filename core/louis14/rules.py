"""Louis XIV behind the seam of `eminence.core.seam`."""

from __future__ import annotations

from typing import Any

from eminence.core.game import GameInfo, Json, ToMove
from eminence.core.louis14 import course, ending, jsonform, notation, reading, seen
from eminence.core.louis14.cards import Cards
from eminence.core.louis14.position import Position, new_position
from eminence.core.louis14.view import SeatInformation
from eminence.core.seam import Information, Rules


class Louis14Rules(Rules[Position]):
    """The rules with a number of players and a card set."""

    def __init__(self, info: GameInfo, players: int, cards: Cards) -> None:
        """Keep the card set."""
        self.info = info
        self.players = players
        self.cards = cards
        self.cards_hash = cards.hash

    def new(self) -> Position:
        """Return the position at `start`."""
        return new_position(self.players, self.cards)

    def copy(self, position: Position) -> Position:
        """Return an independent copy."""
        return position.copy()

    def to_move(self, position: Position) -> ToMove:
        """Return who must act."""
        return position.to_move

    def decision(self, position: Position) -> str | None:
        """Return the name of the stop."""
        return position.decision

    def legal_moves(self, position: Position) -> list[str]:
        """Return the legal moves in the contract's order."""
        return course.legal_moves(position)

    def chance_weights(self, position: Position) -> list[tuple[str, int]]:
        """Return the possible outcomes in the contract's order."""
        return course.chance_outcomes(position)

    def check_token(self, token: str) -> None:
        """Raise `NotationError` for what is no token."""
        notation.check(token)

    def apply(self, position: Position, token: str) -> None:
        """Carry out a legal move or a possible outcome."""
        course.apply(position, token)

    def seen_by(self, position: Position, token: str, seat: int) -> str | None:
        """Return how a seat sees a token about to be applied."""
        return seen.seen_by(position, token, seat)

    def to_json(self, position: Position) -> Json:
        """Return the full state as the contract's JSON."""
        return jsonform.to_json(position)

    def from_json(self, obj: Any) -> Position:
        """Return the position that `to_json` described."""
        return reading.read(obj, self.players, self.cards)

    def observation(self, position: Position, seat: int) -> Json:
        """Return what a seat knows.

        While another seat is asked `intrigue`, that is what it knows if this one, and any
        later one asked unseen, keeps its card back (section 8).
        """
        if position.decision == "intrigue" and position.to_move != seat:
            position = position.copy()
            while position.decision == "intrigue" and position.to_move != seat:
                course.apply(position, f"{position.step.tile}:none")
        return jsonform.to_json(seen.hide(position, seat))

    def scores(self, position: Position) -> list[int] | None:
        """Return the scores at the end."""
        return None if position.scores is None else list(position.scores)

    def returns(self, position: Position) -> list[float] | None:
        """Return each seat's share of the win at the end."""
        return ending.returns(position)

    def information(self, seat: int, observation: Any = None) -> Information[Position]:
        """Return what a seat knows at the beginning, or at an observation."""
        if observation is None:
            return SeatInformation.of(seen.hide(self.new(), seat))
        return SeatInformation.of(reading.read(observation, self.players, self.cards, seat))
