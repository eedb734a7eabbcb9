"""A small value of any schema, where something has to be encoded and no data are asked for."""

from __future__ import annotations

from typing import Any

from serbench.schema.model import (
    EnumRef,
    Kind,
    ListOf,
    MapOf,
    OptionalOf,
    RecordRef,
    Scalar,
    Schema,
    Type,
    UnionRef,
)

# Such as every format holds.
_SCALARS: dict[Kind, Any] = {
    Kind.BOOL: True,
    Kind.F32: 1.5,
    Kind.F64: 1.5,
    Kind.STRING: "text",
    Kind.BYTES: "Ynl0ZXM=",
}
_INTEGER = 1
_KEY = "key"


def example(schema: Schema) -> dict[str, Any]:
    """In canonical form. All is there, with one item in each list and map, but a record within a
    record of its own type; a union is of its first variant, an enum of its first symbol."""
    return _Example(schema).record(schema.root, frozenset())


class _Example:
    def __init__(self, schema: Schema) -> None:
        self._schema = schema

    def record(self, name: str, above: frozenset[str]) -> dict[str, Any]:
        above |= {name}
        return {f.name: self._value(f.type, above) for f in self._schema.record(name).fields}

    def _value(self, type_: Type, above: frozenset[str]) -> Any:
        """`above` are the records that it lies in."""
        match type_:
            case Scalar(raw_json=True):
                return str(_INTEGER)
            case Scalar(kind):
                return _SCALARS.get(kind, _INTEGER)
            case EnumRef(name):
                return self._schema.enum(name).symbols[0]
            case RecordRef(name):
                return self.record(name, above)
            case UnionRef(name):
                return self._value(self._schema.union(name).variants[0], above)
            case ListOf(item):
                return [] if _ends(item, above) else [self._value(item, above)]
            case MapOf(item):
                return {} if _ends(item, above) else {_KEY: self._value(item, above)}
            case OptionalOf(item):
                return None if _ends(item, above) else self._value(item, above)


def _ends(item: Type, above: frozenset[str]) -> bool:
    """Whether the value would have no end with an item."""
    return isinstance(item, RecordRef) and item.name in above
