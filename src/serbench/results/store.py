"""The DuckDB file that holds everything measured, written as it is measured.

Tables: `runs`, `working_sets`, `codecs`, `verdicts`, `samples` (raw, none left out),
`allocations`, `endings` (cells that crashed or were refused), those of `serbench files` (`file_…`)
and, when a run is finished, `cells` with the figures of `serbench.results.rows.Row`, for those
who query the file.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

import msgspec

from serbench.build.codec import Codec
from serbench.errors import UserError
from serbench.interrupts import deferred
from serbench.measure.client import Allocations
from serbench.measure.sizes import CompressedSizes
from serbench.measure.status import Status
from serbench.measure.verification import Verdict
from serbench.results.rows import Row, WorkloadFacts

LAYOUT = 1

TABLES = Path(__file__).with_name("tables.sql")


class StoreError(UserError):
    """The file cannot be used; the text says why and what to do."""


@dataclass(frozen=True, slots=True)
class CodecRecord:
    """What a run knows of a codec on a workload; `verdict` may say that it was not even built."""

    codec: str
    language: str
    library: str
    version: str
    format: str
    traits: tuple[str, ...]
    operations: tuple[str, ...]
    same: dict[str, str]
    verdict: Verdict
    sizes: CompressedSizes | None
    peak_rss_bytes: int | None


class Store:
    """An open results file. Use it as a context manager."""

    def __init__(self, path: Path, read_only: bool = False) -> None:
        import duckdb

        if read_only and not path.exists():
            raise StoreError(f"{path}: no such results file; `serbench run log` writes one")
        try:
            self._db = duckdb.connect(str(path), read_only=read_only)
            if not read_only:
                self._db.execute(TABLES.read_text())
                if not self._rows("SELECT version FROM layout"):
                    self._db.execute("INSERT INTO layout VALUES (?)", [LAYOUT])
            [(version,)] = self._rows("SELECT version FROM layout")
        except duckdb.IOException as error:
            busy = "lock" in str(error)
            raise StoreError(
                f"{path}: another process is using it; wait for it, or name another file with --db"
                if busy
                else f"{path}: not a results file of serbench ({str(error).splitlines()[0]}); "
                "name another one with --db"
            ) from None
        except duckdb.Error as error:
            raise StoreError(
                f"{path}: not a results file of serbench ({str(error).splitlines()[0]}); "
                "name another one with --db"
            ) from None
        if version != LAYOUT:
            raise StoreError(
                f"{path}: written by another version of serbench (layout {version}, not {LAYOUT}); "
                "name another one with --db"
            )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._db.close()

    def _rows(self, query: str, parameters: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        return self._db.execute(query, list(parameters)).fetchall()

    def execute(self, statement: str, parameters: Sequence[Any]) -> None:
        """Runs a statement that writes; an interrupt waits until it is done."""
        with deferred():
            self._db.execute(statement, list(parameters))

    def insert(self, table: str, *values: Any) -> None:
        places = ", ".join("?" * len(values))
        self.execute(f"INSERT INTO {table} VALUES ({places})", values)

    # Writing

    def begin_run(
        self,
        serbench: str,
        command: str,
        settings: dict[str, Any],
        environment: dict[str, str],
    ) -> str:
        """A new run's id, `20261121-104502` and so on."""
        started = dt.datetime.now(dt.UTC).replace(tzinfo=None)
        base = run = started.strftime("%Y%m%d-%H%M%S")
        number = 2
        while self._rows("SELECT 1 FROM runs WHERE run = ?", [run]):
            run, number = f"{base}-{number}", number + 1
        self.insert(
            "runs",
            run,
            started,
            0.0,
            "running",
            serbench,
            command,
            to_json(settings),
            to_json(environment),
        )
        return run

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
        )

    def add_codec(self, run: str, workload: str, codec: Codec, version: str) -> None:
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
        )

    def add_cells(self, run: str, rows: Sequence[Row]) -> None:
        columns = [
            name
            for (name,) in self._rows(
                "SELECT column_name FROM information_schema.columns "
                "WHERE table_name = 'cells' ORDER BY ordinal_position"
            )
        ][1:]
        for row in rows:
            self.insert("cells", run, *(getattr(row, name) for name in columns))

    # Reading

    def rows_of(self, table: str, run: str) -> list[tuple[Any, ...]]:
        """A run's rows of a table whose first column is the run, without that column."""
        return [
            row[1:]
            for row in self._rows(f"SELECT * FROM {table} WHERE run = ? ORDER BY rowid", [run])
        ]

    def latest_run(self) -> str:
        rows = self._rows(
            "SELECT run FROM runs WHERE run IN (SELECT run FROM working_sets) "
            "ORDER BY started DESC, run DESC LIMIT 1"
        )
        if not rows:
            raise StoreError("the results file holds no run yet; `serbench run log` measures one")
        return str(rows[0][0])

    def run_ids(self) -> list[str]:
        return [run for (run,) in self._rows("SELECT run FROM runs ORDER BY started, run")]

    def is_file_run(self, run: str) -> bool:
        """Whether the run is one of `serbench files`; what does not exist is none."""
        return "files" in next(
            (
                msgspec.json.decode(settings)
                for (settings,) in self._rows("SELECT settings FROM runs WHERE run = ?", [run])
            ),
            {},
        )

    def latest_file_runs(self, workloads: Sequence[str]) -> list[str]:
        """The latest run of `serbench files` on each of these workloads."""
        # A results file from before there were any lacks the table, and is not written here.
        if not self._rows("SELECT 1 FROM duckdb_tables() WHERE table_name = 'file_samples'"):
            return []
        return [
            run
            for (run,) in self._rows(
                "SELECT DISTINCT run FROM (SELECT f.workload, max_by(f.run, r.started) AS run "
                "FROM file_samples f JOIN runs r USING (run) "
                "WHERE list_contains(?, f.workload) GROUP BY f.workload) ORDER BY run",
                [list(workloads)],
            )
        ]

    def history(self, workload: str, digest: str, most: int) -> list[dict[str, Any]]:
        """What the latest finished runs on these very values measured, at most so many, the
        earliest first, by the names of `serbench.results.evidence.Past`."""
        figures = ("median_ns", "low_ns", "high_ns", "ratio", "ratio_low", "ratio_high")
        names = ("run", "serbench", "started", "workload", "codec", "operation", *figures)
        found = self._rows(
            "WITH latest AS (SELECT r.run, r.serbench, r.started FROM runs r "
            "JOIN working_sets w ON w.run = r.run AND w.workload = ? AND w.digest = ? "
            "WHERE r.run IN (SELECT run FROM cells) ORDER BY r.started DESC, r.run DESC LIMIT ?) "
            "SELECT l.run, l.serbench, l.started, c.workload, c.codec, c.operation, "
            f"{', '.join(f'c.{figure}' for figure in figures)} "
            "FROM latest l JOIN cells c USING (run) "
            "WHERE c.workload = ? AND c.status = 'measured' ORDER BY l.started, l.run, c.rowid",
            [workload, digest, most, workload],
        )
        rows = [dict(zip(names, row, strict=True)) for row in found]
        return [row | {"started": row["started"].isoformat(timespec="seconds")} for row in rows]

    def run_facts(self, run: str) -> dict[str, Any]:
        """The run's row by column names, JSON decoded."""
        rows = self._rows(
            "SELECT started, seconds, status, serbench, command, settings, environment "
            "FROM runs WHERE run = ?",
            [run],
        )
        if not rows:
            raise StoreError(f"no run {run!r}; there are: {', '.join(self.run_ids())}")
        started, seconds, status, serbench, command, settings, environment = rows[0]
        return {
            "started": started.isoformat(timespec="seconds") + "Z",
            "seconds": seconds,
            "status": status,
            "serbench": serbench,
            "command": command,
            "settings": msgspec.json.decode(settings),
            "environment": msgspec.json.decode(environment),
        }

    def working_sets(self, run: str) -> list[WorkloadFacts]:
        return [
            WorkloadFacts(
                name=name,
                source=source,
                values=values,
                json_bytes=json_bytes,
                digest=digest,
                schema=schema,
            )
            for name, source, values, json_bytes, digest, schema in self._rows(
                'SELECT workload, source, "values", json_bytes, digest, schema '
                "FROM working_sets WHERE run = ? ORDER BY rowid",
                [run],
            )
        ]

    def toolchains(self, run: str) -> dict[str, str]:
        """Per language, the compiler, flags and allocator that its drivers named."""
        return {
            f"{language} toolchain": ", ".join(part for part in facts if part)
            for language, *facts in self._rows(
                "SELECT DISTINCT ON (language) language, compiler, flags, allocator FROM codecs "
                "WHERE run = ? AND compiler <> '' ORDER BY language",
                [run],
            )
        }

    def codecs(self, run: str, workload: str) -> list[CodecRecord]:
        where = [run, workload]
        verdicts = {
            codec: Verdict(status, note, encoded_bytes)
            for codec, status, note, encoded_bytes in self._rows(
                "SELECT codec, status, note, encoded_bytes FROM verdicts "
                "WHERE run = ? AND workload = ? ORDER BY rowid",
                where,
            )
        }
        sizes = {
            codec: CompressedSizes(gzip, zstd, values)
            for codec, gzip, zstd, values in self._rows(
                'SELECT codec, gzip_bytes, zstd_bytes, "values" FROM sizes '
                "WHERE run = ? AND workload = ?",
                where,
            )
        }
        memory = dict(
            self._rows(
                "SELECT codec, max(peak_rss_bytes) FROM memory "
                "WHERE run = ? AND workload = ? GROUP BY codec",
                where,
            )
        )
        return [
            CodecRecord(
                codec,
                language,
                library,
                version,
                format_,
                tuple(msgspec.json.decode(traits)),
                tuple(msgspec.json.decode(operations)),
                msgspec.json.decode(same),
                verdicts.get(codec, Verdict("unmeasured", "the run ended before it was verified")),
                sizes.get(codec),
                memory.get(codec),
            )
            for codec, language, library, version, format_, traits, operations, same in self._rows(
                "SELECT codec, language, library, version, format, traits, operations, same "
                "FROM codecs WHERE run = ? AND workload = ? ORDER BY rowid",
                where,
            )
        ]

    def samples(self, run: str, workload: str) -> dict[str, Any]:
        """Columns codec, operation, wave, round, ns, items, kernel_before_ns and
        kernel_after_ns as numpy arrays."""
        return dict(
            self._db.execute(
                "SELECT codec, operation, wave, round, ns, items, "
                "kernel_before_ns, kernel_after_ns FROM samples "
                "WHERE run = ? AND workload = ? ORDER BY rowid",
                [run, workload],
            ).fetchnumpy()
        )

    def allocations(self, run: str, workload: str) -> dict[tuple[str, str], Allocations]:
        return {
            (codec, operation): Allocations(items, allocations, allocated_bytes)
            for codec, operation, items, allocations, allocated_bytes in self._rows(
                "SELECT codec, operation, items, allocations, allocated_bytes FROM allocations "
                "WHERE run = ? AND workload = ?",
                [run, workload],
            )
        }

    def endings(self, run: str, workload: str) -> dict[tuple[str, str], tuple[Status, str]]:
        return {
            (codec, operation): (status, note)
            for codec, operation, status, note in self._rows(
                "SELECT codec, operation, status, note FROM endings WHERE run = ? AND workload = ?",
                [run, workload],
            )
        }


def to_json(value: Any) -> str:
    return msgspec.json.encode(value).decode()
