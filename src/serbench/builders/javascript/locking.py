"""Writes the locks of npm's packages (see `serbench.builders.locking`)."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path

from serbench.builders.codec import shipped
from serbench.builders.interpreted import wanted
from serbench.builders.javascript import node, packages
from serbench.builders.javascript.builder import BUILDER, GENERATORS
from serbench.builders.locking import LockError, write_lists
from serbench.builders.packages import Packages
from serbench.machine import programs

_OPTIONS = (
    *("--package-lock-only", "--omit-lockfile-registry-resolved", "--ignore-scripts"),
    *("--no-audit", "--no-fund", "--loglevel=error"),
)


def pypi_lists() -> set[Packages]:
    return {generator.tools for generator in GENERATORS.values()}


def npm_lists() -> set[Packages]:
    """All lists of npm's packages that serbench itself names."""
    of_generators = (generator.packages for generator in GENERATORS.values())
    return {packages.DRIVER, *map(wanted, shipped(BUILDER.language)), *of_generators} - {()}


def write(upgrade: bool) -> None:
    of, locked = packages.lock_of, packages.locked
    write_lists(packages.LOCKS, npm_lists(), of, locked, npm_lock, upgrade)


def npm_lock(wanted_: Packages) -> str:
    """Hashes of every package, those for other systems among them."""
    if reason := node.missing():
        raise LockError(reason)
    found = node.node()
    assert found
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "package.json").write_text(packages.manifest(wanted_))
        done = programs.run(
            [found.npm, "install", *_OPTIONS], cwd=Path(folder), env=programs.installing()
        )
        if done.returncode != 0:
            raise LockError(f"npm does not resolve {' '.join(wanted_)}: {done.stderr.strip()}")
        lock = json.loads((Path(folder) / "package-lock.json").read_text())
    del lock["name"]  # the folder's
    for package in lock["packages"].values():
        package.pop("funding", None)  # addresses, which change
        # `npm install` passes over what the registry lacks of these, `npm ci` refuses the lock.
        for name in [*package.get("optionalDependencies", ())]:
            if not any(path.endswith(f"node_modules/{name}") for path in lock["packages"]):
                del package["optionalDependencies"][name]
    return json.dumps(lock, indent=1) + "\n"
