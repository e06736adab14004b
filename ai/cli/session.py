"""A person at a terminal against bots: what is shown, and what can be answered.

Everything shown comes from the view of the person's seat, never from the state.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

from eminence.ai.cli import options
from eminence.ai.cli.display import os_sentence, scores_table, show, text_of
from eminence.ai.cli.menu import Menu
from eminence.ai.cli.saves import save_game
from eminence.ai.cli.story import Story
from eminence.ai.cli.words import GameWords, Line
from eminence.ai.table import Table
from eminence.core.errors import EminenceError
from eminence.core.events import Event
from eminence.core.game import Game
from eminence.core.gamefile import GameRecord

if TYPE_CHECKING:
    from rich.console import Console

    from eminence.ai.thinking import Bot, MoveStats

HELP = """\
  NUMBER or the move itself   make that move
  moves    list the moves again        board    draw the board again
  hint     ask a bot what it would do  undo     go back to your previous decision
  save FILE   keep the game; `eminence play --resume FILE` goes on with it
  quit     leave the game"""


class Leave(Exception):
    """The person leaves the game."""


class Session:
    """A game between a person and bots."""

    def __init__(
        self,
        out: Console,
        game: Game,
        words: GameWords,
        *,
        seat: int,
        bots: Sequence[Bot | None],
        seed: int,
        hint_bot: str,
        save_path: Path | None = None,
    ) -> None:
        """Sit down; ``bots`` has ``None`` at the person's seat."""
        self._out = out
        self._game = game
        self._words = words
        self._seat = seat
        self._bots = bots
        self._seed = seed
        self._hint_bot = hint_bot
        self._save_path = save_path
        self._saved: Sequence[Event] | None = None
        self._choices: list[int] = []
        self._set_up([])

    def resume(self, record: Sequence[Event]) -> None:
        """Begin where a record ends."""
        self._choices = self._find_choices(record)
        self._set_up(record)
        self._saved = list(record)

    def run(self) -> None:
        """Play until the game is over or the person leaves; Ctrl-C leaves like ``quit``."""
        name = options.NAMES[self._seat]
        self._say(f"You are {name}, seat {self._seat}. Type help for what you can type.")
        try:
            while self._advance():
                self._decide()
        except Leave:
            self._part()
        except KeyboardInterrupt:
            self._say("")
            self._part()
            raise
        else:
            self._finish()

    def _set_up(self, record: Sequence[Event]) -> None:
        """Set the table, and the person's view of it, to a record."""
        self._table = Table(self._game, self._seed, record=record)
        self._view = self._game.view(self._seat)
        self._view.extend(self._table.state.seat_record(self._seat))
        self._story = Story(self._words, options.NAMES, boards=False)
        self._changed = True

    def _find_choices(self, record: Sequence[Event]) -> list[int]:
        """Return the places of a record where the person had a choice."""
        table = Table(self._game, self._seed)
        places = []
        for place, event in enumerate(record):
            state = table.state
            if state.to_move == self._seat and len(state.legal_moves()) > 1:
                places.append(place)
            state.apply(event.get("chance") or event["move"])
        return places

    def _advance(self) -> bool:
        """Let chance and bots act until the person is to move; return whether that is so.

        It is told when all of it has happened: who thinks, and before which event, would show
        that somebody was asked what the person may not see.
        """
        with self._status("The game goes on …"):
            self._table.deal()
            while self._table.state.to_move not in (None, self._seat):
                bot = self._bots[self._table.seat]
                if bot is None:
                    raise EminenceError(f"nobody plays at seat {self._table.seat}")
                self._table.move(self._table.ask(bot).move)
                self._table.deal()
        self._tell()
        return self._table.state.to_move is not None

    def _status(self, text: str) -> AbstractContextManager[Any]:
        """Show at a terminal what is being waited for."""
        return self._out.status(text) if self._out.is_terminal else nullcontext()

    def _tell(self) -> None:
        """Tell what the person's seat has seen since last time."""
        events = self._table.state.seat_record(self._seat)[len(self._view.record) :]
        for event in events:
            self._show(self._story.add(event, self._view.observation()))
            self._view.extend([event])
        self._show(self._story.close(self._view.observation()))
        self._changed = self._changed or bool(events)

    def _decide(self) -> None:
        """Let the person make one move, or do one thing that changes the table."""
        moves = self._view.legal_moves()
        decision = self._view.decision
        if len(moves) == 1:
            self._say(f"Your only move: {self._words.move_words(moves[0], decision)}.")
            self._table.move(moves[0])
            return
        if self._changed:
            self._show_board()
        menu = Menu(self._words, moves, decision)
        self._show_moves(menu)
        while not self._obey(self._read("> ").strip(), menu):
            pass

    def _obey(self, text: str, menu: Menu) -> bool:
        """Do what the person typed; return whether the table has changed."""
        move = menu.find(text)
        if move is not None:
            self._choices.append(len(self._table.state.record))
            self._changed = False
            self._table.move(move)
            return True
        command, _, rest = text.partition(" ")
        if command == "undo":
            return self._undo()
        if command == "save":
            self._save(rest.strip())
        elif command == "quit":
            raise Leave
        elif command == "hint":
            self._hint(menu)
        elif command == "moves":
            self._show_moves(menu)
        elif command == "board":
            self._show_board()
        elif command in ("help", "?"):
            self._say(HELP)
        else:
            self._say(
                f"{text!r} is neither a move nor a command: type a number from 1 to "
                f"{len(menu.moves)}, or help."
            )
        return False

    def _undo(self) -> bool:
        """Take the whole table back to the person's previous decision."""
        if not self._choices:
            self._say("You have made no decision that could be taken back.")
            return False
        seen = len(self._view.record)
        self._set_up(self._table.state.record[: self._choices.pop()])
        undone = seen - len(self._view.record)
        self._say(
            f"The whole table is back at your previous decision; what you saw since, {undone} "
            f"event{'' if undone == 1 else 's'}, is undone."
        )
        return True

    def _hint(self, menu: Menu) -> None:
        """Ask a bot, which sees no more than the person."""
        try:
            bot = options.load_bot(self._hint_bot)
            with self._status(f"{bot.spec} thinks …"):
                result = self._table.ask(bot)
        except EminenceError as error:
            self._say(f"No hint: {error}.")
            return
        words = self._words.move_words(result.move, self._view.decision)
        self._say(f"{bot.spec} would play {menu.number(result.move)}: {words}.")
        for stats in result.moves[:3]:
            self._say(f"  {menu.number(stats.move):>4}  {stats.move:<16}{self._chances(stats)}")

    def _chances(self, stats: MoveStats) -> str:
        """Return what a bot expects of a move."""
        if stats.win is None:
            return ""
        return f"share of the win {stats.win[self._seat]:.2f}, {stats.visits} visits"

    def _save(self, name: str) -> bool:
        """Write the game to a file; say why not, if not."""
        if not name and self._save_path is None:
            self._say("Say where: save FILE.")
            return False
        path = Path(name) if name else self._save_path
        assert path is not None  # one of the two is there
        specs = [bot.spec if bot else None for bot in self._bots]
        record = GameRecord.of(self._table.state, bots=specs, seed=self._seed)
        try:
            save_game(path, record, overwrite=path == self._save_path)
        except (EminenceError, OSError) as error:
            why = os_sentence(error) if isinstance(error, OSError) else error
            self._say(f"Not saved: {why}.")
            return False
        self._save_path = path
        self._saved = record.record
        self._say(f"Saved; go on with: eminence play --resume {path}")
        return True

    def _part(self) -> None:
        """Take leave in the middle of the game; at a terminal offer to save it."""
        while not self._is_saved() and sys.stdin.isatty():
            try:
                name = self._read("Save to file (Enter: do not save): ").strip()
            except Leave:
                name = ""
            if not name or self._save(name):
                break
        self._say("Goodbye." if self._is_saved() else "Goodbye; the game was not saved.")

    def _is_saved(self) -> bool:
        """Return whether the file holds the game as it is."""
        return self._saved == self._table.state.record

    def _finish(self) -> None:
        """Show the end, where nothing is hidden any more."""
        state = self._table.state
        self._show(self._words.board(state.observation(self._seat)))
        specs = [bot.spec if bot else None for bot in self._bots]
        self._out.print(scores_table(state, options.NAMES, specs))

    def _read(self, prompt: str) -> str:
        """Return a line of input; its end means to leave."""
        if sys.stdin.isatty():
            try:
                return input(prompt)
            except EOFError as error:
                self._say("")
                raise Leave from error
        try:
            line = sys.stdin.readline()
        except UnicodeDecodeError:
            return "what is not text"
        self._say(prompt + line.rstrip("\n"))
        if not line:
            raise Leave
        return line

    def _show_moves(self, menu: Menu) -> None:
        self._say("")
        self._say(self._words.question(self._view.observation()))
        self._show(menu.lines(self._out.width))

    def _show_board(self) -> None:
        self._say("")
        self._show(self._words.board(self._view.observation()))

    def _show(self, lines: list[Line]) -> None:
        if lines:
            show(self._out, text_of(lines))

    def _say(self, text: str) -> None:
        show(self._out, text)
