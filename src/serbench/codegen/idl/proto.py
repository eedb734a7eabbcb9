"""Protocol Buffers (proto3): a schema lowered to messages, and its `.proto` text.

proto3 has no list of lists, no map of lists and no optional inside a container:
such a part becomes a wrapper message with one field called `value`.
See the language guide: https://protobuf.dev/programming-guides/proto3/

A native logical type is the well-known message that protobuf has for it, which the libraries bring:
https://protobuf.dev/reference/protobuf/google.protobuf/
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from serbench.codegen.idl.file import File, Helpers, IdlEnum, Struct
from serbench.codegen.names import type_names
from serbench.schema.lineage import descents
from serbench.schema.logical import Duration, Timestamp, Zone
from serbench.schema.model import (
    EnumRef,
    Field,
    Kind,
    ListOf,
    MapOf,
    OptionalOf,
    RecordRef,
    Scalar,
    Schema,
    Type,
    Union,
    UnionRef,
    variant_name,
)
from serbench.schema.names import (
    folded,
    fresh,
    identifiers,
    pascal_case,
    snake_case,
    words,
)

PACKAGE = "serbench_proto"

SCALARS = {
    Kind.BOOL: "bool",
    Kind.I8: "int32",
    Kind.I16: "int32",
    Kind.I32: "int32",
    Kind.I64: "int64",
    Kind.U8: "uint32",
    Kind.U16: "uint32",
    Kind.U32: "uint32",
    Kind.U64: "uint64",
    Kind.F32: "float",
    Kind.F64: "double",
    Kind.STRING: "string",
    Kind.BYTES: "bytes",
}

TIMESTAMP, DURATION = "google.protobuf.Timestamp", "google.protobuf.Duration"
# Many compilers of distributions and registries come without these files; the options are those by
# which generated code finds the libraries' own messages.
_WELL_KNOWN_FILE = """\
syntax = "proto3";

package google.protobuf;

option cc_enable_arenas = true;
option go_package = "google.golang.org/protobuf/types/known/{lower}pb";
option java_package = "com.google.protobuf";
option java_outer_classname = "{name}Proto";
option java_multiple_files = true;

message {name} {{
  int64 seconds = 1;
  int32 nanos = 2;
}}
"""

# Accessors that protoc's C++ makes of every field, and members of every message.
_CPP_PREFIXES = ("has_", "clear_", "set_", "mutable_", "add_", "release_", "unsafe_arena_")
_CPP_SUFFIXES = ("_size",)
_CPP_MEMBERS = frozenset(
    {
        "arena",
        "byte_size_long",
        "cached_size",
        "check_initialized",
        "clear",
        "copy_from",
        "debug_string",
        "descriptor",
        "default_instance",
        "discard_unknown_fields",
        "get_arena",
        "get_cached_size",
        "get_descriptor",
        "get_metadata",
        "get_reflection",
        "get_type_name",
        "internal_default_instance",
        "is_initialized",
        "merge_from",
        "new",
        "swap",
        "unknown_fields",
        "mutable_unknown_fields",
    }
)


@dataclass(frozen=True, slots=True)
class ProtoField:
    """A field as proto3 knows it.

    `element` is what one element says: the schema type without the optional, list
    or map that `cardinality` already expresses. If proto3 cannot hold it, `wrapper`
    names the message whose only field `value` does. `type` is the proto type's name.
    `is_typed_map`: the repeated messages are the entries of a map whose keys are no text.
    """

    wire: str
    name: str
    number: int
    cardinality: Literal["singular", "optional", "repeated", "map"]
    element: Type
    wrapper: str | None
    type: str
    is_packed: bool = True  # if it is a list of numbers
    is_typed_map: bool = False

    def renamed(self, name: str, types: Mapping[str, str]) -> ProtoField:
        return replace(
            self,
            name=name,
            type=types.get(self.type, self.type),
            wrapper=self.wrapper and types[self.wrapper],
        )

    @property
    def is_message(self) -> bool:
        """Whether it is a message of this file."""
        return not isinstance(self.element, Scalar | EnumRef)

    @property
    def is_well_known(self) -> bool:
        """Whether it is a message of protobuf's own, which stands for a logical type."""
        return _well_known(self.element) is not None

    @property
    def holds_message(self) -> bool:
        """Whether it is a message, of this file or of protobuf's own."""
        return self.is_message or self.is_well_known


Message: TypeAlias = Struct[ProtoField]
ProtoFile: TypeAlias = File[ProtoField]


def _well_known(type_: Type) -> str | None:
    """The message of protobuf's own that stands for it."""
    match type_:
        case Scalar(logical=Timestamp(zone=Zone.UTC), native=True):
            return TIMESTAMP
        case Scalar(logical=Duration(), native=True):
            return DURATION
        case _:
            return None


def lower(schema: Schema, maps: bool = True) -> ProtoFile:
    """The schema as proto3 messages and enums, records first, unions and wrappers after them.
    Without `maps`, these are repeated messages with a key and a value, which is how a map is
    encoded."""
    return _Lowering(schema, maps).file()


def generate(schema: Schema) -> str:
    """The text of the `.proto` file."""
    return render(lower(schema))


def render(
    file: ProtoFile,
    *,
    has_optional: bool = True,
    text_integers: bool = False,
    package: str = PACKAGE,
) -> str:
    """The text of messages and enums, whose names a target may have changed. Where a compiler has
    no `optional`, it is what protoc takes it for: a oneof of one field. With `text_integers`,
    JavaScript has those of 64 bits as texts, but in maps, where protoc refuses to be asked."""
    parts = ['syntax = "proto3";', "", f"package {package};", *imports(file)]
    for message in file.structs:
        fields = [_declaration(f, has_optional, text_integers) for f in message.fields]
        if message.union is not None:
            fields = ["  oneof value {", *(f"  {field}" for field in fields), "  }"]
        parts += ["", f"message {message.name} {{", *fields, "}"]
    for enum in file.enums:
        values = [f"  {name} = {i};" for i, name in enumerate(enum.values)]
        parts += ["", f"enum {enum.name} {{", *values, "}"]
    return "\n".join(parts) + "\n"


def imports(file: ProtoFile) -> list[str]:
    """The lines that import what it uses of protobuf's own messages."""
    found = [f'import "{path}";' for path in well_known_files(file)]
    return ["", *found] if found else []


def well_known_used(file: ProtoFile) -> list[str]:
    """The names of protobuf's own messages that it has fields of."""
    types = {field.type for message in file.structs for field in message.fields}
    return sorted(types & {DURATION, TIMESTAMP})


def well_known_files(file: ProtoFile) -> dict[str, str]:
    """The texts of the files that it imports, by their paths."""
    found = [name.rpartition(".")[2] for name in well_known_used(file)]
    return {
        f"google/protobuf/{name.lower()}.proto": _WELL_KNOWN_FILE.format(
            name=name, lower=name.lower()
        )
        for name in found
    }


def _declaration(field: ProtoField, has_optional: bool, text_integers: bool) -> str:
    options = [] if field.is_packed else ["packed = false"]
    if text_integers and field.type in ("int64", "uint64") and field.cardinality != "map":
        options.append("jstype = JS_STRING")
    clause = f" [{', '.join(options)}]" if options else ""
    match field.cardinality:
        case "optional" if not has_optional:
            return (
                f"  oneof _{field.name} {{ {field.type} {field.name} = {field.number}{clause}; }}"
            )
        case "singular":
            kind = field.type
        case "map":
            kind = f"map<string, {field.type}>"
        case label:
            kind = f"{label} {field.type}"
    return f"  {kind} {field.name} = {field.number}{clause};"


class _Lowering:
    def __init__(self, schema: Schema, maps: bool) -> None:
        self.schema = schema
        self.maps = maps
        self.names = identifiers(type_names(schema), pascal_case)
        self.helpers = Helpers(self.names)

    def file(self) -> ProtoFile:
        messages = []
        for record in self.schema.records:
            names = _field_names(record.fields)
            fields = tuple(
                self.field(f.name, names[f.name], _field_number(descent.number), f.type)
                for f, descent in zip(record.fields, descents(record), strict=True)
            )
            messages.append(Message(self.names[record.name], fields, record=record.name))
        messages += [self.union(union) for union in self.schema.unions]
        messages += self.helpers.structs(self.of_helper)
        return ProtoFile(self.names[self.schema.root], tuple(messages), tuple(self.enums()))

    def enums(self) -> Iterator[IdlEnum]:
        taken: set[str] = set()
        for enum in self.schema.enums:
            # Enum values share the package's scope in C++, hence the prefix (style guide); with
            # it, Foo's bar_x and FooBar's x are still one name.
            prefix = "_".join(words(self.names[enum.name])).upper()
            # protoc takes X_2 and X2 for one.
            names = identifiers(enum.symbols, lambda s: snake_case(s).upper(), fold=folded)
            values = []
            for name in names.values():
                value = fresh(f"{prefix}_{name}", lambda new: folded(new) in taken, "{}_{}")
                taken.add(folded(value))
                values.append(value)
            yield IdlEnum(self.names[enum.name], enum.name, tuple(values))

    def union(self, union: Union) -> Message:
        fields = []
        for number, variant in enumerate(union.variants, 1):
            name = f"{variant_name(variant).lower()}_value"
            wrapper = self.wrapper(variant)
            of = wrapper or self.named(variant)
            fields.append(ProtoField(name, name, number, "singular", variant, wrapper, of))
        return Message(self.names[union.name], tuple(fields), union=union.name)

    def field(self, wire: str, name: str, number: int, type_: Type) -> ProtoField:
        cardinality: Literal["singular", "optional", "repeated", "map"] = "singular"
        element, is_typed_map = type_, False
        match type_:
            case ListOf(element, is_typed_map):
                cardinality = "repeated"
            case MapOf(item) if not self.maps:
                entry = self.helpers.entry(item)
                return ProtoField(wire, name, number, "repeated", type_, None, entry)
            case MapOf(element):
                cardinality = "map"
            case OptionalOf(element):
                cardinality = "optional"
        wrapper = self.wrapper(element)
        of = wrapper or self.named(element)
        return ProtoField(
            wire, name, number, cardinality, element, wrapper, of, is_typed_map=is_typed_map
        )

    def of_helper(self, name: str, place: int, type_: Type) -> ProtoField:
        if place == 0:
            return self.field(name, name, 1, type_)
        # The value of an entry, which is what a map's is.
        wrapper = self.wrapper(type_)
        of = wrapper or self.named(type_)
        return ProtoField(name, name, place + 1, "singular", type_, wrapper, of)

    def wrapper(self, element: Type) -> str | None:
        is_held = not isinstance(element, ListOf | MapOf | OptionalOf)
        return None if is_held else self.helpers.wrapper(element)

    def named(self, type_: Type) -> str:
        match type_:
            case Scalar(kind):
                return _well_known(type_) or SCALARS[kind]
            case EnumRef(name) | RecordRef(name) | UnionRef(name):
                return self.names[name]
            case _:
                raise AssertionError(type_)


def _field_number(place: int) -> int:
    """1, 2, 3 and so on without 19000 to 19999, which proto3 reserves."""
    number = place + 1
    return number if number < 19_000 else number + 1_000


def _field_names(fields: tuple[Field, ...]) -> dict[str, str]:
    names = identifiers((f.name for f in fields), snake_case, _CPP_MEMBERS, fold=folded)
    taken = set(names.values())
    used = set(map(folded, taken))
    for wire, name in names.items():
        if _clashes(name, taken):
            names[wire] = fresh(f"{name}_field", lambda new: folded(new) in used)
            used.add(folded(names[wire]))
    return names


def _clashes(name: str, taken: set[str]) -> bool:
    """`has_x` beside `x` would clash with an accessor of `x` in C++."""
    return any(name.startswith(p) and name.removeprefix(p) in taken for p in _CPP_PREFIXES) or any(
        name.endswith(s) and name.removesuffix(s) in taken for s in _CPP_SUFFIXES
    )
