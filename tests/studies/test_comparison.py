import pytest

from serbench.studies.comparison import Moved, compare
from serbench.studies.study import Figure


def figures(now, then, column="time", **more):
    return [
        Figure(f"r{i}", column, a, b, **more)
        for i, (a, b) in enumerate(zip(now, then, strict=True))
    ]


def test_the_same_order_at_another_speed():
    [found] = compare(figures([1, 2, 3, 4, 5], [10, 200, 300, 4000, 5000]))
    assert found.agreement.rho == pytest.approx(1)
    assert found.moved == ()


def test_what_moved_most_comes_first():
    [found] = compare(figures([5, 1, 2, 3, 4, 6], [1, 2, 3, 4, 5, 6]))
    assert found.moved == (Moved("r0", 1, 5),)


def test_where_more_is_better_the_most_is_first():
    [found] = compare(figures([9, 1, 2, 3, 4], [1, 2, 3, 4, 9], more_is_better=True))
    assert found.moved[0] == Moved("r0", 5, 1)


def test_rows_without_a_published_figure_do_not_count():
    [found] = compare(figures([1, 2, 3, 4], [1, 2, None, 4]))
    assert (found.rows, found.agreement) == (3, None)
    assert compare(figures([1, 2], [None, None])) == []


def test_each_column_by_itself():
    both = figures([1, 2, 3, 4], [1, 2, 3, 4]) + figures([4, 3, 2, 1], [1, 2, 3, 4], "size")
    assert [(c.column, round(c.agreement.rho)) for c in compare(both)] == [
        ("time", 1),
        ("size", -1),
    ]
