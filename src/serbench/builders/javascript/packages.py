"""Libraries of npm's registry, each codec's in a folder of its own, so that they may disagree.

build/javascript/packages/<Node, list and lock>/node_modules/   what front matter names

Their scripts are not run: what a package needs beside its files, it brings as a package.
"""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

from serbench.builders.codec import DRIVERS
from serbench.builders.javascript import node
from serbench.builders.packages import InstallError, NotLockedError, Packages, lock_name
from serbench.machine import cache, programs

# Of the driver itself.
DRIVER = ("xxhash-wasm@1.1.0",)
# Each is a package-lock.json of npm's, without the addresses of files: the registry is the one
# that npm is set up with.
LOCKS = DRIVERS / "javascript" / "locks"
_OPTIONS = ("--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error", "--prefer-offline")


def lock_of(packages: Packages) -> Path:
    """Where the lock of the list is, or is to be."""
    return LOCKS / f"{lock_name(packages)}.json"


def locked(packages: Packages) -> str:
    """The lock's text; empty if there is none of this very list."""
    try:
        text = lock_of(packages).read_text()
    except OSError:  # also where the list makes no name of a file
        return ""
    root = json.loads(text)["packages"][""]
    return text if root.get("dependencies") == _dependencies(packages) else ""


def manifest(packages: Packages) -> str:
    """The package.json of a project that needs them."""
    return json.dumps({"private": True, "dependencies": _dependencies(packages)}) + "\n"


def _dependencies(packages: Packages) -> dict[str, str]:
    return {name: version for name, _, version in (each.rpartition("@") for each in packages)}


def home(packages: Packages) -> Path:
    """Where they are, or are to be."""
    found = node.node()
    identity = cache.fingerprint([], found.identity if found else "", *packages, locked(packages))
    names = "-".join(re.sub(r"@[\d.]+$", "", package).strip("@") for package in packages)
    name = re.sub(r"[^A-Za-z0-9]+", "-", names)[:60]
    return cache.directory("build", "javascript", "packages") / f"{name}-{identity[:12]}"


def install(packages: Packages, may_be_unlocked: bool = False) -> None:
    """Where they are not there. What serbench itself names must be locked; a user's own list may
    be without (`may_be_unlocked`). Raises `InstallError`."""
    where = home(packages)
    if not packages:
        (where / "node_modules").mkdir(parents=True, exist_ok=True)
    if where.exists():
        return
    # Two processes that build at a time would write into one folder.
    with cache.locked_entry(where):
        if not where.exists():
            _install(packages, where, may_be_unlocked)


def _install(packages: Packages, where: Path, may_be_unlocked: bool) -> None:
    lock = locked(packages)
    if not lock and not may_be_unlocked:
        raise NotLockedError(packages, lock_of(packages))
    found = node.node()
    assert found
    fresh = where.with_name(f".{where.name}.new")
    shutil.rmtree(fresh, ignore_errors=True)
    fresh.mkdir(parents=True)
    # Of a project of its own: npm would look for one in the folders around it.
    if lock:
        (fresh / "package.json").write_text(manifest(packages))
        (fresh / "package-lock.json").write_text(lock)
        command = [found.npm, "ci", *_OPTIONS]
    else:
        (fresh / "package.json").write_text('{"private": true}\n')
        command = [found.npm, "install", *_OPTIONS, "--save-exact", *packages]
    done = programs.run(command, cwd=fresh, env=programs.installing())
    if done.returncode != 0:
        shutil.rmtree(fresh, ignore_errors=True)
        raise InstallError(done.stderr + done.stdout)
    fresh.rename(where)
