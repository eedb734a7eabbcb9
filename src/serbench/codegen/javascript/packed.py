"""JavaScript: bytes for a schema, as somebody writes them by hand who wants nothing else: a measure
of how fast JavaScript could be.

    generate(schema) -> {"packed.js": ...}

Numbers lie one behind the other without padding; before texts, bytes, lists and maps stands their
length in four bytes, before an optional one byte; enums are four bytes.
https://developer.mozilla.org/en-US/docs/Web/JavaScript/Reference/Global_Objects/DataView
"""

from __future__ import annotations

from collections.abc import Iterator

from serbench.codegen.javascript import logical
from serbench.codegen.javascript.types import HEADER, member, names, wide_fields
from serbench.schema.model import (
    KEY,
    VALUE,
    EnumRef,
    Kind,
    ListOf,
    MapOf,
    OptionalOf,
    RecordRef,
    Scalar,
    Schema,
    Type,
)

_CALLS = {
    Kind.BOOL: "u8",
    Kind.I8: "i8",
    Kind.U8: "u8",
    Kind.I16: "i16",
    Kind.U16: "u16",
    Kind.I32: "i32",
    Kind.U32: "u32",
    Kind.I64: "i64",
    Kind.U64: "i64",
    Kind.F32: "f32",
    Kind.F64: "f64",
    Kind.STRING: "string",
    Kind.BYTES: "bytes",
}
_LONG = {Kind.I64: ("{expression}", "{expression}({wide})")}
_IMPORTS = 'import { enter } from "#driver/properties.js";\nimport * as types from "./types.js";\n'


def generate(schema: Schema) -> dict[str, str]:
    return {"packed.js": _Module(schema).text()}


class _Module:
    def __init__(self, schema: Schema) -> None:
        self.schema, self.names = schema, names(schema)
        self._wide = wide_fields(schema)
        self._at = ("", "")
        self._count = 0

    def text(self) -> str:
        parts: list[str] = []
        for record in self.schema.plain_records:
            name = self.names.types[record.name]
            lines: list[str] = []
            read: list[str] = []
            made: list[str] = []
            for f in record.fields:
                self._at = (record.name, f.name)
                lines += self._write(f.type, member("value", f.name))
                variable = self._variable()
                made.append(variable)
                read += self._read(f.type, variable)
            read.append(f"return new types.{name}({', '.join(made)});")
            parts.append(_function(f"write_{name}(value, out)", lines))
            parts.append(_function(f"read_{name}(data)", read))
        root = self.names.types[self.schema.root]
        parts.append(f"export {{ write_{root} as write, read_{root} as read }};\n")
        body = "\n".join(parts)
        return f"{HEADER}\n{_IMPORTS}{logical.imports(body)}\n{body}"

    def _variable(self) -> str:
        self._count += 1
        return f"v{self._count}"

    def _write(self, type_: Type, expression: str) -> Iterator[str]:
        match type_:
            case Scalar(kind) if type_.logical:
                to, _ = logical.ways(type_, _LONG, takes_bigints=True)
                yield f"out.{_CALLS[kind]}({logical.fill(to, expression)});"
            case Scalar(kind):
                yield f"out.{_CALLS[kind]}({expression});"
            case EnumRef(name):
                yield f"out.u32(types.NUMBER_{self.names.types[name]}.get({expression}));"
            case RecordRef(name):
                yield f"write_{self.names.types[name]}({expression}, out);"
            case OptionalOf(item):
                value = self._variable()
                yield f"const {value} = {expression};"
                yield f"out.u8({value} === null ? 0 : 1);"
                yield f"if ({value} !== null) {{"
                yield from _inner(self._write(item, value))
                yield "}"
            case ListOf(RecordRef(name), is_map=True):
                value, key, each = self._variable(), self._variable(), self._variable()
                yield f"const {value} = {expression};"
                yield f"out.u32({value}.size);"
                yield f"for (const [{key}, {each}] of {value}) {{"
                for part, variable in zip(self.names.entries[name], (key, each), strict=True):
                    yield from _inner(self._write(part, variable))
                yield "}"
            case ListOf(item):
                value, each = self._variable(), self._variable()
                yield f"const {value} = {expression};"
                yield f"out.u32({value}.length);"
                yield f"for (const {each} of {value}) {{"
                yield from _inner(self._write(item, each))
                yield "}"
            case MapOf(item):
                value, keys, each = self._variable(), self._variable(), self._variable()
                yield f"const {value} = {expression};"
                yield f"const {keys} = Object.keys({value});"
                yield f"out.u32({keys}.length);"
                yield f"for (const {each} of {keys}) {{"
                yield f"  out.string({each});"
                yield from _inner(self._write(item, f"{value}[{each}]"))
                yield "}"

    def _read(self, type_: Type, into: str) -> Iterator[str]:
        """Statements that declare a variable."""
        match type_:
            case Scalar(kind) if type_.logical:
                call = f"data.{_CALLS[kind]}{'' if kind is Kind.I64 else '()'}"
                _, back = logical.ways(type_, _LONG, takes_bigints=True)
                yield f"const {into} = {logical.fill(back, call)};"
            case Scalar(Kind.BOOL):
                yield f"const {into} = data.u8() !== 0;"
            case Scalar(Kind.I64 | Kind.U64 as kind):
                flag = self._wide.get(self._at)
                yield f"const {into} = data.{kind.value}(types.wide.{flag});"
            case Scalar(kind):
                yield f"const {into} = data.{_CALLS[kind]}();"
            case EnumRef(name):
                yield f"const {into} = types.{self.names.types[name]}[data.u32()];"
            case RecordRef(name):
                yield f"const {into} = read_{self.names.types[name]}(data);"
            case OptionalOf(item):
                value = self._variable()
                yield f"let {into} = null;"
                yield "if (data.u8() !== 0) {"
                yield from _inner(self._read(item, value))
                yield f"  {into} = {value};"
                yield "}"
            case ListOf(RecordRef(name), is_map=True):
                index, key, value = self._variable(), self._variable(), self._variable()
                yield f"const {into} = new Map();"
                yield f"for (let {index} = data.count(); {index} > 0; {index}--) {{"
                parts = zip((KEY, VALUE), self.names.entries[name], (key, value), strict=True)
                around = self._at
                for wire, part, variable in parts:
                    self._at = (name, wire)
                    yield from _inner(self._read(part, variable))
                self._at = around
                yield f"  {into}.set({key}, {value});"
                yield "}"
            case ListOf(item):
                index, value = self._variable(), self._variable()
                yield f"const {into} = [];"
                yield f"for (let {index} = data.count(); {index} > 0; {index}--) {{"
                yield from _inner(self._read(item, value))
                yield f"  {into}.push({value});"
                yield "}"
            case MapOf(item):
                index, key, value = self._variable(), self._variable(), self._variable()
                yield f"const {into} = {{}};"
                yield f"for (let {index} = data.count(); {index} > 0; {index}--) {{"
                yield f"  const {key} = data.string();"
                yield from _inner(self._read(item, value))
                yield f"  enter({into}, {key}, {value});"
                yield "}"


def _inner(lines: Iterator[str]) -> Iterator[str]:
    return (f"  {line}" for line in lines)


def _function(head: str, lines: list[str]) -> str:
    return f"function {head} {{\n" + "".join(f"  {line}\n" for line in lines) + "}\n"
