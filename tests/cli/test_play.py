"""``play``: a person against bots, typed through a pipe."""

import io
import re
import sys
from contextlib import contextmanager
from types import SimpleNamespace

import pytest
from rich.console import Console

from eminence.ai.bots import bot
from eminence.ai.cli import session
from eminence.ai.cli.menu import Menu
from eminence.ai.cli.words import PlainWords, load_words
from eminence.ai.table import Table
from eminence.core.game import load
from eminence.core.gamefile import read_games

ARGS = ("play", "--players", 2, "--bot", "first", "--seed", 4)


def typed(*lines):
    return "".join(f"{line}\n" for line in lines)


def test_a_whole_game(run):
    result = run(*ARGS, input=typed(*["1"] * 400))
    assert result.exit_code == 0, result.output
    assert "You are Anna, seat 0." in result.stdout
    assert "a person" in result.stdout
    assert "share of the win" in result.stdout


def test_only_the_seats_own_cards_are_shown(run):
    result = run(*ARGS, input=typed(*["1"] * 12))
    assert "Anna draws five influence cards: " in result.stdout
    assert "Bruno draws five influence cards." in result.stdout
    assert "Bruno draws five influence cards: " not in result.stdout
    assert "cards: ? ?" in result.stdout


class Terminal(Console):
    """A terminal; ``seen`` has what the person could notice, in order."""

    def __init__(self):
        super().__init__(file=io.StringIO(), force_terminal=True)
        self.seen = []

    def print(self, *texts, **_):
        self.seen += ["text", *map(str, texts)]

    @contextmanager
    def status(self, text):
        self.seen.append(f"begin {text}")
        yield
        self.seen.append(f"end {text}")


def sit_down(out, seed=1):
    names = session.options.NAMES
    return session.Session(
        out,
        load("louis14", 4),
        load_words("louis14", names),
        seat=0,
        bots=[None, *[bot("greedy")] * 3],
        seed=seed,
        hint_bot="random",
    )


def test_nobody_is_seen_to_be_asked(monkeypatch):
    unseen = []

    class Noting(Table):
        def ask(self, bot):
            result = super().ask(bot)
            after = self.state.copy()
            after.apply(result.move)
            unseen.append(len(after.seat_record(0)) == len(self.state.seat_record(0)))
            return result

    monkeypatch.setattr(session, "Table", Noting)
    for seed in (1, 2):
        out = Terminal()
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed(*["1"] * 400)))
        sit_down(out, seed=seed).run()
        begun = [place for place, text in enumerate(out.seen) if text.startswith("begin ")]
        assert {out.seen[place] for place in begun} == {"begin The game goes on …"}
        assert {out.seen[place + 1] for place in begun} == {"end The game goes on …"}
        # One for each time that the person has moved, and one at the beginning.
        moved = sum(text == "> 1" or text.startswith("Your only move") for text in out.seen)
        assert len(begun) == moved + 1
    assert any(unseen)


def test_bots_are_given_views_of_their_own_seat(run, asked):
    run(*ARGS, input=typed(*["1"] * 6, "hint"))
    seats = {seat for seat, _, _ in asked}
    assert seats == {0, 1}
    for seat, view, _ in asked:
        assert view.seat == seat
        assert not hasattr(view, "apply")


def test_moves_are_grouped_by_card(run):
    folded = run(*ARGS, input="").stdout
    assert re.search(r"\n +a .*\(card \d+\)  \d+ moves, 1 to \d+\n +b ", folded)
    assert not re.search(r"\(card \d+\)\n", folded)
    unfolded = run(*ARGS, input=typed("B")).stdout
    first = re.search(r"\n +b .* moves, (\d+) to", folded)[1]
    assert re.search(rf"> B\n.*\n +{first} [A-Z]", unfolded)


def test_enter_alone_repeats_the_question(run):
    result = run(*ARGS, input=typed("", "quit"))
    assert "neither a move nor a command" not in result.stdout
    assert result.stdout.count("Which influence card do you play?") == 2


def test_a_move_may_be_typed_as_its_token(run):
    listed = run(*ARGS, input=typed("hint")).stdout
    token = re.search(r"  1  (\S+)", listed)[1]
    by_token = run(*ARGS, input=typed(token)).stdout
    by_number = run(*ARGS, input=typed("1")).stdout
    assert by_token.replace(f"> {token}\n", "> 1\n") == by_number


@pytest.mark.parametrize("text", ["fly", "0", "99999", "9" * 50, "-1", "²", "\x00", "z"])
def test_unknown_input_is_explained(run, text):
    result = run(*ARGS, input=typed(text))
    assert result.exit_code == 0
    assert "is neither a move nor a command: type a number from 1 to" in result.stdout


def test_bytes_that_are_no_text_are_explained(run):
    result = run(*ARGS, input=b"\xff\xfe\nquit\n")
    assert result.exit_code == 0


def test_help_moves_and_board(run):
    result = run(*ARGS, input=typed("help", "moves", "board", "quit"))
    assert "save FILE" in result.stdout
    assert "Aim: most points" in result.stdout
    assert "S sceptre" in result.stdout
    assert result.stdout.count("Which influence card do you play?") == 2
    assert result.stdout.count("12 Louvois") == 2


def test_hint_names_a_move_of_the_list(run):
    result = run(*ARGS, "--hint-bot", "first", input=typed("hint"))
    assert "first would play 1: Play " in result.stdout
    assert "No hint: no bot 'none'" in run(*ARGS, "--hint-bot", "none", input=typed("hint")).stdout


def test_undo_takes_the_whole_table_back(run):
    result = run(*ARGS, input=typed("undo", "3", "undo", "3"))
    assert "You have made no decision that could be taken back." in result.stdout
    assert "The whole table is back at your previous decision" in result.stdout
    first, again = result.stdout.split("The whole table is back")
    told = first.split("> 3\n")[1].split("\n\n")[0]
    assert again.split("> 3\n")[1].split("\n\n")[0] == told


def test_end_of_input_and_quit_leave_cleanly(run):
    for text in ("", typed("quit")):
        result = run(*ARGS, input=text)
        assert result.exit_code == 0
        assert result.stdout.endswith("Goodbye; the game was not saved.\n")


def test_ctrl_c_offers_to_save_like_quit(monkeypatch, tmp_path):
    """At the second Ctrl-C it leaves at once."""
    answers = iter(["1", KeyboardInterrupt(), str(tmp_path / "save.jsonl")])

    def answer(prompt):
        given = next(answers, KeyboardInterrupt())
        if isinstance(given, str):
            return given
        raise given

    monkeypatch.setattr("builtins.input", answer)
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(isatty=lambda: True))
    with pytest.raises(KeyboardInterrupt):
        sit_down(out := Terminal()).run()
    assert out.seen[-1] == "Goodbye."
    assert len(list(read_games(tmp_path / "save.jsonl"))) == 1
    with pytest.raises(KeyboardInterrupt):
        sit_down(out := Terminal()).run()
    assert not out.seen[-1].startswith("Goodbye")


def test_a_saved_game_goes_on_as_if_it_had_not_stopped(run, tmp_path):
    save = tmp_path / "save.jsonl"
    result = run(*ARGS, input=typed("1", "2", f"save {save}", "quit"))
    assert result.stdout.endswith("Goodbye.\n")
    (record,) = read_games(save)
    assert record.bots == [None, "first"]
    assert record.scores is None
    resumed = run("play", "--resume", save, input=typed(*["1"] * 400)).stdout
    whole = run(*ARGS, input=typed("1", "2", *["1"] * 400)).stdout
    assert resumed.splitlines()[-40:] == whole.splitlines()[-40:]
    undone = run("play", "--resume", save, input=typed("undo", "undo", "undo")).stdout
    assert undone.count("The whole table is back") == 2


def test_save_overwrites_its_own_file_only(run, tmp_path):
    save, other = tmp_path / "save.jsonl", tmp_path / "other"
    other.write_text("precious")
    lines = typed("save", f"save {save}", "1", f"save {save}", "save", f"save {other}")
    result = run(*ARGS, input=lines)
    assert "Say where: save FILE." in result.stdout
    assert result.stdout.count("Saved; go on with") == 3
    assert "other is there already, and is not overwritten" in result.stdout
    assert other.read_text() == "precious"
    assert sorted(p.name for p in tmp_path.iterdir()) == ["other", "save.jsonl"]
    assert "there is no folder" in run(*ARGS, input=typed(f"save {tmp_path}/no/x")).stdout


def test_resume_refuses_what_is_no_saved_game(refused, run, games, tmp_path):
    save = tmp_path / "save.jsonl"
    run(*ARGS, input=typed(f"save {save}"))
    assert "--seed is fixed by the saved game" in refused("play", "--resume", save, "--seed", 1)
    assert "has 2 games; a saved game is one" in refused("play", "--resume", games)
    one = tmp_path / "one.jsonl"
    one.write_text(games.read_text().splitlines(keepends=True)[0])
    assert "one person among its bots" in refused("play", "--resume", one)
    save.write_text(save.read_text()[:90])
    assert "line 1: the file ends in the middle" in refused("play", "--resume", save)


def test_bad_input_is_refused(refused):
    assert "there is no seat 4 with 4 players; seats are 0 to 3" in refused("play", "--seat", 4)
    assert "there is no seat -1" in refused("play", "--seat", -1)
    assert "--bot is given 2 times for 3 seats" in refused(
        "play", "--bot", "first", "--bot", "first"
    )


def test_a_menu_without_headings():
    menu = Menu(PlainWords(["A"]), ["x", "y"], None)
    assert menu.find("2") == "y"
    assert menu.number("y") == 2
    assert menu.find("3") is None
    assert menu.lines(80) == [[("   1 ", "dim"), ("x ", ""), ("   2 ", "dim"), ("y ", "")]]
    assert Menu(PlainWords(["A"]), [], None).lines(80) == []
    assert menu.unfold("a", 80) == []
