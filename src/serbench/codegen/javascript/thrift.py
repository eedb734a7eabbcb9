"""JavaScript: `.thrift` text, and conversions to the objects that Thrift's compiler makes of it.

    generate(schema) -> {"data.thrift": ..., "of_thrift.js": ...}

Integers of 64 bits are numbers where these are safe, else objects of node-int64, which is how they
are read. Names are numbers here, which no bytes of the binary protocols hold.
https://github.com/apache/thrift/blob/master/lib/nodejs/README.md#int64
"""

from __future__ import annotations

from serbench.codegen.idl import thrift
from serbench.codegen.javascript.lowered import Library, conversions
from serbench.schema.model import Kind, Schema

_IMPORTS = """import Int64 from "node-int64";
import data from "./data_types.cjs";
import { put } from "#driver/conversions.js";

function buffer(bytes) {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function int64(value) {
  if (Number.isSafeInteger(value)) return value;
  const bits = Buffer.alloc(8);
  bits.writeBigInt64BE(BigInt.asIntN(64, BigInt(value)));
  return new Int64(bits);
}

function integer(value, isWide) {
  const number = value.toNumber();
  if (!isWide && Number.isSafeInteger(number)) return number;
  return value.buffer.readBigInt64BE(value.offset);
}

function unsigned(value, isWide) {
  const number = value.toNumber();
  if (!isWide && Number.isSafeInteger(number) && number >= 0) return number;
  return value.buffer.readBigUInt64BE(value.offset);
}
"""
_LIBRARY = Library(
    imports=_IMPORTS,
    made="new data.{name}({members})",
    absent="null",
    scalars={
        Kind.I64: ("int64({expression})", "integer({expression}, {wide})"),
        Kind.U64: ("int64({expression})", "unsigned({expression}, {wide})"),
        Kind.U32: ("{expression}", "{expression}.toNumber()"),
        Kind.BYTES: ("buffer({expression})", "{expression}.slice()"),
    },
)


def generate(schema: Schema) -> dict[str, str]:
    file = thrift.lower(schema).numbered()
    return {"data.thrift": thrift.render(file), "of_thrift.js": conversions(schema, file, _LIBRARY)}
