"""TypeScript: what the generated JavaScript types are to its compiler.

    generate(schema) -> {"types.d.ts": ...}

Declarations for the module `types.js` of `serbench.codegen.javascript.types`. A class is declared
as an interface and what makes one, since a declared class may have no field called `constructor`.
Enums and unions are unions of literals and of types, under the same names.
https://www.typescriptlang.org/docs/handbook/declaration-files/templates/module-d-ts.html
"""

from __future__ import annotations

from serbench.codegen.javascript.logical import class_of
from serbench.codegen.javascript.types import HEADER, literal, names, property_name
from serbench.codegen.names import Names
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
    Kind.I64: "number | bigint",
    Kind.U64: "number | bigint",
    Kind.STRING: "string",
    Kind.BYTES: "Uint8Array",
}


def generate(schema: Schema) -> dict[str, str]:
    known = names(schema)
    parts = [HEADER]
    for enum in schema.enums:
        name = known.types[enum.name]
        symbols = " | ".join(map(literal, enum.symbols)) or "never"
        parts.append(
            f"export type {name} = {symbols};\nexport declare const {name}: readonly {name}[];\n"
        )
    for union in schema.unions:
        variants = " | ".join(_type(variant, known) for variant in union.variants)
        parts.append(f"export type {known.types[union.name]} = {variants};\n")
    parts += [_record(record, known) for record in schema.records]
    parts.append(f"export {{ {known.types[schema.root]} as Root }};\n")
    return {"types.d.ts": "\n".join(parts)}


def _record(record: Record, known: Names) -> str:
    types = [_type(field.type, known) for field in record.fields]
    fields = "".join(
        f"  {property_name(field.name)}: {type_};\n"
        for field, type_ in zip(record.fields, types, strict=True)
    )
    parameters = ", ".join(f"p{number}: {type_}" for number, type_ in enumerate(types))
    name = known.types[record.name]
    return (
        f"export interface {name} {{\n{fields}}}\n"
        f"export declare const {name}: new ({parameters}) => {name};\n"
    )


def _type(type_: Type, known: Names) -> str:
    match type_:
        case Scalar(logical=logical) if logical:
            return class_of(logical)
        case Scalar(kind):
            return _SCALARS.get(kind, "number")
        case EnumRef(name) | RecordRef(name) | UnionRef(name):
            return known.types[name]
        case OptionalOf(item):
            return f"{_type(item, known)} | null"
        case ListOf(RecordRef(name), is_map=True):
            key, value = (_type(part, known) for part in known.entries[name])
            return f"Map<{key}, {value}>"
        case ListOf(item):
            return f"Array<{_type(item, known)}>"
        case MapOf(value):
            return f"{{ [key: string]: {_type(value, known)} }}"
