"""Several runs as one result."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from serbench.results.rows import Result, Row, WorkloadFacts
from serbench.stats import Interval
from serbench.stats.ties import tie_groups


def merged(results: Sequence[Result]) -> Result:
    """One result of at least one. Of a cell that several runs hold on the same values, the last
    run that measured it counts; a workload of one name but other values stays apart, named with
    its run.

    Samples of different runs have no rounds in common to pair, so that codecs of such a workload
    tie when their intervals meet. The warnings say so.
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
    warnings = [f"{one.run}: {said}" for one in results for said in one.warnings]
    by_workload: list[Row] = []
    for name in workloads:
        its = [row for row in rows.values() if row.workload == name]
        if len({row.run for row in its}) > 1:
            by_workload += _regrouped(its)
            warnings.append(
                f"{name}: figures of several runs stand side by side. They were not taken in "
                "turns: codecs tie where their intervals meet, and ratios hold within one run only."
            )
        else:
            by_workload += its
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
        rows=tuple(by_workload),
        warnings=tuple(warnings),
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


def _regrouped(rows: Sequence[Row]) -> list[Row]:
    """Ties anew, by intervals that meet: the groups of different runs mean nothing together."""
    overall: dict[tuple[str, str], int] = {}
    within: dict[tuple[str, str], int] = {}
    for operation in dict.fromkeys(r.operation for r in rows):
        its = [r for r in rows if r.operation == operation and r.median_ns is not None]
        overall |= {(codec, operation): n for codec, n in _groups(its).items()}
        for language in dict.fromkeys(r.language for r in its):
            spoken = _groups(r for r in its if r.language == language)
            within |= {(codec, operation): n for codec, n in spoken.items()}
    return [
        msgspec.structs.replace(
            r,
            tie_group=overall.get((r.codec, r.operation)),
            language_tie_group=within.get((r.codec, r.operation)),
        )
        for r in rows
    ]


def _groups(rows: Iterable[Row]) -> dict[str, int]:
    times = {
        r.codec: Interval(r.median_ns, r.low_ns or r.median_ns, r.high_ns or r.median_ns)
        for r in rows
        if r.median_ns is not None
    }

    def ratio(one: str, other: str) -> Interval:
        a, b = times[one], times[other]
        return Interval(a.median / b.median, a.low / b.high, a.high / b.low)

    return tie_groups(sorted(times, key=lambda codec: times[codec].median), ratio)


def _joined(facts: Sequence[dict[str, str]]) -> dict[str, str]:
    """Values that differ stand beside each other."""
    joined: dict[str, dict[str, None]] = {}
    for one in facts:
        for name, value in one.items():
            joined.setdefault(name, {})[value] = None
    return {name: "; ".join(values) for name, values in joined.items()}
