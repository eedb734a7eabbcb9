"""Libraries of npm's registry, each codec's in a folder of its own, so that they may disagree.

build/javascript/packages/<Node and list>/node_modules/   what stands in `packages` of front matter

Their scripts are not run: what a package needs beside its files, it brings as a package.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Sequence
from pathlib import Path

from serbench import cache, programs
from serbench.build.javascript import node
from serbench.build.packages import InstallError

# Of the driver itself.
DRIVER = ("xxhash-wasm@1.1.0",)
_OPTIONS = ("--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error", "--prefer-offline")


def home(packages: Sequence[str]) -> Path:
    """Where they are, or are to be."""
    found = node.node()
    identity = cache.fingerprint([], found.identity if found else "", *packages)
    names = "-".join(re.sub(r"@[\d.]+$", "", package).strip("@") for package in packages)
    name = re.sub(r"[^A-Za-z0-9]+", "-", names)[:60]
    return cache.directory("build", "javascript", "packages") / f"{name}-{identity[:12]}"


def install(packages: Sequence[str]) -> None:
    """Where they are not there. Raises `InstallError`."""
    where = home(packages)
    if not packages:
        (where / "node_modules").mkdir(parents=True, exist_ok=True)
    if where.exists():
        return
    found = node.node()
    assert found
    fresh = where.with_name(f".{where.name}.new")
    shutil.rmtree(fresh, ignore_errors=True)
    fresh.mkdir(parents=True)
    # Of a project of its own: npm would look for one in the folders around it.
    (fresh / "package.json").write_text('{"private": true}\n')
    command = [found.npm, "install", *_OPTIONS, "--save-exact", *packages]
    done = programs.run(command, cwd=fresh, env=programs.installing())
    if done.returncode != 0:
        shutil.rmtree(fresh, ignore_errors=True)
        raise InstallError(done.stderr + done.stdout)
    fresh.rename(where)
