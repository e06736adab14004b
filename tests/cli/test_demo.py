"""``demo``: a whole game, told."""

import pytest


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
