"""JavaScript: the JSON Schema of what JSON holds of a value, from which libraries make functions.

    generate(schema) -> {"json_schema.js": ...}

As fast-json-stringify wants it: what may be null says so beside its type, so that a record that may
be stands twice among the definitions. What tells absent from null is not required. A `Date` is
written as the format `date-time`.
https://github.com/fastify/fast-json-stringify#nullable
"""

from __future__ import annotations

import json
from typing import Any

from serbench.codegen.javascript.logical import DATE_OF_JSON
from serbench.codegen.javascript.types import HEADER, literal
from serbench.schema.conventions import is_left_out, written_records
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
    text = json.dumps(_Module(schema).schema())
    return {"json_schema.js": f"{HEADER}\nexport const SCHEMA = JSON.parse({literal(text)});\n"}


class _Module:
    """Definitions are called by numbers: a reference is a URI, which not every name is part of."""

    def __init__(self, schema: Schema) -> None:
        self._schema = schema
        named = [
            *(record.name for record in schema.records),
            *(union.name for union in schema.unions),
        ]
        self._numbers = {name: number for number, name in enumerate(named)}

    def schema(self) -> dict[str, Any]:
        definitions: dict[str, Any] = {}
        for record in written_records(self._schema):
            definition = self._record(record)
            definitions |= self._definitions(
                record.name, definition, {**definition, "nullable": True}
            )
        for union in self._schema.unions:
            variants = [self._type(variant) for variant in union.variants]
            or_null = {"anyOf": [*variants, {"type": "null"}]}
            definitions |= self._definitions(union.name, {"anyOf": variants}, or_null)
        # Not a reference: with anything beside one, fast-json-stringify loses a field `toString`.
        root = self._record(self._schema.record(self._schema.root))
        return {**root, "definitions": definitions}

    def _definitions(self, name: str, definition: Any, or_null: Any) -> dict[str, Any]:
        return {f"t{self._numbers[name]}": definition, f"n{self._numbers[name]}": or_null}

    def _record(self, record: Record) -> dict[str, Any]:
        properties = {field.name: self._type(field.type) for field in record.fields}
        required = [field.name for field in record.fields if not is_left_out(field.type)]
        return {"type": "object", "properties": properties, "required": required}

    def _type(self, type_: Type) -> dict[str, Any]:
        match type_:
            case Scalar(logical=logical) if logical == DATE_OF_JSON:
                return {"type": "string", "format": "date-time"}
            case Scalar(kind):
                return {"type": _SCALARS.get(kind, "integer")}
            case EnumRef():
                return {"type": "string"}
            case RecordRef(name) | UnionRef(name):
                return {"$ref": f"#/definitions/t{self._numbers[name]}"}
            case OptionalOf(native=True):
                return self._type(self._schema.told_type(type_))
            case OptionalOf(RecordRef(name) | UnionRef(name)):
                return {"$ref": f"#/definitions/n{self._numbers[name]}"}
            case OptionalOf(item):
                return {**self._type(item), "nullable": True}
            case ListOf(item):
                return {"type": "array", "items": self._type(item)}
            case MapOf(value):
                return {"type": "object", "additionalProperties": self._type(value)}
