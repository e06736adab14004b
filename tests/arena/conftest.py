"""What the arena's tests share: runs in this process, and engines that misbehave."""

import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from eminence.ai.cli import main
from eminence.bench.arena_run import Budget, Settings, make_config
from eminence.bench.runfile import open_run
from eminence.bench.runner import Run
from eminence.bench.workers import Inline

MOCK = Path(__file__).parent / "mocks" / "engine.py"


@pytest.fixture
def mock():
    """Return the spec of an engine that behaves in a certain way."""
    return lambda mode: f"cmd:{sys.executable} {MOCK} {mode}"


@pytest.fixture
def config():
    """Return a run's configuration."""

    def make(*specs, schedule="duel", test=None, nodes=None, players=2, **more):
        settings = Settings(players=players, budget=Budget(nodes), **more)
        return make_config(settings, schedule, list(specs), test=test)[0]

    return make


@pytest.fixture
def play():
    """Play a run into a file, in this process unless told otherwise; return its tally."""

    def go(path, made, deals, pool=None, **more):
        with open_run(path, made) as file, pool or Inline(made) as opened:
            return Run(made, file, opened, deals, **more).go()

    return go


@pytest.fixture
def arena():
    """Run ``eminence arena``; return the result."""

    def call(*args):
        return CliRunner().invoke(main, ["arena", *map(str, args)])

    return call


@pytest.fixture
def refused(arena):
    """Run a command that must be refused in a sentence; return that."""

    def call(*args):
        result = arena(*args)
        assert result.exit_code == 2, result.output
        assert "Traceback" not in result.output
        return " ".join(result.stderr.split())

    return call
