"""The file descriptors of the process (sections 1 and 7).

The protocol has a copy of descriptor 1 of its own; descriptor 1 itself then leads to stderr,
so that whatever prints, in Python, in C or in a child process, cannot spoil the protocol. In
the same way nobody else can read what the frontend writes.
"""

from __future__ import annotations

import os
import select
import stat
import sys
import threading
from collections.abc import Iterator

_CHUNK = 1 << 16

_LOG_BUFFER = 1 << 22
"""How much of a log is kept for a frontend that does not read stderr at present."""

_LOG_PIECE = select.PIPE_BUF if hasattr(select, "PIPE_BUF") else 512
"""As much as a pipe takes without blocking when it says that it takes anything."""


class Output:
    """Where replies go: one ``write`` a line, one line at a time, from any thread."""

    def __init__(self, fd: int) -> None:
        """Write to a descriptor that nobody else writes to."""
        self._fd = fd
        self._lock = threading.Lock()

    def write(self, line: bytes) -> None:
        """Write a line. If nobody reads it any more the process ends at once."""
        with self._lock:
            try:
                _write_all(self._fd, line)
            except OSError:
                os._exit(1)


def chunks(fd: int) -> Iterator[bytes]:
    """Yield what comes from a descriptor as it comes, until its end."""
    while True:
        try:
            chunk = os.read(fd, _CHUNK)
        except BlockingIOError:
            select.select([fd], [], [])
            continue
        except OSError:
            return
        if not chunk:
            return
        yield chunk


def _write_all(fd: int, data: bytes) -> None:
    left = memoryview(data)
    while left:
        try:
            left = left[os.write(fd, left) :]
        except BlockingIOError:  # the other end made it non-blocking
            select.select([], [fd], [])


def take_streams() -> tuple[int, int, LogPump | None]:
    """Take stdin and stdout for the protocol.

    Return the descriptors to read from and to write to, and what forwards the log, if stderr
    is of a kind that could block whoever writes to it.
    """
    for fd in (0, 1, 2):
        _ensure_open(fd)
    source, target = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    flush_prints()
    pump = LogPump() if _may_block(2) else None
    os.dup2(2, 1)
    return source, target, pump


def flush_prints() -> None:
    """Write out what Python code has printed; without a stream there is nothing."""
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            stream.flush()


def _ensure_open(fd: int) -> None:
    """Put the null device in the place of a descriptor that is closed."""
    try:
        os.fstat(fd)
    except OSError:
        nothing = os.open(os.devnull, os.O_RDWR)
        if nothing != fd:
            os.dup2(nothing, fd)
            os.close(nothing)


def _may_block(fd: int) -> bool:
    mode = os.fstat(fd).st_mode
    return os.name == "posix" and (stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode))


class LogPump:
    """Forwards the log, so that a frontend which never reads stderr blocks nobody.

    Whoever logs writes into a pipe of ours, which is always emptied; what stderr does not take
    is kept, and when there is too much of it, the oldest is dropped.
    """

    def __init__(self) -> None:
        """Put a pipe of ours in the place of stderr."""
        self._stderr = os.dup(2)
        self._source, sink = os.pipe()
        os.dup2(sink, 2)
        os.close(sink)
        self._kept = bytearray()
        self._thread = threading.Thread(target=self._run, daemon=True, name="log")
        self._thread.start()

    def close(self, seconds: float) -> None:
        """Forward what is left of the log, for at most that long; nothing is logged after."""
        nothing = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nothing, 1)
        os.dup2(nothing, 2)
        self._thread.join(seconds)

    def _run(self) -> None:
        open_source = True
        while open_source or self._kept:
            sources = [self._source] if open_source else []
            targets = [self._stderr] if self._kept else []
            readable, writable, _ = select.select(sources, targets, [])
            if readable:
                chunk = os.read(self._source, _CHUNK)
                open_source = bool(chunk)
                self._kept += chunk
                del self._kept[: max(0, len(self._kept) - _LOG_BUFFER)]
            if writable:
                self._forward()

    def _forward(self) -> None:
        try:
            written = os.write(self._stderr, self._kept[:_LOG_PIECE])
        except BlockingIOError:
            return
        except OSError:  # nobody reads the log any more
            self._kept.clear()
            return
        del self._kept[:written]
