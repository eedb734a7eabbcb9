"""From raw samples to rows: quiet medians, intervals, paired ratios, ties."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from serbench.measure.client import Allocations
from serbench.measure.status import Status
from serbench.operations import CHIEF
from serbench.results.cells import Cell, cells_of
from serbench.results.rows import Result, Row, WorkloadFacts
from serbench.results.store import CodecRecord, Store
from serbench.stats import FEWEST_SAMPLES, Interval
from serbench.stats.intervals import bootstrap
from serbench.stats.ties import tie_groups

# Rounds below this share of quiet ones make a run doubtful.
LOUD = 0.2


def analyse(store: Store, run: str) -> Result:
    """The result of a run, finished or not, from what the store holds of it."""
    facts = store.run_facts(run)
    settings = facts["settings"]
    rows: list[Row] = []
    warnings: list[str] = []
    working_sets = store.working_sets(run)
    for working_set in working_sets:
        workload = _Workload(store, run, working_set, settings)
        rows += workload.rows()
        warnings += workload.warnings()
    if facts["status"] != "finished":
        warnings.insert(0, f"The run was {facts['status']}: it holds what was measured until then.")
    return Result(
        run=run,
        started=facts["started"],
        seconds=facts["seconds"],
        serbench=facts["serbench"],
        environment=facts["environment"],
        method=_method(settings),
        workloads=tuple(working_sets),
        rows=tuple(rows),
        warnings=tuple(warnings),
    )


def _method(settings: dict[str, Any]) -> dict[str, str]:
    return {
        "processes per codec": str(settings["processes"]),
        "budget": f"{settings['budget_s']:g} s per workload",
        "wanted precision": f"±{settings['precision']:.1%} of the median",
        "allocator of C++ and Rust": settings.get("allocator", "system"),
        "seed": str(settings["seed"]),
        "interval": "95 %, hierarchical bootstrap over processes and samples",
        "ratios": "medians of ratios paired by round",
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
        self.language = {c.codec: c.language for c in self.codecs}
        self.cells = cells_of(store, run, facts.name, self.language)
        self.reference = self._references()

    def _references(self) -> dict[str, str]:
        """Per language, the codec that ratios are to: the one so marked, else the first proven."""
        proven = [c for c in self.codecs if c.verdict.proven]
        out: dict[str, str] = {}
        for record in sorted(proven, key=lambda record: not record.is_reference):
            out.setdefault(record.language, record.codec)
        return out

    def cell(self, record: CodecRecord, operation: str) -> Cell | None:
        return self.cells.get((record.codec, record.same.get(operation, operation)))

    # Comparisons

    def ratio(self, one: Cell, other: Cell) -> Interval | None:
        """The median of `one`'s times over `other`'s in the same rounds."""
        if one is other:
            return Interval(1.0, 1.0, 1.0)
        _, i, j = np.intersect1d(one.place, other.place, return_indices=True)
        if not len(i):
            return None
        quiet = one.quiet[i] & other.quiet[j]
        if quiet.sum() >= FEWEST_SAMPLES:
            i, j = i[quiet], j[quiet]
        ratios, wave = one.ns[i] / other.ns[j], one.wave[i]
        return bootstrap([ratios[wave == w] for w in np.unique(wave)])

    def groups(self, operation: str, language: str | None) -> dict[str, int]:
        cells: dict[str, Cell] = {}
        for record in self.codecs:
            cell = self.cell(record, operation)
            if cell is not None and language in (None, record.language):
                cells[record.codec] = cell
        ordered = sorted(
            cells, key=lambda codec: float(np.median(cells[codec].ns[cells[codec].best]))
        )
        return tie_groups(ordered, lambda a, b: self.ratio(cells[a], cells[b]))

    # Rows

    def rows(self) -> Iterator[Row]:
        operations = self.settings["operations"]
        overall = {op: self.groups(op, None) for op in operations}
        languages = set(self.language.values())
        within = {(op, name): self.groups(op, name) for op in operations for name in languages}
        for record in self.codecs:
            for operation in self._operations_of(record, operations):
                yield self._row(
                    record,
                    operation,
                    overall[operation].get(record.codec),
                    within[operation, record.language].get(record.codec),
                )

    @staticmethod
    def _operations_of(record: CodecRecord, wanted: Sequence[str]) -> list[str]:
        if record.verdict.proven:
            return [op for op in wanted if op in record.operations]
        # What was never timed has a row for each whole direction, not for all of its parts.
        return [op for op in wanted if op in CHIEF] or list(wanted)

    def _row(
        self, record: CodecRecord, operation: str, tie: int | None, language_tie: int | None
    ) -> Row:
        proven = record.verdict.proven
        figures: dict[str, Any] = {}
        status: Status = record.verdict.status
        note = record.verdict.note
        if proven:
            figures["bytes"] = record.verdict.encoded_bytes / self.facts.values
            cell = self.cell(record, operation)
            if cell is None:
                status, note = self._why_unmeasured(record, operation)
            else:
                note = self._fill(figures, record, operation, cell)
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
            tie_group=tie,
            language_tie_group=language_tie,
            same_as=same,
            note=note,
            **figures,
        )

    def _why_unmeasured(self, record: CodecRecord, operation: str) -> tuple[Status, str]:
        codec = record.codec
        ending = self.endings.get((codec, record.same.get(operation, operation)))
        return ending or ("unmeasured", "the run ended before its first sample")

    def _fill(
        self, figures: dict[str, Any], record: CodecRecord, operation: str, cell: Cell
    ) -> str:
        """Puts the cell's figures in their places and returns what is to be said of them."""
        notes = []
        kept = cell.waves(cell.best)
        interval = bootstrap(kept)
        assert interval is not None
        count = sum(len(w) for w in kept)
        if count < FEWEST_SAMPLES:
            interval = Interval(interval.median, float(cell.ns.min()), float(cell.ns.max()))
            notes.append(f"only {count} samples: the interval is their range")
        elif interval.half_width > self.settings["precision"]:
            percent = f"{100 * interval.half_width:.1f} %"
            notes.append(f"±{percent} when the budget was spent")
        if not (cell.quiet.sum() >= FEWEST_SAMPLES):
            notes.append("too few quiet rounds: all are used")
        ending = self.endings.get((record.codec, record.same.get(operation, operation)))
        if ending is not None:
            notes.append(f"then {ending[1]}")
        figures["median_ns"] = interval.median
        figures["low_ns"] = interval.low
        figures["high_ns"] = interval.high
        figures["samples"] = len(cell.ns)
        figures["quiet_samples"] = int(cell.quiet.sum())
        figures["processes"] = len(np.unique(cell.wave))
        self._fill_ratios(figures, record, operation, cell)
        return "; ".join(notes)

    def _fill_ratios(
        self, figures: dict[str, Any], record: CodecRecord, operation: str, cell: Cell
    ) -> None:
        reference = self.reference[record.language]
        standard = self.cell(next(c for c in self.codecs if c.codec == reference), operation)
        ratio = self.ratio(cell, standard) if standard is not None else None
        if ratio is not None:
            figures["reference"] = reference
            figures["ratio"] = ratio.median
            figures["ratio_low"] = ratio.low
            figures["ratio_high"] = ratio.high
        memcpy = self.cells.get((record.codec, "memcpy"))
        if memcpy is not None:
            limit_ns = float(np.median(memcpy.ns[memcpy.best]))
            figures["memcpy_share"] = limit_ns / figures["median_ns"]

    def warnings(self) -> Iterator[str]:
        quiet = [cell.quiet for cell in self.cells.values()]
        if quiet and (share := float(np.concatenate(quiet).mean())) < LOUD:
            yield (
                f"{self.facts.name}: only {share:.0%} of the samples fell into quiet moments of "
                "this machine; ratios hold better than absolute times here."
            )


def _per_item(counted: Allocations) -> dict[str, float]:
    return {
        "allocations": counted.allocations / counted.items,
        "allocated_bytes": counted.allocated_bytes / counted.items,
    }
