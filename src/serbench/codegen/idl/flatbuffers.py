"""FlatBuffers: a schema lowered to tables, and its `.fbs` text.

FlatBuffers has no maps, no vectors of vectors and nothing optional in a vector: a map becomes a
vector of key-value tables, sorted by key, and an item that a vector cannot hold a table whose
only field is called `value`.
See https://flatbuffers.dev/flatbuffers_guide_writing_schema.html
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from serbench.codegen.idl.file import File, Helpers, IdlEnum, Struct
from serbench.codegen.names import type_names
from serbench.schema.lineage import descents, removed
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
    Union,
    UnionRef,
)
from serbench.schema.names import folded, fresh, identifiers, pascal_case, snake_case

NAMESPACE = "serbench_flat"

SCALARS = {
    Kind.BOOL: "bool",
    Kind.I8: "byte",
    Kind.I16: "short",
    Kind.I32: "int",
    Kind.I64: "long",
    Kind.U8: "ubyte",
    Kind.U16: "ushort",
    Kind.U32: "uint",
    Kind.U64: "ulong",
    Kind.F32: "float",
    Kind.F64: "double",
    Kind.STRING: "string",
}

# Keywords of the schema language and of the languages that flatc writes, and members of its tables.
_KEYWORDS = """abstract alignas and as asm assert async attribute auto await become bool boolean
    box break byte case catch char class const continue crate default delete do double dyn else enum
    explicit export extends extern false file_extension file_identifier final finally float fn for
    friend func gen goto if impl implements import in include inline instanceof int interface let
    long loop macro match mod module move mut mutable namespace native new not null operator or
    override package priv private protected pub public ref register return root_type rpc_service
    self short signed sizeof static strictfp string struct super switch synchronized table template
    this throw throws trait transient true try type typedef typeof ubyte uint ulong union unsafe
    unsigned unsized use ushort using var virtual void volatile where while with xor yield
    args assign bb bb_pos buf builder clone create equals finalize follow get get_class hash_code
    indirect init key loc notify notify_all offset pack reset tab to_string un_pack unpack vector
    verify wait"""
KEYWORDS = frozenset(_KEYWORDS.split())
# Accessors that flatc makes of a field beside the one of its name.
_PREFIXES = ("add_", "create_", "end_", "finish_", "get_", "has_", "mutable_", "mutate_",
             "pack_", "set_", "start_")  # fmt: skip
_SUFFIXES = ("_as_byte_buffer", "_as_slice", "_by_key", "_bytes", "_in_byte_buffer", "_length",
             "_nested_root", "_type", "_vector")  # fmt: skip

Held = Literal["scalar", "enum", "string", "bytes", "table"]
# The only field of a union's table, and what its types are called there, by their numbers.
UNION_FIELD = "value"


def union_type(table: str) -> str:
    return f"{table}OneOf"


def union_value(number: int) -> str:
    return f"V{number}"


@dataclass(frozen=True, slots=True)
class FlatField:
    """A field as FlatBuffers knows it.

    `type` is the schema's type without the optional that `is_optional` says. `held` is what the
    field or, if `is_vector`, each of its items is; `name_of_held` the FlatBuffers name of it.
    A vector's tables may be those of `item`, or wrap it (`Table.wraps`), or be the entries of a
    map (`Table.entry_of`). `has_presence` says that the field can be told from one that was left
    out: optional scalars, and all floats, since -0 equals the default 0 that is left out. Fields
    of a table that has changed have an `id`, the place that they keep.
    """

    wire: str
    name: str
    type: Type
    is_optional: bool
    is_vector: bool
    held: Held
    name_of_held: str
    has_presence: bool
    is_key: bool = False
    id: int | None = None

    @property
    def is_typed_map(self) -> bool:
        """Whether its vector holds the entries of a map whose keys are no text."""
        return isinstance(self.type, ListOf) and self.type.is_map

    def renamed(self, name: str, types: Mapping[str, str]) -> FlatField:
        return replace(
            self, name=name, name_of_held=types.get(self.name_of_held, self.name_of_held)
        )


Table: TypeAlias = Struct[FlatField]


@dataclass(frozen=True)
class FlatFile(File[FlatField]):
    def table_of(self, field: FlatField) -> Table:
        """The table that a field, or each item of its vector, is."""
        return next(table for table in self.structs if table.name == field.name_of_held)


def underlying(enum: IdlEnum) -> Literal["ubyte", "ushort", "uint"]:
    """The type that holds all of an enum's numbers."""
    count = len(enum.values)
    return "ubyte" if count <= 1 << 8 else "ushort" if count <= 1 << 16 else "uint"


def lower(schema: Schema, suffix: str = "") -> FlatFile:
    """The schema as tables and enums, records first. A target whose generated code would take
    a type's name for another's has a `suffix` put to all of them."""
    return _Lowering(schema, suffix).file()


def generate(schema: Schema) -> str:
    """The text of the `.fbs` file."""
    return render(lower(schema))


def render(file: FlatFile, namespace: str = NAMESPACE) -> str:
    parts = [f"namespace {namespace};"]
    for enum in file.enums:
        values = [f"  {name} = {i}," for i, name in enumerate(enum.values)]
        parts += ["", f"enum {enum.name} : {underlying(enum)} {{", *values, "}"]
    for table in file.structs:
        fields = [_declaration(field) for field in table.fields]
        if table.union is not None:
            types = [f"  {union_value(i)}: {f.name_of_held}," for i, f in enumerate(table.fields)]
            parts += ["", f"union {union_type(table.name)} {{", *types, "}"]
            fields = [f"  {UNION_FIELD}: {union_type(table.name)};"]
        fields += [_declaration(field, "deprecated") for field in table.removed]
        parts += ["", f"table {table.name} {{", *fields, "}"]
    return "\n".join([*parts, "", f"root_type {file.root};", ""])


def _declaration(field: FlatField, *said_first: str) -> str:
    declared = "[ubyte]" if field.held == "bytes" else field.name_of_held
    declared = f"[{declared}]" if field.is_vector else declared
    default = " = null" if field.has_presence else ""
    words = [*said_first, *(["key"] if field.is_key else [])]
    words += [f"id: {field.id}"] if field.id is not None else []
    attributes = f" ({', '.join(words)})" if words else ""
    return f"  {field.name}: {declared}{default}{attributes};"


class _Lowering:
    def __init__(self, schema: Schema, suffix: str) -> None:
        self.schema = schema
        named = identifiers(type_names(schema), pascal_case, fold=str.lower)
        self.names = {wire: name + suffix for wire, name in named.items()}
        self.helpers = Helpers(self.names, str.lower, suffix=suffix)

    def file(self) -> FlatFile:
        tables = [
            Table(
                self.names[r.name],
                tuple(self.fields(r)),
                record=r.name,
                removed=tuple(self.removed(r)),
            )
            for r in self.schema.records
        ]
        tables += [self.union(union) for union in self.schema.unions]
        tables += self.helpers.structs(
            lambda name, _, type_: replace(self.field(name, name, type_), is_key=name == "key")
        )
        return FlatFile(self.names[self.schema.root], tuple(tables), tuple(self.enums()))

    def union(self, union: Union) -> Table:
        """Of its fields there is one; each is a table, as other languages than C++ want it."""
        fields = []
        for number, variant in enumerate(union.variants):
            if isinstance(variant, RecordRef):
                held = self.names[variant.name]
            else:
                held = self.helpers.wrapper(variant)
            name = union_value(number)
            fields.append(FlatField(name, name, variant, False, False, "table", held, False))
        return Table(self.names[union.name], tuple(fields), union=union.name)

    def enums(self) -> Iterator[IdlEnum]:
        for enum in self.schema.enums:
            values = identifiers(enum.symbols, pascal_case, _ENUM_MEMBERS)
            yield IdlEnum(self.names[enum.name], enum.name, tuple(values.values()))

    def fields(self, record: Record) -> Iterator[FlatField]:
        names = identifiers((f.name for f in record.fields), _field_name, fold=folded)
        for field, descent in zip(record.fields, descents(record), strict=True):
            made = self.field(field.name, names[field.name], field.type)
            yield replace(made, id=descent.number) if record.ancestor else made

    def removed(self, record: Record) -> Iterator[FlatField]:
        taken = set(identifiers((f.name for f in record.fields), _field_name, fold=folded).values())
        for number, field in removed(record):
            name = fresh(f"removed_{number}", taken.__contains__, "{}_{}")
            yield replace(self.field(field.name, name, field.type), id=number)

    def field(self, wire: str, name: str, type_: Type) -> FlatField:
        is_optional = isinstance(type_, OptionalOf)
        inner = type_.item if isinstance(type_, OptionalOf) else type_
        match inner:
            case ListOf(item):
                held, name_of_held = self.item(item)
            case MapOf(value):
                held, name_of_held = "table", self.helpers.entry(value)
            case _:
                held, name_of_held = self.single(inner)
        is_vector = isinstance(inner, ListOf | MapOf)
        is_number = not is_vector and held in ("scalar", "enum")
        has_presence = is_number and (is_optional or inner in _FLOATS)
        return FlatField(
            wire, name, inner, is_optional, is_vector, held, name_of_held, has_presence
        )

    def item(self, item: Type) -> tuple[Held, str]:
        """What each item of a vector is."""
        match item:
            case ListOf() | MapOf() | OptionalOf() | Scalar(Kind.BYTES):
                return "table", self.helpers.wrapper(item)
            case _:
                return self.single(item)

    def single(self, type_: Type) -> tuple[Held, str]:
        match type_:
            case Scalar(Kind.BYTES):
                return "bytes", "[ubyte]"
            case Scalar(Kind.STRING):
                return "string", "string"
            case Scalar(kind):
                return "scalar", SCALARS[kind]
            case EnumRef(name):
                return "enum", self.names[name]
            case RecordRef(name) | UnionRef(name):
                return "table", self.names[name]
            case _:
                raise AssertionError(type_)


_FLOATS = (Scalar(Kind.F32), Scalar(Kind.F64))
# What flatc puts beside the symbols of an enum.
_ENUM_MEMBERS = frozenset({"MIN", "MAX", "NONE", "None", "Self", "Min", "Max"})


def _field_name(wire: str) -> str:
    """A name that no keyword and no accessor of another field can clash with."""
    name = snake_case(wire)
    clashes = name in KEYWORDS or name.startswith(_PREFIXES) or name.endswith(_SUFFIXES)
    return f"field_{name}_field" if clashes else name
