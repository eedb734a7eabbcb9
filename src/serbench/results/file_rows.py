"""The rows of an experiment with object files: from samples as they are measured to figures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from serbench.measure.status import Status
from serbench.measure.storage import OPERATIONS, FileSample, mean_and_sd
from serbench.results.store import Store


class Spread(msgspec.Struct, frozen=True):
    """Mean and sample standard deviation over the repeats, in seconds."""

    mean_s: float
    sd_s: float


class FileRow(msgspec.Struct, frozen=True, kw_only=True):
    """One codec doing one operation on an object file, placed on some cores.

    `io` and `codec` are the two parts of `total`. `alone` is the same reads or writes by the
    same driver without its codec, `raw` by a native driver. `io_of_raw` is mean `io` over mean
    `raw`. `cold` says whether every repeat began with the file proven to be out of the page
    cache; None where there was nothing to drop, or nobody asked to. Sizes are of the whole file.
    What was not read in the usual way has it in its `operation`, as in `get decode kept by page`.
    """

    workload: str
    codec: str
    language: str
    operation: str
    cores: str
    status: Status
    values: int = 0
    bytes: int = 0
    repeats: int = 0
    io: Spread | None = None
    codec_time: Spread | None = None
    total: Spread | None = None
    alone: Spread | None = None
    raw: Spread | None = None
    io_of_raw: float | None = None
    cold: bool | None = None
    peak_rss_bytes: int | None = None
    note: str = ""


class FileResult(msgspec.Struct, frozen=True, kw_only=True):
    """A run of `serbench files`. `fio` is its bandwidth in bytes per second by operation."""

    run: str
    started: str
    seconds: float
    serbench: str
    settings: dict[str, Any]
    environment: dict[str, str]
    rows: tuple[FileRow, ...]
    fio: dict[str, float]


@dataclass(frozen=True, slots=True)
class FileRecorder:
    """Writes what is measured into the results file at once."""

    store: Store
    run: str
    workload: str

    def stored(self, samples: Sequence[FileSample]) -> None:
        with self.store.at_once():  # each alone would wait for the disk
            for sample in samples:
                self.store.insert(
                    "file_samples",
                    self.run,
                    self.workload,
                    *(getattr(sample, name) for name in sample.__dataclass_fields__),
                )

    def ended(self, codec: str, operation: str, status: Status, note: str) -> None:
        self.store.insert("file_endings", self.run, self.workload, codec, operation, status, note)

    def peaked(self, codec: str, cores: str, peak_rss_bytes: int) -> None:
        self.store.insert("file_memory", self.run, self.workload, codec, cores, peak_rss_bytes)

    def compared(self, operation: str, bytes_per_s: float) -> None:
        self.store.insert("file_fio", self.run, operation, bytes_per_s)


def load_files(store: Store, run: str) -> FileResult:
    """The result of a run of `serbench files`, from what was recorded of it."""
    facts = store.run_facts(run)
    samples = [
        (workload, FileSample(*rest)) for workload, *rest in store.rows_of("file_samples", run)
    ]
    peaks: dict[tuple[str, str], int] = {}
    for _, codec, cores, peak in store.rows_of("file_memory", run):
        peaks[codec, cores] = max(peak, peaks.get((codec, cores), 0))
    rows = []
    keys = dict.fromkeys((s.operation, s.cores, w, s.codec) for w, s in samples)
    for operation, cores, workload, codec in sorted(keys, key=_order):
        of_cell = [
            s
            for w, s in samples
            if (w, s.codec, s.operation, s.cores) == (workload, codec, operation, cores)
        ]
        rows.append(_row(workload, of_cell, peaks.get((codec, cores))))
    rows += [
        FileRow(
            workload=workload,
            codec=codec,
            language=codec.partition("/")[0],
            operation=operation,
            cores="",
            status=status,
            note=note,
        )
        for workload, codec, operation, status, note in store.rows_of("file_endings", run)
    ]
    return FileResult(
        run=run,
        started=facts["started"],
        seconds=facts["seconds"],
        serbench=facts["serbench"],
        settings=facts["settings"],
        environment=facts["environment"],
        rows=tuple(rows),
        fio=dict(store.rows_of("file_fio", run)),
    )


def _order(key: tuple[str, ...]) -> tuple[int, str]:
    """Of rows: the operations, each by its ways of reading."""
    return OPERATIONS.index(key[0].partition(" ")[0]), key[0]


def _row(workload: str, samples: Sequence[FileSample], peak: int | None) -> FileRow:
    by_kind = {kind: [s for s in samples if s.kind == kind] for kind in ("total", "alone", "raw")}
    total = by_kind["total"]
    io = _spread([s.io_ns for s in total])
    raw = _spread([s.io_ns for s in by_kind["raw"]])
    colds = {s.cold for s in samples}
    first = samples[0]
    return FileRow(
        workload=workload,
        codec=first.codec,
        language=first.codec.partition("/")[0],
        operation=first.operation,
        cores=first.cores,
        status="measured" if total else "unmeasured",
        values=first.values,
        bytes=first.bytes,
        repeats=len(total),
        io=io,
        codec_time=_spread([s.codec_ns for s in total]),
        total=_spread([s.total_ns for s in total]),
        alone=_spread([s.io_ns for s in by_kind["alone"]]),
        raw=raw,
        io_of_raw=io.mean_s / raw.mean_s if io and raw and raw.mean_s else None,
        cold=None if None in colds else colds == {True},
        peak_rss_bytes=peak,
    )


def _spread(times_ns: Sequence[int]) -> Spread | None:
    if not times_ns:
        return None
    mean, sd = mean_and_sd([ns / 1e9 for ns in times_ns])
    return Spread(mean, sd)
