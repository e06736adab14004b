"""One game between players at a table (docs/strength.md, "Faults")."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Sequence
from dataclasses import dataclass, field

from eminence.bench.deals import Deal
from eminence.bench.faults import Answer, Fault
from eminence.bench.players import Player
from eminence.core.events import Event
from eminence.core.game import Game, Json, State


@dataclass(slots=True)
class _Tally:
    """What is measured of each seat."""

    ms: list[float]
    nodes: list[int]
    stray: list[int]
    decisions: list[int]
    told: list[int]
    """Events of the seat's record that it has been told."""
    latency_ms: float = 0.0
    fault: list[str | None] = field(default_factory=list)
    note: str = ""

    @classmethod
    def of(cls, n: int) -> _Tally:
        return cls([0.0] * n, [0] * n, [0] * n, [0] * n, [0] * n, 0.0, [None] * n)


@dataclass(frozen=True, slots=True)
class Match:
    """A game that was played."""

    result: Json
    """What a run file's line says of it, but for key, deal and bots."""
    state: State
    """The last state."""


def play_match(game: Game, deal: Deal, players: Sequence[Player]) -> Match:
    """Play a game; a bot's fault ends it and loses it for its seat.

    Whatever else goes wrong is raised: it is not a bot's doing.
    """
    tally = _Tally.of(game.players)
    state = game.new()
    seat = 0
    try:
        for seat, player in enumerate(players):
            player.start(game, seat, deal.bot_seed(seat))
        chance = deal.chance()
        chance.play(state)
        while isinstance(to_move := state.to_move, int):
            seat = to_move
            state.apply(_ask(state, seat, players[seat], deal, tally))
            chance.moved()
            chance.play(state)
    except Fault as fault:
        tally.fault[seat], tally.note = fault.kind, fault.why
    for player in players:
        player.finish()
    return Match(_result(state, tally), state)


def _ask(state: State, seat: int, player: Player, deal: Deal, tally: _Tally) -> str:
    """Return a seat's move; raises `Fault` for one that is not legal."""
    record = state.seat_record(seat)
    news = record[tally.told[seat] :]
    tally.told[seat] = len(record)
    seed = deal.bot_seed(seat, tally.decisions[seat])
    tally.decisions[seat] += 1
    started = time.perf_counter()
    try:
        answer = player.choose(news, seed)
    finally:
        spent_ms = (time.perf_counter() - started) * 1000
        tally.ms[seat] += spent_ms
    _count(answer, spent_ms, seat, tally)
    if answer.move not in state.legal_moves():
        raise Fault("illegal", f"{answer.move[:100]!r} at {state.decision}")
    return answer.move


def _count(answer: Answer, spent_ms: float, seat: int, tally: _Tally) -> None:
    tally.nodes[seat] += answer.nodes
    tally.stray[seat] += answer.stray
    if answer.time_ms is not None:
        tally.latency_ms = max(tally.latency_ms, spent_ms - answer.time_ms)


def _result(state: State, tally: _Tally) -> Json:
    """Return the line's fields; the others share the win of a seat that failed."""
    n = state.game.players
    failed = next((seat for seat, kind in enumerate(tally.fault) if kind), None)
    points: list[int | None] = [None] * n
    if failed is not None:
        win = [0.0 if seat == failed else 1 / (n - 1) for seat in range(n)]
        ranks = [n if seat == failed else 1 for seat in range(n)]
    else:
        win, points = list(state.returns() or []), list(state.scores() or [])
        order = [(share > 0, score or 0) for share, score in zip(win, points, strict=True)]
        ranks = [1 + sum(other > mine for other in order) for mine in order]
    record = state.record
    result: Json = {
        "points": points,
        "ranks": ranks,
        "win": win,
        "turns": sum("seat" in event for event in record),
        "fault": tally.fault,
        "ms": [round(ms, 1) for ms in tally.ms],
        "nodes": tally.nodes,
        "latency_max_ms": round(tally.latency_ms, 1),
        "events_sha": events_sha(record),
    }
    if failed is not None:
        result["note"] = tally.note
    if any(tally.stray):
        result["stray"] = tally.stray
    return result


def events_sha(record: Sequence[Event]) -> str:
    """Return a hash of a game's record, to tell whether a replay was the same game."""
    text = json.dumps(record, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:8]
