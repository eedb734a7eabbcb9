"""Medians with intervals."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from serbench.stats import Interval

Samples: TypeAlias = npt.NDArray[np.float64]

CONFIDENCE = 0.95
RESAMPLES = 500


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


def bootstrap(waves: Sequence[Samples], seed: int = 0) -> Interval | None:
    """Median of all samples with an interval by the hierarchical bootstrap: processes are
    drawn first, then samples within each drawn process (Kalibera & Jones, Rigorous Benchmarking in
    Reasonable Time, 2013). None without samples. Empty waves are left out.
    """
    waves = [w for w in waves if len(w)]
    if not waves:
        return None
    medians = bootstrap_medians(waves, np.random.default_rng(seed))
    low, high = np.quantile(medians, [(1 - CONFIDENCE) / 2, (1 + CONFIDENCE) / 2])
    median = float(np.median(np.concatenate(waves)))
    # The percentile interval of few discrete medians can miss the point by a hair.
    return Interval(median, min(float(low), median), max(float(high), median))


def bootstrap_medians(waves: Sequence[Samples], random: np.random.Generator) -> Samples:
    """`RESAMPLES` medians of resampled processes and samples."""
    lengths = np.array([len(w) for w in waves])
    padded = np.full((len(waves), lengths.max()), np.inf)
    for row, wave in zip(padded, waves, strict=True):
        row[: len(wave)] = wave
    # [resample, drawn process, drawn sample]; places past a wave's length stay infinite.
    processes = random.integers(0, len(waves), (RESAMPLES, len(waves)))
    length = lengths[processes][..., None]
    places = (random.random((*processes.shape, padded.shape[1])) * length).astype(np.intp)
    drawn = padded[processes[..., None], places]
    drawn[np.arange(padded.shape[1]) >= length] = np.inf
    count = length.sum(axis=(1, 2))
    drawn = np.sort(drawn.reshape(RESAMPLES, -1), axis=1)
    rows = np.arange(RESAMPLES)
    return np.asarray((drawn[rows, (count - 1) // 2] + drawn[rows, count // 2]) / 2)
