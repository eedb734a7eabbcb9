"""The tables of a results file as they are written today, and how an earlier file gets them."""

from __future__ import annotations

from pathlib import Path
from types import NoneType
from typing import TYPE_CHECKING, Any, get_args, get_type_hints

import msgspec

from serbench.results import database
from serbench.results.kinds import kind_by_settings
from serbench.results.rows import Row

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

# The version of the file that is written. Those before it can be read as they are; writing brings
# them up to it.
# 1: no studies, and `cells` without the library, format, traits, ties and peak memory of a row.
# 2: samples without their time and processor; ties as groups; no round trip; runs without tag,
# note and host.
FILE_VERSION = 3

# Fields whose column kept its former name: earlier versions read it, and merging copies by names.
STORED_AS = {"time_ns": "median_ns"}

TABLES = Path(__file__).with_name("tables.sql")
_COLUMN_TYPES = {str: "VARCHAR", float: "DOUBLE", int: "BIGINT", bool: "BOOLEAN"}


def row_columns() -> dict[str, str]:
    """A column of DuckDB for every field of `Row`, in their order."""
    return {STORED_AS.get(name, name): type_ for name, type_ in field_types().items()}


def field_types() -> dict[str, str]:
    """The type that DuckDB has for every field of `Row`, in their order."""
    return {name: _column_type(hint) for name, hint in get_type_hints(Row).items()}


def _column_type(hint: Any) -> str:
    """The column for a field of that type: a class, a tuple of texts, a choice of texts, or one of
    these or None."""
    if hint in _COLUMN_TYPES:
        return _COLUMN_TYPES[hint]
    kinds = [kind for kind in get_args(hint) if kind is not NoneType and kind is not ...]
    if kinds[0] not in _COLUMN_TYPES:  # a literal: its values are texts
        return "VARCHAR"
    return _COLUMN_TYPES[kinds[0]] + ("[]" if ... in get_args(hint) else "")


def version(db: DuckDBPyConnection) -> int:
    """The file's layout; 0 of a new one."""
    if not columns(db, "layout"):
        return 0
    return next((number for (number,) in database.rows(db, "SELECT version FROM layout")), 0)


def columns(db: DuckDBPyConnection, table: str) -> list[str]:
    """Those of a table in their order; none if there is no such table."""
    return [
        name
        for (name,) in database.rows(
            db,
            "SELECT column_name FROM duckdb_columns() WHERE table_name = ? ORDER BY column_index",
            [table],
        )
    ]


def bring_up_to_date(db: DuckDBPyConnection) -> None:
    """Tables and columns that are not there yet; nothing that is stored changes."""
    db.execute(TABLES.read_text())
    fill_kinds(db)
    of_rows = row_columns()
    whole = ", ".join(f"{name} {type_}" for name, type_ in of_rows.items())
    db.execute(f"CREATE TABLE IF NOT EXISTS cells ({whole})")
    there = columns(db, "cells")
    for name, type_ in of_rows.items():
        if name not in there:
            db.execute(f"ALTER TABLE cells ADD COLUMN {name} {type_}")
    if version(db) != FILE_VERSION:
        db.execute("DELETE FROM layout")
        db.execute("INSERT INTO layout VALUES (?)", [FILE_VERSION])


def fill_kinds(db: DuckDBPyConnection) -> None:
    """Stores the kind of each run that was stored without it."""
    for run, settings in database.rows(db, "SELECT run, settings FROM runs WHERE kind IS NULL"):
        kind = kind_by_settings(msgspec.json.decode(settings))
        db.execute("UPDATE runs SET kind = ? WHERE run = ?", [kind, run])
