"""The rows of a result set out as tables: what the terminal, Markdown and HTML all draw.

No text is made here beyond ranks, and no unit is chosen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from serbench.measure.status import Status
from serbench.operations import CHIEF, NAMES, ROUND_TRIP
from serbench.report.units import EN_DASH
from serbench.results.rows import Result, Row, WorkloadFacts

if TYPE_CHECKING:
    from serbench.report.figures import Figure

_STATUS_ORDER: tuple[Status, ...] = (
    "broken",
    "failed",
    "cannot-hold",
    "unavailable",
    "unmeasured",
    "measured",
)
_ORDER = tuple(dict.fromkeys((*CHIEF, ROUND_TRIP.name, *NAMES)))
# The traits of codecs that are no choice for the reader, with what is said of them.
LIMIT, UNCHECKED = "limit", "unchecked"
NO_CHOICE = {LIMIT: "own code, no library", UNCHECKED: "trusts its input"}
NO_PLACE = EN_DASH  # stands where the place of those would


@dataclass(frozen=True, slots=True)
class Line:
    """One codec in a table. `cells` holds its row per operation, whatever the status;
    `total_ns` is what the table is sorted by, None if a part of it is missing."""

    codec: str
    language: str
    library: str
    version: str
    format: str
    traits: tuple[str, ...]
    cells: dict[str, Row]
    total_ns: float | None

    @property
    def name(self) -> str:
        """The codec's id without its language."""
        return self.codec.removeprefix(f"{self.language}/")

    def row_with(self, figure: Figure) -> Row | None:
        """A row that holds a figure of the codec, the same whatever it does; None if none does."""
        return next((r for r in self.cells.values() if figure.value(r) is not None), None)

    def text(self, figure: Figure) -> str:
        """A figure of the codec; empty if it was not measured."""
        row = self.row_with(figure)
        return "" if row is None else figure.text(row)


@dataclass(frozen=True, slots=True)
class Problem:
    """Why a codec has no figure for some operations; `operations` is empty when it has
    none at all. The status "measured" here means timed but not proven."""

    codec: str
    language: str
    format: str
    traits: tuple[str, ...]
    status: Status
    operations: tuple[str, ...]
    note: str


@dataclass(frozen=True, slots=True)
class Section:
    """One table: the codecs of `language`, or of all languages if None.

    `lines` are the codecs with at least one figure, fastest first by the sum of
    `sorted_by`; those without all of it come last. `ranks` maps (operation, codec) to `3`, `2=`
    for each of those that share the second place, or `NO_PLACE`. `problems` are the cells without a
    figure.
    """

    workload: WorkloadFacts
    language: str | None
    operations: tuple[str, ...]
    sorted_by: tuple[str, ...]
    lines: tuple[Line, ...]
    problems: tuple[Problem, ...]
    ranks: dict[tuple[str, str], str]


def has_figure(row: Row | None) -> bool:
    """Whether the row holds a time that may be shown: measured, and proven before."""
    return (
        row is not None and row.status == "measured" and row.verified and row.median_ns is not None
    )


def no_choice(traits: Sequence[str]) -> str:
    """Why a codec of these traits is no choice for the reader; empty if it is one."""
    return next((said for trait, said in NO_CHOICE.items() if trait in traits), "")


def compared(rows: Sequence[Row]) -> bool:
    """Whether codecs of these rows, of one operation, could be told apart: samples of several runs
    were not taken side by side, and one process of each does not say how processes differ."""
    return len({r.run for r in rows}) == 1 and any(r.processes > 1 for r in rows)


def places(rows: Sequence[Row]) -> dict[str, int]:
    """For each choice among the codecs of these rows, which have a figure and are of one operation:
    1 + the number of choices that were shown faster. Empty if they were not compared."""
    if not compared(rows):
        return {}
    choices = {r.codec: r for r in rows if not no_choice(r.traits)}
    return {codec: 1 + len(choices.keys() & row.slower_than) for codec, row in choices.items()}


def languages(result: Result, workload: str | None = None) -> list[str]:
    """The languages with rows, in the order of the rows."""
    return list(dict.fromkeys(r.language for r in result.rows if workload in (None, r.workload)))


def operations(rows: Iterable[Row]) -> tuple[str, ...]:
    """The operations that have a figure, the round trip among them, in the order to show them; one
    that is not known comes after the others."""
    found = dict.fromkeys(r.operation for r in rows if has_figure(r))
    known = [o for o in _ORDER if o in found]
    return tuple(known + [o for o in found if o not in _ORDER])


def section(
    result: Result,
    workload: WorkloadFacts,
    language: str | None = None,
    wanted: Sequence[str] | None = None,
) -> Section:
    """The table of a workload. `wanted` names the operations to show; if None, all that were timed
    and have a figure."""
    of_workload = [r for r in result.rows if r.workload == workload.name]
    rows = [r for r in of_workload if language in (None, r.language)]
    # Columns are those of the whole workload, so that its tables look alike.
    measured = operations(of_workload)
    timed = tuple(o for o in measured if o != ROUND_TRIP.name)
    shown = timed if wanted is None else tuple(o for o in measured if o in wanted)
    sorted_by = tuple(o for o in CHIEF if o in measured) or shown
    by_codec: dict[str, dict[str, Row]] = {}
    for row in rows:
        by_codec.setdefault(row.codec, {})[row.operation] = row
    lines = [_line(cells, sorted_by) for cells in by_codec.values()]
    lines = [line for line in lines if any(has_figure(r) for r in line.cells.values())]
    lines.sort(key=lambda line: (line.total_ns is None, line.total_ns or 0.0, line.codec))
    return Section(
        workload,
        language,
        shown,
        sorted_by,
        tuple(lines),
        tuple(_problems(by_codec)),
        _ranks(rows),
    )


def _line(cells: dict[str, Row], sorted_by: tuple[str, ...]) -> Line:
    rows = list(cells.values())
    total_ns = _time(cells.get(ROUND_TRIP.name)) if sorted_by == CHIEF else None
    if total_ns is None:
        times = [_time(cells.get(o)) for o in sorted_by]
        known = [t for t in times if t is not None]
        total_ns = sum(known) if known and len(known) == len(times) else None
    return Line(
        rows[0].codec,
        rows[0].language,
        rows[0].library,
        rows[0].version,
        rows[0].format,
        rows[0].traits,
        cells,
        total_ns,
    )


def _time(row: Row | None) -> float | None:
    return row.median_ns if row is not None and has_figure(row) else None


def _problems(by_codec: dict[str, dict[str, Row]]) -> list[Problem]:
    found: dict[tuple[str, Status, str], list[Row]] = {}
    for cells in by_codec.values():
        for row in cells.values():
            if not has_figure(row):
                found.setdefault((row.codec, row.status, row.note), []).append(row)
    problems = [
        Problem(
            codec,
            rows[0].language,
            rows[0].format,
            rows[0].traits,
            status,
            () if len(rows) == len(by_codec[codec]) else tuple(r.operation for r in rows),
            note,
        )
        for (codec, status, note), rows in found.items()
    ]
    return sorted(problems, key=lambda p: (_STATUS_ORDER.index(p.status), p.codec, p.operations))


def _ranks(rows: Iterable[Row]) -> dict[tuple[str, str], str]:
    by_operation: dict[str, list[Row]] = {}
    for row in rows:
        if has_figure(row):
            by_operation.setdefault(row.operation, []).append(row)
    ranks = {}
    for operation, its in by_operation.items():
        place_of = places(its)
        held_by = Counter(place_of.values())
        for row in its if place_of else ():
            place = place_of.get(row.codec)
            shared = "=" if held_by[place or 0] > 1 else ""
            ranks[operation, row.codec] = NO_PLACE if place is None else f"{place}{shared}"
    return ranks
