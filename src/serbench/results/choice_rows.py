"""What a choice is made from: a run's figures, and what was proven on the same values."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

import msgspec

from serbench.errors import UserError
from serbench.footprint import Footprint
from serbench.operations import PRIMARY, ROUND_TRIP
from serbench.proof.evolution import EvolutionCell
from serbench.proof.robustness import Robustness
from serbench.proof.stored import facts_of, lost_types
from serbench.quoting import shell
from serbench.results.analysis import analyse
from serbench.results.choice import GROWTH, OLD_YEARS, Candidate, Grounds, Lost, Proofs
from serbench.results.cost_rows import load_cost
from serbench.results.costs import Way
from serbench.results.evolution_rows import load_evolution
from serbench.results.footprint_rows import load_footprints
from serbench.results.interop_rows import load_interop
from serbench.results.kinds import Kind
from serbench.results.robustness_rows import load_robustness
from serbench.results.rows import Result, Row, WorkloadFacts
from serbench.results.store import Store
from serbench.stats import Interval
from serbench.stats.mover import added

Key = TypeVar("Key")
Found = TypeVar("Found")

# What of a growing schema's cells does no harm.
_KEPT = ("kept", "default given")


def load_grounds(store: Store, run: str, *, compressed: bool = False) -> tuple[Grounds, ...]:
    """One for each workload; `compressed`: with what `serbench cost` measured of its messages.
    Raises `UserError` for a run that did not measure whole directions, or whose messages were not
    compressed."""
    ways = compressions(store, run)
    if compressed and not ways:
        raise UserError(
            f"the messages of {run} were not compressed; measure it: serbench cost {shell(run)}"
        )
    found = grounds_of(store, analyse(store, run), ways if compressed else {})
    if not found:
        raise UserError(
            f"{run} has not both {PRIMARY[0]} and {PRIMARY[1]} of a codec; "
            "measure them: serbench run log"
        )
    return found


def compressions(store: Store, run: str) -> dict[str, tuple[Way, ...]]:
    """What `serbench cost` measured last of a run's messages, by workload."""
    for cost_run in _latest_first(store, "cost"):
        if store.run_facts(cost_run)["settings"]["cost"] == run:
            return load_cost(store, cost_run).ways
    return {}


def grounds_of(
    store: Store, result: Result, ways: Mapping[str, Sequence[Way]]
) -> tuple[Grounds, ...]:
    """Of each workload of one run's result of which a codec was timed in both directions."""
    rows = {
        facts.name: [r for r in result.rows if r.workload == facts.name]
        for facts in result.workloads
    }
    return tuple(
        _grounds(store, result, facts, rows[facts.name], ways.get(facts.name, ()))
        for facts in result.workloads
        if any(map(_is_whole, rows[facts.name]))
    )


def _is_whole(row: Row) -> bool:
    return row.operation == ROUND_TRIP.name and row.time_ns is not None


def _grounds(
    store: Store, result: Result, facts: WorkloadFacts, rows: Sequence[Row], ways: Sequence[Way]
) -> Grounds:
    whole = [row for row in rows if _is_whole(row)]
    released = store.released(result.run)
    years = int(result.started[:4]) - OLD_YEARS
    oldest = f"{years:04}{result.started[4:10]}"
    plain = {r.codec: _candidate(r, released.get(r.codec, ""), oldest) for r in whole}
    candidates = [*plain.values()]
    for way in ways:
        if way.compressor and way.codec in plain:
            candidates.append(_compressed(plain[way.codec], way))
    lost = {
        row.codec: Lost(
            codec=row.codec,
            language=row.language,
            format=row.format,
            why=f"{row.status}: {row.note}" if row.note else row.status,
        )
        for row in rows
        if row.codec not in plain
    }
    versions = {row.codec: row.version for row in rows}
    proofs, runs = _proofs(store, facts, versions)
    return Grounds(
        run=result.run,
        workload=facts,
        candidates=tuple(candidates),
        lost=tuple(lost.values()),
        proofs=proofs,
        runs=runs,
    )


def _candidate(row: Row, released: str, oldest: str) -> Candidate:
    """`oldest` is the first day on which a version was released that is not old."""
    middle = row.time_ns or 0.0
    return Candidate(
        codec=row.codec,
        language=row.language,
        format=row.format,
        traits=row.traits,
        bytes=row.bytes or 0.0,
        time=Interval(middle, row.low_ns or 0.0, row.high_ns or middle),
        released=released,
        is_old=bool(released) and released < oldest,
    )


def _compressed(plain: Candidate, way: Way) -> Candidate:
    time = plain.time
    for part in (way.compress, way.decompress):
        time = added(time, part) if part else time
    return msgspec.structs.replace(plain, bytes=way.bytes, time=time, compression=way.compression)


def _latest_first(store: Store, kind: Kind) -> list[str]:
    return [run for run, its_kind in reversed(store.kinds().items()) if its_kind == kind]


def latest(
    store: Store, kind: Kind, found_in: Callable[[str], Iterable[tuple[Key, Found]]]
) -> tuple[dict[Key, Found], tuple[str, ...]]:
    """What the latest run of a kind that says anything of a key found of it; and those runs.
    `found_in` gives what a run found."""
    found: dict[Key, Found] = {}
    used = []
    for run in _latest_first(store, kind):
        new = {key: value for key, value in found_in(run) if key not in found}
        found |= new
        used += [run] if new else []
    return found, tuple(used)


def _proofs(
    store: Store, facts: WorkloadFacts, versions: Mapping[str, str]
) -> tuple[Proofs, dict[str, tuple[str, ...]]]:
    """Of libraries in the versions that were measured; what was found last counts."""
    pairs, interop = latest(store, "interop", lambda run: _pairs(store, run, facts, versions))
    grown, evolution = latest(store, "evolution", lambda run: _grown(store, run, versions))
    ended, robustness = latest(
        store, "robustness", lambda run: robustness_findings(store, run, versions)
    )
    footprints, footprint = latest(
        store, "footprint", lambda run: footprint_findings(store, run, facts, versions)
    )
    known = {codec: facts_of(codec, version) for codec, version in versions.items()}
    lost = {codec: lost_types(codec, version) for codec, version in versions.items()}
    proofs = Proofs(
        pairs=pairs,
        grown={codec: _failures(bad) for codec, bad in grown.items()},
        old_bytes={
            codec: _failures(cell for cell in bad if cell.direction == "old to new")
            for codec, bad in grown.items()
        },
        survived={
            codec: "hostile bytes end its process" if finding.is_negative else ""
            for codec, finding in ended.items()
        },
        facts={codec: known_facts for codec, known_facts in known.items() if known_facts},
        code={codec: one.shipped_bytes for codec, one in footprints.items()},
        lost_types={codec: types for codec, types in lost.items() if types is not None},
    )
    used = {
        "interop": interop,
        "evolution": evolution,
        "robustness": robustness,
        "footprint": footprint,
    }
    return proofs, {kind: runs for kind, runs in used.items() if runs}


def same_versions(store: Store, run: str, workload: str, versions: Mapping[str, str]) -> set[str]:
    """Codecs of a run whose libraries are those that were measured."""
    records = store.codecs(run, workload)
    return {record.codec for record in records if versions.get(record.codec) == record.version}


def _pairs(
    store: Store, run: str, facts: WorkloadFacts, versions: Mapping[str, str]
) -> Iterator[tuple[tuple[str, str], str]]:
    digests = {working_set.name: working_set.digest for working_set in store.working_sets(run)}
    for workload, cells in load_interop(store, run).cells.items():
        if digests.get(workload) == facts.digest:
            same = same_versions(store, run, workload, versions)
            for cell in cells:
                if {cell.writer, cell.reader} <= same:
                    yield (cell.writer, cell.reader), "" if cell.is_good else cell.why


def _grown(
    store: Store, run: str, versions: Mapping[str, str]
) -> Iterator[tuple[str, list[EvolutionCell]]]:
    """Of codecs of which all of `GROWTH` was tried, what did harm."""
    for workload, cells in load_evolution(store, run).cells.items():
        same = same_versions(store, run, workload, versions)
        for codec in dict.fromkeys(cell.codec for cell in cells if cell.codec in same):
            of_codec = [cell for cell in cells if cell.codec == codec and cell.rule in GROWTH]
            if {cell.rule for cell in of_codec} == set(GROWTH):
                yield codec, [cell for cell in of_codec if cell.outcome not in _KEPT]


def _failures(bad: Iterable[EvolutionCell]) -> str:
    return "; ".join(f"{cell.rule}, {cell.direction}: {cell.outcome}" for cell in bad)


def robustness_findings(
    store: Store, run: str, versions: Mapping[str, str]
) -> Iterator[tuple[str, Robustness]]:
    """Of codecs that were tried, of several workloads the worst last."""
    found = [one for several in load_robustness(store, run).found.values() for one in several]
    for finding in sorted(found, key=lambda one: one.is_negative):
        if not finding.unproven and versions.get(finding.codec) == finding.version:
            yield finding.codec, finding


def footprint_findings(
    store: Store, run: str, facts: WorkloadFacts, versions: Mapping[str, str]
) -> Iterator[tuple[str, Footprint]]:
    """Of codecs compiled for the workload's schema, whatever the values were."""
    schemas = {working_set.name: working_set.schema for working_set in store.working_sets(run)}
    for workload, found in load_footprints(store, run).found.items():
        if schemas.get(workload) == facts.schema:
            same = same_versions(store, run, workload, versions)
            yield from ((one.codec, one) for one in found if one.codec in same)
