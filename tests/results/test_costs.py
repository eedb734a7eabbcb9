"""Which way is the cheapest over which link."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from serbench.results.costs import FASTEST, SLOWEST, Way, cheapest, segments, tied
from serbench.stats import Interval


def way(name, ns, size, width=0.0):
    time = Interval(ns, ns - width, ns + width)
    return Way(
        workload="log",
        codec=name,
        language="cpp",
        compressor="",
        mode="none",
        bytes=size,
        serialize=time,
        deserialize=Interval(0.0, 0.0, 0.0),
    )


def test_crossing_points_are_where_totals_are_equal():
    small, fast = way("small", 1000, 100), way("fast", 200, 300)
    [first, second] = segments([fast, small])
    assert (first.way, second.way) == (small, fast)
    assert first.high == second.low == pytest.approx(200 * 8 / 800e-9)
    assert small.total_ns(first.high) == pytest.approx(fast.total_ns(first.high))
    assert (first.low, second.high) == (SLOWEST, FASTEST)


def test_never_cheapest_way_has_no_segment():
    ways = [way("a", 100, 100), way("b", 200, 200), way("c", 100, 150)]
    assert [s.way.codec for s in segments(ways)] == ["a"]
    assert segments([]) == []


WAYS = st.lists(
    st.tuples(st.floats(1, 1e7), st.floats(1, 1e6)).map(lambda pair: way("x", *pair)),
    min_size=1,
    max_size=20,
)


@given(ways=WAYS, exponent=st.floats(6, 11))
def test_the_envelope_is_the_minimum_over_any_link(ways, exponent):
    speed = 10**exponent
    found = [s for s in segments(ways) if s.low <= speed <= s.high]
    assert found
    least = cheapest(ways, speed)[0].total_ns(speed)
    assert min(s.way.total_ns(speed) for s in found) == pytest.approx(least, rel=1e-9)


@given(ways=WAYS)
def test_segments_follow_each_other_without_a_gap(ways):
    found = segments(ways)
    assert found[0].low == SLOWEST
    assert found[-1].high == FASTEST
    for one, other in pairwise(found):
        assert one.high == other.low
        assert one.way.bytes < other.way.bytes
        assert one.way.processor_ns > other.way.processor_ns


def test_ways_are_tied_within_their_intervals():
    first, near, far = way("a", 100, 10, 10), way("b", 110, 10, 10), way("c", 130, 10, 10)
    assert tied(first, near, 1e9)
    assert not tied(first, far, 1e9)
