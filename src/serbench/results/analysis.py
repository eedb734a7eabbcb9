"""From raw samples to rows: times, intervals, ratios, and who was shown faster."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

import msgspec
import numpy as np

from serbench.measure.protocol import Allocations
from serbench.measure.status import Status
from serbench.operations import MEMCPY, PRIMARY, ROUND_TRIP, WHOLE_VALUE
from serbench.results.cells import cells_of
from serbench.results.evidence_scope import claim_of
from serbench.results.ranking import ranked
from serbench.results.rows import Result, Row, WorkloadFacts
from serbench.results.store import CodecRecord, Store
from serbench.schema.remarks import Remark
from serbench.stats import FEWEST_SAMPLES, SMALLEST, Interval
from serbench.stats.cells import Cell, by_layout, effects
from serbench.stats.pairs import Pairs, pairs

# Rounds below this share of quiet ones make a run doubtful.
LOUD = 0.2
# A machine that is slower than this beside an earlier run was not quiet in any moment.
SLOWED = 1.1
# No processor loads a field in less: three in a cycle at 3 GHz and more.
LOAD_NS = 0.1
# A mean above the time that is worth a word: some samples hold what most do not.
LOPSIDED = 1.05

# Of a codec's process, the logarithm of ns per value.
Effects = dict[str, dict[int, float]]


# Of each two codecs, by workload and operation.
PairsOf = dict[str, dict[str, Pairs[str]]]


def analyse(store: Store, run: str) -> Result:
    """The result of a run, finished or not, from what the store holds of it."""
    return analyse_with_pairs(store, run)[0]


def analyse_with_pairs(store: Store, run: str) -> tuple[Result, PairsOf]:
    """As `analyse` and `pairs_of`, of samples that are read once."""
    facts = store.run_facts(run)
    settings = facts["settings"]
    rows: list[Row] = []
    # What was said of the data as they were read; earlier versions kept only warnings.
    warnings = [text for texts in settings.get("notes", {}).values() for text in texts]
    remarks = msgspec.convert(settings.get("remarks", {}), dict[str, list[Remark]])
    of_data = [remark for of_workload in remarks.values() for remark in of_workload]
    warnings += [remark.text for remark in of_data if remark.is_warning]
    working_sets = store.working_sets(run)
    pairs_by_workload: PairsOf = {}
    for working_set in working_sets:
        workload = _Workload(store, run, working_set, settings)
        pairs_by_workload[working_set.name] = workload.pairs
        rows += ranked(list(workload.rows()))
        warnings += workload.warnings()
    warnings += _was_faster_before(store, run)
    if facts["status"] != "finished":
        warnings.insert(0, f"The run was {facts['status']}: it holds what was measured until then.")
    result = Result(
        run=run,
        started=facts["started"],
        seconds=facts["seconds"],
        serbench=facts["serbench"],
        environment=facts["environment"],
        method=_method(settings),
        workloads=tuple(working_sets),
        rows=tuple(rows),
        warnings=tuple(warnings),
        notes=tuple(remark.text for remark in of_data if not remark.is_warning),
        claim=claim_of(store, [run]).words,
    )
    return result, pairs_by_workload


def _was_faster_before(store: Store, run: str) -> Iterator[str]:
    """A run that was slowed throughout cannot see it by itself."""
    kernels_ns = store.kernels_ns(run)
    here = kernels_ns.pop(run, {})
    slower = {}
    for other, kernel_ns in kernels_ns.items():
        if shared := [here[codec] / kernel_ns[codec] for codec in here if codec in kernel_ns]:
            slower[other] = float(np.median(shared))
    if slower and (most := max(slower.values())) > SLOWED:
        other = max(slower, key=slower.__getitem__)
        yield (
            f"This machine was never as fast in this run as in run {other}: the reference kernel "
            f"took {100 * (most - 1):.0f} % longer at best. Ratios hold, times do not."
        )


def least_ratios(store: Store, run: str) -> dict[str, list[float]]:
    """By operation, from which ratio on each two codecs of a run differ significantly."""
    settings = store.run_facts(run)["settings"]
    found: dict[str, list[float]] = {}
    for working_set in store.working_sets(run):
        for operation, known in _Workload(store, run, working_set, settings).pairs.items():
            two = combinations(known.cells, 2)
            found.setdefault(operation, []).extend(known.least(a, b) for a, b in two)
    return found


def ratios(store: Store, run: str, one: str, other: str) -> dict[str, Interval]:
    """By operation, the time of a codec over that of another of the same run."""
    [known] = pairs_of(store, run).values()
    return {
        operation: of_operation.ratio(one, other)
        for operation, of_operation in known.items()
        if one in of_operation.cells and other in of_operation.cells
    }


def pairs_of(store: Store, run: str) -> PairsOf:
    """What is known of the times of each two codecs, by workload and operation."""
    settings = store.run_facts(run)["settings"]
    return {
        working_set.name: _Workload(store, run, working_set, settings).pairs
        for working_set in store.working_sets(run)
    }


def _method(settings: dict[str, Any]) -> dict[str, str]:
    return {
        "processes per codec": str(settings["processes"]),
        "budget": f"{settings['budget_s']:g} s per workload",
        "wanted precision": f"±{settings['precision']:.1%} of the time",
        "allocator of C++ and Rust": settings.get("allocator", "system"),
        "seed": str(settings["seed"]),
        "smallest difference of interest": f"{settings.get('smallest', SMALLEST):.1%}",
        "interval": "95 %, from the variance between processes",
        "shown faster": "all pairs of a table at once, by the studentized range",
    }


class _Workload:
    """The analysis of one working set."""

    def __init__(
        self, store: Store, run: str, facts: WorkloadFacts, settings: dict[str, Any]
    ) -> None:
        self.run = run
        self.facts = facts
        self.settings = settings
        self.codecs = store.codecs(run, facts.name)
        self.allocations = store.allocations(run, facts.name)
        self.endings = store.endings(run, facts.name)
        self.cells = cells_of(store, run, facts.name)
        self.reference = self._references()
        self.effects = {op: self._effects(op) for op in settings["operations"]}
        if set(PRIMARY) <= self.effects.keys():
            self.effects[ROUND_TRIP.name] = _summed([self.effects[op] for op in PRIMARY])
        self.smallest = float(settings.get("smallest", SMALLEST))
        least = 1 + self.smallest
        language = {record.codec: record.language for record in self.codecs}.__getitem__
        self.pairs: dict[str, Pairs[str]] = {
            op: pairs(
                {codec: list(by_process.values()) for codec, by_process in found.items()},
                least,
                language,
            )
            for op, found in self.effects.items()
        }
        # Of the codecs of each language alone.
        self.families = {op: self._families(found) for op, found in self.pairs.items()}

    def _families(self, found: Pairs[str]) -> dict[str, Pairs[str]]:
        by_language: dict[str, list[str]] = {}
        for record in self.codecs:
            if record.codec in found.cells:
                by_language.setdefault(record.language, []).append(record.codec)
        return {language: found.among(codecs) for language, codecs in by_language.items()}

    def _references(self) -> dict[str, str]:
        """Per language, the codec that ratios are to: the one so marked, else the first proven."""
        proven = [c for c in self.codecs if c.verdict.proven]
        out: dict[str, str] = {}
        for record in sorted(proven, key=lambda record: not record.is_reference):
            out.setdefault(record.language, record.codec)
        return out

    def cell(self, record: CodecRecord, operation: str) -> Cell | None:
        return self.cells.get((record.codec, record.same.get(operation, operation)))

    def _effects(self, operation: str) -> Effects:
        cells = {r.codec: self.cell(r, operation) for r in self.codecs}
        there = {codec: cell for codec, cell in cells.items() if cell is not None}
        found = effects(there) if there else {}
        layouts: dict[str, int] = self.settings.get("layouts", {})
        return {
            codec: by_layout(by_process, layouts.get(codec, 1))
            for codec, by_process in found.items()
        }

    # Rows

    def rows(self) -> Iterator[Row]:
        for record in self.codecs:
            operations = self._operations_of(record, self.settings["operations"])
            yield from (self._row(record, operation) for operation in operations)
            if record.codec in self.effects.get(ROUND_TRIP.name, {}):
                yield self._row(record, ROUND_TRIP.name)

    @staticmethod
    def _operations_of(record: CodecRecord, wanted: Sequence[str]) -> list[str]:
        if record.verdict.proven:
            return [op for op in wanted if op in record.operations]
        # What was never timed has a row for each whole direction, not for all of its parts.
        return [op for op in wanted if op in PRIMARY] or list(wanted)

    def _row(self, record: CodecRecord, operation: str) -> Row:
        proven = record.verdict.proven
        figures: dict[str, Any] = {}
        status: Status = record.verdict.status
        note = record.verdict.note
        if proven:
            figures["bytes"] = record.verdict.encoded_bytes / self.facts.values
            if record.codec in self.effects[operation]:
                note = self._fill(figures, record, operation)
            else:
                status, note = self._why_unmeasured(record, operation)
        if record.sizes is not None:
            figures["gzip_bytes"] = record.sizes.gzip_bytes
            figures["zstd_bytes"] = record.sizes.zstd_bytes
        same = record.same.get(operation)
        counted = self.allocations.get((record.codec, same or operation))
        if counted is not None:
            figures |= _per_item(counted)
        return Row(
            run=self.run,
            workload=self.facts.name,
            codec=record.codec,
            language=record.language,
            library=record.library,
            version=record.version,
            format=record.format,
            traits=record.traits,
            operation=operation,
            status=status,
            verified=proven,
            peak_rss_bytes=record.peak_rss_bytes,
            same_as=same,
            note=note,
            **figures,
        )

    def _why_unmeasured(self, record: CodecRecord, operation: str) -> tuple[Status, str]:
        codec = record.codec
        ending = self.endings.get((codec, record.same.get(operation, operation)))
        return ending or ("unmeasured", "the run ended before its first sample")

    def _fill(self, figures: dict[str, Any], record: CodecRecord, operation: str) -> str:
        """Puts the cell's figures in their places and returns what is to be said of them."""
        notes = []
        codec_pairs = self.pairs[operation]
        time = codec_pairs.time(record.codec)
        processes = len(self.effects[operation][record.codec])
        names = PRIMARY if operation == ROUND_TRIP.name else (operation,)
        cells = [c for c in (self.cell(record, name) for name in names) if c is not None]
        if math.isinf(time.high):
            low, high = (sum(float(end(c.ns)) for c in cells) for end in (np.min, np.max))
            # The level is that of all cells together: it may lie outside by a hair.
            time = Interval(time.estimate, min(low, time.estimate), max(high, time.estimate))
            notes.append("one process: the interval is the range of its samples")
        elif time.half_width > self.settings["precision"]:
            notes.append(f"±{100 * time.half_width:.1f} % when the budget was spent")
        ending = self.endings.get((record.codec, record.same.get(operation, operation)))
        if ending is not None:
            notes.append(f"then {ending[1]}")
        figures["time_ns"] = time.estimate
        figures["low_ns"] = time.low
        figures["high_ns"] = time.high
        mean_ns = sum(float(np.mean(cell.ns[cell.best])) for cell in cells)
        if any(cell.quiet.sum() < FEWEST_SAMPLES for cell in cells):
            notes.append("too few quiet samples: all are used")
        elif mean_ns > LOPSIDED * time.estimate:
            notes.append(f"mean {100 * (mean_ns / time.estimate - 1):.0f} % above the estimate")
        figures["mean_ns"] = mean_ns
        figures["samples"] = sum(len(cell.ns) for cell in cells)
        figures["quiet_samples"] = sum(int(cell.quiet.sum()) for cell in cells)
        figures["processes"] = processes
        figures["slower_than"] = codec_pairs.faster_than(record.codec)
        figures["family_size"] = len(codec_pairs.cells)
        family = self.families[operation][record.language]
        figures["language_slower_than"] = family.faster_than(record.codec)
        figures["language_family_size"] = len(family.cells)
        figures["smallest"] = self.smallest
        reference = self.reference[record.language]
        if reference in self.effects[operation]:
            ratio = codec_pairs.ratio(record.codec, reference)
            figures["reference"] = reference
            figures["ratio"] = ratio.estimate
            if math.isfinite(ratio.high):
                figures["ratio_low"] = ratio.low
                figures["ratio_high"] = ratio.high
        memcpy = self.cells.get((record.codec, MEMCPY.name))
        if memcpy is not None and operation != ROUND_TRIP.name:
            # As the times are: of quiet samples, if there are any.
            of_machine = memcpy.quiet if memcpy.quiet.any() else memcpy.best
            memcpy_ns = float(np.median(memcpy.ns[of_machine]))
            figures["memcpy_share"] = memcpy_ns / time.estimate
            if operation in WHOLE_VALUE and memcpy_ns > time.estimate:
                notes.append("faster than copying its bytes: it does not touch all of the value")
        if operation in WHOLE_VALUE and time.estimate < self.facts.leaves * LOAD_NS:
            notes.append("faster than loading each of its fields: it does not read the value")
        return "; ".join(notes)

    def warnings(self) -> Iterator[str]:
        quiet = [cell.quiet for cell in self.cells.values()]
        if quiet and (share := float(np.concatenate(quiet).mean())) < LOUD:
            yield (
                f"{self.facts.name}: only {share:.0%} of the samples fell into quiet moments of "
                "this machine; ratios hold better than absolute times here."
            )


def _summed(effects: Sequence[Effects]) -> Effects:
    """Of the processes that have all of the parts."""
    codecs = [codec for codec in effects[0] if all(codec in part for part in effects)]
    summed: Effects = {}
    for codec in codecs:
        parts = [part[codec] for part in effects]
        if shared := [p for p in parts[0] if all(p in part for part in parts)]:
            summed[codec] = {p: float(np.logaddexp.reduce([e[p] for e in parts])) for p in shared}
    return summed


def _per_item(counted: Allocations) -> dict[str, float]:
    return {
        "allocations": counted.allocations / counted.items,
        "allocated_bytes": counted.allocated_bytes / counted.items,
    }
