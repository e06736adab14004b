"""The same view, seed and node limit give the same result, and nothing else matters."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from eminence import Limits, Rng, bot
from eminence.ext.root import Root


def test_the_same_seed_and_nodes_give_the_same_result(compiled, name, quick, asked, timeless):
    for view in asked(compiled, 1, 4):
        first = timeless(quick(name).think(view, seed=3))
        assert timeless(quick(name).think(view, seed=3)) == first
        assert timeless(quick(name, seed=3).think(view)) == first
        assert timeless(quick(name).think(view.copy(), seed=3)) == first


def test_nothing_thought_before_matters(compiled, name, quick, asked, timeless):
    views = list(asked(compiled, 2, 5))
    thinker = quick(name)
    firsts = [timeless(thinker.think(view, seed=5)) for view in views]
    for view, first in reversed([*zip(views, firsts, strict=True)]):
        assert timeless(thinker.think(view, seed=5)) == first
        assert timeless(quick(name).think(view, seed=5)) == first


@pytest.mark.parametrize("name", ["random", "flat-mc"])
def test_another_seed_thinks_otherwise(compiled, name, quick, asked, timeless):
    different = 0
    for view in asked(compiled, 3, 8):
        results = [timeless(quick(name).think(view, seed=seed)) for seed in range(4)]
        different += any(result != results[0] for result in results[1:])
    assert different


@pytest.mark.parametrize("n", [True, False, 1.5, "2", None])
def test_random_numbers_are_below_whole_numbers(n):
    with pytest.raises(TypeError, match="n is a whole number, not"):
        Rng(1).below(n)


def test_how_it_is_chunked_does_not_matter(compiled, asked):
    for view in asked(compiled, 4, 3):
        roots = [Root(view, Rng(1)) for _ in range(3)]
        roots[0].simulate(90, 0.7)
        for _ in range(90):
            roots[1].simulate(1, 0.7)
        for n in (7, 0, 43, 40):
            roots[2].simulate(n, 0.7)
        assert roots[0].statistics() == roots[1].statistics() == roots[2].statistics()
        assert roots[0].decisions == roots[1].decisions == roots[2].decisions


@pytest.mark.parametrize("seconds", [0.0, 1e-6, 10.0])
def test_the_pace_of_the_clock_does_not_matter(compiled, asked, timeless, monkeypatch, seconds):
    (view,) = asked(compiled, 5, 1)
    expected = timeless(bot("flat-mc").think(view, limits=Limits(nodes=500)))
    monkeypatch.setattr("eminence.ai.bots.CHUNK_S", seconds)
    found = bot("flat-mc").think(view, limits=Limits(nodes=500))
    assert timeless(found) == expected


def test_a_watcher_does_not_matter(compiled, name, quick, asked, timeless):
    (view,) = asked(compiled, 6, 1)
    reports = []
    watched = quick(name).think(view, on_info=reports.append, every_ms=0, stop=threading.Event())
    assert timeless(watched) == timeless(quick(name).think(view))


def test_the_view_is_left_unchanged(compiled, name, quick, asked, wander):
    for view in asked(compiled, 7, 4):
        before = wander.raw(view), view.record, view.observation()
        quick(name).think(view)
        assert (wander.raw(view), view.record, view.observation()) == before


def test_two_at_once_think_as_one_after_the_other(compiled, name, asked, timeless):
    options = "nodes=1500" if name == "flat-mc" else "seed=0"
    thinker = bot(f"{name}:{options}")
    views = list(asked(compiled, 8, 6))
    alone = [timeless(thinker.think(view, seed=2)) for view in views]
    with ThreadPoolExecutor(3) as pool:
        together = list(pool.map(lambda view: timeless(thinker.think(view, seed=2)), views * 2))
    assert together == alone * 2


def test_two_at_once_may_ask_about_the_same_view(compiled, asked, timeless):
    (view,) = asked(compiled, 9, 1)
    thinker = bot("flat-mc:nodes=1500")
    alone = [timeless(thinker.think(view, seed=seed)) for seed in range(4)]
    with ThreadPoolExecutor(4) as pool:
        together = pool.map(lambda seed: timeless(thinker.think(view, seed=seed)), range(4))
        assert list(together) == alone
