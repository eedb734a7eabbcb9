"""What the parts of a schema are called in a language, and how its types are spelled there."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

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
    nested_types,
)
from serbench.schema.names import identifiers

_NONE: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Names:
    """Identifiers by wire names. `types` has records, enums and unions; `fields[record][wire]`,
    `symbols[enum][wire]`; `variants[union]` are the schema's own types, and `entries[record]` those
    of key and value of a map whose keys are no text."""

    types: dict[str, str]
    fields: dict[str, dict[str, str]]
    symbols: dict[str, dict[str, str]]
    variants: dict[str, tuple[Type, ...]]
    entries: dict[str, tuple[Type, Type]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Style:
    """How a language writes one sort of name, which names are taken, and how it compares them."""

    write: Callable[[str], str]
    reserved: frozenset[str] = _NONE
    fold: Callable[[str], str] = str


def names_of(schema: Schema, types: Style, fields: Style, symbols: Style) -> Names:
    def named(wire: list[str], style: Style) -> dict[str, str]:
        return identifiers(wire, style.write, style.reserved, style.fold)

    return Names(
        named(type_names(schema), types),
        {r.name: named([f.name for f in r.fields], fields) for r in schema.records},
        {e.name: named(list(e.symbols), symbols) for e in schema.enums},
        {u.name: u.variants for u in schema.unions},
        {name: _types_of_entry(schema, name) for name in schema.map_entries},
    )


def _types_of_entry(schema: Schema, name: str) -> tuple[Type, Type]:
    key, value = schema.record(name).fields
    return key.type, value.type


def nested_in_maps(type_: Type, known: Names) -> Iterator[Type]:
    """As `nested_types`, and also those in keys and values of maps whose keys are no text."""
    for nested in nested_types(type_):
        yield nested
        match nested:
            case ListOf(RecordRef(name), is_map=True):
                for each in known.entries[name]:
                    yield from nested_in_maps(each, known)


def type_names(schema: Schema) -> list[str]:
    """The names of all records, enums and unions."""
    names = [record.name for record in schema.records] + [enum.name for enum in schema.enums]
    return names + [union.name for union in schema.unions]


@dataclass(frozen=True, slots=True)
class Spelling:
    """How types are written: `scalars`, and the rest around `{}`, which is what they hold.

    `list_of_u8` is what a list of u8 is where the language would take it for bytes; its `{}` is
    the scope. `union` is what a union is that needs no name; its `{}` are the variants.
    """

    scalars: Mapping[Kind, str]
    list: str
    map: str
    optional: str
    list_of_u8: str = ""
    union: str = ""

    def text(self, type_: Type, known: Names, scope: str = "") -> str:
        """The type; `scope` goes before those of the schema."""
        match type_:
            case Scalar(kind):
                return self.scalars[kind]
            case UnionRef(name) if self.union:
                variants = (self.text(v, known, scope) for v in known.variants[name])
                return self.union.format(", ".join(variants))
            case EnumRef(name) | RecordRef(name) | UnionRef(name):
                return scope + known.types[name]
            case ListOf(Scalar(Kind.U8)) if self.list_of_u8:
                return self.list_of_u8.format(scope)
            case ListOf(item):
                return self.list.format(self.text(item, known, scope))
            case MapOf(value):
                return self.map.format(self.text(value, known, scope))
            case OptionalOf(item):
                return self.optional.format(self.text(item, known, scope))
