"""How much of a slow machine a codec feels: its samples are brought to one state of the machine.

A neighbour on the other half of a processor core slows both the codec and the reference kernel that
is timed beside it. How slow the kernel was is a control variate (Lavenberg, Moeller and Welch,
Operations Research 30, 1982): what a sample's time has to do with it is taken out, before samples
are compared. Codecs differ in how much they feel, so each has a slope of its own, by the median of
all slopes between two samples of a process (Theil 1950; Sen, Journal of the American Statistical
Association 63, 1968), which no outlier moves.

On a machine whose core was shared more than half of the time, this made the intervals of C++, Rust
and Python two to three times narrower (docs/method.md).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from serbench.stats.intervals import Samples

# Between samples beside kernels that are closer than this, a slope would be noise.
LEAST_APART = 0.05
FEWEST_PAIRS = 20
# Nothing becomes faster on a slower machine, nor does a codec feel twice what the kernel feels.
MOST_SLOPE = 2.0


def slope(slowed: Samples, log_ns: Samples, process: npt.NDArray[np.int64]) -> float:
    """Of a cell: by how much the logarithm of its time grows with the logarithm of the kernel's,
    `slowed`, within a process; NaN if too few samples say so."""
    slopes, weights = [], []
    for one in np.unique(process):
        taken = process == one
        first, second = np.triu_indices(int(taken.sum()), 1)
        apart = slowed[taken][second] - slowed[taken][first]
        longer = log_ns[taken][second] - log_ns[taken][first]
        told = np.abs(apart) >= LEAST_APART
        slopes.append(longer[told] / apart[told])
        weights.append(np.abs(apart[told]))
    slope_, weight = np.concatenate(slopes), np.concatenate(weights)
    if len(slope_) < FEWEST_PAIRS:
        return float("nan")
    order = np.argsort(slope_)
    upto = np.cumsum(weight[order])
    middle = slope_[order][np.searchsorted(upto, upto[-1] / 2)]
    return float(np.clip(middle, 0.0, MOST_SLOPE))


def adjusted(
    slowed: Sequence[Samples], log_ns: Sequence[Samples], process: Sequence[npt.NDArray[np.int64]]
) -> list[Samples]:
    """The logarithms of the times of cells that were sampled side by side, as they would have been
    beside a kernel of the mean time of all. A cell whose slope is not known has the median of the
    others'. Brought to the quiet machine instead, all of a cell's samples would share what its
    slope is wrong by."""
    own = [slope(*cell) for cell in zip(slowed, log_ns, process, strict=True)]
    known = [one for one in own if not np.isnan(one)]
    common = float(np.median(known)) if known else 0.0
    mean = float(np.mean(np.concatenate(list(slowed))))
    return [
        log - (common if np.isnan(one) else one) * (x - mean)
        for one, x, log in zip(own, slowed, log_ns, strict=True)
    ]
