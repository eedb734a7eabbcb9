"""JavaScript: plain values as what libraries take that know objects and arrays.

    generate(schema) -> {"objects.js": ..., "bigints.js": ..., "json.js": ..., "sequences.js": ...,
                         "bson.js": ..., "big_numbers.js": ..., "buffers.js": ..., "sparse.js": ...,
                         "records.js": ...}

`objects` are by wire names, `bigints` the same with all integers of 64 bits as bigints, `json` with
bytes in base64, `sequences` are arrays by place with enums as numbers. `bson` says which numbers
are integers of 64 bits and which are none. `big_numbers` is `json` of a library that reads numbers
as bigints or as objects of its own, `buffers` is `objects` of one that takes no bytes but a Buffer.
In `sparse`, what is absent is not there at all. `RECORDS` of `records` are lists of the fields'
names.
`AS_THEY_ARE` says that a plain value is what a library writes that takes the properties of any
object: nothing has to be populated.
"""

from __future__ import annotations

from dataclasses import replace

from serbench.codegen.javascript.conversions import (
    BASE64,
    BIGINTS,
    COPIED,
    EITHER,
    mapping,
    module,
    sequence,
)
from serbench.codegen.javascript.types import HEADER, literal
from serbench.schema.features import first_use
from serbench.schema.model import Kind, Schema

# js-bson takes a number that is whole for an integer, and one beyond 32 bits for a double.
# https://github.com/mongodb/js-bson#documentation
_DOUBLE = 'import { Double } from "bson";\n'
# A library that reads 64 bits as bigints does so where somebody wrote a whole float as an integer.
_BIGINTS = {
    **dict.fromkeys((Kind.F32, Kind.F64), ("{expression}", "Number({expression})")),
    **dict.fromkeys((Kind.I64, Kind.U64), BIGINTS),
}
_BSON = {
    **dict.fromkeys((Kind.F32, Kind.F64), ("new Double({expression})", "{expression}")),
    **dict.fromkeys((Kind.I64, Kind.U64), BIGINTS),
    Kind.U32: ("BigInt({expression})", "Number({expression})"),
    Kind.BYTES: COPIED,
}
_BIG_NUMBER = """
function wideInteger(its, isWide) {
  return integer(typeof its === "object" ? BigInt(String(its)) : its, isWide);
}
"""
_NUMBERS = (Kind.I8, Kind.I16, Kind.I32, Kind.U8, Kind.U16, Kind.U32, Kind.F32, Kind.F64)
_BIG_NUMBERS = {
    **dict.fromkeys(_NUMBERS, ("{expression}", "Number({expression})")),
    **dict.fromkeys((Kind.I64, Kind.U64), ("{expression}", "wideInteger({expression}, {wide})")),
    Kind.BYTES: BASE64,
}
_BUFFER = (
    "Buffer.from({expression}.buffer, {expression}.byteOffset, {expression}.byteLength)",
    "{expression}",
)
_PRESENT = """import { enter } from "#driver/properties.js";

function present(its) {
  const out = {};
  for (const key of Object.keys(its)) if (its[key] !== null) enter(out, key, its[key]);
  return out;
}
"""


def generate(schema: Schema) -> dict[str, str]:
    integers = {Kind.I64: EITHER, Kind.U64: EITHER}
    has_bytes = first_use(schema, Kind.BYTES) is not None
    whole = mapping(integers, imports=_PRESENT)
    sparse = replace(whole, record=lambda name, parts: f"present({whole.record(name, parts)})")
    as_they_are = f"export const AS_THEY_ARE = {'false' if has_bytes else 'true'};\n"
    return {
        "objects.js": module(schema, mapping(integers)) + "export const AS_THEY_ARE = true;\n",
        "bigints.js": module(schema, mapping(_BIGINTS)),
        "json.js": module(schema, mapping({Kind.BYTES: BASE64, **integers})) + as_they_are,
        "sequences.js": module(schema, sequence()),
        "bson.js": module(schema, mapping(_BSON, imports=_DOUBLE)),
        "big_numbers.js": module(schema, mapping(_BIG_NUMBERS, imports=_BIG_NUMBER)) + as_they_are,
        "buffers.js": module(schema, mapping({Kind.BYTES: _BUFFER, **integers})) + as_they_are,
        "sparse.js": module(schema, sparse),
        "records.js": _records(schema),
    }


def _records(schema: Schema) -> str:
    """Each list once, and none without names: libraries look structures up by their names."""
    lists = dict.fromkeys(tuple(field.name for field in record.fields) for record in schema.records)
    rows = (f"  [{', '.join(map(literal, names))}],\n" for names in lists if names)
    return f"{HEADER}\nexport const RECORDS = Object.freeze([\n{''.join(rows)}]);\n"
