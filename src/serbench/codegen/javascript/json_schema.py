"""JavaScript: the JSON Schema of what JSON holds of a value, from which libraries make functions.

    generate(schema) -> {"json_schema.js": ...}

As fast-json-stringify wants it: what may be null says so beside its type, so that a record that may
be stands twice among the definitions.
https://github.com/fastify/fast-json-stringify#nullable
"""

from __future__ import annotations

import json
from typing import Any

from serbench.codegen.javascript.types import HEADER, literal
from serbench.schema.model import (
    EnumRef,
    Kind,
    ListOf,
    MapOf,
    OptionalOf,
    Record,
    RecordRef,
    Scalar,
    Schema,
    Type,
    UnionRef,
)

_SCALARS = {Kind.BOOL: "boolean", Kind.STRING: "string", Kind.BYTES: "string"}
_SCALARS |= {Kind.F32: "number", Kind.F64: "number"}


def generate(schema: Schema) -> dict[str, str]:
    definitions: dict[str, Any] = {}
    for record in schema.records:
        its = _record(record)
        definitions |= {record.name: its, f"{record.name}?": {**its, "nullable": True}}
    for union in schema.unions:
        variants = [_type(variant) for variant in union.variants]
        definitions[union.name] = {"anyOf": variants}
        definitions[f"{union.name}?"] = {"anyOf": [*variants, {"type": "null"}]}
    text = json.dumps({**_reference(schema.root), "definitions": definitions})
    return {"json_schema.js": f"{HEADER}\nexport const SCHEMA = JSON.parse({literal(text)});\n"}


def _record(record: Record) -> dict[str, Any]:
    properties = {field.name: _type(field.type) for field in record.fields}
    return {"type": "object", "properties": properties, "required": list(properties)}


def _reference(name: str) -> dict[str, Any]:
    return {"$ref": f"#/definitions/{name}"}


def _type(type_: Type) -> dict[str, Any]:
    match type_:
        case Scalar(kind):
            return {"type": _SCALARS.get(kind, "integer")}
        case EnumRef():
            return {"type": "string"}
        case RecordRef(name) | UnionRef(name):
            return _reference(name)
        case OptionalOf(RecordRef(name) | UnionRef(name)):
            return _reference(f"{name}?")
        case OptionalOf(item):
            return {**_type(item), "nullable": True}
        case ListOf(item):
            return {"type": "array", "items": _type(item)}
        case MapOf(value):
            return {"type": "object", "additionalProperties": _type(value)}
