"""What alternatives are found from: a run that measured the codec to replace, and what was proven
on the same values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from serbench.operations import PRIMARY, ROUND_TRIP
from serbench.proof.crash_kinds import BAD
from serbench.proof.robustness import Robustness
from serbench.results.alternatives import Hostile, Known
from serbench.results.analysis import analyse_with_pairs
from serbench.results.choice_rows import (
    footprint_findings,
    grounds_of,
    latest,
    robustness_findings,
    same_versions,
)
from serbench.results.rows import Result, Row, WorkloadFacts
from serbench.results.store import Store


def measured_codecs(store: Store) -> dict[str, str]:
    """Every codec of a run of `serbench run`, with the latest run that has it."""
    return {
        record.codec: run
        for run, kind in store.kinds().items()
        if kind == "run"
        for workload in store.working_sets(run)
        for record in store.codecs(run, workload.name)
    }


def runs_with(
    store: Store, codec: str, target: str, runs: Sequence[str]
) -> Iterator[tuple[str, WorkloadFacts]]:
    """Of these runs, the latest first, the workloads that hold a codec; with a target, those of
    that name or file."""
    for run in reversed(runs):
        for facts in store.working_sets(run):
            if target and target not in (facts.name, facts.source):
                continue
            if any(record.codec == codec for record in store.codecs(run, facts.name)):
                yield run, facts


def load_known(store: Store, run: str, workload: str) -> tuple[Known | None, Result]:
    """What is known of a workload of a run, None if none of its codecs was timed in both
    directions; and the run's result."""
    result, pairs = analyse_with_pairs(store, run)
    found = [one for one in grounds_of(store, result, {}) if one.workload.name == workload]
    if not found:
        return None, result
    [grounds] = found
    rows: dict[str, dict[str, Row]] = {}
    for row in result.rows:
        if row.workload == workload and row.operation in (*PRIMARY, ROUND_TRIP.name):
            rows.setdefault(row.codec, {})[row.operation] = row
    versions = {codec: next(iter(of_codec.values())).version for codec, of_codec in rows.items()}
    findings, _ = latest(store, "robustness", lambda run: robustness_findings(store, run, versions))
    footprints, _ = latest(
        store,
        "footprint",
        lambda run: footprint_findings(store, run, grounds.workload, versions),
    )
    known = Known(
        grounds=grounds,
        rows=rows,
        pairs=pairs[workload],
        hostile={codec: _hostile(finding) for codec, finding in findings.items()},
        in_interop=frozenset(_in_interop(store, grounds.workload, versions)),
        footprints=footprints,
    )
    return known, result


def _hostile(finding: Robustness) -> Hostile:
    return Hostile(
        cases=finding.cases,
        ended=sum(finding.total(kind) for kind in BAD),
        another_value=finding.total("another value"),
    )


def _in_interop(store: Store, facts: WorkloadFacts, versions: Mapping[str, str]) -> Iterator[str]:
    for run, kind in store.kinds().items():
        if kind == "interop":
            for of_run in store.working_sets(run):
                if of_run.digest == facts.digest:
                    yield from same_versions(store, run, of_run.name, versions)
