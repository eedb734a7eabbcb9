"""JavaScript: `.proto` text, and conversions to the messages that protoc makes of it.

    generate(schema) -> {"data.proto": ..., "of_google_protobuf.js": ...}

Integers of 64 bits are texts, as the documentation wants of those that a number cannot hold, but
in maps, where none can be asked for. Names are numbers here, which no bytes hold: protoc makes
methods of each. https://protobuf.dev/reference/javascript/javascript-generated/
"""

from __future__ import annotations

from serbench.codegen.idl import proto
from serbench.codegen.idl.proto import Message, ProtoField, ProtoFile
from serbench.codegen.javascript.types import HEADER, member, names, wide_fields
from serbench.schema.model import EnumRef, Kind, RecordRef, Scalar, Schema

_IMPORTS = """import messages from "./data_pb.cjs";
import { integer } from "#driver/conversions.js";
import { enter } from "#driver/properties.js";
import * as types from "./types.js";

function long(text, isWide) {
  const number = Number(text);
  return isWide || !Number.isSafeInteger(number) ? BigInt(text) : number;
}

function fill(map, its, convert) {
  for (const key of Object.keys(its)) map.set(key, convert(its[key]));
}

function read(map, convert) {
  const out = {};
  for (const [key, its] of map.entries()) enter(out, key, convert(its));
  return out;
}
"""


def generate(schema: Schema) -> dict[str, str]:
    file = proto.lower(schema).numbered()
    return {
        "data.proto": proto.render(file, text_integers=True),
        "of_google_protobuf.js": _Module(schema, file).text(),
    }


class _Module:
    def __init__(self, schema: Schema, file: ProtoFile) -> None:
        self.schema, self.file, self.names = schema, file, names(schema)
        self._wide = wide_fields(schema)

    def text(self) -> str:
        parts = [f"{HEADER}\n{_IMPORTS}"]
        for message in self.file.structs:
            parts += [self._to(message), self._back(message)]
        root = self.file.root
        parts.append(f"export const Root = messages.{root};\n")
        parts.append(f"export {{ to_{root} as to, back_{root} as back }};\n")
        return "\n".join(parts)

    def _to(self, message: Message) -> str:
        lines = ""
        for field in message.fields:
            its = "its" if message.record is None else member("its", field.wire)
            lines += f"  {self._set(field, its)}\n"
        made = f"  const out = new messages.{message.name}();\n{lines}  return out;\n"
        return f"function to_{message.name}(its) {{\n{made}}}\n"

    def _set(self, field: ProtoField, its: str) -> str:
        name, one = field.name.capitalize(), self._element_to(field, "v")
        match field.cardinality:
            case "singular":
                return f"out.set{name}({self._element_to(field, its)});"
            case "optional":
                return f"if ({its} !== null) out.set{name}({self._element_to(field, its)});"
            case "repeated":
                items = its if one == "v" else f"{its}.map((v) => {one})"
                return f"out.set{name}List({items});"
            case "map":
                return f"fill(out.get{name}Map(), {its}, (v) => {one});"

    def _back(self, message: Message) -> str:
        parts = []
        for field in message.fields:
            flag = self._wide.get((message.record or "", field.wire))
            parts.append(self._get(field, f"types.wide.{flag}" if flag else "false"))
        if message.record is None:
            body = parts[0]
        else:
            lines = "".join(f"    {part},\n" for part in parts)
            made = f"\n{lines}  " if lines else ""
            body = f"new types.{self.names.types[message.record]}({made})"
        return f"function back_{message.name}(its) {{\n  return {body};\n}}\n"

    def _get(self, field: ProtoField, wide: str) -> str:
        name, one = field.name.capitalize(), self._element_back(field, "v", wide)
        match field.cardinality:
            case "repeated":
                got = f"its.get{name}List{'_asU8' * (field.element == Scalar(Kind.BYTES))}()"
                return got if one == "v" else f"{got}.map((v) => {one})"
            case "map":
                return f"read(its.get{name}Map(), (v) => {one})"
        as_bytes = "_asU8" * (field.element == Scalar(Kind.BYTES))
        value = self._element_back(field, f"its.get{name}{as_bytes}()", wide)
        return f"its.has{name}() ? {value} : null" if field.cardinality == "optional" else value

    def _element_to(self, field: ProtoField, its: str) -> str:
        if field.wrapper is not None:
            return f"to_{field.wrapper}({its})"
        match field.element:
            case RecordRef(name):
                return f"to_{self.file.types[name]}({its})"
            case EnumRef(name):
                return f"types.NUMBER_{self.names.types[name]}.get({its})"
            case Scalar(Kind.I64 | Kind.U64):
                return f"{'Number' if field.cardinality == 'map' else 'String'}({its})"
            case _:
                return its

    def _element_back(self, field: ProtoField, its: str, wide: str) -> str:
        if field.wrapper is not None:
            return f"back_{field.wrapper}({its})"
        match field.element:
            case RecordRef(name):
                return f"back_{self.file.types[name]}({its})"
            case EnumRef(name):
                return f"types.{self.names.types[name]}[{its}]"
            case Scalar(Kind.BYTES):
                return f"{its}.slice()"
            case Scalar(Kind.I64 | Kind.U64):
                return f"{'integer' if field.cardinality == 'map' else 'long'}({its}, {wide})"
            case _:
                return its
