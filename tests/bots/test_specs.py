"""Bots as text."""

from __future__ import annotations

import pytest

from eminence import BotSpecError, available_bots, bot


def test_a_spec_is_read_back(name):
    made = bot(name)
    assert made.spec.startswith(name)
    assert bot(made.spec).spec == made.spec
    for option in available_bots()[name].options:
        if option.default is None:
            continue
        changed = bot(name, **{option.name: option.default + 1})
        assert f"{option.name}={option.default + 1}" in changed.spec
        assert bot(changed.spec).spec == changed.spec != made.spec


@pytest.mark.parametrize(
    ("spec", "same"),
    [
        ("random", "random:seed=0"),
        ("random:seed=7", "random:seed=7"),
        (" greedy:worlds=4 ", "greedy:seed=0,worlds=4"),
        ("greedy: worlds = 4 , seed = 2", "greedy:seed=2,worlds=4"),
        ("flat-mc:nodes=10,c=1", "flat-mc:seed=0,nodes=10,c=1.0"),
        ("flat-mc:time_ms=50", "flat-mc:seed=0,nodes=2000,time_ms=50,c=0.7"),
    ],
)
def test_specs(spec, same):
    assert bot(spec).spec == same


def test_options_by_name_come_first():
    assert bot("flat-mc:nodes=10", nodes=20, seed=4).spec == bot("flat-mc:seed=4,nodes=20").spec


@pytest.mark.parametrize(
    ("spec", "sentence"),
    [
        ("rondom", "did you mean 'random'"),
        ("greedi", "did you mean 'greedy'"),
        ("flatmc", "did you mean 'flat-mc'"),
        ("xyz", "there are: random, greedy, flat-mc"),
        ("", "there are"),
        ("greedy:wolds=3", "did you mean 'worlds'"),
        ("flat-mc:node=3", "did you mean 'nodes'"),
        ("flat-mc:zzz=3", "there are: seed, nodes, time_ms, c"),
        ("random:seed", "key=value"),
        ("random:", "key=value"),
        ("random:seed=", "key=value"),
        ("random:=3", "key=value"),
        ("random:seed=1,", "key=value"),
        ("random:seed=1,seed=2", "given twice"),
        ("random:seed=x", "whole number"),
        ("random:seed=1.5", "whole number"),
        ("random:seed=-1", "from 0"),
        (f"random:seed={2**64}", "from 0"),
        ("greedy:worlds=0", "from 1"),
        ("flat-mc:nodes=-5", "from 0"),
        ("flat-mc:c=nan", "from 0"),
        ("flat-mc:c=inf", "from 0"),
        ("flat-mc:c=big", "a number"),
        ("flat-mc:nodes=٣", "whole number"),
        ("flat-mc:nodes=1_000", "whole number"),
        ("flat-mc:c=٣", "a number"),
        ("flat-mc:c=1_0", "a number"),
        (None, "text"),
        (5, "text"),
    ],
)
def test_bad_specs_say_what_is_wrong(spec, sentence):
    with pytest.raises(BotSpecError, match=sentence):
        bot(spec)


@pytest.mark.parametrize("value", [True, "x", 1.5, [], -1, "٣", "1_0"])
def test_bad_values_by_name(value):
    with pytest.raises(BotSpecError, match="seed"):
        bot("random", seed=value)


def test_the_largest_seed_is_kept_exactly():
    assert bot(f"random:seed={2**64 - 1}").spec == f"random:seed={2**64 - 1}"


def test_what_there_is(name):
    info = available_bots()[name]
    assert info.name == name
    assert info.summary
    for option in info.options:
        assert option.help
        assert option.default is None or option.low <= option.default <= option.high
