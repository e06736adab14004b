"""Bytes to requests and replies to bytes (section 1)."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator
from typing import Any, NoReturn

from eminence.ai.engine.errors import RequestError, brief
from eminence.core.game import Json

MAX_LINE = 1 << 20
"""The longest line that is read, in bytes without its end."""

MAX_DEPTH = 64
"""The deepest nesting of arrays and objects."""

_MAX_DIGITS = 309
"""A longer whole number is past the largest finite double."""

_BLANK = b" \t\r"
_BOM = b"\xef\xbb\xbf"
_KEY = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\Z")
_OPENINGS = ("{", "[", '"')
_NUMBER = re.compile(r"-?[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?\Z")
# A string, even one that never ends, is taken whole and never again: linear in the line.
_BRACKET = re.compile(r'"(?:[^"\\]++|\\.)*+(?:"|\Z)|[\[\]{}]', re.DOTALL)


class LineSplitter:
    r"""Cuts a stream of bytes into lines.

    Lines end with ``\n`` only, whatever else a Unicode text may call a line end. One ``\r``
    before it is dropped, and a byte order mark before the first line; blank lines are skipped.
    """

    def __init__(self, limit: int = MAX_LINE) -> None:
        """Begin a stream whose lines have at most that many bytes."""
        self._limit = limit
        self._line = bytearray()
        self._discarding = False
        self._first = True

    def feed(self, chunk: bytes) -> Iterator[bytes | None]:
        """Yield the lines that the chunk ends; ``None`` for one that was too long."""
        *ended, rest = chunk.split(b"\n")
        for part in ended:
            self._add(part)
            yield from self._end()
        self._add(rest)

    def close(self) -> Iterator[bytes | None]:
        """Yield the last line if it has no end."""
        yield from self._end()

    def _add(self, part: bytes) -> None:
        if self._discarding:
            return
        self._line += part
        if len(self._line) > self._limit + len(_BOM) + 1:  # a mark, and a \r yet to be dropped
            self._discarding = True
            self._line.clear()

    def _end(self) -> Iterator[bytes | None]:
        line = bytes(self._line).removesuffix(b"\r")
        if self._first:
            line = line.removeprefix(_BOM)
        too_long = self._discarding or len(line) > self._limit
        self._line.clear()
        self._discarding = self._first = False
        if too_long:
            yield None
        elif line.strip(_BLANK):
            yield line


def decode(line: bytes) -> Json:
    """Return the request on a line, JSON or sugar; raises `RequestError`."""
    try:
        text = line.decode("utf-8").strip(" \t\r")
    except UnicodeDecodeError as error:
        raise RequestError("bad_utf8", f"not UTF-8 at byte {error.start}") from None
    if "\0" in text:
        raise RequestError("bad_json", "a NUL byte; is this UTF-16?")
    if text[0].isascii() and text[0].isalpha():
        return _sugar(text)
    _check_depth(text)
    if text[0] in '["' or text[0] in "0123456789":
        raise RequestError("bad_request", "a request is one JSON object")
    obj = _parse(text)
    if not isinstance(obj, dict):
        raise RequestError("bad_request", "a request is one JSON object")
    return obj


def encode(reply: Json) -> bytes:
    """Return the line of a reply: pure ASCII JSON. Raises `ValueError` for NaN."""
    return json.dumps(reply, allow_nan=False, separators=(",", ":")).encode("ascii") + b"\n"


class _Forbidden(Exception):
    """JSON that Python would read and that the protocol forbids."""


def _sugar(text: str) -> Json:
    """Return the request of a line ``cmd key=value …``."""
    word, *pairs = text.replace("\t", " ").split(" ")
    if "=" in word:
        raise RequestError("bad_request", f"a line begins with the command, not with {brief(word)}")
    fields: list[tuple[str, Any]] = [("cmd", word)]
    for pair in filter(None, pairs):
        key, equals, value = pair.partition("=")
        if not equals or not _KEY.match(key):
            raise RequestError(
                "bad_request", f"{brief(pair)} is not key=value; a value has no blanks"
            )
        fields.append((key, _sugar_value(value)))
    try:
        return _unique(fields)
    except _Forbidden as error:
        raise RequestError("bad_json", str(error)) from None


def _sugar_value(value: str) -> Any:
    """Return a value as JSON if it parses, else as the text that it is."""
    _check_depth(value)
    try:
        return _DECODER.decode(value)
    except _Forbidden as error:
        if value.startswith(_OPENINGS) or _NUMBER.match(value):
            raise RequestError("bad_json", str(error)) from None
    except json.JSONDecodeError:
        if value.startswith(_OPENINGS):
            message = f"{brief(value)} is no whole value; a value has no blanks"
            raise RequestError("bad_request", message) from None
    return value


def _parse(text: str) -> Any:
    """Return a JSON text's value; raises `RequestError`."""
    try:
        return _DECODER.decode(text)
    except _Forbidden as error:
        raise RequestError("bad_json", str(error)) from None
    except json.JSONDecodeError as error:
        raise RequestError("bad_json", f"{error.msg} at character {error.pos}") from None


def _check_depth(text: str) -> None:
    """Raise `RequestError` for a nesting that could exhaust the parser."""
    if text.count("[") + text.count("{") <= MAX_DEPTH:
        return
    depth = 0
    for match in _BRACKET.finditer(text):
        bracket = match[0]
        if bracket in ("[", "{"):
            depth += 1
            if depth > MAX_DEPTH:
                raise RequestError("bad_json", f"nested deeper than {MAX_DEPTH}")
        elif bracket in ("]", "}"):
            depth -= 1


def _unique(pairs: list[tuple[str, Any]]) -> Json:
    obj = dict(pairs)
    if len(obj) < len(pairs):
        once = set(obj)
        for key, _ in pairs:
            if key not in once:
                raise _Forbidden(f"the key {brief(key)} stands twice in one object")
            once.remove(key)
    return obj


def _whole(text: str) -> int:
    if len(text) > _MAX_DIGITS:
        raise _Forbidden(f"a number of {len(text)} digits")
    return int(text)


def _real(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise _Forbidden(f"the number {text[:20]} is not finite")
    return number


def _constant(text: str) -> NoReturn:
    raise _Forbidden(f"{text} is not JSON")


_DECODER = json.JSONDecoder(
    object_pairs_hook=_unique, parse_int=_whole, parse_float=_real, parse_constant=_constant
)
