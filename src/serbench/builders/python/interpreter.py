"""The interpreter that drivers run in."""

from __future__ import annotations

import functools
import os

from serbench.builders import pypi
from serbench.builders.pypi import Interpreter
from serbench.errors import UserError
from serbench.machine import cache, programs

# StrEnum, and what the newest libraries ask for.
MINIMUM = (3, 11)
VARIABLE = "SERBENCH_PYTHON"


@functools.cache
def interpreter() -> Interpreter | None:
    """That of SERBENCH_PYTHON, else the one that serbench runs in. None if it is not there."""
    wanted = os.environ.get(VARIABLE)
    return pypi.interpreter(programs.which(wanted) or "") if wanted else pypi.own()


def isolated() -> list[str]:
    """How it is started: what the user's environment adds is no part of what was proven, and
    nothing is written beside sources."""
    found = interpreter()
    assert found
    written = cache.directory("build", "python", "bytecode")
    return [found.path, "-I", "-X", f"pycache_prefix={written}"]


def missing() -> str:
    """Why no driver can run here, with what to do about it; empty if it can."""
    found = interpreter()
    if found is None:
        return f"{VARIABLE}={os.environ.get(VARIABLE)} is no Python interpreter"
    if tuple(map(int, found.version.split(".")[:2])) < MINIMUM:
        return f"Python {found.version} is too old, {'.'.join(map(str, MINIMUM))} is needed"
    try:
        pypi.installer(found)
    except UserError as error:
        return str(error)
    return ""
