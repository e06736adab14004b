"""Machine instructions per decision, which are steadier than time.

``python -m eminence.bench.instructions`` counts them with valgrind's callgrind, ``--check``
compares them with the committed counts, ``--update`` writes those anew.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import re
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

COUNTS = Path("bench/instructions.json")
TOLERANCE = 0.03
GAMES = (50, 450)
"""The difference of two runs leaves out what start-up costs."""

WORKLOAD = (
    "import sys; from eminence.core.game import load; from eminence.ext.rng import Rng;"
    "from eminence.bench.kernel import random_games;"
    "g = load('louis14', int(sys.argv[1]));"
    "print(random_games(g, int(sys.argv[2]), Rng(1)))"
)


def compiler() -> str:
    """Return the name and version of the C compiler, and the machine."""
    command = (sysconfig.get_config_var("CC") or "cc").split()[0]
    first = subprocess.run([command, "--version"], capture_output=True, text=True, check=True)
    return f"{first.stdout.splitlines()[0]} on {platform.machine()}"


def count(players: int, games: int) -> tuple[int, int]:
    """Return the instructions and the decisions of a run."""
    with tempfile.TemporaryDirectory() as folder:
        run = subprocess.run(
            [
                *("valgrind", "--tool=callgrind", f"--callgrind-out-file={folder}/out"),
                *(sys.executable, "-c", WORKLOAD, str(players), str(games)),
            ],
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": "0"},
        )
    found = re.search(r"Collected : (\d+)", run.stderr)
    if found is None:
        raise RuntimeError(f"callgrind reported no count:\n{run.stderr}")
    return int(found[1]), int(run.stdout)


def per_decision(players: int) -> float:
    """Return the instructions per decision of random games."""
    (few, some), (many, more) = (count(players, games) for games in GAMES)
    return round((many - few) / (more - some), 1)


def compare(known: dict[str, float], counts: dict[str, float]) -> list[str]:
    """Return a sentence for each count that grew by more than the tolerance."""
    return [
        f"{players} players: {counts[players]} instructions a decision, {old} before"
        for players, old in known.items()
        if counts[players] > old * (1 + TOLERANCE)
    ]


def main() -> int:
    """Count, and compare or write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="fail if a decision became dearer")
    parser.add_argument("--update", action="store_true", help="write the committed counts anew")
    options = parser.parse_args()
    counts = {str(players): per_decision(players) for players in (2, 3, 4)}
    print(json.dumps({"compiler": compiler(), "louis14": counts}))
    if options.update:
        text = json.dumps({"compiler": compiler(), "louis14": counts}, indent=2)
        COUNTS.write_text(text + "\n", "utf-8")
    if options.check:
        known = json.loads(COUNTS.read_text("utf-8"))
        if known["compiler"] != compiler():
            print(f"not compared: the counts are of {known['compiler']}")
            return 0
        faults = compare(known["louis14"], counts)
        print("\n".join(faults) or "no decision became dearer")
        return bool(faults)
    return 0


if __name__ == "__main__":
    sys.exit(main())
