"""What benches say of ours beside theirs, from pairs of processes that ran beside each other."""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence

from serbench.stats.intervals import ratio_interval


def judged(cell: str, ratios: Sequence[float], target: float) -> bool:
    """Prints the ratio, one of each pair of processes, with its interval; whether it is met. Pairs
    that nothing is known of are not a number."""
    logs = [math.log(ratio) for ratio in ratios if not math.isnan(ratio)]
    if len(logs) < 2:
        print(f"{cell}: {len(logs)} of {len(ratios)} pairs were quiet, too few to tell")
        return False
    variance = statistics.variance(logs) / len(logs)
    found = ratio_interval(statistics.fmean(logs), variance, len(logs) - 1)
    met = abs(found.median - 1) <= target
    print(
        f"{cell}: {found.median:.3f} [{found.low:.3f}, {found.high:.3f}] "
        f"of {len(logs)} pairs: {'met' if met else 'MISSED'}"
    )
    return met
