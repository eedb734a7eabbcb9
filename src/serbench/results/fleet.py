"""What several hosts found that measured the same question together: `serbench run --cluster`.

Each host's run is a run like any other. Here the runs of a fleet are put beside each other, kind of
host by kind of host: ratios of codecs, which pairs are decided the same way on all kinds, and which
turn round. Absolute times of hosts are never put together.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from serbench.errors import UserError, nearest
from serbench.measure.host import Host, HostKind, kind_of
from serbench.measure.status import Status
from serbench.operations import PRIMARY
from serbench.results.analysis import pairs_of
from serbench.results.evidence_scope import claim_of_records
from serbench.results.fleet_pairs import Agreed, FleetRow, OnKinds, Turned, is_called
from serbench.results.runs import RunRecord
from serbench.results.store import CodecRecord, Store, StoreError
from serbench.stats import SMALLEST
from serbench.stats.hosts import HostPairs, fitted, together
from serbench.stats.pairs import MeanEffect, Pairs

# In the environment of a run that a host did not finish: why.
CAUSE = "ended early"


class FleetHost(msgspec.Struct, frozen=True, kw_only=True):
    """A host and its run; `kind` is a letter of `FleetResult.kinds`. `codecs` is how many it
    measured; `cause` says why its run did not come to its end."""

    run: str
    host: Host
    kind: str
    status: str
    seconds: float
    codecs: int
    cause: str = ""


class FleetKind(msgspec.Struct, frozen=True, kw_only=True):
    """A kind of host. `letter` stands for it in tables; `facts` are what its hosts have in
    common."""

    letter: str
    name: str
    id: str
    facts: dict[str, str]
    hosts: int


class Unmeasured(msgspec.Struct, frozen=True, kw_only=True):
    """A codec that a host has no time of, and why; `run` is the host's."""

    run: str
    workload: str
    codec: str
    status: Status
    note: str


class FleetResult(msgspec.Struct, frozen=True, kw_only=True):
    """`bridge` are the codecs that all hosts of a kind measured where the others were split among
    them. `smallest` is the least difference that was called one, a share."""

    fleet: str
    tag: str
    started: str
    serbench: str
    settings: dict[str, Any]
    hosts: tuple[FleetHost, ...]
    kinds: tuple[FleetKind, ...]
    rows: tuple[FleetRow, ...]
    agreed: tuple[Agreed, ...]
    turned: tuple[Turned, ...]
    unmeasured: tuple[Unmeasured, ...]
    bridge: tuple[str, ...]
    smallest: float
    claim: str
    warnings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Run:
    """A host's run as it was stored."""

    record: RunRecord
    kind: HostKind
    cause: str
    settings: dict[str, Any]
    codecs: dict[str, dict[str, CodecRecord]]
    pairs: dict[str, dict[str, Pairs[str]]]

    def cells(self, workload: str, operation: str) -> dict[str, MeanEffect]:
        of_workload = self.pairs.get(workload, {})
        return of_workload[operation].cells if operation in of_workload else {}


def load_fleet(store: Store, fleet: str, baseline: str = "") -> FleetResult:
    """The fleet of that id. Ratios are to `baseline`, a codec by id or name, else to the reference
    of each language. Raises `StoreError` if there is no such fleet, and `UserError` if no such
    codec was measured."""
    records_of_runs = [r for r in store.runs() if fleet and r.fleet == fleet and r.kind == "run"]
    runs = [_run(store, record) for record in records_of_runs]
    if not runs:
        raise StoreError(f"no fleet {fleet!r}; `serbench list runs` names them")
    kinds = _kinds(runs)
    letters = {kind.id: kind.letter for kind in kinds}
    smallest = max(float(run.settings.get("smallest", SMALLEST)) for run in runs)
    records = {codec: r for run in runs for of in run.codecs.values() for codec, r in of.items()}
    _check_baseline(baseline, records)
    operations = list(_operations(runs, letters, smallest, records))
    turned = [one for operation in operations for one in operation.turned()]
    first = runs[0]
    return FleetResult(
        fleet=fleet,
        tag=first.record.tag,
        started=first.record.started,
        serbench=first.record.serbench,
        settings=first.settings,
        hosts=tuple(_host(run, letters[run.kind.id]) for run in runs),
        kinds=kinds,
        rows=tuple(row for operation in operations for row in operation.rows(baseline)),
        agreed=tuple(one for operation in operations for one in operation.agreed()),
        turned=tuple(sorted(turned, key=_how_much, reverse=True)),
        unmeasured=tuple(_unmeasured(runs)),
        bridge=tuple(first.settings.get("bridge", ())),
        smallest=smallest,
        claim=claim_of_records(run.record for run in runs).words,
        warnings=tuple(_warnings(runs)),
    )


def _operations(
    runs: Sequence[_Run],
    letters: Mapping[str, str],
    smallest: float,
    records: Mapping[str, CodecRecord],
) -> Iterator[OnKinds]:
    of_kinds = {
        letter: [run for run in runs if run.kind.id == kind] for kind, letter in letters.items()
    }
    for workload in dict.fromkeys(name for run in runs for name in run.codecs):
        decided = {k: _decided(of, workload, smallest, records) for k, of in of_kinds.items()}
        for operation in dict.fromkeys(op for run in runs for op in run.pairs.get(workload, {})):
            on = {kind: found[operation] for kind, found in decided.items() if operation in found}
            hosts = {
                kind: Counter(codec for run in of for codec in run.cells(workload, operation))
                for kind, of in of_kinds.items()
            }
            if on:
                yield OnKinds(workload, operation, records, on, hosts)


def _how_much(turned: Turned) -> float:
    ratios = [pair.ratio for pair in turned.on if pair.shown]
    return max(ratios) / min(ratios)


def _run(store: Store, record: RunRecord) -> _Run:
    facts = store.run_facts(record.run)
    workloads = [workload.name for workload in store.working_sets(record.run)]
    return _Run(
        record,
        kind_of(facts["environment"]),
        facts["environment"].get(CAUSE, ""),
        facts["settings"],
        {name: {r.codec: r for r in store.codecs(record.run, name)} for name in workloads},
        pairs_of(store, record.run),
    )


def _kinds(runs: Sequence[_Run]) -> tuple[FleetKind, ...]:
    """Those of most hosts first."""
    by_id: dict[str, list[_Run]] = {}
    for run in runs:
        by_id.setdefault(run.kind.id, []).append(run)
    ordered = sorted(by_id.values(), key=len, reverse=True)
    return tuple(
        FleetKind(
            letter=_letter(number),
            name=of_kind[0].kind.name,
            id=of_kind[0].kind.id,
            facts=of_kind[0].kind.facts,
            hosts=len(of_kind),
        )
        for number, of_kind in enumerate(ordered)
    )


def _letter(number: int) -> str:
    """`A` to `Z`, then `A1`."""
    return chr(ord("A") + number % 26) + (str(number // 26) if number >= 26 else "")


def _check_baseline(baseline: str, codecs: Collection[str]) -> None:
    if baseline and not any(is_called(codec, baseline) for codec in codecs):
        raise UserError(
            f"--baseline {baseline!r}: no such codec was measured.{nearest(baseline, codecs)}"
        )


def _decided(
    runs: Sequence[_Run], workload: str, smallest: float, records: Mapping[str, CodecRecord]
) -> dict[str, HostPairs[str]]:
    """By operation, what the hosts of a kind say together."""
    fits = {}
    for operation in dict.fromkeys(op for run in runs for op in run.pairs.get(workload, {})):
        cells = [found for run in runs if (found := run.cells(workload, operation))]
        if cells:
            fits[operation] = fitted(cells, lambda codec: records[codec].language)
    # Others may be the same code, or sums of these.
    telling = [operation for operation in PRIMARY if operation in fits] or list(fits)[:1]
    return together(fits, 1 + smallest, telling)


def _host(run: _Run, letter: str) -> FleetHost:
    return FleetHost(
        run=run.record.run,
        host=run.record.host,
        kind=letter,
        status=run.record.status,
        seconds=run.record.seconds,
        codecs=run.record.codecs,
        cause=run.cause,
    )


def _unmeasured(runs: Sequence[_Run]) -> Iterator[Unmeasured]:
    for run in runs:
        for workload, codecs in run.codecs.items():
            measured = {c for pairs in run.pairs.get(workload, {}).values() for c in pairs.cells}
            for codec, record in codecs.items():
                if codec in measured:
                    continue
                verdict = record.verdict
                status: Status = "unmeasured" if verdict.proven else verdict.status
                yield Unmeasured(
                    run=run.record.run,
                    workload=workload,
                    codec=codec,
                    status=status,
                    note=verdict.note,
                )


def _warnings(runs: Sequence[_Run]) -> Iterator[str]:
    for run in runs:
        name = f"{run.record.host.name} ({run.record.run})"
        if run.record.status != "finished":
            why = f": {run.cause}" if run.cause else ""
            yield f"{name} was {run.record.status}{why}; it counts with what it measured."
    yield from _other_versions(runs)
    if len({run.record.serbench for run in runs}) > 1:
        yield "The hosts had different versions of serbench."


def _other_versions(runs: Sequence[_Run]) -> Iterator[str]:
    """Of libraries: a ratio that differs may be theirs and not the processor's."""
    versions: dict[str, dict[str, None]] = {}
    for run in runs:
        for codecs in run.codecs.values():
            for codec, record in codecs.items():
                if record.verdict.proven and record.version:
                    versions.setdefault(codec, {})[record.version] = None
    different = {codec: list(found) for codec, found in versions.items() if len(found) > 1}
    if different:
        told = ", ".join(f"{codec} {' and '.join(found)}" for codec, found in different.items())
        yield f"Versions of libraries differ between hosts: {told}."
