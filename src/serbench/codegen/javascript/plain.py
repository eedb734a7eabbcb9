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
object: nothing has to be populated. Of a schema with logical types of which the codec's library
takes some, `NATIVES` says so.
JSON's writers call `Date.toJSON`, whose text is the canonical one of a `timestamp_ms_utc`, so that
programs hand such a `Date` over, and make one of the text that they read.
"""

from __future__ import annotations

from dataclasses import replace

from serbench.codegen.javascript import logical
from serbench.codegen.javascript.conversions import (
    BASE64,
    BIGINTS,
    COPIED,
    EITHER,
    Shape,
    mapping,
    module,
    sequence,
)
from serbench.codegen.javascript.types import HEADER, literal
from serbench.schema.conventions import logical_scalars
from serbench.schema.features import first_use
from serbench.schema.logical import BigInt, Date, Decimal, Timestamp, Uuid, Zone
from serbench.schema.model import Kind, Scalar, Schema

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
function wideInteger(value, isWide) {
  return integer(typeof value === "object" ? BigInt(String(value)) : value, isWide);
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

function present(record) {
  const out = {};
  for (const key of Object.keys(record)) if (record[key] !== null) enter(out, key, record[key]);
  return out;
}
"""
# A Decimal128 has no more than 34 digits: https://www.mongodb.com/docs/manual/reference/bson-types/
_DECIMAL128 = """import { Decimal128, UUID } from "bson";
import { CannotHold } from "#driver/codec.js";

function decimal128(text) {
  if (text.replace(/[-.]/g, "").replace(/^0+/, "").length > 34) {
    throw new CannotHold("a decimal of more than 34 digits");
  }
  return Decimal128.fromString(text);
}
"""
_TOML_DATE = 'import { TomlDate } from "smol-toml";\n'


def _of_bson(scalar: Scalar) -> logical.Ways | None:
    """Classes of js-bson's own; bytes of any subtype it reads as a Buffer."""
    match scalar:
        case Scalar(logical=Uuid(), native=True):
            return "new UUID({expression})", "new UUID({expression}).toString()"
        case Scalar(logical=Decimal(_, scale), native=True):
            return "decimal128({expression})", f"fixedOf({{expression}}.toString(), {scale})"
        case _:
            return None


def _of_toml(scalar: Scalar) -> logical.Ways | None:
    """A `Date` alone is written with an offset; what is read is a `Date` as well."""
    match scalar:
        case Scalar(logical=Date(), native=True):
            return "TomlDate.wrapAsLocalDate({expression})", "{expression}"
        case Scalar(logical=Timestamp(_, Zone.LOCAL), native=True):
            return "TomlDate.wrapAsLocalDateTime({expression})", "{expression}"
        case _:
            return None


def _of_big_numbers(scalar: Scalar) -> logical.Ways | None:
    match scalar:
        case Scalar(logical=BigInt(), native=True):
            return "{expression}", "bigintOf({expression})"
        case _:
            return None


def generate(schema: Schema) -> dict[str, str]:
    integers = {Kind.I64: EITHER, Kind.U64: EITHER}
    has_bytes = first_use(schema, Kind.BYTES) is not None
    of_json = frozenset({logical.DATE_OF_JSON})
    objects = mapping(integers)
    json = replace(mapping({Kind.BYTES: BASE64, **integers}), written=of_json)
    big_numbers = mapping(_BIG_NUMBERS, imports=_BIG_NUMBER)
    big_numbers = replace(big_numbers, special=_of_big_numbers, written=of_json)
    buffers = mapping({Kind.BYTES: _BUFFER, **integers})
    special = any(_of_bson(scalar) for scalar in logical_scalars(schema))
    bson = mapping(_BSON, imports=_DOUBLE + _DECIMAL128 * special)
    special = any(_of_toml(scalar) for scalar in logical_scalars(schema))
    whole = mapping(integers, imports=_TOML_DATE * special + _PRESENT)
    sparse = replace(
        whole,
        record=lambda name, parts: f"present({whole.record(name, parts)})",
        special=_of_toml,
        leaves_out=False,
    )
    natives = logical.natives(schema)

    def as_they_are(shape: Shape, is_so: bool) -> str:
        handed = "true" if is_so and shape.hands_over(schema) else "false"
        return f"export const AS_THEY_ARE = {handed};\n{natives}"

    return {
        "objects.js": module(schema, objects) + as_they_are(objects, True),
        "bigints.js": module(schema, mapping(_BIGINTS)),
        "json.js": module(schema, json) + as_they_are(json, not has_bytes),
        "sequences.js": module(schema, sequence()),
        "bson.js": module(schema, replace(bson, special=_of_bson)),
        "big_numbers.js": module(schema, big_numbers) + as_they_are(big_numbers, not has_bytes),
        "buffers.js": module(schema, buffers) + as_they_are(buffers, not has_bytes),
        "sparse.js": module(schema, sparse),
        "records.js": _records(schema),
    }


def _records(schema: Schema) -> str:
    """Each list once, and none without names: libraries look structures up by their names."""
    lists = dict.fromkeys(tuple(field.name for field in record.fields) for record in schema.records)
    rows = (f"  [{', '.join(map(literal, names))}],\n" for names in lists if names)
    return f"{HEADER}\nexport const RECORDS = Object.freeze([\n{''.join(rows)}]);\n"
