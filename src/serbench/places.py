"""Where something is to be written: better refused before an hour of measuring than after it."""

from __future__ import annotations

import os
from pathlib import Path

from serbench.errors import UserError
from serbench.schema.errors import shell, shown_file


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
