"""Two runs beside each other: what became slower or faster from the first, A, to the second, B."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Literal

import msgspec
import numpy as np

from serbench.operations import PRIMARY
from serbench.results.cells import cells_of
from serbench.results.evidence_scope import Claim, claim
from serbench.results.kinds import KINDS
from serbench.results.rows import WorkloadFacts
from serbench.results.runs import RunRecord, find_run, unknown_run
from serbench.results.store import CodecRecord, Store, StoreError
from serbench.stats import SMALLEST, Interval
from serbench.stats.changes import (
    NO_SHIFT,
    Change,
    Difference,
    changes,
    differences,
    interval,
    levels,
    middle,
)
from serbench.stats.quiet import kernel_baselines_ns

# Relative to the middle of fewer cells little is said of any.
FEWEST_RELATIVE = 3

# By workload, codec and operation.
Key = tuple[str, str, str]
Outcome = Literal["slower", "faster", "not significant", "not comparable"]


class Compared(msgspec.Struct, frozen=True, kw_only=True):
    """A cell in two runs. `ratio` is the time in B over that in A without what all cells have in
    common, its interval that of all cells at once; None where a bound is not known. Times
    are as they were measured. `note` says why nothing is compared, or what else is different."""

    workload: str
    codec: str
    operation: str
    verdict: Outcome
    ratio: float | None = None
    ratio_low: float | None = None
    ratio_high: float | None = None
    a_ns: float | None = None
    b_ns: float | None = None
    a_processes: int = 0
    b_processes: int = 0
    a_version: str = ""
    b_version: str = ""
    note: str = ""


class Comparison(msgspec.Struct, frozen=True, kw_only=True):
    """`machine` is how much slower the reference kernel was in B; None where that was not taken
    out. `relative` says that ratios are beside the middle of all cells, since the hosts differ."""

    a: RunRecord
    b: RunRecord
    rows: tuple[Compared, ...]
    machine: Interval | None
    relative: bool
    smallest: float
    claim: Claim
    warnings: tuple[str, ...]


class Named(msgspec.Struct, frozen=True):
    """A run in its results file."""

    path: Path
    record: RunRecord


def locate(name: str, db: Path) -> Named:
    """The run that a user means by the path of a results file (its latest), `FILE:RUN`, a run's id
    or a tag. Raises `StoreError`."""
    path = Path(name)
    if path.is_file():
        return _latest(path)
    file, colon, run = name.rpartition(":")
    if colon and file:
        return _in_file(Path(file), run)
    if name.endswith(".duckdb") or "/" in name:
        raise StoreError(f"{name}: no such results file; name a run, a tag or a results file")
    return _in_file(db, name)


def _latest(path: Path) -> Named:
    with Store(path, read_only=True) as store:
        runs = [run for run in store.runs() if run.kind == "run"]
    if not runs:
        raise StoreError(f"{path}: it holds no run of `serbench run`; name another results file")
    return Named(path, runs[-1])


def _in_file(path: Path, name: str) -> Named:
    with Store(path, read_only=True) as store:
        runs = store.runs()
    found = find_run(runs, name)
    if found is None:
        raise StoreError(unknown_run(runs, name, str(path)))
    if found.kind != "run":
        raise StoreError(
            f"{path}: {name} is of `{KINDS[found.kind].command}`; only runs of `serbench run` are "
            "compared: `serbench list runs` names them"
        )
    return Named(path, found)


def compare(
    a: Named, b: Named, operations: Sequence[str] = (), codecs: Sequence[str] = ()
) -> Comparison:
    """The cells that both runs measured on the same values, of these operations (the primary ones
    if none is named) and codecs by id or name, `*` and `?` fitting anything. Raises `StoreError` if
    there is none."""
    if a.record.run == b.record.run and a.path.resolve() == b.path.resolve():
        raise StoreError(f"{a.record.run} is compared with itself; name another run or tag")
    before, after = (_Side(side, operations, codecs) for side in (a, b))
    shared = before.levels.keys() & after.levels.keys()
    keys = [k for k in before.levels if k in shared and before.digests[k[0]] == after.digests[k[0]]]
    if not keys:
        raise StoreError(_nothing_common(before, after))
    found = differences(
        {key: before.levels[key] for key in keys}, {key: after.levels[key] for key in keys}
    )
    relative = a.record.host != b.record.host
    if relative and len(keys) < FEWEST_RELATIVE:
        raise StoreError(
            f"{a.record.host.name} and {b.record.host.name} are different hosts: times are "
            f"compared beside the middle of all cells, and {len(keys)} in common are too few; "
            f"measure {FEWEST_RELATIVE} codecs or more on both"
        )
    kernel = None if relative else _kernel(before, after)
    shift = middle(found) if relative else kernel or NO_SHIFT
    smallest = max(side.smallest for side in (before, after))
    judged = changes(found, 1 + smallest, shift)
    rows = [_compared(key, judged[key], before, after, relative) for key in keys]
    return Comparison(
        a=a.record,
        b=b.record,
        rows=(*rows, *_not_comparable(before, after)),
        machine=interval(kernel) if kernel else None,
        relative=relative,
        smallest=smallest,
        claim=claim((f"{n.path}:{n.record.run}", n.record.host) for n in (a, b)),
        warnings=tuple(_warnings(before, after, keys, relative=relative, kernel=kernel)),
    )


class _Side:
    """What a run has for a comparison."""

    def __init__(self, named: Named, operations: Sequence[str], codecs: Sequence[str]) -> None:
        self.record = named.record
        self.levels: dict[Key, list[float]] = {}
        self.loud: set[Key] = set()
        self.codecs: dict[tuple[str, str], CodecRecord] = {}
        self.builds: dict[tuple[str, str], tuple[str, str, str]] = {}
        self.kernels: dict[tuple[str, str], list[float]] = {}
        self.digests: dict[str, str] = {}
        run = named.record.run
        with Store(named.path, read_only=True) as store:
            self.facts = store.run_facts(run)
            measured = self.facts["settings"]["operations"]
            primary = [op for op in PRIMARY if op in measured]
            self.operations = [op for op in operations or primary or measured if op in measured]
            for workload in store.working_sets(run):
                self._add(store, workload, codecs)

    def _add(self, store: Store, workload: WorkloadFacts, wanted: Sequence[str]) -> None:
        run, name = self.record.run, workload.name
        self.digests[name] = workload.digest
        builds = store.builds(run, name)
        cells = cells_of(store, run, name)
        kernels = _kernel_levels(store, run, name)
        for record in store.codecs(run, name):
            if not _fits(record.codec, wanted):
                continue
            self.codecs[name, record.codec] = record
            self.builds[name, record.codec] = builds[record.codec]
            if record.codec in kernels:
                self.kernels[name, record.codec] = kernels[record.codec]
            for operation in self.operations:
                cell = cells.get((record.codec, record.same.get(operation, operation)))
                if cell is not None and (cell_levels := levels(cell)):
                    self.levels[name, record.codec, operation] = cell_levels
                elif cell is not None:
                    self.loud.add((name, record.codec, operation))

    @property
    def smallest(self) -> float:
        return float(self.facts["settings"].get("smallest", SMALLEST))

    def why_not(self, key: Key) -> str:
        """Why the run has no time of a cell."""
        if key in self.loud:
            return "too few quiet moments"
        record = self.codecs.get(key[:2])
        if record is None or key[2] not in self.operations:
            return "not asked for"
        if not record.verdict.proven:
            return f"{record.verdict.status}: {record.verdict.note}".removesuffix(": ")
        return "not measured"


def _fits(codec: str, wanted: Sequence[str]) -> bool:
    names = (codec, codec.partition("/")[2])
    return not wanted or any(fnmatchcase(name, word) for word in wanted for name in names)


def _kernel_levels(store: Store, run: str, workload: str) -> dict[str, list[float]]:
    """By codec, the logarithm of what the kernel took in each process on the quiet machine."""
    columns = store.samples(run, workload)
    kernel_ns = np.column_stack([columns["kernel_before_ns"], columns["kernel_after_ns"]])
    kernel_ns = kernel_ns.astype(float)
    found = {}
    for codec in dict.fromkeys(columns["codec"].tolist()):
        of_codec = columns["codec"] == codec
        process = columns["wave"][of_codec].astype(np.int64)
        baselines_ns = kernel_baselines_ns(kernel_ns[of_codec], process)
        _, first = np.unique(process, return_index=True)
        # One of 0 ns was not timed.
        if (baselines_ns[first] > 0).all():
            found[codec] = [float(x) for x in np.log(baselines_ns[first]).mean(axis=1)]
    return found


def _kernel(before: _Side, after: _Side) -> Difference | None:
    """How much slower the kernel was; of drivers that were built alike, as it is otherwise
    another program."""
    alike = [
        key
        for key in before.kernels
        if key in after.kernels and before.builds[key] == after.builds[key]
    ]
    if not alike:
        return None
    sides = ({key: side.kernels[key] for key in alike} for side in (before, after))
    return middle(differences(*sides))


def _compared(key: Key, change: Change, before: _Side, after: _Side, relative: bool) -> Compared:
    sides = (before, after)
    times = [math.exp(float(np.mean(side.levels[key]))) for side in sides]
    versions = [side.codecs[key[:2]].version for side in sides]
    bounded = math.isfinite(change.ratio.high)
    return Compared(
        workload=key[0],
        codec=key[1],
        operation=key[2],
        verdict=change.verdict,
        ratio=change.ratio.estimate,
        ratio_low=change.ratio.low if bounded else None,
        ratio_high=change.ratio.high if bounded else None,
        a_ns=times[0],
        b_ns=times[1],
        a_processes=len(before.levels[key]),
        b_processes=len(after.levels[key]),
        a_version=versions[0],
        b_version=versions[1],
        note="beside the middle of all cells" if relative else "",
    )


def _not_comparable(before: _Side, after: _Side) -> Iterator[Compared]:
    """Cells that either has and that are not compared; those that only one was asked for are not
    told."""
    for key in dict.fromkeys([*before.levels, *after.levels, *before.loud, *after.loud]):
        workload, codec, operation = key
        sides = [(name, side) for name, side in (("A", before), ("B", after))]
        lacking = [(name, side) for name, side in sides if key not in side.levels]
        if lacking:
            name, side = lacking[0]
            note = f"{side.why_not(key)} in {name}"
        elif before.digests[workload] != after.digests[workload]:
            note = "other values in B"
        else:
            continue
        yield Compared(
            workload=workload, codec=codec, operation=operation, verdict="not comparable", note=note
        )


def _nothing_common(before: _Side, after: _Side) -> str:
    names = f"{before.record.run} and {after.record.run}"
    workloads = before.digests.keys() & after.digests.keys()
    if not workloads:
        return (
            f"{names} have no workload in common: {', '.join(before.digests)} in A, "
            f"{', '.join(after.digests)} in B; measure one again with the same target"
        )
    if all(before.digests[name] != after.digests[name] for name in workloads):
        return (
            f"{names} measured {', '.join(sorted(workloads))} on other values; measure again with "
            "the same data, --count and --seed"
        )
    if before.loud | after.loud:
        return (
            f"{names} have no cell in common that was measured in quiet moments of the machine; "
            "measure again with a larger --budget, or when less else runs"
        )
    return (
        f"{names} have no measured cell in common that --op and --codec let through; "
        "`serbench report RUN` shows what each has"
    )


def _warnings(
    before: _Side,
    after: _Side,
    keys: Collection[Key],
    *,
    relative: bool,
    kernel: Difference | None,
) -> Iterator[str]:
    for name, side in (("A", before), ("B", after)):
        if side.facts["status"] != "finished":
            yield f"{name} was {side.facts['status']}: it holds what was measured until then."
    for workload in before.digests.keys() & after.digests.keys():
        if before.digests[workload] != after.digests[workload]:
            yield f"{workload}: other values in B; its cells are not compared."
    codecs = dict.fromkeys(key[:2] for key in keys)
    versions = {at: (before.codecs[at].version, after.codecs[at].version) for at in codecs}
    yield from _differing("Library versions", versions)
    for place, label in enumerate(("Compilers", "Compilers' flags", "Allocators")):
        both_sides = {at: (before.builds[at][place], after.builds[at][place]) for at in codecs}
        yield from _differing(label, both_sides)
    if all(len(side.levels[key]) < 2 for key in keys for side in (before, after)):
        yield (
            "Both runs had one process of each codec, hence nothing is known of how much processes "
            "differ and no difference is significant; measure with --processes 5."
        )
    if not relative and kernel is None:
        yield (
            "No codec was built alike in both runs, hence the reference kernel is another program: "
            "what the machine has in common was not taken out."
        )
    if before.facts["serbench"] != after.facts["serbench"]:
        yield (
            f"serbench itself differs: {before.facts['serbench']} → {after.facts['serbench']}. Its "
            "changelog says under **method** whether numbers are made in the same way."
        )


def _differing(label: str, of: Mapping[tuple[str, str], tuple[str, str]]) -> Iterator[str]:
    differing: dict[tuple[str, str], list[str]] = {}
    for (_, codec), pair in of.items():
        if pair[0] != pair[1]:
            differing.setdefault(pair, []).append(codec)
    for (old, new), codecs in differing.items():
        names = ", ".join(dict.fromkeys(codecs))
        yield f"{label} differ: {old or 'unknown'} → {new or 'unknown'} ({names})."
