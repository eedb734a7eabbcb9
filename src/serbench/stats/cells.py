"""The raw samples of a codec's operation, and what they say of it beside others."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from serbench.stats import FEWEST_SAMPLES
from serbench.stats.effects import centred, polished
from serbench.stats.intervals import Samples

# Of a process, to do without its other samples.
FEWEST_QUIET = 3


@dataclass(frozen=True, slots=True)
class Cell:
    """The samples of one codec and operation, in the order taken.

    `ns` is per value. `process` and `round` say beside which samples of other cells one was taken;
    of those of one round the last counts, since one that was loud is taken again.
    """

    ns: Samples
    process: npt.NDArray[np.int64]
    round: npt.NDArray[np.int64]
    quiet: npt.NDArray[np.bool_]

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
    def log_ns(self) -> float:
        """The level of its best samples."""
        return float(np.median(np.log(self.ns[self.best])))

    def of_process(self, process: int) -> tuple[npt.NDArray[np.int64], Samples]:
        """The rounds of a process and the logarithms of their times: only of the quiet samples if
        there are some, since a process that ran on a slowed machine throughout is compared with
        what was slowed beside it."""
        its = self.process == process
        quiet = its & self.quiet
        if quiet.sum() >= FEWEST_QUIET:
            its = quiet
        return self.round[its], np.log(self.ns[its])


def effects(cells: Mapping[str, Cell]) -> dict[str, dict[int, float]]:
    """What each process found of cells that were sampled side by side: logarithms of ns per value,
    as the machine was in its quiet moments, by process. Differences between cells are those within
    the processes' rounds."""
    names = list(cells)
    processes = sorted({int(p) for cell in cells.values() for p in np.unique(cell.process)})
    found = np.column_stack([_within(list(cells.values()), process) for process in processes])
    found = centred(found)
    # One level for all: each cell's own would bring back the moments at which it was lucky.
    levels = [cell.log_ns for cell in cells.values()] - np.nanmean(found, axis=1)
    found += np.median(levels)
    return {
        name: {p: float(y) for p, y in zip(processes, row, strict=True) if not np.isnan(y)}
        for name, row in zip(names, found, strict=True)
    }


def by_layout(its: Mapping[int, float], layouts: int) -> dict[int, float]:
    """The effects of a codec's processes, where they had fewer layouts than they are many, as those
    of its layouts: processes of one layout share its luck, so that it is layouts that are drawn.
    They took turns, and the key is that of a layout's first process."""
    if not 1 < layouts < len(its):
        return dict(its)
    turns = sorted(its)
    return {
        turns[first]: float(np.mean([its[p] for p in turns[first::layouts]]))
        for first in range(layouts)
    }


def _within(cells: list[Cell], process: int) -> Samples:
    """The cells' effects within a process of each; NaN of those that it has no sample of."""
    taken = [cell.of_process(process) for cell in cells]
    rounds = 1 + max((int(r.max()) for r, _ in taken if len(r)), default=0)
    table = np.full((len(cells), rounds), np.nan)
    for row, (numbers, log_ns) in zip(table, taken, strict=True):
        row[numbers] = log_ns  # a later sample of a round replaces the earlier
    return polished(table)[0]
