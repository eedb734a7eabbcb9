"""Codecs beside workloads: of each what it takes as a multiple of the best of its language, and
the geometric mean of that over the workloads.

A geometric mean, because the mean of ratios must not depend on which codec they are to.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import geometric_mean

from serbench.report import units
from serbench.report.figures import BYTES
from serbench.report.page_data import chart_operations
from serbench.report.table import has_figure, languages, no_choice
from serbench.report.text import language_name
from serbench.report.words import STATUS, mark
from serbench.results.rows import Result, Row

NONE = units.EN_DASH  # where a codec was not measured on a workload


@dataclass(frozen=True, slots=True)
class MatrixCell:
    """A codec on a workload. `values` has its figure for each measure, None where it has none;
    `marks` what stands behind them. `ratio` is that of the first measure to the best, `text` says
    it, and `missing` what is said where there is none."""

    values: tuple[float | None, ...]
    marks: tuple[str, ...]
    ratio: float | None
    missing: str

    @property
    def text(self) -> str:
        return self.missing if self.ratio is None else units.ratio(self.ratio)

    @property
    def values_json(self) -> str:
        return json.dumps(self.values)

    @property
    def marks_json(self) -> str:
        return json.dumps(self.marks)


@dataclass(frozen=True, slots=True)
class Line:
    """One codec; `mean` is over the cells that have a ratio, None if none has."""

    codec: str
    language: str
    format: str
    traits: tuple[str, ...]
    cells: tuple[MatrixCell, ...]

    @property
    def name(self) -> str:
        return self.codec.removeprefix(f"{self.language}/")

    @property
    def spoken(self) -> str:
        return language_name(self.language)

    @property
    def held(self) -> int:
        """On how many workloads it has a ratio."""
        return sum(cell.ratio is not None for cell in self.cells)

    @property
    def mean(self) -> float | None:
        ratios = [cell.ratio for cell in self.cells if cell.ratio is not None]
        return geometric_mean(ratios) if ratios else None

    @property
    def mean_text(self) -> str:
        return NONE if self.mean is None else units.ratio(self.mean)


@dataclass(frozen=True, slots=True)
class Matrix:
    """`measures` are operations, or `bytes`. `mixed` are the workloads whose codecs were measured
    in several runs: no difference between them was decided. Lines are in the order of their means,
    those that lack a workload after the others, and last what is no choice."""

    measures: tuple[str, ...]
    workloads: tuple[str, ...]
    mixed: tuple[str, ...]
    lines: tuple[Line, ...]


def matrix(result: Result) -> Matrix | None:
    """None where fewer than two workloads have a figure."""
    measured = [row for row in result.rows if has_figure(row)]
    with_figures = {row.workload for row in measured}
    workloads = [facts.name for facts in result.workloads if facts.name in with_figures]
    if len(workloads) < 2:
        return None
    measures = (*chart_operations(result), BYTES.key)
    runs = {name: {row.run for row in measured if row.workload == name} for name in workloads}
    by_workload = [_by_codec(r for r in result.rows if r.workload == name) for name in workloads]
    best = {
        language: [_best(by_codec, measures[0], language) for by_codec in by_workload]
        for language in languages(result)
    }
    lines = []
    for first in {row.codec: row for row in reversed(measured)}.values():
        pairs = zip(by_workload, best[first.language], strict=True)
        cells = [_cell(by_codec.get(first.codec, {}), measures, least) for by_codec, least in pairs]
        line = Line(first.codec, first.language, first.format, first.traits, tuple(cells))
        lines.append(line)
    lines.sort(key=_order)
    mixed = (name for name in workloads if len(runs[name]) > 1)
    return Matrix(measures, tuple(workloads), tuple(mixed), tuple(lines))


def _order(line: Line) -> tuple[bool, int, float, str]:
    return bool(no_choice(line.traits)), -line.held, line.mean or 0.0, line.codec


def _by_codec(rows: Iterable[Row]) -> dict[str, dict[str, Row]]:
    found: dict[str, dict[str, Row]] = {}
    for row in rows:
        found.setdefault(row.codec, {})[row.operation] = row
    return found


def _value(cells: dict[str, Row], measure: str) -> float | None:
    if measure == BYTES.key:
        return next((r.bytes for r in cells.values() if has_figure(r) and r.bytes), None)
    row = cells.get(measure)
    return row.time_ns if row is not None and has_figure(row) else None


def _best(by_codec: dict[str, dict[str, Row]], measure: str, language: str) -> float | None:
    """The lowest of the language's choices, or of all its codecs if none of them is a choice."""
    values: list[tuple[bool, float]] = []
    for cells in by_codec.values():
        row = next(iter(cells.values()))
        value = _value(cells, measure)
        if row.language == language and value is not None:
            values.append((bool(no_choice(row.traits)), value))
    return min(values)[1] if values else None


def _cell(cells: dict[str, Row], measures: Sequence[str], best: float | None) -> MatrixCell:
    values = tuple(_value(cells, measure) for measure in measures)
    marks = tuple(
        mark(cells[measure]) if value is not None and measure in cells else ""
        for measure, value in zip(measures, values, strict=True)
    )
    value = values[0]
    status = next((STATUS[r.status] for r in cells.values() if not has_figure(r)), NONE)
    return MatrixCell(values, marks, value / best if value and best else None, status)
