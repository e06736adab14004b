"""What only the `bench` extra installs, imported when it is used."""

from __future__ import annotations

import importlib
from typing import Any

from eminence.core.errors import EminenceError


class MissingExtraError(EminenceError):
    """A package of the `bench` extra is not installed."""


def extra(module: str) -> Any:
    """Return a module of the `bench` extra; raises `MissingExtraError` where it is missing."""
    try:
        return importlib.import_module(module)
    except ImportError:
        package = module.partition(".")[0]
        raise MissingExtraError(
            f'this needs {package}, which is not installed: pip install "eminence[bench]"'
        ) from None
