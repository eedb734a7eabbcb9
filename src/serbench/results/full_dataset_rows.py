"""What `serbench verify --all` found, in the results file and from it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any

import msgspec

from serbench.measure.status import Status, is_negative
from serbench.proof.full_dataset import KINDS, NAMED, Examined, Failure, Found, Kind
from serbench.results.store import Store
from serbench.schema.folding import shown_checksum


class FullDatasetFinding(msgspec.Struct, frozen=True, kw_only=True):
    """What became of all values in a codec: how many failed by kind, the first of each, and how
    many were not looked at alone, several at once having failed. `status` and `note` are of
    a codec without a driver. `encoded_bytes` are those of the `written` values."""

    codec: str
    version: str
    values: int = 0
    written: int = 0
    encoded_bytes: int = 0
    unexamined: int = 0
    counts: dict[Kind, int] = {}
    failures: tuple[Failure, ...] = ()
    without_driver: Status | None = None
    note: str = ""

    @property
    def survived(self) -> int:
        return self.values - sum(self.counts.values()) - self.unexamined

    @property
    def status(self) -> Status:
        """As that of a codec on a working set."""
        if self.without_driver:
            return self.without_driver
        if self.counts.keys() & {"differs", "refused"}:
            return "broken"
        if self.counts.keys() & {"crashed", "hung"} or (self.unexamined and not self.counts):
            return "failed"
        return "cannot-hold" if self.counts else "measured"


class FullDatasetResult(msgspec.Struct, frozen=True, kw_only=True):
    """A run of `serbench verify --all`: what was found of each codec so far. `json_bytes` are those
    of the canonical values; `driver_bytes` is the most that the drivers of one process held in
    memory. `line_bytes` are those of all lines as they stood in their files, and `checksum` is
    theirs, whatever their order; 0 and "" if they were not kept."""

    run: str
    started: str
    seconds: float
    status: str
    serbench: str
    settings: dict[str, Any]
    environment: dict[str, str]
    workload: str
    values: int
    json_bytes: int
    driver_bytes: int
    found: tuple[FullDatasetFinding, ...]
    line_bytes: int = 0
    checksum: str = ""

    def is_negative(self, named: Collection[str]) -> bool:
        """As `status.is_negative`; a codec that was named has to hold every value besides."""
        return is_negative(((c.codec, c.status) for c in self.found), named) or any(
            finding.status == "cannot-hold" and finding.codec in named for finding in self.found
        )


@dataclass(slots=True)
class FullDatasetRecorder:
    """Writes what became of a chunk into the results file at once, as a whole or not at all."""

    store: Store
    run: str
    _named: Counter[tuple[str, str]] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        rows = self.store.rows_of("census_failures", self.run)
        self._named.update((codec, kind) for codec, kind, *_ in rows)

    def done(self) -> dict[int, int]:
        """The numbers of the chunks that are in the file, with how much was read for each."""
        rows = self.store.rows_of("census_chunks", self.run)
        return {chunk: read for chunk, read, *_ in rows}

    def examined(self, examined: Examined) -> None:
        with self.store.at_once():
            for found in examined.found:
                self._found(examined.chunk, found)
            self.store.insert(
                "census_chunks",
                self.run,
                examined.chunk,
                examined.read,
                examined.values,
                examined.json_bytes,
                examined.driver_bytes,
                examined.line_bytes,
                shown_checksum(examined.checksum),
            )

    def _found(self, chunk: int, found: Found) -> None:
        self.store.insert(
            "census_found",
            self.run,
            found.codec,
            chunk,
            found.written,
            found.encoded_bytes,
            found.unexamined,
            *(found.counts.get(kind, 0) for kind in KINDS),
        )
        for failure in found.failures:
            key = failure.codec, failure.kind
            if self._named[key] < NAMED:
                self._named[key] += 1
                self.store.insert("census_failures", self.run, *msgspec.structs.astuple(failure))


def load_full_dataset(store: Store, run: str) -> FullDatasetResult:
    facts = store.run_facts(run)
    chunks = store.rows_of("census_chunks", run)
    values = sum(row[2] for row in chunks)
    # Earlier files have no such columns, or nothing in them.
    summed = chunks if all(len(row) > 6 and row[6] for row in chunks) else []
    failures: dict[str, list[Failure]] = {}
    for row in store.rows_of("census_failures", run):
        failure = Failure(**dict(zip(Failure.__struct_fields__, row, strict=True)))
        failures.setdefault(failure.codec, []).append(failure)
    sums = {codec: rest for codec, *rest in store.census_sums(run)}
    workload = store.working_sets(run)[0].name
    found = []
    for record in store.codecs(run, workload):
        if record.codec not in sums:
            verdict = record.verdict
            finding = FullDatasetFinding(
                codec=record.codec,
                version=record.version,
                without_driver=verdict.status,
                note=verdict.note,
            )
        else:
            written, encoded_bytes, unexamined, *counts = sums[record.codec]
            finding = FullDatasetFinding(
                codec=record.codec,
                version=record.version,
                values=values,
                written=written,
                encoded_bytes=encoded_bytes,
                unexamined=unexamined,
                counts={kind: n for kind, n in zip(KINDS, counts, strict=True) if n},
                failures=tuple(sorted(failures.get(record.codec, []), key=_place)),
            )
        found.append(finding)
    return FullDatasetResult(
        run=run,
        started=facts["started"],
        seconds=facts["seconds"],
        status=facts["status"],
        serbench=facts["serbench"],
        settings=facts["settings"],
        environment=facts["environment"],
        workload=workload,
        values=values,
        json_bytes=sum(row[3] for row in chunks),
        driver_bytes=max((row[4] for row in chunks), default=0),
        found=tuple(found),
        line_bytes=sum(row[5] for row in summed),
        checksum=shown_checksum(sum(int(row[6], 16) for row in summed)) if summed else "",
    )


def _place(failure: Failure) -> tuple[str, int]:
    return failure.file, failure.number
