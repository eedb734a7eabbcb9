import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from serbench.stats.intervals import ratio_interval, summed_variance

variances = st.floats(1e-9, 10)
freedoms = st.floats(1, 1e4)


def test_interval_of_eight_normal_differences_equals_student_interval():
    interval = ratio_interval(math.log(2), 0.01**2 / 8, 7)
    assert interval.estimate == pytest.approx(2)
    assert math.log(interval.high / 2) == pytest.approx(2.3646 * 0.01 / math.sqrt(8), rel=1e-4)


def test_unknown_variance_gives_unbounded_interval():
    interval = ratio_interval(0.0, math.inf, 1)
    assert (interval.low, interval.estimate, interval.high) == (0, 1, math.inf)


def test_interval_covers_truth_at_nominal_rate():
    random = np.random.default_rng(1)
    effects = random.normal(0.2, 0.05, (2000, 6))
    found = [ratio_interval(e.mean(), e.var(ddof=1) / 6, 5) for e in effects]
    share = np.mean([interval.low <= math.exp(0.2) <= interval.high for interval in found])
    assert 0.935 < share < 0.965


@given(st.floats(-5, 5), variances, freedoms)
def test_ratio_lies_within_interval(difference, variance, freedom):
    interval = ratio_interval(difference, variance, freedom)
    assert interval.low <= interval.estimate <= interval.high


@given(st.lists(st.tuples(variances, freedoms), min_size=1, max_size=5))
def test_freedom_of_a_sum_lies_between_minimum_and_sum_of_parts(parts):
    variance, freedom = summed_variance(parts)
    assert variance == pytest.approx(sum(v for v, _ in parts))
    least, all_ = min(f for _, f in parts), sum(f for _, f in parts)
    assert least * (1 - 1e-9) <= freedom <= all_ * (1 + 1e-9)


def test_a_sum_with_an_unknown_part_is_unknown():
    assert summed_variance([(0.1, 5), (math.inf, 1)]) == (math.inf, 1)
