"""Runs of other results files, other hosts' for instance, copied into one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from serbench.machine import output_paths
from serbench.machine.interrupts import deferred
from serbench.results import provenance
from serbench.results.database import connected_with_other
from serbench.results.runs import RunRecord
from serbench.results.store import Store, StoreError
from serbench.results.tables import fill_kinds

if TYPE_CHECKING:
    import duckdb


class Copied(msgspec.Struct, frozen=True, kw_only=True):
    """What became of a run: `as_run` is its id here. It is `there` already, or was copied."""

    record: RunRecord
    as_run: str
    there: bool


def copy_runs(mine: Path, other: Path) -> list[Copied]:
    """Copies the runs of `other` that `mine` lacks, all or none. An id that is another run's here
    gets a number. Raises `StoreError` if either cannot be used."""
    if other.exists() and mine.exists() and other.samefile(mine):
        raise StoreError(f"{other}: it is the results file that is merged into; name another one")
    with Store(other, read_only=True) as store:
        records, is_written_here = store.runs(), store.is_written_here
    with Store(mine) as store:  # there, and brought up to the file version that is written
        is_written_here &= store.is_written_here
    with _both(mine, other) as db, deferred():
        copied = []
        for record in records:
            as_run, there = _place(db, record.run)
            if not there:
                _copy(db, record.run, as_run)
            copied.append(Copied(record=record, as_run=as_run, there=there))
        fill_kinds(db)  # of an earlier layout, which has none
    provenance.remember(mine, is_written_here=is_written_here)
    return copied


@contextmanager
def _both(mine: Path, other: Path) -> Iterator[duckdb.DuckDBPyConnection]:
    """One connection with `mine` in `main` and `other` in `other.main`, as one transaction."""
    import duckdb

    try:
        with output_paths.private_files(), connected_with_other(mine, other) as db:
            db.execute("BEGIN")
            yield db
            db.execute("COMMIT")
    except duckdb.Error as error:
        raise StoreError(
            f"{other}: cannot be merged into {mine} ({str(error).splitlines()[0]}); nothing of it "
            "was copied"
        ) from None


def _place(db: duckdb.DuckDBPyConnection, run: str) -> tuple[str, bool]:
    """The id that a run of the other file has here, and whether it is there already."""
    taken = {name for (name,) in db.execute("SELECT run FROM runs").fetchall()}
    mine = re.compile(rf"{re.escape(run)}(-\d+)?")
    for candidate in sorted(name for name in taken if mine.fullmatch(name)):
        if _same(db, run, candidate):
            return candidate, True
    free, number = run, 2
    while free in taken:
        free, number = f"{run}-{number}", number + 1
    return free, False


def _same(db: duckdb.DuckDBPyConnection, run: str, candidate: str) -> bool:
    """Whether all that is stored of both is the same, but for their ids."""
    for table, columns in _tables(db).items():
        foreign_rows = f"SELECT {columns} FROM other.main.{table} WHERE run = ?"
        own_rows = f"SELECT {columns} FROM {table} WHERE run = ?"
        for one, another, ids in (
            (foreign_rows, own_rows, [run, candidate]),
            (own_rows, foreign_rows, [candidate, run]),
        ):
            if db.execute(f"{one} EXCEPT ALL {another} LIMIT 1", ids).fetchall():
                return False
    return True


def _copy(db: duckdb.DuckDBPyConnection, run: str, as_run: str) -> None:
    for table, columns in _tables(db).items():
        db.execute(
            f"INSERT INTO {table} (run, {columns}) "
            f"SELECT ?, {columns} FROM other.main.{table} WHERE run = ? ORDER BY rowid",
            [as_run, run],
        )


def _tables(db: duckdb.DuckDBPyConnection) -> dict[str, str]:
    """The tables that hold something of runs in both files, with their columns besides the run. The
    other may lack some, or columns of some."""
    found: dict[str, list[str]] = {}
    for table, column in db.execute(
        "SELECT mine.table_name, mine.column_name FROM duckdb_columns() mine "
        "JOIN duckdb_columns() others USING (table_name, column_name) "
        "WHERE mine.database_name = current_database() AND others.database_name = 'other' "
        "AND NOT mine.internal ORDER BY mine.table_name, mine.column_index"
    ).fetchall():
        found.setdefault(table, []).append(column)
    return {
        table: ", ".join(f'"{column}"' for column in columns if column != "run")
        for table, columns in found.items()
        if "run" in columns
    }
