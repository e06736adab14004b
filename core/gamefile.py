"""Game files: one JSON object a line, one line a game.

``{"format": 1, "game": …, "rules_version": …, "cards": hash, "players": n, "bots": […] or null,
"seed": … or null, "record": [events], "scores": […] or null}``. In ``bots`` a seat's ``null`` is a
person; ``scores`` are ``null`` while the game is not finished.
"""

from __future__ import annotations

import json
import os
import reprlib
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO, NoReturn

from eminence.core.errors import EminenceError
from eminence.core.events import CHANCE, Event, event, parse_event
from eminence.core.game import MAX_SEED as MAX_SEED
from eminence.core.game import Game, Json, State, load

FORMAT = 1
"""The version of the file format."""

KEYS = (
    "format",
    "game",
    "rules_version",
    "cards",
    "players",
    "bots",
    "seed",
    "record",
    "scores",
)
"""The keys of a line, all of them, in the order in which they are written."""

MAX_LINE = 2**24
"""Bytes that a line has at most; no game comes near, but a device has lines without an end."""


class GameFileError(EminenceError):
    """A game file, or a game in it, that cannot be used; names the file and the line."""


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A game as it stands in a file."""

    game: str
    rules_version: str
    cards: str
    """The hash of the card set."""
    players: int
    bots: list[str | None] | None
    """A bot's spec for each seat, ``None`` for a person."""
    seed: int | None
    record: list[Event]
    scores: list[int] | None
    where: str = field(default="the game", compare=False)
    """Where it was read, for messages."""

    @classmethod
    def of(
        cls, state: State, *, bots: list[str | None] | None = None, seed: int | None = None
    ) -> GameRecord:
        """Return the record of a state that was played from the beginning."""
        game = state.game
        return cls(
            game=game.info.name,
            rules_version=game.info.rules_version,
            cards=game.cards_hash,
            players=game.players,
            bots=bots,
            seed=seed,
            record=state.record,
            scores=state.scores(),
        )

    def to_json(self) -> Json:
        """Return it as the object of a game file's line."""
        return {"format": FORMAT} | {key: getattr(self, key) for key in KEYS[1:]}

    @classmethod
    def from_json(cls, obj: Any, where: str = "the game") -> GameRecord:
        """Return the game that `to_json` described; raise `GameFileError` for anything else."""
        if not isinstance(obj, dict):
            _refuse(where, f"a game is a JSON object, not {_kind(obj)}")
        _check_keys(obj, where)
        players = _integer(obj, "players", where, 1, 64)
        seed = None if obj["seed"] is None else _integer(obj, "seed", where, 0, MAX_SEED)
        return cls(
            game=_text(obj, "game", where),
            rules_version=_text(obj, "rules_version", where),
            cards=_text(obj, "cards", where),
            players=players,
            bots=_bots(obj["bots"], players, where),
            seed=seed,
            record=_events(obj["record"], players, where),
            scores=_scores(obj["scores"], players, where),
            where=where,
        )


def read_games(path: str | Path) -> Iterator[GameRecord]:
    """Read a game file, one game after the other.

    Raises `GameFileError`, naming file and line, for a line that is no game; `OSError` where
    the file cannot be read.
    """
    with naming(path), open(path, "rb") as file:
        for number, line in enumerate(iter(lambda: file.readline(MAX_LINE + 1), b""), 1):
            where = f"{path}, line {number}"
            if len(line) > MAX_LINE:
                _refuse(where, f"longer than {MAX_LINE} bytes, so it is no game")
            if line.strip():
                yield GameRecord.from_json(_parse(line, where), where)


def open_games(path: str | Path, *, append: bool = False) -> BinaryIO:
    """Open a game file for `append_game`: a new one, or, if asked, the end of an old one.

    Raises `GameFileError` where that would overwrite games or continue half a line.
    """
    path = Path(path)
    if not append:
        try:
            return open(path, "xb", buffering=0)
        except FileExistsError as error:
            raise GameFileError(f"{path} is there already, and is not overwritten") from error
    with naming(path), ExitStack() as unless_good:
        file = unless_good.enter_context(open(path, "ab+", buffering=0))
        if file.seek(0, os.SEEK_END):
            file.seek(-1, os.SEEK_END)
            if file.read(1) != b"\n":
                raise GameFileError(f"{path} ends in half a line, so nothing can be added to it")
        unless_good.pop_all()
    return file


def append_game(file: BinaryIO, record: GameRecord) -> None:
    """Write one complete line and flush it; if that fails, leave the file as it was."""
    text = json.dumps(record.to_json(), allow_nan=False, separators=(",", ":"))
    line = memoryview(f"{text}\n".encode())
    with naming(file.name):
        start = file.seek(0, os.SEEK_END)
        try:
            while line:
                line = line[file.write(line) :]
            file.flush()
        except OSError:
            with suppress(OSError):
                file.truncate(start)
            raise


@contextmanager
def naming(path: str | Path) -> Iterator[None]:
    """Let an error of the operating system name the file, where it does not."""
    try:
        yield
    except OSError as error:
        if error.filename is None:
            error.filename = str(path)
        raise


def game_of(
    record: GameRecord, *, engine: str = "compiled", cards: str | Path | None = None
) -> Game:
    """Load the game that a record is of; raise `GameFileError` where rules or cards differ."""
    try:
        game = load(record.game, record.players, engine=engine, cards=cards)  # type: ignore[arg-type]
    except EminenceError as error:
        raise GameFileError(f"{record.where}: {error}") from error
    check_fits(record, game)
    return game


def check_fits(record: GameRecord, game: Game) -> None:
    """Raise `GameFileError` unless the record is of that game, those rules and those cards."""
    pairs = [
        ("a game of", record.game, game.info.name),
        ("players:", record.players, game.players),
        ("rules version", record.rules_version, game.info.rules_version),
        ("card set", record.cards, game.cards_hash),
    ]
    for what, theirs, ours in pairs:
        if theirs != ours:
            _refuse(record.where, f"{what} {theirs}, but here it is {ours}")


def replay(record: GameRecord, game: Game) -> State:
    """Play a record again, checking each event and the scores; return the last state."""
    check_fits(record, game)
    state = game.new()
    for index, item in enumerate(record.record):
        try:
            step(state, item)
        except EminenceError as error:
            raise GameFileError(f"{record.where}, event {index}: {error}") from error
    if state.scores() != record.scores:
        played = _told(state.scores())
        _refuse(record.where, f"scores {_told(record.scores)}, but play gives {played}")
    return state


def step(state: State, item: Event) -> None:
    """Apply an event to a state, checking its author as well as its token."""
    author, token = parse_event(item, state.game.players)
    due = CHANCE if state.to_move == "chance" else state.to_move
    if due is not None and author != due:
        told = ["chance" if who == CHANCE else f"seat {who}" for who in (author, due)]
        raise GameFileError(f"{token!r} is by {told[0]}, where {told[1]} is to move")
    state.apply(token)


def _told(scores: list[int] | None) -> str:
    """Return scores in words."""
    return "of an unfinished game" if scores is None else ", ".join(map(str, scores))


def _refuse(where: str, why: str) -> NoReturn:
    raise GameFileError(f"{where}: {why}")


def _kind(obj: Any) -> str:
    """Return what a value is called in JSON."""
    names = {dict: "object", list: "list", str: "text", bool: "true or false", type(None): "null"}
    return names.get(type(obj), "number")


def _shown(value: Any) -> str:
    """Return a value as a message can quote it."""
    return reprlib.repr(value) if type(value) in (int, float, str) else _kind(value)


def _parse(line: bytes, where: str) -> Any:
    """Return a line's JSON; refuse what only Python takes for JSON, and what is cut off."""
    try:
        return json.loads(
            line.decode(),
            object_pairs_hook=_unique,
            parse_constant=_no_constant,
        )
    except UnicodeDecodeError as error:
        raise GameFileError(f"{where}: not UTF-8 text") from error
    except (ValueError, RecursionError) as error:
        if not line.endswith(b"\n") and line.lstrip().startswith(b"{"):
            raise GameFileError(f"{where}: the file ends in the middle of this line") from error
        at = f" at column {error.colno}" if isinstance(error, json.JSONDecodeError) else ""
        why = error.msg if isinstance(error, json.JSONDecodeError) else error
        raise GameFileError(f"{where}: not JSON{at}: {why}") from error


def _unique(pairs: list[tuple[str, Any]]) -> Json:
    """Return an object; refuse one that has a key twice."""
    obj = dict(pairs)
    if len(obj) < len(pairs):
        keys = [key for key, _ in pairs]
        raise ValueError(f"the key {next(k for k in keys if keys.count(k) > 1)!r} is there twice")
    return obj


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON number")


def _check_keys(obj: Json, where: str) -> None:
    """Refuse another format, and keys that are missing or not known."""
    if "format" in obj and (type(obj["format"]) is not int or obj["format"] != FORMAT):
        _refuse(where, f"this reads game files of format {FORMAT}, not {_shown(obj['format'])}")
    missing = [key for key in KEYS if key not in obj]
    if missing:
        _refuse(where, f"the key {missing[0]!r} is missing")
    unknown = sorted(obj.keys() - set(KEYS))
    if unknown:
        _refuse(where, f"there is no key {unknown[0]!r} in a game")


def _text(obj: Json, key: str, where: str) -> str:
    value = obj[key]
    if not isinstance(value, str):
        _refuse(where, f"{key!r} is a text, not {_kind(value)}")
    return value


def _integer(obj: Json, key: str, where: str, low: int, high: int) -> int:
    value = obj[key]
    if type(value) is not int or not low <= value <= high:
        _refuse(where, f"{key!r} is a whole number from {low} to {high}, not {_shown(value)}")
    return value


def _bots(value: Any, players: int, where: str) -> list[str | None] | None:
    """Return the bots; refuse anything but null or one text or null a seat."""
    if value is None:
        return None
    if not isinstance(value, list) or not all(b is None or isinstance(b, str) for b in value):
        _refuse(where, "'bots' is null or a list of texts and nulls")
    if len(value) != players:
        _refuse(where, f"'bots' has {len(value)} entries for {players} players")
    return value


def _events(value: Any, players: int, where: str) -> list[Event]:
    """Return the record; refuse what is no list of events."""
    if not isinstance(value, list):
        _refuse(where, f"'record' is a list, not {_kind(value)}")
    parsed = (parse_event(e, players, f"{where}, event {i}") for i, e in enumerate(value))
    try:
        return [event(author, token) for author, token in parsed]
    except EminenceError as error:
        raise GameFileError(str(error)) from error


def _scores(value: Any, players: int, where: str) -> list[int] | None:
    """Return the scores; refuse anything but null or one whole number a seat."""
    if value is None:
        return None
    if not isinstance(value, list) or not all(type(score) is int for score in value):
        _refuse(where, "'scores' is null or a list of whole numbers")
    if len(value) != players:
        _refuse(where, f"'scores' has {len(value)} entries for {players} players")
    return value
