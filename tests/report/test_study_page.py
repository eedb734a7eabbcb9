"""Tables of studies where there is little room."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from serbench.report.study_page import across
from serbench.studies.study import StudyTable

WIDE = StudyTable(
    "wide",
    ("", *(f"column {number} [s]" for number in range(9))),
    (("C++ FlatBuffers", *["0.031(0.004)"] * 9), None, ("Java", *["-"] * 9)),
    (),
)


@pytest.mark.parametrize(("width", "columns"), [(200, [9]), (80, [4, 4, 1]), (20, [1] * 9)])
def test_excess_columns_follow_below(width, columns):
    found = across(WIDE, width)
    assert [len(group) - 1 for group in found] == columns
    assert all(group[0] == 0 for group in found)


@given(
    cells=st.lists(st.lists(st.text(), min_size=4, max_size=4), max_size=4),
    width=st.integers(1, 300),
)
def test_every_column_appears_once(cells, width):
    page = StudyTable("any", ("", "a", "b", "c"), tuple(map(tuple, cells)), ())
    found = [number for group in across(page, width) for number in group if number]
    assert found == [1, 2, 3]
