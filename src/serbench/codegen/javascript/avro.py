"""JavaScript: an Avro schema, and plain values as objects by its names.

    generate(schema) -> {"avro.js": ...}

`SCHEMA` of the module is that of the root. A u64 is a long of the same bits. avsc takes bytes as
`Buffer` alone.
https://github.com/mtth/avsc/wiki/API#avro-types
"""

from __future__ import annotations

import json

from serbench.codegen.idl import avro
from serbench.codegen.javascript.conversions import (
    EITHER,
    Shape,
    literal_of,
    module,
)
from serbench.codegen.javascript.types import literal, names
from serbench.schema.model import Kind, Schema

_SIGNED = """const signed = (its) => (typeof its === "bigint" ? BigInt.asIntN(64, its) : its);
const unsigned = (its, wide) =>
  integer(typeof its === "bigint" ? BigInt.asUintN(64, its) : its, wide);
"""
_BYTES = ("Buffer.from({its}.buffer, {its}.byteOffset, {its}.length)", "new Uint8Array({its})")


def generate(schema: Schema) -> dict[str, str]:
    known = names(schema)
    fields = {record.name: avro.field_names(record) for record in schema.records}
    shape = Shape(
        record=lambda record, parts: literal_of(
            {fields[record][wire]: its for wire, its in parts.items()}
        ),
        part=lambda its, record, wire, place: f"{its}.{fields[record][wire]}",
        scalars={
            Kind.I64: EITHER,
            Kind.U64: ("signed({its})", "unsigned({its}, {wide})"),
            Kind.BYTES: _BYTES,
        },
        enum=("SYMBOLS_{type}[types.NUMBER_{type}.get({its})]", "VALUE_{type}.get({its})"),
    )
    parts = [module(schema, shape), _SIGNED]
    for enum in schema.enums:
        name = known.types[enum.name]
        symbols = json.dumps(list(avro.symbol_names(enum).values()))
        parts.append(
            f"const SYMBOLS_{name} = {symbols};\n"
            f"const VALUE_{name} = new Map("
            f"SYMBOLS_{name}.map((its, number) => [its, types.{name}[number]]));\n"
        )
    text = json.dumps(avro.lower_bare(schema))
    return {"avro.js": "\n".join([*parts, f"export const SCHEMA = JSON.parse({literal(text)});\n"])}
