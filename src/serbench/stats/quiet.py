"""Which samples were taken while the machine was quiet.

A shared machine halves its speed for minutes at a time and shows no steal time. A reference
kernel that looks like the work is timed on both sides of every sample; a sample is quiet
when neither time is more than 5 % over the kernel's tenth percentile in the run.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from serbench.stats.intervals import Samples

BASE_QUANTILE = 0.10
TOLERANCE = 1.05


def kernel_baseline_ns(kernel_ns: Samples) -> float:
    """The kernel's time on the quiet machine: its tenth percentile, which the few
    luckiest samples do not move."""
    return float(np.quantile(kernel_ns, BASE_QUANTILE))


def is_quiet(kernel_ns: Samples, baseline_ns: float) -> npt.NDArray[np.bool_]:
    """For each sample, given the larger of its two kernel times."""
    return kernel_ns <= baseline_ns * TOLERANCE
