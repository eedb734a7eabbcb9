"""What became slower or faster between two runs.

The runs were at different times, so that nothing pairs their samples. The unit is the process, as
in `serbench.stats.pairs`: a cell's level in a run is the mean over its processes, and variances are
moderated towards those of all cells of both runs. What all cells have in common, the machine, is
taken out as a *shift*. Intervals hold for all cells at once (Šidák, Journal of the American
Statistical Association 62, 1967), and a cell has changed if 1 is not in its interval and the change
is no smaller than what is of interest.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeVar

import numpy as np

from serbench.stats import Interval
from serbench.stats.cells import FEWEST_QUIET, Cell
from serbench.stats.intervals import CONFIDENCE, ratio_interval, summed_variance
from serbench.stats.pairs import moderated

Key = TypeVar("Key")
Verdict = Literal["slower", "faster", "not significant"]
# What each process found, as logarithms.
Levels = Mapping[Key, Sequence[float]]

# The variance of a median beside that of a mean, of many normal values.
_OF_MEDIAN = math.pi / 2


@dataclass(frozen=True, slots=True)
class Difference:
    """Of logarithms, the later less the earlier. Of unknown variance it is infinite."""

    value: float
    variance: float
    freedom: float


NO_SHIFT = Difference(0.0, 0.0, math.inf)


@dataclass(frozen=True, slots=True)
class Change:
    """`ratio` is the later time over the earlier, its interval that of all cells at once."""

    ratio: Interval
    verdict: Verdict


def levels(cell: Cell) -> list[float]:
    """The logarithm of ns per value in each process that saw enough of quiet moments; none if fewer
    than two of several did. Loud samples say how busy the machine was: compared with what was
    slowed beside them they would serve, with another day they do not."""
    processes = np.unique(cell.process)
    quiet = [cell.quiet & (cell.process == process) for process in processes]
    enough = [of_process for of_process in quiet if of_process.sum() >= FEWEST_QUIET]
    if len(enough) < min(2, len(processes)):
        return []
    log_ns = np.log(cell.ns)
    return [float(np.median(log_ns[of_process])) for of_process in enough]


def differences(before: Levels[Key], after: Levels[Key]) -> dict[Key, Difference]:
    """Of the cells that both have, at least one process each."""
    keys = [key for key in before if key in after]
    sides = [before[key] for key in keys] + [after[key] for key in keys]
    count = np.array([len(side) for side in sides], dtype=float)
    own = np.array([np.var(side, ddof=1) if len(side) > 1 else np.nan for side in sides])
    variance, freedom = moderated(own, count - 1)
    # Few variances that are alike by chance make a prior that seems sure; all of them together know
    # no more than they are (as limma has it: Ritchie and others, Nucleic Acids Research 43, 2015).
    most = max(float((count - 1).sum()), 1.0)
    freedom = np.minimum(freedom, most)
    of_mean = variance / count
    found = {}
    for earlier, key in enumerate(keys):
        later = earlier + len(keys)
        value = float(np.mean(after[key]) - np.mean(before[key]))
        parts = [(float(of_mean[side]), float(freedom[side])) for side in (earlier, later)]
        of_both, freedom_of_both = summed_variance(parts)
        found[key] = Difference(value, of_both, min(freedom_of_both, most))
    return found


def middle(found: Mapping[Key, Difference]) -> Difference:
    """The median of at least one difference, and what is known of it."""
    count = len(found)
    wider = _OF_MEDIAN if count > 2 else 1.0
    each = [(wider * d.variance / count**2, d.freedom) for d in found.values()]
    return Difference(float(np.median([d.value for d in found.values()])), *summed_variance(each))


def changes(
    found: Mapping[Key, Difference], smallest: float, shift: Difference = NO_SHIFT
) -> dict[Key, Change]:
    """Each difference beside the shift, all judged together. A ratio of less than `smallest`, to
    either side, is no change."""
    confidence = CONFIDENCE ** (1 / max(len(found), 1))
    return {key: _change(each, shift, confidence, smallest) for key, each in found.items()}


def interval(difference: Difference, confidence: float = CONFIDENCE) -> Interval:
    """The ratio that a difference is, between 0 and infinity if nothing is known of it."""
    return ratio_interval(difference.value, difference.variance, difference.freedom, confidence)


def _change(
    difference: Difference, shift: Difference, confidence: float, smallest: float
) -> Change:
    parts = [(each.variance, each.freedom) for each in (difference, shift)]
    beside = Difference(difference.value - shift.value, *summed_variance(parts))
    ratio = interval(beside, confidence)
    verdict: Verdict = "not significant"
    if abs(beside.value) > math.log(smallest):
        if ratio.low > 1:
            verdict = "slower"
        elif ratio.high < 1:
            verdict = "faster"
    return Change(ratio, verdict)
