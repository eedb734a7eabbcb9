"""JavaScript's protobuf: `.proto` text, and conversions to the objects of protobuf.js.

    generate(schema) -> {"data.proto": ..., "of_messages.js": ...}

protobuf.js takes any object that has the fields by the names of the `.proto` text, also for
protobuf's own messages, which it brings.
https://github.com/protobufjs/protobuf.js#usage
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from serbench.codegen.idl import proto
from serbench.codegen.idl.proto import Message, ProtoField, ProtoFile
from serbench.codegen.javascript import logical, well_known
from serbench.codegen.javascript.types import (
    HEADER,
    key,
    literal,
    member,
    names,
    wide_fields,
)
from serbench.codegen.javascript.well_known import OBJECTS, Times
from serbench.schema.model import EnumRef, Kind, RecordRef, Scalar, Schema, Type

_IMPORTS = (
    'import { integer, put } from "#driver/conversions.js";\nimport * as types from "./types.js";\n'
)
# A Long where the library has one.
_LONG = (
    'import Long from "long";\n\n'
    "function long(value, wide) {\n"
    '  if (typeof value === "number") return integer(value, wide);\n'
    "  const number = value.toNumber();\n"
    "  if (Number.isSafeInteger(number)) return integer(number, wide);\n"
    "  return value.toBigInt();\n"
    "}\n"
)


def _literal(message: str, members: Iterable[str]) -> str:
    return f"{{ {', '.join(members)} }}"


@dataclass(frozen=True, slots=True)
class Library:
    """What a library's messages are. `is_set` is the expression of whether an optional scalar is
    there, in which `{message}` is the message and `{field}` the field of it; in `integers`
    `{expression}` is an integer, `{isUnsigned}` and `{wide}` say which. `absent` is what is written
    for an optional. `made` writes the expression of a message from its members."""

    is_set: str
    integers: tuple[str, str]
    absent: str = "null"
    imports: str = ""
    name: Callable[[str], str] = str
    made: Callable[[str, Iterable[str]], str] = _literal
    # What a map's message is read as that others left out as empty; `{type}` is what it is called.
    of_map: str = "{expression}"
    # Of an enum or an integer of 64 bits, where that differs.
    is_set_if_defaulted: str = ""
    times: Times = OBJECTS


PROTOBUFJS = Library(
    is_set="{field} !== null",  # which is the default of an optional scalar
    is_set_if_defaulted="Object.hasOwn({message}, {text})",  # else the first symbol, or a Long of 0
    integers=(
        'typeof {expression} === "bigint" ? '
        "Long.fromBigInt({expression}, {isUnsigned}) : {expression}",
        "long({expression}, {wide})",
    ),
    imports=_LONG,
    times=Times(seconds="long(message.seconds, false)"),
)


def generate(schema: Schema) -> dict[str, str]:
    file = proto.lower(schema)
    return {
        "data.proto": proto.render(file),
        "of_messages.js": conversions(schema, file, PROTOBUFJS),
    }


def conversions(schema: Schema, file: ProtoFile, library: Library) -> str:
    """A module whose functions `to` and `back` convert the root; `ROOT` is what it is called."""
    return Module(schema, file, library).text()


class Module:
    """What a library's compiler makes otherwise, a class of its own writes."""

    def __init__(self, schema: Schema, file: ProtoFile, library: Library) -> None:
        self.schema, self.file, self.library = schema, file, library
        self.names = names(schema)
        self._wide = wide_fields(schema)
        self._at = ("", "")

    def text(self) -> str:
        parts = list(well_known.functions(self.file, self.library.times))
        for message in self.file.structs:
            parts += [self.to(message), self.back(message)]
        root = self.file.root
        parts.append(f"export {{ to_{root} as to, back_{root} as back }};\n")
        parts.append(f"export const ROOT = {literal(f'{proto.PACKAGE}.{root}')};\n")
        body = "\n".join(parts)
        imports = logical.imports(body) + well_known.imports(self.file, self.library.times)
        return f"{HEADER}\n{_IMPORTS}{imports}{self.library.imports}\n{body}"

    def to(self, message: Message) -> str:
        made = []
        for place, f in enumerate(message.fields):
            self.at(message, f)
            expression = self.plain(message, f, place)
            made.append(f"{key(self.library.name(f.name))}: {self._field_to(f, expression)}")
        literal_ = self.library.made(message.name, made)
        return f"function to_{message.name}(value) {{\n  return {literal_};\n}}\n"

    def plain(self, message: Message, field: ProtoField, place: int) -> str:
        """Where the value of the field stands on the plain side, in `value`; of an entry of a map
        whose keys are no text that is the pair that a `Map` has."""
        if message.record is None:
            return "value"
        is_pair = message.record in self.names.entries
        return f"value[{place}]" if is_pair else member("value", field.wire)

    def back(self, message: Message) -> str:
        parts: list[str] = []
        for f in message.fields:
            self.at(message, f)
            parts.append(self.field_back(f))
        if message.record is None:
            return f"function back_{message.name}(message) {{\n  return {parts[0]};\n}}\n"
        lines = "".join(f"    {part},\n" for part in parts)
        body = f"\n{lines}  " if lines else ""
        made = f"new types.{self.names.types[message.record]}({body})"
        if message.record in self.names.entries:
            made = f"[{body}]"
        return f"function back_{message.name}(message) {{\n  return {made};\n}}\n"

    def _field_to(self, field: ProtoField, expression: str) -> str:
        one = self.element_to(field, expression)
        match field.cardinality:
            case "singular":
                return one
            case "optional" if one == expression:
                return (
                    expression
                    if self.library.absent == "null"
                    else f"{expression} ?? {self.library.absent}"
                )
            case "optional":
                return f"{expression} === null ? {self.library.absent} : {one}"
        one = self.element_to(field, "v")
        if one == "v":
            return expression
        if field.is_typed_map:
            return f"Array.from({expression}, (v) => {one})"
        return (
            f"{expression}.map((v) => {one})"
            if field.cardinality == "repeated"
            else _put(expression, one)
        )

    def field_back(self, field: ProtoField) -> str:
        name = self.library.name(field.name)
        expression = member("message", name)
        match field.cardinality:
            case "singular":
                return self.element_back(field, self.held(field, expression))
            case "optional" if not field.holds_message:
                is_set = self._is_set(field)
                is_set = is_set.format(
                    message="message", field=expression, name=name, text=literal(name)
                )
                return f"{is_set} ? {self.element_back(field, expression)} : null"
            case "optional":
                return f"{expression} == null ? null : {self.element_back(field, expression)}"
        if field.cardinality == "map" and field.is_message:
            held = self.library.of_map.format(expression="v", type=field.type)
            return _put(expression, self.element_back(field, held))
        one = self.element_back(field, "v")
        if one == "v":
            return expression
        if field.is_typed_map:
            return f"new Map({expression}.map((v) => {one}))"
        return (
            f"{expression}.map((v) => {one})"
            if field.cardinality == "repeated"
            else _put(expression, self.element_back(field, self.held(field, "v")))
        )

    def held(self, field: ProtoField, expression: str) -> str:
        """What may have been left out where it is a message of protobuf's own."""
        return well_known.or_zero(field, expression) if field.is_well_known else expression

    def at(self, message: Message, field: ProtoField) -> None:
        """The field that what is next is about."""
        self._at = (message.record or "", field.wire)

    def _is_set(self, field: ProtoField) -> str:
        is_wide = is_long(field.element)
        if is_wide or isinstance(field.element, EnumRef):
            return self.library.is_set_if_defaulted or self.library.is_set
        return self.library.is_set

    def logical_ways(self, scalar: Scalar, field: ProtoField) -> logical.Ways:
        to, back = self.integers(field)
        return logical.ways(scalar, {Kind.I64: (to.replace("{isUnsigned}", "false"), back)})

    def integers(self, field: ProtoField) -> tuple[str, str]:
        """Both ways of the field's integers of 64 bits."""
        return self.library.integers

    def element_to(self, field: ProtoField, expression: str) -> str:
        if field.wrapper is not None:
            return f"to_{field.wrapper}({expression})"
        if field.is_well_known:
            return well_known.to(field, expression)
        match field.element:
            case Scalar() as scalar if scalar.logical:
                return logical.fill(self.logical_ways(scalar, field)[0], expression, self.wide())
            case RecordRef(name):
                return f"to_{self.file.types[name]}({expression})"
            case EnumRef(name):
                return f"types.NUMBER_{self.names.types[name]}.get({expression})"
            case Scalar(Kind.I64 | Kind.U64):
                unsigned = "true" if field.type == "uint64" else "false"
                return self.integers(field)[0].format(expression=expression, isUnsigned=unsigned)
            case _:
                return expression

    def element_back(self, field: ProtoField, expression: str) -> str:
        if field.wrapper is not None:
            return f"back_{field.wrapper}({expression})"
        if field.is_well_known:
            return well_known.back(field, expression)
        match field.element:
            case Scalar() as scalar if scalar.logical:
                return logical.fill(self.logical_ways(scalar, field)[1], expression, self.wide())
            case RecordRef(name):
                return f"back_{self.file.types[name]}({expression})"
            case EnumRef(name):
                return f"types.{self.names.types[name]}[{expression}]"
            case Scalar(Kind.BYTES):
                return f"new Uint8Array({expression})"
            case Scalar(Kind.I64 | Kind.U64):
                return self.integers(field)[1].format(expression=expression, wide=self.wide())
            case _:
                return expression

    def wide(self) -> str:
        """Whether the field that this is about holds bigints."""
        flag = self._wide.get(self._at)
        return f"types.wide.{flag}" if flag else "false"


def is_long(type_: Type) -> bool:
    return isinstance(type_, Scalar) and type_.kind in (Kind.I64, Kind.U64)


def _put(expression: str, one: str) -> str:
    return f"put({expression}, (v) => {one})"
