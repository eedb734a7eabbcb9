"""Intervals of ratios, from differences of logarithms and their variances."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from serbench.stats import Interval

Samples: TypeAlias = npt.NDArray[np.float64]

CONFIDENCE = 0.95


def ratio_interval(
    difference: float, variance: float, freedom: float, confidence: float = CONFIDENCE
) -> Interval:
    """The ratio that a difference of logarithms is, with Student's interval; of unknown variance,
    which is infinite, between 0 and infinity."""
    margin = math.inf
    if math.isfinite(variance):
        margin = _student_t(freedom, confidence) * math.sqrt(variance)
    with np.errstate(over="ignore"):
        low, ratio, high = np.exp([difference - margin, difference, difference + margin])
    return Interval(float(ratio), float(low), float(high))


def summed_variance(parts: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """The variance of a sum and its degrees of freedom, from those of its parts (Welch and
    Satterthwaite)."""
    variance = sum(v for v, _ in parts)
    if math.isinf(variance):
        return math.inf, 1.0
    doubt = sum(v**2 / freedom for v, freedom in parts)
    return variance, variance**2 / doubt if doubt else math.inf


def _student_t(freedom: float, confidence: float) -> float:
    from scipy.special import ndtri, stdtrit

    upper = (1 + confidence) / 2
    return float(ndtri(upper) if math.isinf(freedom) else stdtrit(freedom, upper))
