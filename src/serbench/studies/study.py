"""What every study says of itself, and what is made of it when it is run again."""

from __future__ import annotations

import csv
import statistics
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from serbench.errors import UserError, nearest
from serbench.measure.protocol import Blocks, Reading
from serbench.results.file_rows import FileResult
from serbench.results.study_rows import Repeated

PUBLISHED = Path(__file__).parent / "published"


@dataclass(frozen=True, slots=True)
class StudyRow:
    """A row of the study's tables, by the name it had there, and the codec that takes its place.
    `note` says what is not as it was then."""

    label: str
    codec: str
    note: str = ""
    equal_codec: str = ""  # on equal terms, if that is another
    on_equal_terms: bool = False  # and nothing else: no row of the study's tables


@dataclass(frozen=True, slots=True)
class Scale:
    """How often things are done: `iterations` are timed, each of them `repetitions` operations."""

    iterations: int
    repetitions: int


@dataclass(frozen=True, slots=True)
class StudyFigure:
    """One measured figure beside the published one, if the study printed it. `column` names a
    column of the study's tables; lower is better unless `more_is_better`."""

    row: str
    column: str
    value: float
    published: float | None
    more_is_better: bool = False


@dataclass(frozen=True, slots=True)
class StudyTable:
    """A table arranged as the study has it; a row that is None is a line across."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...] | None, ...]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a study was run on, and what was found of each of its rows, by label; or of its object
    files."""

    size: str
    scale: Scale
    found: dict[str, Repeated] = field(default_factory=dict)
    files: FileResult | None = None

    def measured(self, label: str) -> Repeated | None:
        """A row whose operations were all timed, once or more."""
        repeated = self.found.get(label)
        return repeated if repeated and all(repeated.times_ns.values()) else None

    def ns(self, label: str, *operations: str) -> float | None:
        """The median time of one operation, or of several together; None if one was not timed."""
        repeated = self.found.get(label)
        if repeated is None or not all(
            repeated.times_ns.get(operation) for operation in operations
        ):
            return None
        medians = [statistics.median(repeated.times_ns[operation]) for operation in operations]
        return sum(medians) / self.scale.repetitions

    def times(self, label: str, one: str, other: str) -> float | None:
        """How many times as long as another an operation of a row takes."""
        ns, of_ns = self.ns(label, one), self.ns(label, other)
        return ns / of_ns if ns and of_ns else None

    def times_of_each(self, labels: Iterable[str], one: str, other: str) -> str:
        """The same of several rows, in words; those that lack an operation are left out."""
        found = {label: self.times(label, one, other) for label in labels}
        return ", ".join(f"{label} {factor:.2f}" for label, factor in found.items() if factor)


@dataclass(frozen=True, slots=True)
class ObjectFiles:
    """How a study writes and reads its files: pinned to which `cores`, in what blocks, by which
    `readings` a row. `found` makes of what was measured the times of rows, as of other studies."""

    cores: tuple[str, ...]
    blocks: Blocks
    readings: Callable[[StudyRow], tuple[Reading, ...]]
    found: Callable[[FileResult, Scale], dict[str, Repeated]]


@dataclass(frozen=True, slots=True)
class EqualTerm:
    """What is timed of every row alike, in one figure: `operations`, summed. `column` is the one of
    the study's own that asked the same question."""

    name: str
    operations: tuple[str, ...]
    column: str


def equal_label(row: StudyRow) -> str:
    """By which a row is known on equal terms."""
    return f"{row.label} (equal terms)" if row.equal_codec else row.label


@dataclass(frozen=True, slots=True)
class Study:
    """`sizes` name the workload of each; `usual` suits a laptop, `as_published` is the study's own.

    `operations` of a row are what the study timed of it: of the protocol, `write` and `scan` for a
    file; `tables` are the study's, with its columns, units and order; `figures` holds every
    measured figure with the published one. `equal` is what is timed of all rows alike, and
    `mechanisms` say what made the difference, each in a sentence with what was measured of it,
    which may ask for operations `besides`, by label. `operation_s` is about what an operation takes
    of each size, so that the time of a run can be told before it. A study of `object_files` runs
    `serbench files` instead of iterations. `unoptimized` says so of a program that no build type
    was set for: what it took from headers was compiled without optimization.
    """

    name: str
    title: str
    source: str
    sizes: dict[str, str]
    default_size: str
    usual: Scale
    as_published: Scale
    rows: tuple[StudyRow, ...]
    operations: Callable[[StudyRow], tuple[str, ...]]
    tables: Callable[[Outcome], list[StudyTable]]
    figures: Callable[[Outcome], list[StudyFigure]]
    differences: tuple[str, ...] = ()
    equal: tuple[EqualTerm, ...] = ()
    besides: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    mechanisms: Callable[[Outcome], list[str]] = lambda outcome: []
    operation_s: Mapping[str, float] = field(default_factory=dict)
    object_files: ObjectFiles | None = None
    unoptimized: bool = False

    def timed(self, row: StudyRow) -> tuple[str, ...]:
        """All operations that are timed of a row."""
        alike = [operation for term in self.equal for operation in term.operations]
        if row.on_equal_terms:
            return tuple(dict.fromkeys(alike))
        own = (*self.operations(row), *self.besides.get(row.label, ()))
        return tuple(dict.fromkeys((*own, *([] if row.equal_codec else alike))))

    def with_equal_rows(self, rows: Sequence[StudyRow]) -> tuple[StudyRow, ...]:
        """The rows, and those of codecs that are compared on equal terms alone."""
        others = [
            StudyRow(equal_label(row), row.equal_codec, on_equal_terms=True)
            for row in rows
            if self.equal and row.equal_codec
        ]
        return (*rows, *others)


def published(name: str) -> list[dict[str, str]]:
    """The rows of a file of published figures."""
    with (PUBLISHED / f"{name}.csv").open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def number(text: str) -> float | None:
    return float(text) if text else None


def select_rows(study: Study, wanted: Sequence[str]) -> tuple[StudyRow, ...]:
    """The rows named by label or codec, all if none is. Raises `UserError` for what is neither."""
    for name in wanted:
        known = [text for row in study.rows for text in (row.label, row.codec)]
        if name.lower() not in map(str.lower, known):
            raise UserError(f"{study.name}: it has no row {name!r}.{nearest(name, known)}")
    lowered = {name.lower() for name in wanted}
    return tuple(
        row for row in study.rows if not wanted or {row.label.lower(), row.codec.lower()} & lowered
    )
