"""Values with their logical types as text, as people write them in JSON, from lowered ones."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from serbench.schema.logical_values import text_of
from serbench.schema.model import (
    KEY,
    VALUE,
    ListOf,
    MapOf,
    OptionalOf,
    RecordRef,
    Scalar,
    Schema,
    Type,
    UnionRef,
    json_shape,
)
from serbench.schema.variants import shape_of

# Takes a lowered canonical value (docs/protocol.md).
Raise = Callable[[Any], Any]


def typed(schema: Schema) -> Raise:
    """The inverse of `serbench.schema.normalise.normaliser`: what it makes lowered again. Logical
    types are their canonical text, and maps objects whatever their keys. A field that was absent is
    null, unless it tells the two apart."""
    return _Compiler(schema).record(schema.root)


class _Compiler:
    def __init__(self, schema: Schema) -> None:
        self._schema = schema
        self._records: dict[str, Raise] = {}

    def record(self, name: str) -> Raise:
        if name in self._records:
            return lambda value: self._records[name](value)  # recursive
        self._records[name] = lambda value: make(value)
        fields = [(f.name, self._type(f.type)) for f in self._schema.record(name).fields]
        may_be_absent = frozenset(
            f.name
            for f in self._schema.record(name).fields
            if isinstance(f.type, OptionalOf) and f.type.tells_absent
        )

        def make(value: Any) -> Any:
            return {
                key: inner(value[key])
                for key, inner in fields
                if value[key] is not None or key not in may_be_absent
            }

        self._records[name] = make
        return make

    def _type(self, type_: Type) -> Raise:
        match type_:
            case Scalar(logical=logical) if logical:
                return lambda value: text_of(logical, value)
            case RecordRef(name):
                return self.record(name)
            case UnionRef(name):
                return self._union(name)
            case OptionalOf(tells_absent=True):
                told = self._type(self._schema.told_type(type_))
                return lambda value: told(value[VALUE])
            case OptionalOf(item):
                return _optional(self._type(item))
            case ListOf(RecordRef() as entry, is_map=True):
                inner = self.record(entry.name)
                return lambda value: {_key(made[KEY]): made[VALUE] for made in map(inner, value)}
            case ListOf(item):
                inner = self._type(item)
                return lambda value: [inner(each) for each in value]
            case MapOf(item):
                inner = self._type(item)
                return lambda value: {key: inner(each) for key, each in value.items()}
            case _:
                return lambda value: value

    def _union(self, name: str) -> Raise:
        variants = {json_shape(v): self._type(v) for v in self._schema.union(name).variants}
        return lambda value: variants[shape_of(value)](value)


def _key(key: Any) -> str:
    return key if isinstance(key, str) else msgspec.json.encode(key).decode()


def _optional(item: Raise) -> Raise:
    return lambda value: None if value is None else item(value)
