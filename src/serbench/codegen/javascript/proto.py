"""JavaScript's protobuf: `.proto` text, and conversions to what protobuf.js writes.

    generate(schema) -> {"data.proto": ..., "of_messages.js": ...}

protobuf.js takes any object that has the fields by the names of the `.proto` text.
https://github.com/protobufjs/protobuf.js#usage
"""

from __future__ import annotations

from serbench.codegen.idl import proto
from serbench.codegen.idl.proto import Message, ProtoField
from serbench.codegen.javascript.types import (
    HEADER,
    key,
    literal,
    member,
    names,
    wide_fields,
)
from serbench.schema.model import EnumRef, Kind, RecordRef, Scalar, Schema

_IMPORTS = (
    'import { integer, put } from "#driver/conversions.js";\n'
    'import Long from "long";\n'
    'import * as types from "./types.js";\n'
)
# A Long where the library has one.
_LONG = (
    "function long(its, wide) {\n"
    '  if (typeof its === "number") return integer(its, wide);\n'
    "  const number = its.toNumber();\n"
    "  if (Number.isSafeInteger(number)) return integer(number, wide);\n"
    "  return BigInt(its.toString());\n"
    "}\n"
)


def generate(schema: Schema) -> dict[str, str]:
    file = proto.lower(schema)
    return {"data.proto": proto.render(file), "of_messages.js": _Module(schema, file).text()}


class _Module:
    def __init__(self, schema: Schema, file: proto.ProtoFile) -> None:
        self.schema, self.file, self.names = schema, file, names(schema)
        self._wide = wide_fields(schema)
        self._at = ("", "")

    def text(self) -> str:
        parts = [f"{HEADER}\n{_IMPORTS}", _LONG]
        for message in self.file.structs:
            parts += [self._to(message), self._back(message)]
        root = self.file.root
        parts.append(f"export {{ to_{root} as to, back_{root} as back }};\n")
        parts.append(f"export const ROOT = {literal(f'{proto.PACKAGE}.{root}')};\n")
        return "\n".join(parts)

    def _to(self, message: Message) -> str:
        made = []
        for f in message.fields:
            its = "its" if message.record is None else member("its", f.wire)
            made.append(f"{key(f.name)}: {self._field_to(f, its)}")
        return f"function to_{message.name}(its) {{\n  return {{ {', '.join(made)} }};\n}}\n"

    def _back(self, message: Message) -> str:
        parts = []
        for f in message.fields:
            self._at = (message.record or "", f.wire)
            parts.append(self._field_back(f))
        if message.record is None:
            return f"function back_{message.name}(its) {{\n  return {parts[0]};\n}}\n"
        lines = "".join(f"    {part},\n" for part in parts)
        body = f"\n{lines}  " if lines else ""
        made = f"new types.{self.names.types[message.record]}({body})"
        return f"function back_{message.name}(its) {{\n  return {made};\n}}\n"

    def _field_to(self, field: ProtoField, its: str) -> str:
        if not field.is_message and not isinstance(field.element, EnumRef) and not _is_64(field):
            return its
        match field.cardinality:
            case "singular":
                return self._element_to(field, its)
            case "optional":
                return f"{its} === null ? null : {self._element_to(field, its)}"
            case "repeated":
                return f"{its}.map((v) => {self._element_to(field, 'v')})"
            case _:
                return f"put({its}, (v) => {self._element_to(field, 'v')})"

    def _field_back(self, field: ProtoField) -> str:
        its = member("its", field.name)
        match field.cardinality:
            case "singular":
                return self._element_back(field, its)
            case "optional" if not field.is_message:  # else what is absent is 0
                is_set = f"Object.hasOwn(its, {literal(field.name)})"
                return f"{is_set} ? {self._element_back(field, its)} : null"
            case "optional":
                return f"{its} == null ? null : {self._element_back(field, its)}"
            case "repeated":
                one = self._element_back(field, "v")
                return its if one == "v" else f"{its}.map((v) => {one})"
            case _:
                one = self._element_back(field, "v")
                return its if one == "v" else f"put({its}, (v) => {one})"

    def _element_to(self, field: ProtoField, its: str) -> str:
        if field.wrapper is not None:
            return f"to_{field.wrapper}({its})"
        match field.element:
            case RecordRef(name):
                return f"to_{self.file.types[name]}({its})"
            case EnumRef(name):
                return f"types.NUMBER_{self.names.types[name]}.get({its})"
            case _ if _is_64(field):
                unsigned = "true" if field.type == "uint64" else "false"
                return f'typeof {its} === "bigint" ? Long.fromBigInt({its}, {unsigned}) : {its}'
            case _:
                return its

    def _element_back(self, field: ProtoField, its: str) -> str:
        if field.wrapper is not None:
            return f"back_{field.wrapper}({its})"
        match field.element:
            case RecordRef(name):
                return f"back_{self.file.types[name]}({its})"
            case EnumRef(name):
                return f"types.{self.names.types[name]}[{its}]"
            case Scalar(Kind.BYTES):
                return f"new Uint8Array({its})"
            case _ if _is_64(field):
                flag = self._wide.get(self._at)
                return f"long({its}, {f'types.wide.{flag}' if flag else 'false'})"
            case _:
                return its


def _is_64(field: ProtoField) -> bool:
    return isinstance(field.element, Scalar) and field.element.kind in (Kind.I64, Kind.U64)
