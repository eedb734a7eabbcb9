"""JavaScript: `.thrift` text, and conversions to the objects that Thrift's compiler makes of it.

    generate(schema) -> {"data.thrift": ..., "of_thrift.js": ...}

Integers of 64 bits are numbers where these are safe, else objects of node-int64, which is how they
are read. Names are numbers here, which no bytes of the binary protocols hold.
https://github.com/apache/thrift/blob/master/lib/nodejs/README.md#int64
"""

from __future__ import annotations

from serbench.codegen.idl import thrift
from serbench.codegen.idl.thrift import ThriftField, ThriftFile, ThriftStruct
from serbench.codegen.javascript.types import HEADER, member, names, wide_fields
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

_IMPORTS = """import Int64 from "node-int64";
import data from "./data_types.cjs";
import { put } from "#driver/conversions.js";
import * as types from "./types.js";

function buffer(its) {
  return Buffer.from(its.buffer, its.byteOffset, its.byteLength);
}

function int64(its) {
  if (Number.isSafeInteger(its)) return its;
  const bits = Buffer.alloc(8);
  bits.writeBigInt64BE(BigInt.asIntN(64, BigInt(its)));
  return new Int64(bits);
}

function integer(its, isWide) {
  const number = its.toNumber();
  if (!isWide && Number.isSafeInteger(number)) return number;
  return its.buffer.readBigInt64BE(its.offset);
}

function unsigned(its, isWide) {
  const number = its.toNumber();
  if (!isWide && Number.isSafeInteger(number) && number >= 0) return number;
  return its.buffer.readBigUInt64BE(its.offset);
}
"""
# Both ways of what is another type there.
_SCALARS = {
    Kind.I64: ("int64({its})", "integer({its}, {wide})"),
    Kind.U64: ("int64({its})", "unsigned({its}, {wide})"),
    Kind.U32: ("{its}", "{its}.toNumber()"),
    Kind.BYTES: ("buffer({its})", "{its}.slice()"),
}


def generate(schema: Schema) -> dict[str, str]:
    file = thrift.lower(schema).numbered()
    return {"data.thrift": thrift.render(file), "of_thrift.js": _Module(schema, file).text()}


class _Module:
    def __init__(self, schema: Schema, file: ThriftFile) -> None:
        self.schema, self.file, self.names = schema, file, names(schema)
        self._wide = wide_fields(schema)
        self._flag = "false"

    def text(self) -> str:
        parts = [f"{HEADER}\n{_IMPORTS}"]
        for struct in self.file.structs:
            parts += [self._to(struct), self._back(struct)]
        root = self.file.root
        parts.append(f"export const Root = data.{root};\n")
        parts.append(f"export {{ to_{root} as to, back_{root} as back }};\n")
        return "\n".join(parts)

    def _to(self, struct: ThriftStruct) -> str:
        lines = ""
        for field in struct.fields:
            its = "its" if struct.record is None else member("its", field.wire)
            lines += f"    {field.name}: {self._field(field, its, True)},\n"
        made = f"new data.{struct.name}({{\n{lines}  }})"
        return f"function to_{struct.name}(its) {{\n  return {made};\n}}\n"

    def _back(self, struct: ThriftStruct) -> str:
        parts = []
        for field in struct.fields:
            flag = self._wide.get((struct.record or "", field.wire))
            self._flag = f"types.wide.{flag}" if flag else "false"
            parts.append(self._field(field, f"its.{field.name}", False))
        if struct.record is None:
            body = parts[0]
        else:
            lines = "".join(f"    {part},\n" for part in parts)
            made = f"\n{lines}  " if lines else ""
            body = f"new types.{self.names.types[struct.record]}({made})"
        return f"function back_{struct.name}(its) {{\n  return {body};\n}}\n"

    def _field(self, field: ThriftField, its: str, to: bool) -> str:
        """What is absent is null on both sides."""
        one = self._convert(field.type, its, to)
        return one if one == its or not field.is_optional else f"{its} === null ? null : {one}"

    def _convert(self, type_: Type, its: str, to: bool) -> str:
        way = "to" if to else "back"
        match type_:
            case Scalar(kind) if kind in _SCALARS:
                return _SCALARS[kind][0 if to else 1].format(its=its, wide=self._flag)
            case EnumRef(name) if to:
                return f"types.NUMBER_{self.names.types[name]}.get({its})"
            case EnumRef(name):
                return f"types.{self.names.types[name]}[{its}]"
            case RecordRef(name):
                return f"{way}_{self.file.types[name]}({its})"
            case OptionalOf():  # in a container
                return f"{way}_{self.file.wrappers[type_]}({its})"
            case ListOf(item):
                one = self._convert(item, "v", to)
                return its if one == "v" else f"{its}.map((v) => {one})"
            case MapOf(value):
                one = self._convert(value, "v", to)
                return its if one == "v" else f"put({its}, (v) => {one})"
            case Scalar():
                return its
            case UnionRef():  # nothing is compiled of it
                raise AssertionError(type_)
