"""Reports from run files written by hand, whole and damaged, in every format."""

from __future__ import annotations

import csv
import io
import json
from math import isnan
from pathlib import Path
from typing import Any

import click
import numpy as np
import pytest
from click.testing import CliRunner, Result

from eminence.ai.cli import Root
from eminence.bench import extra as extra_module
from eminence.bench.labels import budget, family, labels
from eminence.bench.report import report_on
from eminence.bench.report_cli import plan, report
from eminence.bench.results import RunFileReadError, read_results
from eminence.bench.simulated import duel_seats, performances, pool_seats

SPRT = {"m0": 0.25, "m1": 0.27, "alpha": 0.05, "beta": 0.05, "min_blocks": 100, "max_blocks": 4000}
POOL = ("random", "greedy", "flat-mc:nodes=250", "flat-mc:nodes=1000")


class Shell(Root):
    """The command line's own handling of errors, with the commands given to it."""

    get_command = click.Group.get_command


def run(*args: str) -> Result:
    shell = Shell("arena", commands={"report": report, "plan": plan})
    return CliRunner().invoke(shell, args)


def head(players: int, schedule: str, names: tuple[str, ...], **more: Any) -> dict[str, Any]:
    bots = [{"name": name, "spec": name, "options": {}, "limits": {}} for name in names]
    return {
        "type": "run",
        "format": 1,
        "hash": "b1946ac9",
        "rules": "toy",
        "rules_version": "1",
        "players": players,
        "run_seed": 1,
        "schedule": schedule,
        "metric": "win",
        "sprt": None,
        "bots": bots,
    } | more


def game(deal: int, number: int, seats: list[str], points: list[int]) -> dict[str, Any]:
    ranks = [1 + sum(other > mine for other in points) for mine in points]
    return {
        "type": "game",
        "key": f"d{deal}/o0/r{number}",
        "deal": deal,
        "seats": seats,
        "points": points,
        "ranks": ranks,
        "win": [(rank == 1) / ranks.count(1) for rank in ranks],
        "turns": 20,
        "fault": [None] * len(seats),
        "ms": [50.0] * len(seats),
        "nodes": [500] * len(seats),
        "latency_max_ms": 0,
        "events_sha": "5d41402a",
    }


def write(path: Path, *lines: dict[str, Any]) -> Path:
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path


def games(seats: np.ndarray, names: tuple[str, ...], worth: list[float]) -> list[dict[str, Any]]:
    lead = performances(np.random.default_rng(3), np.array(worth)[seats], 0.5)
    points = np.rint(40 + 5 * lead).astype(int)
    return [
        game(d, g, [names[b] for b in seats[d, g]], points[d, g].tolist())
        for d, g in np.ndindex(seats.shape[:2])
    ]


@pytest.fixture(scope="module")
def duel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    seats = np.broadcast_to(duel_seats(4), (160, 8, 4))
    lines = games(seats, ("A", "B"), [0.6, 0.0])
    return write(
        tmp_path_factory.mktemp("runs") / "duel.jsonl",
        head(4, "duel", ("A", "B"), sprt=SPRT),
        *lines,
    )


@pytest.fixture(scope="module")
def pool(tmp_path_factory: pytest.TempPathFactory) -> Path:
    seats = pool_seats(np.random.default_rng(1), 4, 2, 120)
    lines = games(seats, POOL, [-1.0, 0.0, 0.5, 0.8])
    return write(tmp_path_factory.mktemp("runs") / "pool.jsonl", head(2, "pool", POOL), *lines)


def test_figures_by_hand(tmp_path: Path) -> None:
    """Two players, two deals: of four games A wins two and shares one."""
    path = write(
        tmp_path / "run.jsonl",
        head(2, "duel", ("A", "B")),
        game(0, 0, ["A", "B"], [10, 4]),
        game(0, 1, ["B", "A"], [6, 8]),
        game(1, 0, ["A", "B"], [5, 5]),
        game(1, 1, ["B", "A"], [7, 3]),
    )
    found = report_on(path)
    a, b = found.rows
    assert (a.bot, b.bot, found.anchor) == ("A", "B", "B")
    assert a.scores["win"].mean == pytest.approx(2.5 / 4)
    assert a.scores["rank_pts"].mean == pytest.approx(2.5 / 4)
    assert a.scores["margin"].mean == pytest.approx((6 + 2 + 0 - 4) / 4)
    assert b.scores["margin"].mean == pytest.approx(-1)
    assert (a.blocks, a.games, a.ms_a_move, a.nodes_a_move) == (2, 4, 5.0, 50.0)
    assert found.score is not None and found.score.mean == pytest.approx(0.625)
    assert [e.mean for e in found.seats] == pytest.approx([2.5 / 4, 1.5 / 4])
    assert any("Only 2 finished deals" in note for note in found.notes)
    shown = run("report", str(path))
    assert shown.exit_code == 0, shown.output
    assert "0.625" in shown.stdout


def test_a_duel_as_a_table(duel: Path) -> None:
    shown = run("report", str(duel))
    assert shown.exit_code == 0, shown.output
    assert shown.stdout.startswith("toy 1, 4 players: duel of 2 bots")
    assert "settled, A is stronger than B" in shown.stdout
    assert "biased away from par" in shown.stdout
    assert "Luck share" in shown.stdout
    assert "1,280 games of 160 deals" in shown.stdout
    assert not any(line.endswith(" ") for line in shown.stdout.splitlines())


def test_a_pool_as_json(pool: Path) -> None:
    shown = run("report", str(pool), "--format", "json")
    assert shown.exit_code == 0, shown.output
    found = json.loads(shown.stdout)
    assert [bot["bot"] for bot in found["bots"]] == [*reversed(POOL)]
    assert found["anchor"] == "random"
    assert found["bots"][-1]["elo"] == {"mean": 0.0, "low": 0.0, "high": 0.0, "n": 120}
    assert found["bots"][0]["elo"]["low"] > found["bots"][-1]["elo"]["high"]
    assert [bot["budget"] for bot in found["bots"]] == [1000, 250, None, None]
    assert len(found["pairs"]) == 6
    assert found["run"]["hash"] == "b1946ac9"
    assert sum(seat["mean"] for seat in found["seats"]) == pytest.approx(1)


def test_a_pool_as_csv_and_markdown(pool: Path) -> None:
    rows = list(csv.DictReader(io.StringIO(run("report", str(pool), "--format", "csv").stdout)))
    assert [row["bot"] for row in rows] == [*reversed(POOL)]
    assert float(rows[0]["win_low"]) < float(rows[0]["win"]) < float(rows[0]["win_high"])
    text = run("report", str(pool), "--format", "md").stdout
    lines = [line for line in text.splitlines() if line.startswith("|")]
    assert len({line.count("|") for line in lines[:6]}) == 1
    assert "Probability that row is stronger than column" in text


def test_another_anchor(pool: Path) -> None:
    found = report_on(pool, "greedy", 100)
    at = {row.bot: row.elo.mean for row in found.rows}
    assert at["greedy"] == 0 > at["random"]
    shown = run("report", str(pool), "--anchor", "gredy")
    assert shown.exit_code == 2
    assert "did you mean 'greedy'?" in shown.output


def test_only_the_finished_prefix_counts(duel: Path, tmp_path: Path) -> None:
    """A deal that lacks a game holds back all later ones, and a torn line is no game."""
    lines = duel.read_bytes().splitlines(keepends=True)
    del lines[1 + 8 * 50 + 3]
    path = tmp_path / "run.jsonl"
    path.write_bytes(b"".join(lines)[:-9])
    found = read_results(path)
    assert (found.blocks, len(found.deal), found.torn) == (50, 400, True)
    assert found.unfinished == 160 * 8 - 400 - 2
    notes = report_on(path).notes
    assert any("878 games are left out" in note for note in notes)
    assert any("cut short" in note for note in notes)


def test_faults_and_voids_are_counted(tmp_path: Path) -> None:
    faulty = game(1, 0, ["A", "B"], [0, 0]) | {
        "points": [None, None],
        "ranks": [2, 1],
        "win": [0.0, 1.0],
        "fault": ["crash", None],
    }
    path = write(
        tmp_path / "run.jsonl",
        head(2, "duel", ("A", "B")),
        game(0, 0, ["A", "B"], [3, 1]),
        game(0, 1, ["B", "A"], [1, 4]),
        {"type": "void", "key": "d1/o0/r0", "reason": "worker killed"},
        faulty,
        game(1, 1, ["B", "A"], [1, 2]),
    )
    found = report_on(path)
    assert found.rows[0].faults == {"crash": 1}
    assert found.rows[0].scores["win"].mean == 0.75
    assert found.rows[0].scores["margin"].mean == pytest.approx((2.5 + 1) / 2)
    assert found.results.voids == 1
    assert "1 crash" in run("report", str(path)).stdout


def test_all_or_nothing_is_a_bound(tmp_path: Path) -> None:
    lines = [
        game(d, g, ["A", "B"][:: 1 - 2 * g], [2 - g, 1 + g]) for d in range(20) for g in (0, 1)
    ]
    found = report_on(write(tmp_path / "run.jsonl", head(2, "duel", ("A", "B")), *lines))
    assert found.rows[0].scores["win"].low == pytest.approx(0.025 ** (1 / 20))
    assert found.rows[0].scores["win"].high == 1
    assert isnan(found.rows[0].elo.low)
    assert isnan(found.saved)
    assert any("A won every game: its Elo is a bound" in note for note in found.notes)


def test_labels_tell_bots_apart() -> None:
    def entry(name: str, spec: str, **more: Any) -> dict[str, Any]:
        return {"name": name, "spec": spec, "options": {}, "limits": {}} | more

    bots = [
        entry("A", "random:seed=0"),
        entry("B", "mc:seed=0,nodes=50,c=1", options={"seed": 0, "nodes": 50, "c": 1}),
        entry("C", "mc:seed=0,nodes=50,c=1", options={"seed": 0}, limits={"nodes": 100}),
        entry("D", "cmd:./engine --x:y", limits={"nodes": 100}),
        entry("E", "cmd:./engine --x:y", limits={"nodes": 200}),
        entry("F", "greedy"),
        entry("G", "greedy"),
    ]
    assert list(labels(bots).values()) == [
        "random",
        "mc:nodes=50",
        "mc:nodes=100",
        "cmd:./engine --x:y:nodes=100",
        "cmd:./engine --x:y:nodes=200",
        "greedy (F)",
        "greedy (G)",
    ]
    assert [budget(bot) for bot in bots] == [None, 50, 100, 100, 200, None, None]
    assert family("mc:nodes=50") == "mc"
    assert family("mc:c=1,nodes=50") == "mc:c=1"
    assert family("cmd:./engine --x:y:nodes=100") == "cmd:./engine --x:y"


@pytest.mark.parametrize("equal", [True, False])
def test_the_self_test_is_judged(tmp_path: Path, equal: bool) -> None:
    lines = [
        game(d, g, ["x", "y"] if g == 0 else ["y", "x"], [2, 1] if equal else [2 - g, 1 + g])
        for d in range(3)
        for g in range(2)
    ]
    path = write(tmp_path / "run.jsonl", head(2, "sanity", ("x", "y")), *lines)
    verdict = "Self-test passed" if equal else "SELF-TEST FAILED: 3 of 3"
    assert any(note.startswith(verdict) for note in report_on(path).notes)


BAD_GAME = game(0, 0, ["A", "B"], [1, 2])
DAMAGED = {
    "empty": (b"", "is empty"),
    "blank": (b"\n \n", "is empty"),
    "text": (b"hello\n", "no run file"),
    "list": (b"[1]\n", "no run file"),
    "other": (b'{"type":"replay"}\n', "no run file"),
    "binary": (bytes(range(256)), "no run file"),
    "torn head": (b'{"type":"run","for', "no run file"),
    "format": (json.dumps(head(2, "duel", ("A", "B"), format=9)).encode(), "reads format 1"),
    "metric": (json.dumps(head(2, "duel", ("A", "B"), metric="joy")).encode(), "no metric 'joy'"),
    "bots": (json.dumps(head(2, "duel", (), bots=3)).encode(), "have no names"),
}
WRONG_LINES = {
    "middle": (b'{"type":"ga\n', "line 2 is no JSON object"),
    "kind": (b'{"type":"tea"}\n', "line 2: neither a game nor a void game"),
    "key": ({"key": None}, "line 2: a game without key"),
    "seats": ({"seats": ["A"]}, "line 2: a game with other than 2 seats"),
    "bot": ({"seats": ["A", "C"]}, "line 2: no bot 'C'"),
    "win": ({"win": [1, "x"]}, "line 2: win are not 2 numbers"),
    "share": ({"win": [7.0, 0.0]}, "line 2: win are not shares of one win"),
    "sum": ({"win": [0.5, 0.2]}, "line 2: win are not shares of one win"),
    "ranks": ({"ranks": None}, "line 2: ranks are not 2 numbers"),
    "nan": ({"win": [float("nan"), 1]}, "line 2 is no JSON object"),
    "ms": ({"ms": [1]}, "line 2: ms are not 2 numbers"),
    "turns": ({"turns": "many"}, "line 2: turns is no number"),
    "fault": ({"fault": "crash"}, "line 2: fault is not a list of 2"),
}


def refused(path: Path, why: str) -> None:
    before = path.read_bytes()
    with pytest.raises(RunFileReadError):
        read_results(path)
    shown = run("report", str(path))
    assert shown.exit_code == 2
    assert why in shown.output.replace("\n", " ")
    assert "Traceback" not in shown.output
    assert path.read_bytes() == before


@pytest.mark.parametrize("name", DAMAGED)
def test_a_file_that_is_no_run_is_refused(name: str, tmp_path: Path) -> None:
    data, why = DAMAGED[name]
    path = tmp_path / "run.jsonl"
    path.write_bytes(data)
    refused(path, why)


def test_what_is_no_file_is_refused(tmp_path: Path) -> None:
    """A device may have no end."""
    with pytest.raises(RunFileReadError, match="no regular file"):
        read_results("/dev/zero")
    with pytest.raises(RunFileReadError, match="no regular file"):
        read_results(tmp_path)


@pytest.mark.parametrize("name", WRONG_LINES)
def test_a_damaged_line_is_named(name: str, tmp_path: Path) -> None:
    line, why = WRONG_LINES[name]
    path = write(tmp_path / "run.jsonl", head(2, "duel", ("A", "B")))
    with path.open("ab") as file:
        file.write(
            line if isinstance(line, bytes) else json.dumps(BAD_GAME | line).encode() + b"\n"
        )
        file.write(json.dumps(BAD_GAME).encode() + b"\n")
    refused(path, why)


def test_a_game_twice_is_refused(tmp_path: Path) -> None:
    path = write(tmp_path / "run.jsonl", head(2, "duel", ("A", "B")), BAD_GAME, BAD_GAME)
    refused(path, "game d0/o0/r0 is there twice")


def test_no_finished_deal_is_too_few(tmp_path: Path) -> None:
    path = write(tmp_path / "run.jsonl", head(2, "duel", ("A", "B")), BAD_GAME)
    shown = run("report", str(path))
    assert shown.exit_code == 2
    assert "too few deals" in shown.output
    assert run("report", str(tmp_path / "none.jsonl")).exit_code == 2


@pytest.mark.parametrize("name", ["duel", "pool"])
def test_plots_are_drawn(name: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    pytest.importorskip("matplotlib")
    shown = run("report", str(request.getfixturevalue(name)), "--plots", str(tmp_path / "new"))
    assert shown.exit_code == 0, shown.output
    wanted = {"duel": ["elo", "llr", "score", "seats"], "pool": ["budget", "elo", "score", "seats"]}
    files = sorted(file.name for file in (tmp_path / "new").iterdir())
    assert files == [f"{stem}.{kind}" for stem in wanted[name] for kind in ("png", "svg")]


def test_the_same_plot_is_the_same_file(pool: Path, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    from eminence.bench.plots import draw_seats, write_plot

    found = report_on(pool, samples=100)
    for name in ("one", "two"):
        write_plot(found, draw_seats, tmp_path / name, 3)
    for kind in ("svg", "png"):
        one, two = (tmp_path / f"{name}.{kind}" for name in ("one", "two"))
        assert one.read_bytes() == two.read_bytes()


def test_without_the_extra_there_is_a_sentence(duel: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> None:
        raise ImportError(name)

    monkeypatch.setattr(extra_module.importlib, "import_module", missing)
    shown = run("report", str(duel))
    assert shown.exit_code == 2
    assert 'scipy, which is not installed: pip install "eminence[bench]"' in shown.output


def test_plan_from_nothing_and_from_a_file(duel: Path) -> None:
    shown = run("plan", "--effect", "20elo", "--players", "4")
    assert shown.exit_code == 0, shown.output
    assert "273 deals, 2,184 games" in shown.stdout
    assert "assumed" in shown.stdout
    shown = run("plan", "--effect", "20elo", "--from", str(duel))
    assert shown.exit_code == 0, shown.output
    assert "measured on 160 deals" in shown.stdout
    assert "Thinking time" in shown.stdout


@pytest.mark.parametrize(
    ("args", "why"),
    [
        (["--effect", "20elo"], "--players is needed"),
        (["--effect", "much", "--players", "4"], "an effect is written"),
        (["--effect", "20elo", "--players", "4", "--deals", "100"], "too few deals: 100"),
        (["--effect", "20elo", "--players", "4", "--luck", "1"], "a luck share is"),
    ],
)
def test_a_plan_that_cannot_be_made(args: list[str], why: str) -> None:
    shown = run("plan", *args)
    assert shown.exit_code == 2
    assert why in shown.output


def test_a_plan_needs_a_file_that_fits(duel: Path, tmp_path: Path) -> None:
    few = write(tmp_path / "few.jsonl", head(2, "duel", ("A", "B")), BAD_GAME)
    shown = run("plan", "--effect", "20elo", "--from", str(few))
    assert shown.exit_code == 2
    assert "too few deals to plan with" in shown.output
    shown = run("plan", "--effect", "20elo", "--from", str(duel), "--players", "3")
    assert shown.exit_code == 2
    assert "is of 4 players, not 3" in shown.output


def test_at_most_a_few_odd_pairs_are_told(tmp_path: Path) -> None:
    """Five bots in a ring, each of which beats the next two; all are rated alike."""
    ring = ("a", "b", "c", "d", "e")
    pairs = [(i, (i + step) % 5) for step in (1, 2) for i in range(5)]
    lines = []
    for deal in range(400):
        winner, loser = pairs[deal % 10]
        lines += [
            game(deal, 0, [ring[winner], ring[loser]], [2, 1]),
            game(deal, 1, [ring[loser], ring[winner]], [1, 2]),
        ]
    path = write(tmp_path / "run.jsonl", head(2, "pool", ring), *lines)
    found = report_on(path, samples=100)
    assert sum(pair.odd for pair in found.pairs) == 10
    told = [note for note in found.notes if "no single scale" in note]
    assert len(told) == 3
    assert "So it is with 7 more of the pairs marked !." in found.notes
    assert "! where more than chance parts them" in run("report", str(path)).stdout
