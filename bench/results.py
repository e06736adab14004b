"""A run file read for statistics: its games as arrays, cut to whole blocks.

A *block* is all games of one deal. Only blocks count that are whole and belong to the longest
finished prefix of the schedule: games that are short finish early, so counting by arrival would
favour whoever wins short games.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from eminence.bench.labels import labels
from eminence.bench.schedule import make_schedule
from eminence.core.errors import EminenceError

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

METRICS = ("win", "rank_pts", "margin")
"""The scores of a seat in a game."""

_SHARE_SLACK = 1e-6
"""How far the shares of a win may be from 1 in all."""


class RunFileReadError(EminenceError):
    """A file that is no run file, or a damaged one; names the line."""


@dataclass(frozen=True)
class Results:
    """The games of a run's finished prefix, ordered by deal; arrays are (game, seat).

    ``unfinished`` counts games left out as their block, or one before it, is not whole;
    ``torn`` tells that the last line was cut short and left out.
    """

    run: dict[str, Any]
    names: tuple[str, ...]
    deal: Ints
    bot: Ints
    scores: dict[str, Floats]
    turns: Ints
    ms: Floats
    nodes: Floats
    faults: tuple[Counter[str], ...]
    unfinished: int = 0
    voids: int = 0
    torn: bool = False

    @cached_property
    def labels(self) -> dict[str, str]:
        """What to call each bot, by its name."""
        bots = self.run.get("bots") or [{"name": name} for name in self.names]
        return labels(bots)

    @property
    def players(self) -> int:
        """The number of seats."""
        return int(self.run["players"])

    @property
    def schedule(self) -> str:
        """The name of the schedule."""
        return str(self.run.get("schedule", ""))

    @property
    def metric(self) -> str:
        """The score that decides, stated before the run."""
        return str(self.run.get("metric", "win"))

    @property
    def is_duel(self) -> bool:
        """Whether two bots meet, one alone among the other's copies."""
        return self.schedule == "duel" and len(self.names) == 2

    @cached_property
    def block(self) -> Ints:
        """The block of each game: 0, 1, … in order of the deals."""
        return np.unique(self.deal, return_inverse=True)[1].astype(np.int64).reshape(-1)

    @property
    def blocks(self) -> int:
        """The number of whole blocks."""
        return int(self.block[-1]) + 1 if self.block.size else 0

    def par(self, metric: str) -> float:
        """Return what equal bots score on average."""
        return {"win": 1 / self.players, "rank_pts": 0.5, "margin": 0.0}[metric]

    def block_mean(self, values: Floats, mask: NDArray[np.bool_]) -> Floats:
        """Return the mean of the values under the mask in each block, NaN where there are none."""
        good = mask & ~np.isnan(values)
        rows = np.broadcast_to(self.block[:, None], values.shape)[good]
        count = np.bincount(rows, minlength=self.blocks)
        total = np.bincount(rows, values[good], minlength=self.blocks)
        with np.errstate(invalid="ignore"):
            mean: Floats = total / count
        return mean


def read_results(path: Path | str) -> Results:
    """Return what a run file holds; raises `RunFileReadError` with a sentence for any other."""
    path = Path(path)
    run, lines, voids, torn = _read_lines(path)
    names, games = _check_games(path, run, lines)
    kept = _finished(games, _block_size(run, games))
    return _arrays(run, names, kept, len(games) - len(kept), voids, torn)


def _read_lines(path: Path) -> tuple[dict[str, Any], list[tuple[int, dict[str, Any]]], int, bool]:
    """Return the configuration, the numbered game lines, how many voids, whether torn."""
    if path.exists() and not path.is_file():
        raise RunFileReadError(f"{path} is no regular file")
    data = path.read_bytes()
    if not data.strip():
        raise RunFileReadError(f"{path} is empty: nothing was played")
    whole, _, rest = data.rpartition(b"\n")
    lines = whole.split(b"\n") if whole else []
    torn = bool(rest.strip())
    objects = [(i, _parse(path, i, line)) for i, line in enumerate(lines, 1) if line.strip()]
    if not objects:
        first = _parse(path, 1, rest)
        objects, torn = [(1, first)], False
    run = objects[0][1]
    if run.get("type") != "run" or not isinstance(run.get("players"), int):
        raise RunFileReadError(f"{path} is no run file of the arena: line 1 is no run line")
    if run.get("format") != 1:
        raise RunFileReadError(
            f"{path} has format {run.get('format')!r}; this version reads format 1"
        )
    if run.get("metric", "win") not in METRICS:
        raise RunFileReadError(
            f"{path}, line 1: no metric {run['metric']!r}; there are: {', '.join(METRICS)}"
        )
    games = [(i, line) for i, line in objects[1:] if line.get("type") == "game"]
    voids = sum(line.get("type") == "void" for _, line in objects[1:])
    if len(games) + voids != len(objects) - 1:
        at = next(i for i, o in objects[1:] if o.get("type") not in ("game", "void"))
        raise RunFileReadError(f"{path}, line {at}: neither a game nor a void game")
    return run, games, voids, torn


def _parse(path: Path, number: int, line: bytes) -> dict[str, Any]:
    try:
        value = json.loads(line, parse_constant=_no_number)
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict):
        kind = "is no run file of the arena" if number == 1 else "is damaged"
        raise RunFileReadError(f"{path} {kind}: line {number} is no JSON object")
    return value


def _no_number(name: str) -> float:
    raise ValueError(f"{name} is no JSON")


def _check_games(
    path: Path, run: dict[str, Any], games: list[tuple[int, dict[str, Any]]]
) -> tuple[tuple[str, ...], list[dict[str, Any]]]:
    """Return the bots' names and the games; every game must be complete, and there once."""
    bots = run.get("bots")
    if not isinstance(bots, list) or not all(isinstance(b, dict) and "name" in b for b in bots):
        raise RunFileReadError(f"{path}, line 1: the bots have no names")
    names = tuple(dict.fromkeys(str(bot["name"]) for bot in bots))
    seen: set[str] = set()
    for at, game in games:
        why = _fault(game, names, run["players"])
        if why:
            raise RunFileReadError(f"{path}, line {at}: {why}")
        if game["key"] in seen:
            raise RunFileReadError(f"{path}, line {at}: game {game['key']} is there twice")
        seen.add(game["key"])
    return names, [game for _, game in games]


def _fault(game: dict[str, Any], names: Sequence[str], players: int) -> str:
    """Return what is wrong with a game line, or nothing."""
    if not isinstance(game.get("key"), str) or type(game.get("deal")) is not int:
        return "a game without key or deal"
    seats = game.get("seats")
    if not isinstance(seats, list) or len(seats) != players:
        return f"a game with other than {players} seats"
    unknown = [seat for seat in seats if seat not in names]
    if unknown:
        return f"no bot {unknown[0]!r} in line 1"
    for key in ("points", "ranks", "win", "ms", "nodes"):
        empty = key not in ("ranks", "win")
        if not ((empty and game.get(key) is None) or _numbers(game.get(key), players, empty)):
            return f"{key} are not {players} numbers"
    if not all(0 <= w <= 1 for w in game["win"]) or abs(sum(game["win"]) - 1) > _SHARE_SLACK:
        return "win are not shares of one win"
    if type(game.get("turns", 0)) is not int:
        return "turns is no number"
    faults = game.get("fault", [None] * players)
    if not isinstance(faults, list) or len(faults) != players:
        return f"fault is not a list of {players}"
    return ""


def _numbers(values: object, count: int, empty: bool) -> bool:
    """Return whether this is a list of so many numbers; some may be missing if `empty`."""
    if not isinstance(values, list) or len(values) != count:
        return False
    return all(type(v) in (int, float) or (empty and v is None) for v in values)


def _block_size(run: dict[str, Any], games: Sequence[dict[str, Any]]) -> int:
    """Return how many games a whole block has: by the schedule, or else as the fullest has."""
    try:
        schedule = make_schedule(run["schedule"], run["players"], len(run["bots"]), 0)
    except (EminenceError, KeyError, TypeError):
        return max(Counter(game["deal"] for game in games).values(), default=1)
    return len(next(schedule.blocks()).games)


def _finished(games: list[dict[str, Any]], size: int) -> list[dict[str, Any]]:
    """Return the games of the longest finished prefix, by deal and key."""
    count = Counter(game["deal"] for game in games)
    start = stop = min(count, default=0)
    while count[stop] >= size:
        stop += 1
    kept = [game for game in games if start <= game["deal"] < stop]
    return sorted(kept, key=lambda game: (game["deal"], game["key"]))


def _arrays(
    run: dict[str, Any],
    names: tuple[str, ...],
    games: list[dict[str, Any]],
    unfinished: int,
    voids: int,
    torn: bool,
) -> Results:
    n = run["players"]
    index = {name: i for i, name in enumerate(names)}
    faults = tuple(Counter[str]() for _ in names)
    faulty = np.zeros(len(games), dtype=bool)
    for i, game in enumerate(games):
        for seat, kind in zip(game["seats"], game.get("fault") or [], strict=False):
            if kind:
                faults[index[seat]][str(kind)] += 1
                faulty[i] = True
    points = _matrix(games, "points", n)
    points[faulty] = np.nan  # a game that stopped early has no final points
    return Results(
        run=run,
        names=names,
        deal=np.array([game["deal"] for game in games], dtype=np.int64),
        bot=np.array([[index[s] for s in game["seats"]] for game in games], dtype=np.int64).reshape(
            -1, n
        ),
        scores={
            "win": _matrix(games, "win", n),
            "rank_pts": rank_points(_matrix(games, "ranks", n)),
            "margin": margin(points),
        },
        turns=np.array([game.get("turns") or 0 for game in games], dtype=np.int64),
        ms=_matrix(games, "ms", n),
        nodes=_matrix(games, "nodes", n),
        faults=faults,
        unfinished=unfinished,
        voids=voids,
        torn=torn,
    )


def _matrix(games: Sequence[dict[str, Any]], key: str, n: int) -> Floats:
    """Return a field as (game, seat), NaN where it is missing."""
    rows = [game.get(key) or [None] * n for game in games]
    return np.array(rows, dtype=np.float64).reshape(-1, n)


def mean_ranks(ranks: Floats) -> Floats:
    """Return ranks with ties averaged: 1, 1, 3 becomes 1.5, 1.5, 3."""
    ahead = (ranks[:, None, :] < ranks[:, :, None]).sum(-1)
    level = (ranks[:, None, :] == ranks[:, :, None]).sum(-1)
    mean: Floats = ahead + (level + 1) / 2
    return mean


def rank_points(ranks: Floats) -> Floats:
    """Return (n - rank) / (n - 1), ties averaged: 1 for the first, 0 for the last."""
    n = ranks.shape[1]
    points: Floats = (n - mean_ranks(ranks)) / (n - 1)
    return points


def margin(points: Floats) -> Floats:
    """Return each seat's points less the mean of the others'."""
    n = points.shape[1]
    result: Floats = (points - points.mean(1, keepdims=True)) * n / (n - 1)
    return result
