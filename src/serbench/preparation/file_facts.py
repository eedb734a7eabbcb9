"""What files are when a command first looks at them, so that it can tell whether they changed."""

from __future__ import annotations

import hashlib
import os
import stat

import msgspec

from serbench.errors import UserError
from serbench.preparation.readings import Reading
from serbench.quoting import shell, shown_file
from serbench.schema.remote_files import Url, location
from serbench.schema.remote_files import facts as remote_facts
from serbench.schema.sources import values_of

_HEAD_BYTES = 1 << 16
_PLAIN = Reading()


class FileFacts(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a file was when it was looked at: bytes (0 where nobody knows), time of change (ns),
    digest of its head; and how it is read. Of a file elsewhere, the digest is of what its storage
    says of its state."""

    path: str
    size: int
    changed_ns: int
    head: str
    reading: Reading = Reading()


def check_unchanged(file: FileFacts) -> None:
    """Raises `UserError` if a file is not what it was."""
    if (now := facts_of(file.path, file.reading)) != file:
        raise UserError(
            f"{shown_file(file.path)}: it has changed since it was first read ({file.size:,} bytes "
            f"then, {now.size:,} now); copy it, or wait until nobody writes to it, and begin anew"
        )


def facts_of(path: str, reading: Reading = _PLAIN) -> FileFacts:
    """Raises `UserError` for what is no file that can be read more than once."""
    where = location(path)
    try:
        if isinstance(where, Url):
            found = remote_facts(where)
            digest = hashlib.sha256(found.state.encode()).hexdigest()[:16]
            return FileFacts(path, found.size or 0, 0, digest, reading)
        with open(path, "rb", opener=_opened) as file:
            state = os.fstat(file.fileno())
            if not stat.S_ISREG(state.st_mode):
                raise UserError(
                    f"{shown_file(path)}: it is no regular file, and is read more than once; write "
                    f"it to one first: cat {shell(path)} > x.jsonl"
                )
            head = hashlib.sha256(file.read(_HEAD_BYTES)).hexdigest()[:16]
    except OSError as error:
        next(iter(values_of(path)), None)  # which says what is wrong
        raise UserError(f"{shown_file(path)}: {error.strerror}; see: ls -l {shell(path)}") from None
    return FileFacts(path, state.st_size, state.st_mtime_ns, head, reading)


def _opened(path: str, flags: int) -> int:
    return os.open(path, flags | os.O_NONBLOCK)  # of a pipe that nobody writes to
