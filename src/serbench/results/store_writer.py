"""What writes into a results file."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

import msgspec

from serbench.machine import output_paths
from serbench.machine.interrupts import deferred
from serbench.measure.host import Host, this_host
from serbench.quoting import shell
from serbench.results import provenance, tables
from serbench.results.database import StoreError
from serbench.results.kinds import Kind
from serbench.results.rows import Row, WorkloadFacts
from serbench.results.store_queries import Queries

# What a workload of a run has one row of, or one for each codec or cell.
_ONCE = ("working_sets", "codecs", "verdicts", "sizes", "allocations", "memory", "endings")


class CodecFacts(Protocol):
    """What is kept of a codec as it is when it is measured."""

    @property
    def id(self) -> str: ...
    @property
    def language(self) -> str: ...
    @property
    def library(self) -> str: ...
    @property
    def format(self) -> str: ...
    @property
    def traits(self) -> tuple[str, ...]: ...
    @property
    def page(self) -> str: ...
    def released_on(self, version: str) -> str: ...


class Writer(Queries):
    """All that writes, each call by itself; `Store` opens the file. It is called while serbench
    measures: a statement, and nothing more."""

    _path: Path

    def execute(self, statement: str, parameters: Sequence[Any]) -> None:
        """Runs a statement that writes; an interrupt waits until it is done. Raises `StoreError`
        where the file takes no more, which loses nothing that was written before."""
        with deferred(), self._writing():
            self._db.execute(statement, list(parameters))

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """DuckDB makes its log, `.wal`, whenever it writes: as private as the file, since both
        quote values."""
        import duckdb

        try:
            with output_paths.private_files():
                yield
        except (duckdb.OperationalError, duckdb.FatalException) as error:
            raise cannot_be_written(self._path, error) from None

    @contextmanager
    def at_once(self) -> Iterator[None]:
        """What is written within is in the file as a whole or not at all."""
        with deferred(), self._writing():
            self._db.execute("BEGIN")
            try:
                yield
            except BaseException:
                self._db.execute("ROLLBACK")
                raise
            self._db.execute("COMMIT")

    def insert(self, table: str, *values: Any) -> None:
        placeholders = ", ".join("?" * len(values))
        self.execute(f"INSERT INTO {table} VALUES ({placeholders})", values)

    def begin_run(
        self,
        serbench: str,
        command: str,
        settings: dict[str, Any],
        environment: dict[str, str],
        *,
        kind: Kind = "run",
        tag: str = "",
        note: str = "",
        host: Host | None = None,
        fleet: str = "",
    ) -> str:
        """A new run's id, `20261121-104502` and so on. It is of this host if none is given, and of
        a fleet if one is."""
        host = host or this_host()
        started = dt.datetime.now(dt.UTC).replace(tzinfo=None)
        base = run = started.strftime("%Y%m%d-%H%M%S")
        number = 2
        provenance.remember_settings(to_json(settings))
        while self._rows("SELECT 1 FROM runs WHERE run = ?", [run]):
            run, number = f"{base}-{number}", number + 1
        self.insert(
            "runs (run, started, seconds, status, serbench, command, settings, environment, "
            "tag, note, host, host_id, kind, fleet)",
            run,
            started,
            0.0,
            "running",
            serbench,
            command,
            to_json(settings),
            to_json(environment),
            tag,
            note,
            host.name,
            host.id,
            kind,
            fleet or None,
        )
        return run

    def check_begun_here(self, run: str, again: str) -> None:
        """Raises `StoreError` for a run that may be a stranger's. What its settings name, workload
        modules, codec files, queries and data, would be run and read; `again` names a command that
        says it anew."""
        settings = self._rows("SELECT settings FROM runs WHERE run = ?", [run])
        if not all(provenance.is_begun_here(text) for (text,) in settings):
            raise StoreError(
                f"{self._path}: {run} was not begun here, or the cache was removed since; "
                "the files that it names would be run and read as you; if they are yours, name "
                f"them yourself: {again}"
            )

    def go_on(self, run: str) -> float:
        """Lets a run that was begun go on; the seconds that it has taken."""
        self.execute("UPDATE runs SET status = 'running' WHERE run = ?", [run])
        return float(self.run_facts(run)["seconds"])

    def take_up(self, run: str, workload: str) -> int:
        """Forgets what a workload that was cut short has once, and will have again; its samples
        stay. The number of processes of a codec that they are of, at most."""
        with self.at_once():
            for table in _ONCE:
                self.execute(f"DELETE FROM {table} WHERE run = ? AND workload = ?", [run, workload])
        [(last,)] = self._rows(
            "SELECT coalesce(max(wave), -1) FROM samples WHERE run = ? AND workload = ?",
            [run, workload],
        )
        return int(last) + 1

    def end_run(self, run: str, status: str, seconds: float, environment: dict[str, str]) -> None:
        self.execute(
            "UPDATE runs SET status = ?, seconds = ?, environment = ? WHERE run = ?",
            [status, seconds, to_json(environment), run],
        )

    def add_working_set(self, run: str, facts: WorkloadFacts) -> None:
        self.insert(
            "working_sets",
            run,
            facts.name,
            facts.source,
            facts.values,
            facts.json_bytes,
            facts.digest,
            facts.schema,
            facts.leaves,
        )

    def add_codec(self, run: str, workload: str, codec: CodecFacts, version: str) -> None:
        self.insert(
            "codecs",
            run,
            workload,
            codec.id,
            codec.language,
            codec.library,
            version,
            codec.format,
            to_json(codec.traits),
            "",
            "",
            "",
            "[]",
            "{}",
            codec.page,
            codec.released_on(version),
        )

    def add_cells(self, rows: Sequence[Row]) -> None:
        names = Row.__struct_fields__
        columns = ", ".join(tables.STORED_AS.get(name, name) for name in names)
        with self.at_once():  # row by row, each would wait for the disk
            for row in rows:
                self.insert(f"cells ({columns})", *(getattr(row, name) for name in names))


def cannot_be_written(path: Path, error: Exception) -> StoreError:
    return StoreError(
        f"{path}: it cannot be written: {str(error).splitlines()[0]}; what was there is kept; see: "
        f"df -h {shell(path.parent)}"
    )


def to_json(value: Any) -> str:
    return msgspec.json.encode(value).decode()
