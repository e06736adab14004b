"""``eminence play``: a person against bots."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click
from click.core import ParameterSource

from eminence.ai.cli import options
from eminence.ai.cli.display import console
from eminence.ai.cli.menu import Menu
from eminence.ai.cli.saves import load_save
from eminence.ai.cli.session import Session
from eminence.ai.cli.words import load_words

FIXED = ("seat", "specs", "seed", "players", "game_name")
"""Options that a saved game answers itself."""

FULL_HEIGHT = 48
"""Rows of a terminal that has room for the whole board and the moves."""


class GuidedSession(Session):
    """A session that leads to a move through its group, and tells the rules in short."""

    def _show_board(self) -> None:
        """Draw the board, small enough that it stays in sight while the moves are listed."""
        self._say("")
        small = self._out.is_terminal and self._out.height < FULL_HEIGHT
        self._show(self._words.board(self._view.observation(), brief=small))

    def _obey(self, text: str, menu: Menu) -> bool:
        """Do what the person typed; return whether the table has changed."""
        if not text:
            self._say(self._words.question(self._view.observation()))
            return False
        moves = [] if menu.find(text) else menu.unfold(text, self._out.width)
        if moves:
            self._show(moves)
            return False
        if text in ("help", "?"):
            notes = [*self._words.rules(), "", *self._words.legend()]
            self._say("\n".join([*notes, ""]) if any(notes) else "")
        return super()._obey(text, menu)


@click.command()
@click.option(
    "--seat", type=options.WHOLE, default=0, show_default=True, metavar="N", help="Your seat."
)
@options.bot_option(["flat-mc"], "A bot, for all other seats or for one each in turn;")
@options.seed_option(None, "The same seed and the same moves are the same game.")
@options.players_option
@options.game_option
@click.option(
    "--hint-bot",
    default="flat-mc",
    show_default=True,
    metavar="SPEC",
    help="The bot that is asked for hints.",
)
@click.option(
    "--resume",
    "file",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Go on with a saved game.",
)
@options.cards_option
@click.pass_context
def play(
    ctx: click.Context,
    seat: int,
    specs: Sequence[str],
    seed: int | None,
    players: int,
    game_name: str,
    hint_bot: str,
    file: Path | None,
    cards: Path | None,
) -> None:
    """Play against bots, at a terminal or through a pipe.

    You see what your seat may see. Answer with the number of a move, or first with the letter
    of a card; help tells the rules in short and what else there is: undo, hint, save, quit.
    A saved file holds all cards, so do not peek.

    Example: eminence play --players 3 --seat 1 --bot greedy
    """
    if file is not None:
        session = _resumed(ctx, file, hint_bot, cards)
    else:
        game = options.load_game(game_name, players, cards)
        options.check_seat(seat, players)
        others = options.load_bots(specs, players - 1)
        session = GuidedSession(
            console(),
            game,
            load_words(game_name, options.NAMES, cards),
            seat=seat,
            bots=[*others[:seat], None, *others[seat:]],
            seed=options.draw_seed() if seed is None else seed,
            hint_bot=hint_bot,
        )
    session.run()


def _resumed(ctx: click.Context, file: Path, hint_bot: str, cards: Path | None) -> Session:
    """Return a session at the end of a saved game."""
    from eminence.core.gamefile import game_of, replay

    for param in ctx.command.params:
        given = ctx.get_parameter_source(param.name or "") is ParameterSource.COMMANDLINE
        if given and param.name in FIXED:
            raise click.UsageError(f"{param.opts[0]} is fixed by the saved game; leave it out")
    record, seat = load_save(file)
    game = game_of(record, cards=cards)
    replay(record, game)
    session = GuidedSession(
        console(),
        game,
        load_words(record.game, options.NAMES, cards),
        seat=seat,
        bots=[options.load_bot(spec) if spec else None for spec in record.bots or []],
        seed=options.draw_seed() if record.seed is None else record.seed,
        hint_bot=hint_bot,
        save_path=file,
    )
    session.resume(record.record)
    return session
