"""The contract between games and everything that uses them.

Words, once for the whole project:

* A *game* is a rule set with a number of players and a card set. *Seats* are 0 … n-1.
* A *state* is a position with every card face up. It stops wherever somebody must decide or
  chance must speak; a stop's *decision* is its name in the game's rules contract.
* A *token* is the text of a move or a chance outcome, an *event* a token with its author.
* A *view* is a seat's *information set*: all that its record (`eminence.core.events`) tells.
  *Determinization*, here `View.sample`, draws one of the full states that fit it.

A game lives in a package of its own, `eminence.core.<name>` for the readable rules and
`eminence.ext.<name>` for the compiled ones; each has ``load(players, cards) -> Game``, and
the first also ``INFO``. Nothing else in the project knows the name of any game.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Literal, NamedTuple, Protocol, Self

import eminence.core
from eminence.core.errors import CardSetError, UnknownGameError
from eminence.core.events import Event

MAX_SEED = 2**64 - 1
"""The largest seed of a stream of random numbers."""

ToMove = int | Literal["chance"] | None
"""A seat, ``"chance"``, or ``None`` at the end."""

Json = dict[str, Any]
"""A JSON object as Python has it."""


class Random(Protocol):
    """A stream of random numbers; `eminence.Rng` is one."""

    def below(self, n: int, /) -> int:
        """Return a whole number, uniform in [0, n)."""


@dataclass(frozen=True, slots=True)
class GameInfo:
    """What there is to know of a game before it is loaded."""

    name: str
    title: str
    players: tuple[int, ...]
    rules_version: str


class Perft(NamedTuple):
    """The number of leaves below a state, in all and by the first event."""

    leaves: int
    division: dict[str, int]


class State(Protocol):
    """A position with every card face up, and the record that led to it."""

    @property
    def game(self) -> Game:
        """The game it belongs to."""

    @property
    def to_move(self) -> ToMove:
        """Who must act: a seat, ``"chance"``, or ``None`` at the end."""

    @property
    def decision(self) -> str | None:
        """The decision's name in the rules contract; ``None`` at the end."""

    @property
    def record(self) -> list[Event]:
        """All events since the state was set up.

        Of a state from `Game.from_json` only those since then; of one from `View.sample` first
        the seat's record.
        """

    def legal_moves(self) -> list[str]:
        """Return the legal moves in the contract's order; none at chance or at the end."""

    def chance_outcomes(self) -> list[tuple[str, float]]:
        """Return each possible outcome and its probability; none where a seat is to move."""

    def chance_weights(self) -> list[tuple[str, int]]:
        """Return each possible outcome and the number of cards, or equal cases, behind it."""

    @property
    def chance_for(self) -> int | None:
        """The seat that alone will see the outcome; ``None`` where all or none will."""

    def apply(self, token: str) -> None:
        """Make a move, or let an outcome happen.

        Raises `NotationError` for a text that is no token of the game, `IllegalMoveError` for
        one that is not possible here, `GameOverError` at the end; the state is then unchanged.
        """

    def sample_chance(self, rng: Random) -> list[str]:
        """Apply random outcomes until a seat is to move or the game is over; return them."""

    def copy(self) -> Self:
        """Return an independent copy."""

    def to_json(self) -> Json:
        """Return the full state as the contract's JSON."""

    def observation(self, seat: int) -> Json:
        """Return the same JSON as that seat may know it."""

    def seat_record(self, seat: int) -> list[Event]:
        """Return what a seat sees of the record.

        Raises `ImpossibleError` for a state from `View.sample` and another seat than the view's:
        nobody knows what that seat saw.
        """

    def scores(self) -> list[int] | None:
        """Return one score a seat at the end, else ``None``."""

    def returns(self) -> list[float] | None:
        """Return each seat's share of the win at the end, 1 in all; else ``None``."""

    def perft(self, depth: int) -> Perft:
        """Count the event sequences of that length (shorter ones where the game ends)."""


class View(Protocol):
    """A seat's information set, built from that seat's record only.

    The view of seat ``"all"`` sees every card. Where another seat may be asked something that
    this one cannot see, the view assumes that it was not, until an event shows otherwise.
    """

    @property
    def game(self) -> Game:
        """The game it belongs to."""

    @property
    def seat(self) -> int | Literal["all"]:
        """Whose view it is."""

    @property
    def to_move(self) -> ToMove:
        """As `State.to_move`, as far as this seat can know."""

    @property
    def decision(self) -> str | None:
        """As `State.decision`, as far as this seat can know."""

    @property
    def record(self) -> list[Event]:
        """The events received so far."""

    def extend(self, events: Sequence[Event]) -> None:
        """Take in what the seat learnt; all of it, or on an error nothing.

        Raises `NotationError`, `IllegalMoveError`, `NotVisibleError` or `ImpossibleError`; the
        message begins with the event's place in the batch, as ``event 3``, and the error has it
        as ``index``.
        """

    def undo(self, n: int) -> None:
        """Cut the record to its first ``n`` events."""

    def legal_moves(self) -> list[str]:
        """Return this seat's legal moves; none when it is not to move."""

    def observation(self) -> Json:
        """Return the state JSON as this seat knows it."""

    def sample(self, rng: Random) -> State:
        """Draw a full state with the probability that rules and record give it.

        Every physical card is distinct; nothing is inferred from how players chose.
        """

    def copy(self) -> Self:
        """Return an independent copy."""


class Game(Protocol):
    """A rule set with a number of players and a card set."""

    @property
    def info(self) -> GameInfo:
        """Name, title, possible player counts, rules version."""

    @property
    def players(self) -> int:
        """The number of players."""

    @property
    def cards_hash(self) -> str:
        """A hash of the card set, for records."""

    def new(self, start: int | None = None) -> State:
        """Return a state at its first chance outcome, or with the start player given.

        Every game's first outcome is ``start N``, which makes seat ``N`` the start player.
        """

    def from_json(self, obj: Json) -> State:
        """Return the state that `State.to_json` described; an error names the faulty field."""

    def view(self, seat: int | Literal["all"], observation: Json | None = None) -> View:
        """Return a seat's view at the beginning, or at an observation without a history."""


def available_games() -> dict[str, GameInfo]:
    """Return the games that are installed, by name."""
    found = pkgutil.iter_modules(eminence.core.__path__)
    names = [m.name for m in found if m.ispkg and not m.name.startswith("_")]
    modules = [importlib.import_module(f"eminence.core.{n}") for n in sorted(names)]
    infos = [m.INFO for m in modules if hasattr(m, "INFO")]
    return {info.name: info for info in infos}


def default_game() -> str:
    """Return the name of the game that is meant where none is named: the first by name."""
    return next(iter(available_games()))


def load(
    name: str,
    players: int,
    *,
    engine: Literal["compiled", "reference"] = "compiled",
    cards: str | Path | None = None,
) -> Game:
    """Return a game by name.

    ``engine`` chooses the compiled rules or the readable ones, which play alike; ``cards`` is
    a folder with another card set. Raises `UnknownGameError` or `CardSetError`.
    """
    games = available_games()
    if name not in games:
        near = get_close_matches(str(name), games, 1)
        hint = f"; did you mean {near[0]!r}?" if near else f"; there are: {', '.join(games)}"
        raise UnknownGameError(f"no game {name!r}{hint}")
    if type(players) is not int or players not in games[name].players:
        counts = ", ".join(map(str, games[name].players))
        raise UnknownGameError(f"{name} is for {counts} players, not {players!r}")
    packages = {"compiled": "ext", "reference": "core"}
    if engine not in packages:
        raise UnknownGameError(f"no engine {engine!r}; there are: compiled, reference")
    if not isinstance(cards, str | Path | None):
        raise CardSetError(f"a card set is a folder's path, not {type(cards).__name__}")
    module = importlib.import_module(f"eminence.{packages[engine]}.{name}")
    game: Game = module.load(players, Path(cards) if cards is not None else None)
    return game
