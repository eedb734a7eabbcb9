"""Unions: which types make one, and which variant of it a value is."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from serbench.schema.model import JsonShape, Type, Union, UnionRef, json_shape
from serbench.schema.names import described, fresh

_SHAPES: dict[type, JsonShape] = {
    bool: JsonShape.BOOLEAN,
    int: JsonShape.NUMBER,
    float: JsonShape.NUMBER,
    str: JsonShape.STRING,
    list: JsonShape.ARRAY,
    dict: JsonShape.OBJECT,
}
_LONGEST = 80


def shape_of(value: Any) -> JsonShape | None:
    """Of a decoded value; None of null."""
    return _SHAPES.get(type(value))


def can_be_told_apart(types: Iterable[Type]) -> bool:
    """Whether each is something else in JSON, without a look at what is within."""
    shapes = [json_shape(type_) for type_ in types]
    return None not in shapes and len(set(shapes)) == len(shapes)


class Unions:
    """The unions of a schema, by what they hold: `I64 or String` is one, wherever it stands. No
    class and no record that was named after data has a space in its name."""

    def __init__(self) -> None:
        self._known: dict[str, Union] = {}

    def of(self, types: Iterable[Type]) -> UnionRef:
        """The union of two types or more, in the order of `JsonShape`, that `can_be_told_apart`."""
        by_shape = {json_shape(t): t for t in types}
        variants = tuple(by_shape[shape] for shape in JsonShape if shape in by_shape)
        key = repr(variants)  # raw JSON is equal to other text
        if key not in self._known:
            name = " or ".join(described(t, str) for t in variants)[:_LONGEST]
            taken = {union.name for union in self._known.values()}
            self._known[key] = Union(fresh(name, taken.__contains__, "{} {}"), variants)
        return UnionRef(self._known[key].name)

    def all(self) -> tuple[Union, ...]:
        return tuple(self._known.values())
