"""Random numbers, chance outcomes and the kernel's fast paths have the right frequencies.

Seeds are fixed; a test fails where a p-value is below `P`.
"""

from __future__ import annotations

import random
from collections import Counter
from itertools import pairwise

import pytest
from scipy.stats import chi2_contingency, chisquare, kstest

from eminence import Rng, load
from eminence.bench.kernel import random_decisions, random_games, random_scores

P = 1e-4
PLAYERS = (2, 3, 4)


def homogeneity_p(first, second):
    """Return the p-value that two lists of values come from one distribution."""
    a, b = Counter(first), Counter(second)
    table, rest = [], [0, 0]
    for value in sorted(a.keys() | b.keys()):
        rest = [rest[0] + a[value], rest[1] + b[value]]
        if min(rest) >= 10:  # neighbouring values taken together
            table.append(rest)
            rest = [0, 0]
    table[-1] = [x + y for x, y in zip(table[-1], rest, strict=True)]
    return chi2_contingency(table).pvalue


def features(scores):
    """Return named lists of numbers, one for each feature of final scores."""
    names = {f"seat {seat}": [game[seat] for game in scores] for seat in range(len(scores[0]))}
    names["best"] = [max(game) for game in scores]
    names["worst"] = [min(game) for game in scores]
    names["lead of seat 0"] = [game[0] - max(game[1:]) for game in scores]
    names["sum"] = [sum(game) for game in scores]
    return names


def compare(first, second):
    other = features(second)
    for name, values in features(first).items():
        p = homogeneity_p(values, other[name])
        assert p > P, f"{name}: p = {p:.2g}"


@pytest.mark.parametrize("players", PLAYERS)
def test_fast_playouts_score_as_those_by_lists(players):
    game = load("louis14", players)
    compare(random_scores(game, 12_000, Rng(1, 0)), random_decisions(game, 12_000, Rng(1, 1)))


@pytest.mark.long
@pytest.mark.parametrize("players", PLAYERS)
def test_many_fast_playouts_score_as_those_by_lists(players):
    game = load("louis14", players)
    compare(random_scores(game, 400_000, Rng(2, 0)), random_decisions(game, 400_000, Rng(2, 1)))


@pytest.mark.parametrize("players", PLAYERS)
def test_playouts_score_as_games_played_from_outside(players):
    game = load("louis14", players)
    chance, rng, scores = random.Random(players), Rng(3), []
    for _ in range(1200):
        state = game.new()
        state.sample_chance(rng)
        while state.to_move is not None:
            state.apply(chance.choice(state.legal_moves()))
            state.sample_chance(rng)
        scores.append(state.scores())
    compare(random_scores(game, 6000, Rng(4)), scores)


def test_playouts_are_the_same_for_the_same_seed():
    game = load("louis14", 3)
    assert random_scores(game, 50, Rng(5)) == random_scores(game, 50, Rng(5))
    assert random_scores(game, 50, Rng(5)) != random_scores(game, 50, Rng(6))
    assert random_decisions(game, 50, Rng(5)) == random_decisions(game, 50, Rng(5))
    assert random_games(game, 50, Rng(5)) == random_games(game, 50, Rng(5)) > 50 * 60


@pytest.mark.parametrize("n", [2, 3, 5, 6, 7, 12, 40, 60, 64, 100, 257])
def test_below_is_uniform(n):
    rng = Rng(7, n)
    found = Counter(rng.below(n) for _ in range(60 * n + 5000))
    assert set(found) == set(range(n))
    assert chisquare([found[k] for k in range(n)]).pvalue > P


@pytest.mark.parametrize("n", [3 * 2**30, 2**31 + 1, 2**32 - 1])
def test_below_is_uniform_where_a_remainder_would_show(n):
    rng = Rng(8)
    found = Counter(rng.below(n) * 6 // n for _ in range(30_000))
    assert chisquare([found[k] for k in range(6)]).pvalue > P


def test_below_has_a_range():
    assert {Rng(9, k).below(1) for k in range(20)} == {0}
    for wrong in (0, -1, 2**32):
        with pytest.raises(ValueError):
            Rng(9).below(wrong)


def test_random_is_uniform_and_every_bit_of_next_is_fair():
    rng = Rng(10)
    assert kstest([rng.random() for _ in range(20_000)], "uniform").pvalue > P
    words = [rng.next() for _ in range(4000)]
    for bit in range(64):
        ones = sum(word >> bit & 1 for word in words)
        assert chisquare([ones, len(words) - ones]).pvalue > P / 10


def test_streams_and_seeds_differ():
    firsts = [Rng(seed, stream).next() for seed in range(40) for stream in range(40)]
    assert len(set(firsts)) == 1600
    ones = sum(bin(a ^ b).count("1") for a, b in pairwise(firsts))
    assert chisquare([ones, 64 * 1599 - ones]).pvalue > P
    assert Rng(1, 2).copy().next() == Rng(1, 2).next()


def chance_stops(game, seed):
    """Yield the first and the fifth stop of each kind where chance speaks in a random game."""
    chance, seen, state = random.Random(seed), Counter(), game.new()
    while state.to_move is not None:
        tokens = state.legal_moves() or [token for token, _ in state.chance_outcomes()]
        if state.to_move == "chance" and len(tokens) > 1:
            seen[state.decision] += 1
            if seen[state.decision] in (1, 5):
                yield state.copy()
        missions = [t for t in tokens if t.startswith("mission") and " pay " in t]
        state.apply(chance.choice(missions or tokens))


@pytest.mark.parametrize("engine", ["compiled", "reference"])
@pytest.mark.parametrize("players", PLAYERS)
def test_chance_has_the_frequencies_that_it_tells(players, engine):
    game = load("louis14", players, engine=engine)
    rng, number, kinds = Rng(11), 1500 if engine == "compiled" else 300, set()
    for state in chance_stops(game, players):
        kinds.add(state.decision)
        outcomes = dict(state.chance_outcomes())
        found = Counter(state.copy().sample_chance(rng)[0] for _ in range(number))
        assert found.keys() <= outcomes.keys()
        p = chisquare(
            [found[token] for token in outcomes], [number * p for p in outcomes.values()]
        ).pvalue
        assert p > P / 10, f"{state.decision}: p = {p:.2g}"
    assert len(kinds) >= 4
