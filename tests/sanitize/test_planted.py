"""The sanitizer build sees a fault when there is one.

Without this, a build that had lost its flags would pass all tests.
"""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

pytestmark = pytest.mark.skipif(
    "EMINENCE_SANITIZED" not in os.environ, reason="for the sanitizer build only"
)


def run(call: str) -> subprocess.CompletedProcess[str]:
    code = f"from eminence.ext import planted; planted.{call}"
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)


@pytest.mark.parametrize("call", ["heap(8, 7)", "stack(7)", "shift(30)"])
def test_sound(call: str) -> None:
    result = run(call)
    assert (result.returncode, result.stderr) == (0, "")


@pytest.mark.parametrize(
    ("call", "report"),
    [
        ("heap(8, 8)", "heap-buffer-overflow"),
        ("heap(8, -1)", "heap-buffer-overflow"),
        ("stack(8)", "out of bounds"),
        ("shift(32)", "shift exponent 32 is too large"),
    ],
)
def test_fault(call: str, report: str) -> None:
    result = run(call)
    assert result.returncode != 0
    assert report in result.stderr
