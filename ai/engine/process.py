"""The engine as a process: threads, signals, the end (section 7)."""

from __future__ import annotations

import os
import signal
import threading
import time
from queue import SimpleQueue
from typing import Literal, NoReturn

from eminence.ai.engine.config import Config
from eminence.ai.engine.framing import LineSplitter
from eminence.ai.engine.messages import Request
from eminence.ai.engine.server import Server
from eminence.ai.engine.streams import LogPump, Output, chunks, flush_prints, take_streams

End = Request | Literal["eof", "signal"]
"""What ends a process: a ``quit``, the end of input, a signal."""

_CLOSING_S = 5.0
"""How long requests that are being served may still take when all searches are stopped."""

_LOG_S = 0.5
"""How long the last of the log may take."""


def run(bot: str, config: Config | None = None) -> NoReturn:
    """Serve the protocol on stdin and stdout until the end, then leave the process.

    The main thread only waits for the end, so that a signal finds it at any time; another one
    reads, and each game has its own.
    """
    config = config or Config()
    config.make_bot(bot)
    ends: SimpleQueue[End] = SimpleQueue()
    _heed_signals(ends)
    source, target, pump = take_streams()
    server = Server(config, bot, Output(target).write)
    reader = threading.Thread(
        target=_read, args=(source, config.max_line, server, ends), daemon=True, name="reader"
    )
    reader.start()
    _finish(ends.get(), server, ends, config.eof_s)
    _leave(pump)


def _read(source: int, limit: int, server: Server, ends: SimpleQueue[End]) -> None:
    """Hand every line to the server until ``quit`` or the end of input."""
    splitter = LineSplitter(limit)
    for chunk in chunks(source):
        for line in splitter.feed(chunk):
            quitting = server.receive(line)
            if quitting is not None:
                ends.put(quitting)
                return
    for line in splitter.close():
        quitting = server.receive(line)
        if quitting is not None:
            ends.put(quitting)
            return
    ends.put("eof")


def _finish(end: End, server: Server, ends: SimpleQueue[End], eof_s: float) -> None:
    """See that every request gets its final reply, if it takes no longer than it may."""
    if end == "eof":
        server.halt("eof", unbounded_only=True)
        last = time.monotonic() + eof_s
        while not server.wait_idle(0.1) and time.monotonic() < last and ends.empty():
            pass
        server.halt("eof")
    else:
        server.halt("superseded")
    server.wait_idle(_CLOSING_S)
    if isinstance(end, Request):
        server.acknowledge(end)


def _heed_signals(ends: SimpleQueue[End]) -> None:
    """Make SIGTERM a ``quit``; SIGINT too, but only where a person can have typed it."""

    def quit_for(_signal: int, _frame: object) -> None:
        ends.put("signal")

    signal.signal(signal.SIGTERM, quit_for)
    signal.signal(signal.SIGINT, quit_for if os.isatty(0) else signal.SIG_IGN)


def _leave(pump: LogPump | None) -> NoReturn:
    """End the process, whatever threads are still at work."""
    flush_prints()
    if pump is not None:
        pump.close(_LOG_S)
    os._exit(0)
