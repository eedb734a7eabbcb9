"""zserio: a schema lowered to structures, and its text for zserio's compiler.

    generate(schema) -> "package ...;"

Integers have the fixed sizes of zserio's own, since its shorter ones of variable size hold fewer
values, and enums a byte or two, as in its tutorial. zserio has no map, no array of arrays and no
array of optionals: a map is an array of structures with a key and a value, and an item that is a
list, a map or an optional lies in a structure whose only field is called `value`. A structure may
have fields and arrays of itself, but lie in no other structure that lies in it.

A structure is the concatenation of its fields, without padding: a long one may be a structure of
`sections` with the same bytes. Java's classes have a constructor of all fields, and Java has no
method of more than 255 arguments.

What is added to the structure of all values is an `extend` field at its end; zserio has no means
for a structure within another. https://zserio.org/doc/ZserioLanguageOverview.html
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import groupby, islice
from typing import Literal, TypeAlias

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
    variant_name,
)
from serbench.schema.names import identifiers, pascal_case, snake_case

# No part of a name may begin with zserio.
PACKAGE = ("serbench", "structures")

SCALARS = {
    Kind.BOOL: "bool",
    Kind.I8: "int8",
    Kind.I16: "int16",
    Kind.I32: "int32",
    Kind.I64: "int64",
    Kind.U8: "uint8",
    Kind.U16: "uint16",
    Kind.U32: "uint32",
    Kind.U64: "uint64",
    Kind.F32: "float32",
    Kind.F64: "float64",
    Kind.STRING: "string",
    Kind.BYTES: "bytes",
}
_MOST_OF_A_BYTE = 256
# Of a Java method's 255 arguments, a long and a double are two.
MOST_FIELDS = 120


@dataclass(frozen=True, slots=True)
class ZserioField:
    """`element` is the schema's type without the optional, and the list or map, that `is_optional`
    and `shape` express; of a map it is the value. `type` is what zserio calls an element: one that
    it cannot hold as it is, and an entry of a map, are structures of their own. An extended field
    may be missing at the end of the bytes."""

    wire: str
    name: str
    shape: Literal["single", "list", "map"]
    is_optional: bool
    element: Type
    type: str
    is_extended: bool = False

    def renamed(self, name: str, types: Mapping[str, str]) -> ZserioField:
        return replace(self, name=name, type=types.get(self.type, self.type))


ZserioStruct: TypeAlias = Struct[ZserioField]
ZserioFile: TypeAlias = File[ZserioField]


def lower(schema: Schema) -> ZserioFile:
    """Structures of records first, then unions, then wrappers; names are numbered."""
    return _Lowering(schema).file().numbered()


def generate(schema: Schema) -> str:
    return render(lower(schema))


def render(file: ZserioFile) -> str:
    parts = [f"package {'.'.join(PACKAGE)};"]
    for enum in file.enums:
        wide = "uint8" if len(enum.values) <= _MOST_OF_A_BYTE else "uint16"
        values = [f"  {name}," for name in enum.values]
        parts += ["", f"enum {wide} {enum.name}", "{", *values, "};"]
    for struct in file.structs:
        word = "union" if struct.union is not None else "struct"
        lines = []
        for section in sections(struct):
            declared = [_declaration(field) for field in section.fields]
            if section.name:
                parts += ["", f"struct {section.type}", "{", *declared, "};"]
                declared = [f"  {section.type} {section.name};"]
            lines += declared
        parts += ["", f"{word} {struct.name}", "{", *lines, "};"]
    return "\n".join(parts) + "\n"


@dataclass(frozen=True, slots=True)
class Section:
    """Fields that lie in the field `name` of a structure, which is a structure of its own called
    `type`; in the structure itself, if the name is empty."""

    name: str
    type: str
    fields: tuple[ZserioField, ...]


def sections(struct: ZserioStruct) -> list[Section]:
    """What a structure consists of. Of a long one, the fields that are the structure itself lie in
    no other one."""
    if len(struct.fields) <= MOST_FIELDS:
        return [Section("", struct.name, struct.fields)]
    made: list[Section] = []
    for is_itself, run in groupby(struct.fields, lambda field: field.type == struct.name):
        for fields in batched(run, MOST_FIELDS):
            number = len(made)
            name, type_ = f"section{number}", f"{struct.name}Section{number}"
            if is_itself:
                name, type_ = "", struct.name
            made.append(Section(name, type_, fields))
    return made


def batched(fields: Iterable[ZserioField], size: int) -> Iterator[tuple[ZserioField, ...]]:
    rest = iter(fields)
    while batch := tuple(islice(rest, size)):
        yield batch


def _declaration(field: ZserioField) -> str:
    extended = "extend " if field.is_extended else ""
    optional = "optional " if field.is_optional else ""
    array = "" if field.shape == "single" else "[]"
    return f"  {extended}{optional}{field.type} {field.name}{array};"


class _Lowering:
    def __init__(self, schema: Schema) -> None:
        self.schema = schema
        self.names = identifiers(type_names(schema), pascal_case)
        self.helpers = Helpers(self.names)

    def file(self) -> ZserioFile:
        structs = [
            ZserioStruct(self.names[r.name], tuple(self.fields(r.name)), record=r.name)
            for r in self.schema.records
        ]
        for union in self.schema.unions:
            fields = []
            for variant in union.variants:
                name = f"{variant_name(variant).lower()}_value"
                fields.append(self.field(name, name, variant))
            structs.append(ZserioStruct(self.names[union.name], tuple(fields), union=union.name))
        structs += self.helpers.structs(lambda name, _, type_: self.field(name, name, type_))
        enums = tuple(
            IdlEnum(self.names[e.name], e.name, tuple(identifiers(e.symbols, snake_case).values()))
            for e in self.schema.enums
        )
        return ZserioFile(self.names[self.schema.root], tuple(structs), enums)

    def fields(self, name: str) -> Iterator[ZserioField]:
        record = self.schema.record(name)
        names = identifiers((f.name for f in record.fields), snake_case)
        fields = [self.field(f.name, names[f.name], f.type) for f in record.fields]
        if not record.ancestor or len(fields) > MOST_FIELDS or not self._is_outermost(name):
            yield from fields
            return
        with_descents = zip(fields, descents(record), strict=True)
        for field, descent in sorted(with_descents, key=lambda pair: pair[1].number):
            yield replace(field, is_extended=descent.is_added_to(record))

    def _is_outermost(self, name: str) -> bool:
        """Whether it lies at the end of the bytes: no field or variant is such a record."""
        types = [field.type for record in self.schema.records for field in record.fields]
        types += [variant for union in self.schema.unions for variant in union.variants]
        inner = (RecordRef(name) in nested_types(type_) for type_ in types)
        return name == self.schema.root and not any(inner)

    def field(self, wire: str, name: str, type_: Type) -> ZserioField:
        is_optional = isinstance(type_, OptionalOf)
        held = type_.item if isinstance(type_, OptionalOf) else type_
        match held:
            case ListOf(item):
                return ZserioField(wire, name, "list", is_optional, item, self.named(item))
            case MapOf(value):
                entry = self.helpers.entry(value)
                return ZserioField(wire, name, "map", is_optional, value, entry)
            case _:
                return ZserioField(wire, name, "single", is_optional, held, self.named(held))

    def named(self, type_: Type) -> str:
        match type_:
            case Scalar(kind):
                return SCALARS[kind]
            case EnumRef(name) | RecordRef(name) | UnionRef(name):
                return self.names[name]
            case ListOf() | MapOf() | OptionalOf():
                return self.helpers.wrapper(type_)
