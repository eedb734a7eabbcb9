"""Schemas of maps whose keys are no text, for the generators of every language."""

from __future__ import annotations

from collections.abc import Sequence

from serbench.schema import conventions
from serbench.schema.logical import Convention, Keys, Logical, Uuid
from serbench.schema.model import (
    Enum,
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
    scalar_of,
)

TEXT = Scalar(Kind.STRING)
KEYS: dict[str, Type] = {
    "integers": Scalar(Kind.I32),
    "booleans": Scalar(Kind.BOOL),
    "enums": EnumRef("Colour"),
    "uuids": scalar_of(Uuid()),
}


def schema_of(
    key: Type, value: Type = TEXT, first: str = "a", symbols: Sequence[str] = ("red", "blue")
) -> Schema:
    """A schema of maps of such keys, in a list, a map and an optional, too. The first field has
    this name, the enum these symbols."""
    entry = Record("Entry", (Field("key", key), Field("value", value)))
    map_ = ListOf(RecordRef("Entry"), is_map=True)
    types = {first: map_, "b": ListOf(map_), "c": MapOf(map_), "d": OptionalOf(map_)}
    root = Record("Thing", tuple(Field(name, type_) for name, type_ in types.items()))
    return Schema("s", "Thing", (root, entry), (Enum("Colour", tuple(symbols)),))


def fitting(
    schema: Schema, *natives: Logical | Keys, convention: Convention = Convention.BINARY
) -> Schema:
    """The schema as of a codec that takes these natively."""

    def is_native(logical: Logical | Keys) -> bool:
        return logical in natives

    return conventions.fitted(schema, convention, is_native)
