"""Where something is to be written: better refused before an hour of measuring than after it; and
how, in a folder that may be a stranger's."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import RLock
from typing import BinaryIO

from serbench.errors import UserError
from serbench.quoting import shell, shown_file

_umask = RLock()


def check_file(path: Path) -> None:
    """Raises `UserError` if no file can be written there. What is there may be replaced."""
    if not path.name or path.is_dir():
        raise UserError(f"{path}: it is a folder; name a file")
    folder = path.parent
    if not folder.is_dir():
        make = f"mkdir -p {shell(folder)}"
        raise UserError(
            f"{shown_file(path)}: there is no folder {shown_file(folder)}; make it first: {make}"
        )
    _check_writable(folder, path)


def check_folder(path: Path) -> None:
    """The same of a folder, which may have to be made."""
    there = next(parent for parent in (path, *path.absolute().parents) if parent.exists())
    if not there.is_dir():
        raise UserError(f"{path}: {there} is no folder; name another place")
    _check_writable(there, path)


def _check_writable(folder: Path, path: Path) -> None:
    if not os.access(folder, os.W_OK | os.X_OK):
        raise UserError(f"{path}: nothing can be written into {folder}; name another place")


@contextmanager
def replaced(path: Path) -> Iterator[BinaryIO]:
    """A file that is there under its name when it is whole, and not before. Until then it has a
    name that nobody can foresee and put a link under; a link at `path` is replaced, not followed.
    Raises `OSError`."""
    beside = path.with_name(f".{path.name[:200]}.{secrets.token_hex(8)}")
    try:
        with beside.open("xb") as file:
            yield file
        beside.replace(path)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise


@contextmanager
def private_files() -> Iterator[None]:
    """What is made within, by this process, is its user's alone: files of mode 0600, folders of
    0700."""
    with _umask:  # the whole process has one
        before = os.umask(0o077)
        try:
            yield
        finally:
            os.umask(before)
