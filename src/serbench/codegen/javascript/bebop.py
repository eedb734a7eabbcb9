"""JavaScript: `.bop` text, and conversions to the objects of Bebop.

    generate(schema) -> {"data.bop": ..., "of_bebop.js": ...}

bebopc makes TypeScript of the first, and a bundler the module `data.js` of that. Absent fields are
undefined, maps `Map`s, integers of 64 bits bigints, and a list of bytes a `Uint8Array`. Names are
numbers here, which no bytes hold. https://docs.bebop.sh/guide/getting-started-typescript/
"""

from __future__ import annotations

from serbench.codegen.idl import bebop
from serbench.codegen.javascript.lowered import Library, conversions
from serbench.codegen.javascript.types import HEADER, literal
from serbench.schema.model import Kind, Schema

_IMPORTS = """import * as data from "./data.js";
import { integer } from "#driver/conversions.js";
import { enter } from "#driver/properties.js";

function mapOf(object, convert) {
  return new Map(Object.keys(object).map((key) => [key, convert(object[key])]));
}

function objectOf(map, convert) {
  const out = {};
  for (const [key, value] of map) enter(out, key, convert(value));
  return out;
}
"""
_LIBRARY = Library(
    imports=_IMPORTS,
    made="{members}",
    absent="undefined",
    scalars={
        Kind.I64: ("BigInt({expression})", "integer({expression}, {wide})"),
        Kind.U64: ("BigInt({expression})", "integer({expression}, {wide})"),
        Kind.BYTES: ("{expression}", "{expression}.slice()"),
    },
    maps=("mapOf({expression}, (v) => {one})", "objectOf({expression}, (v) => {one})"),
    lists={Kind.U8: ("Uint8Array.from({expression})", "Array.from({expression})")},
)


def generate(schema: Schema) -> dict[str, str]:
    file = bebop.lower(schema).numbered()
    for struct in file.structs:
        if len(struct.fields) > bebop.MOST:
            reason = f"a record of more than {bebop.MOST} fields, {struct.record}"
            refused = f"{HEADER}\nexport const refused = {literal(reason)};\n"
            return {"data.bop": "struct Nothing {}\n", "of_bebop.js": refused}
    return {"data.bop": bebop.render(file), "of_bebop.js": conversions(schema, file, _LIBRARY)}
