"""Where builds and data are kept: the user's cache directory, never beside the sources.

What was not used for a month goes: values and schemas when another is written, builds when another
is made. `serbench cache` shows what there is.

What lies there is executed, so that nobody else may write there: not whoever made a
`/tmp/x/serbench` before us.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import re
import shlex
import shutil
import stat
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from itertools import takewhile
from pathlib import Path
from tempfile import TemporaryDirectory

import platformdirs

from serbench.errors import UserError
from serbench.machine import watchdog
from serbench.machine.output_paths import replaced

_LOCK = ".lock"
UNUSED_DAYS = 30
# Accepts a cache that others may write, as in a container that any user may run.
SHARED_CACHE = "SERBENCH_SHARED_CACHE"
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
        remove(self.path)


def remove(path: Path) -> None:
    """A file, a link or a folder with all in it."""
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path, ignore_errors=True)
    else:
        path.unlink(missing_ok=True)


VALUES, SCHEMAS, BUILDS, CHARTS = "values", "schemas", "builds", "charts"
SHARED = "dependencies"


def entries() -> Iterator[Entry]:
    """All but the scratch of running processes, kind by kind."""
    for kind in (VALUES, SCHEMAS, CHARTS):
        for path in _inside(home() / kind):
            yield Entry(path, kind, path.stat().st_mtime)
    yield from standard_input()
    for path in _inside(home() / "fleet"):  # values that a client of a cluster sent
        yield Entry(path, VALUES, path.stat().st_mtime)
    for language in _inside(home() / "build"):
        yield from builds(language)
        for path in _inside(language):
            if not _BUILD.fullmatch(path.name):
                yield Entry(path, SHARED, path.stat().st_mtime)
    for folder in ("fetched", "sent"):
        for path in _inside(home() / folder):
            yield Entry(path, SHARED, path.stat().st_mtime)


def standard_input() -> Iterator[Entry]:
    """What was read from standard input, by its contents."""
    for path in _inside(home() / "stdin"):
        yield Entry(path, VALUES, path.stat().st_mtime)


def builds(language: Path) -> Iterator[Entry]:
    """The drivers for each schema, of the language whose folder it is."""
    for path in _inside(language):
        if _BUILD.fullmatch(path.name):
            stamp = path / STAMP
            used = stamp if stamp.exists() else path
            yield Entry(path, BUILDS, used.stat().st_mtime)


def tidy(kept: Iterable[Entry]) -> None:
    """Removes what nobody used for a month."""
    for entry in kept:
        if entry.used_s < time.time() - UNUSED_DAYS * _DAY_S:
            entry.remove()


def _inside(folder: Path) -> list[Path]:
    try:
        return sorted(path for path in folder.iterdir() if not path.name.endswith(_LOCK))
    except OSError:
        return []


# The homes that were found to be this user's alone, by this process.
_private: set[Path] = set()


def home() -> Path:
    """Of all of it. Raises `UserError` if it is there and somebody else may write in it."""
    path = platformdirs.user_cache_path("serbench").absolute()
    if path not in _private and os.path.lexists(path):
        _check(path)
        _private.add(path)
    return path


def directory(*parts: str) -> Path:
    """A directory of this name in serbench's cache, made if it is not there yet. Raises
    `UserError` as `home` does."""
    if (base := home()) not in _private:
        mode = 0o777 if os.environ.get(SHARED_CACHE) else 0o700
        base.mkdir(mode, parents=True, exist_ok=True)
        home()
    path = base.joinpath(*parts)
    path.mkdir(parents=True, exist_ok=True)
    return path


def _check(home: Path) -> None:
    """Raises `UserError` unless the folder is this user's alone, and keeps it so: mode 0700."""
    if os.environ.get(SHARED_CACHE):
        return
    if home.is_symlink():
        _check_owner(home, home.lstat().st_uid)  # who owns a link may lead it elsewhere
    status = _check_folder(home)
    if stat.S_IMODE(status.st_mode) != 0o700:
        # Until now others could look in, and write in any folder that lets them.
        for folder, inner, _ in os.walk(home.resolve()):
            for path in (Path(folder, name) for name in inner):
                if not path.is_symlink():
                    _check_folder(path)
        home.chmod(0o700)


def _check_folder(folder: Path) -> os.stat_result:
    status = folder.stat()
    _check_owner(folder, status.st_uid)
    if status.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
        raise UserError(
            f"{folder}: others may write there (mode {stat.S_IMODE(status.st_mode):04o}), and what "
            f"lies in the cache is executed; if only you did: chmod -R go-w {_quoted(folder)}; "
            "else take another cache: export XDG_CACHE_HOME=FOLDER"
        )
    return status


def _check_owner(path: Path, owner: int) -> None:
    if owner != os.geteuid():
        you = _user(os.geteuid())
        raise UserError(
            f"{path}: it belongs to {_user(owner)}, not to {you}, and what lies in the cache is "
            "executed; take another cache: export XDG_CACHE_HOME=FOLDER (with sudo: sudo -H); or, "
            f"if you trust what lies there: chown -R {you} {_quoted(path)}"
        )


def _quoted(path: Path) -> str:
    return shlex.quote(str(path))


def _user(number: int) -> str:
    import pwd

    try:
        return pwd.getpwuid(number).pw_name
    except KeyError:
        return str(number)


def kept_text(kind: str, facts: Iterable[str], make: Callable[[], str]) -> str:
    """The text that `make` gives, and that depends on nothing but the facts: from the folder of
    this kind, where it was made before. Where nothing can be kept it is made each time."""
    try:
        folder = directory(kind)
    except (UserError, OSError):
        return make()
    path = folder / fingerprint([], *facts)
    with suppress(OSError, UnicodeDecodeError):
        text = path.read_bytes().decode()
        path.touch()
        return text
    text = make()
    with suppress(OSError):
        with replaced(path) as file:
            file.write(text.encode())
        tidy(Entry(other, kind, other.stat().st_mtime) for other in _inside(folder))
    return text


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
            watchdog.removed(path)
            stack.enter_context(locked(path))
        yield path


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Holds the directory for this process alone, so that two runs do not build into one."""
    with _held(path / _LOCK):
        yield


@contextmanager
def locked_entry(path: Path) -> Iterator[None]:
    """Holds what is to be made there for this thread alone; what lies beside it is not held."""
    with _held(path.with_name(f".{path.name}{_LOCK}")):
        yield


@contextmanager
def _held(lock: Path) -> Iterator[None]:
    with lock.open("w") as file:
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
