"""Where builds and data are kept: the user's cache directory, never beside the sources.

What was not used for a month goes: values and schemas when another is written, builds when another
is made. `serbench cache` shows what there is.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import re
import shutil
import time
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from itertools import takewhile
from pathlib import Path
from tempfile import TemporaryDirectory

import platformdirs

from serbench import aftermath

_LOCK = ".lock"
UNUSED_DAYS = 30
_DAY_S = 86400.0
_BUILD = re.compile(r"[0-9a-f]{32}(-.*)?")  # of a schema; other folders are what all share
# The file of a build that is touched whenever its drivers are used.
STAMP = "stamp.json"


@dataclass(frozen=True, slots=True)
class Entry:
    """Something that is kept: values, a schema, the drivers for one, or what all builds of a
    language share. `used_s` is when it was used last, as `time.time` has it."""

    path: Path
    kind: str
    used_s: float

    @property
    def bytes(self) -> int:
        if not self.path.is_dir():
            return self.path.stat().st_size
        files = (Path(folder) / name for folder, _, names in os.walk(self.path) for name in names)
        return sum(file.lstat().st_size for file in files)

    def remove(self) -> None:
        if self.path.is_dir():
            shutil.rmtree(self.path, ignore_errors=True)
        else:
            self.path.unlink(missing_ok=True)


VALUES, SCHEMAS, BUILDS, SHARED = "values", "schemas", "builds", "dependencies"


def entries() -> Iterator[Entry]:
    """All but the scratch of running processes, kind by kind."""
    for kind in (VALUES, SCHEMAS):
        for path in _inside(home() / kind):
            yield Entry(path, kind, path.stat().st_mtime)
    for language in _inside(home() / "build"):
        yield from builds(language)
        for path in _inside(language):
            if not _BUILD.fullmatch(path.name):
                yield Entry(path, SHARED, path.stat().st_mtime)
    for path in _inside(home() / "fetched"):
        yield Entry(path, SHARED, path.stat().st_mtime)


def builds(language: Path) -> Iterator[Entry]:
    """The drivers for each schema, of the language whose folder it is."""
    for path in _inside(language):
        if _BUILD.fullmatch(path.name):
            stamp = path / STAMP
            used = stamp if stamp.exists() else path
            yield Entry(path, BUILDS, used.stat().st_mtime)


def tidy(language: Path) -> None:
    """Removes builds that nobody used for a month."""
    for entry in builds(language):
        if entry.used_s < time.time() - UNUSED_DAYS * _DAY_S:
            entry.remove()


def _inside(folder: Path) -> list[Path]:
    try:
        return sorted(path for path in folder.iterdir() if path.name != _LOCK)
    except OSError:
        return []


def home() -> Path:
    """Of all of it."""
    return platformdirs.user_cache_path("serbench")


def directory(*parts: str) -> Path:
    """A directory of this name in serbench's cache, made if it is not there yet."""
    path = home().joinpath(*parts)
    path.mkdir(parents=True, exist_ok=True)
    return path


@contextmanager
def scratch() -> Iterator[Path]:
    """A directory for this process while it needs it. What processes that were killed left behind
    goes first. Not in /tmp, where nothing may be executed on some systems."""
    kept = directory("scratch")
    with ExitStack() as stack:
        with locked(kept.parent):  # else one that is being made would be taken for one left behind
            for left in kept.iterdir():
                with suppress(OSError), (left / _LOCK).open("a") as lock:
                    fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)  # fails if it is somebody's
                    shutil.rmtree(left, ignore_errors=True)
            path = Path(stack.enter_context(TemporaryDirectory(dir=kept)))
            aftermath.removed(path)
            stack.enter_context(locked(path))
        yield path


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
        digest.update(fact.encode(errors="surrogatepass") + b"\0")
    for path in sorted(files):
        digest.update(path.name.encode(errors="surrogatepass") + b"\0" + path.read_bytes() + b"\0")
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
