"""What was seen where: the state of inference, folded over value after value.

A `Place` is all that stood at one path, a `Shape` the fields of the objects there. Places
belong to one field of one shape, so that being optional stays a matter of the
place; shapes can be shared by places (see `serbench.schema.unify`).

Values can be folded in parts, each by another process: `combine_shapes` makes of the parts' shapes,
in any order, what one fold over all values makes, once `settle` is done. So nothing depends on
the order of values but the order of fields. Of what is seen, places only become more; therefore a
record may become a map by how many there are, before all values are seen, and by nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, count
from typing import Any

from serbench.schema import keys

_EXACT = 2**53  # integers up to here are doubles, too
NoneType = type(None)
# Marks of places: where one is less than another, the place was seen first.
_marks = count()


class TooManyFieldsError(Exception):
    """The top level has keys without end, and a root has to be a record."""


class Place:
    """Everything seen at one path.

    `count` is how many objects had the field, `nulls` in how many of them it was null; `settled`
    holds the types of which another value teaches nothing (booleans, strings, floats, and null in
    lists and maps, where nobody counts it); integers lie from `low` to `high`,
    and `inexact` says that a double could not hold one of them. `items` is the place of
    a list's items, `shape` that of an object's fields. `mark` tells what was seen first.
    """

    __slots__ = (
        "count",
        "fast_high",
        "fast_low",
        "high",
        "inexact",
        "items",
        "low",
        "mark",
        "nulls",
        "settled",
        "shape",
    )

    def __init__(self) -> None:
        self.mark = next(_marks)
        self.count = 0
        self.nulls = 0
        self.settled: set[type] = set()
        self.low: int | None = None
        self.high: int | None = None
        # Integers in between change nothing.
        self.fast_low = 1
        self.fast_high = 0
        self.inexact = False
        self.items: Place | None = None
        self.shape: Shape | None = None

    @property
    def nullable(self) -> bool:
        return self.nulls > 0 or NoneType in self.settled

    @property
    def has_floats(self) -> bool:
        return float in self.settled

    def kinds(self) -> list[str]:
        """The kinds of values seen besides null. More than one is a union."""
        out = []
        if bool in self.settled:
            out.append("booleans")
        if self.low is not None or self.has_floats:
            out.append("numbers")
        if str in self.settled:
            out.append("strings")
        if self.items is not None:
            out.append("lists")
        if self.shape is not None:
            out.append("objects")
        return out

    def widen(self, value: int) -> None:
        self.low = value if self.low is None else min(self.low, value)
        self.high = value if self.high is None else max(self.high, value)
        if not -_EXACT <= value <= _EXACT and int(float(value)) != value:
            self.inexact = True
        self.narrow_fast_path()

    def narrow_fast_path(self) -> None:
        """After `low`, `high` or `inexact` have changed."""
        if self.low is None or self.high is None:
            return
        self.fast_low, self.fast_high = self.low, self.high
        if not self.inexact:  # beyond, each integer has to be looked at
            self.fast_low, self.fast_high = max(self.low, -_EXACT), min(self.high, _EXACT)

    def absorb_scalars(self, other: Place) -> None:
        self.mark = min(self.mark, other.mark)
        self.count += other.count
        self.nulls += other.nulls
        self.settled |= other.settled
        self.inexact |= other.inexact
        for value in (other.low, other.high):
            if value is not None:
                self.low = value if self.low is None else min(self.low, value)
                self.high = value if self.high is None else max(self.high, value)
        self.narrow_fast_path()


class Shape:
    """The fields of objects. In a map, `values` is the place of all values and there
    are no fields. A shape that became part of another one points `forward` to it."""

    __slots__ = ("check_at", "fields", "forward", "is_root", "objects", "values")

    def __init__(self) -> None:
        self.objects = 0
        self.fields: dict[str, Place] = {}
        self.values: Place | None = None
        self.forward: Shape | None = None
        self.is_root = False
        self.check_at = keys.TOO_MANY

    def found(self) -> Shape:
        """This shape, or the one it became part of."""
        shape = self
        while shape.forward is not None:
            shape = shape.forward
        return shape

    def new_field(self, key: str) -> Place | None:
        """The place of a key not seen before; None if the shape became a map by now."""
        if len(self.fields) >= self.check_at and self._is_map_by_now(len(self.fields) + 1):
            self.become_map()
            return None
        place = self.fields[key] = Place()
        return place

    def _is_map_by_now(self, several: int) -> bool:
        """That must not wait for the end: a million keys would be a million places. Whether it has
        so many keys that they are data is looked at whenever they have become twice as many."""
        self.check_at = min(2 * self.check_at, keys.ENDLESS)
        return _is_endless(self, several)

    def counts(self) -> dict[str, int]:
        return {key: place.count for key, place in self.fields.items()}

    def become_map(self) -> None:
        """Whatever the types of its values. Raises `TooManyFieldsError` if it is the root."""
        if self.is_root:
            raise TooManyFieldsError
        if self.values is None:
            values = Place()
            for place in self.fields.values():
                combine(values, place)
            self.values, self.fields = values, {}


def add_object(shape: Shape, value: dict[str, Any]) -> None:
    shape.objects += 1
    pairs = iter(value.items())
    if shape.values is not None:
        add_entries(shape.values, pairs)
        return
    fields = shape.fields
    for key, item in pairs:
        place = fields.get(key)
        if place is None:
            place = shape.new_field(key)
            if place is None:
                assert shape.values is not None
                add_entries(shape.values, chain([(key, item)], pairs))
                return
        place.count += 1
        kind = type(item)
        if kind in place.settled:
            continue
        if kind is int:
            if not place.fast_low <= item <= place.fast_high:
                place.widen(item)
        elif kind is NoneType:
            place.nulls += 1
        elif kind is dict:
            if place.shape is None:
                place.shape = Shape()
            add_object(place.shape, item)
        elif kind is list:
            add_list(place, item)
        else:
            place.settled.add(kind)


def add_entries(place: Place, pairs: Iterable[tuple[str, Any]]) -> None:
    """The entries of a map, whose values are all at one place."""
    add_items(place, [value for _, value in pairs])


def add_list(place: Place, values: list[Any]) -> None:
    if place.items is None:
        place.items = Place()
    add_items(place.items, values)


def add_items(place: Place, values: list[Any]) -> None:
    types: set[type] = set(map(type, values))
    if types <= place.settled:  # the lists of numbers and strings, mostly
        return
    for type_ in types:
        some: list[Any] = values
        if len(types) > 1:
            some = [v for v in values if type(v) is type_]
        if type_ is int:
            low, high = min(some), max(some)
            if low < place.fast_low or high > place.fast_high:
                for value in (low, high) if low >= -_EXACT and high <= _EXACT else some:
                    place.widen(value)
        elif type_ is dict:
            if place.shape is None:
                place.shape = Shape()
            for value in some:
                add_object(place.shape, value)
        elif type_ is list:
            for value in some:
                add_list(place, value)
        else:
            place.settled.add(type_)


def combine(into: Place, other: Place) -> None:
    """Lets the first place know what the second knows, which is of no use then."""
    into.absorb_scalars(other)
    if into.items is None:
        into.items = other.items
    elif other.items is not None:
        combine(into.items, other.items)
    if into.shape is None:
        into.shape = other.shape
    elif other.shape is not None:
        combine_shapes(into.shape, other.shape)


def combine_shapes(into: Shape, other: Shape) -> None:
    """As `combine`. Raises `TooManyFieldsError`."""
    into.objects += other.objects
    if into.values is None and other.values is None:
        for key, place in other.fields.items():
            if (known := into.fields.get(key)) is None:
                into.fields[key] = place
            else:
                combine(known, place)
        several = len(into.fields)
        if several > into.check_at and into._is_map_by_now(several):
            into.become_map()
        return
    into.become_map()
    other.become_map()
    assert into.values is not None
    assert other.values is not None
    combine(into.values, other.values)


def settle(shape: Shape) -> None:
    """Once all values are seen: what has so many keys that they are data becomes a map, and fields
    are in the order in which they were first seen. Raises `TooManyFieldsError`."""
    for place in places(shape):
        if place.shape is not None:
            settle(place.shape)
    if _is_endless(shape, len(shape.fields)):
        shape.become_map()
        settle(shape)  # what came together may have become large
    shape.fields = dict(sorted(shape.fields.items(), key=lambda field: field[1].mark))


def _is_endless(shape: Shape, several: int) -> bool:
    return several > keys.TOO_MANY and keys.are_endless(several, _size(shape))


def _size(shape: Shape) -> int:
    """How many places there are in a shape, up to `keys.ENDLESS_PLACES`; of a map by now, which had
    that many, it stays so."""
    if shape.values is not None:
        return keys.ENDLESS_PLACES
    found = 0
    for place in places(shape):
        found += 1
        if place.shape is not None:
            found += _size(place.shape)
        if found >= keys.ENDLESS_PLACES:
            return keys.ENDLESS_PLACES
    return found


def places(shape: Shape) -> Iterator[Place]:
    """Those right inside, and those of lists in them."""
    for _, place in children(shape):
        inner: Place | None = place
        while inner is not None:
            yield inner
            inner = inner.items


def children(shape: Shape) -> Iterator[tuple[str | None, Place]]:
    """The places right inside: those of fields with their names, or that of map values."""
    if shape.values is not None:
        yield None, shape.values
    yield from shape.fields.items()
