"""Measured figures beside published ones: do the orderings agree, and what moved?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from serbench.stats.rank import Agreement, agreement, ranks
from serbench.studies.study import Figure


@dataclass(frozen=True, slots=True)
class Moved:
    """A row whose place, from 1 for the best, is not the published one."""

    row: str
    published: float
    measured: float


@dataclass(frozen=True, slots=True)
class Comparison:
    """One column. `agreement` is None where fewer than four rows have a published figure; `moved`
    are the rows whose place changed most, at most three and by more than one."""

    column: str
    rows: int
    agreement: Agreement | None
    moved: tuple[Moved, ...]


def compare(figures: Sequence[Figure]) -> list[Comparison]:
    """Column by column, over the rows that have a published figure."""
    found = []
    for column in dict.fromkeys(f.column for f in figures):
        its = [f for f in figures if f.column == column and f.published is not None]
        if not its:
            continue
        sign = -1.0 if its[0].more_is_better else 1.0
        now = [sign * f.value for f in its]
        then = [sign * (f.published or 0.0) for f in its]
        places = zip(
            its, ranks(np.array(then)).tolist(), ranks(np.array(now)).tolist(), strict=True
        )
        moved = sorted(
            (Moved(f.row, before, after) for f, before, after in places if abs(before - after) > 1),
            key=lambda m: -abs(m.published - m.measured),
        )
        found.append(Comparison(column, len(its), agreement(now, then), tuple(moved[:3])))
    return found
