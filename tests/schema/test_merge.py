"""Merging what was seen at two places, and undoing it."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from serbench.schema.merge import ConflictError, Merge
from serbench.schema.shape import Shape, add_object
from tests.schema.test_properties import json_values, of_place, of_shape
from tests.schema.test_shape import place_of


@settings(max_examples=50)
@given(st.lists(json_values(), max_size=5), st.lists(json_values(), max_size=5))
def test_undone_merge_restores_places(first, second):
    a, b = place_of(*first), place_of(*second)
    before = of_place(a), of_place(b)
    merge = Merge()
    try:
        merge.places(a, b)
    except ConflictError:
        assert a.kinds()
        assert b.kinds()
    merge.undo()
    assert (of_place(a), of_place(b)) == before


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ([1], ["x"]),
        ([1], [True]),
        (["x"], [[]]),
        ([{}], [[]]),
        ([[1]], [["x"]]),
        ([{"a": 1}], [{"a": "x"}]),
        ([{"a": [{"b": 1}]}], [{"a": [{"b": {}}]}]),
        ([-1], [2**63]),
        ([2**53 + 1], [0.5]),
        ([1, "x"], [1]),
        ([1, "x"], [True, "x"]),
    ],
)
def test_merging_places_without_common_type_raises(a, b):
    for first, second in ((a, b), (b, a)):
        with pytest.raises(ConflictError):
            Merge().places(place_of(*first), place_of(*second))


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ([], [1]),
        ([None], ["x"]),
        ([1], [2**40, None]),
        ([-1], [2**63 - 1]),
        ([2**63], [0]),
        ([2**53], [0.5]),
        ([[]], [["x"]]),
        ([{}], [{"a": 1}]),
        ([{"a": 1}], [{"b": "x"}]),
        ([1, "x"], ["y", 2]),
    ],
)
def test_merging_places_with_common_type_succeeds(a, b):
    for first, second in ((a, b), (b, a)):
        Merge().places(place_of(*first), place_of(*second))


def test_integers_stay_apart_from_floats_if_asked():
    with pytest.raises(ConflictError):
        Merge(mix_numbers=False).places(place_of(1), place_of(0.5))
    Merge(mix_numbers=False).places(place_of(1), place_of(2))
    Merge(mix_numbers=False).places(place_of(1.5, 1), place_of(0.5))


def test_a_refused_pair_is_not_tried_again():
    a, b = Shape(), Shape()
    add_object(a, {"x": 1})
    add_object(b, {"x": "y"})
    refused: set[tuple[int, int, bool]] = set()
    for _ in range(2):
        merge = Merge(refused=refused)
        with pytest.raises(ConflictError):
            merge.shapes(a, b)
        merge.undo()
        assert len(refused) == 1
    assert of_shape(a) == (1, {"x": of_place(a.fields["x"])})
