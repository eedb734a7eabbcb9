"""The DuckDB file that holds everything measured, written as it is measured.

`Store` is what others use: it opens the file, brings it up to date and closes it. What it can be
asked is in `store_queries`, what it writes in `store_writer`; `tables.sql` has the tables, and
`tables` brings those of an earlier file up to date.
"""

from __future__ import annotations

from pathlib import Path
from typing import Self

from serbench.errors import UserError
from serbench.machine import output_paths
from serbench.results import database, provenance, tables
from serbench.results.database import StoreError
from serbench.results.store_queries import CodecRecord
from serbench.results.store_writer import Writer, cannot_be_written, to_json
from serbench.results.tables import FILE_VERSION

__all__ = ["CodecRecord", "Store", "StoreError", "to_json"]


class Store(Writer):
    """An open results file. Use it as a context manager: what then fails since a file that was not
    written here holds what does not fit together is a `StoreError`."""

    def __init__(self, path: Path, read_only: bool = False) -> None:
        import duckdb

        if read_only and not path.exists():
            raise StoreError(f"{path}: no such results file; `serbench run log` writes one")
        if not read_only:
            output_paths.check_file(path)
        self._path = path
        self._read_only = read_only
        self.is_written_here = _admitted(path)
        try:
            with output_paths.private_files():
                self._db = database.connected(path, read_only=read_only)
            if not read_only and tables.version(self._db) <= FILE_VERSION:
                with self._writing():
                    tables.bring_up_to_date(self._db)
            version = tables.version(self._db)
        except duckdb.Error as error:
            if "Could not write" in str(error):
                raise cannot_be_written(path, error) from None
            raise _unreadable(path, str(error)) from None
        if not 0 < version <= FILE_VERSION:
            self._db.close()
            raise StoreError(
                f"{path}: "
                + (
                    "written by a later serbench "
                    f"(file version {version}; this one reads {FILE_VERSION})"
                    if version
                    else "not a results file of serbench"
                )
                + "; name another one with --db"
            )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: object = None, error: BaseException | None = None, trace: object = None
    ) -> None:
        self._db.close()
        if not self._read_only:
            provenance.remember(self._path, is_written_here=self.is_written_here)
        if self._read_only and not self.is_written_here and isinstance(error, Exception):
            if isinstance(error, (UserError, OSError)):
                return
            if why := provenance.why_it_failed(error):
                raise StoreError(why) from error


def _admitted(path: Path) -> bool:
    """Whether all that is in the file was written here. Raises `StoreError` for one that nobody
    should read."""
    if not path.exists() or not path.stat().st_size:
        return True
    try:
        return provenance.admit(path)
    except provenance.Broken as error:
        raise _unreadable(path, str(error)) from None
    except provenance.Refused as refused:
        raise _refused(path, str(refused)) from None


def _unreadable(path: Path, message: str) -> StoreError:
    """What DuckDB said of a file."""
    if "Could not set lock" in message:
        return StoreError(
            f"{path}: another process is using it; wait for it, or name another file with --db"
        )
    return StoreError(
        f"{path}: not a results file of serbench ({message.splitlines()[0]}); "
        "name another one with --db"
    )


def _refused(path: Path, why: str) -> StoreError:
    return StoreError(
        f"{path}: {why}; it may be damaged or not as serbench wrote it: get it anew from where it "
        "came, or name another one with --db"
    )
