"""Tokens, illegal and misspelt ones, records and seat records: sections 6 and 7."""

import pytest

from eminence.core.errors import (
    EminenceError,
    GameOverError,
    IllegalMoveError,
    NotationError,
)


def refused(table, token, error):
    """Assert that the token is refused with that error and that the state is unchanged."""
    before, record = table.json, table.state.record
    with pytest.raises(error) as caught:
        table.state.apply(token)
    assert str(caught.value)
    assert table.json == before and table.state.record == record
    return str(caught.value)


def at_turn(board):
    """Seat 0 at `turn` with a 6 and a joker, every mission for turns in its hand, none played."""
    return board().influence(0, "6", "J").influence(1, "1", "2").turn()


@pytest.mark.parametrize(
    "token",
    ["", " ", "hello", "6", "6:", ":6", "6;6", "placé 3", "bribe!", "four", "swap", "draw X",
     "influence", "influence 99", "mission L3", "mission X01", "shield g", "gold G9", "keep Z",
     "6:1+6+6 ", " 6:6", "6: 6", "6:1 + 6", "J:", "Q:1", "13:1", "6:0", "6:13", "crown", "start",
     "six:6", "6:6\n", "6:6\x00"],
)  # fmt: skip
def test_no_token_at_all(board, token):
    """`NotationError` for a text that is no token of the game; the state is unchanged."""
    refused(at_turn(board), token, NotationError)


@pytest.mark.parametrize(
    "token",
    ["6:1", "6:1+5+6", "6:2+6", "J:1+3", "J:3+5", "6:6+6+6+6", "J:6+6+6", "1:1", "5:1+5+6",
     "four 6", "swap 6", "skip", "bribe", "none", "done", "keep S", "place 3", "first", "trade",
     "2g", "markers 2", "at 1", "recall", "draw L", "crown S", "mission L07 pay SC",
     "return L07", "5:none", "5:g1", "1:recall"],
)  # fmt: skip
def test_moves_that_are_not_possible_here(board, token):
    """`IllegalMoveError` for a token that is not possible here."""
    refused(at_turn(board), token, IllegalMoveError)


@pytest.mark.parametrize(
    "token", ["start 0", "gold G1", "influence 6", "intrigue 3", "mission L03", "shield a"]
)
def test_outcomes_where_a_seat_is_to_move(board, token):
    """Chance outcomes are possible at chance only (6)."""
    refused(at_turn(board), token, IllegalMoveError)


@pytest.mark.parametrize("token", ["6:6+1+6", "6:6+1", "J:3+2", "6:06", "06:6", "6:+6", "6:6+"])
def test_tiles_are_in_ascending_order_and_equality_is_string_equality(board, token):
    """Rule: "`TILES` is the multiset in ascending order joined by `+`" (6)."""
    refused(at_turn(board), token, (NotationError, IllegalMoveError))


@pytest.mark.parametrize("token", [None, 6, ["6:6"], b"6:6", {"move": "6:6"}])
def test_something_else_than_a_text(board, token):
    """Anything refused is an error of the library, and the state stays as it is."""
    refused(at_turn(board), token, (EminenceError, TypeError))


@pytest.mark.parametrize("token", ["influence ?", "mission L?", "intrigue ?", "shield ?"])
def test_a_state_takes_no_question_mark(fresh, token):
    """`?` stands in seats' records (7); a state has every card face up."""
    refused(fresh(3, 0), token, (NotationError, IllegalMoveError))


def test_an_outcome_that_is_not_there(dealt):
    """A card that cannot be on top: a third 1 (1)."""
    table = dealt(3).go("gold G1", "influence 1", "influence 1")
    refused(table, "influence 1", IllegalMoveError)
    refused(table, "6:6", IllegalMoveError)
    refused(table, "gold G2", IllegalMoveError)


def test_a_mission_of_the_wrong_deck_in_set_up(fresh):
    """One medium, then one light (2)."""
    table = fresh(3, 0)
    refused(table, "mission L01", IllegalMoveError)
    refused(table.go("mission M01"), "mission M02", IllegalMoveError)


def test_an_illegal_move_says_what_was_legal(board):
    """`IllegalMoveError` says why and what was legal."""
    table = board().play(0, "D04").resources().go("gold G1")
    message = refused(table, "2g", IllegalMoveError)
    assert "trade" in message and "2g" in message


def test_payments_are_in_the_order_of_the_chips(board):
    """Rule: "`XY` are the two chips paid, in the order S L R H C" (6)."""
    table = board().hand(0, "L03", "M02").chips(0, "SC").score()
    refused(table, "mission L03 pay CS", (NotationError, IllegalMoveError))
    refused(table, "mission L03 pay SS", IllegalMoveError)
    refused(table, "mission L04 pay SC", IllegalMoveError)
    table.go("mission L03 pay SC")


def test_intrigue_moves_name_their_own_tile(board):
    """T is the tile (6)."""
    table = board().intrigue(0, 5).score()
    refused(table, "4:none", IllegalMoveError)
    refused(table, "none", IllegalMoveError)


def test_nothing_goes_after_the_end(board):
    """`GameOverError` at the end."""
    start = board(3, round=4)
    for i in range(3):
        start.gold(i, 0)
    table = start.score().go("done", "done", "done")
    refused(table, "done", GameOverError)


def test_the_record_names_the_author_of_each_event(board):
    """Rule: "A record is the list of all moves and outcomes, each with its author" (7)."""
    table = board().influence(2, "6", "6", "J").turn(2).go("6:1+6+6", "J:3+3")
    assert table.state.record[:2] == [
        {"seat": 2, "move": "6:1+6+6"},
        {"seat": 2, "move": "J:3+3"},
    ]


def test_the_record_of_a_whole_game_replays(fresh):
    """A record is all there is to tell of a game (7)."""
    table = fresh(3, 1)
    while table.state.to_move is not None:
        offered = table.moves or list(table.chances)
        table.go(offered[len(table.state.record) * 7 % len(offered)])
    again = fresh(3, 1)
    for event in table.state.record[1:]:
        again.go(event.get("move", event.get("chance")))
    assert again.json == table.json and again.state.record == table.state.record


def last_seen(table, n=1):
    return [table.state.seat_record(i)[-n:] for i in range(table.json["players"])]


def test_an_influence_card_drawn_is_seen_by_its_owner(dealt):
    """Rule: "`influence C` into a hand …: `influence ?`" (7)."""
    table = dealt(3, 1).go("gold G1", "influence 5")
    named, hidden = [{"chance": "influence 5"}], [{"chance": "influence ?"}]
    assert last_seen(table) == [hidden, named, hidden]


def test_a_card_turned_up_for_the_neutral_player_is_seen_by_all(board):
    """It goes into no hand (7)."""
    table = board(2).resources().go("gold G1").until("turn")
    turned_up = table.state.record[-1]
    assert turned_up["chance"].startswith("influence ") and "?" not in turned_up["chance"]
    assert last_seen(table) == [[turned_up], [turned_up]]


def test_a_mission_drawn_shows_its_deck(fresh):
    """Rule: "`mission L03`: `mission L?`" (7): card backs differ."""
    table = fresh(3, 2).go("mission M05", "mission L03")
    hidden = [{"chance": "mission M?"}, {"chance": "mission L?"}]
    named = [{"chance": "mission M05"}, {"chance": "mission L03"}]
    assert last_seen(table, 2) == [hidden, hidden, named]


def test_shield_and_intrigue_card_drawn(board):
    """Rule: "`intrigue T`, `shield K`: `intrigue ?`, `shield ?`" (7)."""
    table = board().put(12, 0, 1).score().go("shield d", "intrigue 4")
    hidden = [{"chance": "shield ?"}, {"chance": "intrigue ?"}]
    named = [{"chance": "shield d"}, {"chance": "intrigue 4"}]
    assert last_seen(table, 2) == [hidden, named, hidden, hidden]


def test_gold_cards_and_start_are_seen_by_all(fresh):
    """Rule: "everything else: as it is" (7)."""
    table = fresh(3).go("start 1").until("gold").go("gold G6")
    for i in range(3):
        record = table.state.seat_record(i)
        assert record[0] == {"chance": "start 1"} and record[-1] == {"chance": "gold G6"}
        assert len(record) == 8, "a redacted token never loses its place"


def test_missions_returned_show_their_decks(board):
    """Rule: "`return L03+M02`: `return L?+M?`" (7)."""
    table = board().play(0, "L19").hand(0, "L03", "M02").score().go("done", "return L03+M02")
    own = [{"seat": 0, "move": "return L03+M02"}]
    assert last_seen(table) == [own, *[[{"seat": 0, "move": "return L?+M?"}]] * 3]
    table = board().play(0, "L19").hand(0, "L03", "M02").score().go("done", "return M02")
    assert last_seen(table)[1] == [{"seat": 0, "move": "return M?"}]


def test_an_intrigue_card_kept_back_is_left_out(board):
    """Rule: "`T:none`: left out: nobody sees that a card was kept back" (7)."""
    table = board().intrigue(1, 5).score()
    before = last_seen(table, 9)
    table.go("5:none")
    after = last_seen(table, 9)
    assert [after[i] for i in (0, 2, 3)] == [before[i] for i in (0, 2, 3)]
    assert after[1] == [*before[1], {"seat": 1, "move": "5:none"}]
    assert table.state.record[-1] == {"seat": 1, "move": "5:none"}


def test_an_intrigue_card_played_is_seen(board):
    """Rule: "everything else: as it is" (7)."""
    table = board().intrigue(1, 5).score().go("5:g1")
    assert last_seen(table) == [[{"seat": 1, "move": "5:g1"}]] * 4


def test_declining_other_missions_is_seen(board):
    """Only `T:none` is left out (7)."""
    table = board().play(1, "D06").score().go("none")
    assert last_seen(table) == [[{"seat": 1, "move": "none"}]] * 4


def test_a_card_from_the_bottom_is_still_a_question_mark(board):
    """Rule: "A card drawn from the bottom that the seat could name is still written `?` in its
    record." (7)
    """
    table = board().intrigue_bottom(5).rest_of_intrigue(3).put(12, 1).score()
    table.until("draw_intrigue").go("intrigue 5")
    assert last_seen(table)[1] == [{"chance": "intrigue ?"}]


def test_the_card_swapped_is_seen_and_the_new_one_is_not(board):
    """`swap CARD` goes to the centre (5), the new card into the hand (7)."""
    table = board().play(0, "M11").influence(0, "1", "2").influence(1, "3", "4").turn()
    table.go("swap 1", "influence 9")
    assert last_seen(table, 2)[2] == [{"seat": 0, "move": "swap 1"}, {"chance": "influence ?"}]
