"""Count with the readable rules what `test_perft.py` expects: ``python generate.py GAME``.

For every number of players it writes a random game, and of some of its stops the leaves at
depths 1, 2, … up to about `LEAVES` of them. Only new rules need this.
"""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path

from eminence import available_games, load

LEAVES = 12_000
STOPS = 7
DEPTH = 6


def play(game, seed):
    """Return the state at the end of a random game that likes tokens not seen before."""
    chance, state, seen = random.Random(seed), game.new(), set()
    while state.to_move is not None:
        tokens = state.legal_moves() or [token for token, _ in state.chance_outcomes()]
        fresh = [t for t in tokens if t.split(" ")[0] not in seen]
        token = chance.choice(fresh if fresh and chance.random() < 0.5 else tokens)
        seen.add(token.split(" ")[0])
        state.apply(token)
    return state


def count(state):
    """Return the leaves at each depth, as far as they are not too many."""
    leaves = [state.perft(1).leaves]
    while len(leaves) < DEPTH and leaves[-1] < LEAVES:
        growth = leaves[-1] / leaves[-2] if len(leaves) > 1 else leaves[-1]
        if leaves[-1] * growth > 5 * LEAVES:
            break
        leaves.append(state.perft(len(leaves) + 1).leaves)
    return leaves


def games(name):
    """Yield a game for each number of players, with stops all over it and close to its end."""
    for players in available_games()[name].players:
        game = load(name, players, engine="reference")
        record = [event.get("move", event.get("chance")) for event in play(game, players).record]
        lengths = {len(record) * k // STOPS for k in range(STOPS)} | {len(record) - 3, len(record)}
        state, stops = game.new(), []
        for length, token in enumerate([*record, None]):
            if length in lengths:
                stops.append({"after": length, "at": state.decision, "leaves": count(state)})
            if token is not None:
                state.apply(token)
        yield {"players": players, "record": record, "stops": stops}


def lines(game):
    """Return a game as JSON, a stop a line."""
    stops = ",\n  ".join(map(json.dumps, game["stops"]))
    head = json.dumps({"players": game["players"], "record": game["record"]})
    return f'{head[:-1]}, "stops": [\n  {stops}]}}'


def main(name):
    path = Path(__file__).with_name(f"{name}.json")
    path.write_text("[" + ",\n".join(map(lines, games(name))) + "]\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1])
