"""The leaf that the operation `access` reads: one place, the same in every value and language.

It is the last leaf, depth first in schema order, that can be reached through records alone; if
there is none, also through optionals; if there is none either, also through the last items of
lists. Maps are never entered. What access yields is the leaf's visit sum, or 0 where an optional
on the way is absent or a list empty (docs/protocol.md).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from serbench.schema.digest import visit_of_leaf
from serbench.schema.model import (
    EnumRef,
    Field,
    ListOf,
    OptionalOf,
    RecordRef,
    Scalar,
    Schema,
    Type,
)


@dataclass(frozen=True, slots=True)
class FieldOf:
    """Into a field: that with the number `index`, from 0, of the record with this name."""

    record: str
    index: int
    field: Field

    @property
    def type(self) -> Type:
        return self.field.type


@dataclass(frozen=True, slots=True)
class IfPresent:
    """Into an optional, if it is there."""

    type: Type


@dataclass(frozen=True, slots=True)
class LastItem:
    """Into the last item of a list, if it has any."""

    type: Type


# The `type` of each is that of the value it leads to.
Step = FieldOf | IfPresent | LastItem
Path = tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Access:
    """The steps from the root to the leaf, and the leaf's type."""

    steps: Path
    leaf: Scalar | EnumRef


def access_of(schema: Schema) -> Access | None:
    """None if every leaf lies in a map or there is no leaf at all."""
    for passable in ((), (OptionalOf,), (OptionalOf, ListOf)):
        found = _Search(schema, passable).last_leaf(RecordRef(schema.root))
        if found:
            return Access(*found)
    return None


class _Search:
    """Each record is searched once: one that is met again lies in itself, or had no leaf."""

    def __init__(self, schema: Schema, passable: tuple[type, ...]) -> None:
        self.schema = schema
        self.passable = passable
        self.searched: set[str] = set()

    def last_leaf(self, type_: Type) -> tuple[Path, Scalar | EnumRef] | None:
        match type_:
            case Scalar() | EnumRef():
                return (), type_
            case RecordRef(name) if name not in self.searched:
                self.searched.add(name)
                fields = self.schema.record(name).fields
                for index in reversed(range(len(fields))):
                    if found := self.last_leaf(fields[index].type):
                        return (FieldOf(name, index, fields[index]), *found[0]), found[1]
            case ListOf(is_map=True):
                return None
            case OptionalOf(item) | ListOf(item) if isinstance(type_, self.passable):
                step = IfPresent(item) if isinstance(type_, OptionalOf) else LastItem(item)
                if found := self.last_leaf(item):
                    return (step, *found[0]), found[1]
        return None


def accessor(schema: Schema) -> Callable[[Any], int] | None:
    """What `access` yields for a canonical value; None if the schema has no leaf for it."""
    access = access_of(schema)
    if access is None:
        return None
    visit = visit_of_leaf(schema, access.leaf)

    def get(value: Any) -> int:
        for step in access.steps:
            match step:
                case FieldOf():
                    value = value[step.field.name]
                case IfPresent():
                    if value is None:
                        return 0
                case LastItem():
                    if not value:
                        return 0
                    value = value[-1]
        return visit(value)

    return get


def way_of(schema: Schema) -> dict[str, Any] | None:
    """The steps to the leaf and what it is, for drivers that find it by themselves: `steps`, each a
    record and its field, `"?"` or `"last"`, and `leaf`, as a type stands in a schema's JSON."""
    found = access_of(schema)
    if found is None:
        return None
    steps: list[Any] = []
    for step in found.steps:
        match step:
            case FieldOf(record, _, field):
                steps.append([record, field.name])
            case IfPresent():
                steps.append("?")
            case _:
                steps.append("last")
    return {"steps": steps, "leaf": _leaf_to_json(found.leaf)}


def _leaf_to_json(leaf: Scalar | EnumRef) -> Any:
    if isinstance(leaf, EnumRef):
        return {"enum": leaf.name}
    return {"logical": str(leaf.logical)} if leaf.logical else leaf.kind.value
