"""The card files of Louis XIV, and each fault that they can have."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from importlib import resources
from pathlib import Path

import pytest
from click.testing import CliRunner

from eminence.ai.cli import main
from eminence.core.cardfiles import LEVELS
from eminence.core.errors import CardSetError
from eminence.core.louis14.cards import (
    EFFECTS,
    GoldCard,
    Mission,
    TileSide,
    diff,
    load_cards,
    provenance,
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the packaged card files."""
    target = tmp_path / "set"
    with resources.as_file(resources.files("eminence.core.louis14") / "data") as source:
        shutil.copytree(source, target)
    return target


def edit(file: Path, old: str, new: str) -> None:
    text = file.read_text("utf-8")
    assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in {file.name}"
    file.write_text(text.replace(old, new), "utf-8")


def test_packaged_set() -> None:
    cards = load_cards()
    assert len(cards.tiles) == 12
    assert cards.tiles[0] == (TileSide("gold", 3), TileSide("first", 0))
    assert cards.tiles[9][0] == TileSide("markers", 3)
    assert [mission.id for mission in cards.missions] == sorted(m.id for m in cards.missions)
    assert cards.missions[0] == Mission("D01", "D", "marker3", ("S", "S"))
    assert cards.missions[8] == Mission("L01", "L", "draw2", ("S", "?"))
    assert cards.gold[0] == GoldCard("G1", 3, 1)
    assert {card.tile for card in cards.gold} == {1, 2, 3, 4}


def test_deck_sizes() -> None:
    sizes = {deck: sum(effects.values()) for deck, effects in EFFECTS.items()}
    assert sizes == {"D": 8, "L": 20, "M": 12}


def test_sets_are_values() -> None:
    assert load_cards() == load_cards()
    assert len(load_cards().hash) == 12


FAULTS = [
    # file, what is replaced, by what, what the error must say
    ("tiles.csv", "tile,side,method", "tile,method", ["line 1", "'side'", "missing"]),
    ("tiles.csv", "tile,side,method", "tile,side,colour,method", ["line 1", "unknown", "'colour'"]),
    (
        "tiles.csv",
        "tile,side,method,value,",
        "tile,side,method,method,value,",
        ["'method'", "twice"],
    ),
    ("tiles.csv", "1,front,gold,3,certain,likely\n", "", ["no row", "1 front"]),
    ("tiles.csv", "\n1,front,", "\n1,back,", ["line 3", "1 back", "line 2"]),
    ("tiles.csv", "12,back,", "13,back,", ["line 25", "'tile'", "13 back"]),
    ("tiles.csv", "12,back,", "12,left,", ["line 25", "'side'", "12 left"]),
    ("tiles.csv", "12,back,", ",back,", ["line 25", "'tile'"]),
    ("tiles.csv", "5,back,gold,5,", "5,back,gold,five,", ["line 11", "'value'", "'five'"]),
    ("tiles.csv", "5,back,gold,5,", "5,back,gold,,", ["line 11", "'value'", "empty"]),
    ("tiles.csv", "5,back,gold,5,", "5,back,gold,-5,", ["line 11", "'value'", "'-5'"]),
    ("tiles.csv", "5,back,gold,5,", "5,back,gold,2.5,", ["line 11", "'value'", "'2.5'"]),
    ("tiles.csv", "5,back,gold,5,", "5,back,gold,٥,", ["line 11", "'value'"]),
    ("tiles.csv", "5,back,gold,5,", "5,back,gold,256,", ["line 11", "'value'", "256", "to 20"]),
    ("tiles.csv", "5,back,gold,5,", "5,back,gold," + "9" * 5000 + ",", ["line 11", "'value'", "…"]),
    ("tiles.csv", "6,front,markers,2,", "6,front,markers,0,", ["line 12", "'value'", "1 to 16"]),
    ("tiles.csv", "6,front,markers,2,", "6,front,markers,17,", ["line 12", "'value'", "17"]),
    ("tiles.csv", "5,back,gold,5,", "5,back,silver,5,", ["line 11", "'method'", "'silver'"]),
    ("tiles.csv", "5,back,gold,5,", "5,back,,5,", ["line 11", "'method'", "empty"]),
    ("tiles.csv", "4,front,gold,3,", "4,front,markers,3,", ["line 8", "'method'", "tile 4"]),
    (
        "tiles.csv",
        "5,front,first,,certain,",
        "5,front,first,1,certain,certain",
        ["line 10", "'value'", "'first'"],
    ),
    (
        "tiles.csv",
        "5,front,first,,certain,",
        "5,front,first,,certain,certain",
        ["line 10", "'value_provenance'"],
    ),
    (
        "tiles.csv",
        "5,front,first,,certain,",
        "5,front,first,,,",
        ["line 10", "'method_provenance'", "empty"],
    ),
    (
        "tiles.csv",
        "5,front,first,,certain,",
        "5,front,first,,sure,",
        ["line 10", "'method_provenance'", "'sure'"],
    ),
    (
        "tiles.csv",
        "5,front,first,,certain,",
        "5,front,first,certain,",
        ["line 10", "'value_provenance'", "5 cells"],
    ),
    (
        "tiles.csv",
        "5,front,first,,certain,",
        "5,front,first,,certain,,x",
        ["line 10", "column 7", "7 cells"],
    ),
    ("tiles.csv", "5,front,first,,certain,", '5,front,"first,,certain,', ["line 10"]),
    ("missions.csv", "L20,L,", "L21,L,", ["line 21", "'id'", "'L21'"]),
    ("missions.csv", "L20,L,", "l20,L,", ["line 21", "'id'", "'l20'"]),
    ("missions.csv", "L20,L,", "L19,L,", ["line 21", "'L19'", "line 20"]),
    ("missions.csv", "L20,L,", "L20,M,", ["line 21", "'deck'", "'M'"]),
    ("missions.csv", "L20,L,", "L20,,", ["line 21", "'deck'", "empty"]),
    ("missions.csv", "L20,L,exchange,", "L20,L,change,", ["line 21", "'effect'", "'change'"]),
    ("missions.csv", "L20,L,exchange,", "L20,L,gold3,", ["line 21", "'effect'", "'gold3'"]),
    ("missions.csv", "L20,L,exchange,", "L20,L,crown,", ["line 21", "'effect'", "'crown'", "2 ×"]),
    ("missions.csv", "M12,M,redraw,L,", "M12,M,redraw,X,", ["line 33", "'cost1'", "'X'"]),
    ("missions.csv", "M12,M,redraw,L,", "M12,M,redraw,SL,", ["line 33", "'cost1'", "'SL'"]),
    ("missions.csv", "M12,M,redraw,L,R", "M12,M,redraw,L,", ["line 33", "'cost2'", "empty"]),
    ("missions.csv", "D08,D,discount,R,R,certain,assumed\n", "", ["no row", "'D08'"]),
    ("gold_cards.csv", "G8,6,", "G9,6,", ["line 9", "'id'", "'G9'"]),
    ("gold_cards.csv", "G8,6,4,", "G8,6,5,", ["line 9", "'tile'", "5"]),
    ("gold_cards.csv", "G8,6,4,", "G8,6,0,", ["line 9", "'tile'", "0"]),
    ("gold_cards.csv", "G8,6,4,", "G8,-6,4,", ["line 9", "'gold'", "'-6'"]),
    ("gold_cards.csv", "G8,6,4,", "G8,255,4,", ["line 9", "'gold'", "255"]),
    ("gold_cards.csv", "G8,6,4,", "G8,\x1b[31m,4,", ["line 9", "'gold'", r"\x1b"]),
    ("gold_cards.csv", "G8,6,4,", "G8,6\0,4,", ["line 9", "NUL"]),
    (
        "gold_cards.csv",
        "G8,6,4,assumed",
        "G8,6,4,known",
        ["line 9", "'gold_provenance'", "'known'"],
    ),
]


@pytest.mark.parametrize(("file", "old", "new", "words"), FAULTS)
def test_fault(folder: Path, file: str, old: str, new: str, words: list[str]) -> None:
    edit(folder / file, old, new)
    with pytest.raises(CardSetError) as caught:
        load_cards(folder)
    message = str(caught.value)
    for word in [file, *words]:
        assert word in message
    assert "\n" not in message


def not_utf8(folder: Path) -> None:
    file = folder / "gold_cards.csv"
    file.write_bytes(file.read_bytes().replace(b"G8", b"G\xe98"))


def utf16(folder: Path) -> None:
    file = folder / "gold_cards.csv"
    file.write_text(file.read_text("utf-8"), "utf-16")


def empty(folder: Path) -> None:
    (folder / "gold_cards.csv").write_bytes(b"")


def blank(folder: Path) -> None:
    (folder / "gold_cards.csv").write_bytes(b"\xef\xbb\xbf\r\n , \n")


def only_header(folder: Path) -> None:
    file = folder / "gold_cards.csv"
    file.write_text(file.read_text("utf-8").splitlines()[0], "utf-8")


def missing(folder: Path) -> None:
    (folder / "gold_cards.csv").unlink()


def directory(folder: Path) -> None:
    missing(folder)
    (folder / "gold_cards.csv").mkdir()


def binary(folder: Path) -> None:
    (folder / "gold_cards.csv").write_bytes(bytes(range(128)))


def endless_cell(folder: Path) -> None:
    edit(folder / "gold_cards.csv", "G8,6,4,", "G8," + "6" * 200_000 + ",4,")


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (not_utf8, ["line 9", "not UTF-8"]),
        (utf16, ["line 1", "not UTF-8"]),
        (empty, ["line 1", "empty", "id,gold,tile"]),
        (blank, ["empty"]),
        (only_header, ["no row", "'G1'"]),
        (missing, ["cannot be read"]),
        (directory, ["cannot be read"]),
        (binary, ["NUL"]),
        (endless_cell, ["line 9"]),
    ],
)
def test_spoilt_file(folder: Path, spoil: Callable[[Path], None], words: list[str]) -> None:
    spoil(folder)
    with pytest.raises(CardSetError) as caught:
        load_cards(folder)
    for word in ["gold_cards.csv", *words]:
        assert word in str(caught.value)


def test_missing_folder(tmp_path: Path) -> None:
    with pytest.raises(CardSetError, match="nowhere: there is no such folder"):
        load_cards(tmp_path / "nowhere")


def bom(text: str) -> bytes:
    return b"\xef\xbb\xbf" + text.encode()


def crlf(text: str) -> bytes:
    return text.replace("\n", "\r\n").encode()


def spaced(text: str) -> bytes:
    return text.replace(",", " , ").encode()


def blank_lines(text: str) -> bytes:
    return ("\n" + text.replace("\n", "\n\n , \n")).encode()


def shuffled(text: str) -> bytes:
    header, *rows = text.splitlines()
    return "\n".join([header, *reversed(rows)]).encode()


def columns_turned(text: str) -> bytes:
    return "\n".join(",".join(reversed(line.split(","))) for line in text.splitlines()).encode()


def all_certain(text: str) -> bytes:
    for level in LEVELS:
        text = text.replace(f",{level}", ",certain")
    return text.encode()


@pytest.mark.parametrize(
    "rewrite", [bom, crlf, spaced, blank_lines, shuffled, columns_turned, all_certain]
)
def test_formatting_does_not_matter(folder: Path, rewrite: Callable[[str], bytes]) -> None:
    for file in folder.iterdir():
        file.write_bytes(rewrite(file.read_text("utf-8")))
    assert load_cards(folder) == load_cards()


@pytest.mark.parametrize(
    ("file", "old", "new", "card", "texts"),
    [
        (
            "tiles.csv",
            "6,front,markers,2,",
            "6,front,markers,3,",
            "tile 6 front",
            ("markers 2", "markers 3"),
        ),
        ("missions.csv", "M12,M,redraw,L,R", "M12,M,redraw,R,?", "M12", ("redraw LR", "redraw R?")),
        ("gold_cards.csv", "G8,6,4,", "G8,7,4,", "G8", ("gold 6, tile 4", "gold 7, tile 4")),
    ],
)
def test_change(
    folder: Path, file: str, old: str, new: str, card: str, texts: tuple[str, str]
) -> None:
    edit(folder / file, old, new)
    changed = load_cards(folder)
    assert changed.hash != load_cards().hash
    (found,) = diff(load_cards(), changed)
    assert (found.card, found.first, found.second) == (card, *texts)


def test_order_of_costs_does_not_matter(folder: Path) -> None:
    edit(folder / "missions.csv", "M12,M,redraw,L,R", "M12,M,redraw,R,L")
    assert load_cards(folder) == load_cards()


def test_provenance(folder: Path) -> None:
    found = {(doubt.card, doubt.fact): doubt for doubt in provenance()}
    assert found["tile 1 front", "value"].level == "likely"
    assert found["L01", "cost"].value == "S ?"
    assert ("tile 1 front", "method") not in found
    assert ("L01", "effect") not in found
    for file in folder.iterdir():
        file.write_bytes(all_certain(file.read_text("utf-8")))
    assert provenance(folder) == []


def test_check_command(folder: Path) -> None:
    edit(folder / "gold_cards.csv", "G8,6,4,assumed", "G8,7,4,certain")
    result = CliRunner().invoke(main, ["cards", "check", str(folder)])
    assert result.exit_code == 0, result.output
    assert load_cards(folder).hash in result.output
    assert "gold 7, tile 4" in result.output
    assert "assumed" in result.output


def test_diff_command(folder: Path) -> None:
    run = CliRunner().invoke
    assert run(main, ["cards", "diff", str(folder)]).output == "no card differs\n"
    edit(folder / "gold_cards.csv", "G8,6,4,", "G8,7,4,")
    assert "gold 7" in run(main, ["cards", "diff", str(folder)]).output
    assert run(main, ["cards", "diff", str(folder), str(folder)]).output == "no card differs\n"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["check", "nowhere"], "nowhere: there is no such folder"),
        (["diff", "nowhere"], "nowhere: there is no such folder"),
        (["check", "--game", "chess", "."], "no game 'chess'"),
        (["check", "--game", "../x", "."], "no game '../x'"),
        (["check", "--game", "", "."], "no game ''"),
    ],
)
def test_command_refuses(arguments: list[str], words: str) -> None:
    result = CliRunner().invoke(main, ["cards", *arguments])
    assert result.exit_code == 2
    assert words in result.stderr
    assert result.stderr.count("\n") == 1
    assert result.stdout == ""


def test_exported_cards_are_the_packaged_ones(tmp_path):
    folder = tmp_path / "mine"
    run = CliRunner().invoke(main, ["cards", "export", str(folder)])
    assert run.exit_code == 0, run.output
    assert load_cards(folder) == load_cards()


def test_export_writes_into_no_folder_that_is_there(tmp_path):
    run = CliRunner().invoke(main, ["cards", "export", str(tmp_path)])
    assert run.exit_code == 2 and str(tmp_path) in run.output
    assert list(tmp_path.iterdir()) == []
