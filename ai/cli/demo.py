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
from eminence.ai.cli.words import GameWords, load_words
from eminence.core.events import Event
from eminence.core.game import Json, State

if TYPE_CHECKING:
    from rich.console import Console
    from rich.live import Live

BOTS = ("flat-mc:nodes=800", "flat-mc:nodes=100", "greedy", "random")
"""Who plays unless told otherwise."""

FULL_HEIGHT = 44
"""Rows of a terminal that has room for every hand."""


@click.command()
@options.game_option
@options.players_option
@options.bot_option((), "A bot, for all seats or for one each in turn;")
@options.seed_option(1, "Another seed is another game; the same seed is the same game.")
@click.option(
    "--delay",
    type=click.FloatRange(0, 60),
    default=0.12,
    show_default=True,
    metavar="SECONDS",
    help="The pause after each move, at a terminal.",
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

    Without --bot a strong bot plays against weaker ones. At a terminal the board is drawn anew with each move; elsewhere
    the game is told as plain text.

    Example: eminence demo --players 3 --bot greedy --seed 5
    """
    from eminence.ai.table import play_game

    game = options.load_game(game_name, players, cards)
    bots = options.load_bots(specs or BOTS[:players], players)
    words = load_words(game_name, options.NAMES, cards)
    out = console()
    show(out, _introduction([bot.spec for bot in bots], seed))
    if out.is_terminal:
        from rich.live import Live

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
    seats = ", ".join(f"{options.NAMES[i]} is {spec}" for i, spec in enumerate(specs))
    return f"{seats}; seed {seed}.\n"


class Watcher:
    """Tells a game as plain text, with a heading for each chapter and the board where it helps."""

    def __init__(self, words: GameWords, out: Console) -> None:
        """Begin at the beginning."""
        self._words = words
        self._out = out
        self._story = Story(words)
        self._chapter = ""

    def __call__(self, state: State, event: Event) -> None:
        """Take in an event, with the state before it."""
        seen = state.to_json()
        self.tell(self._story.add(event, seen), seen, pause="move" in event)

    def end(self, state: State) -> None:
        """Tell the end."""
        seen = state.to_json()
        self.tell(self._story.close(seen), seen)

    def tell(self, sentences: Sequence[str], seen: Json, *, pause: bool = False) -> None:
        """Print sentences, and what begins after them."""
        for sentence in sentences:
            show(self._out, sentence)
        chapter, board = self._words.chapter(seen)
        if chapter != self._chapter:
            self._chapter = chapter
            show(self._out, f"\n── {chapter} ──")
            if board:
                show(self._out, text_of([*self._words.board(seen), []]))


class Screen(Watcher):
    """Draws the board anew with each move, and below it the last sentences."""

    def __init__(self, words: GameWords, live: Live, delay: float) -> None:
        """Begin at the beginning."""
        super().__init__(words, live.console)
        self._live = live
        self._delay = delay
        self._log: list[str] = []

    def tell(self, sentences: Sequence[str], seen: Json, *, pause: bool = False) -> None:
        """Draw the board and the end of the story."""
        self._log += sentences
        height = self._out.height
        board = text_of(self._words.board(seen, brief=height < FULL_HEIGHT))
        room = max(3, height - len(board.split("\n")) - 2)
        self._log = self._log[-room:]
        board.append("\n\n" + "\n".join(self._clip(line) for line in self._log))
        self._live.update(board, refresh=True)
        if pause:
            time.sleep(self._delay)

    def _clip(self, line: str) -> str:
        """Return a sentence cut to the width of the terminal."""
        width = self._out.width
        return line if len(line) <= width else line[: width - 1] + "…"
