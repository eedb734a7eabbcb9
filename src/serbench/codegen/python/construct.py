"""Python: a declaration in construct of a schema's records, and plain values as the dicts that it
builds and parses.

    generate(schema) -> {"of_construct.py": ...}

`FORMAT` of the module is that of the root. Each is what construct's documentation has for it:
numbers of fixed width, texts with their lengths, lists with their numbers of items, maps as lists
of keys and values, and a flag before what may be absent.
https://construct.readthedocs.io/en/latest/misc.html#conditional
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from serbench.codegen.names import Names
from serbench.codegen.python import logical
from serbench.codegen.python.conversions import numbers
from serbench.codegen.python.types import HEADER, names
from serbench.schema.model import (
    EnumRef,
    Kind,
    ListOf,
    MapOf,
    OptionalOf,
    Record,
    RecordRef,
    Scalar,
    Schema,
    Type,
)

_IMPORTS = """import construct as c
from serbench_schema import types

TEXT = c.PascalString(c.VarInt, "utf8")
BYTES = c.Prefixed(c.VarInt, c.GreedyBytes)


def optional(format):
    return c.Struct("has" / c.Flag, "some" / c.If(c.this.has, format))


def mapping(format):
    return c.PrefixedArray(c.VarInt, c.Struct("key" / TEXT, "value" / format))
"""
_SCALARS = {
    Kind.BOOL: "c.Flag",
    Kind.I8: "c.Int8sl",
    Kind.I16: "c.Int16sl",
    Kind.I32: "c.Int32sl",
    Kind.I64: "c.Int64sl",
    Kind.U8: "c.Int8ul",
    Kind.U16: "c.Int16ul",
    Kind.U32: "c.Int32ul",
    Kind.U64: "c.Int64ul",
    Kind.F32: "c.Float32l",
    Kind.F64: "c.Float64l",
    Kind.STRING: "TEXT",
    Kind.BYTES: "BYTES",
}


def generate(schema: Schema) -> dict[str, str]:
    return {"of_construct.py": _Module(schema, names(schema)).text()}


def _records_in(type_: Type) -> Iterator[str]:
    match type_:
        case RecordRef(name):
            yield name
        case ListOf(inner) | MapOf(inner) | OptionalOf(inner):
            yield from _records_in(inner)


@dataclass(slots=True)
class _Module:
    schema: Schema
    names: Names
    _depth: int = field(default=0, init=False)
    _begun: set[str] = field(default_factory=set, init=False)
    _written: set[str] = field(default_factory=set, init=False)

    def text(self) -> str:
        root = self.names.types[self.schema.root]
        parts = [numbers(self.names.types[enum.name]) for enum in self.schema.enums]
        self._formats(self.schema.record(self.schema.root), parts)
        for record in self.schema.plain_records:
            parts += [self._to(record), self._back(record)]
        parts.append(f"FORMAT = FORMAT_{root}.compile()\nto = to_{root}\nback = back_{root}\n")
        body = "\n\n".join(parts)
        names_of_logical = logical.import_line(self.schema, body)
        return f"{HEADER}\n{names_of_logical}{_IMPORTS}\n\n{body}"

    def _formats(self, record: Record, parts: list[str]) -> None:
        """That of a record, after those that it is made of."""
        self._begun.add(record.name)
        for name in (name for f in record.fields for name in _records_in(f.type)):
            if name not in self._begun:
                self._formats(self.schema.record(name), parts)
        parts.append(self._format(record))
        self._written.add(record.name)

    def _format(self, record: Record) -> str:
        """Fields are called by their places: any name of a container's own is taken."""
        lines = "".join(f'    "f{i}" / {self._of(f.type)},\n' for i, f in enumerate(record.fields))
        name = self.names.types[record.name]
        return (
            f"FORMAT_{name} = c.Struct(\n{lines})\n" if lines else f"FORMAT_{name} = c.Struct()\n"
        )

    def _of(self, type_: Type) -> str:
        match type_:
            case Scalar(kind):
                return _SCALARS[kind]
            case EnumRef():
                return "c.Int32ul"
            case RecordRef(name):
                known = f"FORMAT_{self.names.types[name]}"
                # Only where a record lies in itself, for what is bound so is not compiled.
                return known if name in self._written else f"c.LazyBound(lambda: {known})"
            case ListOf(item):
                return f"c.PrefixedArray(c.VarInt, {self._of(item)})"
            case MapOf(value):
                return f"mapping({self._of(value)})"
            case OptionalOf(item):
                return f"optional({self._of(item)})"
            case _:
                raise NotImplementedError("there is no format of unions")

    def _to(self, record: Record) -> str:
        name, attributes = self.names.types[record.name], self.names.fields[record.name]
        parts = ", ".join(
            f'"f{i}": {self._put(f.type, f"value.{attributes[f.name]}")}'
            for i, f in enumerate(record.fields)
        )
        return f"def to_{name}(value):\n    return {{{parts}}}\n"

    def _back(self, record: Record) -> str:
        name = self.names.types[record.name]
        parts = ", ".join(self._get(f.type, f"value.f{i}") for i, f in enumerate(record.fields))
        return f"def back_{name}(value):\n    return types.{name}({parts})\n"

    def _put(self, type_: Type, expression: str) -> str:
        match type_:
            case EnumRef(name):
                return f"NUMBER_{self.names.types[name]}[{expression}]"
            case RecordRef(name):
                return f"to_{self.names.types[name]}({expression})"
            case ListOf(RecordRef(name), is_map=True):
                v = self._variable()
                key, item = self.names.entries[name]
                entry = f'{{"f0": {self._put(key, f"k{v}")}, "f1": {self._put(item, v)}}}'
                return f"[{entry} for k{v}, {v} in {expression}.items()]"
            case ListOf(item):
                v = self._variable()
                part = self._put(item, v)
                return expression if part == v else f"[{part} for {v} in {expression}]"
            case MapOf(value):
                v = self._variable()
                entry = f'{{"key": k{v}, "value": {self._put(value, v)}}}'
                return f"[{entry} for k{v}, {v} in {expression}.items()]"
            case OptionalOf(item):
                v = self._variable()
                some = f'{{"has": True, "some": {self._put(item, v)}}}'
                none = '{"has": False, "some": None}'
                return f"({some} if ({v} := {expression}) is not None else {none})"
            case Scalar():
                return logical.conversion(type_)[0].format(expression)
            case _:
                return expression

    def _get(self, type_: Type, expression: str) -> str:
        match type_:
            case EnumRef(name):
                return f"OF_{self.names.types[name]}[{expression}]"
            case RecordRef(name):
                return f"back_{self.names.types[name]}({expression})"
            case ListOf(RecordRef(name), is_map=True):
                v = self._variable()
                key, item = self.names.entries[name]
                entry = f"{self._get(key, f'{v}.f0')}: {self._get(item, f'{v}.f1')}"
                return f"{{{entry} for {v} in {expression}}}"
            case ListOf(item):
                v = self._variable()
                return f"[{self._get(item, v)} for {v} in {expression}]"
            case MapOf(value):
                v = self._variable()
                return f"{{{v}.key: {self._get(value, f'{v}.value')} for {v} in {expression}}}"
            case OptionalOf(item):
                v = self._variable()
                some = self._get(item, f"{v}.some")
                return f"({some} if ({v} := {expression}).has else None)"
            case Scalar():
                return logical.conversion(type_)[1].format(expression)
            case _:
                return expression

    def _variable(self) -> str:
        self._depth += 1
        return f"v{self._depth}"
