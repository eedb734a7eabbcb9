"""How every DuckDB database of results is opened and asked: it may be a stranger's, so nothing in
it reads another file, loads an extension or takes all memory."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from serbench.errors import UserError

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

# What DuckDB may take to read a results file: so much, and so many times the size of the file. With
# the process that looks through the file, a reader takes 200 MB and ten times the file.
BASE_BYTES = 120_000_000
TIMES = 10

_SETTINGS = {
    "autoinstall_known_extensions": "false",
    "autoload_known_extensions": "false",
    "allow_community_extensions": "false",
    "temp_directory": "",  # what does not fit into memory is an error, and no file elsewhere
    # What a file says of its smallest and largest values may be wrong. DuckDB would then pack
    # numbers into too few bytes, and take checks of them for granted.
    "disabled_optimizers": "statistics_propagation",
}


class StoreError(UserError):
    """The file cannot be used; the text says why and what to do."""


def allowed_bytes(path: Path) -> int:
    """How much reading the file may take. What DuckDB compresses best, a billion equal rows, is a
    few kilobytes."""
    return BASE_BYTES + TIMES * sum(part.stat().st_size for part in parts(path) if part.exists())


def parts(path: Path) -> tuple[Path, Path]:
    """The file, and beside it the log of what was not yet written into it, if there is one: DuckDB
    obeys both."""
    return path, path.with_name(f"{path.name}.wal")


def connected(
    path: Path, *, read_only: bool = False, more: Mapping[str, str] | None = None
) -> DuckDBPyConnection:
    """Opens a database of results; `more` are settings of DuckDB besides. Raises `duckdb.Error`."""
    import duckdb

    settings: dict[str, str | bool | int | float | list[str]]
    settings = {**_SETTINGS, **(more or {})}
    if read_only:  # a run may write more than the file holds as yet
        settings["memory_limit"] = f"{allowed_bytes(path)}B"
    return _closed(duckdb.connect(str(path), read_only=read_only, config=settings))


def connected_with_other(path: Path, other: Path) -> DuckDBPyConnection:
    """Opens `path` to write, with `other` as the database `other`, which is only read. Raises
    `duckdb.Error`."""
    import duckdb

    db = duckdb.connect(str(path), config=dict(_SETTINGS))
    quoted = str(other).replace("'", "''")
    db.execute(f"ATTACH '{quoted}' AS other (READ_ONLY)")
    return _closed(db)


def in_memory() -> DuckDBPyConnection:
    """Opens a database that holds nothing yet and is in no file."""
    import duckdb

    return _closed(duckdb.connect(config=dict(_SETTINGS)))


def rows(
    db: DuckDBPyConnection, query: str, parameters: Sequence[Any] = ()
) -> list[tuple[Any, ...]]:
    with interrupts_told():
        return db.execute(query, list(parameters)).fetchall()


@contextmanager
def interrupts_told() -> Iterator[None]:
    """DuckDB makes an interrupt during a query an error like others."""
    try:
        yield
    except RuntimeError as error:
        if "Query interrupted" in str(error):
            raise KeyboardInterrupt from None
        raise


def _closed(db: DuckDBPyConnection) -> DuckDBPyConnection:
    """From now on no query opens a file, and none can change that. Not when it is opened: DuckDB
    then refuses to ATTACH, and by the order of its settings the others as well."""
    [(is_closed,)] = db.execute("SELECT current_setting('lock_configuration')").fetchall()
    if not is_closed:  # as one is that this process has open already: both are of one database
        # By default on where Python has no main file, as in notebooks, whatever the settings above.
        db.execute("SET enable_progress_bar = false")
        db.execute("SET enable_external_access = false")
        db.execute("SET lock_configuration = true")
    return db
