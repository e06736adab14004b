"""Louis XIV in words: everything that can happen has words, and hides what is hidden."""

import random
import re

import pytest

from eminence.ai.cli.options import NAMES
from eminence.ai.cli.story import Story
from eminence.ai.cli.words import PlainWords, load_words
from eminence.core.game import load
from eminence.ext.rng import Rng

WORDS = load_words("louis14", NAMES)
TOKEN = re.compile(r"\b(\d+:|J:|[a-z]+ \?)")


def play(players, seed):
    """Yield each stop of a random game: the state, and the event that follows."""
    state = load("louis14", players).new()
    lots = random.Random(seed)
    while state.to_move is not None:
        before = state.copy()
        if state.to_move == "chance":
            for token in state.sample_chance(Rng(lots.getrandbits(64))):
                yield before, {"chance": token}
                before.apply(token)
        else:
            move = lots.choice(state.legal_moves())
            yield before, {"seat": state.to_move, "move": move}
            state.apply(move)
    yield state, None


@pytest.mark.parametrize("players", [2, 3, 4])
def test_everything_has_words(players):
    for state, event in play(players, players):
        seen = state.to_json()
        if event is None:
            break
        sentence = WORDS.event_words(event, seen)
        assert sentence[0].isupper()
        assert sentence.endswith(".")
        assert not TOKEN.search(sentence), sentence
        for move in state.legal_moves():
            words = WORDS.move_words(move, state.decision)
            assert words != move, move
            assert not TOKEN.search(words), words
            assert WORDS.move_label(move, state.decision)
            WORDS.move_group(move)
        if state.legal_moves():
            assert WORDS.question(seen) != f"{state.decision}?"


@pytest.mark.parametrize("players", [2, 4])
def test_what_is_hidden_is_not_told(players):
    *_, (last, _) = play(players, 7)
    for seat in range(players):
        view = last.game.view(seat)
        for event in last.seat_record(seat):
            seen = view.observation()
            sentence = WORDS.event_words(event, seen)
            assert "?" not in sentence, sentence
            view.extend([event])
            for line in WORDS.board(seen):
                assert all(isinstance(text, str) for text, _ in line)


def text_of(lines):
    return "\n".join("".join(text for text, _ in line) for line in lines)


def test_the_board_is_drawn_like_the_contract():
    text = text_of(WORDS.board(load("louis14", 4).new(start=2).to_json()))
    assert max(map(len, text.splitlines())) <= 80
    tiles = [int(number) for number in re.findall(r"(?:^|  )(\d+) [A-Z]", text, re.M)]
    assert tiles == [6, 7, 5, 1, 8, 4, 2, 12, 3, 9, 11, 10]
    assert "from 2: shield+marker" in text
    assert "bribe 3: sceptre" in text
    assert "Clara starts the round" in text


def test_a_brief_board_is_for_small_screens():
    for state, _ in play(4, 1):
        assert len(WORDS.board(state.to_json(), brief=True)) == 1 + 10 + 4


@pytest.mark.parametrize(
    ("move", "decision", "words"),
    [
        ("7:1+7+7", "turn", "Play Colbert: one marker on Anne of Austria and two on Colbert"),
        ("J:recall", "turn", "Play a joker to recall up to two markers"),
        ("3:none", "intrigue", "Keep back the intrigue card of Maria Theresa"),
        ("none", "bribe", "Pay no bribe"),
        (
            "mission L03 pay SC",
            "missions",
            "Play mission L03 (each round one marker back) for a sceptre and a crown",
        ),
        (
            "return L03+M02",
            "exchange",
            "Put L03 (each round one marker back) and M02 (each round 2 gold or markers back) "
            "under their decks",
        ),
        ("return L?", "exchange", "Put a light blue mission under its deck"),
        ("no such move", "turn", "No such move"),
    ],
)
def test_moves(move, decision, words):
    assert WORDS.move_words(move, decision) == words


def test_draws_that_belong_together_are_one_sentence():
    story = Story(WORDS, NAMES, boards=False)
    lines = []
    for state, event in play(2, 1):
        if event is None:
            lines += story.close(state.to_json())
        else:
            lines += story.add(event, state.to_json())
    text = text_of(lines)
    assert len(re.findall("Anna draws five influence cards: ", text)) == 4
    assert len(re.findall("Turned up: .* influence card", text)) == 4
    assert text.count("Gold card") == 4
    assert "[everybody: +" in text


def test_a_game_without_words_has_tokens_and_json():
    words = load_words("nim", NAMES)
    assert isinstance(words, PlainWords)
    assert words.event_words({"seat": 1, "move": "take 2"}, {}) == "Bruno: take 2"
    assert words.event_words({"chance": "start 0"}, {}) == "chance: start 0"
    assert words.board({"heap": 3}) == [[("heap: ", "title"), ("3", "")]]
    assert words.question({"decision": "take"}) == "take?"
    story = Story(words, NAMES, boards=True)
    assert story.add({"seat": 0, "move": "take 1"}, {"heap": 3}) == []
    assert text_of(story.close({"heap": 2})) == "Anna: take 1"


def test_a_brief_board_has_the_hand_of_who_looks():
    *_, (last, _) = play(2, 7)
    view = last.game.view(0)
    for event in last.seat_record(0)[:20]:
        view.extend([event])
    text = text_of(WORDS.board(view.observation(), brief=True))
    assert text.count("cards: ") == 1
    assert "cards: ?" not in text
