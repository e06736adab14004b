"""The measurements measure what they say; no figure is a condition."""

import json

import pytest
from click.testing import CliRunner

from eminence.bench import instructions, speed
from eminence.bench.arena_cli import arena
from eminence.bench.cli import bench


def test_speed_reports_every_figure_as_json():
    run = CliRunner().invoke(bench, ["speed", "--seconds", "0.01", "--players", "2", "--json"])
    assert run.exit_code == 0, run.output
    figures = json.loads(run.stdout)
    wanted = {
        "kernel_decisions_per_s",
        "copy_ns",
        "sample_us",
        "api_decisions_per_s",
        "flat_mc_playouts_per_s",
    }
    assert wanted <= figures.keys()
    assert all(figures[name] > 0 for name in wanted)


def test_speed_prints_a_table():
    run = CliRunner().invoke(bench, ["speed", "--seconds", "0.01"])
    assert run.exit_code == 0, run.output
    assert "sample_us" in run.stdout


def test_rate_counts_the_work_that_was_done():
    done = []
    speed.rate(lambda n: done.append(n) or sum(range(1000 * n)) * 0 + n, 0.01)
    assert len(done) >= 4


def test_a_dearer_decision_is_reported():
    known = {"2": 100.0, "4": 100.0}
    assert instructions.compare(known, {"2": 102.0, "4": 90.0}) == []
    assert len(instructions.compare(known, {"2": 104.0, "4": 90.0})) == 1


@pytest.mark.parametrize("seconds", ["nan", "0", "-1", "٣"])
def test_speed_refuses_times_that_are_none(seconds):
    run = CliRunner().invoke(bench, ["speed", "--seconds", seconds])
    assert run.exit_code == 2


@pytest.mark.parametrize("games", ["0", "-3", "1_0"])
def test_throughput_refuses_no_games(games):
    run = CliRunner().invoke(arena, ["throughput", "--games", games])
    assert run.exit_code == 2
