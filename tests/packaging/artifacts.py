"""Check what an sdist and a wheel hold: ``python artifacts.py SDIST WHEEL`` in a clone."""

from __future__ import annotations

import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path, PurePosixPath

FOLDERS = ("core", "ext", "ai", "bench")
SHIPPED = (".py", ".pyi", ".pxd", ".pxi", ".csv", ".json")
BUILT = (".c", ".cpp", ".so", ".pyd", ".pyc", ".html")


def tracked() -> list[str]:
    """Return the files in version control that belong to the project proper."""
    names = subprocess.run(["git", "ls-files"], capture_output=True, text=True, check=True)
    return [name for name in names.stdout.splitlines() if name != ".gitignore"]


def installed_name(source: str) -> str:
    """Return where a source file stands in the installed package."""
    return "eminence/" + source.removeprefix("core/_facade/")


def sdist_faults(names: set[str]) -> list[str]:
    """Return what an sdist lacks or should not have."""
    inner = {name.partition("/")[2] for name in names}
    missing = [f"sdist lacks {name}" for name in tracked() if name not in inner]
    return missing + [f"sdist has {name}" for name in inner if name.endswith(BUILT)]


def wheel_faults(names: set[str]) -> list[str]:
    """Return what a wheel lacks or should not have."""
    sources = [name for name in tracked() if name.startswith(tuple(f"{f}/" for f in FOLDERS))]
    expected = {installed_name(name) for name in sources if name.endswith((*SHIPPED, "/py.typed"))}
    kernels = {installed_name(name).removesuffix(".pyx") for name in sources if ".pyx" in name}
    inside = {name for name in names if PurePosixPath(name).parts[0] == "eminence"}
    compiled = {name for name in inside if name.endswith((".so", ".pyd"))}
    outside = {name for name in names - inside if ".dist-info/" not in name}
    return [
        *(f"wheel lacks {name}" for name in expected - inside),
        *(f"wheel has {name}" for name in (inside - compiled - expected) | outside),
        *(f"{kernel} is not compiled" for kernel in kernels - {c.split(".")[0] for c in compiled}),
    ]


def main(*paths: str) -> int:
    """Print all faults; return the exit code."""
    (sdist,) = (path for path in map(Path, paths) if path.name.endswith(".tar.gz"))
    (wheel,) = (path for path in map(Path, paths) if path.suffix == ".whl")
    with tarfile.open(sdist) as tar:
        faults = sdist_faults({member.name for member in tar if member.isfile()})
    with zipfile.ZipFile(wheel) as archive:
        faults += wheel_faults(set(archive.namelist()))
    print(*sorted(faults), f"{sdist.name}, {wheel.name}: {len(faults)} faults", sep="\n")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
