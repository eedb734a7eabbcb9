"""Apache Thrift: a schema lowered to structs, and its `.thrift` text.

Thrift has no unsigned integers, no 32-bit floats and nothing optional in a container. As its
users do, a u8 becomes an i16, a u16 an i32 and a u32 an i64, which hold all their values; a u64 an
i64 of the same bits; an f32 a double; and an optional item a struct whose only field is an optional
`value`.
See the language: https://thrift.apache.org/docs/idl and https://thrift.apache.org/docs/types
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TypeAlias

from serbench.codegen.idl.file import File, Helpers, IdlEnum, Struct
from serbench.codegen.names import type_names
from serbench.schema.lineage import descents
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
    nested_types,
)
from serbench.schema.names import folded, identifiers, pascal_case, snake_case

NAMESPACE = "serbench_thrift"

SCALARS = {
    Kind.BOOL: "bool",
    Kind.I8: "i8",
    Kind.I16: "i16",
    Kind.I32: "i32",
    Kind.I64: "i64",
    Kind.U8: "i16",
    Kind.U16: "i32",
    Kind.U32: "i64",
    Kind.U64: "i64",
    Kind.F32: "double",
    Kind.F64: "double",
    Kind.STRING: "string",
    Kind.BYTES: "binary",
}

# Words of the language, and those it keeps for the languages it generates.
_RESERVED = """BEGIN END __CLASS__ __DIR__ __FILE__ __FUNCTION__ __LINE__ __METHOD__ __NAMESPACE__
    abstract alias and args as assert async begin binary bool break byte c_glib case catch class
    clone cocoa_include cocoa_prefix const continue cpp_include cpp_type csharp_namespace declare
    def default del delete delphi_namespace do double dynamic elif else elseif elsif end enddeclare
    endfor endforeach endif endswitch endwhile ensure enum except exception exec extends false
    finally float for foreach from function global goto i16 i32 i64 i8 if implements import in
    include inline instanceof interface is java_package lambda list map module namespace native new
    next nil not oneway optional or package pass perl_package php_namespace print private protected
    public py_module raise redo reference register required rescue retry return ruby_namespace self
    senum service set sizeof slist smalltalk_category smalltalk_prefix static string struct super
    switch synchronized then this throw throws transient true try typedef undef union unless
    unsigned until use uuid var virtual void volatile when while with xor xsd_all xsd_attrs
    xsd_namespace xsd_nillable xsd_optional yield"""
RESERVED = frozenset(_RESERVED.split())
_TYPE_NAMES = RESERVED | frozenset(word.capitalize() for word in RESERVED)


@dataclass(frozen=True, slots=True)
class ThriftField:
    """`type` is the schema's type without the optional that `is_optional` says. A reference may
    hold the struct it stands in."""

    wire: str
    name: str
    id: int
    type: Type
    is_optional: bool
    is_reference: bool = False

    def renamed(self, name: str, types: Mapping[str, str]) -> ThriftField:
        return replace(self, name=name)


ThriftStruct: TypeAlias = Struct[ThriftField]


@dataclass(frozen=True)
class ThriftFile(File[ThriftField]):
    def text(self, type_: Type) -> str:
        """The type as the language writes it; of an optional, what stands for it in containers."""
        match type_:
            case Scalar(kind):
                return SCALARS[kind]
            case EnumRef(name) | RecordRef(name):
                return self.types[name]
            case ListOf(item):
                return f"list<{self.text(item)}>"
            case MapOf(value):
                return f"map<string, {self.text(value)}>"
            case OptionalOf():
                return self.wrappers[type_]
            case UnionRef():  # nothing is compiled of it
                raise AssertionError(type_)


def lower(schema: Schema) -> ThriftFile:
    """The schema as structs and enums, each struct after those it holds by value."""
    types = identifiers(type_names(schema), pascal_case, _TYPE_NAMES, str.lower)
    optionals = _optionals(schema, types)
    structs = [
        ThriftStruct(
            types[record.name],
            tuple(_fields(schema, record.name)),
            record=record.name,
        )
        for record in schema.in_definition_order()
    ]
    structs += optionals.structs(
        lambda name, at, type_: ThriftField(name, name, at + 1, _required(type_), True)
    )
    enums = tuple(
        IdlEnum(types[e.name], e.name, tuple(_members(e.symbols).values())) for e in schema.enums
    )
    return ThriftFile(types[schema.root], tuple(structs), enums)


def generate(schema: Schema) -> str:
    """The text of the `.thrift` file."""
    return render(lower(schema))


def render(file: ThriftFile) -> str:
    """The text of structs and enums, whose names a target may have changed."""
    parts = [f"namespace * {NAMESPACE}"]
    for enum in file.enums:
        values = [f"  {name} = {i}," for i, name in enumerate(enum.values)]
        parts += ["", f"enum {enum.name} {{", *values, "}"]
    for struct in file.structs:
        fields = [_declaration(file, field) for field in struct.fields]
        parts += ["", f"struct {struct.name} {{", *fields, "}"]
    return "\n".join(parts) + "\n"


def _declaration(file: ThriftFile, field: ThriftField) -> str:
    optional = "optional " if field.is_optional else ""
    reference = " &" if field.is_reference else ""
    return f"  {field.id}: {optional}{file.text(field.type)}{reference} {field.name},"


def _fields(schema: Schema, record: str) -> Iterator[ThriftField]:
    fields = schema.record(record).fields
    names = _members(f.name for f in fields)
    for field, descent in zip(fields, descents(schema.record(record)), strict=True):
        number = descent.number + 1
        match field.type:
            case OptionalOf(item):
                boxed = schema.is_boxed(record, field.type)
                yield ThriftField(field.name, names[field.name], number, item, True, boxed)
            case type_:
                yield ThriftField(field.name, names[field.name], number, type_, False)


def _members(wire: Iterable[str]) -> dict[str, str]:
    return identifiers(wire, snake_case, RESERVED, folded)


def _required(type_: Type) -> Type:
    return type_.item if isinstance(type_, OptionalOf) else type_


def _optionals(schema: Schema, types: dict[str, str]) -> Helpers:
    """Those of each optional that some container holds."""
    helpers = Helpers(types, str.lower)
    for record in schema.records:
        for field in record.fields:
            for type_ in nested_types(_required(field.type)):
                if isinstance(type_, OptionalOf):
                    helpers.wrapper(type_)
    return helpers
