"""Intervals of sums, differences and ratios, made of those of their parts, which are independent.

MOVER, the method of variance estimates recovery: Zou and Donner, Statistics in Medicine 27, 2008.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from serbench.stats import Interval


def mean(parts: Sequence[Interval]) -> Interval:
    """Of the middles, each counting alike."""
    middle = sum(part.estimate for part in parts) / len(parts)
    down = math.hypot(*(part.estimate - part.low for part in parts)) / len(parts)
    up = math.hypot(*(part.high - part.estimate for part in parts)) / len(parts)
    return Interval(middle, middle - down, middle + up)


def geometric_mean(parts: Sequence[Interval]) -> Interval:
    """Of the middles, each counting alike: the mean of their logarithms."""
    middle = mean([_log(part) for part in parts])
    return Interval(math.exp(middle.estimate), math.exp(middle.low), math.exp(middle.high))


def added(one: Interval, other: Interval) -> Interval:
    both = mean([one, other])
    return Interval(2 * both.estimate, 2 * both.low, 2 * both.high)


def difference(one: Interval, other: Interval) -> Interval:
    """`one` less `other`."""
    middle = one.estimate - other.estimate
    down = math.hypot(one.estimate - one.low, other.high - other.estimate)
    up = math.hypot(one.high - one.estimate, other.estimate - other.low)
    return Interval(middle, middle - down, middle + up)


def ratio(one: Interval, other: Interval) -> Interval:
    """`one` over `other`, by the difference of their logarithms; exactly 1 of the same interval."""
    if one == other:
        return Interval(1.0, 1.0, 1.0)
    apart = difference(_log(one), _log(other))
    return Interval(math.exp(apart.estimate), math.exp(apart.low), math.exp(apart.high))


def _log(interval: Interval) -> Interval:
    # An interval that reaches 0 says nothing of how small it may be.
    low = math.log(interval.low) if interval.low > 0 else -math.inf
    return Interval(math.log(interval.estimate), low, math.log(interval.high))
