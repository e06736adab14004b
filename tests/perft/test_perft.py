"""Counts of event sequences, against numbers that the readable rules gave once.

`generate.py` wrote them. A number that changes is a change of the rules: look at the division.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from eminence import available_games, load

FILES = sorted(Path(__file__).parent.glob("*.json"))
COUNTED = [
    pytest.param(
        (file.stem, game["players"], game["record"][: stop["after"]], stop),
        id=f"{file.stem}-{game['players']}-{stop['after']}-{stop['at']}",
    )
    for file in FILES
    for game in json.loads(file.read_text(encoding="utf-8"))
    for stop in game["stops"]
]
QUICK = {"compiled": 200_000, "reference": 500}
"""The leaves that an engine counts in the fast suite."""


def resumed(entry, engine):
    """Return the state at a stop and the leaves at each depth."""
    name, players, record, stop = entry
    state = load(name, players, engine=engine).new()
    for token in record:
        state.apply(token)
    assert state.decision == stop["at"]
    return state, stop["leaves"]


def check(entry, engine, most):
    state, counted = resumed(entry, engine)
    for depth, leaves in enumerate(counted, 1):
        if leaves <= most:
            assert state.perft(depth).leaves == leaves, state.perft(depth).division


def test_every_game_is_counted():
    assert {file.stem for file in FILES} == set(available_games())
    for name, info in available_games().items():
        counted = {param.values[0][1] for param in COUNTED if param.values[0][0] == name}
        assert counted == set(info.players)


@pytest.mark.parametrize("engine", QUICK)
@pytest.mark.parametrize("entry", COUNTED)
def test_leaves(entry, engine):
    check(entry, engine, QUICK[engine])


@pytest.mark.long
@pytest.mark.parametrize("entry", COUNTED)
def test_all_leaves_by_the_readable_rules(entry):
    check(entry, "reference", 10**9)


@pytest.mark.parametrize("entry", COUNTED)
def test_divisions_add_up_and_are_the_same_in_both_engines(entry):
    (reference, counted), (compiled, _) = (resumed(entry, e) for e in ("reference", "compiled"))
    for depth, leaves in enumerate((n for n in counted if n <= 500), 1):
        division = compiled.perft(depth).division
        assert sum(division.values()) == (leaves if compiled.to_move is not None else 0)
        assert division == reference.perft(depth).division


@pytest.mark.long
@pytest.mark.parametrize("entry", COUNTED)
def test_deeper_divisions_are_the_same_in_both_engines(entry):
    (reference, counted), (compiled, _) = (resumed(entry, e) for e in ("reference", "compiled"))
    assert compiled.perft(len(counted)) == reference.perft(len(counted))
