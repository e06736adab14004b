"""Imports go one way: core <- ext <- ai <- bench. Read from the sources, not run."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ORDER = ("core", "ext", "ai", "bench")
FACADE = ROOT / "core" / "_facade"
CYTHON_IMPORT = re.compile(r"^\s*(?:from\s+([\w.]+)\s+c?import|c?import\s+([\w.]+))", re.MULTILINE)

if not (ROOT / "core").is_dir():
    pytest.skip("the sources are not here", allow_module_level=True)


def sources(folder: str, *suffixes: str) -> list[Path]:
    files = sorted(path for path in (ROOT / folder).rglob("*") if path.suffix in suffixes)
    return [path for path in files if FACADE not in path.parents]


def python_imports(path: Path) -> Iterator[str]:
    """Yield the full name of all that a Python file imports, wherever in it."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def cython_imports(path: Path) -> Iterator[str]:
    """Yield the module of all that a Cython file imports or cimports."""
    for match in CYTHON_IMPORT.finditer(path.read_text("utf-8")):
        yield match[1] or match[2]


def imports(path: Path) -> Iterator[str]:
    return python_imports(path) if path.suffix in (".py", ".pyi") else cython_imports(path)


def layer(module: str) -> str | None:
    """Return the folder of a module of ours; the facade counts as ``ai``, which it shows."""
    package, _, rest = module.partition(".")
    if package != "eminence":
        return None
    folder = rest.partition(".")[0]
    return folder if folder in ORDER else "ai"


@pytest.mark.parametrize("folder", ORDER)
def test_direction(folder: str) -> None:
    allowed = ORDER[: ORDER.index(folder) + 1]
    wrong = [
        f"{path.relative_to(ROOT)} imports {module}"
        for path in sources(folder, ".py", ".pyi", ".pyx", ".pxd", ".pxi")
        for module in imports(path)
        if layer(module) not in (None, *allowed)
    ]
    assert wrong == []


def test_core_needs_only_the_standard_library() -> None:
    known = {*sys.stdlib_module_names, "eminence"}
    wrong = [
        f"{path.relative_to(ROOT)} imports {module}"
        for path in sources("core", ".py")
        for module in imports(path)
        if module.partition(".")[0] not in known
    ]
    assert wrong == []


@pytest.mark.parametrize("folder", ORDER)
def test_no_import_by_folder_name(folder: str) -> None:
    wrong = [
        f"{path.relative_to(ROOT)} imports {module}"
        for path in sources(folder, ".py", ".pyi", ".pyx", ".pxd", ".pxi")
        for module in imports(path)
        if module.partition(".")[0] in ORDER
    ]
    assert wrong == []


def test_the_check_sees_imports() -> None:
    """The two readers do find what they are to judge."""
    seen = {module for path in sources("core", ".py") for module in imports(path)}
    assert "eminence.core.errors.CardSetError" in seen
    text = "from eminence.ext.rng cimport Rng\ncimport numpy\n  from a.b import c\nx = 'import y'\n"
    assert [m[1] or m[2] for m in CYTHON_IMPORT.finditer(text)] == [
        "eminence.ext.rng",
        "numpy",
        "a.b",
    ]
    assert [layer(m) for m in ("numpy", "eminence.ext.rng", "eminence.load")] == [None, "ext", "ai"]
