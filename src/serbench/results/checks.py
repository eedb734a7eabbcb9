"""What a results file may hold: tables of ours alone, of sizes that a reader can bear, with values
that serbench writes.

A file that somebody else wrote is looked through before anything reads it, by `provenance`, in a
process of its own. So readers need not expect a text where a number belongs, a time that is no
number, or a word that nobody knows.
"""

from __future__ import annotations

import datetime as dt
import json
import os
import re
import resource
import sys
import threading
import time
from collections.abc import Callable, Collection
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from serbench.footprint import FIGURES
from serbench.measure import storage
from serbench.measure.status import Status
from serbench.proof import crash_kinds, evolution, full_dataset, interop, schema_changes
from serbench.results import database
from serbench.results.costs import Mode
from serbench.results.kinds import Kind, kind_by_settings
from serbench.results.tables import FILE_VERSION, TABLES, row_columns

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

# The longest text: what a compiler says of a driver is far shorter.
LONGEST_TEXT_BYTES = 16 << 20
# Each two codecs are compared with each other; there are 200, and a few of a user's own.
MOST_CODECS = 1000
# A double holds every whole number up to this one, which is 104 days in nanoseconds.
MOST = 1 << 53
# What Python holds of a value beside the text: the object, and its place in a row.
_OF_VALUE_BYTES = 57
# Samples are numbers in columns; their texts are few, and held once.
_OF_SAMPLE_BYTES = 8


_STATM = Path("/proc/self/statm")  # the second number: pages in memory
_LOOK_EVERY_S = 0.005


class NotOurs(Exception):  # noqa: N818 - a verdict on a file, not a mistake
    """The file holds what serbench does not write; the text says what."""


class _Settings(msgspec.Struct, kw_only=True):
    """Of any run, as far as they are read; none is of all kinds of run."""

    operations: list[str] = []
    processes: int = 1
    budget_s: float = 0.0
    precision: float = 0.0
    smallest: float = 0.0
    allocator: str = ""
    layouts: dict[str, int] = {}
    seed: int = 0
    files: str = ""
    count: int | None = None
    threads: int = 1
    block_bytes: int = 1
    repeats: int = 1
    study: str = ""
    size: str = ""
    iterations: int = 1
    repetitions: int = 1
    globs: list[str] = []
    cost: str = ""
    notes: dict[str, list[str]] = {}
    bridge: list[str] = []


class _Timed(_Settings, kw_only=True):
    """Of `serbench run` and `serbench cost`."""

    operations: list[str]
    processes: int
    budget_s: float
    precision: float
    seed: int


class _Costed(_Timed, kw_only=True):
    cost: str


class _OfFiles(_Settings, kw_only=True):
    files: str
    count: int | None
    threads: int
    block_bytes: int
    repeats: int
    fsync: str


class _Studied(_Settings, kw_only=True):
    study: str
    size: str
    iterations: int
    repetitions: int


class _Censused(_Settings, kw_only=True):
    census: list[str]


# Of the other kinds none has to be there.
_SETTINGS: dict[Kind, type[_Settings]] = {
    "run": _Timed,
    "study": _Studied,
    "files": _OfFiles,
    "census": _Censused,
    "cost": _Costed,
}


def _check_settings(kind: Kind | None, text: str) -> None:
    settings: dict[str, Any] = msgspec.json.decode(text, type=dict[str, Any])
    kind = kind or kind_by_settings(settings)
    of_files = kind == "study" and "files" in settings
    msgspec.convert(settings, _OfFiles if of_files else _SETTINGS.get(kind, _Settings))


def _decodes(kind: Any) -> Callable[[str], object]:
    return partial(msgspec.json.decode, type=kind)


def _check_file_operation(text: str) -> None:
    """`get decode kept by page` is `get`, read in another way."""
    msgspec.convert(text.partition(" ")[0], Literal[storage.OPERATIONS])


def _check_day(text: str) -> None:
    """`2024-02-29`, or nothing."""
    if text:
        msgspec.convert(text, dt.date)


def _check_checksum(text: str) -> None:
    if not re.fullmatch("[0-9a-f]{16}", text):
        raise ValueError("it is no checksum")


def _is_one_of(words: Any) -> Callable[[str], object]:
    return partial(msgspec.convert, type=words)


# What texts have to be; all others are any text.
_TEXTS: dict[str, Callable[[str], object]] = {
    "runs.kind": _is_one_of(Kind),
    "runs.environment": _decodes(dict[str, str]),
    "codecs.traits": _decodes(list[str]),
    "codecs.operations": _decodes(list[str]),
    "codecs.same": _decodes(dict[str, str]),
    "codecs.released": _check_day,
    "study_rows.operations": _decodes(list[str]),
    "robustness.counts": _decodes(dict[str, dict[crash_kinds.Kind, int]]),
    "robustness.habits": _decodes(list[str]),
    "verdicts.status": _is_one_of(Status),
    "endings.status": _is_one_of(Status),
    "cells.status": _is_one_of(Status),
    "study_verdicts.status": _is_one_of(Status),
    "file_endings.status": _is_one_of(Status),
    "file_samples.operation": _check_file_operation,
    "file_samples.kind": _is_one_of(storage.Kind),
    "cost_sets.mode": _is_one_of(Mode),
    "interop_cells.outcome": _is_one_of(interop.Outcome),
    "robustness_kept.kind": _is_one_of(crash_kinds.Kind),
    "evolution_cells.outcome": _is_one_of(evolution.Outcome),
    "evolution_cells.direction": _is_one_of(schema_changes.Direction),
    "census_failures.kind": _is_one_of(full_dataset.Kind),
    "census_chunks.checksum": _check_checksum,
}
# Columns that earlier file versions lack, and what is not always known. Those of `cells` are too,
# but for which cell it is.
_MAY_BE_NULL = {
    *("runs.tag", "runs.note", "runs.host", "runs.host_id", "runs.kind", "runs.fleet"),
    *("working_sets.leaves", "codecs.page", "codecs.released"),
    *("samples.taken_s", "samples.processor", "samples.interrupted"),
    *("study_samples.kernel_before_ns", "study_samples.kernel_after_ns", "file_samples.cold"),
    *("robustness.habits", "robustness.checked"),
    *("census_chunks.line_bytes", "census_chunks.checksum"),
    *(f"footprints.{name}" for name in FIGURES),
}
_CELL = ("run", "workload", "codec", "operation", "status")
# The least of a number, where that is not 0.
_LEAST = {
    **dict.fromkeys(("samples.ns", "samples.items", "working_sets.values", "sizes.values"), 1),
    **dict.fromkeys(("allocations.items", "cost_messages.values"), 1),
    **dict.fromkeys(("samples.processor", "samples.interrupted", "robustness_kept.changed"), -1),
}
# Must hold of all rows of a table, and what is said where it does not.
_ROWS = {
    "cells": (
        "status <> 'measured' OR coalesce(median_ns > 0 AND low_ns >= 0 AND high_ns > 0, false)",
        "a cell that was measured has no time",
    ),
    "cost_sets": ("per_message > 0", "a set of messages holds no value"),
    "runs": ("year(started) BETWEEN 2000 AND 2200", "a run has no time when it began"),
}
# Of these columns no two rows are alike: joins of equal rows multiply.
_UNIQUE = {
    "runs": "run",
    "working_sets": "run, workload",
    "study_rows": 'run, workload, "row"',
    "codecs": "run, workload, codec",
}
# Earlier file versions had smaller numbers.
_SMALLER = {"BIGINT": "INTEGER"}
_SIZED = {"BIGINT", "INTEGER"}
_FIGURES = {*_SIZED, "DOUBLE", "BOOLEAN"}
_TEXT_TYPES = {"VARCHAR", "JSON"}
# Beside base tables, what a database can hold: the name of each, what it is called, and why none
# is read.
_FOREIGN = {
    "view": "SELECT view_name FROM duckdb_views() WHERE NOT internal",
    "macro": "SELECT function_name FROM duckdb_functions() WHERE NOT internal",
    "type": "SELECT type_name FROM duckdb_types() WHERE NOT internal",
    "sequence": "SELECT sequence_name FROM duckdb_sequences()",
    "index": "SELECT index_name FROM duckdb_indexes()",
    "trigger": "SELECT trigger_name FROM duckdb_triggers()",
    "schema": (
        "SELECT schema_name FROM duckdb_schemas() WHERE NOT internal "
        "AND database_name = current_database()"
    ),
    "constraint of the table": (
        "SELECT table_name FROM duckdb_constraints() WHERE constraint_type <> 'NOT NULL' "
        "AND constraint_text <> 'PRIMARY KEY(run)'"
    ),
    "computed column": (
        "SELECT table_name || '.' || column_name FROM duckdb_columns() "
        "WHERE NOT internal AND column_default IS NOT NULL"
    ),
}


def check(path: Path) -> None:
    """Looks through all of a results file. Raises `NotOurs`, and `duckdb.Error` for a file that is
    none of DuckDB; hostile bytes may end the process."""
    with database.connected(path, read_only=True, more={"threads": "1"}) as db:
        _check_nothing_foreign(db)
        tables = _tables(db)
        if not _is_read(db, tables):
            return
        left = database.allowed_bytes(path)
        for table, columns in tables.items():
            left -= _held_bytes(db, table, columns)
            if left < 0:
                raise NotOurs(
                    f"what it holds would take more than {database.allowed_bytes(path) / 1e6:.0f} "
                    f"MB of memory, which is {database.TIMES} times its size and "
                    f"{database.BASE_BYTES / 1e6:.0f} MB (the table {table})"
                )
        for table, columns in tables.items():
            _check_values(db, table, columns)
            _check_texts(db, table, columns)
            _check_unique(db, table)
        if "runs" in tables:
            _check_all_settings(db, tables["runs"])
        if "codecs" in tables:
            _check_counts(db)


def _is_read(db: DuckDBPyConnection, tables: Collection[str]) -> bool:
    """Whether the file is of a version that is read; of another, the store says so."""
    rows = db.execute("SELECT version FROM layout LIMIT 2").fetchall() if "layout" in tables else []
    return len(rows) == 1 and 0 < (rows[0][0] or 0) <= FILE_VERSION


def _check_nothing_foreign(db: DuckDBPyConnection) -> None:
    import duckdb

    for kind, query in _FOREIGN.items():
        try:
            found = db.execute(f"{query} LIMIT 1").fetchall()
        except duckdb.CatalogException:  # an earlier DuckDB, which has no triggers
            continue
        for (name,) in found:
            raise NotOurs(f"it holds the {kind} {name!r}, which serbench never writes")


def _tables(db: DuckDBPyConnection) -> dict[str, dict[str, str]]:
    """The columns that are read of the tables of ours, with their types."""
    found: dict[str, dict[str, str]] = {}
    there = "SELECT table_name, column_name, data_type FROM duckdb_columns() WHERE NOT internal"
    with database.in_memory() as ours:
        ours.execute(TABLES.read_text())
        declared = {
            (table, column): type_ for table, column, type_ in ours.execute(there).fetchall()
        }
    declared |= {("cells", column): type_ for column, type_ in row_columns().items()}
    for table, column, type_ in db.execute(there).fetchall():
        wanted = declared.get((table, column))
        if wanted is None:
            continue
        if type_ not in (wanted, _SMALLER.get(wanted)):
            raise NotOurs(f"the column {table}.{column} holds {type_}, and not {wanted}")
        found.setdefault(table, {})[column] = type_
    for table, column in declared:
        if table in found and column not in found[table] and not _is_optional(table, column):
            raise NotOurs(f"the table {table} lacks the column {column}")
    return found


def _is_optional(table: str, column: str) -> bool:
    if table == "cells":
        return column not in _CELL
    return f"{table}.{column}" in _MAY_BE_NULL


def _held_bytes(db: DuckDBPyConnection, table: str, columns: dict[str, str]) -> int:
    """What a reader holds of a table, at most. Counts rows first: a sum over a thousand million
    takes its time."""
    [(rows,)] = db.execute(f"SELECT count(*) FROM {table}").fetchall()
    each = (_OF_SAMPLE_BYTES if table == "samples" else _OF_VALUE_BYTES) * len(columns)
    if rows * each > sys.maxsize >> 20:
        return int(rows * each)
    lengths = [
        f"coalesce(sum({_length(column, type_)}), 0)"
        for column, type_ in columns.items()
        if type_ not in {*_FIGURES, "TIMESTAMP"} and table != "samples"
    ]
    if not lengths:
        return int(rows * each)
    [(texts,)] = db.execute(f"SELECT {' + '.join(lengths)} FROM {table}").fetchall()
    return int(rows * each + texts)


def _length(column: str, type_: str) -> str:
    if type_ == "BLOB":
        return f'octet_length("{column}")'
    if type_ == "VARCHAR[]":
        return f"strlen(array_to_string(\"{column}\", ''))"
    return f'strlen("{column}")'


def _check_values(db: DuckDBPyConnection, table: str, columns: dict[str, str]) -> None:
    """What one look at the rows of a table tells of all of them."""
    wrong: dict[str, str] = {}
    for column, type_ in columns.items():
        name, quoted = f"{table}.{column}", f'"{column}"'
        if not _is_optional(table, column):
            wrong[f"{quoted} IS NULL"] = f"{name} is empty in a row"
        if type_ in _SIZED or type_ == "DOUBLE":
            least = _LEAST.get(name, 0)  # DuckDB puts NaN above all numbers
            is_wrong = f"coalesce({quoted} NOT BETWEEN {least} AND {MOST}, false)"
            wrong[is_wrong] = f"a number in {name} is not between {least} and {MOST}"
        elif type_ in _TEXT_TYPES:
            is_long = f"coalesce(strlen({quoted}) > {LONGEST_TEXT_BYTES}, false)"
            wrong[is_long] = f"a text in {name} is longer than {LONGEST_TEXT_BYTES >> 20} MiB"
    if table in _ROWS:
        holds, otherwise = _ROWS[table]
        wrong[f"NOT coalesce({holds}, false)"] = otherwise
    if wrong:
        looked = ", ".join(f"coalesce(bool_or({is_wrong}), false)" for is_wrong in wrong)
        [found] = db.execute(f"SELECT {looked} FROM {table}").fetchall()
        for is_so, why in zip(found, wrong.values(), strict=True):
            if is_so:
                raise NotOurs(why)


def _check_texts(db: DuckDBPyConnection, table: str, columns: dict[str, str]) -> None:
    """That texts and bytes can be read, and what they say."""
    names = [column for column, type_ in columns.items() if type_ not in _FIGURES]
    if not names:
        return
    quoted = ", ".join(f'"{name}"' for name in names)
    rows = db.execute(f"SELECT DISTINCT {quoted} FROM {table}")
    checked = [(place, f"{table}.{name}") for place, name in enumerate(names)]
    checked = [(place, name) for place, name in checked if name in _TEXTS]
    while some := rows.fetchmany(1000):
        for row in some:
            for place, name in checked:
                try:
                    if row[place] is not None:
                        _TEXTS[name](row[place])
                except msgspec.MsgspecError as error:
                    raise NotOurs(f"{name} holds {_short(row[place])}: {error}") from None


def _check_all_settings(db: DuckDBPyConnection, columns: Collection[str]) -> None:
    """That the settings of each run are those of its kind."""
    kind = "kind" if "kind" in columns else "NULL"
    rows = db.execute(f"SELECT DISTINCT {kind}, settings FROM runs")
    while some := rows.fetchmany(1000):
        for kind_of_run, settings in some:
            try:
                _check_settings(kind_of_run, settings)
            except msgspec.MsgspecError as error:
                raise NotOurs(f"runs.settings holds {_short(settings)}: {error}") from None


def _short(text: str) -> str:
    return repr(text if len(text) <= 40 else f"{text[:40]}…")


def _check_unique(db: DuckDBPyConnection, table: str) -> None:
    if table in _UNIQUE:
        of = _UNIQUE[table]
        found = db.execute(f"SELECT {of} FROM {table} GROUP BY ALL HAVING count(*) > 1 LIMIT 1")
        if found.fetchall():
            raise NotOurs(f"the table {table} has two rows of one ({of})".replace('"', ""))


def _check_counts(db: DuckDBPyConnection) -> None:
    found = db.execute(
        "SELECT count(*) FROM codecs GROUP BY run, workload HAVING count(*) > ? LIMIT 1",
        [MOST_CODECS],
    )
    for (count,) in found.fetchall():
        raise NotOurs(f"a run is of {count} codecs; {MOST_CODECS} are the most")


def main(path: str, data_bytes: str, held_bytes: str, seconds: str) -> None:
    """In a process of its own: prints as JSON why the file is refused, if it is; `error` is what
    DuckDB said of it. It may reserve `data_bytes` of memory, hold `held_bytes`, and take so many
    seconds of a processor."""
    _limit(int(data_bytes), int(seconds))
    threading.Thread(target=_watch_memory, args=[int(held_bytes)], daemon=True).start()
    report: dict[str, str] = {}
    try:
        check(Path(path))
    except NotOurs as verdict:
        report = {"refused": str(verdict)}
    except Exception as error:  # whatever hostile bytes lead to
        first = (str(error).splitlines() or [""])[0]
        report = {"error": f"{type(error).__name__}: {first}" if first else type(error).__name__}
    print(json.dumps(report))


def _watch_memory(most_bytes: int) -> None:
    """Refuses the file once the process holds more. The kernel limits only what is reserved, and
    DuckDB reserves far more than it fills for an honest file; for a damaged one it fills all."""
    page_bytes = resource.getpagesize()
    with suppress(OSError):  # there is no such file elsewhere than on Linux
        while int(_STATM.read_text().split()[1]) * page_bytes <= most_bytes:
            time.sleep(_LOOK_EVERY_S)
        refused = f"it is damaged: DuckDB takes more than {most_bytes / 1e6:.0f} MB to read it"
        print(json.dumps({"refused": refused}), flush=True)
        os._exit(0)


def _limit(data_bytes: int, seconds: int) -> None:
    for limit, most in (
        (resource.RLIMIT_DATA, data_bytes),
        (resource.RLIMIT_CPU, seconds),
        (resource.RLIMIT_CORE, 0),
    ):
        with suppress(OSError, ValueError):  # a limit of the system's is lower
            # The second is SIGKILL's: the first ends the process by a signal that tells why.
            resource.setrlimit(limit, (most, most + 1))


if __name__ == "__main__":
    main(*sys.argv[1:])
