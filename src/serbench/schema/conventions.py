"""Schemas of what formats without logical types of their own write (docs/types.md).

Drivers measure values of the language's own type (`datetime`). Where a library takes these, it
writes them as it does; everywhere else generated code converts them to a plain scalar, whose kind
the format's convention says.
"""

from __future__ import annotations

from dataclasses import replace

from serbench.schema.logical import Convention, wire_kind
from serbench.schema.model import (
    Field,
    ListOf,
    MapOf,
    OptionalOf,
    Scalar,
    Schema,
    Type,
    Union,
)

def by_convention(schema: Schema, convention: Convention) -> Schema:
    """The schema of what such a format writes: every logical type stays, over the kind of
    `wire_kind`. One that has no logical type is returned as it is."""
    records = tuple(
        replace(
            record,
            fields=tuple(_field(field, convention) for field in record.fields),
            ancestor=tuple(_field(field, convention) for field in record.ancestor),
        )
        for record in schema.records
    )
    unions = tuple(
        Union(union.name, tuple(_type(variant, convention) for variant in union.variants))
        for union in schema.unions
    )
    if records == schema.records and unions == schema.unions:
        return schema
    return replace(schema, records=records, unions=unions)


def _field(field: Field, convention: Convention) -> Field:
    return replace(field, type=_type(field.type, convention))


def _type(type_: Type, convention: Convention) -> Type:
    match type_:
        case Scalar(logical=logical) if logical:
            return replace(type_, kind=wire_kind(logical, convention))
        case ListOf(item):
            return replace(type_, item=_type(item, convention))
        case MapOf(value):
            return MapOf(_type(value, convention))
        case OptionalOf(item):
            return OptionalOf(_type(item, convention))
        case _:
            return type_
