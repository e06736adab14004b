"""What is installed: types, stubs, data, commands."""

from __future__ import annotations

import importlib
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.metadata import entry_points, version
from pathlib import Path

import click
import pytest

import eminence
from eminence.core.game import available_games

PACKAGES = ("core", "ext", "ai", "bench")


def folder(package: str) -> Path:
    """Return where a package is installed, or its sources when the install is editable."""
    module = importlib.import_module(package)
    assert module.__file__ is not None
    return Path(module.__file__).parent


@pytest.mark.parametrize("package", ["eminence", *(f"eminence.{name}" for name in PACKAGES)])
def test_typed(package: str) -> None:
    assert (folder(package) / "py.typed").exists()


def test_every_compiled_module_has_a_stub() -> None:
    compiled = [
        path
        for package in PACKAGES
        for path in folder(f"eminence.{package}").rglob("*")
        if path.name.endswith(tuple(EXTENSION_SUFFIXES))
    ]
    assert compiled
    names = {path.with_name(path.name.partition(".")[0]) for path in compiled}
    assert [name for name in sorted(names) if not name.with_suffix(".pyi").exists()] == []


@pytest.mark.parametrize("game", available_games())
def test_every_game_has_rules_and_kernel(game: str) -> None:
    for package in ("core", "ext"):
        assert callable(importlib.import_module(f"eminence.{package}.{game}").load)


@pytest.mark.parametrize("file", ["tiles.csv", "missions.csv", "gold_cards.csv"])
def test_card_files(file: str) -> None:
    assert (folder("eminence.core.louis14") / "data" / file).stat().st_size > 100


def test_version() -> None:
    assert eminence.__version__ == version("eminence")


def test_public_names_exist() -> None:
    assert [name for name in eminence.__all__ if not hasattr(eminence, name)] == []


def test_commands_load() -> None:
    scripts = entry_points(group="console_scripts", name="eminence")
    commands = entry_points(group="eminence.commands")
    assert [point.name for point in scripts] == ["eminence"]
    assert "bench" in commands.names
    for point in (*scripts, *commands):
        assert callable(point.load())
    for point in commands:
        assert isinstance(point.load(), click.Command)
