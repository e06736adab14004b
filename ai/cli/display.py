"""How things look: consoles, and lines of a game's drawing in colours."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from eminence.ai.cli.words import Line
    from eminence.core.game import State

STYLES = {
    "seat0": "bold red",
    "seat1": "bold cyan",
    "seat2": "bold green",
    "seat3": "bold magenta",
    "neutral": "bold white",
    "louis": "bold yellow",
    "title": "bold",
    "dim": "dim",
}
"""The style of each role of a span; a role that is not here looks plain."""

PLAIN_WIDTH = 120
"""Columns of a table that goes into a file or a pipe."""


def console(*, stderr: bool = False) -> Console:
    """Return a console; what it is given is printed as it is, without mark-up."""
    from rich.console import Console

    made = Console(stderr=stderr, highlight=False, markup=False, emoji=False)
    if not made.is_terminal:
        made.width = PLAIN_WIDTH
    return made


def text_of(lines: Iterable[Line]) -> Text:
    """Return lines of spans as one text."""
    from rich.text import Text

    return Text("\n").join(
        Text.assemble(*((text, STYLES.get(role, "")) for text, role in line)) for line in lines
    )


def show(out: Console, text: Text | str) -> None:
    """Print a text; only a terminal breaks its lines."""
    out.print(text, soft_wrap=not out.is_terminal)


def os_sentence(error: OSError) -> str:
    """Return an error of the operating system without its number."""
    where = f"{error.filename}: " if error.filename is not None else ""
    return f"{where}{error.strerror or error}"


def table(*columns: str, numbers: Sequence[str] = ()) -> Table:
    """Return an empty table; columns named in ``numbers`` stand to the right."""
    from rich import box
    from rich.table import Table

    made = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for column in columns:
        made.add_column(column, justify="right" if column in numbers else "left")
    return made


def scores_table(state: State, names: Sequence[str], players: Sequence[str | None]) -> Table:
    """Return who played, with what success, and what each score is the sum of."""
    from eminence.ai.cli.words import load_words

    seen = state.to_json()
    parts = load_words(seen["game"], names).score_parts(seen) if state.scores() else []
    kinds = list(parts[0]) if parts else []
    columns = ["seat", "name", "played by", *kinds, "score", "share of the win"]
    made = table(*columns, numbers=[*kinds, "score"])
    rows = zip(state.scores() or [], state.returns() or [], players, strict=False)
    for seat, (score, share, player) in enumerate(rows):
        sums = [str(parts[seat][kind]) for kind in kinds]
        who = [str(seat), names[seat], player or "a person"]
        made.add_row(*who, *sums, str(score), f"{share:.2f}")
    return made
