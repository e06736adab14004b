"""``eminence engine``: the engine protocol on stdin and stdout."""

from __future__ import annotations

import click


@click.command()
@click.option(
    "--bot",
    "spec",
    metavar="SPEC",
    default="flat-mc",
    show_default=True,
    help="Who answers; `eminence bots` lists the bots and their options.",
)
def engine(spec: str) -> None:
    """Answer a program in any language that asks for moves over stdin and stdout.

    One JSON object a line, in and out. The program tells what one seat sees of the game, event
    by event, and asks for a move; it plays the move itself and sends it back as an event. The
    engine never rolls, deals or moves for the game, and refuses what the seat may not know.

    \b
    hello                      what is here: games, options, limits
    set      options           bot, reserve_ms, seed, strict
    newgame  rules players seat [seed] [events] [observation]
    events   from events       what the seat learnt since event number `from`
    legal                      the seat's legal moves
    think    [limits] [top] [every_ms] [legal]
                               a move within {"nodes", "time_ms", "clock", "infinite"}
    stop                       ends searches; each gives its move first
    end      [reveal]          frees the game; checks the final state and gives the scores
    ping, quit

    Every request may have an `id`, which comes back as `re`, and a `game` for several games
    at once. Every request gets one reply with `ok`; `info` lines may come before it.

    By hand, `word key=value` stands for JSON where no value has a blank in it:

    \b
    printf '%s\\n' \\
      '{"cmd":"newgame","rules":"louis14","players":2,"seat":0}' \\
      '{"cmd":"events","from":0,"events":[{"chance":"start 0"}]}' \\
      'legal id=1' | eminence engine

    The reply to the last line has an empty list and says whom the game waits for: chance, which
    is to deal. At the end of input the engine finishes what has a limit, and leaves.
    """  # noqa: D301 - click marks paragraphs that keep their lines by a real backspace
    from eminence.ai.engine.process import run

    run(spec)
