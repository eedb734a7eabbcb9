"""The Pareto front: what nothing else beats in time and in size at once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from serbench.stats import Interval

Key = TypeVar("Key", bound=str)


def pareto_front(costs: Mapping[Key, tuple[Interval, float]]) -> list[Key]:
    """Those of `costs` (time with its interval, size) on the front, smallest first.

    One is beaten by another of the front that is smaller and not shown slower, or as small and
    shown faster; faster is shown when the intervals do not meet. So a codec that is larger stays
    only if it is faster beyond doubt, and two of one size that tie stay both.
    """
    # From the smallest up: whatever beats a key comes before it, and those beaten beat nobody.
    front: list[Key] = []
    for key in sorted(costs, key=lambda k: (costs[k][1], costs[k][0].median, k)):
        time, size = costs[key]
        if not any(_beats(*costs[other], time, size) for other in front):
            front.append(key)
    return front


def _beats(time: Interval, size: float, other_time: Interval, other_size: float) -> bool:
    if size < other_size:
        return time.low <= other_time.high
    return size == other_size and time.high < other_time.low
