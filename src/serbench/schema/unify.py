"""Which places hold maps, and which shapes are one type.

Two shapes become one type when they have at least three quarters of their field names in
common and their common fields have types in common (no union is made; integers stay
apart from floats); and

- beside each other: every field that one always has, the other knows. What one lacks
  becomes optional, which it was already.
- one inside the other, a recursive type (a tweet in a tweet): the inner one may lack any
  field, first of all the one that leads to it. Common integers and floats
  become floats where that is exact.

The types are those of the merged shapes, so every value still fits: what is lost is only that
a field was never absent at one of the places.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from serbench.schema import keys
from serbench.schema.merge import ConflictError, Merge, make_map
from serbench.schema.shape import Place, Shape, children, settle

# An inner object without the field that leads to it is of the outer's type only if it
# has this many more in common: {id, name, owner: {id, name}} is no recursion.
_PLAINLY_ONE = 6


def find_maps(root: Shape) -> None:
    """Decides for each shape below the root, from the outermost in, whether it is a map.

    The values of a map come together before their own turn: what one small object
    cannot tell, all of them can.
    """
    for _, place in children(root):
        _find_maps_at(place)


def _find_maps_at(place: Place) -> None:
    if place.items is not None:
        _find_maps_at(place.items)
    shape = place.shape
    if shape is None:
        return
    if shape.values is None and keys.are_data(shape.counts(), shape.objects):
        if len(shape.fields) <= keys.TOO_MANY:
            make_map(shape)
        else:
            shape.become_map()
            settle(shape)
    find_maps(shape)


@dataclass(frozen=True, slots=True)
class _Spot:
    """A shape and how one gets there: from the spot above, by the field `step`."""

    shape: Shape
    above: _Spot | None
    step: str


def unify(root: Shape) -> None:
    """Makes one of the shapes that are one type."""
    refused: set[tuple[int, int, bool]] = set()
    spots = list(_spots(_Spot(root, None, "")))
    merged = True
    while merged:
        merged = False
        distinct: list[_Spot] = []
        for spot in spots:
            if any(spot.shape.found() is other.shape.found() for other in distinct):
                continue
            if any(_try(other, spot, refused) for other in distinct):
                merged = True
            else:
                distinct.append(spot)


def _spots(spot: _Spot) -> Iterator[_Spot]:
    """The spot and all records inside it, outermost first; unions hold no types."""
    level = [spot]
    while level:
        yield from level
        level = [
            _Spot(shape, above, name)
            for above in level
            for name, place in above.shape.fields.items()
            for shape in _shapes_at(place)
        ]


def _shapes_at(place: Place) -> Iterator[Shape]:
    """The records at a place, also in its lists and maps."""
    if len(place.kinds()) > 1:
        return
    if place.items is not None:
        yield from _shapes_at(place.items)
    elif place.shape is not None:
        if place.shape.values is not None:
            yield from _shapes_at(place.shape.values)
        elif place.shape.fields:
            yield place.shape


def _try(outer: _Spot, inner: _Spot, refused: set[tuple[int, int, bool]]) -> bool:
    a, b = outer.shape.found(), inner.shape.found()
    shared = len(a.fields.keys() & b.fields.keys())
    if 4 * (shared + 1) < 3 * max(len(a.fields), len(b.fields)):
        return False
    step = _step_inwards(outer, inner)
    if step is None:
        if 4 * shared < 3 * len(a.fields.keys() | b.fields.keys()):
            return False
        if not (_always(a) <= b.fields.keys() and _always(b) <= a.fields.keys()):
            return False
    else:
        every = a.fields.keys() | b.fields.keys()
        if step not in b.fields and shared >= _PLAINLY_ONE:
            every -= {step}
        if 4 * shared < 3 * len(every):
            return False
    merge = Merge(mix_numbers=step is not None, alike=True, refused=refused)
    try:
        merge.shapes(a, b)
    except ConflictError:
        merge.undo()
        return False
    return True


def _step_inwards(outer: _Spot, inner: _Spot) -> str | None:
    """The field by which one gets from the outer shape to the inner; None if it is beside."""
    target = outer.shape.found()
    spot = inner
    while spot.above is not None:
        if spot.above.shape.found() is target:
            return spot.step
        spot = spot.above
    return None


def _always(shape: Shape) -> set[str]:
    return {name for name, place in shape.fields.items() if place.count == shape.objects}
