"""Which results files serbench wrote here, or has looked through: the others may be a stranger's.

DuckDB trusts its files: bytes that were tampered with can end the process that opens them. So a
file that is not known is looked through once by `checks`, in a process of its own with limits.
"""

from __future__ import annotations

import hashlib
import signal
import sys
import tempfile
from contextlib import suppress
from pathlib import Path

import msgspec

import serbench
from serbench.machine import cache, programs
from serbench.results import database

# Of so many files it is known; of what was not used for longest it is forgotten first.
_MOST_KNOWN = 500
# Of the process that looks through a file: what Python and DuckDB reserve and hold before they read
# one; and its time, of a processor and in all.
_RESERVED_BYTES, _HELD_BYTES = 400_000_000, 40_000_000
_BASE_S = 20
_BYTES_PER_S = 1_000_000
_WHOLE_TIMES = 10  # as long as that, since it may wait for a disk or a busy processor


# The files from elsewhere that this process read: what then fails may be their fault.
from_elsewhere: list[Path] = []


class Refused(Exception):  # noqa: N818 - a verdict on a file, not a mistake
    """The file cannot be read; the text says why."""


class Broken(Refused):
    """DuckDB cannot read it, or another process writes it; the text is DuckDB's."""


class _Entry(msgspec.Struct, frozen=True):
    """A file as it was when serbench closed it or looked through it."""

    identity: list[tuple[int, ...]]
    is_written_here: bool


class Said(msgspec.Struct, frozen=True):
    """What the process that looked through a file said of it."""

    refused: str = ""
    error: str = ""


def admit(path: Path) -> bool:
    """Looks through a file that is not known; whether all that is in it was written here. Raises
    `Refused`."""
    is_written_here = _admit(path)
    if not is_written_here:
        from_elsewhere.append(path)
    return is_written_here


def why_it_failed(error: Exception) -> str | None:
    """What is told of an error that nobody expected, where a file from elsewhere was read: its rows
    do not fit together. None if there was no such file, and the fault is ours."""
    if not from_elsewhere:
        return None
    where = f"{type(error).__name__}: {error}".splitlines()[0]
    return (
        f"{from_elsewhere[-1]}: what it holds does not fit together ({where}); it was not written "
        "here: get it anew from where it came, or name another one with --db"
    )


def _admit(path: Path) -> bool:
    before = _identity(path)
    if (known := _known().get(str(path.resolve()))) and known.identity == before:
        return known.is_written_here
    verdict = _looked_through(path)
    if verdict.refused:
        raise Refused(verdict.refused)
    if verdict.error:
        raise Broken(verdict.error)
    if _identity(path) != before:
        raise Refused("it was written while it was read; wait for who writes it")
    remember(path, is_written_here=False)
    return False


def remember(path: Path, *, is_written_here: bool) -> None:
    """Knows the file again as it is now. A cache that cannot be written costs only time."""
    with suppress(OSError):
        known = _known()
        known.pop(str(path.resolve()), None)
        known[str(path.resolve())] = _Entry(_identity(path), is_written_here)
        kept = dict(list(known.items())[-_MOST_KNOWN:])
        file = _file()
        with tempfile.NamedTemporaryFile(dir=file.parent, delete=False) as new:
            new.write(msgspec.json.encode(kept))
        Path(new.name).replace(file)  # at once: another process may read it


def remember_settings(settings: str) -> None:
    """Knows that somebody began a run with these here, which nothing in a results file proves."""
    with suppress(OSError), _begun().open("a") as file:
        file.write(f"{_digest(settings)}\n")


def is_begun_here(settings: str) -> bool:
    """Whether the user began a run with exactly these settings."""
    try:
        return _digest(settings) in _begun().read_text().split()
    except OSError:
        return False


def _begun() -> Path:
    return cache.directory("results") / "begun"


def _digest(settings: str) -> str:
    return hashlib.sha256(settings.encode()).hexdigest()


def _identity(path: Path) -> list[tuple[int, ...]]:
    """Of the file and its log. Whoever writes them or puts others in their place changes it: the
    time of the last change of its status is the system's, which nobody sets."""
    return [
        (status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns)
        for part in database.parts(path)
        if part.exists() and (status := part.stat())
    ]


def _file() -> Path:
    return cache.directory("results") / "known.json"


def _known() -> dict[str, _Entry]:
    try:
        return msgspec.json.decode(_file().read_bytes(), type=dict[str, _Entry])
    except (OSError, msgspec.MsgspecError):
        return {}


def _looked_through(path: Path) -> Said:
    size = sum(part.stat().st_size for part in database.parts(path) if part.exists())
    seconds = _BASE_S + size // _BYTES_PER_S
    allowed_bytes = database.allowed_bytes(path)
    limits = (_RESERVED_BYTES + allowed_bytes, _HELD_BYTES + allowed_bytes, seconds)
    # Where this serbench lies, and no folder in which Python would look around.
    places = programs.measured({"PYTHONPATH": str(Path(serbench.__file__).parent.parent)})
    command = [sys.executable, "-P", "-m", "serbench.results.checks"]
    try:
        ended = programs.run(
            [*command, str(path.resolve()), *map(str, limits)],
            env=places,
            timeout_s=_WHOLE_TIMES * seconds,
        )
    except TimeoutError:
        raise Refused(
            f"DuckDB does not come to an end with it in {_WHOLE_TIMES * seconds} s"
        ) from None
    if ended.returncode == -signal.SIGXCPU:
        raise Refused(f"DuckDB does not come to an end with it in {seconds} s")
    try:
        return msgspec.json.decode(ended.stdout, type=Said)
    except msgspec.MsgspecError:
        raise Refused(f"it is damaged: DuckDB {_how(ended.returncode)} when it reads it") from None


def _how(status: int) -> str:
    if status >= 0:
        return f"ends with status {status}"
    return f"ends by {signal.Signals(-status).name}"
