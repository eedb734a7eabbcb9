"""Packages of PyPI, each list in a folder of its own, so that they may disagree.

build/pypi/<interpreter and list>/
"""

from __future__ import annotations

import functools
import re
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path

from serbench import cache, programs
from serbench.build.packages import InstallError, Packages
from serbench.errors import UserError


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


def home(packages: Packages, python: Interpreter) -> Path:
    """Where they are, or are to be."""
    identity = cache.fingerprint([], python.identity, *packages)
    names = "-".join(re.split(r"[=<>\[ ]", package)[0] for package in packages)
    return cache.directory("build", "pypi") / f"{names[:60]}-{identity[:12]}"


def install(packages: Packages, python: Interpreter) -> None:
    """Where they are not there. Raises `InstallError`."""
    where = home(packages, python)
    if not packages:
        where.mkdir(parents=True, exist_ok=True)
    if where.exists():
        return
    fresh = where.with_name(f".{where.name}.new")
    shutil.rmtree(fresh, ignore_errors=True)
    command = [*installer(python), "--quiet", "--target", str(fresh), *packages]
    done = programs.run(command, env=programs.installing())
    if done.returncode != 0:
        shutil.rmtree(fresh, ignore_errors=True)
        raise InstallError(done.stderr + done.stdout)
    fresh.rename(where)
