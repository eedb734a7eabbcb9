"""Schemas fitted to a codec: what it writes for a logical type (docs/types.md).

Drivers measure values of the language's own type (`datetime`). Where a library takes these, it
writes them as it does; everywhere else generated code converts them to a plain scalar, whose kind
the format's convention says.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import replace

from serbench.schema.features import MAP, kind_of
from serbench.schema.logical import Absence, Convention, Keys, Meaning, wire_kind
from serbench.schema.model import (
    EnumRef,
    Field,
    Kind,
    ListOf,
    MapOf,
    OptionalOf,
    Record,
    RecordRef,
    Scalar,
    Schema,
    Type,
)


def fitted(
    schema: Schema,
    convention: Convention,
    is_native: Callable[[Meaning], bool],
    unsupported: Collection[str] = (),
) -> Schema:
    """The schema in which each logical type is native, or over the kind that the convention writes.
    A map whose keys are no text is native, or the list of its entries. None is native of what is
    `unsupported` (`serbench.schema.features`), such as `map<optional>`. A field that tells absent
    from null is native, or an optional record. A schema without logical types is returned as it
    is."""

    def fit_map(type_: ListOf, entry: RecordRef, outer: str) -> ListOf:
        fields = schema.entry_fields(entry)
        assert fields
        used = {MAP, f"{MAP}<{kind_of(fields[1].type)}>", f"{outer}<{MAP}>"}
        native = is_native(keys_of(schema, entry)) and used.isdisjoint(unsupported)
        return ListOf(entry, True, native)

    def fit(type_: Type, outer: str = "") -> Type:
        match type_:
            case Scalar(logical=logical) if logical:
                if is_native(logical):
                    return replace(type_, native=True)
                return replace(type_, kind=wire_kind(logical, convention))
            case ListOf(RecordRef() as entry, is_map=True):
                return fit_map(type_, entry, outer)
            case ListOf(item):
                return ListOf(fit(item, kind_of(type_)))
            case MapOf(value):
                return MapOf(fit(value, kind_of(type_)))
            case OptionalOf(item, tells_absent=True):
                return OptionalOf(item, True, is_native(Absence.ABSENT))
            case OptionalOf(item):
                return OptionalOf(fit(item, kind_of(type_)))
            case _:
                return type_

    def fields(given: tuple[Field, ...]) -> tuple[Field, ...]:
        return tuple(Field(field.name, fit(field.type)) for field in given)

    records = tuple(
        replace(record, fields=fields(record.fields), ancestor=fields(record.ancestor))
        for record in schema.records
    )
    writer = None
    if schema.writer:
        writer = fitted(schema.writer, convention, is_native, unsupported)
    if records == schema.records and writer == schema.writer:
        return schema
    return replace(schema, records=records, writer=writer)


def keys_of(schema: Schema, entry: RecordRef) -> Keys:
    """What the keys of the map are of which the record is an entry."""
    fields = schema.entry_fields(entry)
    assert fields
    match fields[0].type:
        case EnumRef():
            return Keys.ENUM
        case Scalar(logical=logical) if logical:
            return Keys.UUID
        case Scalar(Kind.BOOL):
            return Keys.BOOLEAN
        case Scalar(Kind.STRING):
            return Keys.TEXT
        case _:
            return Keys.INTEGER


def typed_maps(schema: Schema) -> Iterator[tuple[Keys, bool]]:
    """Of every map whose keys are no text its keys, and whether it is native."""
    return ((meaning, native) for meaning, native in meanings(schema) if isinstance(meaning, Keys))


def meanings(schema: Schema) -> Iterator[tuple[Meaning, bool]]:
    """Every one that a type has in the schema, again and again, and whether it is native."""
    for type_ in schema.types_of_fields():
        match type_:
            case Scalar(logical=logical) if logical:
                yield logical, type_.native
            case ListOf(RecordRef() as entry, is_map=True):
                yield keys_of(schema, entry), type_.native
            case OptionalOf(tells_absent=True):
                yield Absence.ABSENT, type_.native


def native_entries(schema: Schema) -> frozenset[str]:
    """The records of the entries of maps that are native."""
    return frozenset(
        type_.item.name
        for type_ in schema.types_of_fields()
        if isinstance(type_, ListOf) and type_.native and isinstance(type_.item, RecordRef)
    )


def is_left_out(type_: Type) -> bool:
    """Whether a library leaves out a field of this type that is absent, and writes null for one
    that is null."""
    return isinstance(type_, OptionalOf) and type_.native


def left_out(schema: Schema) -> frozenset[str]:
    """The records that tell absent from null in such fields: the library writes what they hold."""
    has_some = any(map(is_left_out, schema.types_of_fields()))
    return schema.telling_records if has_some else frozenset()


def written_records(schema: Schema) -> tuple[Record, ...]:
    """All records but those that are `left_out`."""
    unwritten = left_out(schema)
    return tuple(record for record in schema.records if record.name not in unwritten)


def logical_scalars(schema: Schema) -> Iterator[Scalar]:
    """Every one that stands in a field, again and again."""
    for type_ in schema.types_of_fields():
        if isinstance(type_, Scalar) and type_.logical:
            yield type_
