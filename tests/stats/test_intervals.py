import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from serbench.stats.intervals import bootstrap, bootstrap_medians


def test_bootstrap_sees_that_processes_differ():
    random = np.random.default_rng(1)
    same = [random.normal(100, 1, 50) for _ in range(3)]
    differ = [random.normal(centre, 1, 50) for centre in (95, 100, 105)]
    assert bootstrap(same).half_width < 0.01
    assert bootstrap(differ).half_width > 0.03


def test_bootstrap_without_samples_is_none():
    assert bootstrap([]) is None
    assert bootstrap([np.array([])]) is None


def test_bootstrap_is_the_same_for_the_same_samples():
    waves = [np.array([1.0, 2.0, 3.0]), np.array([2.0, 9.0])]
    assert bootstrap(waves) == bootstrap(waves)


def test_resampled_medians_of_uneven_waves_stay_within_the_samples():
    medians = bootstrap_medians(
        [np.array([1.0, 2.0]), np.array([5.0, 6.0, 7.0, 8.0, 9.0])], np.random.default_rng(0)
    )
    assert np.isfinite(medians).all()
    assert medians.min() >= 1.0
    assert medians.max() <= 9.0


@given(
    st.lists(
        st.lists(st.floats(1e-3, 1e9), min_size=0, max_size=20).map(np.array),
        min_size=1,
        max_size=4,
    )
)
def test_the_median_lies_in_its_interval(waves):
    interval = bootstrap(waves)
    if interval is None:
        assert not any(len(w) for w in waves)
    else:
        assert interval.low <= interval.median <= interval.high
        assert interval.median == pytest.approx(np.median(np.concatenate(waves)))
