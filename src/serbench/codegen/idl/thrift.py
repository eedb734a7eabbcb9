"""Apache Thrift: a schema lowered to structs, and its `.thrift` text.

Thrift has no unsigned integers, no 32-bit floats and nothing optional in a container. As its
users do, a u32 becomes an i64, which holds all its values; a u64 an i64 of the same bits; an f32
a double; and an optional item a struct whose only field is an optional `value`.
See the language: https://thrift.apache.org/docs/idl and https://thrift.apache.org/docs/types
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

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
    nested_types,
)
from serbench.schema.names import described, folded, fresh, identifiers, pascal_case, snake_case

NAMESPACE = "serbench_thrift"

SCALARS = {
    Kind.BOOL: "bool",
    Kind.I32: "i32",
    Kind.I64: "i64",
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


@dataclass(frozen=True, slots=True)
class ThriftStruct:
    """Of the schema's record `record`, or what stands for the optional `wraps` in containers
    (field `value`)."""

    name: str
    fields: tuple[ThriftField, ...]
    record: str | None = None
    wraps: Type | None = None


@dataclass(frozen=True, slots=True)
class ThriftEnum:
    """`values[i]` is the name of the symbol numbered i."""

    name: str
    enum: str
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ThriftFile:
    """`types` maps records and enums to names, `optionals` what containers hold optionally."""

    root: str
    structs: tuple[ThriftStruct, ...]
    enums: tuple[ThriftEnum, ...]
    types: dict[str, str]
    optionals: dict[Type, str]

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
            case OptionalOf(item):
                return self.optionals[item]


def lower(schema: Schema) -> ThriftFile:
    """The schema as structs and enums, each struct after those it holds by value."""
    names = [r.name for r in schema.records] + [e.name for e in schema.enums]
    types = identifiers(names, pascal_case, _TYPE_NAMES, str.lower)
    optionals = _optionals(schema, types)
    structs = [
        ThriftStruct(
            types[record.name],
            tuple(_fields(schema, record.name)),
            record=record.name,
        )
        for record in schema.in_definition_order()
    ]
    structs += [
        ThriftStruct(name, (ThriftField("value", "value", 1, item, True),), wraps=OptionalOf(item))
        for item, name in optionals.items()
    ]
    enums = tuple(
        ThriftEnum(types[e.name], e.name, tuple(_members(e.symbols).values())) for e in schema.enums
    )
    return ThriftFile(types[schema.root], tuple(structs), enums, types, optionals)


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
    for number, field in enumerate(fields, 1):
        match field.type:
            case OptionalOf(item):
                boxed = schema.is_boxed(record, field.type)
                yield ThriftField(field.name, names[field.name], number, item, True, boxed)
            case type_:
                yield ThriftField(field.name, names[field.name], number, type_, False)


def _members(wire: Iterable[str]) -> dict[str, str]:
    return identifiers(wire, snake_case, RESERVED, folded)


def _optionals(schema: Schema, types: dict[str, str]) -> dict[Type, str]:
    """A name for each type that some container holds optionally."""
    taken = {name.lower() for name in types.values()}
    made: dict[Type, str] = {}
    for record in schema.records:
        for field in record.fields:
            inside = field.type.item if isinstance(field.type, OptionalOf) else field.type
            for type_ in nested_types(inside):
                if isinstance(type_, OptionalOf) and type_.item not in made:
                    base = "Optional" + described(type_.item, types.__getitem__)
                    name = fresh(base, lambda new: new.lower() in taken)
                    taken.add(name.lower())
                    made[type_.item] = name
    return made
