"""What several hosts of one kind say together of codecs' times beside each other.

The logarithm of a codec's time on a host is taken as the sum of the host's level, the codec's, what
this host does to this codec otherwise than other hosts of its kind do, and the error of its
measurement. The first two are fitted by least squares, each cell counting alike, so that hosts
need not have the same codecs: those that several hosts have, the *bridge*, tell the hosts' levels
apart. A difference of two codecs is thus a sum of cells, and so is its variance.

The error of a cell is known from its processes. What hosts of a kind differ by beyond it is seen in
what the fit leaves over. It is one variance for all codecs: the one by which the mean squares of
what is left over are together what they should be (Paule and Mandel, Journal of Research of the
National Bureau of Standards 87, 1982). A language whose mean square is larger has more: what it is
beside the one expected is drawn towards those of other languages, as variances of cells are
(`serbench.stats.pairs`), and not taken below its own. The degrees of freedom of a difference's
variance are those of its parts together (Satterthwaite, Biometrics Bulletin 2, 1946); few hosts
with a small bridge have few.
With one host nothing is left over: then its own decisions stand.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Generic

import numpy as np
import numpy.typing as npt

from serbench.stats.intervals import Samples
from serbench.stats.pairs import Decisions, Key, MeanEffect, moderated

# A cell whose processes agree to the last digit: their mean square is beside something.
_LEAST_VARIANCE = 1e-12
# Less is none.
_ROUNDING = 1e-9
# A language whose hosts differ by more than others do, at this level, is judged by itself: with its
# own few degrees of freedom. Drawn towards the others, it had a false difference in one of eight
# made fleets.
_WILD = 0.05


@dataclass(frozen=True, slots=True)
class LeftOver:
    """What a fit leaves of the cells of a language: its mean square, the one that the processes of
    the cells alone would leave, and its degrees of freedom, 0 if there are none."""

    mean_square: float
    within: float
    freedom: float


@dataclass(frozen=True, slots=True)
class Between:
    """What hosts of a kind differ by: a variance of each cell beside that of its processes. In a
    language, cells vary so many `times` as much as by both, with these degrees of freedom."""

    variance: float = 0.0
    times: Mapping[str, float] = field(default_factory=dict)
    freedom: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Fit(Generic[Key]):
    """Of the cells of a kind's hosts, in one order. A row of `parts` is a codec: its level is the
    sum of the cells' logarithms, each so many times. `groups` are of codecs that hosts lead from
    one to another; those of two groups cannot be compared. `languages` are of the cells."""

    codecs: tuple[Key, ...]
    log_ns: Samples
    variance: Samples
    freedom: Samples
    parts: Samples
    languages: npt.NDArray[np.str_]
    groups: dict[Key, int]
    left_over: dict[str, LeftOver]


@dataclass(frozen=True, slots=True)
class HostPairs(Decisions[Key]):
    """Of a kind of host."""

    fit: Fit[Key]
    between: Between
    smallest: float
    family: tuple[Key, ...]
    _known: dict[tuple[Key, Key], tuple[float, float, float]] = field(default_factory=dict)

    @property
    def keys(self) -> Collection[Key]:
        return self.family

    def among(self, keys: Iterable[Key]) -> HostPairs[Key]:
        """The family of these codecs alone, as far as they were measured."""
        there = set(self.fit.codecs)
        return replace(self, family=tuple(key for key in keys if key in there))

    def are_linked(self, one: Key, other: Key) -> bool:
        """Whether one host, or codecs of several, lead from one to the other."""
        return self.fit.groups[one] == self.fit.groups[other]

    def difference(self, one: Key, other: Key) -> tuple[float, float, float]:
        pair = (one, other)
        if pair not in self._known:
            self._known[pair] = self._difference(one, other)
        return self._known[pair]

    def _difference(self, one: Key, other: Key) -> tuple[float, float, float]:
        fit = self.fit
        a, b = fit.codecs.index(one), fit.codecs.index(other)
        parts = fit.parts[a] - fit.parts[b]
        taken = np.abs(parts) > _ROUNDING
        value = float(parts[taken] @ fit.log_ns[taken])
        weights, variances = parts[taken] ** 2, fit.variance[taken]
        if not self.are_linked(one, other) or np.isinf(variances).any():
            return value, math.inf, 1.0
        variance = float(weights @ variances)
        doubt = float(((weights * variances) ** 2 / fit.freedom[taken]).sum())
        for language, left in fit.left_over.items():
            if language not in self.between.times:  # of one host nothing is left over
                continue
            weight = float(weights[fit.languages[taken] == language].sum())
            whole = (left.within + self.between.variance) * max(self.between.times[language], 1.0)
            variance += weight * (whole - left.within)
            doubt += (weight * whole) ** 2 / self.between.freedom[language]
        return value, variance, variance**2 / doubt if doubt else math.inf


def fitted(hosts: Sequence[Mapping[Key, MeanEffect]], language: Callable[[Key], str]) -> Fit[Key]:
    """From what each host found of its codecs, one at least. A host of unknown variances, which had
    one process of each, counts only where no other is better known."""
    known = [host for host in hosts if all(map(math.isfinite, _variances(host)))]
    hosts = [host for host in known if host] or hosts
    codecs = tuple(dict.fromkeys(codec for host in hosts for codec in host))
    cells = [(number, codec) for number, host in enumerate(hosts) for codec in host]
    place = {codec: len(hosts) + number for number, codec in enumerate(codecs)}
    design = np.zeros((len(cells), len(hosts) + len(codecs)))
    for row, (number, codec) in enumerate(cells):
        design[row, number] = design[row, place[codec]] = 1.0
    inverse = np.linalg.pinv(design)
    effects = [hosts[number][codec] for number, codec in cells]
    log_ns = np.array([effect.effect for effect in effects])
    variance = np.array([effect.variance for effect in effects])
    languages = np.array([language(codec) for _, codec in cells])
    left = log_ns - design @ (inverse @ log_ns)
    kept = 1 - (design * inverse.T).sum(axis=1)
    return Fit(
        codecs,
        log_ns,
        variance,
        np.array([effect.freedom for effect in effects]),
        np.asarray(inverse[len(hosts) :], dtype=np.float64),
        languages,
        _groups(hosts, codecs),
        {
            str(one): _left_over(languages == one, left, variance, kept)
            for one in np.unique(languages)
        },
    )


def _variances(host: Mapping[Key, MeanEffect]) -> list[float]:
    return [effect.variance for effect in host.values()]


def _left_over(
    of_language: npt.NDArray[np.bool_], left: Samples, variance: Samples, kept: Samples
) -> LeftOver:
    shares, variances = kept[of_language], variance[of_language]
    known = np.isfinite(variances)
    freedom = float(shares[known].sum())
    if freedom < _ROUNDING:
        within = float(variances[known].mean()) if known.any() else 0.0
        return LeftOver(math.nan, max(within, _LEAST_VARIANCE), 0.0)
    within = max(float(shares[known] @ variances[known]) / freedom, _LEAST_VARIANCE)
    mean_square = float((left[of_language][known] ** 2).sum()) / freedom
    return LeftOver(mean_square, within, freedom)


def _groups(hosts: Sequence[Mapping[Key, MeanEffect]], codecs: Sequence[Key]) -> dict[Key, int]:
    group = {codec: number for number, codec in enumerate(codecs)}
    for host in hosts:
        joined = {group[codec] for codec in host}
        if joined:
            group = {codec: min(joined) if g in joined else g for codec, g in group.items()}
    return group


def together(
    fits: Mapping[str, Fit[Key]], smallest: float, telling: Collection[str] = ()
) -> dict[str, HostPairs[Key]]:
    """What is decided of the codecs of each operation, by the fits of all operations of a kind on
    one workload. What is left over of the `telling` operations, all if none is named, tells how
    much hosts differ: in the mean, since a host may do the same to all operations of a codec."""
    left = {
        language: _mean(
            [
                fits[operation].left_over[language]
                for operation in telling or fits
                if language in fits[operation].left_over
            ]
        )
        for language in dict.fromkeys(one for fit in fits.values() for one in fit.left_over)
    }
    between = _between(left)
    return {op: HostPairs(fit, between, smallest, fit.codecs) for op, fit in fits.items()}


def _mean(left: Sequence[LeftOver]) -> LeftOver:
    """Of a language's operations, with the degrees of freedom of one of them."""
    known = [one for one in left if one.freedom]
    if not known:
        return LeftOver(math.nan, math.nan, 0.0)
    freedom = np.array([one.freedom for one in known])
    return LeftOver(
        float(np.average([one.mean_square for one in known], weights=freedom)),
        float(np.average([one.within for one in known], weights=freedom)),
        float(freedom.mean()),
    )


def _between(left: Mapping[str, LeftOver]) -> Between:
    """By what is left over in each language."""
    freedom = np.array([one.freedom for one in left.values()])
    known = freedom > 0
    if not known.any():
        return Between()
    mean_square = np.array([one.mean_square for one in left.values()])
    within = np.array([one.within for one in left.values()])
    variance = _common(mean_square[known], within[known], freedom[known])
    own = mean_square / (within + variance)
    times, of_times = moderated(own, freedom)
    # Few that are alike by chance seem sure: all together know no more than they are.
    of_times = np.minimum(of_times, freedom.sum())
    is_wild = _are_larger(own, freedom)
    of_times[is_wild] = freedom[is_wild]
    return Between(
        variance,
        dict(zip(left, map(float, times), strict=True)),
        dict(zip(left, map(float, of_times), strict=True)),
    )


def _are_larger(own: Samples, freedom: Samples) -> npt.NDArray[np.bool_]:
    """Which are significantly larger than the others together, by the ratio of variances."""
    from scipy.special import fdtrc

    known = freedom > 0
    whole, whole_freedom = float((own * freedom)[known].sum()), float(freedom.sum())
    found = np.zeros(len(own), dtype=bool)
    for number in np.flatnonzero(known):
        rest_freedom = whole_freedom - freedom[number]
        rest = whole - own[number] * freedom[number]
        if rest_freedom > _ROUNDING and rest > 0:
            ratio = own[number] * rest_freedom / rest
            found[number] = fdtrc(freedom[number], rest_freedom, ratio) < _WILD
    return found


def _common(mean_square: Samples, within: Samples, freedom: Samples) -> float:
    """The variance beside those `within` by which mean squares are, together, as they should be;
    none if they are smaller without."""
    low, high = 0.0, float(mean_square.max())
    if (freedom * mean_square / within).sum() <= freedom.sum():
        return 0.0
    while high - low > _ROUNDING * high:
        middle = (low + high) / 2
        is_less = (freedom * mean_square / (within + middle)).sum() > freedom.sum()
        low, high = (middle, high) if is_less else (low, middle)
    return high
