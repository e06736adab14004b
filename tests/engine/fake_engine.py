"""An engine over the readable rules with bots that behave in every way a bot may."""

import argparse
import os
import random
import subprocess
import sys
import time
from functools import partial

from eminence.ai.engine.config import Config
from eminence.ai.engine.process import run
from eminence.ai.thinking import Limits, MoveStats, Result
from eminence.core.errors import BotSpecError, ImpossibleError
from eminence.core.game import load
from eminence.ext.rng import Rng

DEFAULT = Limits()


def guess(view, seed, nodes, time_ms, reason):
    """Return a result that is a function of the view and the seed, and of nothing else."""
    rng = Rng(seed or 0)
    worlds = [view.sample(rng).to_json() for _ in range(3)]
    noise = random.Random(f"{seed} {view.observation()} {worlds}")
    players = view.game.players
    moves = []
    for move in view.legal_moves():
        shares = [noise.random() for _ in range(players)]
        win = [s / sum(shares) for s in shares]
        moves.append(MoveStats(move, noise.randrange(100), win, 0.01, [1.0] * players))
    moves.sort(key=lambda m: -m.visits)
    return Result(moves[0].move, reason, nodes, time_ms, 3, moves[0].win, [1.0] * players, moves)


class Bot:
    """Counts up to its limit of nodes, in a loop that never lets go of a processor."""

    spec = "steady"

    def think(self, view, *, limits=DEFAULT, seed=None, stop=None, on_info=None, every_ms=1000):
        started = reported = time.monotonic()
        reason, nodes = "nodes", 0
        while limits.nodes is None or nodes < limits.nodes:
            now = time.monotonic()
            if stop is not None and stop.is_set():
                reason = "stop"
                break
            if limits.time_ms is not None and (now - started) * 1000 >= limits.time_ms:
                reason = "time"
                break
            if on_info is not None and (now - reported) * 1000 >= every_ms:
                reported = now
                on_info(guess(view, seed, nodes, int((now - started) * 1000), None))
            sum(range(200))
            nodes += 1
        elapsed = int((time.monotonic() - started) * 1000)
        return guess(view, seed, nodes, elapsed, reason)


class Stuck:
    """Says something and then hears nothing any more."""

    def think(self, view, *, on_info, seed=None, **_):
        on_info(guess(view, seed, 7, 0, None))
        time.sleep(3600)


class Chatty:
    """Talks on and on, whatever it is told."""

    def think(self, view, *, on_info, seed=None, **_):
        while True:
            on_info(guess(view, seed, 7, 0, None))
            time.sleep(0.002)


class Deaf:
    def think(self, view, **_):
        time.sleep(3600)


class Crash:
    def think(self, view, **_):
        raise RuntimeError("crash")


class Leave:
    def think(self, view, **_):
        sys.exit(3)


class Puzzled:
    def think(self, view, **_):
        raise ImpossibleError("nothing fits")


class Illegal:
    def think(self, view, **_):
        return Result("banana", "nodes", 1, 0, 0, None, None)


class Nan:
    def think(self, view, *, on_info, **_):
        nan = [float("nan")] * view.game.players
        on_info(Result(view.legal_moves()[0], None, 1, 0, 0, nan, None))
        return Result(view.legal_moves()[0], "nodes", 1, 0, 0, nan, None)


class Vandal(Bot):
    """Spoils the view that it was given."""

    def think(self, view, **more):
        result = super().think(view, **more)
        view.undo(0)
        return result


class Noisy(Bot):
    """Prints in every way there is, and reads what is not for it."""

    def think(self, view, **more):
        print("print")
        sys.stdout.flush()
        os.write(1, b"C-level write\n")
        subprocess.run([sys.executable, "-c", "print('child')"], check=True)
        assert sys.stdin.read() == ""
        for _ in range(1024):
            print("x" * 1023, file=sys.stderr)
        return super().think(view, **more)


BOTS = {
    "steady": Bot,
    "stuck": Stuck,
    "chatty": Chatty,
    "deaf": Deaf,
    "crash": Crash,
    "leave": Leave,
    "puzzled": Puzzled,
    "illegal": Illegal,
    "nan": Nan,
    "vandal": Vandal,
    "noisy": Noisy,
}


def make_bot(spec):
    if spec not in BOTS:
        raise BotSpecError(f"no bot {spec!r}")
    return BOTS[spec]()


def slow_load(seconds, name, players):
    """Load a game after a while in which Python is busy."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        sum(range(1000))
    return load(name, players, engine=os.environ.get("EM_ENGINE", "reference"))


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--bot", default="steady")
    parser.add_argument("--max-games", type=int, default=64)
    parser.add_argument("--eof-s", type=float, default=60)
    parser.add_argument("--stop-s", type=float, default=1)
    parser.add_argument("--load-s", type=float, default=0)
    args = parser.parse_args()
    run(
        args.bot,
        Config(
            make_bot=make_bot,
            load=partial(slow_load, args.load_s),
            max_games=args.max_games,
            eof_s=args.eof_s,
            stop_s=args.stop_s,
        ),
    )
