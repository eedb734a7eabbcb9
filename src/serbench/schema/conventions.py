"""Schemas fitted to a codec: what it writes for a logical type (docs/types.md).

Drivers measure values of the language's own type (`datetime`). Where a library takes these, it
writes them as it does; everywhere else generated code converts them to a plain scalar, whose kind
the format's convention says.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from serbench.schema.logical import Convention, Logical, wire_kind
from serbench.schema.model import (
    Field,
    ListOf,
    MapOf,
    OptionalOf,
    Scalar,
    Schema,
    Type,
    nested_types,
)


def fitted(schema: Schema, convention: Convention, is_native: Callable[[Logical], bool]) -> Schema:
    """The schema in which each logical type is native, or over the kind that the convention
    writes; maps whose keys are no text are the lists of their entries. One that has no logical type
    is returned as it is."""

    def fit(type_: Type) -> Type:
        match type_:
            case Scalar(logical=logical) if logical:
                if is_native(logical):
                    return replace(type_, native=True)
                return replace(type_, kind=wire_kind(logical, convention))
            case ListOf(item):
                return ListOf(fit(item))
            case MapOf(value):
                return MapOf(fit(value))
            case OptionalOf(item):
                return OptionalOf(fit(item))
            case _:
                return type_

    def fields(given: tuple[Field, ...]) -> tuple[Field, ...]:
        return tuple(Field(field.name, fit(field.type)) for field in given)

    records = tuple(
        replace(record, fields=fields(record.fields), ancestor=fields(record.ancestor))
        for record in schema.records
    )
    writer = fitted(schema.writer, convention, is_native) if schema.writer else None
    if records == schema.records and writer == schema.writer:
        return schema
    return replace(schema, records=records, writer=writer)


def logical_scalars(schema: Schema) -> Iterator[Scalar]:
    """Every one that stands in a field, again and again."""
    for record in schema.records:
        for field in record.fields:
            for type_ in nested_types(field.type):
                if isinstance(type_, Scalar) and type_.logical:
                    yield type_
