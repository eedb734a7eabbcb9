from serbench.stats import Interval
from serbench.stats.ties import tie_groups

TIMES = {"a": 100, "b": 101, "c": 103, "d": 150}


def ratio(one, other):
    middle = TIMES[one] / TIMES[other]
    return Interval(middle, middle - 0.02, middle + 0.02)


def test_a_group_ends_where_a_codec_is_shown_slower_than_its_first():
    assert tie_groups(list(TIMES), ratio) == {"a": 1, "b": 1, "c": 2, "d": 3}


def test_what_cannot_be_compared_is_not_told_apart():
    assert tie_groups(["a", "d"], lambda one, other: None) == {"a": 1, "d": 1}


def test_nobody():
    assert tie_groups([], ratio) == {}
