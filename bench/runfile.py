"""Run files: one JSON object a line, only ever added to (docs/strength.md, "Run files").

The first line is the run's configuration and its hash, each other one a game, or a game that
is void and played again. A run goes on in its own file and in no other.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, BinaryIO

from eminence.bench.config import ArenaError, RunConfig
from eminence.core.game import Json

try:
    import fcntl
except ImportError:  # pragma: no cover - not on Windows
    fcntl = None  # type: ignore[assignment]

TIMES = ("ms", "latency_max_ms")
"""The fields of a game that depend on the clock."""


class RunFile:
    """A run file that is open for writing, and locked."""

    def __init__(self, path: Path, file: BinaryIO, games: dict[str, Json]) -> None:
        """Write to a file in which there are these games."""
        self.path = path
        self.games = games
        """The games that were there, by key; whoever has counted one may take it out."""
        self._file = file

    def add(self, line: Json) -> None:
        """Write one complete line; if that fails, leave the file as it was."""
        _write(self._file, encode(line))


@contextmanager
def open_run(path: Path, config: RunConfig) -> Iterator[RunFile]:
    """Open a new run's file, or that of the same run to go on with it.

    A last line that was cut off by a kill is removed. Raises `ArenaError` for a file of
    anything else, or one in which another process is writing; it is then unchanged.
    """
    header = encode(config.to_json())
    fresh = not path.exists()
    with open(path, "ab+", buffering=0) as file:
        _lock(path, file)
        try:
            games = _resume(path, file, header)
            yield RunFile(path, file, games)
        finally:
            if fresh and os.fstat(file.fileno()).st_size <= len(header):
                with suppress(OSError):
                    path.unlink()


def read_config(path: Path) -> RunConfig:
    """Return the configuration of a run file."""
    if path.exists() and not path.is_file():
        raise ArenaError(f"{path} is no regular file")
    with open(path, "rb") as file:
        first = file.readline()
    return _config(path, first)


def find_game(path: Path, key: str) -> Json | None:
    """Return a game of a run file by its key, if it is there."""
    with open(path, "rb") as file:
        _config(path, file.readline())
        for number, line in enumerate(file, 2):
            if line.endswith(b"\n"):
                obj = _parse(path, number, line)
                if obj.get("type") == "game" and obj.get("key") == key:
                    return obj
    return None


def encode(line: Json) -> bytes:
    """Return an object as a line of the file."""
    return json.dumps(line, allow_nan=False, separators=(",", ":")).encode() + b"\n"


def without_times(line: Json) -> Json:
    """Return a line without what depends on the clock."""
    return {key: value for key, value in line.items() if key not in TIMES}


def _lock(path: Path, file: BinaryIO) -> None:
    """Keep others from writing to the file for as long as it is open here."""
    if fcntl is None:  # pragma: no cover - not on Windows
        return
    try:
        fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        raise ArenaError(f"another arena is writing to {path}") from error


def _resume(path: Path, file: BinaryIO, header: bytes) -> dict[str, Json]:
    """Return the games in the file; cut a torn last line off and see that there is a first."""
    file.seek(0)
    games: dict[str, Json] = {}
    end = 0
    for number, line in enumerate(file, 1):
        if not line.endswith(b"\n"):
            if number == 1 and not header.startswith(line):
                raise ArenaError(f"{path} is no run file of an arena, and is not overwritten")
            break
        if number == 1:
            _check_same(path, line, header)
        else:
            obj = _parse(path, number, line)
            if obj.get("type") == "game":
                games[str(obj.get("key"))] = obj
        end += len(line)
    file.truncate(end)
    if not end:
        _write(file, header)
    return games


def _check_same(path: Path, line: bytes, header: bytes) -> None:
    """Refuse a file of another run, saying in what it differs."""
    theirs, ours = _config(path, line).to_json(), json.loads(header)
    for key in ours:
        if key not in ("type", "hash") and theirs[key] != ours[key]:
            there, here = _told(theirs[key], ours[key])
            raise ArenaError(
                f"{path} is of another run, and is not overwritten: {key} is {there} there "
                f"and {here} here"
            )


def _told(theirs: Any, ours: Any) -> tuple[str, str]:
    """Return two values in words, and of bots only the first that differs."""
    if isinstance(theirs, list) and isinstance(ours, list) and len(theirs) == len(ours):
        theirs, ours = next((a, b) for a, b in zip(theirs, ours, strict=True) if a != b)
        if theirs.get("spec") != ours.get("spec"):
            theirs, ours = theirs.get("spec"), ours.get("spec")
    return json.dumps(theirs), json.dumps(ours)


def _config(path: Path, line: bytes) -> RunConfig:
    if not line.endswith(b"\n"):
        raise ArenaError(f"{path} is no run file of an arena")
    obj = _parse(path, 1, line)
    try:
        return RunConfig.from_json(obj)
    except ArenaError as error:
        raise ArenaError(f"{path}, line 1: {error}") from error


def _parse(path: Path, number: int, line: bytes) -> Json:
    try:
        obj = json.loads(line)
    except (ValueError, RecursionError):
        obj = None
    if not isinstance(obj, dict):
        what = "is no run file of an arena" if number == 1 else "is damaged"
        raise ArenaError(f"{path} {what}: line {number} is no JSON object")
    return obj


def _write(file: BinaryIO, line: bytes) -> None:
    start = file.seek(0, os.SEEK_END)
    view = memoryview(line)
    try:
        while view:
            view = view[file.write(view) :]
    except OSError:
        with suppress(OSError):
            file.truncate(start)
        raise
