"""JavaScript: the plain types of a schema, as users write them.

    generate(schema) -> {"types.js": ...}

An ES module. Records are classes whose constructor sets the fields in schema order, so that all
instances have one shape (https://v8.dev/docs/hidden-classes); properties have the wire names.
Optionals are null, maps objects, or `Map`s if their keys are no text, enums texts, bytes
`Uint8Array`, and values of logical types what `serbench.codegen.javascript.logical` says. i64 and
u64 are numbers where the whole working set is safe, else bigints: `wide` says so of each field that
has some, and of `any`, once values are read. Until then `any` is true: bytes of others may hold
such integers. Of a logical type it says what a library gets that holds it as such an integer.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from serbench.codegen.names import Names, Style, names_of
from serbench.schema.model import (
    JsonShape,
    Kind,
    ListOf,
    MapOf,
    OptionalOf,
    Record,
    Scalar,
    Schema,
    Type,
    UnionRef,
    json_shape,
)
from serbench.schema.names import pascal_case

HEADER = "// Written by serbench from a schema.\n"
_PLAIN = re.compile(r"[A-Za-z_$][A-Za-z0-9_$]*")
# An assignment to it, or a literal with it, sets what an object inherits from.
PROTO = "__proto__"
# Globals that the generated modules and libraries use.
_GLOBALS = """Array ArrayBuffer BigInt Boolean Buffer Date Error Function JSON Map Math Number
    Object Proxy Reflect RegExp Root Set String Symbol Uint8Array wide"""
_TYPE_NAMES = frozenset(_GLOBALS.split())


def names(schema: Schema) -> Names:
    """Types alone have names of their own; a field is called as it is on the wire."""
    kept = Style(str)
    return names_of(schema, Style(pascal_case, _TYPE_NAMES), kept, kept)


def literal(text: str) -> str:
    """In ASCII, which no line separator of JavaScript is part of."""
    return json.dumps(text)


def member(expression: str, wire: str) -> str:
    """The expression of a property."""
    return f"{expression}.{wire}" if _PLAIN.fullmatch(wire) else f"{expression}[{literal(wire)}]"


def property_name(wire: str) -> str:
    return wire if _PLAIN.fullmatch(wire) else literal(wire)


def key(wire: str) -> str:
    """A property's name in the literal of an object."""
    return f"[{literal(wire)}]" if wire == PROTO else property_name(wire)


_TESTS = {
    JsonShape.BOOLEAN: 'typeof value === "boolean"',
    JsonShape.NUMBER: 'typeof value === "number" || typeof value === "bigint"',
    JsonShape.STRING: 'typeof value === "string" || value instanceof Uint8Array',
    JsonShape.ARRAY: "Array.isArray(value)",
}


def test_of(variant: Type) -> str:
    """Whether `value`, of a union whose other variants were tried before, is this one."""
    shape = json_shape(variant)
    return _TESTS.get(shape, "true") if shape else "true"


def wide_fields(schema: Schema) -> dict[tuple[str, str], str]:
    """The fields that hold integers of 64 bits, and what their flags are called."""
    found = [
        (record.name, field.name)
        for record in schema.records
        for field in record.fields
        if any(_is_wide(type_) for type_ in _within(field.type, schema))
    ]
    return {field: f"w{number}" for number, field in enumerate(found)}


def _within(type_: Type, schema: Schema) -> Iterator[Type]:
    yield type_
    match type_:
        case OptionalOf(item) | ListOf(item) | MapOf(item):
            yield from _within(item, schema)
        case UnionRef(name):
            for union in schema.unions:
                if union.name == name:
                    for variant in union.variants:
                        yield from _within(variant, schema)


def _is_wide(type_: Type) -> bool:
    return isinstance(type_, Scalar) and type_.kind in (Kind.I64, Kind.U64) and not type_.native


def generate(schema: Schema) -> dict[str, str]:
    known = names(schema)
    flags = "".join(f", {flag}: false" for flag in wide_fields(schema).values())
    parts = [
        HEADER,
        f"export const wide = {{ any: true{flags} }};\n",
    ]
    for enum in schema.enums:
        symbols = ", ".join(map(literal, enum.symbols))
        name = known.types[enum.name]
        parts.append(
            f"export const {name} = [{symbols}];\n"
            f"export const NUMBER_{name} = new Map("
            f"{name}.map((symbol, number) => [symbol, number]));\n"
        )
    parts += [_record(record, known) for record in schema.records]
    parts.append(f"export {{ {known.types[schema.root]} as Root }};\n")
    return {"types.js": "\n".join(parts)}


def _record(record: Record, known: Names) -> str:
    wires = [field.name for field in record.fields]
    parameters = ", ".join(f"p{number}" for number in range(len(wires)))
    lines = "".join(
        f"    {assignment('this', wire, f'p{number}')}\n" for number, wire in enumerate(wires)
    )
    return (
        f"export class {known.types[record.name]} {{\n"
        f"  constructor({parameters}) {{\n{lines}  }}\n}}\n"
    )


def assignment(target: str, wire: str, expression: str) -> str:
    """The statement that sets a property."""
    if wire == PROTO:
        options = "writable: true, enumerable: true, configurable: true"
        own = f"{{ value: {expression}, {options} }}"
        return f"Object.defineProperty({target}, {literal(wire)}, {own});"
    return f"{member(target, wire)} = {expression};"
