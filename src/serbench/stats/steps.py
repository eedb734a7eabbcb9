"""Where the level of a series moved for good.

Circular binary segmentation (Olshen and others, Biostatistics 5, 2004): of all stretches of the
series, one that reaches an end included, the one that differs most from the rest by Student's t; if
that is beyond chance, the same within the parts. What chance does to the largest of them is bounded
by Bonferroni (as Worsley, Journal of the American Statistical Association 74, 1979, does for a
single step), which for series this short is close. One odd value is no step: a part has two at
least.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from serbench.stats import Interval
from serbench.stats.intervals import Samples, ratio_interval

# Many series are looked at, and each again with every run.
SIGNIFICANCE = 0.01
FEWEST = 2


@dataclass(frozen=True, slots=True)
class Step:
    """From the value at `at` on, the level is `ratio` times what it was."""

    at: int
    ratio: Interval


def steps(values: Samples, variances: Samples, smallest: float) -> list[Step]:
    """The steps of a series of logarithms whose values were measured with these variances. None is
    below the ratio `smallest`."""
    places = sorted(_cuts(values, variances, math.log(smallest), 0))
    # A stretch that was cut out may have an end that is no step beside its neighbour.
    while places:
        found = _between(values, variances, places)
        doubtful = max(found, key=lambda step: step.chance)
        small = min(found, key=lambda step: abs(step.difference))
        if abs(small.difference) < math.log(smallest):
            places.remove(small.at)
        elif doubtful.chance > SIGNIFICANCE:
            places.remove(doubtful.at)
        else:
            return [Step(step.at, step.ratio) for step in found]
    return []


def _cuts(values: Samples, variances: Samples, least: float, offset: int) -> Iterator[int]:
    """Where the series is cut, counted from `offset`."""
    size = len(values)
    begin, end = np.triu_indices(size + 1, FEWEST)
    # One from the beginning on is the rest of one to the end.
    possible = (begin >= FEWEST) & ((end == size) | (end <= size - FEWEST))
    begin, end = begin[possible], end[possible]
    if not len(begin):
        return
    inside = end - begin
    shares = 1 / inside + 1 / (size - inside)
    centred = values - values.mean()
    sums = np.concatenate([[0.0], np.cumsum(centred)])
    # The mean of all is 0.
    difference = (sums[end] - sums[begin]) * shares
    squares = np.maximum((centred**2).sum() - difference**2 / shares, 0.0)
    variance = np.maximum(squares / (size - 2), variances.mean()) * shares
    statistic = _statistic(np.abs(difference), variance)
    statistic[np.abs(difference) < least] = 0.0
    best = int(statistic.argmax())
    if _chance(float(statistic[best]), size - 2) * len(statistic) > SIGNIFICANCE:
        return
    inner = [int(at) for at in (begin[best], end[best]) if at < size]
    bounds = [0, *inner, size]
    yield from (offset + at for at in inner)
    for low, high in pairwise(bounds):
        yield from _cuts(values[low:high], variances[low:high], least, offset + low)


@dataclass(frozen=True, slots=True)
class _Step:
    """Between two levels next to each other, the later less the earlier."""

    at: int
    difference: float
    variance: float
    freedom: int

    @property
    def chance(self) -> float:
        size = np.array([abs(self.difference)])
        return _chance(float(_statistic(size, np.array([self.variance]))[0]), self.freedom)

    @property
    def ratio(self) -> Interval:
        return ratio_interval(self.difference, self.variance, self.freedom)


def _between(values: Samples, variances: Samples, places: list[int]) -> list[_Step]:
    """The steps at these places. Their spread is that of the values around all levels, and never
    below that of their measurements."""
    parts = np.split(values, places)
    freedom = len(values) - len(parts)
    squares = sum(float(((part - part.mean()) ** 2).sum()) for part in parts)
    variance = max(squares / freedom, float(variances.mean()))
    return [
        _Step(
            at,
            float(after.mean() - before.mean()),
            variance * (1 / len(before) + 1 / len(after)),
            freedom,
        )
        for at, before, after in zip(places, parts, parts[1:], strict=False)
    ]


def _statistic(difference: Samples, variance: Samples) -> Samples:
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.nan_to_num(difference / np.sqrt(variance), nan=0.0, posinf=np.inf)


def _chance(statistic: float, freedom: int) -> float:
    """How often as large a difference comes of none, either way."""
    from scipy.special import stdtr

    return 2 * float(stdtr(freedom, -statistic))
