"""What is seen of values, in one fold or in parts that are combined."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from serbench.schema import keys
from serbench.schema.shape import (
    Place,
    Shape,
    TooManyFieldsError,
    add_items,
    add_object,
    combine,
    combine_shapes,
    settle,
)
from serbench.schema.shape_rows import from_bytes, to_bytes
from tests.schema.test_properties import json_values, of_place
from tests.strategies import examples


def place_of(*values: Any) -> Place:
    place = Place()
    add_items(place, list(values))
    return place


@examples(50)
@given(st.lists(json_values(), max_size=5), st.lists(json_values(), max_size=5))
def test_combining_is_the_same_as_seeing_all(first, second):
    a, b = place_of(*first), place_of(*second)
    combine(a, b)
    together = place_of(*first)
    add_items(together, second)
    assert of_place(a) == of_place(together)


def seen(shape: Shape) -> Any:
    """All that is known of a shape, with fields in their order. Nobody counts what is in lists and
    maps."""
    fields = [
        (name, place.count, place.nulls, seen_at(place)) for name, place in shape.fields.items()
    ]
    return shape.objects, fields, shape.values and seen_at(shape.values)


def seen_at(place: Place) -> Any:
    return (
        place.nullable,
        place.kinds(),
        place.has_floats,
        (place.low, place.high, place.inexact),
        place.items and seen_at(place.items),
        place.shape and seen(place.shape),
    )


def folded(values: list[Any]) -> Shape:
    shape = Shape()
    for value in values:
        add_object(shape, value)
    return shape


def in_parts(parts: list[list[Any]], order: list[int]) -> Shape:
    """Each folded by itself, brought to another process and combined, in this order."""
    whole = Shape()
    for part in order:
        combine_shapes(whole, from_bytes(to_bytes(folded(parts[part])), part))
    return whole


def objects_of_few_keys() -> st.SearchStrategy[dict[str, Any]]:
    """With the same keys again and again, and sometimes many of them."""
    names = st.sampled_from("abcdefghijklmn")
    values = st.recursive(
        json_values(),
        lambda inner: st.dictionaries(
            names, st.one_of(inner, st.lists(inner, max_size=4)), max_size=9
        ),
        max_leaves=12,
    )
    return st.dictionaries(names, values, max_size=5)


@contextmanager
def few_keys_being_many() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(keys, "TOO_MANY", 3)
        patch.setattr(keys, "ENDLESS", 8)
        patch.setattr(keys, "ENDLESS_PLACES", 12)
        yield


@examples(60)
@given(st.lists(objects_of_few_keys(), max_size=8), st.lists(st.integers(0, 8)), st.randoms())
def test_parts_in_any_order_make_what_one_fold_makes(values, cuts, rng):
    with few_keys_being_many():
        parts = cut(values, cuts)
        one, several = folded(values), in_parts(parts, shuffled(len(parts), rng))
        settle(one)
        settle(several)
        assert seen(several) == seen(one)


def cut(values: list[Any], cuts: list[int]) -> list[list[Any]]:
    ends = sorted({0, len(values), *(min(cut, len(values)) for cut in cuts)})
    return [values[start:end] for start, end in itertools.pairwise(ends)]


def shuffled(count: int, rng: random.Random) -> list[int]:
    order = list(range(count))
    rng.shuffle(order)
    return order


def test_fields_stand_in_the_order_in_which_they_were_first_seen():
    parts = [[{"b": 1}], [{"c": {"z": 1}, "a": 1}], [{"a": 1, "c": {"y": 1, "z": 1}}]]
    for order in ([0, 1, 2], [2, 1, 0], [1, 2, 0]):
        whole = in_parts(parts, order)
        settle(whole)
        assert list(whole.fields) == ["b", "c", "a"]
        assert list(whole.fields["c"].shape.fields) == ["z", "y"]


@pytest.mark.parametrize("several", [8, 9])
def test_keys_become_data_by_their_number_alone(monkeypatch, several):
    monkeypatch.setattr(keys, "TOO_MANY", 3)
    monkeypatch.setattr(keys, "ENDLESS", 8)
    wide = {"x": {f"key {i}": i for i in range(several)}}
    shape = folded([wide] * 20)
    assert (shape.fields["x"].shape.values is not None) == (several > 8)
    parts = [[{"x": {key: value}}] for key, value in wide["x"].items()]
    whole = in_parts(parts, list(range(several)))
    settle(whole)
    assert (whole.fields["x"].shape.values is not None) == (several > 8)


def test_keys_become_data_by_the_places_inside(monkeypatch):
    monkeypatch.setattr(keys, "TOO_MANY", 3)
    monkeypatch.setattr(keys, "ENDLESS_PLACES", 13)
    for inside, is_map in ((1, False), (2, True)):
        value = {"x": {f"key {i}": {key: [1] for key in "ab"[:inside]} for i in range(4)}}
        whole = folded([value])
        settle(whole)
        assert (whole.fields["x"].shape.values is not None) == is_map


def test_root_with_endless_keys_is_refused(monkeypatch):
    monkeypatch.setattr(keys, "TOO_MANY", 3)
    monkeypatch.setattr(keys, "ENDLESS", 8)
    root, other = Shape(), Shape()
    root.is_root = True
    add_object(root, {f"a{i}": 1 for i in range(8)})
    add_object(other, {"b": 1})
    with pytest.raises(TooManyFieldsError):
        combine_shapes(root, other)
    with pytest.raises(TooManyFieldsError):
        add_object(root, {f"b{i}": 1 for i in range(8)})
