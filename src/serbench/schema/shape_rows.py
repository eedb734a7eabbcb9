"""Shapes on their way between processes: flat lists of what they hold, however deep that is."""

from __future__ import annotations

from types import NoneType

import msgspec

from serbench.schema.shape import Place, Shape, children

_TYPES: tuple[type, ...] = (bool, str, float, NoneType)
# Of marks: those of a part begin so much higher than those of the part before.
_OF_A_PART = 1 << 40


class _PlaceRow(msgspec.Struct, array_like=True, frozen=True):
    """`settled` has a bit for each of `_TYPES`; `items` and `shape` are indexes."""

    mark: int
    count: int
    nulls: int
    settled: int
    low: int | None
    high: int | None
    inexact: bool
    items: int | None
    shape: int | None


class _ShapeRow(msgspec.Struct, array_like=True, frozen=True):
    """The indexes of its fields' places, by name, or that of its values' place."""

    objects: int
    fields: dict[str, int]
    values: int | None


class _Rows(msgspec.Struct, array_like=True):
    """The last shape holds all."""

    places: list[_PlaceRow]
    shapes: list[_ShapeRow]


def to_bytes(shape: Shape) -> bytes:
    """Of a shape that values were folded into, and no more."""
    rows = _Rows([], [])
    _add_shape(rows, shape)
    return msgspec.msgpack.encode(rows)


def _add_shape(rows: _Rows, shape: Shape) -> int:
    indexes = [(name, _add_place(rows, place)) for name, place in children(shape)]
    fields = {name: index for name, index in indexes if name is not None}
    values = next((index for name, index in indexes if name is None), None)
    rows.shapes.append(_ShapeRow(shape.objects, fields, values))
    return len(rows.shapes) - 1


def _add_place(rows: _Rows, place: Place) -> int:
    row = _PlaceRow(
        mark=place.mark,
        count=place.count,
        nulls=place.nulls,
        settled=sum(1 << bit for bit, type_ in enumerate(_TYPES) if type_ in place.settled),
        low=place.low,
        high=place.high,
        inexact=place.inexact,
        items=None if place.items is None else _add_place(rows, place.items),
        shape=None if place.shape is None else _add_shape(rows, place.shape),
    )
    rows.places.append(row)
    return len(rows.places) - 1


def from_bytes(data: bytes, part: int) -> Shape:
    """The shape of the part of this number: all in it was seen after what is in parts before.
    Raises `msgspec.MsgspecError` for what `to_bytes` did not write."""
    rows = msgspec.msgpack.decode(data, type=_Rows)
    places = [Place() for _ in rows.places]
    shapes = [Shape() for _ in rows.shapes]
    for place, row in zip(places, rows.places, strict=True):
        place.mark = row.mark + part * _OF_A_PART
        place.count, place.nulls = row.count, row.nulls
        place.settled = {type_ for bit, type_ in enumerate(_TYPES) if row.settled >> bit & 1}
        place.low, place.high, place.inexact = row.low, row.high, row.inexact
        place.items = None if row.items is None else places[row.items]
        place.shape = None if row.shape is None else shapes[row.shape]
        place.narrow_fast_path()
    for shape, shape_row in zip(shapes, rows.shapes, strict=True):
        shape.objects = shape_row.objects
        shape.fields = {name: places[index] for name, index in shape_row.fields.items()}
        shape.values = None if shape_row.values is None else places[shape_row.values]
    return shapes[-1]
