"""What a results file holds, run by run: every question that is asked of one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import msgspec

from serbench.measure.host import Host, described
from serbench.measure.protocol import Allocations
from serbench.measure.sizes import CompressedSizes
from serbench.measure.status import Status
from serbench.measure.verification import Verdict
from serbench.results import database, tables
from serbench.results.database import StoreError
from serbench.results.kinds import KINDS, Kind, kind_by_settings
from serbench.results.rows import WorkloadFacts
from serbench.results.runs import RunRecord, find_run

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

# What runs of earlier versions stored, as `serbench.builders.codec` has it.
_FORMER_TRAITS = {"limit": "hand-written"}


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


class Queries:
    """All that reads; `Store` opens the file. None of it writes, or needs more than the layout that
    the file has: one that is only read may be of an earlier one."""

    _db: DuckDBPyConnection

    def _rows(self, query: str, parameters: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        return database.rows(self._db, query, parameters)

    def _columns(self, table: str) -> list[str]:
        return tables.columns(self._db, table)

    def _present(self, table: str, names: Sequence[str]) -> str:
        """Columns to select, NULL for those that a file of an earlier layout lacks."""
        there = self._columns(table)
        return ", ".join(name if name in there else f"NULL AS {name}" for name in names)

    def rows_of(self, table: str, run: str) -> list[tuple[Any, ...]]:
        """A run's rows of a table whose first column is the run, without that column."""
        return [
            row[1:]
            for row in self._rows(f"SELECT * FROM {table} WHERE run = ? ORDER BY rowid", [run])
        ]

    def kinds(self) -> dict[str, Kind]:
        """By which command each run was made, from the earliest run to the latest."""
        return {
            run: kind or kind_by_settings(msgspec.json.decode(settings))
            for run, settings, kind in self._rows(
                f"SELECT run, settings, {self._present('runs', ['kind'])} "
                "FROM runs ORDER BY started, run"
            )
        }

    def latest_run(self) -> str:
        """The latest of `serbench run` or `serbench study`."""
        begun = {run for (run,) in self._rows("SELECT DISTINCT run FROM working_sets")}
        for run, kind in reversed(self.kinds().items()):
            if kind == "study" or (kind == "run" and run in begun):
                return run
        raise StoreError("the results file holds no run yet; `serbench run log` measures one")

    def run_ids(self) -> list[str]:
        return [run for (run,) in self._rows("SELECT run FROM runs ORDER BY started, run")]

    def runs(self) -> list[RunRecord]:
        """From the earliest to the latest."""
        since_3 = self._present("runs", ("tag", "note", "host", "host_id", "fleet"))
        workloads: dict[str, list[str]] = {}
        for run, workload in self._rows("SELECT run, workload FROM working_sets ORDER BY rowid"):
            workloads.setdefault(run, []).append(workload)
        measured = self._measured()
        kinds = self.kinds()
        records = []
        for run, started, status, seconds, serbench, settings, environment, *rest in self._rows(
            "SELECT run, started, status, seconds, serbench, settings, environment, "
            f"{since_3} FROM runs ORDER BY started, run"
        ):
            tag, note, name, id_, fleet = rest
            kind = kinds[run]
            of_files = [msgspec.json.decode(settings)["files"]] if kind == "files" else []
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
                    fleet=fleet or "",
                )
            )
        return records

    def _measured(self) -> dict[str, int]:
        """How many codecs each run measured, by whichever command."""
        # A results file of an earlier layout may lack a table.
        parts = [kind.measured for kind in KINDS.values() if self._columns(kind.table)]
        return dict(
            self._rows(
                f"SELECT run, count(DISTINCT codec) FROM ({' UNION '.join(parts)}) GROUP BY run"
            )
        )

    def named(self, name: str) -> str:
        """The id of the run that a user calls so, by its id or its tag; what is not known stays as
        it is, for whoever looks it up to complain of."""
        found = find_run(self.runs(), name)
        return found.run if found else name

    def is_file_run(self, run: str) -> bool:
        """Whether the run is one of `serbench files`, or of a study with files; what does not exist
        is none."""
        kind = self.kind_of(run)
        return kind == "files" or (kind == "study" and "files" in self._settings(run))

    def kind_of(self, run: str) -> Kind:
        """What is not known counts as a run, for whoever looks it up to complain of."""
        return self.kinds().get(run, "run")

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
        figures = ("time_ns", "low_ns", "high_ns", "ratio", "ratio_low", "ratio_high")
        names = ("workload", "codec", "operation", *figures)
        of_cells = ", ".join(f"c.{tables.STORED_AS.get(name, name)}" for name in names)
        found = self._rows(
            "WITH latest AS (SELECT r.run, r.started FROM runs r "
            "JOIN working_sets w ON w.run = r.run AND w.workload = ? AND w.digest = ? "
            "WHERE r.run IN (SELECT run FROM cells) ORDER BY r.started DESC, r.run DESC LIMIT ?) "
            f"SELECT l.run, {of_cells}, "
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
        """Per language, the compiler, flags and allocator that its drivers named. Codecs that were
        compiled by another than most are named."""
        known: dict[str, dict[str, list[tuple[str, str]]]] = {}
        for language, codec, *facts in self._rows(
            "SELECT language, codec, compiler, flags, allocator FROM codecs "
            "WHERE run = ? AND compiler <> '' ORDER BY language, rowid",
            [run],
        ):
            words = ", ".join(part for part in facts if part)
            of_language = known.setdefault(language, {})
            of_language.setdefault(facts[0], []).append((codec, words))
        found = {}
        for language, compilers in known.items():
            usual, *others = sorted(compilers.values(), key=len, reverse=True)
            found[f"{language} toolchain"] = usual[0][1]
            for other in others:
                names = ", ".join(dict.fromkeys(codec for codec, _ in other))
                found[f"toolchain of {names}"] = other[0][1]
        return found

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
                tuple(_FORMER_TRAITS.get(t, t) for t in msgspec.json.decode(traits)),
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
        with database.interrupts_told():
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

    def ended_workloads(self, run: str) -> set[str]:
        if not self._columns("workload_ends"):
            return set()
        rows = self._rows("SELECT workload FROM workload_ends WHERE run = ?", [run])
        return {workload for (workload,) in rows}
