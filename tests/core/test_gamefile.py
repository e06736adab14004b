"""Game files: what is written is read again, and everything else is refused by name."""

import json
import random
from pathlib import Path

import pytest

from eminence.core import gamefile
from eminence.core.errors import EminenceError
from eminence.core.game import load
from eminence.core.gamefile import (
    GameFileError,
    GameRecord,
    append_game,
    game_of,
    open_games,
    read_games,
    replay,
)

GAME = load("louis14", 2, engine="reference")


class Lots:
    """A stream of random numbers of Python's own."""

    def __init__(self, seed):
        self._random = random.Random(seed)

    def below(self, n):
        return self._random.randrange(n)


def played(seed=1, events=None):
    """Return a record of random play, whole or cut after some events."""
    state, lots = GAME.new(), Lots(seed)
    while state.to_move is not None and (events is None or len(state.record) < events):
        if state.to_move == "chance":
            state.sample_chance(lots)
        else:
            moves = state.legal_moves()
            state.apply(moves[lots.below(len(moves))])
    return GameRecord.of(state, bots=["random", None], seed=seed)


WHOLE = played()


def write(path, *lines, end="\n"):
    path.write_text("\n".join(lines) + end, encoding="utf-8")
    return path


def line(**changes):
    """Return a good line with some keys changed; ``...`` leaves a key out."""
    obj = WHOLE.to_json() | changes
    return json.dumps({k: v for k, v in obj.items() if v is not ...})


def test_a_game_is_read_as_it_was_written(tmp_path):
    path = tmp_path / "games.jsonl"
    with open_games(path) as file:
        append_game(file, WHOLE)
        append_game(file, played(2, events=40))
    first, second = read_games(path)
    assert first == WHOLE
    assert list(first.to_json()) == [
        *("format", "game", "rules_version", "cards", "players"),
        *("bots", "seed", "record", "scores"),
    ]
    assert second.scores is None
    assert replay(first, GAME).scores() == WHOLE.scores
    assert replay(second, game_of(second, engine="reference")).to_move is not None


def test_a_line_may_lack_its_newline_and_lines_may_be_blank(tmp_path):
    path = write(tmp_path / "g", line(), "", line(), end="")
    assert len(list(read_games(path))) == 2


def test_nothing_is_overwritten(tmp_path):
    path = write(tmp_path / "g", line())
    with pytest.raises(GameFileError, match="not overwritten"):
        open_games(path)
    with open_games(path, append=True) as file:
        append_game(file, WHOLE)
    assert len(list(read_games(path))) == 2


def test_nothing_is_added_to_half_a_line(tmp_path):
    path = write(tmp_path / "g", line()[:50], end="")
    with pytest.raises(GameFileError, match="half a line"):
        open_games(path, append=True)


def test_a_line_that_cannot_be_written_leaves_no_half():
    class Full:
        """A disk with room for ten bytes."""

        size = cut = 0
        name = "games.jsonl"

        def seek(self, *_):
            return self.size

        def write(self, data):
            if self.size:
                raise OSError(28, "No space left on device")
            self.size = 10
            return 10

        def truncate(self, size):
            self.cut, self.size = 1, size

    disk = Full()
    with pytest.raises(OSError, match=r"No space left on device: 'games\.jsonl'"):
        append_game(disk, WHOLE)
    assert disk.cut == 1
    assert disk.size == 0


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("nonsense", "not JSON at column 1"),
        ("[1]", "a game is a JSON object, not list"),
        ('{"format":1,"format":1}', "the key 'format' is there twice"),
        (line(seed=1).replace('"seed": 1', '"seed": NaN'), "NaN is no JSON number"),
        (line(seed=1).replace('"seed": 1', '"seed": 1e999'), "whole number .* not inf"),
        ("[" * 100_000, "not JSON"),
        (line(seed=0).replace('"seed": 0', '"seed": ' + "9" * 5000), "not JSON"),
        (line(format=2), "of format 1, not 2"),
        (line(format=True), "of format 1, not true or false"),
        (line(scores=...), "the key 'scores' is missing"),
        (line(extra=1), "there is no key 'extra'"),
        (line(game=3), "'game' is a text, not number"),
        (line(players="2"), "'players' is a whole number"),
        (line(players=0), "'players' is a whole number"),
        (line(seed=-1), "'seed' is a whole number from 0"),
        (line(seed=2**64), "'seed' is a whole number from 0"),
        (line(seed=True), "'seed' is a whole number"),
        (line(bots=["random"]), "1 entries for 2 players"),
        (line(bots=[1, 2]), "a list of texts and nulls"),
        (line(record={}), "'record' is a list, not object"),
        (line(record=[{"chance": "start 0"}, {"seat": 2, "move": "x"}]), "event 1: no seat 2"),
        (line(record=[3]), "event 0: an event is an object"),
        (line(scores=[1]), "1 entries for 2 players"),
        (line(scores=[1, 2.5]), "a list of whole numbers"),
    ],
)
def test_what_is_no_game_is_refused_by_file_and_line(tmp_path, text, why):
    path = write(tmp_path / "games.jsonl", line(), text)
    games = read_games(path)
    next(games)
    with pytest.raises(GameFileError, match=rf"games\.jsonl, line 2.*{why}"):
        next(games)


def test_a_truncated_last_line_is_called_so(tmp_path):
    path = write(tmp_path / "g", line(), line()[:80], end="")
    with pytest.raises(GameFileError, match="line 2: the file ends in the middle of this line"):
        list(read_games(path))


@pytest.mark.parametrize("good", [0, 1])
def test_a_line_without_an_end_is_refused(tmp_path, monkeypatch, good):
    monkeypatch.setattr(gamefile, "MAX_LINE", 10 * len(line()))
    path = write(tmp_path / "g", *[line()] * good, " " * gamefile.MAX_LINE, end="")
    assert len(list(read_games(path))) == good
    write(path, *[line()] * good, " " * gamefile.MAX_LINE)
    with pytest.raises(GameFileError, match=f"g, line {good + 1}: longer than"):
        list(read_games(path))


@pytest.mark.skipif(not Path("/dev/zero").is_char_device(), reason="needs a file without an end")
def test_a_device_is_refused():
    with pytest.raises(GameFileError, match="/dev/zero, line 1: longer than 16777216 bytes"):
        list(read_games("/dev/zero"))


@pytest.mark.skipif(not Path("/proc/self/mem").is_file(), reason="needs a file that gives errors")
def test_errors_of_the_system_name_the_file():
    for use in (lambda p: list(read_games(p)), lambda p: open_games(p, append=True)):
        with pytest.raises(OSError) as caught:
            use("/proc/self/mem")
        assert caught.value.filename == "/proc/self/mem"


def test_bytes_that_are_no_text_are_refused(tmp_path):
    (tmp_path / "g").write_bytes(b'{"\xff\xfe')
    with pytest.raises(GameFileError, match="line 1: not UTF-8 text"):
        list(read_games(tmp_path / "g"))


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"game": "louis15"}, "did you mean 'louis14'"),
        ({"players": 9, "bots": None, "scores": None, "record": []}, "not 9"),
        ({"rules_version": "0"}, "rules version 0, but here it is"),
        ({"cards": "0123"}, "card set 0123, but here it is"),
    ],
)
def test_a_foreign_game_is_refused(changes, why):
    record = GameRecord.from_json(WHOLE.to_json() | changes, "games.jsonl, line 7")
    with pytest.raises(GameFileError, match=f"line 7: .*{why}"):
        game_of(record, engine="reference")


def test_a_record_is_checked_event_by_event():
    def fault(record, scores=WHOLE.scores):
        obj = WHOLE.to_json() | {"record": record, "scores": scores}
        with pytest.raises(GameFileError) as caught:
            replay(GameRecord.from_json(obj, "g, line 3"), GAME)
        return str(caught.value)

    record = WHOLE.record
    turn = next(i for i, event in enumerate(record) if "seat" in event)
    other = {"seat": 1 - record[turn]["seat"], "move": record[turn]["move"]}
    assert f"g, line 3, event {turn}: " in fault([*record[:turn], other])
    assert "where seat" in fault([*record[:turn], other])
    assert "by chance, where seat" in fault([*record[:turn], {"chance": "gold G1"}])
    assert f"event {turn}: " in fault([*record[:turn], {"seat": 0, "move": "nonsense"}])
    assert f"event {len(record)}: " in fault([*record, {"seat": 0, "move": "done"}])
    assert "but play gives of an unfinished game" in fault(record[:-1])
    assert "of an unfinished game, but play gives" in fault(record, None)
    assert "scores 0, 0, but play gives" in fault(record, [0, 0])


def test_errors_are_the_librarys():
    assert issubclass(GameFileError, EminenceError)


def test_a_missing_file_is_an_error_of_the_system():
    with pytest.raises(OSError, match="No such file"):
        list(read_games(Path("/nowhere/games.jsonl")))
