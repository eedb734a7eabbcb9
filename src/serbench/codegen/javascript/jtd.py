"""JavaScript: the JSON Type Definition of what JSON holds of a value, of which ajv makes functions.

    generate(schema) -> {"jtd.js": ...}

JTD's integers end at 32 bits: those of 64 are `float64`, as JavaScript's numbers are. What may be
null may be absent too, since other writers leave it out. A timestamp is one of JTD where ajv takes
a `Date`, else the text that was made of it. A union is the empty form, which is any value: JTD
tells variants by a tag that JSON does not have here.
https://www.rfc-editor.org/rfc/rfc8927#section-2.2
"""

from __future__ import annotations

import json
from typing import Any

from serbench.codegen.javascript.types import HEADER, literal
from serbench.schema.conventions import written_records
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

_SCALARS = {
    Kind.BOOL: "boolean",
    Kind.I8: "int8",
    Kind.I16: "int16",
    Kind.I32: "int32",
    Kind.I64: "float64",
    Kind.U8: "uint8",
    Kind.U16: "uint16",
    Kind.U32: "uint32",
    Kind.U64: "float64",
    Kind.F32: "float32",
    Kind.F64: "float64",
    Kind.STRING: "string",
    Kind.BYTES: "string",
}


def generate(schema: Schema) -> dict[str, str]:
    text = json.dumps(_Module(schema).schema())
    return {"jtd.js": f"{HEADER}\nexport const SCHEMA = JSON.parse({literal(text)});\n"}


class _Module:
    """Definitions are called by numbers, which no name has to be fit for."""

    def __init__(self, schema: Schema) -> None:
        self._schema = schema
        self._symbols = {enum.name: list(enum.symbols) for enum in schema.enums}
        self._numbers = {record.name: number for number, record in enumerate(schema.records)}

    def schema(self) -> dict[str, Any]:
        definitions = {
            self._key(record.name): self._record(record) for record in written_records(self._schema)
        }
        return {"definitions": definitions, "ref": self._key(self._schema.root)}

    def _key(self, record: str) -> str:
        return f"t{self._numbers[record]}"

    def _record(self, record: Record) -> dict[str, Any]:
        forms: dict[str, dict[str, Any]] = {}
        for field in record.fields:
            is_optional = isinstance(field.type, OptionalOf)
            kept = forms.setdefault("optionalProperties" if is_optional else "properties", {})
            kept[field.name] = self._type(field.type)
        # Of empty `properties`, ajv makes no parser.
        return forms or {"optionalProperties": {}}

    def _type(self, type_: Type) -> dict[str, Any]:
        match type_:
            case Scalar(native=True):
                return {"type": "timestamp"}
            case Scalar(kind):
                return {"type": _SCALARS[kind]}
            case EnumRef(name):
                return self._enum(self._symbols[name])
            case RecordRef(name):
                return {"ref": self._key(name)}
            case UnionRef():
                return {}
            case OptionalOf(native=True):
                return self._type(self._schema.told_type(type_))
            case OptionalOf(item):
                return {**self._type(item), "nullable": True}
            case ListOf(item):
                return {"elements": self._type(item)}
            case MapOf(value):
                return {"values": self._type(value)}

    def _enum(self, symbols: list[str]) -> dict[str, Any]:
        """Ajv writes characters such as U+FEFF as escapes, and reads no enum that has some."""
        is_read = symbols and all(text.isascii() and text.isprintable() for text in symbols)
        return {"enum": symbols} if is_read else {"type": "string"}
