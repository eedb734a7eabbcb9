"""The hashes of what Maven fetches: drivers/java/artifacts.lock, a line for each file.

Maven itself compares a file with the checksum that lies beside it in the repository, which who
changes the one can change too. (Its trusted checksums are of Maven 3.9; Debian 12 has 3.8.)
"""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Iterable
from pathlib import Path

from serbench.builders.codec import DRIVERS

LOCK = DRIVERS / "java" / "artifacts.lock"


def fault(files: Iterable[Path], may_be_unlocked: bool) -> str:
    """Why the files are not what was locked, in one line; empty if they are. A file that the lock
    does not know is a fault unless it may be unlocked."""
    known = _locked(LOCK)
    for file in files:
        found = _sha256(file)
        locked = known.get(file.name)
        if locked is None and not may_be_unlocked:
            return f"{file.name} is not in {LOCK}; to add it: make lock"
        if locked not in (None, found):
            return f"{file} has the SHA-256 {found}, {LOCK} says {locked}; to fetch it anew: rm it"
    return ""


def has(coordinates: str) -> bool:
    """Whether the lock knows the file of a library, given as "group:artifact:version"."""
    return "-".join(coordinates.split(":")[1:]) + ".jar" in _locked(LOCK)


def text(files: Iterable[Path]) -> str:
    """What the lock says of these files, in the form of sha256sum."""
    return "".join(f"{_sha256(file)}  {file.name}\n" for file in sorted(files, key=_name))


def _name(file: Path) -> str:
    return file.name


@functools.cache
def _locked(lock: Path) -> dict[str, str]:
    """Hashes by names of files."""
    lines = lock.read_text().splitlines() if lock.exists() else []
    return {name: sha256 for sha256, _, name in (line.partition("  ") for line in lines)}


def _sha256(file: Path) -> str:
    with file.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()
