"""The raw samples of a codec's operation, and what they say of it beside others."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from serbench.stats import FEWEST_SAMPLES
from serbench.stats.effects import centred, polished
from serbench.stats.intervals import Samples
from serbench.stats.slowing import adjusted

# Of a process, to do without its other samples, if these are half of them at least.
FEWEST_QUIET = 3


@dataclass(frozen=True, slots=True)
class Cell:
    """The samples of one codec and operation, in the order taken.

    `ns` is per value. `process` and `round` say beside which samples of other cells one was taken;
    a round has several of a cell where one was loud and was taken again. `slowed` is the logarithm
    of what the reference kernel took beside a sample over what it takes on the quiet machine.
    """

    ns: Samples
    process: npt.NDArray[np.int64]
    round: npt.NDArray[np.int64]
    quiet: npt.NDArray[np.bool_]
    slowed: Samples

    @property
    def best(self) -> npt.NDArray[np.bool_]:
        """The quiet samples where there are enough of them, else all that count."""
        if self.quiet.sum() >= FEWEST_SAMPLES:
            return self.quiet
        last = {place: i for i, place in enumerate(zip(self.process, self.round, strict=True))}
        counts = np.zeros_like(self.quiet)
        counts[list(last.values())] = True
        return counts

    @property
    def quiet_log_ns(self) -> float:
        """The level of its quiet samples; NaN without any."""
        return float(np.median(np.log(self.ns[self.quiet]))) if self.quiet.any() else math.nan

    def counted(self, process: int) -> npt.NDArray[np.bool_]:
        """Which samples of a process count: the quiet ones alone if most are quiet, since no slope
        tells all that a slowed machine does; else all, or few would be left."""
        of_process = np.asarray(self.process == process)
        quiet = of_process & self.quiet
        is_enough = quiet.sum() >= max(FEWEST_QUIET, of_process.sum() / 2)
        return quiet if is_enough else of_process


def effects(cells: Mapping[str, Cell]) -> dict[str, dict[int, float]]:
    """What each process found of cells that were sampled side by side: logarithms of ns per value,
    as the machine was in its quiet moments, by process. Differences between cells are those within
    the processes' rounds."""
    names, all_cells = list(cells), list(cells.values())
    processes = sorted({int(p) for cell in all_cells for p in np.unique(cell.process)})
    log_ns = adjusted(
        [cell.slowed for cell in all_cells],
        [np.log(cell.ns) for cell in all_cells],
        [cell.process for cell in all_cells],
    )
    found = np.column_stack([_within(all_cells, log_ns, process) for process in processes])
    found = centred(found)
    # One level for all: each cell's own would bring back the moments at which it was lucky. Where a
    # cell has few quiet samples, the others' make up for it: with its loud ones, times would be
    # those of a slowed machine.
    levels = np.array([cell.quiet_log_ns for cell in all_cells])
    if np.isnan(levels).all():
        levels = np.array([float(np.median(np.log(cell.ns))) for cell in all_cells])
    found += np.nanmedian(levels - np.nanmean(found, axis=1))
    return {
        name: {p: float(y) for p, y in zip(processes, row, strict=True) if not np.isnan(y)}
        for name, row in zip(names, found, strict=True)
    }


def by_layout(by_process: Mapping[int, float], layouts: int) -> dict[int, float]:
    """The effects of a codec's processes, where they had fewer layouts than they are many, as those
    of its layouts: processes of one layout share its luck, so that it is layouts that are drawn.
    They took turns, and the key is that of a layout's first process."""
    if not 1 < layouts < len(by_process):
        return dict(by_process)
    turns = sorted(by_process)
    return {
        turns[first]: float(np.mean([by_process[p] for p in turns[first::layouts]]))
        for first in range(layouts)
    }


def _within(cells: Sequence[Cell], log_ns: Sequence[Samples], process: int) -> Samples:
    """The cells' effects within a process of each; NaN of those that it has no sample of."""
    counts = [cell.counted(process) for cell in cells]
    there = [cell.round[counted] for cell, counted in zip(cells, counts, strict=True)]
    rounds = 1 + max((int(of_cell.max()) for of_cell in there if len(of_cell)), default=0)
    table = np.full((len(cells), rounds), np.nan)
    for row, of_cell, log, counted in zip(table, there, log_ns, counts, strict=True):
        samples = np.bincount(of_cell, minlength=rounds)
        sums = np.bincount(of_cell, log[counted], minlength=rounds)
        row[samples > 0] = sums[samples > 0] / samples[samples > 0]
    return polished(table)[0]
