"""What benches say of ours beside theirs, from pairs of processes that ran beside each other."""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence

from serbench.stats import Interval
from serbench.stats.intervals import ratio_interval


def interval(ratios: Sequence[float]) -> Interval | None:
    """The mean ratio over pairs of processes; None if they are fewer than two."""
    if len(ratios) < 2:
        return None
    logs = [math.log(ratio) for ratio in ratios]
    variance = statistics.variance(logs) / len(logs)
    return ratio_interval(statistics.fmean(logs), variance, len(logs) - 1)


def judged(cell: str, ratios: Sequence[float], target: float) -> bool:
    """Prints the ratio, one of each pair of processes, with its interval; whether it is met. Pairs
    that nothing is known of are not a number."""
    known = [ratio for ratio in ratios if not math.isnan(ratio)]
    found = interval(known)
    if found is None:
        print(f"{cell}: {len(known)} of {len(ratios)} pairs were quiet, too few to tell")
        return False
    met = abs(found.median - 1) <= target
    print(
        f"{cell}: {found.median:.3f} [{found.low:.3f}, {found.high:.3f}] "
        f"of {len(known)} pairs: {'met' if met else 'MISSED'}"
    )
    return met
