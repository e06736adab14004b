"""Schedules: who sits where, how often, and what a block's score is."""

from collections import Counter
from itertools import combinations, islice

import pytest

from eminence.bench.schedule import (
    ScheduleError,
    bot_name,
    finished_prefix,
    make_schedule,
)
from eminence.core.errors import BotSpecError


def first(schedule, n):
    return list(islice(schedule.blocks(), n))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_duel_plays_every_deal_in_all_seatings(players):
    block = first(make_schedule("duel", players, 2, 0), 18)[17]
    seatings = Counter(game.seats for game in block.games)
    assert len(block.games) == (2 if players == 2 else 2 * players)
    assert set(seatings.values()) == {1}
    for lone in range(2) if players > 2 else (0,):
        for seat in range(players):
            assert tuple(lone if s == seat else 1 - lone for s in range(players)) in seatings


def test_keys_tell_deal_half_and_seat():
    block = first(make_schedule("duel", 4, 2, 0), 18)[17]
    game = next(g for g in block.games if g.key == "d17/A1/r2")
    assert game.seats == (1, 1, 0, 1) and game.deal == 17
    assert make_schedule("duel", 4, 2, 0).find("d17/B1/r0").seats == (1, 0, 0, 0)


@pytest.mark.parametrize("key", ["", "17", "d1", "d1/A1", "d1/A1/r4", "d-1/A1/r0", "dx/A1/r0"])
def test_a_wrong_key_is_refused_with_an_example(key):
    with pytest.raises(ScheduleError, match=r"d[01]/A1/r0"):
        make_schedule("duel", 4, 2, 0).find(key)


def test_gauntlet_and_ladder_are_duels_on_the_same_deals():
    gauntlet = first(make_schedule("gauntlet", 3, 3, 0), 1)[0]
    assert [g.key for g in gauntlet.games][::3] == [
        "d0/A1B/r0",
        "d0/B1A/r0",
        "d0/A1C/r0",
        "d0/C1A/r0",
    ]
    ladder = first(make_schedule("ladder", 2, 3, 0), 1)[0]
    assert {g.seats for g in ladder.games} == {(0, 1), (1, 0), (1, 2), (2, 1)}


def test_the_score_of_a_duel_is_of_both_halves():
    schedule = make_schedule("duel", 3, 2, 0)
    wins = {g.key: [0.0, 0.0, 1.0] for g in first(schedule, 1)[0].games}
    assert schedule.score(wins) == pytest.approx(1 / 3)
    wins["d0/A1/r0"] = [1.0, 0.0, 0.0]
    assert schedule.score(wins) == pytest.approx(1 / 3 + 1 / 6)
    two = make_schedule("duel", 2, 2, 0)
    assert two.score({"d0/A1/r0": [1, 0], "d0/A1/r1": [0.5, 0.5]}) == 0.75


@pytest.mark.parametrize(("players", "bots"), [(2, 5), (3, 4), (4, 7), (4, 4), (5, 6)])
def test_a_pool_is_balanced_at_any_length(players, bots):
    schedule = make_schedule("pool", players, bots, 3)
    step = 2 if players > 3 else 1
    tables = [set(b.games[0].seats) for b in first(schedule, 60 * step)[::step]]
    sat, met = Counter(), Counter()
    for table in tables:
        assert len(table) == players
        sat.update(table)
        met.update(combinations(sorted(table), 2))
        assert max(sat.values()) - min(sat[b] for b in range(bots)) <= 1
    assert max(met.values()) - min(met.values()) <= 0.35 * max(met.values())


@pytest.mark.parametrize("players", [2, 3, 4])
def test_in_a_pool_every_bot_sits_in_every_seat_equally_often(players):
    for block in first(make_schedule("pool", players, 6, 1), 20):
        for bot in set(block.games[0].seats):
            seats = Counter(game.seats.index(bot) for game in block.games)
            assert set(seats) == set(range(players)) and len(set(seats.values())) == 1


def test_circular_orders():
    def left_neighbours(block):
        return {(g.seats[i - 1], g.seats[i]) for g in block.games for i in range(len(g.seats))}

    three = first(make_schedule("pool", 3, 5, 1), 1)[0]
    assert len(three.games) == 6 and len(left_neighbours(three)) == 6
    one, other = first(make_schedule("pool", 4, 5, 1), 2)
    assert {(b, a) for a, b in left_neighbours(one)} == left_neighbours(other)
    orders = {first(make_schedule("pool", 4, 4, s), 1)[0].games[0].seats for s in range(60)}
    circles = {tuple(o[(i + o.index(0)) % 4] for i in range(4)) for o in orders}
    assert len(circles) == 6


def test_the_finished_prefix_ends_at_the_first_gap():
    schedule = make_schedule("duel", 2, 2, 0)
    keys = {g.key for b in first(schedule, 5) for g in b.games} - {"d3/A1/r1"}
    assert [b.deal for b in finished_prefix(schedule, keys)] == [0, 1, 2]


def test_names():
    assert [bot_name(i) for i in (0, 25, 26, 51, 52, 701, 702)] == [
        *("A", "Z", "AA", "AZ", "BA", "ZZ", "AAA")
    ]


def test_what_makes_no_schedule_is_refused():
    with pytest.raises(BotSpecError, match="did you mean 'duel'"):
        make_schedule("dual", 2, 2, 0)
    with pytest.raises(ScheduleError, match="4 players need 4 bots or more, not 3"):
        make_schedule("pool", 4, 3, 0)
    with pytest.raises(ScheduleError, match="two players"):
        make_schedule("duel", 1, 2, 0)
    with pytest.raises(ScheduleError, match="two bots"):
        make_schedule("gauntlet", 3, 1, 0)
