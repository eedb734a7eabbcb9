"""What may be called uncertain, tied and fastest: said here once, for answer, tables, page and
`serbench choose`.

That neither of two was shown faster does not make them tied: the interval of one may merely be
wide. Two are *tied* if besides their estimates are alike, and neither is uncertain; of all others
that no decision parts, which is the faster is *not decided*.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from serbench.stats import Interval

Item = TypeVar("Item")

# A 95 % interval of more to each side is too wide to call its codec fastest, or tied with another.
UNCERTAIN = 0.10
# Estimates within this ratio are alike. Another build of the same source moves a codec with an SD
# of 3.2 % (docs/method.md), so 95 % of the ratios of two equal codecs lie within
# exp(1.96 · √2 · 0.032) = 1.09: up to there another build may turn the order, and either may be
# taken. A bound made of the pair's own intervals would call a codec tied because it was measured
# badly, with one that takes a quarter of its time.
ALIKE = 1.10


def is_uncertain(time: Interval) -> bool:
    """Whether half the interval is more than `UNCERTAIN` of the estimate."""
    return time.high - time.low > 2 * UNCERTAIN * time.estimate


def are_alike(one: Interval, other: Interval, smallest: float = 1.0) -> bool:
    """Whether two times that no decision parts may be called tied. `smallest` is the ratio from
    which on a difference is of interest; where it is the larger, it takes the place of `ALIKE`."""
    if is_uncertain(one) or is_uncertain(other):
        return False
    low, high = sorted((one.estimate, other.estimate))
    return high <= low * max(ALIKE, smallest)


def fastest(
    first: Sequence[Item], time: Callable[[Item], Interval], smallest: float = 1.0
) -> list[Item]:
    """Those to be called fastest, the lowest estimate first, of items that nothing was shown faster
    than: the lowest that is not uncertain, and what is tied with it. Empty where something
    uncertain has an estimate that is lower by more than what is alike: then it is not decided."""
    ordered = sorted(first, key=lambda item: time(item).estimate)
    certain = [item for item in ordered if not is_uncertain(time(item))]
    if not certain:
        return []
    best = time(certain[0])
    if best.estimate > time(ordered[0]).estimate * max(ALIKE, smallest):
        return []
    return [item for item in certain if are_alike(best, time(item), smallest)]
