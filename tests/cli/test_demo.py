"""``demo``: a whole game, told."""

import io
import re
from types import SimpleNamespace

import pytest
from rich.console import Console

from eminence.ai.bots import bot
from eminence.ai.cli import demo
from eminence.ai.cli.options import NAMES
from eminence.ai.cli.words import load_words
from eminence.ai.table import play_game
from eminence.core.game import load


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_whole_game_is_told(run, players):
    result = run("demo", "--players", players, "--bot", "random")
    assert result.exit_code == 0, result.output
    assert "── Round 1 of 4: influence ──" in result.stdout
    assert "── Round 4 of 4: missions ──" in result.stdout
    assert "── The result ──" in result.stdout
    assert "12 Louvois" in result.stdout
    assert "\x1b" not in result.stdout
    *_, table = result.stdout.split("share of the win")
    assert len([line for line in table.splitlines() if "random" in line]) == players


def test_signs_and_scores_are_explained(run):
    told = run("demo", "--bot", "random").stdout
    assert "Aim: most points" in told
    assert "A2: two markers of Anna" in told
    assert "--delay" not in told
    header, *rows = told[told.rindex(" seat ") :].splitlines()
    assert re.search(r"shields +missions ×5 +bonus +score", header)
    for row in rows[1:5]:
        shields, missions, bonus, score = map(int, row.split()[3:7])
        assert shields + missions + bonus == score


def test_a_terminal_is_drawn_on_and_waited_for(monkeypatch):
    """The board, its legend and the story fit the screen; no sentence is cut."""
    pauses = []
    monkeypatch.setattr(demo, "time", SimpleNamespace(sleep=pauses.append))
    words = load_words("louis14", NAMES)
    for height, wide in ((24, 80), (40, 100), (50, 100)):
        out = Console(file=io.StringIO(), force_terminal=True, width=wide, height=height)
        frames = []
        live = SimpleNamespace(
            console=out, update=lambda group, frames=frames, **_: frames.append(group)
        )
        screen = demo.Screen(words, live, 0.5)
        bots = [bot("random")] * 4
        screen.end(play_game(load("louis14", 4), bots, 1, on_event=screen))
        for frame in frames:
            rows = [row.plain for row in frame.renderables]
            assert len(rows) < height
            assert max(map(len, rows)) <= wide
            assert any("S sceptre" in row for row in rows)
        assert "shield" in rows[-1]
    assert pauses.count(2.5) == 3 * 3
    assert set(pauses) == {0.5, 2.5}


def test_the_same_seed_is_the_same_game(run):
    one, again, other = (
        run("demo", "--players", 2, "--bot", "random", "--seed", seed).stdout for seed in (5, 5, 6)
    )
    assert one == again != other


def test_without_bots_there_are_four_of_different_strength(run):
    first = run("demo").stdout.splitlines()[0]
    assert "Anna: flat-mc:nodes=" in first
    assert "David: random" in first


@pytest.mark.parametrize(
    ("args", "why"),
    [
        (["--game", "luis14"], "no game 'luis14'; did you mean 'louis14'?"),
        (["--players", 5], "louis14 is for 2, 3, 4 players, not 5"),
        (["--players", "two"], "'two' is not a valid integer"),
        (["--seed", -1], "-1 is not in the range"),
        (["--seed", 2**64], "is not in the range"),
        (["--delay", -1], "is not in the range"),
        (["--bot", "greedily"], "no bot 'greedily'"),
        (["--bot", "flat-mc:knots=3"], "no option 'knots=3'"),
        (["--bot", "random", "--bot", "random"], "--bot is given 2 times for 4 seats"),
        (["--cards", "/nowhere"], "/nowhere"),
        (["--bot", "broken"], "the bot 'broken' failed at seat"),
        (["--bot", "cheat"], "wants 'swindle', which is not legal"),
    ],
)
def test_bad_input_is_refused_in_a_sentence(refused, args, why):
    assert why in refused("demo", *args)
