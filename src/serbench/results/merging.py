"""Several runs as one result."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from serbench.results.ranking import ranked
from serbench.results.rows import Result, Row, WorkloadFacts


def merged(results: Sequence[Result]) -> Result:
    """One result of at least one. Of a cell that several runs hold on the same values, the last
    run that measured it counts; a workload of one name but other values stays apart, named with
    its run.

    Samples of different runs were not taken side by side, so that nothing is said of codecs of two
    runs. The warnings say so.
    """
    if len(results) == 1:
        return results[0]
    results = told_apart(results)
    workloads: dict[str, WorkloadFacts] = {}
    rows: dict[tuple[str, str, str], Row] = {}
    for one in results:
        workloads |= {w.name: w for w in one.workloads}
        for row in one.rows:
            key = (row.workload, row.codec, row.operation)
            if row.status == "measured" or rows.get(key, row).status != "measured":
                rows[key] = row
    warnings = [f"{one.run}: {warning}" for one in results for warning in one.warnings]
    notes = [f"{one.run}: {note}" for one in results for note in one.notes]
    by_workload: list[Row] = []
    for name in workloads:
        of_workload = [row for row in rows.values() if row.workload == name]
        if len({row.run for row in of_workload}) > 1:
            by_workload += [_within_its_run(row, of_workload) for row in of_workload]
            warnings.append(
                f"{name}: figures of several runs stand side by side. They were not taken in "
                "turns: only codecs of one run are compared with each other."
            )
        else:
            by_workload += of_workload
    environment = _joined([one.environment for one in results])
    if len({one.environment.get("CPU") for one in results}) > 1:
        warnings.append("The runs were measured on different processors: compare no times.")
    return Result(
        run=" + ".join(one.run for one in results),
        started=results[-1].started,
        seconds=sum(one.seconds for one in results),
        serbench=" + ".join(dict.fromkeys(one.serbench for one in results)),
        environment=environment,
        method=_joined([one.method for one in results]),
        workloads=tuple(workloads.values()),
        rows=tuple(ranked(by_workload)),
        warnings=tuple(warnings),
        notes=tuple(notes),
    )


def told_apart(results: Sequence[Result]) -> list[Result]:
    """Workloads of one name and different values get the run into their name, in their order."""
    digests: dict[str, set[str]] = {}
    for one in results:
        for workload in one.workloads:
            digests.setdefault(workload.name, set()).add(workload.digest)
    out = []
    for one in results:
        names = {
            w.name: f"{w.name} ({one.run})" if len(digests[w.name]) > 1 else w.name
            for w in one.workloads
        }
        out.append(
            msgspec.structs.replace(
                one,
                workloads=tuple(
                    msgspec.structs.replace(w, name=names[w.name]) for w in one.workloads
                ),
                rows=tuple(
                    msgspec.structs.replace(r, workload=names[r.workload]) for r in one.rows
                ),
            )
        )
    return out


def _within_its_run(row: Row, rows: Sequence[Row]) -> Row:
    """Without the codecs whose figures are now those of another run."""
    there = {r.codec for r in rows if r.operation == row.operation and r.run == row.run}
    return msgspec.structs.replace(
        row,
        slower_than=tuple(c for c in row.slower_than if c in there),
        language_slower_than=tuple(c for c in row.language_slower_than if c in there),
    )


def _joined(facts: Sequence[dict[str, str]]) -> dict[str, str]:
    """Values that differ stand beside each other."""
    joined: dict[str, dict[str, None]] = {}
    for one in facts:
        for name, value in one.items():
            joined.setdefault(name, {})[value] = None
    return {name: "; ".join(values) for name, values in joined.items()}
