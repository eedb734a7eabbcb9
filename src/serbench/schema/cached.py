"""What follows from a user's file, kept in the cache so that a second run starts at once."""

from __future__ import annotations

import os
import stat
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import IO

from serbench.errors import UserError
from serbench.machine import cache
from serbench.quoting import shell


def file_facts(paths: Sequence[Path]) -> list[str] | None:
    """What changes when a file does: its path, size and time of change (ns). None if one
    of them is no regular file (a pipe), whose contents nobody can know beforehand.

    A file that cannot be looked at is not regular, either: who reads it says what is wrong.
    """
    facts = []
    for path in paths:
        try:
            state = path.stat()
        except OSError:
            return None
        if not stat.S_ISREG(state.st_mode):
            return None
        facts.append(f"{path.resolve()}\0{state.st_size}\0{state.st_mtime_ns}")
    return facts


def check_unchanged(paths: Sequence[Path], facts: Sequence[str]) -> None:
    """Raises `UserError` if files are not any more what `file_facts` said: what follows from them
    follows from nothing that there ever was."""
    if file_facts(paths) != list(facts):
        names = ", ".join(map(str, paths))
        raise UserError(f"{names}: changed while being read; wait until it is whole, and try again")


def entry(kind: str, *facts: str) -> Path:
    """Where what follows from the facts is kept; also a change of this package's own
    code gives another path. What nobody used for a month is removed on the way."""
    directory = cache.directory(kind)
    _tidy(directory)
    return directory / cache.fingerprint((), _code(), *facts)


@lru_cache(maxsize=1)
def _code() -> str:
    return cache.fingerprint(Path(__file__).parent.glob("*.py"))


def read(path: Path) -> bytes | None:
    """The file's bytes, None if there is none. Being read keeps it from being tidied away."""
    try:
        data = path.read_bytes()
        touch(path)
    except OSError:
        return None
    return data


def touch(path: Path) -> None:
    os.utime(path)


@contextmanager
def written(path: Path) -> Iterator[IO[bytes]]:
    """A file that is there under its name only when it is whole."""
    try:
        file = tempfile.NamedTemporaryFile(  # noqa: SIM115 - it outlives its own block
            dir=path.parent, prefix=path.name, suffix=".tmp", delete=False
        )
        try:
            with file:
                yield file
            Path(file.name).replace(path)
        except BaseException:
            Path(file.name).unlink(missing_ok=True)
            raise
    except OSError as error:
        raise UserError(
            f"{path}: it cannot be written: {error.strerror}; see: df -h {shell(path.parent)}"
        ) from None


def _tidy(directory: Path) -> None:
    oldest_s = time.time() - cache.UNUSED_DAYS * 86400
    for path in directory.iterdir():
        try:
            if path.stat().st_mtime < oldest_s:
                path.unlink()
        except OSError:  # another process was faster
            continue
