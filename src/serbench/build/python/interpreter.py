"""The interpreter that drivers run in, and what installs packages for it."""

from __future__ import annotations

import functools
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from serbench import cache
from serbench.errors import UserError

# StrEnum, and what the newest libraries ask for.
MINIMUM = (3, 11)
VARIABLE = "SERBENCH_PYTHON"


@dataclass(frozen=True, slots=True)
class Interpreter:
    """`identity` changes when another one would run."""

    path: str
    version: str
    identity: str


@functools.cache
def interpreter() -> Interpreter | None:
    """That of SERBENCH_PYTHON, else the one that serbench runs in. None if it is not there."""
    wanted = os.environ.get(VARIABLE)
    if not wanted:
        path, version = sys.executable, ".".join(map(str, sys.version_info[:3]))
    else:
        path = shutil.which(wanted) or ""
        version = _said(path, "import sys; print('.'.join(map(str, sys.version_info[:3])))")
    if not version:
        return None
    status = Path(path).resolve().stat()
    return Interpreter(path, version, f"{path} {version} {status.st_size} {status.st_mtime_ns}")


def _said(path: str, program: str) -> str:
    if not path:
        return ""
    done = subprocess.run([path, "-I", "-c", program], capture_output=True, text=True, check=False)
    return done.stdout.strip() if done.returncode == 0 else ""


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
    return ""


@functools.cache
def installer() -> tuple[str, ...]:
    """The command that packages are installed with: uv's where it is found, which is several times
    as fast as pip. Raises `UserError` where there is neither."""
    found = interpreter()
    assert found
    if uv := shutil.which("uv"):
        return (uv, "pip", "install", "--python", found.path)
    if _said(found.path, "import pip; print(pip.__version__)"):
        return (found.path, "-m", "pip", "install", "--disable-pip-version-check", "--no-input")
    raise UserError(
        f"{found.path} has no pip to fetch libraries with, and there is no uv; "
        "to get it: pip install uv"
    )
