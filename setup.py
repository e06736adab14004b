"""Finds the packages and builds the Cython kernels; everything else is in pyproject.toml.

Folder X is the package ``eminence.X``, and ``core/_facade`` is ``eminence`` itself: at the top
of the repository no folder bears the package's name, so nothing there hides the installed one.

Nothing is listed: a folder with an ``__init__.py`` is a package, a ``.pyx`` file a module. A new
game costs its own files only.
"""

import os
import shutil
import sys
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup

FOLDERS = ("core", "ext", "ai", "bench")
FACADE = Path("core/_facade")
PACKAGE_DIR = {"eminence": FACADE.as_posix()} | {f"eminence.{f}": f for f in FOLDERS}

BUILD = Path("build")
DEBUG = os.environ.get("EMINENCE_DEBUG", "0") not in ("", "0")
SANITIZE = os.environ.get("EMINENCE_SANITIZE", "0") not in ("", "0")

DIRECTIVES = {
    "language_level": "3",
    "boundscheck": DEBUG,
    "initializedcheck": DEBUG,
    "wraparound": False,
    "cdivision": True,
    "freethreading_compatible": True,
    "embedsignature": True,
    # Both would add methods that no stub has.
    "auto_pickle": False,
    "autotestdict": False,
}
# After an undefined operation the program must end, or a test would pass over it.
SANITIZERS = [
    "-fsanitize=address,undefined",
    "-fno-sanitize-recover=undefined",
    "-fno-omit-frame-pointer",
    "-g",
]


def packages() -> list[str]:
    """Return the name of every folder that has an ``__init__.py``."""
    inits = [init for folder in FOLDERS for init in sorted(Path(folder).rglob("__init__.py"))]
    folders = [init.parent for init in inits if init.parent != FACADE]
    return ["eminence", *(".".join(("eminence", *folder.parts)) for folder in folders)]


def extensions() -> list[Extension]:
    """Return one extension module for each ``.pyx`` file."""
    optimize = ["/O2"] if sys.platform == "win32" else ["-O3"]
    return [
        Extension(
            ".".join(("eminence", *source.with_suffix("").parts)),
            [source.as_posix()],
            extra_compile_args=[*SANITIZERS, "-O1"] if SANITIZE else optimize,
            extra_link_args=SANITIZERS if SANITIZE else [],
        )
        for folder in FOLDERS
        for source in sorted(Path(folder).rglob("*.pyx"))
    ]


def link(source: Path, target: Path) -> None:
    """Link a file or folder; copy it where links are not allowed."""
    if target.is_symlink() and target.resolve() == source.resolve():
        return  # left alone: another build may be reading it
    if target.is_symlink() or target.is_file():
        target.unlink()
    elif target.is_dir():
        shutil.rmtree(target)
    try:
        target.symlink_to(source.resolve(), target_is_directory=source.is_dir())
    except OSError:
        (shutil.copytree if source.is_dir() else shutil.copy2)(source, target)


def link_tree() -> str:
    """Lay the sources out by import path in ``build/tree``, for `cimport` and for mypy.

    Both look for a module by its path, and neither knows of ``package_dir``.
    """
    root = BUILD / "tree" / "eminence"
    root.mkdir(parents=True, exist_ok=True)
    sources = [*map(Path, FOLDERS), FACADE / "__init__.py", FACADE / "py.typed"]
    for source in sources:
        if source.exists():
            link(source, root / source.name)
    return root.parent.as_posix()


def variant_changed() -> bool:
    """Tell whether the last build here had other flags; remember those of this one.

    Files are rebuilt by date, and a flag has none.
    """
    stamp = BUILD / "variant"
    last = stamp.read_text("utf-8") if stamp.exists() else None
    variant = f"debug={DEBUG} sanitize={SANITIZE}"
    stamp.write_text(variant, "utf-8")
    return last not in (None, variant)


def main() -> None:
    """Run setuptools."""
    tree = link_tree()
    force = variant_changed()
    setup(
        packages=packages(),
        package_dir=PACKAGE_DIR,
        ext_modules=cythonize(
            extensions(),
            include_path=[tree],
            build_dir=(BUILD / "c").as_posix(),
            annotate=DEBUG,
            force=force,
            compiler_directives=DIRECTIVES,
        ),
        options={"build_ext": {"parallel": os.cpu_count(), "force": force}},
    )


main()
