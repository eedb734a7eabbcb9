"""The DuckDB file that holds everything measured, written as it is measured.

Tables: `runs`, `working_sets`, `codecs`, `verdicts`, `samples` (raw, none left out),
`allocations`, `endings` (cells that crashed or were refused), those of `serbench files` (`file_…`)
and `serbench study` (`study_…`) and, when a run is finished, `cells` with every field of
`serbench.results.rows.Row`, for those who query the file.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol, Self

import msgspec

from serbench import output_paths
from serbench.errors import UserError
from serbench.interrupts import deferred
from serbench.measure.client import Allocations
from serbench.measure.host import Host, described, this_host
from serbench.measure.sizes import CompressedSizes
from serbench.measure.status import Status
from serbench.measure.verification import Verdict
from serbench.quoting import shell
from serbench.results import database, provenance
from serbench.results.rows import Row, WorkloadFacts
from serbench.results.runs import Kind, RunRecord, find_run, kind_of
from serbench.results.tables import FILE_VERSION, TABLES, row_columns

# What a workload of a run has one row of, or one for each codec or cell.
_ONCE = ("working_sets", "codecs", "verdicts", "sizes", "allocations", "memory", "endings")


class StoreError(UserError):
    """The file cannot be used; the text says why and what to do."""


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

    @property
    def is_reference(self) -> bool:
        """Whether ratios within its language are to it."""
        return "reference" in self.traits


def _full(path: Path, error: Exception) -> StoreError:
    return StoreError(
        f"{path}: it cannot be written: {str(error).splitlines()[0]}; what was there is kept; see: "
        f"df -h {shell(path.parent)}"
    )


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


@contextmanager
def _interrupts_told() -> Iterator[None]:
    """DuckDB makes an interrupt during a query an error like others."""
    try:
        yield
    except RuntimeError as error:
        if "Query interrupted" in str(error):
            raise KeyboardInterrupt from None
        raise


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


class Store:
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
            if not read_only and self._layout() <= FILE_VERSION:
                with self._writing():
                    self._bring_up_to_date()
            version = self._layout()
        except duckdb.Error as error:
            if "Could not write" in str(error):
                raise _full(path, error) from None
            raise _unreadable(path, str(error)) from None
        if not 0 < version <= FILE_VERSION:
            self._db.close()
            raise StoreError(
                f"{path}: "
                + (
                    f"written by a later serbench (layout {version}; this one reads {FILE_VERSION})"
                    if version
                    else "not a results file of serbench"
                )
                + "; name another one with --db"
            )

    def _layout(self) -> int:
        """The file's; 0 of a new one."""
        if not self._columns("layout"):
            return 0
        return next((version for (version,) in self._rows("SELECT version FROM layout")), 0)

    def _bring_up_to_date(self) -> None:
        """Tables and columns that are not there yet; nothing that is stored changes."""
        self._db.execute(TABLES.read_text())
        columns = row_columns()
        whole = ", ".join(f"{name} {type_}" for name, type_ in columns.items())
        self._db.execute(f"CREATE TABLE IF NOT EXISTS cells ({whole})")
        there = self._columns("cells")
        for name, type_ in columns.items():
            if name not in there:
                self._db.execute(f"ALTER TABLE cells ADD COLUMN {name} {type_}")
        if self._layout() != FILE_VERSION:
            self._db.execute("DELETE FROM layout")
            self._db.execute("INSERT INTO layout VALUES (?)", [FILE_VERSION])

    def _columns(self, table: str) -> list[str]:
        """Those of a table in their order; none if there is no such table."""
        return [
            name
            for (name,) in self._rows(
                "SELECT column_name FROM duckdb_columns() WHERE table_name = ? "
                "ORDER BY column_index",
                [table],
            )
        ]

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

    def _rows(self, query: str, parameters: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        with _interrupts_told():
            return self._db.execute(query, list(parameters)).fetchall()

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
            raise _full(self._path, error) from None

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

    # Writing

    def begin_run(
        self,
        serbench: str,
        command: str,
        settings: dict[str, Any],
        environment: dict[str, str],
        *,
        tag: str = "",
        note: str = "",
        host: Host | None = None,
    ) -> str:
        """A new run's id, `20261121-104502` and so on. It is of this host if none is given."""
        host = host or this_host()
        started = dt.datetime.now(dt.UTC).replace(tzinfo=None)
        base = run = started.strftime("%Y%m%d-%H%M%S")
        number = 2
        provenance.remember_settings(to_json(settings))
        while self._rows("SELECT 1 FROM runs WHERE run = ?", [run]):
            run, number = f"{base}-{number}", number + 1
        self.insert(
            "runs (run, started, seconds, status, serbench, command, settings, environment, "
            "tag, note, host, host_id)",
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

    def ended_workloads(self, run: str) -> set[str]:
        if not self._columns("workload_ends"):
            return set()
        rows = self._rows("SELECT workload FROM workload_ends WHERE run = ?", [run])
        return {workload for (workload,) in rows}

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
        with self.at_once():  # row by row, each would wait for the disk
            for row in rows:
                self.insert(f"cells ({', '.join(names)})", *(getattr(row, name) for name in names))

    # Reading

    def rows_of(self, table: str, run: str) -> list[tuple[Any, ...]]:
        """A run's rows of a table whose first column is the run, without that column."""
        return [
            row[1:]
            for row in self._rows(f"SELECT * FROM {table} WHERE run = ? ORDER BY rowid", [run])
        ]

    def latest_run(self) -> str:
        """The latest of `serbench run` or `serbench study`."""
        rows = self._rows(
            "SELECT run FROM runs WHERE (run IN (SELECT run FROM working_sets) "
            "OR json_exists(settings, '$.study')) AND NOT json_exists(settings, '$.interop') "
            "AND NOT json_exists(settings, '$.robustness') "
            "AND NOT json_exists(settings, '$.evolution') "
            "AND NOT json_exists(settings, '$.census') "
            "AND NOT json_exists(settings, '$.cost') "
            "ORDER BY started DESC, run DESC LIMIT 1"
        )
        if not rows:
            raise StoreError("the results file holds no run yet; `serbench run log` measures one")
        return str(rows[0][0])

    def run_ids(self) -> list[str]:
        return [run for (run,) in self._rows("SELECT run FROM runs ORDER BY started, run")]

    def runs(self) -> list[RunRecord]:
        """From the earliest to the latest."""
        since_3 = self._present("runs", ("tag", "note", "host", "host_id"))
        workloads: dict[str, list[str]] = {}
        for run, workload in self._rows("SELECT run, workload FROM working_sets ORDER BY rowid"):
            workloads.setdefault(run, []).append(workload)
        measured = self._measured()
        records = []
        for run, started, status, seconds, serbench, settings, environment, *rest in self._rows(
            "SELECT run, started, status, seconds, serbench, settings, environment, "
            f"{since_3} FROM runs ORDER BY started, run"
        ):
            tag, note, name, id_ = rest
            decoded = msgspec.json.decode(settings)
            kind = kind_of(decoded)
            of_files = [str(decoded["files"])] if kind == "files" else []
            records.append(
                RunRecord(
                    run=run,
                    started=started.isoformat(timespec="seconds") + "Z",
                    tag=tag or "",
                    status=status,
                    seconds=seconds,
                    kind=kind,
                    workloads=tuple(workloads.get(run, of_files)),
                    codecs=measured.get(run, 0),
                    note=note or "",
                    serbench=serbench,
                    host=Host(name, id_) if name else described(msgspec.json.decode(environment)),
                )
            )
        return records

    def _measured(self) -> dict[str, int]:
        """How many codecs each run measured, by whichever command."""
        # A results file of an earlier layout may lack a table.
        of = (
            ("verdicts", "status = 'measured'"),
            ("file_samples", "true"),
            ("robustness", "unproven = ''"),
            ("evolution_cells", "true"),
        )
        parts = [
            f"SELECT run, codec FROM {table} WHERE {which}"
            for table, which in of
            if self._columns(table)
        ]
        if self._columns("interop_cells"):
            parts.append("SELECT run, reader AS codec FROM interop_cells")
        if self._columns("census_found"):
            parts.append("SELECT run, codec FROM census_found")
        if self._columns("study_verdicts"):
            parts.append(
                "SELECT run, r.codec FROM study_verdicts v JOIN study_rows r "
                "USING (run, workload, \"row\") WHERE v.status = 'measured'"
            )
        return dict(
            self._rows(
                f"SELECT run, count(DISTINCT codec) FROM ({' UNION ALL '.join(parts)}) GROUP BY run"
            )
        )

    def named(self, name: str) -> str:
        """The id of the run that a user calls so, by its id or its tag; what is not known stays as
        it is, for whoever looks it up to complain of."""
        found = find_run(self.runs(), name)
        return found.run if found else name

    def is_file_run(self, run: str) -> bool:
        """Whether the run is one of `serbench files`; what does not exist is none."""
        return "files" in self._settings(run)

    def kind_of(self, run: str) -> Kind:
        """What is not known counts as a run, for whoever looks it up to complain of."""
        return kind_of(self._settings(run))

    def study_of(self, run: str) -> str:
        """The study that the run is of; "" if it is of none, or does not exist."""
        return str(self._settings(run).get("study", ""))

    def _settings(self, run: str) -> dict[str, Any]:
        for (settings,) in self._rows("SELECT settings FROM runs WHERE run = ?", [run]):
            decoded: dict[str, Any] = msgspec.json.decode(settings)
            return decoded
        return {}

    def latest_file_runs(self, workloads: Sequence[str]) -> list[str]:
        """The latest run of `serbench files` on each of these workloads."""
        # A results file from before there were any lacks the table, and is not written here.
        if not self._columns("file_samples"):
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

    def history(self, workload: str, digest: str, most: int | None) -> list[dict[str, Any]]:
        """What the latest finished runs on these very values measured, at most so many if not None,
        the earliest first, by the names of `serbench.results.evidence.Past`."""
        if not self._columns("cells"):
            return []
        figures = ("median_ns", "low_ns", "high_ns", "ratio", "ratio_low", "ratio_high")
        names = ("workload", "codec", "operation", *figures)
        found = self._rows(
            "WITH latest AS (SELECT r.run, r.started FROM runs r "
            "JOIN working_sets w ON w.run = r.run AND w.workload = ? AND w.digest = ? "
            "WHERE r.run IN (SELECT run FROM cells) ORDER BY r.started DESC, r.run DESC LIMIT ?) "
            f"SELECT l.run, {', '.join(f'c.{name}' for name in names)}, "
            f"{self._present('cells', ('reference', 'version'))} "
            "FROM latest l JOIN cells c USING (run) "
            "WHERE c.workload = ? AND c.status = 'measured' ORDER BY l.started, l.run, c.rowid",
            [workload, digest, most, workload],
        )
        runs = {run.run: run for run in self.runs()}
        return [
            {
                "run": run,
                "serbench": runs[run].serbench,
                "started": runs[run].started.removesuffix("Z"),
                "tag": runs[run].tag,
                "host": runs[run].host,
                "reference": reference,
                "version": version or "",
                **dict(zip(names, rest, strict=True)),
            }
            for run, *rest, reference, version in found
        ]

    def _present(self, table: str, names: Sequence[str]) -> str:
        """Columns to select, NULL for those that a file of an earlier layout lacks."""
        there = self._columns(table)
        return ", ".join(name if name in there else f"NULL AS {name}" for name in names)

    def census_sums(self, run: str) -> list[tuple[Any, ...]]:
        """By codec, the sums of the other columns of `census_found`."""
        names = self._columns("census_found")[3:]
        sums = ", ".join(f"sum({name})::BIGINT" for name in names)
        return self._rows(
            f"SELECT codec, {sums} FROM census_found WHERE run = ? GROUP BY codec", [run]
        )

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
                leaves=leaves or 0.0,
            )
            for name, source, values, json_bytes, digest, schema, leaves in self._rows(
                'SELECT workload, source, "values", json_bytes, digest, schema, '
                f"{self._present('working_sets', ['leaves'])} "
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

    def libraries(self, run: str) -> dict[str, str]:
        """`cereal 1.3.2` and so on, by codec; of those whose version is known."""
        return {
            codec: f"{library} {version}"
            for codec, library, version in self._rows(
                "SELECT DISTINCT ON (codec) codec, library, version FROM codecs "
                "WHERE run = ? AND version <> '' ORDER BY rowid",
                [run],
            )
        }

    def builds(self, run: str, workload: str) -> dict[str, tuple[str, str, str]]:
        """By codec, the compiler, flags and allocator that its driver named."""
        return {
            codec: (compiler, flags, allocator)
            for codec, compiler, flags, allocator in self._rows(
                "SELECT codec, compiler, flags, allocator FROM codecs "
                "WHERE run = ? AND workload = ? ORDER BY rowid",
                [run, workload],
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

    def pages(self, run: str) -> dict[str, str]:
        """The documentation that each codec's file followed; of a run that kept none, none."""
        return self._of_codecs("page", run)

    def released(self, run: str) -> dict[str, str]:
        """The day when each codec's measured library was released, `YYYY-MM-DD`, where it is
        known."""
        return self._of_codecs("released", run)

    def _of_codecs(self, column: str, run: str) -> dict[str, str]:
        """What a column that earlier files lack says of each codec, where it says something."""
        named = self._present("codecs", [column])
        found = self._rows(f"SELECT DISTINCT codec, {named} FROM codecs WHERE run = ?", [run])
        return {codec: text for codec, text in found if text}

    def samples(self, run: str, workload: str) -> dict[str, Any]:
        """Columns codec, operation, cell, wave, round, ns, items, kernel_before_ns,
        kernel_after_ns, compiling_ns and interrupted as numpy arrays; cells are numbered from 0, as
        they were sampled first. DuckDB numbers them: a text of its own for each sample would take
        more memory than all the numbers."""
        import numpy as np

        numbered = (
            "SELECT codec, operation, row_number() OVER (ORDER BY min(rowid)) - 1 AS cell "
            "FROM samples WHERE run = ? AND workload = ? GROUP BY codec, operation"
        )
        cells = self._rows(f"{numbered} ORDER BY cell", [run, workload])
        with _interrupts_told():
            columns = self._db.execute(
                f"WITH numbered AS ({numbered}) "
                "SELECT cell, wave, round, ns, items, kernel_before_ns, kernel_after_ns, "
                "compiling_ns, coalesce(interrupted, -1) AS interrupted FROM samples "
                "JOIN numbered USING (codec, operation) "
                "WHERE run = ? AND workload = ? ORDER BY samples.rowid",
                [run, workload, run, workload],
            ).fetchnumpy()
        names = {
            "codec": np.array([codec for codec, _, _ in cells], dtype=object),
            "operation": np.array([operation for _, operation, _ in cells], dtype=object),
        }
        return {name: by_cell[columns["cell"]] for name, by_cell in names.items()} | dict(columns)

    def kernels_ns(self, run: str) -> dict[str, dict[str, float]]:
        """What the reference kernel took in quiet moments of each run on the host of this one, by
        run and codec: tenth percentiles."""
        found: dict[str, dict[str, float]] = {}
        if "host_id" not in self._columns("runs"):  # of an earlier layout, opened to be read
            return found
        for other, codec, ns in self._rows(
            "SELECT s.run, s.codec, quantile_cont(s.kernel_before_ns, 0.1) FROM samples s "
            "JOIN runs r USING (run) WHERE r.host_id = (SELECT host_id FROM runs WHERE run = ?) "
            "GROUP BY s.run, s.codec, r.started ORDER BY r.started",
            [run],
        ):
            found.setdefault(other, {})[codec] = ns
        return found

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
