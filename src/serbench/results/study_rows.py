"""The rows of a study: from iterations as they are measured to what its tables are made of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import msgspec

from serbench.measure.fixed_iterations import Iteration
from serbench.measure.protocol import Description
from serbench.measure.verification import Verdict
from serbench.results.recorder import WorkloadRecorder
from serbench.results.store import Store, to_json


@dataclass(frozen=True, slots=True)
class Repeated:
    """What was found of a row. `times_ns` holds, for each of its operations, the time of each
    iteration: `repetitions` passes over the working set. `bytes` are those of the mean value."""

    codec: str
    verdict: Verdict
    bytes: float = 0.0
    times_ns: dict[str, list[int]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class StudyRecorder:
    """Writes what is measured of a study's rows, no two of one codec, into the results file at
    once. `rows` are their names by codec."""

    store: Store
    run: str
    workload: str
    rows: Mapping[str, str]

    def begun(self, codec: str, operations: tuple[str, ...]) -> None:
        """A row that is going to be measured."""
        self._insert("study_rows", codec, codec, to_json(operations))

    def described(self, codec: str, description: Description) -> None:
        WorkloadRecorder(self.store, self.run, self.workload).described(codec, description)

    def judged(self, codec: str, verdict: Verdict) -> None:
        self._insert("study_verdicts", codec, verdict.status, verdict.note, verdict.encoded_bytes)

    def timed(self, iteration: Iteration) -> None:
        kernel_ns = iteration.kernel_ns or (None, None)
        self._insert(
            "study_samples",
            iteration.codec,
            iteration.operation,
            iteration.number,
            iteration.ns,
            *kernel_ns,
        )

    def _insert(self, table: str, codec: str, *values: Any) -> None:
        self.store.insert(table, self.run, self.workload, self.rows[codec], *values)


def load_rows(store: Store, run: str) -> dict[str, Repeated]:
    """What was recorded of the rows of a study, by its names for them."""
    unmeasured = Verdict("unmeasured", "the study ended before it was verified")
    rows = {
        label: Repeated(
            codec, unmeasured, times_ns={name: [] for name in msgspec.json.decode(operations)}
        )
        for _, label, codec, operations in store.rows_of("study_rows", run)
    }
    values = {working_set.name: working_set.values for working_set in store.working_sets(run)}
    for workload, label, status, note, encoded_bytes in store.rows_of("study_verdicts", run):
        size = encoded_bytes / values[workload] or rows[label].bytes  # a dead driver's has none
        rows[label] = replace(rows[label], verdict=Verdict(status, note), bytes=size)
    for _, label, operation, _, ns, _, _ in store.rows_of("study_samples", run):
        rows[label].times_ns[operation].append(ns)
    return rows
