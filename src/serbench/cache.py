"""Where builds and data are kept: the user's cache directory, never beside the sources."""

from __future__ import annotations

import fcntl
import hashlib
import os
import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from itertools import takewhile
from pathlib import Path
from tempfile import TemporaryDirectory

import platformdirs

_LOCK = ".lock"


def directory(*parts: str) -> Path:
    """A directory of this name in serbench's cache, made if it is not there yet."""
    path = platformdirs.user_cache_path("serbench").joinpath(*parts)
    path.mkdir(parents=True, exist_ok=True)
    return path


@contextmanager
def scratch() -> Iterator[Path]:
    """A directory for this process while it needs it. What processes that were killed left behind
    goes first. Not in /tmp, where nothing may be executed on some systems."""
    home = directory("scratch")
    for left in home.iterdir():
        with suppress(OSError), (left / _LOCK).open() as lock:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)  # fails if it is somebody's
            shutil.rmtree(left, ignore_errors=True)
    with TemporaryDirectory(dir=home) as name, locked(Path(name)):
        yield Path(name)


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Holds the directory for this process alone, so that two runs do not build into one."""
    with (path / _LOCK).open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def fingerprint(files: Iterable[Path], *facts: str) -> str:
    """32 hex digits over the names and contents of the files, and over the facts."""
    digest = hashlib.sha256()
    for fact in facts:
        digest.update(fact.encode() + b"\0")
    for path in sorted(files):
        digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:32]


@cache
def processor() -> str:
    """Names this processor's instructions: a driver built for others may not run here."""
    try:
        with Path("/proc/cpuinfo").open() as file:
            first = takewhile(str.strip, file)  # the lines up to a blank one
            wanted = [line for line in first if line.startswith(("flags", "Features"))]
    except OSError:
        wanted = list(os.uname())[4:]
    return fingerprint([], *wanted)[:8]
