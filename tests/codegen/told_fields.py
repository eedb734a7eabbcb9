"""Schemas of fields that tell absent from null, for generators."""

from __future__ import annotations

from serbench.schema import conventions
from serbench.schema.absence import telling_absent
from serbench.schema.logical import Absence, Convention, Meaning, Uuid
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

HOSTILE = 'a "b"\\\n`*/é'
TYPES: dict[str, Type] = {
    "text": Scalar(Kind.STRING),
    "number": Scalar(Kind.I32),
    "raw": Scalar(Kind.BYTES),
    "who": scalar_of(Uuid()),
    "colour": EnumRef("Colour"),
    "list": ListOf(OptionalOf(Scalar(Kind.STRING))),
    "map": MapOf(Scalar(Kind.U8)),
    "next": RecordRef("Thing"),
    HOSTILE: Scalar(Kind.STRING),
}


def schema_of(*names: str) -> Schema:
    """One record with fields of these `TYPES`, or of all of them, that tell absent from null."""
    chosen = names or tuple(TYPES)
    record = Record("Thing", tuple(Field(name, OptionalOf(TYPES[name])) for name in chosen))
    schema = Schema("s", "Thing", (record,), (Enum("Colour", ("red", "dark blue")),))
    return telling_absent(schema, {("Thing", name) for name in chosen})


def fitting(
    schema: Schema, is_native: bool = True, convention: Convention = Convention.TEXT
) -> Schema:
    """The schema as of a codec that leaves out what is absent, or is given optional records."""

    def natively(meaning: Meaning) -> bool:
        return is_native and meaning is Absence.ABSENT

    return conventions.fitted(schema, convention, natively)
