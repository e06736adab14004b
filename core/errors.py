"""Named errors, one for each reason; all are ``ValueError``.

``code`` is the reason's name in the engine protocol (section 6 of the protocol), so that an
engine answers with the name of the error it caught.
"""

from __future__ import annotations


class EminenceError(ValueError):
    """Anything this library refuses; the message says what is wrong and where."""

    code = "bad_value"


class UnknownGameError(EminenceError):
    """No game of that name, or not with that many players."""

    code = "unknown_rules"


class CardSetError(EminenceError):
    """A card file is missing or wrong; names the file, the row and the column."""


class BotSpecError(EminenceError):
    """No bot of that name, or an option it does not have or take."""

    code = "unknown_option"


class NotationError(EminenceError):
    """A text or object that is no move, outcome, event, state or record at all."""


class IllegalMoveError(EminenceError):
    """A move or outcome that the rules do not allow here; says why and what was legal."""

    code = "illegal_event"


class NotVisibleError(EminenceError):
    """An event tells a seat more than that seat may know."""

    code = "not_visible"


class ImpossibleError(EminenceError):
    """No hidden state fits the record."""

    code = "impossible"


class DesyncError(EminenceError):
    """An event list that does not continue the one already there."""

    code = "desync"


class GameOverError(EminenceError):
    """The game is over; nobody is to move."""

    code = "game_over"
