"""Bebop: a schema lowered to structs and messages, and its `.bop` text.

The fields of a struct are all there, in their order; those of a message have numbers, and may be
absent. A record is a message where it has optional fields or may hold itself, which no struct can.
Nothing is optional in a container: such an item becomes a message whose only field is `value`.
Bebop has no signed integer of 8 bits: an i8 becomes an int16. Nor has it an enum of more than
`MOST` symbols, which becomes a uint32, or a record of more fields. Its dates are ticks of 100 ns
since the year 1, of 62 bits.
See the language: https://docs.bebop.sh/reference/
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TypeAlias

from serbench.codegen.idl.file import File, Helpers, IdlEnum, Struct
from serbench.codegen.names import type_names
from serbench.schema.logical import Date, Timestamp, Uuid
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
    UnionRef,
    nested_types,
)
from serbench.schema.names import folded, identifiers, pascal_case, snake_case

MOST = 255
SCALARS = {
    Kind.BOOL: "bool",
    Kind.I8: "int16",
    Kind.I16: "int16",
    Kind.I32: "int32",
    Kind.I64: "int64",
    Kind.U8: "byte",
    Kind.U16: "uint16",
    Kind.U32: "uint32",
    Kind.U64: "uint64",
    Kind.F32: "float32",
    Kind.F64: "float64",
    Kind.STRING: "string",
    Kind.BYTES: "array[byte]",
}


@dataclass(frozen=True, slots=True)
class BebopField:
    """`type` is the schema's type without the optional that `is_optional` says."""

    wire: str
    name: str
    type: Type
    is_optional: bool

    def renamed(self, name: str, types: Mapping[str, str]) -> BebopField:
        return replace(self, name=name)


BebopStruct: TypeAlias = Struct[BebopField]


@dataclass(frozen=True)
class BebopFile(File[BebopField]):
    """`messages` are the records that are none of structs."""

    messages: frozenset[str] = frozenset()

    def is_message(self, struct: BebopStruct) -> bool:
        return struct.record is None or struct.record in self.messages

    def text(self, type_: Type) -> str:
        """The type as the language writes it; of an optional, what stands for it in containers."""
        match type_:
            case Scalar(logical=Uuid(), native=True):
                return "guid"
            case Scalar(logical=Date() | Timestamp(), native=True):
                return "date"
            case Scalar(kind):
                return SCALARS[kind]
            case EnumRef(name) if name not in {enum.enum for enum in self.enums}:
                return "uint32"
            case EnumRef(name) | RecordRef(name):
                return self.types[name]
            case ListOf(item):
                return f"array[{self.text(item)}]"
            case MapOf(value):
                return f"map[string, {self.text(value)}]"
            case OptionalOf():
                return self.wrappers[type_]
            case UnionRef():  # nothing is compiled of it
                raise AssertionError(type_)


def lower(schema: Schema) -> BebopFile:
    """The schema as structs, messages and enums, records first."""
    types = identifiers(type_names(schema), pascal_case)
    helpers = Helpers(types)
    structs = []
    for record in schema.records:
        names = identifiers((f.name for f in record.fields), snake_case, fold=folded)
        fields = [_field(f.name, names[f.name], f.type) for f in record.fields]
        structs.append(BebopStruct(types[record.name], tuple(fields), record=record.name))
        for field in fields:
            for type_ in nested_types(field.type):
                if isinstance(type_, OptionalOf):
                    helpers.wrapper(type_)
    structs += helpers.structs(lambda name, _, type_: _field(name, name, type_))
    enums = tuple(
        IdlEnum(types[e.name], e.name, tuple(identifiers(e.symbols, snake_case).values()))
        for e in schema.enums
        if len(e.symbols) <= MOST
    )
    messages = frozenset(r.name for r in schema.records if _is_message(schema, r))
    return BebopFile(types[schema.root], tuple(structs), enums, messages)


def render(file: BebopFile) -> str:
    """The text of structs, messages and enums, of which keywords are to have other names."""
    parts = []
    for enum in file.enums:
        values = [f"  {name} = {i};" for i, name in enumerate(enum.values)]
        parts += [f"enum {enum.name} : uint32 {{", *values, "}"]
    for struct in file.structs:
        declared = [f"{file.text(field.type)} {field.name};" for field in struct.fields]
        if file.is_message(struct):
            fields = [
                f"  {number} -> {declaration}" for number, declaration in enumerate(declared, 1)
            ]
            parts += [f"message {struct.name} {{", *fields, "}"]
        else:
            parts += [
                f"struct {struct.name} {{",
                *(f"  {declaration}" for declaration in declared),
                "}",
            ]
    return "\n".join(parts) + "\n"


def _field(wire: str, name: str, type_: Type) -> BebopField:
    if isinstance(type_, OptionalOf):
        return BebopField(wire, name, type_.item, True)
    return BebopField(wire, name, type_, False)


def _is_message(schema: Schema, record: Record) -> bool:
    return any(isinstance(f.type, OptionalOf) for f in record.fields) or _holds(schema, record)


def _holds(schema: Schema, record: Record) -> bool:
    """Whether values of the record may lie in one."""
    seen: set[str] = set()
    waiting = [record]
    while waiting:
        for field in waiting.pop().fields:
            for type_ in (field.type, *nested_types(field.type)):
                if isinstance(type_, RecordRef) and type_.name not in seen:
                    seen.add(type_.name)
                    waiting.append(schema.record(type_.name))
    return record.name in seen
