"""``eminence demo``: bots play a game that can be watched."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from eminence.ai.cli import options
from eminence.ai.cli.display import console, scores_table, show, text_of
from eminence.ai.cli.story import Story
from eminence.ai.cli.words import GameWords, Line, load_words
from eminence.core.events import Event
from eminence.core.game import Json, State

if TYPE_CHECKING:
    from rich.console import Console
    from rich.live import Live

BOTS = ("flat-mc:nodes=2000", "flat-mc:nodes=200", "greedy", "random")
"""Who plays unless told otherwise."""

FULL_HEIGHT = 48
"""Rows of a terminal that has room for every hand."""

ROUND_PAUSE = 5
"""The pause at the end of a round, in those after a move."""

MANY_ROWS = 30
"""Rows of a terminal that has room for `PACE` below the board."""

START_PAUSE = 20
"""The pause before the game, for reading what the board means, in those after a move."""

PACE = "--delay SECONDS changes the pace (0 shows the end at once); Ctrl-C ends it."
"""What a watcher at a terminal is told."""


@click.command()
@options.game_option
@options.players_option
@options.bot_option((), "A bot, for all seats or for one each in turn;", ", ".join(BOTS))
@options.seed_option(1, "Another seed is another game; the same seed is the same game.")
@click.option(
    "--delay",
    type=options.RealRange(0, 60),
    default=0.22,
    show_default=True,
    metavar="SECONDS",
    help="The pause after each move, at a terminal; after each round it is longer.",
)
@options.cards_option
def demo(
    game_name: str,
    players: int,
    specs: Sequence[str],
    seed: int,
    delay: float,
    cards: Path | None,
) -> None:
    """Watch bots play a game, with all cards face up.

    Without --bot a strong bot plays against weaker ones. At a terminal the board is drawn anew
    with each move; elsewhere the game is told as plain text.

    Example: eminence demo --players 3 --bot greedy --seed 5
    """
    from eminence.ai.table import play_game

    game = options.load_game(game_name, players, cards)
    bots = options.load_bots(specs or BOTS[:players], players)
    words = load_words(game_name, options.NAMES, cards)
    out = console()
    show(out, _introduction([bot.spec for bot in bots], seed))
    show(out, "\n".join([*words.rules(), "", *words.legend(), ""]))
    if out.is_terminal:
        from rich.live import Live

        show(out, PACE)
        time.sleep(START_PAUSE * delay)
        with Live(console=out, auto_refresh=False) as live:
            watcher: Watcher = Screen(words, live, delay)
            state = play_game(game, bots, seed, on_event=watcher)
            watcher.end(state)
    else:
        watcher = Watcher(words, out)
        state = play_game(game, bots, seed, on_event=watcher)
        watcher.end(state)
    out.print(scores_table(state, options.NAMES, [bot.spec for bot in bots]))


def _introduction(specs: Sequence[str], seed: int) -> str:
    """Return who plays."""
    seats = ", ".join(f"{options.NAMES[i]}: {spec}" for i, spec in enumerate(specs))
    return f"{seats}; seed {seed}.\n"


class Watcher:
    """Tells a game as plain text, with a heading for each chapter and the board where it helps."""

    boards = True

    def __init__(self, words: GameWords, out: Console) -> None:
        """Begin at the beginning."""
        self._words = words
        self._out = out
        self._story = Story(words, options.NAMES, boards=self.boards)

    def __call__(self, state: State, event: Event) -> None:
        """Take in an event, with the state before it."""
        seen = state.to_json()
        self.tell(self._story.add(event, seen), seen, pause="move" in event)

    def end(self, state: State) -> None:
        """Tell the end."""
        seen = state.to_json()
        self.tell(self._story.close(seen), seen)

    def tell(self, lines: list[Line], seen: Json, *, pause: bool = False) -> None:
        """Print what is told."""
        if lines:
            show(self._out, text_of(lines))


class Screen(Watcher):
    """Draws the board anew with each move, and below it the last sentences."""

    boards = False

    def __init__(self, words: GameWords, live: Live, delay: float) -> None:
        """Begin at the beginning."""
        super().__init__(words, live.console)
        self._live = live
        self._delay = delay
        self._log: list[Line] = []
        self._round: object = None

    def tell(self, lines: list[Line], seen: Json, *, pause: bool = False) -> None:
        """Draw the board and the end of the story."""
        from rich.console import Group

        if not lines:
            return
        width, height = self._out.width, self._out.height
        brief = height < FULL_HEIGHT
        board = [text_of([line]) for line in self._words.board(seen, brief=brief)]
        notes = [*(self._words.legend() if brief else []), *([PACE] if height > MANY_ROWS else [])]
        board += [text_of([[(note, "dim")]]) for note in notes]
        for text in board:
            text.truncate(width, overflow="ellipsis")
        room = max(3, height - len(board) - 2)
        self._log = [*self._log, *(line for line in lines if line)][-room:]
        story = [row for line in self._log for row in text_of([line]).wrap(self._out, width)]
        self._live.update(Group(*board, text_of([[]]), *story[-room:]), refresh=True)
        new_round = self._round is not None and self._round != seen.get("round")
        self._round = seen.get("round")
        if pause or new_round:
            time.sleep(self._delay * (ROUND_PAUSE if new_round else 1))
