"""Which samples were taken while the machine was quiet.

A shared machine halves its speed for minutes at a time and shows no steal time. A reference
kernel that looks like the work is timed just before and just after every sample; a sample is quiet
when neither time is more than 5 % over the tenth percentile of its kind in the run. The two
kinds are kept apart, since the first kernel after a pause starts with cold caches.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from serbench.stats.intervals import Samples

BASE_QUANTILE = 0.10
TOLERANCE = 1.05


def kernel_baselines_ns(kernel_ns: Samples) -> Samples:
    """The kernel's times before and after a sample on the quiet machine, of shape (2,), from those
    of all samples, of shape (n, 2): tenth percentiles, which the few luckiest do not move."""
    return np.asarray(np.quantile(kernel_ns, BASE_QUANTILE, axis=0))


def is_quiet(kernel_ns: Samples, baselines_ns: Samples) -> npt.NDArray[np.bool_]:
    """For each sample, given its kernel times before and after, of shape (n, 2)."""
    return np.asarray((kernel_ns <= baselines_ns * TOLERANCE).all(axis=1))
