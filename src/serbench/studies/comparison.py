"""Measured figures beside published ones: do the orderings agree, and what moved? And what is left
of the published order if all rows are timed alike."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from serbench.stats.rank import Agreement, agreement, ranks
from serbench.studies.study import EqualTerm, Outcome, Study, StudyFigure, equal_label


@dataclass(frozen=True, slots=True)
class Moved:
    """A row whose rank, from 1 for the best, is not the published one."""

    row: str
    published: float
    measured: float


@dataclass(frozen=True, slots=True)
class Comparison:
    """One column. `agreement` is None where fewer than four rows have a published figure; `moved`
    are the rows whose rank changed most, at most three and by more than one."""

    column: str
    rows: int
    agreement: Agreement | None
    moved: tuple[Moved, ...]


def compare(figures: Sequence[StudyFigure]) -> list[Comparison]:
    """Column by column, over the rows that have a published figure."""
    found = []
    for column in dict.fromkeys(f.column for f in figures):
        of_column = [f for f in figures if f.column == column and f.published is not None]
        if not of_column:
            continue
        sign = -1.0 if of_column[0].more_is_better else 1.0
        now = [sign * f.value for f in of_column]
        then = [sign * (f.published or 0.0) for f in of_column]
        of_rows = zip(
            of_column, ranks(np.array(then)).tolist(), ranks(np.array(now)).tolist(), strict=True
        )
        moved = sorted(
            (
                Moved(f.row, before, after)
                for f, before, after in of_rows
                if abs(before - after) > 1
            ),
            key=lambda m: -abs(m.published - m.measured),
        )
        found.append(Comparison(column, len(of_column), agreement(now, then), tuple(moved[:3])))
    return found


@dataclass(frozen=True, slots=True)
class Placed:
    """A row on equal terms: its time, its rank among all rows that were timed, from 1 for the
    fastest, and where it stood among them as published, if the study printed a figure."""

    row: str
    ns: float
    rank: float
    published: float | None


@dataclass(frozen=True, slots=True)
class EqualColumn:
    """A figure that was taken of every row alike, rows from the fastest; `agreement` is that of
    their order with the published one."""

    term: EqualTerm
    rows: tuple[Placed, ...]
    agreement: Agreement | None

    @property
    def moved(self) -> tuple[Placed, ...]:
        """Rows that stand two ranks or more from where they were published, the furthest first."""
        far = [row for row in self.rows if abs(_distance(row)) >= 2]
        return tuple(sorted(far, key=lambda row: -abs(_distance(row))))


def _distance(row: Placed) -> float:
    return 0.0 if row.published is None else row.rank - row.published


def on_equal_terms(study: Study, outcome: Outcome) -> list[EqualColumn]:
    """Each term over the rows that were measured so. Places are among the rows with both figures,
    where there are any, so that those of then and of now can be compared."""
    columns = []
    figures = study.figures(outcome)
    for term in study.equal:
        printed = {f.row: f for f in figures if f.column == term.column and f.published is not None}
        ns = {
            row.label: time_ns
            for row in study.rows
            if (time_ns := outcome.ns(equal_label(row), *term.operations)) is not None
        }
        shared = [label for label in ns if label in printed] or list(ns)
        now = _ranks([ns[label] for label in shared])
        sign = -1.0 if any(f.more_is_better for f in printed.values()) else 1.0
        then = _ranks([sign * (printed[label].published or 0.0) for label in shared if printed])
        rows = [
            Placed(label, ns[label], now[i], then[i] if then else None)
            for i, label in enumerate(shared)
        ]
        agreed = agreement(now, then) if len(then) == len(now) else None
        columns.append(EqualColumn(term, tuple(sorted(rows, key=lambda row: row.ns)), agreed))
    return [column for column in columns if column.rows]


def _ranks(values: Sequence[float]) -> list[float]:
    return [float(rank) for rank in ranks(np.array(values))] if values else []
