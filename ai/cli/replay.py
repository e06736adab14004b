"""``eminence replay``: games from a file, checked and told in words."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from eminence.ai.cli import options
from eminence.ai.cli.display import console, scores_table, show, text_of
from eminence.ai.cli.story import Story
from eminence.ai.cli.words import GameWords, Line, load_words
from eminence.core.gamefile import GameFileError, GameRecord, game_of, read_games
from eminence.core.gamefile import replay as check

if TYPE_CHECKING:
    from rich.console import Console

    from eminence.core.game import Json, State


@click.command()
@click.option(
    "--game-number",
    type=options.WholeRange(1),
    metavar="N",
    help="Tell this game only, counted from 1.  [default: all]",
)
@click.option(
    "--seat",
    type=options.WHOLE,
    metavar="N",
    help="Tell it as this seat saw it.  [default: all cards face up]",
)
@click.option("--board/--no-board", default=True, show_default=True, help="Draw the board between.")
@click.option("--step", "stepwise", is_flag=True, help="Wait for Enter after each sentence.")
@click.option("--check", "only_check", is_flag=True, help="Check the games, and tell none.")
@options.cards_option
@options.engine_option
@click.argument("file", type=click.Path(path_type=Path))
def replay(
    file: Path,
    game_number: int | None,
    seat: int | None,
    board: bool,
    stepwise: bool,
    only_check: bool,
    cards: Path | None,
    engine: str,
) -> None:
    """Tell the games of FILE in words.

    Each event and the scores are checked against the rules; the first thing that does not fit
    ends the command, with exit code 2.

    Example: eminence replay --game-number 1 games.jsonl
    """
    out = console()
    count = 0
    for count, record in enumerate(read_games(file), 1):
        if game_number not in (None, count):
            continue
        if seat is not None:
            options.check_seat(seat, record.players)
        game = game_of(record, engine=engine, cards=cards)
        state = check(record, game)
        if not only_check:
            show(out, f"{'' if count == 1 else chr(10)}Game {count}. {_heading(record)}")
            words = load_words(record.game, options.NAMES, cards)
            Teller(out, words, seat, board=board, stepwise=stepwise).tell(record, state)
    if count < (game_number or 1):
        have = f"{count} game{'' if count == 1 else 's'}"
        raise GameFileError(f"{file} has {have}, so there is no game {game_number or 1}")
    if only_check:
        what = f"Game {game_number}" if game_number else f"{count} game{'' if count == 1 else 's'}"
        show(out, f"{what}: all in order.")


def _heading(record: GameRecord) -> str:
    """Return what is known of a game beforehand."""
    bots = record.bots or [None] * record.players
    seats = ", ".join(f"{options.NAMES[i]}: {bot or 'a person'}" for i, bot in enumerate(bots))
    seed = "" if record.seed is None else f"; seed {record.seed}"
    return f"{record.game}, {record.players} players ({seats}){seed}."


class Teller:
    """Tells a recorded game, with all cards or as one seat saw it."""

    def __init__(
        self, out: Console, words: GameWords, seat: int | None, *, board: bool, stepwise: bool
    ) -> None:
        """Take how to tell it."""
        self._out = out
        self._story = Story(words, options.NAMES, boards=board)
        self._seat = seat
        self._stepwise = stepwise

    def tell(self, record: GameRecord, state: State) -> None:
        """Tell a game, given its last state."""
        view = state.game.view("all" if self._seat is None else self._seat)
        events = record.record if self._seat is None else state.seat_record(self._seat)
        for event in events:
            self._say(self._story.add(event, view.observation()))
            view.extend([event])
        self._say(self._story.close(self._last(state)))
        if record.scores is not None:
            bots = record.bots or [None] * record.players
            self._out.print(scores_table(state, options.NAMES, bots))
        else:
            show(self._out, "The game is not finished.")

    def _last(self, state: State) -> Json:
        """Return what is seen at the end, where nothing is hidden any more."""
        return state.to_json() if self._seat is None else state.observation(self._seat)

    def _say(self, lines: list[Line]) -> None:
        """Print what is told, and wait if asked to."""
        if lines:
            show(self._out, text_of(lines))
        if lines and self._stepwise and sys.stdin.isatty():
            try:
                input()  # click.pause would take Ctrl-C for a key
            except EOFError:
                self._stepwise = False
