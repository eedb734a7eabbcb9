"""Packages of PyPI, each list in a folder of its own, so that they may disagree.

build/pypi/<interpreter, list and lock>/
"""

from __future__ import annotations

import functools
import re
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path

from serbench.builders.packages import InstallError, NotLockedError, Packages, lock_name
from serbench.errors import UserError
from serbench.machine import cache, programs

# Requirements with hashes, as pip and uv read them; their first lines say the list that they are
# of, and from which packages a source distribution is taken, whose build runs code: none.
LOCKS = Path(__file__).parent / "pypi_locks"


@dataclass(frozen=True, slots=True)
class Interpreter:
    """`identity` changes when another one would run."""

    path: str
    version: str
    identity: str


def interpreter(path: str) -> Interpreter | None:
    """None if there is none."""
    version = _said(path, "import sys; print('.'.join(map(str, sys.version_info[:3])))")
    return _found(path, version) if version else None


@functools.cache
def own() -> Interpreter:
    """That serbench runs in."""
    return _found(sys.executable, ".".join(map(str, sys.version_info[:3])))


def _found(path: str, version: str) -> Interpreter:
    real = Path(path).resolve()
    status = real.stat()
    # Not by its name: an environment has it under several.
    which = f"{Path(path).parent} {real} {version} {status.st_size} {status.st_mtime_ns}"
    return Interpreter(path, version, which)


def _said(path: str, program: str) -> str:
    if not path:
        return ""
    done = programs.run([path, "-I", "-c", program])
    return done.stdout.strip() if done.returncode == 0 else ""


@functools.cache
def installer(python: Interpreter) -> tuple[str, ...]:
    """The command that packages are installed with: uv's where it is found, which is several times
    as fast as pip. Raises `UserError` where there is neither."""
    if uv := programs.which("uv"):
        return (uv, "pip", "install", "--python", python.path)
    if _said(python.path, "import pip; print(pip.__version__)"):
        pip = (python.path, "-I", "-m", "pip", "install")
        return (*pip, "--disable-pip-version-check", "--no-input")
    raise UserError(
        f"{python.path} has no pip to fetch libraries with, and there is no uv; "
        "to get it: pip install uv"
    )


def lock_of(packages: Packages) -> Path:
    """Where the lock of the list is, or is to be."""
    return LOCKS / f"{lock_name(packages)}.txt"


def locked(packages: Packages) -> str:
    """The lock's text; empty if there is none of this very list."""
    try:
        text = lock_of(packages).read_text()
    except OSError:  # also where the list makes no name of a file
        return ""
    return text if text.startswith(head(packages)) else ""


def head(packages: Packages) -> str:
    """What the lock begins with."""
    return f"# {' '.join(packages)}\n"


def home(packages: Packages, python: Interpreter) -> Path:
    """Where they are, or are to be."""
    identity = cache.fingerprint([], python.identity, *packages, locked(packages))
    names = "-".join(re.split(r"[=<>\[ ]", package)[0] for package in packages)
    return cache.directory("build", "pypi") / f"{names[:60]}-{identity[:12]}"


def install(packages: Packages, python: Interpreter, may_be_unlocked: bool = False) -> None:
    """Where they are not there. What serbench itself names must be locked; a user's own list may
    be without (`may_be_unlocked`). Raises `InstallError`."""
    where = home(packages, python)
    if not packages:
        where.mkdir(parents=True, exist_ok=True)
    if where.exists():
        return
    # Languages that build side by side want the same tools.
    with cache.locked_entry(where):
        if not where.exists():
            _install(packages, python, where, may_be_unlocked)


def _install(packages: Packages, python: Interpreter, where: Path, may_be_unlocked: bool) -> None:
    is_locked = bool(locked(packages))
    if not is_locked and not may_be_unlocked:
        raise NotLockedError(packages, lock_of(packages))
    fresh = where.with_name(f".{where.name}.new")
    shutil.rmtree(fresh, ignore_errors=True)
    command = [*installer(python), "--quiet", "--target", str(fresh)]
    command += ["--require-hashes", "-r", str(lock_of(packages))] if is_locked else packages
    done = programs.run(command, env=programs.installing())
    if done.returncode != 0:
        shutil.rmtree(fresh, ignore_errors=True)
        raise InstallError(done.stderr + done.stdout)
    fresh.rename(where)
