from serbench.stats import Interval
from serbench.stats.pareto import pareto_front


def cost(median, size, spread=0.01):
    return (Interval(median, median * (1 - spread), median * (1 + spread)), size)


def test_from_the_smallest_to_the_fastest():
    costs = {
        "fast": cost(100, 500),
        "small": cost(900, 100),
        "between": cost(300, 300),
        "beaten": cost(400, 310),
    }
    assert pareto_front(costs) == ["small", "between", "fast"]


def test_a_larger_one_stays_only_if_it_is_faster_beyond_doubt():
    assert pareto_front({"small": cost(100, 10), "large": cost(99, 11)}) == ["small"]
    assert pareto_front({"small": cost(100, 10), "large": cost(90, 11)}) == ["small", "large"]


def test_of_one_size_the_tied_stay():
    costs = {"a": cost(100, 10), "b": cost(101, 10), "c": cost(150, 10)}
    assert pareto_front(costs) == ["a", "b"]


def test_what_is_beaten_beats_nobody():
    # b ties with a and is larger; c ties with b but is faster than a beyond doubt.
    costs = {"a": cost(100, 10), "b": cost(98.5, 11), "c": cost(97, 12)}
    assert pareto_front(costs) == ["a", "c"]


def test_none_and_one():
    assert pareto_front({}) == []
    assert pareto_front({"a": cost(1, 1)}) == ["a"]
