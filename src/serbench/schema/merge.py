"""Merging what was seen at several places, where their types go together.

Folding and combining (`serbench.schema.shape`) lose nothing and cannot fail; this decides.
"""

from __future__ import annotations

from typing import Any

from serbench.schema.shape import Place, Shape, children


class ConflictError(Exception):
    """Two places that have no type in common."""


class Merge:
    """Merges places and shapes, and can undo all it did.

    What would need a union of types raises `ConflictError`; so do integers that
    would become floats, unless `mix_numbers`, and objects with little in common if
    they have to be `alike`. Pairs of shapes that could not be merged are added to `refused`
    and not tried again: chains of objects would take cubic time.
    """

    def __init__(
        self,
        *,
        mix_numbers: bool = True,
        alike: bool = False,
        refused: set[tuple[int, int, bool]] | None = None,
    ) -> None:
        self._refused = set() if refused is None else refused
        self._mix_numbers = mix_numbers
        self._alike = alike
        # How each thing was before anything happened to it, by its id.
        self._before: dict[int, tuple[Place | Shape, list[Any]]] = {}

    def places(self, into: Place, other: Place) -> None:
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
        if id(thing) in self._before:
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


def make_map(shape: Shape) -> bool:
    """Turns a record into a map, unless its values have no type in common."""
    merge = Merge()
    values = Place()
    try:
        for place in shape.fields.values():
            merge.places(values, place)
    except ConflictError:
        merge.undo()
        return False
    shape.values, shape.fields = values, {}
    return True
