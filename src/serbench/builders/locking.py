"""Writes the locks of all that drivers are built of: every package that a language's installer
brings, in one version, with the hash of its files.

    builders/pypi_locks/        PyPI's, by uv: Python's, and tools of other languages' generators
    drivers/javascript/locks/   npm's
    drivers/java/artifacts.lock Maven's
    drivers/rust/Cargo.lock     and that of each generator
    drivers/go/go.sum           and what go.mod lacks of what codecs import

    python -m serbench.builders.locking            what is missing; what is locked keeps its version
    python -m serbench.builders.locking --upgrade  the newest of all that front matter leaves open

`make lock` and `make upgrade` run it. Each language has a module `locking` of its own: `write`, and
`pypi_lists` where it has some.
"""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from types import ModuleType

from serbench.builders import pypi
from serbench.builders.packages import Packages
from serbench.errors import UserError
from serbench.machine import programs

# uv resolves for the oldest Python that serbench runs in and all later ones, on any system.
_UV = (
    *("--universal", "--python-version", "3.11", "--generate-hashes"),
    *("--fork-strategy", "fewest"),  # one version for all Pythons where there can be one
    # A wheel of every package: a source distribution is built, which runs its code.
    *("--only-binary", ":all:", "--emit-build-options"),
    *("--no-header", "--no-annotate", "--quiet"),
)


class LockError(UserError):
    """A program could not resolve a list."""


def write_all(upgrade: bool) -> None:
    write_lists(pypi.LOCKS, pypi_lists(), pypi.lock_of, pypi.locked, pypi_lock, upgrade)
    for language in _languages():
        language.write(upgrade)


def _languages() -> list[ModuleType]:
    found = sorted(Path(__file__).parent.glob("*/locking.py"))
    return [
        importlib.import_module(f"serbench.builders.{path.parent.name}.locking") for path in found
    ]


def pypi_lists() -> set[Packages]:
    """All lists of PyPI's packages that serbench itself names."""
    lists: set[Packages] = set()
    for language in _languages():
        if hasattr(language, "pypi_lists"):
            lists |= language.pypi_lists()
    return lists - {()}


def write_lists(
    folder: Path,
    lists: Collection[Packages],
    lock_of: Callable[[Packages], Path],
    locked: Callable[[Packages], str],
    resolve: Callable[[Packages], str],
    upgrade: bool,
) -> None:
    """Writes the locks that lists lack, all where `upgrade`; removes those of no list."""
    folder.mkdir(exist_ok=True)
    for stale in {*folder.iterdir()} - {*map(lock_of, lists)}:
        stale.unlink()
    for packages in sorted(lists):
        if upgrade or not locked(packages):
            lock_of(packages).write_text(resolve(packages))


def pypi_lock(packages: Packages) -> str:
    """Hashes of every file of every package: a wheel for each system and version of Python."""
    command = [sys.executable, "-P", "-m", "uv", "pip", "compile", *_UV, "-"]
    done = programs.run(command, env=programs.installing(), text="\n".join(packages) + "\n")
    if done.returncode != 0:
        raise LockError(f"uv does not resolve {' '.join(packages)}: {done.stderr.strip()}")
    return pypi.head(packages) + done.stdout


def main(words: Sequence[str]) -> int:
    if {*words} - {"--upgrade"}:
        print("usage: python -m serbench.builders.locking [--upgrade]", file=sys.stderr)
        return os.EX_USAGE
    try:
        write_all(upgrade="--upgrade" in words)
    except UserError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
