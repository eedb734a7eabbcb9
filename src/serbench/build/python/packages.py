"""Libraries of PyPI, each codec's in a folder of its own, so that they may disagree.

build/python/packages/<interpreter and list>/   what stands in `packages` of front matter
"""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

from serbench import cache
from serbench.build.interpreted import InstallError
from serbench.build.python import interpreter as python

# Of the driver itself.
DRIVER = ("xxhash==3.5.0",)


def home(packages: Sequence[str]) -> Path:
    """Where they are, or are to be."""
    found = python.interpreter()
    identity = cache.fingerprint([], found.identity if found else "", *packages)
    names = "-".join(re.split(r"[=<>\[ ]", package)[0] for package in packages)
    return cache.directory("build", "python", "packages") / f"{names[:60]}-{identity[:12]}"


def install(packages: Sequence[str]) -> None:
    """Where they are not there. Raises `InstallError`."""
    where = home(packages)
    if not packages:
        where.mkdir(parents=True, exist_ok=True)
    if where.exists():
        return
    fresh = where.with_name(f".{where.name}.new")
    shutil.rmtree(fresh, ignore_errors=True)
    command = [*python.installer(), "--quiet", "--target", str(fresh), *packages]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        shutil.rmtree(fresh, ignore_errors=True)
        raise InstallError(done.stderr + done.stdout)
    fresh.rename(where)
