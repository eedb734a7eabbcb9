"""What was seen where: the state of inference, folded over value after value.

A `Place` is all that stood at one path, a `Shape` the fields of the objects there. Places
belong to one field of one shape, so that being optional stays a matter of the
place; shapes can be shared by places (see `serbench.schema.unify`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any

from serbench.schema import keys

_EXACT = 2**53  # integers up to here are doubles, too
NoneType = type(None)


class TooManyFieldsError(Exception):
    """The top level has keys without end, and a root has to be a record."""


class Place:
    """Everything seen at one path.

    `count` is how many objects had the field, `nulls` in how many of them it was null; `settled`
    holds the types of which another value teaches nothing (booleans, strings, floats, and null in
    lists and maps, where nobody counts it); integers lie from `low` to `high`,
    and `inexact` says that a double could not hold one of them. `items` is the place of
    a list's items, `shape` that of an object's fields.
    """

    __slots__ = (
        "count",
        "fast_high",
        "fast_low",
        "high",
        "inexact",
        "items",
        "low",
        "nulls",
        "settled",
        "shape",
    )

    def __init__(self) -> None:
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
        self._narrow_fast_path()

    def _narrow_fast_path(self) -> None:
        if self.low is None or self.high is None:
            return
        self.fast_low, self.fast_high = self.low, self.high
        if not self.inexact:  # beyond, each integer has to be looked at
            self.fast_low, self.fast_high = max(self.low, -_EXACT), min(self.high, _EXACT)

    def absorb_scalars(self, other: Place) -> None:
        self.count += other.count
        self.nulls += other.nulls
        self.settled |= other.settled
        self.inexact |= other.inexact
        for value in (other.low, other.high):
            if value is not None:
                self.low = value if self.low is None else min(self.low, value)
                self.high = value if self.high is None else max(self.high, value)
        self._narrow_fast_path()


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
        """The place of a key not seen before; None if the shape became a map by now.

        That must not wait for the end: a million keys would be a million places.
        """
        if len(self.fields) >= self.check_at:
            self.check_at *= 2
            if keys.are_endless(self.counts(), self.objects - 1):
                if self.is_root:
                    raise TooManyFieldsError
                make_map(self, Merge(checked=False))
                return None
        place = self.fields[key] = Place()
        return place

    def counts(self) -> dict[str, int]:
        return {key: place.count for key, place in self.fields.items()}


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


class ConflictError(Exception):
    """Two places that have no type in common."""


class Merge:
    """Merges places and shapes, and can undo all it did if it is `checked`.

    When `checked`, what would need a union of types raises `ConflictError`; so do integers that
    would become floats, unless `mix_numbers`, and objects with little in common if
    they have to be `alike`. Pairs of shapes that could not be merged are added to `refused`
    and not tried again: chains of objects would take cubic time.
    """

    def __init__(
        self,
        *,
        checked: bool = True,
        mix_numbers: bool = True,
        alike: bool = False,
        refused: set[tuple[int, int, bool]] | None = None,
    ) -> None:
        self._refused = set() if refused is None else refused
        self._checked = checked
        self._mix_numbers = mix_numbers
        self._alike = alike
        # How each thing was before anything happened to it, by its id.
        self._before: dict[int, tuple[Place | Shape, list[Any]]] = {}

    def places(self, into: Place, other: Place) -> None:
        if self._checked:
            self._check(into, other)
        self._remember(into)
        into.absorb_scalars(other)
        if into.items is None:
            into.items = other.items
        elif other.items is not None:
            self.places(into.items, other.items)
        if into.shape is None:
            into.shape = other.shape
        elif other.shape is not None:
            self.shapes(into.shape, other.shape)

    def shapes(self, into: Shape, other: Shape) -> None:
        into, other = into.found(), other.found()
        if into is other:
            return
        pair = (id(into), id(other), self._mix_numbers)
        if pair in self._refused or (self._alike and not _are_alike(into, other)):
            raise ConflictError
        try:
            self._merge(into, other)
        except ConflictError:
            self._refused.add(pair)
            raise

    def _merge(self, into: Shape, other: Shape) -> None:
        self._remember(into)
        self._remember(other)
        into.objects += other.objects
        other.forward = into
        if into.values is None and other.values is None:
            for key, place in other.fields.items():
                self._into_fields(into.found(), key, place)
            return
        inside = [p for shape in (into, other) for _, p in children(shape)]
        for place in inside:
            self._into_values(into.found(), place)

    def _into_fields(self, shape: Shape, key: str, place: Place) -> None:
        # Recursion may have made it a part of a third shape, even a map, on the way.
        if shape.values is not None:
            self._into_values(shape, place)
        elif key in shape.fields:
            self.places(shape.fields[key], place)
        else:
            self._remember(shape)
            shape.fields[key] = place

    def _into_values(self, shape: Shape, place: Place) -> None:
        self._remember(shape)
        shape.fields = {}
        if shape.values is None:
            shape.values = place
        elif shape.values is not place:
            self.places(shape.values, place)

    def undo(self) -> None:
        for thing, before in self._before.values():
            for name, value in zip(thing.__slots__, before, strict=True):
                setattr(thing, name, value)
        self._before.clear()

    def _remember(self, thing: Place | Shape) -> None:
        if not self._checked or id(thing) in self._before:
            return
        state = [getattr(thing, name) for name in thing.__slots__]
        copied = [s.copy() if isinstance(s, set | dict) else s for s in state]
        self._before[id(thing)] = thing, copied

    def _check(self, a: Place, b: Place) -> None:
        kinds_a, kinds_b = a.kinds(), b.kinds()
        if not kinds_a or not kinds_b:
            return
        if kinds_a != kinds_b:
            raise ConflictError
        if len(kinds_a) > 1 or kinds_a != ["numbers"]:
            return
        if a.has_floats != b.has_floats and not self._mix_numbers:
            raise ConflictError
        if (a.has_floats or b.has_floats) and (a.inexact or b.inexact):
            raise ConflictError
        lows = [p.low for p in (a, b) if p.low is not None]
        highs = [p.high for p in (a, b) if p.high is not None]
        if lows and min(lows) < 0 and max(highs) >= 2**63:
            raise ConflictError


def _are_alike(a: Shape, b: Shape) -> bool:
    """Whether at least half the fields of the smaller are also in the larger; maps are."""
    if a.values is not None or b.values is not None:
        return True
    smaller, larger = sorted((a.fields, b.fields), key=len)
    return 2 * len(smaller.keys() & larger.keys()) >= len(smaller)


def make_map(shape: Shape, merge: Merge) -> bool:
    """Turns a record into a map, unless its values have no type in common."""
    values = Place()
    try:
        for place in shape.fields.values():
            merge.places(values, place)
    except ConflictError:
        merge.undo()
        return False
    shape.values, shape.fields = values, {}
    return True


def children(shape: Shape) -> Iterator[tuple[str | None, Place]]:
    """The places right inside: those of fields with their names, or that of map values."""
    if shape.values is not None:
        yield None, shape.values
    yield from shape.fields.items()
