"""How far two orderings of the same things agree."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from serbench.stats.intervals import CONFIDENCE, Samples

RESAMPLES = 2000
FEWEST = 4


@dataclass(frozen=True, slots=True)
class Agreement:
    """Spearman's rank correlation, between -1 and 1, with its 95 % interval."""

    rho: float
    low: float
    high: float


def agreement(a: Sequence[float], b: Sequence[float], seed: int = 0) -> Agreement | None:
    """Spearman's rho of two equally long series, ties getting mean ranks (Spearman 1904), with a
    percentile bootstrap interval over the pairs (Efron and Tibshirani 1993, ch. 13). None for fewer
    than four pairs, or if one series is constant: then there is no ordering.
    """
    if len(a) < FEWEST:
        return None
    first, second = np.array(a, dtype=float), np.array(b, dtype=float)
    rho = _rho(first, second)
    if math.isnan(rho):
        return None
    chance = np.random.default_rng(seed)
    drawn = chance.integers(len(first), size=(RESAMPLES, len(first)))
    rhos = [_rho(first[pairs], second[pairs]) for pairs in drawn]
    known = [r for r in rhos if not math.isnan(r)]
    tail = (1 - CONFIDENCE) / 2
    low, high = np.quantile(known, [tail, 1 - tail])
    return Agreement(rho, float(low), float(high))


def ranks(values: Samples) -> Samples:
    """From 1 for the smallest; equal values share the mean of their ranks."""
    ordered = np.sort(values)
    before = np.searchsorted(ordered, values, side="left")
    upto = np.searchsorted(ordered, values, side="right")
    return (before + upto + 1) / 2


def _rho(a: Samples, b: Samples) -> float:
    x, y = ranks(a), ranks(b)
    x, y = x - x.mean(), y - y.mean()
    scale = math.sqrt(float(x @ x) * float(y @ y))
    return float(x @ y) / scale if scale else math.nan
