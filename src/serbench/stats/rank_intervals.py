"""Which ranks the decisions on pairs leave to each.

Those shown faster come before a codec and those shown slower after it. As the decisions of a family
hold for all pairs at once (`serbench.stats.pairs`), so do the ranks of all (Al Mohamad, Goeman and
van Zwet, Simultaneous confidence intervals for ranks with application to ranking institutions,
Biometrics 78, 2022, from Tukey's honest significant differences).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import TypeVar

Key = TypeVar("Key", bound=str)


@dataclass(frozen=True, slots=True)
class Rank:
    """The lowest and the highest rank, from 1, that what was decided leaves."""

    low: int
    high: int


def rank_intervals(faster: Mapping[Key, Collection[Key]]) -> dict[Key, Rank]:
    """The ranks of the keys among each other. `faster` has for each those that were shown faster;
    what is among these and no key does not count."""
    before = {key: faster.keys() & set(found) for key, found in faster.items()}
    after = Counter(key for found in before.values() for key in found)
    return {key: Rank(1 + len(before[key]), len(before) - after[key]) for key in before}
