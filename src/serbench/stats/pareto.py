"""The Pareto front: what nothing else beats in time and in size at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

Key = TypeVar("Key", bound=str)


def pareto_front(
    costs: Mapping[Key, tuple[float, float]], is_faster: Callable[[Key, Key], bool]
) -> list[Key]:
    """Those of `costs` (time, size) on the front, smallest first. `is_faster` says whether the
    first was shown faster than the second.

    One is beaten by another of the front that is smaller and that it was not shown faster than, or
    as small and shown faster. So a codec that is larger stays only if it is faster beyond doubt,
    and two of one size that do not differ significantly stay both.
    """
    # From the smallest up: whatever beats a key comes before it, and those beaten beat nobody.
    front: list[Key] = []
    for key in sorted(costs, key=lambda k: (costs[k][1], costs[k][0], k)):
        size = costs[key][1]
        if not any(
            is_faster(other, key) if costs[other][1] == size else not is_faster(key, other)
            for other in front
        ):
            front.append(key)
    return front
