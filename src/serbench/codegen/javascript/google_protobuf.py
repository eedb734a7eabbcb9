"""JavaScript: `.proto` text, and conversions to the messages that protoc makes of it.

    generate(schema) -> {"data.proto": ..., "texts.proto": ...,
                         "of_google_protobuf.js": ..., "of_google_protobuf_texts.js": ...}

Integers of 64 bits are numbers. In `texts` they are texts, as the documentation wants of those that
a number cannot hold, but in maps, where none can be asked for. Names are numbers here, which no
bytes hold: protoc makes methods of each.
https://protobuf.dev/reference/javascript/javascript-generated/
"""

from __future__ import annotations

from dataclasses import replace

from serbench.codegen.idl import proto
from serbench.codegen.idl.proto import DURATION, TIMESTAMP, Message, ProtoField
from serbench.codegen.javascript.proto import Library, Module
from serbench.codegen.javascript.well_known import Times
from serbench.schema.logical import Unit
from serbench.schema.model import Schema

# Of entries of maps.
_IN_MAPS = ("Number({expression})", "integer({expression}, {wide})")
_IMPORTS = """import messages from "./{file}_pb.cjs";
import { enter } from "#driver/properties.js";

function fill(map, object, convert) {
  for (const key of Object.keys(object)) map.set(key, convert(object[key]));
}

function read(map, convert) {
  const out = {};
  for (const [key, value] of map.entries()) enter(out, key, convert(value));
  return out;
}
"""
_TEXTS = """
function long(text, isWide) {
  const number = Number(text);
  return isWide || !Number.isSafeInteger(number) ? BigInt(text) : number;
}
"""
# Classes of both files are registered globally, by package.
_PACKAGES = {"data": proto.PACKAGE, "texts": f"{proto.PACKAGE}_texts"}
_DATES = ("timestamps.Timestamp.fromDate(value)", "message.toDate()")
_TIMES = Times(
    made="new {type}().setSeconds({seconds}).setNanos({nanos})",
    seconds="message.getSeconds()",
    nanos="message.getNanos()",
    types={TIMESTAMP: "timestamps.Timestamp", DURATION: "durations.Duration"},
    helpers={(TIMESTAMP, Unit.S): _DATES, (TIMESTAMP, Unit.MS): _DATES},
    imports={
        name: f'import {word}s from "google-protobuf/google/protobuf/{word}_pb.js";\n'
        for name, word in ((TIMESTAMP, "timestamp"), (DURATION, "duration"))
    },
)
_NUMBERS = Library(
    is_set="{message}.has{name}()",
    integers=("{expression}", "{expression}"),
    imports=_IMPORTS.replace("{file}", "data"),
    times=_TIMES,
)
_LIBRARIES = {
    "data": _NUMBERS,
    "texts": replace(
        _NUMBERS,
        integers=("String({expression})", "long({expression}, {wide})"),
        imports=_IMPORTS.replace("{file}", "texts") + _TEXTS,
    ),
}


def generate(schema: Schema) -> dict[str, str]:
    file = proto.lower(schema).numbered()
    root = f"export const Root = messages.{file.root};\n"
    out = {}
    for name, module in (("data", "of_google_protobuf"), ("texts", "of_google_protobuf_texts")):
        out[f"{name}.proto"] = proto.render(
            file, text_integers=name == "texts", package=_PACKAGES[name]
        )
        out[f"{module}.js"] = _Module(schema, file, _LIBRARIES[name]).text() + root
    return out


class _Module(Module):
    """By methods that set and get each field."""

    def to(self, message: Message) -> str:
        lines = ""
        for place, field in enumerate(message.fields):
            self.at(message, field)
            expression = self.plain(message, field, place)
            lines += f"  {self._set(field, expression)}\n"
        made = f"  const out = new messages.{message.name}();\n{lines}  return out;\n"
        return f"function to_{message.name}(value) {{\n{made}}}\n"

    def _set(self, field: ProtoField, expression: str) -> str:
        name, one = field.name.capitalize(), self.element_to(field, "v")
        match field.cardinality:
            case "singular":
                return f"out.set{name}({self.element_to(field, expression)});"
            case "optional":
                converted = self.element_to(field, expression)
                return f"if ({expression} !== null) out.set{name}({converted});"
            case "repeated":
                items = expression if one == "v" else f"{expression}.map((v) => {one})"
                if field.is_typed_map:
                    items = f"Array.from({expression}, (v) => {one})"
                return f"out.set{name}List({items});"
            case "map":
                return f"fill(out.get{name}Map(), {expression}, (v) => {one});"

    def field_back(self, field: ProtoField) -> str:
        name, one = field.name.capitalize(), self.element_back(field, "v")
        match field.cardinality:
            case "repeated":
                got = f"message.get{name}List()"
                if field.is_typed_map:
                    return f"new Map({got}.map((v) => {one}))"
                return got if one == "v" else f"{got}.map((v) => {one})"
            case "map":
                return f"read(message.get{name}Map(), (v) => {one})"
        got = f"message.get{name}()"
        if field.cardinality == "singular":
            return self.element_back(field, self.held(field, got))
        is_set = self.library.is_set.format(message="message", name=name)
        return f"{is_set} ? {self.element_back(field, got)} : null"

    def integers(self, field: ProtoField) -> tuple[str, str]:
        return _IN_MAPS if field.cardinality == "map" else super().integers(field)
