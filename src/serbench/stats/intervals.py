"""Medians with intervals."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from serbench.stats import FEWEST_SAMPLES, Interval

Samples: TypeAlias = npt.NDArray[np.float64]

CONFIDENCE = 0.95
RESAMPLES = 500


def quick_interval(samples: Samples) -> Interval | None:
    """Median and its distribution-free interval by order statistics: the ranks
    n/2 ± 1.96·√n/2 (Conover, Practical Nonparametric Statistics, 3.2). None below
    `FEWEST_SAMPLES`.
    """
    n = len(samples)
    if n < FEWEST_SAMPLES:
        return None
    ordered = np.sort(samples)
    spread = 1.96 * math.sqrt(n) / 2
    low = max(math.floor(n / 2 - spread), 0)
    high = min(math.ceil(n / 2 + spread), n - 1)
    return Interval(float(np.median(ordered)), float(ordered[low]), float(ordered[high]))


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
