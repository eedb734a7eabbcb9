import pytest
from hypothesis import given
from hypothesis import strategies as st

from serbench.stats import Interval
from serbench.stats.ties import ALIKE, UNCERTAIN, are_alike, fastest, is_uncertain

TIMES = st.builds(
    lambda median, spread: Interval(median, median * (1 - spread), median * (1 + spread)),
    st.integers(8, 1024).map(float),
    st.integers(0, 32).map(lambda n: n / 64),
)


def around(median, spread=0.01):
    return Interval(median, median * (1 - spread), median * (1 + spread))


def test_an_interval_of_more_than_a_tenth_to_each_side_is_uncertain():
    assert not is_uncertain(Interval(100.0, 90.0, 110.0))
    assert is_uncertain(Interval(100.0, 89.9, 110.0))
    assert is_uncertain(Interval(100.0, 95.0, float("inf")))
    assert not is_uncertain(Interval(0.0, 0.0, 0.0))


@pytest.mark.parametrize(("other", "alike"), [(100.0, True), (109.9, True), (111.0, False)])
def test_times_within_the_bound_are_alike(other, alike):
    assert are_alike(around(100.0), around(other)) is alike
    assert are_alike(around(other), around(100.0)) is alike


def test_wide_interval_is_never_alike():
    assert not are_alike(around(1.15, 0.5), around(4.63, 0.8))
    assert not are_alike(around(178.0, 0.19), around(180.0))


def test_difference_below_bound_is_alike():
    assert are_alike(around(100.0), around(118.0), smallest=1.2)
    assert are_alike(around(100.0), around(109.0), smallest=1.02)


@given(st.lists(TIMES, max_size=6))
def test_fastest_items_are_certain_alike_and_of_lowest_estimates(times):
    found = fastest(range(len(times)), lambda item: times[item])
    for item in found:
        assert not is_uncertain(times[item])
        assert times[item].high - times[item].low <= 2 * UNCERTAIN * times[item].estimate
        assert all(are_alike(times[item], times[other]) for other in found)
        assert all(times[item].estimate <= ALIKE**2 * time.estimate for time in times)
    if found:
        certain = [time.estimate for time in times if not is_uncertain(time)]
        assert times[found[0]].estimate == min(certain)


def test_fastest_is_empty_if_uncertain_item_may_be_far_faster():
    times = {"a": around(178.0, 0.19), "b": around(347.0)}
    assert fastest(list(times), times.__getitem__) == []
    times["a"] = around(340.0, 0.19)
    assert fastest(list(times), times.__getitem__) == ["b"]
    assert fastest([], times.__getitem__) == []
