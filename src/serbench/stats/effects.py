"""What each process found of a cell, freed of what the machine did meanwhile.

Samples of an operation are taken in rounds, those of one round next to each other. As logarithms
they are a table, cells by rounds: what a round has in common is the machine, what a cell has in
common is what is asked for. Both are told apart by median polish (Tukey, Exploratory Data Analysis,
1977, chapter 11), which no outlier moves.
"""

from __future__ import annotations

import warnings

import numpy as np

from serbench.stats.intervals import Samples

SWEEPS = 20
STEADY = 1e-4


def polished(table: Samples) -> tuple[Samples, Samples]:
    """The effects of rows and columns of a table whose entries may be missing (NaN), so that it is
    about `rows[:, None] + columns`. The median of `columns` is 0; a row without entries is NaN.

    An entry without another in its column says nothing of its row if that has others. A row by
    itself has nothing beside it to tell the columns by: they are 0.
    """
    there = ~np.isnan(table)
    compared = there.sum(axis=0) > 1
    told = (there & compared).any(axis=1)
    table = np.where(compared | ~told[:, None], table, np.nan)
    rows = _median(table, 1)
    columns = np.zeros(table.shape[1])
    for _ in range(SWEEPS if compared.any() else 0):
        before = rows
        columns = np.where(compared, _median(table - rows[:, None], 0), 0.0)
        columns -= np.median(columns[compared])
        columns[~compared] = 0.0
        rows = _median(table - columns, 1)
        if not np.nanmax(np.abs(rows - before)) > STEADY:
            break
    return rows, columns


def centred(table: Samples) -> Samples:
    """The table without the effects of its columns: what is left varies by row alone."""
    return np.asarray(table - polished(table)[1])


def _median(table: Samples, axis: int) -> Samples:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)  # rows and columns without entries
        return np.asarray(np.nanmedian(table, axis=axis))
