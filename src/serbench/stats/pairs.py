"""Which codecs of an operation differ significantly: one decision for every pair.

The unit is the process: code lies elsewhere in memory in each, and samples within one share that.
An *effect* is what a process found of a cell (a codec's operation), as the logarithm of its time
beside the middle of what was measured with it. A cell has few processes, hence a poor variance of
its own, yet cells differ more than a pooled variance tells: each is moderated towards the others'
(Smyth, Statistical Applications in Genetics and Molecular Biology 3, 2004), and never taken below
the cell's own. A pair is apart if its difference is beyond the studentized range of all the cells
(Tukey and Kramer; variances and degrees of freedom of a pair after Games and Howell, Journal of
Educational Statistics 1, 1976) and no smaller than what is of interest.

A family is no larger than the question: of one language's codecs the studentized range is that of
so many cells, and variances stay the same. So a smaller family decides whatever a larger one does,
and more: with variances of its own it could decide less.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Generic, TypeVar

import numpy as np
import numpy.typing as npt

from serbench.stats import Interval
from serbench.stats.intervals import Samples, ratio_interval, summed_variance

Key = TypeVar("Key", bound=str)

# A variance drawn towards others is still too sure where cells differ much: of 56 equal cells, one
# in six at 8 % and the others at 3 %, 8 % of runs held a false difference with 0.985 here.
FAMILY_CONFIDENCE = 0.99
# Of fewer cells than this, the prior of all is surer than their own.
FEWEST_ALIKE = 6
# Of as many degrees of freedom, five processes, a variance tells enough by itself.
ENOUGH_OF_ITS_OWN = 4
# Effects that are alike by chance would give the prior infinitely many degrees of freedom.
MOST_FREEDOM = 1e3


@dataclass(frozen=True, slots=True)
class MeanEffect:
    """`effect` is the mean over processes, `variance` and `freedom` are of that mean. Without any
    two processes of any cell nothing is known of the variance: it is infinite."""

    effect: float
    variance: float
    freedom: float


class Decisions(ABC, Generic[Key]):
    """Which codecs of a family were shown faster than which, all pairs being judged together."""

    smallest: float

    @property
    @abstractmethod
    def keys(self) -> Collection[Key]:
        """The family."""

    @abstractmethod
    def difference(self, one: Key, other: Key) -> tuple[float, float, float]:
        """The logarithm of the time of `one` over that of `other`, the variance of that estimate,
        infinite if nothing is known of it, and the variance's degrees of freedom."""

    def is_faster(self, one: Key, other: Key) -> bool:
        """Whether `one` was shown faster than `other`, all pairs being judged together."""
        difference, variance, freedom = self.difference(one, other)
        return -difference > math.log(self._least(variance, freedom))

    def least(self, one: Key, other: Key) -> float:
        """The ratio of their times from which on the two differ significantly."""
        _, variance, freedom = self.difference(one, other)
        return self._least(variance, freedom)

    def _least(self, variance: float, freedom: float) -> float:
        if math.isinf(variance):
            return math.inf
        margin = float(_range(len(self.keys), freedom)) * math.sqrt(variance / 2)
        return max(self.smallest, math.exp(margin))

    def faster_than(self, key: Key) -> tuple[Key, ...]:
        """Those that were shown faster than it."""
        others = (other for other in self.keys if other != key)
        return tuple(other for other in others if self.is_faster(other, key))

    def ratio(self, one: Key, other: Key) -> Interval:
        """The time of `one` over that of `other` with the interval of this pair by itself."""
        if one == other:
            return Interval(1.0, 1.0, 1.0)
        return ratio_interval(*self.difference(one, other))


@dataclass(frozen=True, slots=True)
class Pairs(Decisions[Key]):
    """Of one run. `smallest` is the ratio that is of interest: no smaller one is called a
    difference."""

    cells: dict[Key, MeanEffect]
    smallest: float

    @property
    def keys(self) -> Collection[Key]:
        return self.cells.keys()

    def among(self, keys: Iterable[Key]) -> Pairs[Key]:
        """The family of these cells alone, with the same effects and variances."""
        return Pairs({key: self.cells[key] for key in keys}, self.smallest)

    def faster_than(self, key: Key) -> tuple[Key, ...]:
        """As of any decisions, but of hundreds of cells at once."""
        others = [other for other in self.cells if other != key]
        cells = [self.cells[each] for each in (key, *others)]
        effect, variance, freedom = np.array([(c.effect, c.variance, c.freedom) for c in cells]).T
        # Of an infinite variance the margin is no number, and nothing is beyond it.
        with np.errstate(divide="ignore", invalid="ignore"):
            summed = variance[0] + variance[1:]
            doubt = variance[0] ** 2 / freedom[0] + variance[1:] ** 2 / freedom[1:]
            of_sum = np.where(doubt == 0, np.inf, summed**2 / doubt)
            margin = _range(len(cells), of_sum) * np.sqrt(summed / 2)
        is_faster = effect[0] - effect[1:] > np.maximum(margin, math.log(self.smallest))
        return tuple(other for other, is_one in zip(others, is_faster, strict=True) if is_one)

    def difference(self, one: Key, other: Key) -> tuple[float, float, float]:
        a, b = self.cells[one], self.cells[other]
        parts = ((a.variance, a.freedom), (b.variance, b.freedom))
        return a.effect - b.effect, *summed_variance(parts)

    def time(self, key: Key) -> Interval:
        """The cell's time, in the unit whose logarithms the effects are."""
        cell = self.cells[key]
        return ratio_interval(cell.effect, cell.variance, cell.freedom)


def pairs(
    effects: Mapping[Key, Sequence[float]],
    smallest: float,
    kind: Callable[[Key], str] = lambda key: "",
) -> Pairs[Key]:
    """From the effects of each cell's processes, at least one a cell. Variances are drawn towards
    those of cells of the same kind (a language: processes of Go and of virtual machines differ by
    several times as much as those of C++) where there are `FEWEST_ALIKE` of it, else towards those
    of all, but of few processes not below the mean of their kind."""
    keys = list(effects)
    count = np.array([len(effects[key]) for key in keys], dtype=float)
    mean = np.array([np.mean(effects[key]) for key in keys], dtype=float)
    own = np.array(
        [np.var(effects[key], ddof=1) if len(effects[key]) > 1 else np.nan for key in keys]
    )
    if len(keys) > 1:
        # A cell is part of the middle that it is held against, which hides some of its variance.
        own *= len(keys) / (len(keys) - 1)
    variance, freedom = moderated(own, count - 1)
    kinds = np.array([kind(key) for key in keys])
    for one in np.unique(kinds):
        of_kind = kinds == one
        if ((count > 1) & (own > 0) & of_kind).sum() >= FEWEST_ALIKE:
            variance[of_kind], freedom[of_kind] = moderated(own[of_kind], count[of_kind] - 1)
        elif not of_kind.all():
            _raise_to_pooled(variance, freedom, own, count - 1, of_kind)
    cells = {
        key: MeanEffect(*(float(x) for x in cell))
        for key, *cell in zip(keys, mean, variance / count, freedom, strict=True)
    }
    return Pairs(cells, smallest)


def _raise_to_pooled(
    variance: Samples,
    freedom: Samples,
    own: Samples,
    own_freedom: Samples,
    of_kind: npt.NDArray[np.bool_],
) -> None:
    """Takes no variance of few processes below the mean of its kind: drawn towards steadier kinds
    alone, five equal cells of two processes and an SD of 10 % had a false difference in a fifth of
    simulated runs."""
    known = of_kind & (own_freedom > 0)
    of_all = float(own_freedom[known].sum())
    if not of_all:
        return
    pooled = float((own[known] * own_freedom[known]).sum()) / of_all
    below = of_kind & (variance < pooled) & (own_freedom < ENOUGH_OF_ITS_OWN)
    variance[below], freedom[below] = pooled, np.minimum(freedom[below], of_all)


def moderated(variance: Samples, freedom: Samples) -> tuple[Samples, Samples]:
    """Variances and their degrees of freedom, each drawn towards what the others are like: the
    inverse chi-square prior whose two figures are those of the logarithms of all variances (Smyth
    2004, section 6.2). One of no freedom, NaN, becomes the prior's. None gets below its own."""
    from scipy.special import digamma, polygamma

    known = (freedom > 0) & (variance > 0)
    if not known.any():
        alike = bool((freedom > 0).any())
        return np.full_like(freedom, 0.0 if alike else np.inf), np.maximum(freedom, 1.0)
    half = freedom[known] / 2
    log = np.log(variance[known]) - digamma(half) + np.log(half)
    beyond = log.var(ddof=1) - polygamma(1, half).mean() if known.sum() > 1 else 0.0
    if beyond > 0:
        prior_freedom = min(2 * _inverse_trigamma(float(beyond)), MOST_FREEDOM)
        prior = math.exp(log.mean() + digamma(prior_freedom / 2) - math.log(prior_freedom / 2))
    else:
        prior_freedom = MOST_FREEDOM
        prior = float((variance[known] * freedom[known]).sum() / freedom[known].sum())
    own = np.where(known, variance, 0.0)
    whole = prior_freedom + freedom
    drawn = (prior_freedom * prior + freedom * own) / whole
    return np.maximum(drawn, own), whole


def _inverse_trigamma(value: float) -> float:
    """By Newton's method (Smyth 2004, appendix)."""
    from scipy.special import polygamma

    x = 0.5 + 1 / value
    for _ in range(50):
        trigamma = float(polygamma(1, x))
        step = trigamma * (1 - trigamma / value) / float(polygamma(2, x))
        x += step
        if -step / x < 1e-8:
            break
    return x


def _range(cells: int, freedom: float | npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """The studentized range that `FAMILY_CONFIDENCE` of families stay within. Between points linear
    in the inverse of the freedom, as its tables are read."""
    inverse = 1 / np.maximum(freedom, _FREEDOMS[0])
    return np.asarray(np.interp(inverse, [1 / f for f in _FREEDOMS[::-1]], _ranges(cells)[::-1]))


_FREEDOMS = (2.0, 3.0, 4.0, 6.0, 10.0, 20.0, 60.0, 1e4)
# Of the integrals below: nodes of Gauss and Legendre, and the widths of the inner one.
_NODES = 200
_WIDTHS = np.linspace(0.0, 12.0, 1201)
_MOST = 9.0  # standard deviations beyond which a normal variable does not lie


@cache
def _ranges(cells: int) -> list[float]:
    """At `_FREEDOMS`, by the two integrals that define it (Copenhaver and Holland, Journal of
    Statistical Computation and Simulation 30, 1988). `scipy.stats.studentized_range` takes seconds
    for what takes milliseconds here, and there are as many families as languages."""
    from scipy.special import gammaincinv, ndtr

    nodes, weights = np.polynomial.legendre.leggauss(_NODES)
    # That all lie within a width of the largest, which is at z.
    z = _MOST * nodes
    density = np.exp(-(z**2) / 2) / math.sqrt(2 * math.pi)
    within = (ndtr(z) - ndtr(z - _WIDTHS[:, None])) ** (cells - 1)
    share = cells * (within @ (density * weights)) * _MOST
    # Over the quantiles of what the estimated deviation is of the true one.
    quantile = (nodes + 1) / 2
    found = []
    for freedom in _FREEDOMS:
        deviation = np.sqrt(gammaincinv(freedom / 2, quantile) * 2 / freedom)
        low, high = 0.0, 1e3
        while high - low > 1e-6 * high:
            middle = (low + high) / 2
            reached = np.interp(middle * deviation, _WIDTHS, share) @ weights / 2
            low, high = (middle, high) if reached < FAMILY_CONFIDENCE else (low, middle)
        found.append(high)
    return found
