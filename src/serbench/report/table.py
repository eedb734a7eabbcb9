"""The rows of a result set out as tables: what the terminal, Markdown and HTML all draw.

No text is made here beyond ranks, and no unit is chosen.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import msgspec

from serbench.measure.status import Status
from serbench.operations import NAMES, PRIMARY, ROUND_TRIP
from serbench.report.figures import OF_CODEC, TableFigure
from serbench.report.units import EN_DASH
from serbench.results.choice import HAND_WRITTEN, UNCHECKED
from serbench.results.ranking import compared, fastest, interval, ranks
from serbench.results.rows import Result, Row, WorkloadFacts
from serbench.stats.mover import ratio
from serbench.stats.rank_intervals import Rank

_STATUS_ORDER: tuple[Status, ...] = (
    "broken",
    "failed",
    "cannot-hold",
    "unavailable",
    "unmeasured",
    "measured",
)
_ORDER = tuple(dict.fromkeys((*PRIMARY, ROUND_TRIP.name, *NAMES)))
# The traits of codecs that are no choice for the reader, with what is said of them.
NO_CHOICE = {HAND_WRITTEN: "own code, no library", UNCHECKED: "trusts its input"}
NO_RANK = EN_DASH  # stands where the rank of those would


@dataclass(frozen=True, slots=True)
class View:
    """`top` shows so many codecs of each table, choices all, and all codecs if it is 0; None is as
    many as is usual. With `apart` those that are no choice are there, too. `sort` is
    an operation, a figure of a codec or `codec`, and by the round trip if it is empty; `columns`
    are keys, all that fit if there are none; ratios are to `baseline`, an id or a name, and to the
    fastest choice if it is empty."""

    top: int | None = None
    apart: bool = False
    sort: str = ""
    columns: tuple[str, ...] = ()
    baseline: str = ""


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

    def row_with(self, figure: TableFigure) -> Row | None:
        """A row that holds a figure of the codec, the same whatever it does; None if none does."""
        return next((r for r in self.cells.values() if figure.value(r) is not None), None)

    def text(self, figure: TableFigure) -> str:
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
    `sorted_by`; those without all of it come last, and after the choices those that are none.
    `baseline` is the codec that all ratios are to; each language's reference where it is empty.
    `ranks` maps (operation, codec) to `3`, or `3-9` for the lowest and the highest rank that it
    can have, or `NO_RANK`; `fastest` has those that may be called fastest. `family` is how many
    codecs were judged together, in the operation that most of them have; 0 where none were.
    `problems` are the cells without a figure. `left_out` lines were measured and are not there.
    """

    workload: WorkloadFacts
    language: str | None
    operations: tuple[str, ...]
    sorted_by: tuple[str, ...]
    lines: tuple[Line, ...]
    problems: tuple[Problem, ...]
    ranks: dict[tuple[str, str], str]
    fastest: frozenset[tuple[str, str]]
    family: int
    baseline: str = ""
    left_out: int = 0

    @property
    def choices(self) -> int:
        """How many of the lines are choices; they come first."""
        return sum(not no_choice(line.traits) for line in self.lines)


def has_figure(row: Row | None) -> bool:
    """Whether the row holds a time that may be shown: measured, and proven before."""
    return row is not None and row.status == "measured" and row.verified and row.time_ns is not None


def no_choice(traits: Sequence[str]) -> str:
    """Why a codec of these traits is no choice for the reader; empty if it is one."""
    return next((reason for trait, reason in NO_CHOICE.items() if trait in traits), "")


def rank_text(rank: Rank | None) -> str:
    """`3`, or `3-9` with an en dash."""
    if rank is None:
        return NO_RANK
    return f"{rank.low}" if rank.low == rank.high else f"{rank.low}{EN_DASH}{rank.high}"


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
    view: View | None = None,
) -> Section:
    """The table of a workload. `wanted` names the operations to show; if None, all that were timed
    and have a figure. Without a view, all lines are there and ratios are to each language's
    reference."""
    of_workload = [r for r in result.rows if r.workload == workload.name]
    rows = [r for r in of_workload if language in (None, r.language)]
    # Columns are those of the whole workload, so that its tables look alike.
    measured = operations(of_workload)
    timed = tuple(o for o in measured if o != ROUND_TRIP.name)
    shown = timed if wanted is None else tuple(o for o in measured if o in wanted)
    sorted_by = tuple(o for o in PRIMARY if o in measured) or shown
    by_codec: dict[str, dict[str, Row]] = {}
    for row in rows:
        by_codec.setdefault(row.codec, {})[row.operation] = row
    lines = [_line(cells, sorted_by) for cells in by_codec.values()]
    lines = [line for line in lines if any(has_figure(r) for r in line.cells.values())]
    lines.sort(key=lambda line: _order(line, ""))
    beside = _baseline(of_workload, lines, view.baseline) if view else None
    sort = view.sort if view else ""
    lines.sort(key=lambda line: _order(line, sort))
    measured_lines = len(lines)
    if view and view.top:
        choices = [line for line in lines if not no_choice(line.traits)]
        others = lines[len(choices) :] if view.apart else []
        lines = [*choices[: view.top], *others]
    return Section(
        workload,
        language,
        shown,
        (sort,) if sort else sorted_by,
        tuple(_beside(line, beside) for line in lines) if beside else tuple(lines),
        tuple(_problems(by_codec)),
        *_ranked(rows, language),
        _family(rows, language),
        next(iter(beside.values())).codec if beside else "",
        measured_lines - len(lines),
    )


def _order(line: Line, by: str) -> tuple[bool, bool, float, str]:
    """What lines are sorted by: choices first, then what has a figure for it."""
    value = line.total_ns
    if by == "codec":
        value = 0.0
    elif by in line.cells:
        value = _time(line.cells[by])
    elif by:
        figure = next((f for f in OF_CODEC if f.key == by), None)
        row = line.row_with(figure) if figure else None
        value = figure.value(row) if figure and row else None
    return bool(no_choice(line.traits)), value is None, value or 0.0, line.codec


def _baseline(rows: Sequence[Row], lines: Sequence[Line], name: str) -> dict[str, Row] | None:
    """The codec that ratios are to, its row for each operation that has a figure; None where codecs
    were not compared."""
    if not compared([r for r in rows if has_figure(r)]):
        return None
    measured = dict.fromkeys(r.codec for r in rows if has_figure(r))
    choices = [line.codec for line in lines if not no_choice(line.traits)]
    found = [c for c in measured if name and name in (c, c.partition("/")[2])]
    here = [c for c in found if c in {line.codec for line in lines}]
    codec = next(iter([*here, *found, *choices, *measured]))
    return {r.operation: r for r in rows if r.codec == codec and has_figure(r)}


def _beside(line: Line, baseline: dict[str, Row]) -> Line:
    """The line with ratios to that codec, whose intervals are made of those of both times; where
    its own are to that codec, they are of both codecs' processes side by side, and stay."""
    cells = {}
    for operation, row in line.cells.items():
        base = baseline.get(operation)
        if base is None or not has_figure(row):
            changes: dict[str, Any] = {"reference": None, "ratio": None}
        elif row.reference == base.codec and row.ratio is not None:
            changes = {}
        else:
            quotient = ratio(interval(row), interval(base))
            changes = {"reference": base.codec, "ratio": quotient.estimate}
            changes |= {"ratio_low": quotient.low, "ratio_high": quotient.high}
        cells[operation] = msgspec.structs.replace(row, **changes)
    return replace(line, cells=cells)


def _line(cells: dict[str, Row], sorted_by: tuple[str, ...]) -> Line:
    rows = list(cells.values())
    total_ns = _time(cells.get(ROUND_TRIP.name)) if sorted_by == PRIMARY else None
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
    return row.time_ns if row is not None and has_figure(row) else None


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


def _ranked(
    rows: Iterable[Row], language: str | None
) -> tuple[dict[tuple[str, str], str], frozenset[tuple[str, str]]]:
    """Ranks by operation and codec, and those that may be called fastest."""
    by_operation: dict[str, list[Row]] = {}
    for row in rows:
        if has_figure(row):
            by_operation.setdefault(row.operation, []).append(row)
    texts = {}
    first = []
    for operation, beside in by_operation.items():
        rank_of = ranks(beside, language)
        for row in beside if rank_of else ():
            texts[operation, row.codec] = rank_text(rank_of.get(row.codec))
        first += [(operation, row.codec) for row in fastest(beside, language)[0]]
    return texts, frozenset(first)


def _family(rows: Iterable[Row], language: str | None) -> int:
    sizes = (r.family_size if language is None else r.language_family_size for r in rows)
    return max(sizes, default=0)
