from serbench.stats.pareto import pareto_front


def front(costs, margin=0.02):
    """Faster is shown by `margin`."""
    return pareto_front(costs, lambda one, other: costs[one][0] * (1 + margin) < costs[other][0])


def test_from_the_smallest_to_the_fastest():
    costs = {
        "fast": (100, 500),
        "small": (900, 100),
        "between": (300, 300),
        "beaten": (400, 310),
    }
    assert front(costs) == ["small", "between", "fast"]


def test_larger_item_stays_only_if_decidedly_faster():
    assert front({"small": (100, 10), "large": (99, 11)}) == ["small"]
    assert front({"small": (100, 10), "large": (90, 11)}) == ["small", "large"]


def test_tied_items_of_one_size_stay():
    assert front({"a": (100, 10), "b": (101, 10), "c": (150, 10)}) == ["a", "b"]


def test_beaten_item_does_not_beat_others():
    # b ties with a and is larger; c ties with b but is faster than a beyond doubt.
    assert front({"a": (100, 10), "b": (98.5, 11), "c": (97, 12)}) == ["a", "c"]


def test_empty_and_single_input_are_returned():
    assert front({}) == []
    assert front({"a": (1, 1)}) == ["a"]


def test_the_verdict_decides_and_not_the_time():
    costs = {"small": (100, 10), "large": (10, 11)}
    assert pareto_front(costs, lambda one, other: False) == ["small"]
