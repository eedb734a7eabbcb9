"""Shapes that go to another process."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from serbench.schema.model import MAX_DEPTH
from serbench.schema.shape_rows import from_bytes, to_bytes
from tests.schema.test_properties import objects, pace
from tests.schema.test_shape import folded, seen


@pace
@given(st.lists(objects(), max_size=6))
def test_shape_comes_out_as_it_went_in(values):
    shape = folded(values)
    assert seen(from_bytes(to_bytes(shape), 3)) == seen(shape)


def test_deepest_value_goes_through():
    value = {}
    for level in range(MAX_DEPTH - 1):
        value = {"x": [value]} if level % 2 else {"x": value}
    shape = folded([value])
    assert seen(from_bytes(to_bytes(shape), 0)) == seen(shape)


def test_bytes_of_something_else_are_refused():
    with pytest.raises(msgspec.MsgspecError):
        from_bytes(b"\x91\x01", 0)
