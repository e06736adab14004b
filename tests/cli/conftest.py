"""Commands are run in this process, with bots that choose by lot or always the first move."""

import sys
import types
from dataclasses import dataclass

import pytest
from click.testing import CliRunner

import eminence.ai
from eminence.ai.cli import main
from eminence.ai.thinking import MoveStats, Result
from eminence.core.errors import BotSpecError
from eminence.ext.rng import Rng


@dataclass
class FakeBot:
    """A bot without a thought; it notes what it was shown."""

    spec: str
    asked: list

    def think(self, view, *, limits=None, seed=None, stop=None, on_info=None, every_ms=1000):
        self.asked.append((view.seat, view, seed))
        moves = view.legal_moves()
        name = self.spec.partition(":")[0]
        if name == "broken":
            raise RuntimeError("no idea")
        first = name in ("first", "cheat")
        move = moves[0] if first else moves[Rng(seed).below(len(moves))]
        share = [1 / view.game.players] * view.game.players
        stats = [MoveStats(m, 1, share, 0.1, share) for m in moves]
        move = "swindle" if name == "cheat" else move
        return Result(move, "nodes", 1, 0, 1, share, share, stats)


@dataclass
class FakeOption:
    name: str
    type: type
    default: int
    help: str


@dataclass
class FakeInfo:
    name: str
    summary: str
    options: list


FAKES = {
    "flat-mc": FakeInfo(
        "flat-mc", "searches", [FakeOption("nodes", int, 100, "simulations a move")]
    ),
    "greedy": FakeInfo("greedy", "looks one move ahead", []),
    "random": FakeInfo("random", "draws by lot", []),
    "first": FakeInfo("first", "takes the first move", []),
    "broken": FakeInfo("broken", "raises", []),
    "cheat": FakeInfo("cheat", "makes up moves", []),
}


@pytest.fixture(autouse=True)
def asked(monkeypatch):
    """Put fake bots in the place of `eminence.ai.bots`; return what they were asked."""
    asked = []

    def bot(spec, **_):
        name, _, options = spec.partition(":")
        if name not in FAKES:
            raise BotSpecError(f"no bot {name!r}")
        if options and not options.startswith("nodes="):
            raise BotSpecError(f"no option {options!r}")
        return FakeBot(spec, asked)

    module = types.ModuleType("eminence.ai.bots")
    module.bot = bot
    module.available_bots = lambda: dict(FAKES)
    monkeypatch.setitem(sys.modules, "eminence.ai.bots", module)
    monkeypatch.setattr(eminence.ai, "bots", module, raising=False)
    return asked


@pytest.fixture
def run():
    """Return a function that runs a command line."""

    def run(*args, **more):
        return CliRunner().invoke(main, [str(arg) for arg in args], prog_name="eminence", **more)

    return run


@pytest.fixture
def refused(run):
    """Return a function that runs a command line which must be refused, and gives the sentence."""

    def refused(*args, **more):
        result = run(*args, **more)
        assert result.exit_code == 2, result.output
        assert "Traceback" not in result.output
        *_, last = result.stderr.strip().splitlines()
        assert last.startswith("Error: ")
        return last.removeprefix("Error: ")

    return refused


@pytest.fixture
def games(run, tmp_path):
    """Return a file with two games for two."""
    path = tmp_path / "games.jsonl"
    result = run("selfplay", "-n", 2, "--out", path, "--bot", "random", "--players", 2)
    assert result.exit_code == 0, result.output
    return path
