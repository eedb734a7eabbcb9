"""Writes what a workload's measurement finds into the store, call by call."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from serbench.measure.protocol import Allocations, Closed, Description
from serbench.measure.recorder import Sampled
from serbench.measure.sizes import CompressedSizes
from serbench.measure.status import Status
from serbench.measure.verification import Verdict
from serbench.results.store import Store, to_json

_SAMPLED = (
    "run, workload, codec, operation, wave, round, ns, items, kernel_before_ns, kernel_after_ns, "
    "compiling_ns, taken_s, processor, interrupted"
)


@dataclass(frozen=True, slots=True)
class WorkloadRecorder:
    """The `Recorder` of a workload's measurement: every call is in the file when it returns.
    `waves` are those that were recorded before, of a run that goes on."""

    store: Store
    run: str
    workload: str
    waves: int = 0

    def described(self, codec: str, description: Description) -> None:
        self.store.execute(
            "UPDATE codecs SET version = ?, compiler = ?, flags = ?, allocator = ?, "
            "operations = ?, same = ? WHERE run = ? AND workload = ? AND codec = ?",
            [
                description.version,
                description.compiler,
                description.flags,
                description.allocator,
                to_json(description.operations),
                to_json(description.same),
                self.run,
                self.workload,
                codec,
            ],
        )

    def judged(self, codec: str, verdict: Verdict) -> None:
        self._insert("verdicts", codec, verdict.status, verdict.note, verdict.encoded_bytes)

    def compressed(self, codec: str, sizes: CompressedSizes) -> None:
        self._insert("sizes", codec, sizes.gzip_bytes, sizes.zstd_bytes, sizes.values)

    def sampled(self, round_: Sequence[Sampled]) -> None:
        if not round_:
            return
        self.store.execute(
            f"INSERT INTO samples ({_SAMPLED}) SELECT ?, ?, {', '.join(['unnest(?)'] * 12)}",
            [
                self.run,
                self.workload,
                [s.codec for s in round_],
                [s.operation for s in round_],
                [self.waves + s.wave for s in round_],
                [s.round for s in round_],
                [s.sample.ns for s in round_],
                [s.sample.items for s in round_],
                [s.sample.kernel_ns[0] for s in round_],
                [s.sample.kernel_ns[1] for s in round_],
                [s.sample.compiling_ns for s in round_],
                [s.taken_s for s in round_],
                [s.ran.processor for s in round_],
                [s.ran.interrupted for s in round_],
            ],
        )

    def allocated(self, codec: str, operation: str, allocations: Allocations) -> None:
        self._insert(
            "allocations",
            codec,
            operation,
            allocations.items,
            allocations.allocations,
            allocations.allocated_bytes,
        )

    def closed(self, codec: str, closed: Closed) -> None:
        self._insert("memory", codec, closed.peak_rss_bytes)

    def ended(self, codec: str, operation: str, status: Status, note: str) -> None:
        self._insert("endings", codec, operation, status, note)

    def _insert(self, table: str, *values: Any) -> None:
        self.store.insert(table, self.run, self.workload, *values)
