import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from serbench.stats import Interval
from serbench.stats.mover import added, difference, mean, ratio

INTERVALS = st.builds(
    lambda middle, down, up: Interval(middle, middle * (1 - down), middle * (1 + up)),
    st.floats(1.0, 1e9),
    st.floats(0, 0.9),
    st.floats(0, 5) | st.just(math.inf),
)


@given(one=INTERVALS, other=INTERVALS)
def test_intervals_of_two_hold_their_middle(one, other):
    for interval in (
        difference(one, other),
        mean([one, other]),
        added(one, other),
        ratio(one, other),
    ):
        assert interval.low <= interval.estimate <= interval.high
    assert difference(one, other).estimate == pytest.approx(one.estimate - other.estimate)
    assert ratio(one, other).estimate == pytest.approx(one.estimate / other.estimate)


def test_intervals_cover_truth_at_nominal_rate():
    """Simulated: means of five of each, whose difference and ratio are known."""
    import numpy as np
    from scipy.stats import t

    random = np.random.default_rng(7)
    true = 300.0, 200.0
    held = {"difference": 0, "ratio": 0}
    rounds = 2000
    for _ in range(rounds):
        parts = []
        for middle in true:
            found = random.normal(middle, 0.05 * middle, 5)
            half = t.ppf(0.975, 4) * found.std(ddof=1) / math.sqrt(5)
            parts.append(Interval(found.mean(), found.mean() - half, found.mean() + half))
        apart, times = difference(*parts), ratio(*parts)
        held["difference"] += apart.low <= 100.0 <= apart.high
        held["ratio"] += times.low <= 1.5 <= times.high
    assert all(0.945 < count / rounds < 0.99 for count in held.values()), held
