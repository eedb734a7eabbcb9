"""JavaScript: an Avro schema, and plain values as objects by its names.

    generate(schema) -> {"avro.js": ...}

`SCHEMA` of the module is that of the root. A u64 is a long of the same bits. avsc takes bytes as
`Buffer` alone.
https://github.com/mtth/avsc/wiki/API#avro-types
"""

from __future__ import annotations

import json
from typing import Any

from serbench.codegen.idl import avro
from serbench.codegen.javascript.conversions import (
    EITHER,
    Shape,
    literal_of,
    module,
)
from serbench.codegen.javascript.types import literal, names
from serbench.schema.model import Kind, Schema
from serbench.schema.names import fresh

_SIGNED = """\
const signed = (value) => (typeof value === "bigint" ? BigInt.asIntN(64, value) : value);
const unsigned = (value, wide) =>
  integer(typeof value === "bigint" ? BigInt.asUintN(64, value) : value, wide);
"""
_BYTES = (
    "Buffer.from({expression}.buffer, {expression}.byteOffset, {expression}.length)",
    "new Uint8Array({expression})",
)


# What every object has: avsc looks symbols up in one, and writes records to one.
_WORDS = """__defineGetter__ __defineSetter__ __lookupGetter__ __lookupSetter__ __proto__
    constructor hasOwnProperty isPrototypeOf propertyIsEnumerable toLocaleString toString valueOf"""
_INHERITED = frozenset(_WORDS.split())


def generate(schema: Schema) -> dict[str, str]:
    known = names(schema)
    fields = {record.name: _own(avro.field_names(record)) for record in schema.records}
    symbols = {enum.name: _own(avro.symbol_names(enum)) for enum in schema.enums}
    shape = Shape(
        record=lambda record, parts: literal_of(
            {fields[record][wire]: part for wire, part in parts.items()}
        ),
        part=lambda expression, record, wire, place: f"{expression}.{fields[record][wire]}",
        scalars={
            Kind.I64: EITHER,
            Kind.U32: ("{expression}", "Number({expression})"),
            Kind.U64: ("signed({expression})", "unsigned({expression}, {wide})"),
            Kind.BYTES: _BYTES,
        },
        enum=(
            "SYMBOLS_{type}[types.NUMBER_{type}.get({expression})]",
            "VALUE_{type}.get({expression})",
        ),
    )
    parts = [module(schema, shape), _SIGNED]
    for enum in schema.enums:
        name = known.types[enum.name]
        parts.append(
            f"const SYMBOLS_{name} = {json.dumps(list(symbols[enum.name].values()))};\n"
            f"const VALUE_{name} = new Map("
            f"SYMBOLS_{name}.map((symbol, number) => [symbol, types.{name}[number]]));\n"
        )
    text = json.dumps(_renamed(avro.lower_bare(schema)))
    return {"avro.js": "\n".join([*parts, f"export const SCHEMA = JSON.parse({literal(text)});\n"])}


def _own(names_: dict[str, str]) -> dict[str, str]:
    """Other names for those that every object has; the bytes hold none."""
    taken = set(names_.values())
    out = {}
    for wire, name in names_.items():
        own_name = (
            fresh(f"{name}_", lambda new: new in taken, "{}{}") if name in _INHERITED else name
        )
        taken.add(own_name)
        out[wire] = own_name
    return out


def _renamed(schema: Any) -> Any:
    """An Avro schema, with these names, and with what avsc looks up for a custom type."""
    if isinstance(schema, list):
        return [_renamed(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    if schema["type"] == "long":
        return "long"
    if "symbols" in schema:
        return {
            **schema,
            "symbols": list(_own({name: name for name in schema["symbols"]}).values()),
        }
    if "fields" in schema:
        own = _own({field["name"]: field["name"] for field in schema["fields"]})
        fields = [
            {**field, "name": own[field["name"]], "type": _renamed(field["type"])}
            for field in schema["fields"]
        ]
        return {**schema, "fields": fields}
    return {key: _renamed(value) for key, value in schema.items()}
