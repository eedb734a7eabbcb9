"""Groups of codecs that cannot be told apart, instead of ranks."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import TypeVar

from serbench.stats import Interval

Key = TypeVar("Key", bound=Hashable)


def tie_groups(
    ordered: Sequence[Key], ratio: Callable[[Key, Key], Interval | None]
) -> dict[Key, int]:
    """A group number for each key, 1 for the fastest; `ordered` is fastest first.

    A group holds its fastest member and all that follow it without being shown slower:
    the interval of `ratio(other, fastest)` reaches down to 1. Groups never overlap,
    so two neighbours in different groups may still be close to each other.
    """
    groups: dict[Key, int] = {}
    leader: Key | None = None
    number = 0
    for key in ordered:
        between = ratio(key, leader) if leader is not None else None
        if leader is None or (between is not None and between.low > 1.0):
            leader, number = key, number + 1
        groups[key] = number
    return groups
