"""What a seat's view takes in, refuses and infers: sections 7 and 8, and the protocol's list.

The numbers of the conformance list (`protocol.md`, section 8) stand in the docstrings as (44) ….
"""

import random

import pytest

from eminence.core.errors import (
    IllegalMoveError,
    ImpossibleError,
    NotationError,
    NotVisibleError,
)
from eminence.core.game import load


class Dice:
    """A stream of random numbers, as `eminence.core.game.Random` wants it."""

    def __init__(self, seed):
        self.random = random.Random(seed)

    def below(self, n):
        return self.random.randrange(n)


def chance(*tokens):
    return [{"chance": token} for token in tokens]


def move(seat, token):
    return {"seat": seat, "move": token}


def watch(table, seat):
    """The view of a seat at the table's position, without a history."""
    return table.state.game.view(seat, observation=table.state.observation(seat))


def agree(view, state, seat):
    """Assert that a view knows what its seat may know of that state."""
    seen = state.observation(seat)
    assert view.observation() == seen
    assert (view.to_move, view.decision) == (seen["to_move"], seen["decision"])
    passed = state.copy()
    while passed.decision == "intrigue" and passed.to_move != seat:
        passed.apply(passed.legal_moves()[0])
    assert view.to_move == passed.to_move
    assert view.legal_moves() == (passed.legal_moves() if view.to_move == seat else [])


def refused(view, events, error, index=None):
    """Assert that a batch is refused because of its last event and that nothing is taken in."""
    before = view.record, view.observation(), view.legal_moves(), view.to_move
    with pytest.raises(error) as caught:
        view.extend(events)
    assert caught.value.index == (len(events) - 1 if index is None else index)
    assert str(caught.value).startswith(f"event {caught.value.index}")
    assert (view.record, view.observation(), view.legal_moves(), view.to_move) == before


SET_UP = ["start 0", "mission M01", "mission L01", "mission M02", "mission L02", "mission M03",
          "mission L03", "gold G5"]  # fmt: skip
"""Up to the first gold card with three players."""


def set_up(seat):
    """What that seat sees of `SET_UP`."""
    own = {2 * seat + 1, 2 * seat + 2}
    return chance(
        *(
            t if i in own or not t.startswith("mission") else f"mission {t[8]}?"
            for i, t in enumerate(SET_UP)
        )
    )


@pytest.fixture
def view(engine):
    """Return a function that gives a seat's view of a game for three, after `SET_UP`."""

    def make(seat, *more):
        view = load("louis14", 3, engine=engine).view(seat)
        view.extend([*set_up(seat), *more])
        return view

    return make


def drawn(seat, cards, hidden=("?",) * 5):
    """The draws of all three, those of one seat named."""
    hands = [cards if i == seat else hidden for i in range(3)]
    return chance(*(f"influence {card}" for hand in hands for card in hand))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_view_begins_where_the_game_does(engine, players):
    """The view of a seat at the beginning knows what is public there."""
    game = load("louis14", players, engine=engine)
    for seat in range(players):
        view = game.view(seat)
        agree(view, game.new(), seat)
        assert (view.seat, view.record, view.game.players) == (seat, [], players)
        assert (view.to_move, view.decision) == ("chance", "start")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_views_follow_a_whole_game(engine, players):
    """Every seat's view, given its record alone, has its observation at every stop but the last
    (8); `observation` and `events` give the same legal actions (53).
    """
    game, dice = load("louis14", players, engine=engine), random.Random(players)
    state, views = game.new(), [game.view(seat) for seat in range(players)]
    told = [0] * players
    while state.to_move is not None:
        for seat, view in enumerate(views):
            record = state.seat_record(seat)
            view.extend(record[told[seat] :])
            told[seat] = len(record)
            assert view.record == record
            agree(view, state, seat)
            if dice.random() < 0.1:
                agree(game.view(seat, observation=state.observation(seat)), state, seat)
        moves = state.legal_moves() or [token for token, _ in state.chance_outcomes()]
        missions = [m for m in moves if m.startswith("mission")] if state.legal_moves() else []
        state.apply(dice.choice(missions or moves))


def test_a_view_knows_no_hidden_shields_at_the_end(board):
    """`scores` stay `null` and `bonus` 0 until it is told the final state."""
    start = board(3, round=4).shields(1, a=3)
    for i in range(3):
        start.gold(i, 0)
    table = start.score()
    view = watch(table, 0)
    table.go("done", "done", "done")
    view.extend(table.state.seat_record(0)[-3:])
    seen = view.observation()
    assert (view.to_move, view.decision, seen["phase"]) == (None, None, "end")
    assert seen["scores"] is None
    assert [seat["bonus"] for seat in seen["seats"]] == [0, 0, 0]
    assert seen["seats"][1]["shields"] == {"?": 3}


@pytest.mark.parametrize(
    "token", ["mission M01", "mission L20", "influence 5", "influence J", "shield a", "intrigue 5"]
)
def test_a_hidden_card_of_another_seat_may_not_be_named(board, token):
    """(44) Another seat's hidden card named: not visible."""
    kind = token.split()[0]
    if kind == "influence":
        table = board(3, start=1).resources().go("gold G1")
    elif kind == "shield":
        table = board(3, start=1).play(1, "M05").resources().go("gold G1")
    elif kind == "intrigue":
        table = board(3, start=1).play(1, "D03").resources().go("gold G1")
    else:
        start = board(3, start=1).hand(1, "D02", "M02").chips(1, "RR")
        table = start.score().go("mission D02 pay RR", f"draw {token[8]}")
    view = watch(table, 0)
    refused(view, chance(token), NotVisibleError)
    hidden = f"mission {token[8]}?" if kind == "mission" else f"{kind} ?"
    view.extend(chance(hidden))


def test_a_hidden_card_named_in_set_up(engine):
    """(44) As in the protocol's example."""
    view = load("louis14", 3, engine=engine).view(1)
    refused(view, chance("start 0", "mission M07"), NotVisibleError)
    assert view.record == []


def test_missions_returned_by_another_may_not_be_named(board):
    """Rule: "`return L03+M02`: `return L?+M?`" (7)."""
    table = board().play(1, "L19").hand(1, "L03", "M02").score().until("exchange")
    view = watch(table, 0)
    refused(view, [move(1, "return L03+M02")], NotVisibleError)
    refused(view, [move(1, "return L03")], NotVisibleError)
    view.extend([move(1, "return L?+M?")])


def test_a_card_kept_back_by_another_may_not_be_told(board):
    """Rule: "`T:none`: left out" (7): whoever tells it tells too much."""
    table = board().intrigue(1, 5).score()
    refused(watch(table, 0), [move(1, "5:none")], NotVisibleError)
    watch(table, 1).extend([move(1, "5:none")])


@pytest.mark.parametrize("token", ["influence ?"])
def test_an_own_card_may_not_be_hidden(view, token):
    """(45) Own card as `?`: illegal."""
    refused(view(0), chance(token), IllegalMoveError)


def test_an_own_mission_may_not_be_hidden(engine):
    """(45) Own card as `?`: illegal."""
    view = load("louis14", 3, engine=engine).view(0)
    refused(view, chance("start 0", "mission M?"), IllegalMoveError)


def test_own_shield_intrigue_and_return_may_not_be_hidden(board):
    """(45) Own card as `?`: illegal."""
    table = board().put(12, 1).score()
    view = watch(table, 0)
    refused(view, chance("shield ?"), IllegalMoveError)
    refused(view, chance("shield a", "intrigue ?"), IllegalMoveError)
    table = board().play(0, "L19").score().go("done")
    refused(watch(table, 0), [move(0, "return L?")], IllegalMoveError)


def test_public_cards_may_not_be_hidden(engine, board):
    """Gold cards and cards turned up for the neutral player are seen by all (7)."""
    view = load("louis14", 3, engine=engine).view(0)
    refused(view, [*set_up(0)[:-1], *chance("gold ?")], (IllegalMoveError, NotationError))
    table = board(2).resources().go("gold G1")
    while table.step["for"] is not None:
        table.go(next(iter(table.chances)))
    refused(watch(table, 0), chance("influence ?"), IllegalMoveError)


def test_a_draw_left_out(view):
    """(46) A draw left out: illegal."""
    events = drawn(0, ["1", "2", "3", "4", "5"])
    refused(view(0), [*events[:-1], move(0, "1:1")], IllegalMoveError)
    refused(view(0), [*events[:4], *events[5:], move(0, "1:1")], IllegalMoveError, index=4)
    view(0, *events).extend([move(0, "1:1")])


@pytest.mark.parametrize(
    ("events", "error"),
    [
        (chance("influence 3"), IllegalMoveError),
        ([move(1, "1:1")], IllegalMoveError),
        ([move(0, "6:6")], IllegalMoveError),
        ([move(0, "1:1+3")], IllegalMoveError),
        ([move(0, "1:1"), move(2, "J:3")], IllegalMoveError),
        ([move(0, "1:1"), move(1, "J:1+3")], IllegalMoveError),
        ([move(0, "1:1"), move(1, "skip")], IllegalMoveError),
        ([move(0, "hello")], NotationError),
        ([{"seat": 0, "chance": "influence 3"}], NotationError),
        ([{"seat": 3, "move": "1:1"}], NotationError),
        ([move(0, "1:1"), "1:1"], NotationError),
        ([{}], NotationError),
    ],
)
def test_events_that_are_not_possible_here(view, events, error):
    """An event of another seat, an illegal or misspelt one: refused, nothing taken in."""
    refused(view(0, *drawn(0, ["1", "2", "3", "4", "5"])), events, error)


def test_a_refused_batch_is_refused_as_a_whole(view):
    """`extend`: "all of it, or on an error nothing", wherever in the batch the error is."""
    watched = view(0, *drawn(0, ["1", "2", "3", "4", "5"]))
    events = [move(0, "1:1"), move(1, "hello"), move(2, "6:6")]
    refused(watched, events, NotationError, index=1)


def test_an_own_card_seen_twice(view, engine):
    """(47) Card seen twice: impossible."""
    refused(view(0), chance("influence 1", "influence 1", "influence 1"), ImpossibleError)
    begun = load("louis14", 3, engine=engine).view(0)
    begun.extend(set_up(0)[:-1])
    assert begun.observation()["seats"][0]["missions"] == ["L01", "M01"]


def test_an_own_mission_drawn_twice(board):
    """(47) Card seen twice: impossible."""
    start = board(3).hand(0, "D02", "L05").chips(0, "RR")
    view = watch(start.score().go("mission D02 pay RR", "draw L"), 0)
    refused(view, chance("mission L05"), ImpossibleError)


def test_an_own_mission_played_by_another(board):
    """(47) Known elsewhere: impossible."""
    table = board(3, start=1).hand(0, "L03", "M02").chips(1, "SSC").score()
    refused(watch(table, 0), [move(1, "mission L03 pay SS")], ImpossibleError)
    watch(table, 0).extend([move(1, "mission L04 pay SC")])


def test_an_influence_card_that_must_be_elsewhere(board):
    """(47) Both of courtier 3 are in this seat's hand: nobody else plays one."""
    table = board(3, start=1).influence(0, "3", "3").influence(1, "4", "5").turn()
    refused(watch(table, 0), [move(1, "3:3")], ImpossibleError)
    watch(table, 0).extend([move(1, "9:9")])


def test_an_influence_card_that_lies_in_the_centre(board):
    """(47) Seen twice in the centre: there are but two of each courtier."""
    start = board(3).influence(0, "3", "4", "5").influence(1, "3", "8", "9").influence(2, "4", "5")
    view = watch(start.turn(1), 0)
    view.extend([move(1, "6:6"), move(2, "6:6"), move(0, "3:3")])
    assert view.observation()["centre"] == {"3": 1, "6": 2}
    refused(view, [move(1, "6:6")], ImpossibleError)
    view.extend([move(1, "3:3")])


def test_an_intrigue_card_that_this_seat_holds(board):
    """(47) Known elsewhere: impossible."""
    table = board(3).intrigue(0, 4).intrigue(1, 3).put(2, 1, 2).score()
    view = watch(table, 0)
    view.extend([move(0, "none")])
    refused(view, [move(1, "4:g1")], (ImpossibleError, IllegalMoveError))


def test_an_intrigue_card_of_a_seat_that_holds_none(board):
    """Sizes of hands are public (7)."""
    table = board(3).put(2, 1, 2).score()
    view = watch(table, 2)
    view.extend([move(0, "none")])
    refused(view, [move(1, "4:g1")], (ImpossibleError, IllegalMoveError))


def test_an_intrigue_card_other_than_the_one_known(board):
    """A hand whose only card is known holds no other (7)."""
    start = board(3).intrigue(1, 4).put(2, 1, 2)
    start.json["seats"][1]["known_intrigue"] = [4]
    table = start.score()
    view = watch(table, 2)
    view.extend([move(0, "none")])
    refused(view, [move(1, "3:g1")], (ImpossibleError, IllegalMoveError))
    view.extend([move(1, "4:g1")])


def test_a_mission_of_another_deck_than_the_backs_show(board):
    """The deck colour of each mission in hand is public (7)."""
    table = board(3, start=1).hand(1, "L03", "M02").chips(1, "RRC").score()
    refused(watch(table, 0), [move(1, "mission D02 pay RR")], (ImpossibleError, IllegalMoveError))


def test_a_gold_card_turned_up_twice(board):
    """(47) Card seen twice."""
    table = board(3, round=1).score().until("gold")
    (gone,) = {f"G{k}" for k in range(1, 9)} - set(table.json["gold_cards"])
    refused(watch(table, 0), chance(f"gold {gone}"), (ImpossibleError, IllegalMoveError))


def test_a_later_card_that_contradicts_the_past(board):
    """(51) A player kept one light mission in hand; it cannot play two of them later."""
    table = board(3, start=1).hand(1, "L03", "M02").chips(1, "SSSC").score()
    view = watch(table, 0)
    view.extend([move(1, "mission L03 pay SS"), move(1, "draw D"), *chance("mission D?")])
    refused(view, [move(1, "mission L04 pay SC")], (ImpossibleError, IllegalMoveError))
    refused(view, [move(1, "mission L03 pay SC")], (ImpossibleError, IllegalMoveError))
    view.extend([move(1, "mission D01 pay SC")])


def test_another_seat_s_intrigue_question_is_passed_over_then_taken_back(board):
    """Where another seat may be asked, the view assumes that it was not, until an event shows
    otherwise (8).
    """
    table = board().intrigue(1, 5).put(7, 1).last_card()
    view = watch(table, 0)
    table.go("J:recall")
    view.extend([move(0, "J:recall")])
    assert (view.to_move, view.decision) == (0, "missions")
    assert view.observation()["seats"][0]["gold"] == 10
    assert "done" in view.legal_moves()
    table.go("5:g1")
    view.extend([move(1, "5:g1")])
    agree(view, table.state, 0)
    assert view.observation()["seats"][1]["chips"] == {"C": 1}


def test_after_passing_over_the_game_goes_on(board):
    """Where the card was kept back nothing is told, and the next event fits (7, 8)."""
    table = board().intrigue(1, 5).last_card()
    view = watch(table, 0)
    table.go("J:recall", "5:none", "done")
    view.extend([move(0, "J:recall"), move(0, "done")])
    agree(view, table.state, 0)


def test_undo_cuts_the_record(view):
    """`undo(n)`: cut the record to its first n events."""
    watched = view(0)
    before = watched.observation()
    events = drawn(0, ["1", "2", "3", "4", "5"])
    watched.extend([*events, move(0, "1:1")])
    watched.undo(len(SET_UP) + 15)
    assert watched.to_move == 0 and "1:1" in watched.legal_moves()
    watched.undo(len(SET_UP))
    assert watched.observation() == before and watched.record == set_up(0)
    watched.extend([*events, move(0, "2:2")])
    assert watched.to_move == 1


def test_a_copy_is_independent(view):
    """`copy`: "Return an independent copy"."""
    watched = view(0)
    other = watched.copy()
    other.extend(chance("influence 1"))
    assert len(watched.record) == len(SET_UP) and len(other.record) == len(SET_UP) + 1
    assert watched.observation()["seats"][0]["influence"] == []


def test_the_view_of_all_sees_every_card(engine):
    """The view of seat `"all"` sees every card, and takes the record as it is."""
    game = load("louis14", 3, engine=engine)
    view, state = game.view("all"), game.new()
    for token in SET_UP:
        state.apply(token)
    view.extend(state.record)
    assert view.observation() == state.to_json()
    refused(view, chance("influence ?"), IllegalMoveError)
    view.extend(chance("influence 4"))


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_information_set_invariance(engine, seat):
    """(48, 49) Two full deals, the same view for the seat: the same record and observation."""
    game = load("louis14", 3, engine=engine)
    states = [game.new(0), game.new(0)]
    for token in SET_UP[1:]:
        mine = token in (SET_UP[2 * seat + 1], SET_UP[2 * seat + 2])
        other = token
        if token.startswith("mission") and not mine:
            other = f"mission {token[8]}{int(token[9:]) + 6:02}"
        states[0].apply(token)
        states[1].apply(other)
    for who in range(3):
        for k in range(5):
            card = str(5 * who + k + 1) if 5 * who + k < 12 else "J"
            states[0].apply(f"influence {card}")
            other = {"1": "J", "6": "12", "12": "6", "2": "7", "7": "2"}.get(card, card)
            states[1].apply(f"influence {card if who == seat else other}")
    assert states[0].to_json() != states[1].to_json()
    assert states[0].seat_record(seat) == states[1].seat_record(seat)
    assert states[0].observation(seat) == states[1].observation(seat)
    worlds = []
    for state in states:
        view = game.view(seat)
        view.extend(state.seat_record(seat))
        worlds.append([view.sample(Dice(5)).to_json() for _ in range(5)])
    assert worlds[0] == worlds[1], "the sampler cannot see the truth"


def test_two_views_know_nothing_of_each_other(view):
    """(50) Two seats in the same process."""
    first, second = view(0), view(1)
    alone = view(1)
    first.extend(drawn(0, ["1", "2", "3", "4", "5"]))
    second.extend(drawn(1, ["6", "6", "J", "7", "8"]))
    alone.extend(drawn(1, ["6", "6", "J", "7", "8"]))
    assert second.observation() == alone.observation()
    assert second.sample(Dice(1)).to_json() == alone.sample(Dice(1)).to_json()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_samples_keep_what_the_seat_knows(engine, players):
    """`sample`: a full state that fits; its record begins with the view's, `?` included."""
    from_table = load("louis14", players, engine=engine)
    dice, rolls = random.Random(players), Dice(players)
    state = from_table.new()
    while state.to_move is not None:
        if dice.random() < 0.05:
            for seat in range(players):
                view = from_table.view(seat)
                view.extend(state.seat_record(seat))
                world = view.sample(rolls)
                assert world.observation(seat) == view.observation()
                assert world.seat_record(seat) == view.record
                assert world.record == view.record
                assert world.to_move == view.to_move
                again = from_table.from_json(world.to_json())
                assert again.legal_moves() == world.legal_moves()
                with pytest.raises(ImpossibleError):
                    world.seat_record((seat + 1) % players)
        tokens = state.legal_moves() or [token for token, _ in state.chance_outcomes()]
        state.apply(dice.choice(tokens))


def test_a_sample_has_the_cards_that_are_known(board):
    """Intrigue cards known to all and missions that the viewer returned (7)."""
    start = board(3).intrigue(1, 4, 9).hand(1, "L05", "M02").mission_bottom(0, "D03")
    start.json["seats"][1]["known_intrigue"] = [9]
    start.json["seats"][1]["known_missions"] = {"L05": 0}
    view = watch(start.influence(0, "1", "2").turn(), 0)
    others = set()
    for seed in range(30):
        world = view.sample(Dice(seed)).to_json()
        assert 9 in world["seats"][1]["intrigue"]
        assert "L05" in world["seats"][1]["missions"]
        assert world["mission_decks"]["D"]["bottom"] == [{"id": "D03", "by": 0}]
        assert world["seats"][0]["missions"] == ["L07", "M01"]
        others.add(next(t for t in world["seats"][1]["intrigue"] if t != 9))
    assert len(others) > 3, "the other card may be any"


def test_a_card_played_too_late_to_have_been_kept_back(board):
    """(51) Once the seat has acted beyond it, a later stop cannot be taken back to tile 5."""
    table = board().intrigue(1, 5).last_card()
    view = watch(table, 0)
    view.extend([move(0, "J:recall"), move(0, "done")])
    refused(view, [move(1, "5:g1")], (IllegalMoveError, ImpossibleError))
