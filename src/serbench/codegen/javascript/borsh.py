"""JavaScript: the schema that borsh takes, and conversions to what it takes of a plain value.

    generate(schema) -> {"borsh_schema.js": ..., "borsh.js": ...}

A record that holds itself is the same object in its schema. An enum is its number: a byte as in
Rust, two where it has more than 256 symbols, which Rust refuses. The library reads integers of 64
bits as bigints, maps as `Map`s, and bytes as arrays. https://github.com/near/borsh-js#schemas
"""

from __future__ import annotations

from dataclasses import replace

from serbench.codegen.javascript.conversions import EITHER, NUMBERS, mapping, module
from serbench.codegen.javascript.types import HEADER, key
from serbench.schema.model import (
    EnumRef,
    Kind,
    ListOf,
    MapOf,
    OptionalOf,
    RecordRef,
    Scalar,
    Schema,
    Type,
    UnionRef,
)

_IMPORTS = """import { enter } from "#driver/properties.js";

function objectOf(map, convert) {
  const out = {};
  for (const [key, value] of map) enter(out, key, convert(value));
  return out;
}
"""
_SCALARS = {
    **dict.fromkeys((Kind.I64, Kind.U64), EITHER),
    Kind.BYTES: ("{expression}", "Uint8Array.from({expression})"),
}
_SHAPE = replace(mapping(_SCALARS, imports=_IMPORTS), enum=NUMBERS, read_map="objectOf")


def generate(schema: Schema) -> dict[str, str]:
    return {
        "borsh_schema.js": _Description(schema).text(),
        "borsh.js": module(schema, _SHAPE),
    }


class _Description:
    def __init__(self, schema: Schema) -> None:
        self._schema = schema
        self._sizes = {enum.name: len(enum.symbols) for enum in schema.enums}
        self._numbers = {record.name: number for number, record in enumerate(schema.records)}

    def text(self) -> str:
        parts = [HEADER]
        for number in self._numbers.values():
            parts.append(f"const t{number} = {{ struct: {{}} }};")
        for record in self._schema.records:
            fields = ", ".join(f"{key(f.name)}: {self._type(f.type)}" for f in record.fields)
            parts.append(f"Object.assign(t{self._numbers[record.name]}.struct, {{ {fields} }});")
        parts.append(f"export {{ t{self._numbers[self._schema.root]} as SCHEMA }};\n")
        return "\n".join(parts)

    def _type(self, type_: Type) -> str:
        match type_:
            case Scalar(Kind.BYTES):
                return '{ array: { type: "u8" } }'
            case Scalar(kind):
                return f'"{kind.value}"'
            case EnumRef(name):
                return '"u8"' if self._sizes[name] <= 256 else '"u16"'
            case RecordRef(name):
                return f"t{self._numbers[name]}"
            case OptionalOf(item):
                return f"{{ option: {self._type(item)} }}"
            case ListOf(item):
                return f"{{ array: {{ type: {self._type(item)} }} }}"
            case MapOf(value):
                return f'{{ map: {{ key: "string", value: {self._type(value)} }} }}'
            case UnionRef():  # nothing is compiled of it
                raise AssertionError(type_)
