"""Cap'n Proto: a schema lowered to structs, and its `.capnp` text.

There are no maps and no optional numbers: a map is a list of structs with `key` and `value`; an
optional field a group with a union of `none` and `some`, and within a list a struct whose only
field `value` is such a group. Pointers could say "none" by being null, but libraries differ in
whether an empty text is. A union is a struct with a union of its variants. Lists of lists are
native.
See the language: https://capnproto.org/language.html
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import count
from typing import TypeAlias

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
    variant_name,
)
from serbench.schema.names import distinct, folded, pascal_case, words

SCALARS = {
    Kind.BOOL: "Bool",
    Kind.I8: "Int8",
    Kind.I16: "Int16",
    Kind.I32: "Int32",
    Kind.I64: "Int64",
    Kind.U8: "UInt8",
    Kind.U16: "UInt16",
    Kind.U32: "UInt32",
    Kind.U64: "UInt64",
    Kind.F32: "Float32",
    Kind.F64: "Float64",
    Kind.STRING: "Text",
    Kind.BYTES: "Data",
}

# Words of the language, and methods that C++, Rust and Go give every struct or group,
# with those words of Rust that capnpc does not know, as `async`.
_RESERVED = """annotation anyPointer asReader async await bool const decodeFromPtr dyn encodeAsPtr
    enum extends false from group hasSome import in inf init initSome interface isNone isSome
    isValid list message none of on reborrow segment self setNone setSome some stream
    string struct text toPtr toString totalSize true try union using void which"""
_FIELD_NAMES = frozenset(_RESERVED.split())
# Accessors that C++, Rust and Go make of a field.
_PREFIXES = ("adopt", "clear", "disown", "get", "has", "init", "is", "new", "set", "which")
_SUFFIXES = ("Bytes",)
# What Go's package holds besides types; types of the language; prefixes of Go's functions.
_TYPES = """Access AnyPointer Async Await Bool Capability Convert Data Dyn Float32 Float64 Int16
    From Int32 Int64 Int8 List Populate Root Self Text Try UInt16 UInt32 UInt64 UInt8 Visit Void"""
_TYPE_NAMES = frozenset(_TYPES.split())
_TYPE_PREFIXES = ("AutoNew", "NewRoot", "New", "ReadRoot")
_TYPE_SUFFIXES = ("FromString", "List")


@dataclass(frozen=True, slots=True)
class CapnpField:
    """`name` is in lower camel case. An optional field is a group under this name, whose union
    has `none` at `none_ordinal` and `some` at `ordinal`; `type` is the schema's type."""

    wire: str
    name: str
    ordinal: int
    type: Type
    none_ordinal: int | None = None

    @property
    def is_some_by_default(self) -> bool:
        """Of an optional that was none before: who has none has to say so."""
        return self.none_ordinal is not None and self.none_ordinal > self.ordinal

    def renamed(self, name: str, types: Mapping[str, str]) -> CapnpField:
        return replace(self, name=name)


CapnpStruct: TypeAlias = Struct[CapnpField]


@dataclass(frozen=True)
class CapnpFile(File[CapnpField]):
    """`id` is that of the file, which every language asks for."""

    id: int

    def text(self, type_: Type) -> str:
        """The type as the language writes it; of an optional, what stands for it in a list."""
        match type_:
            case Scalar(kind):
                return SCALARS[kind]
            case EnumRef(name) | RecordRef(name) | UnionRef(name):
                return self.types[name]
            case ListOf(item):
                return f"List({self.text(item)})"
            case MapOf(value):
                return f"List({self.entries[value]})"
            case OptionalOf():
                return self.wrappers[type_]


def lower(schema: Schema) -> CapnpFile:
    """The schema as structs and enums: records first, entries and optionals after them."""
    return _Lowering(schema).file()


def generate(schema: Schema, annotations: Iterable[str] = ()) -> str:
    """The text of the `.capnp` file. `annotations` are lines for a target, as
    `$Cxx.namespace("x");`."""
    return render(lower(schema), annotations)


def render(file: CapnpFile, annotations: Iterable[str] = ()) -> str:
    """The text of structs and enums, whose names a target may have changed."""
    parts = [f"@0x{file.id:016x};", *annotations]
    for struct in file.structs:
        fields = [line for f in (*struct.fields, *struct.removed) for line in _declaration(file, f)]
        if struct.union is not None:
            fields = ["  union {", *(f"  {field}" for field in fields), "  }"]
        parts += ["", f"struct {struct.name} {{", *fields, "}"]
    for enum in file.enums:
        values = [f"  {name} @{i};" for i, name in enumerate(enum.values)]
        parts += ["", f"enum {enum.name} {{", *values, "}"]
    return "\n".join(parts) + "\n"


def _declaration(file: CapnpFile, field: CapnpField) -> list[str]:
    if not isinstance(field.type, OptionalOf):
        return [f"  {field.name} @{field.ordinal} :{file.text(field.type)};"]
    return [
        f"  {field.name} :union {{",
        f"    none @{field.none_ordinal} :Void;",
        f"    some @{field.ordinal} :{file.text(field.type.item)};",
        "  }",
    ]


class _Lowering:
    def __init__(self, schema: Schema) -> None:
        self.schema = schema
        self.types = distinct(type_names(schema), _type_name, _TYPE_NAMES)
        self.helpers = Helpers(self.types, folded, _TYPE_NAMES)

    def file(self) -> CapnpFile:
        structs = []
        for record in self.schema.records:
            names = _field_names([f.name for f in record.fields])
            ordinals = _ordinals(record)
            fields = tuple(
                self.field(f.name, names[f.name], f.type, *ordinals[descent.number])
                for f, descent in zip(record.fields, descents(record), strict=True)
            )
            gone = tuple(
                self.field(f.name, f"removed{number}x", f.type, *ordinals[number])
                for number, f in removed(record)
            )
            structs.append(
                CapnpStruct(self.types[record.name], fields, record=record.name, removed=gone)
            )
        structs += [self.union(union) for union in self.schema.unions]
        structs += self.helpers.structs(self.of_helper)
        enums = tuple(
            IdlEnum(self.types[e.name], e.name, tuple(_field_names(e.symbols).values()))
            for e in self.schema.enums
        )
        # The first bit of an id is always set.
        digest = hashlib.sha256(f"capnp {self.schema.fingerprint}".encode()).digest()
        number = int.from_bytes(digest[:8]) | 1 << 63
        root = self.types[self.schema.root]
        return CapnpFile(root, tuple(structs), enums, number)

    def union(self, union: Union) -> CapnpStruct:
        fields = []
        for ordinal, variant in enumerate(union.variants):
            name = f"{variant_name(variant).lower()}Value"
            fields.append(self.field(name, name, variant, ordinal, None))
        return CapnpStruct(self.types[union.name], tuple(fields), union=union.name)

    def of_helper(self, name: str, place: int, type_: Type) -> CapnpField:
        is_optional = isinstance(type_, OptionalOf)
        return self.field(name, name, type_, place + is_optional, place if is_optional else None)

    def field(
        self, wire: str, name: str, type_: Type, ordinal: int, none_ordinal: int | None
    ) -> CapnpField:
        """A field, whose type's helpers are asked for."""
        inside = type_.item if isinstance(type_, OptionalOf) else type_
        while isinstance(inside, ListOf):
            if isinstance(inside.item, OptionalOf):
                self.helpers.wrapper(inside.item)
                break
            inside = inside.item
        if isinstance(inside, MapOf):
            self.helpers.entry(inside.value)
        return CapnpField(wire, name, ordinal, type_, none_ordinal)


def _ordinals(record: Record) -> dict[int, tuple[int, int | None]]:
    """By a field's number its ordinal, and that of `none`. None is ever used twice; where a field
    has become optional, it is the first of the union, which it then is in bytes of old."""
    before = dict(enumerate(record.ancestor))
    now = {d.number: f for d, f in zip(descents(record), record.fields, strict=True)}
    found: dict[int, tuple[int, int | None]] = {}
    free = count()
    for number in sorted(before | now):
        was_optional = isinstance((before.get(number) or now[number]).type, OptionalOf)
        none = next(free) if was_optional else None
        found[number] = (next(free), none)
    for number, field in now.items():
        ordinal, none = found[number]
        if isinstance(field.type, OptionalOf) and none is None:
            found[number] = (ordinal, next(free))
    return found


def camel_case(name: str) -> str:
    """`createdAt`; `field` where nothing is left, `n2x` where a digit comes first."""
    first, *rest = words(name) or ["field"]
    joined = first.lower() + "".join(w.capitalize() for w in rest)
    return joined if joined[0].isalpha() else f"n{joined}"


def _type_name(name: str) -> str:
    made = pascal_case(name)
    clashes = made.startswith(_TYPE_PREFIXES) or made.endswith(_TYPE_SUFFIXES)
    return f"{made}Type" if clashes else made


def _field_names(wire: Iterable[str]) -> dict[str, str]:
    wire = list(wire)
    taken = {folded(camel_case(name)) for name in wire}

    def style(name: str) -> str:
        camel = camel_case(name)
        flat = folded(camel)
        clashes = any(flat.startswith(p) and flat.removeprefix(p) in taken for p in _PREFIXES)
        clashes |= any(
            camel.endswith(s) and folded(camel.removesuffix(s)) in taken for s in _SUFFIXES
        )
        return f"{camel}Field" if clashes or camel in _FIELD_NAMES else camel

    return distinct(wire, style, _FIELD_NAMES, _made_of)


def _made_of(name: str) -> list[str]:
    """A field's accessors, and theirs: the text `hasX` has `HasXBytes`, and so has `xBytes`."""
    return [p + name + s for p in ("", *_PREFIXES) for s in ("", *_SUFFIXES)]
