"""Protocol Buffers in Go: names that its generators take over, and conversions of plain values.

Both generators, protoc-gen-go and gogo's, make structs whose fields this module fills and reads.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from serbench.codegen.go import logical as go_logical
from serbench.codegen.go import types as go
from serbench.codegen.go.values import visit_converted, visit_leaf
from serbench.codegen.idl import proto
from serbench.codegen.idl.file import IdlEnum
from serbench.codegen.idl.proto import Message, ProtoField, ProtoFile
from serbench.schema.model import (
    NARROW,
    EnumRef,
    Kind,
    ListOf,
    RecordRef,
    Scalar,
    Schema,
    Type,
    UnionRef,
)
from serbench.schema.names import distinct

# What the package holds besides messages, and what Go's generators put there.
_TYPES = frozenset({"Root", "Populate", "Convert", "Visit"})
# Methods of messages, of either generator.
_OWN = """Clear Compare DebugString Descriptor Equal ExtensionMap ExtensionRangeArray Format
    GoString Marshal MarshalTo MarshalToSizedBuffer Merge ProtoMessage ProtoReflect
    ProtoSize Reset Size String Unmarshal VerboseEqual"""
_METHODS = frozenset(_OWN.split())


def lower(schema: Schema) -> ProtoFile:
    """The schema as messages under names whose Go forms are known and clash with nothing.

    Names are no part of the bytes, so these may be other ones than in the `.proto` that
    people see.
    """
    file = proto.lower(schema)
    types = distinct(file.type_names(), camel_case, _TYPES)
    known = distinct((v for e in file.enums for v in e.values), str, frozenset(types.values()))

    def values(enum: IdlEnum) -> list[str]:
        # Two enums may have a value of one name, which the dictionary has once.
        prefix = f"{types[enum.name]}_V"
        return [f"{prefix}{i}_{known[v]}" for i, v in enumerate(enum.values)]

    return file.renamed(types, _field_names, values)


def _field_names(message: Message) -> Iterable[str]:
    taken = {camel_case(f.name) for f in message.fields}

    def style(name: str) -> str:
        plain = name.rstrip("_")
        camel = camel_case(plain)
        getter = camel.startswith("Get") and camel.removeprefix("Get") in taken
        return f"{plain}_field" if getter or camel in _METHODS else plain

    def made_of(name: str) -> tuple[str, str]:
        return name, f"get_{name}"

    return distinct((f.name for f in message.fields), style, made_of=made_of).values()


def camel_case(name: str) -> str:
    """The Go name of a field or message, as `GoCamelCase` of protoc-gen-go makes it: a
    letter after a digit is a capital, an underscore before a digit stays."""
    return re.sub(r"(?:^|_|(?<=[0-9]))([a-z])", lambda found: found[1].upper(), name)


def conversions(schema: Schema, file: ProtoFile, package: str, by_value: bool) -> str:
    """The text of the file that converts. `by_value` says that messages hold messages as they
    are, in lists, maps and where they are never missing, rather than by pointers."""
    body = _Writer(schema, file, by_value).text()
    standard, modules = go_logical.imports(body)
    imports = go.import_block(
        sorted([*go.used(body, "bytes", "maps", "slices"), *standard]),
        modules,
        go.used(body, "conventions", "driver", "logical", "schema", prefix="serbench/"),
    )
    return "\n".join([go.HEADER, f"package {package}\n", imports, body])


# Messages of protobuf's own as Go has them: the type, what makes one of a plain value, and the
# method that gives it back.
_WELL_KNOWN = {
    proto.TIMESTAMP: ("timestamppb.Timestamp", "timestamppb.New", "AsTime"),
    proto.DURATION: ("durationpb.Duration", "durationpb.New", "AsDuration"),
}


@dataclass(frozen=True, slots=True)
class _Place:
    """A field on both sides: the expressions that reach it in `v` and `m`."""

    field: ProtoField
    plain: str
    message: str
    by_value: bool

    @property
    def bare(self) -> str:
        """The plain side where nothing follows."""
        return self.plain[1:-1] if self.plain == "(*v)" else self.plain

    @property
    def is_bytes(self) -> bool:
        return self.field.element == Scalar(Kind.BYTES)

    @property
    def is_same(self) -> bool:
        """Whether an element is one type on both sides and copied by assignment."""
        is_other = self.is_bytes or self.is_narrow or self.logical
        return isinstance(self.field.element, Scalar) and not is_other

    @property
    def logical(self) -> Scalar | None:
        """The element if it has a logical type, and is converted."""
        element = self.field.element
        return element if isinstance(element, Scalar) and element.logical else None

    @property
    def well_known(self) -> tuple[str, str, str] | None:
        """The message of protobuf's own that stands for it; where messages are held by value, it is
        the language's own type."""
        return None if self.by_value else _WELL_KNOWN.get(self.field.type)

    @property
    def is_nilable(self) -> bool:
        """Whether the message has it as []byte or as a pointer, of which an optional needs none."""
        return self.well_known is not None or go_logical.is_slice(self.field.element)

    def to(self, plain: str) -> str:
        """The expression of what stands in the message for a plain value of a logical type."""
        assert self.logical
        return (
            f"{self.well_known[1]}({plain})"
            if self.well_known
            else go_logical.to(self.logical, plain)
        )

    def back(self, held: str) -> str:
        """The expression of the plain value."""
        assert self.logical
        if self.well_known:
            return f"{held}.{self.well_known[2]}()"
        return go_logical.back(self.logical, held)

    @property
    def is_narrow(self) -> bool:
        return isinstance(self.field.element, Scalar) and self.field.element.kind in NARROW


class _Writer:
    def __init__(self, schema: Schema, file: ProtoFile, by_value: bool) -> None:
        self.schema = schema
        self.file = file
        self.by_value = by_value
        self.names = go.names(schema)

    def text(self) -> str:
        root = self.file.root
        head = [
            "// Root is the message of every value.",
            f"type Root = {root}",
            "",
            "// Populate makes a message of a plain value.",
            "func Populate(v *schema.Root) *Root {",
            "\tm := new(Root)",
            f"\tfill{root}(m, v)",
            "\treturn m",
            "}",
            "",
            "// Convert makes a plain value of a message, whose slices and maps it takes over.",
            "func Convert(m *Root) (*schema.Root, error) {",
            "\tv := new(schema.Root)",
            f"\treturn v, plain{root}(v, m)",
            "}",
            "",
            "// Visit is the visit sum of a message.",
            f"func Visit(m *Root) uint64 {{ return visit{root}(m) }}",
        ]
        parts = ["\n".join(head) + "\n"]
        for message in self.file.structs:
            parts += self.functions(message)
        for enum in self.file.enums:
            plain = f"schema.{self.names.types[enum.enum]}"
            lines = [
                f"func plain{enum.name}(number {enum.name}) ({plain}, error) {{",
                f"\tif uint32(number) >= {len(enum.values)} {{",
                "\t\treturn 0, driver.NoSymbol(uint32(number))",
                "\t}",
                f"\treturn {plain}(number), nil",
                "}",
            ]
            parts.append("\n".join(lines) + "\n")
        return "\n".join(parts)

    def plain(self, type_: Type) -> str:
        return go.PLAIN.text(type_, self.names, "schema.")

    def union_functions(self, message: Message, union: str) -> list[str]:
        name, plain = message.name, self.plain(UnionRef(union))
        fill, to_plain, visit = [], [], []
        variants = self.schema.union(union).variants
        for number, (field, variant) in enumerate(zip(message.fields, variants, strict=True)):
            wrapper = f"{name}_{camel_case(field.name)}"
            one = go.variant_type(plain, variant)
            place = _Place(field, "variant.Value", f"value.{camel_case(field.name)}", self.by_value)
            fill += [f"\tcase {one}:", f"\t\tvalue := new({wrapper})"]
            fill += [f"\t{line}" for line in self.fill(place)]
            fill.append("\t\tm.Value = value")
            to_plain += [f"\tcase *{wrapper}:", f"\t\tvar variant {one}"]
            to_plain += [f"\t{line}" for line in self.to_plain(place)]
            to_plain.append("\t\tv.Variant = variant")
            visit += [f"\tcase *{wrapper}:", *[f"\t\tsum += {number}"] * (number > 0)]
            visit += [f"\t{line}" for line in self.visit(place)]
        by_variant = "\tswitch variant := v.Variant.(type) {"
        by_value = "\tswitch value := m.Value.(type) {"
        has_error = any("err = " in line for line in to_plain)
        end = ["\tdefault:", "\t\treturn driver.NoVariant()", "\t}", "\treturn nil", "}"]
        checks = ["\tif m == nil {", "\t\treturn 0", "\t}", "\tvar sum uint64"]
        functions = [
            [f"func fill{name}(m *{name}, v *{plain}) {{", by_variant, *fill, "\t}", "}"],
            [
                f"func plain{name}(v *{plain}, m *{name}) error {{",
                *["\tvar err error"] * has_error,
                *(by_value, *to_plain, *end),
            ],
            [
                f"func visit{name}(m *{name}) uint64 {{",
                *(*checks, by_value, *visit, "\t}", "\treturn sum", "}"),
            ],
        ]
        return ["\n".join(lines) + "\n" for lines in functions]

    def functions(self, message: Message) -> list[str]:
        if message.union is not None:
            return self.union_functions(message, message.union)
        entry = self.names.entries.get(message.record or "")
        if message.record is None:
            assert message.wraps is not None
            given = taken = f"v *{self.plain(message.wraps)}"
            places = [_Place(message.fields[0], "(*v)", "m.Value", self.by_value)]
        elif entry:
            key, value = map(self.plain, entry)
            given, taken = f"key {key}, value {value}", f"v map[{key}]{value}"
            places = [
                _Place(f, part, f"m.{camel_case(f.name)}", self.by_value)
                for f, part in zip(message.fields, ("key", "value"), strict=True)
            ]
        else:
            given = taken = f"v *schema.{self.names.types[message.record]}"
            fields = self.names.fields[message.record]
            places = [
                _Place(f, f"v.{fields[f.wire]}", f"m.{camel_case(f.name)}", self.by_value)
                for f in message.fields
            ]
        name = message.name
        fill = [line for place in places for line in self.fill(place)]
        to_plain = [line for place in places for line in self.to_plain(place)]
        if entry:
            to_plain = [f"\tvar key {key}", f"\tvar value {value}", *to_plain]
            to_plain.append("\tv[key] = value")
        visit = [line for place in places for line in self.visit(place)]
        checks = [] if self.by_value else ["\tif m == nil {", "\t\treturn 0", "\t}"]
        return [
            "\n".join([f"func fill{name}(m *{name}, {given}) {{", *fill, "}\n"]),
            "\n".join(
                [
                    f"func plain{name}({taken}, m *{name}) error {{",
                    *(["\tvar err error"] if any("err = " in line for line in to_plain) else []),
                    *go_logical.noting(to_plain),
                    "}\n",
                ]
            ),
            "\n".join(
                [
                    f"func visit{name}(m *{name}) uint64 {{",
                    *checks,
                    "\tvar sum uint64",
                    *visit,
                    "\treturn sum",
                    "}\n",
                ]
            ),
        ]

    def fill(self, place: _Place) -> list[str]:
        plain, bare, message, type_ = place.plain, place.bare, place.message, place.field.type
        pointer = "v" if plain == "(*v)" else f"&{plain}"
        match place.field.cardinality:
            case "singular" if place.field.is_message and self.by_value:
                return [f"\tfill{type_}(&{message}, {pointer})"]
            case "singular" if place.field.is_message:
                return [f"\t{message} = new({type_})", f"\tfill{type_}({message}, {pointer})"]
            case "singular":
                return [f"\t{message} = {self.element(place, bare)}"]
            case "optional":
                body = self.fill_optional(place)
                return [f"\tif {bare} != nil {{", *body, "\t}"]
            case "repeated" if place.field.is_typed_map:
                return self.fill_entries(place)
            case "repeated" if place.is_same:
                return [f"\t{message} = slices.Clone({bare})"]
            case "repeated":
                held = self.held(place)
                head = [f"\t{message} = make([]{held}, len({bare}))", f"\tfor i := range {bare} {{"]
                if not place.field.is_message:
                    body = [f"\t\t{message}[i] = {self.element(place, f'{plain}[i]')}"]
                elif self.by_value:
                    body = [f"\t\tfill{type_}(&{message}[i], &{plain}[i])"]
                else:
                    body = [
                        f"\t\t{message}[i] = new({type_})",
                        f"\t\tfill{type_}({message}[i], &{plain}[i])",
                    ]
                return [*head, *body, "\t}"]
            case "map" if place.is_same:
                return [f"\t{message} = maps.Clone({bare})"]
            case "map":
                head = [
                    f"\t{message} = make(map[string]{self.held(place)}, len({bare}))",
                    f"\tfor key, item := range {bare} {{",
                ]
                if not place.field.is_message:
                    body = [f"\t\t{message}[key] = {self.element(place, 'item')}"]
                elif self.by_value:
                    body = [
                        f"\t\tvar entry {type_}",
                        f"\t\tfill{type_}(&entry, &item)",
                        f"\t\t{message}[key] = entry",
                    ]
                else:
                    body = [
                        f"\t\tentry := new({type_})",
                        f"\t\tfill{type_}(entry, &item)",
                        f"\t\t{message}[key] = entry",
                    ]
                return [*head, *body, "\t}"]

    def fill_entries(self, place: _Place) -> list[str]:
        bare, message, type_ = place.bare, place.message, place.field.type
        held, made, pointer = f"*{type_}", f"entry := new({type_})", "entry"
        if self.by_value:
            held, made, pointer = type_, f"var entry {type_}", "&entry"
        return [
            f"\t{message} = make([]{held}, 0, len({bare}))",
            f"\tfor key, item := range {bare} {{",
            f"\t\t{made}",
            f"\t\tfill{type_}({pointer}, key, item)",
            f"\t\t{message} = append({message}, entry)",
            "\t}",
        ]

    def map_of_entries(self, place: _Place) -> list[str]:
        bare, message, type_ = place.bare, place.message, place.field.type
        entry, made = place.field.element, self.plain(ListOf(place.field.element, is_map=True))
        assert isinstance(entry, RecordRef)
        item = f"&{message}[i]" if self.by_value else f"{message}[i]"
        return [
            f"\t{bare} = make({made}, len({message}))",
            f"\tfor i := range {message} {{",
            *self.call(f"plain{type_}({bare}, {item})", 2),
            "\t}",
        ]

    def held(self, place: _Place) -> str:
        """The type of an element in the message's list or map."""
        if place.well_known:
            return f"*{place.well_known[0]}"
        if place.field.is_well_known and place.logical and place.logical.logical:
            return go_logical.type_of(place.logical.logical)
        if place.is_nilable:
            return "[]byte"
        return (
            place.field.type
            if self.by_value or not place.field.is_message
            else f"*{place.field.type}"
        )

    def element(self, place: _Place, plain: str) -> str:
        if place.logical:
            return place.to(plain)
        if place.is_bytes:
            return f"bytes.Clone({plain})"
        return plain if place.is_same else f"{place.field.type}({plain})"

    def fill_optional(self, place: _Place) -> list[str]:
        plain, message, type_ = place.plain, place.message, place.field.type
        if place.field.is_message:
            return [f"\t\t{message} = new({type_})", f"\t\tfill{type_}({message}, {plain})"]
        if place.logical:
            pointee = plain if go_logical.is_big(place.logical) else f"*{plain}"
            made = place.to(pointee)
            if place.is_nilable:
                return [f"\t\t{message} = {made}"]
            return [f"\t\titem := {made}", f"\t\t{message} = &item"]
        if place.is_bytes:  # nil would say that there is none
            return [f"\t\t{message} = append([]byte{{}}, *{plain}...)"]
        one = f"*{plain}" if place.is_same else f"{type_}(*{plain})"
        return [f"\t\titem := {one}", f"\t\t{message} = &item"]

    def to_plain(self, place: _Place) -> list[str]:
        plain, bare, message, type_ = place.plain, place.bare, place.message, place.field.type
        match place.field.cardinality:
            case "singular" if place.field.is_message and self.by_value:
                return self.call(f"plain{type_}(&{plain}, &{message})", 1)
            case "singular" if place.field.is_message:
                missing = f"\t\treturn driver.Missing({go.literal(place.field.wire)})"
                lines = [f"\tif {message} == nil {{", missing, "\t}"]
                return lines + self.call(f"plain{type_}(&{plain}, {message})", 1)
            case "singular":
                return self.assign(place, bare, message, 1)
            case "optional":
                body = self.optional_to_plain(place)
                return [f"\tif {message} != nil {{", *body, "\t}"]
            case "repeated" if place.field.is_typed_map:
                return self.map_of_entries(place)
            case "repeated" | "map" if place.is_same or place.is_bytes:
                return [f"\t{bare} = {message}"]
            case "repeated":
                plain_item = self.plain_element(place)
                head = [
                    f"\t{bare} = make([]{plain_item}, len({message}))",
                    f"\tfor i := range {message} {{",
                ]
                if not place.field.is_message:
                    return [*head, *self.assign(place, f"{plain}[i]", f"{message}[i]", 2), "\t}"]
                item = f"&{message}[i]" if self.by_value else f"{message}[i]"
                return [*head, *self.call(f"plain{type_}(&{plain}[i], {item})", 2), "\t}"]
            case "map":
                plain_item = self.plain_element(place)
                head = [
                    f"\t{bare} = make(map[string]{plain_item}, len({message}))",
                    f"\tfor key, item := range {message} {{",
                    f"\t\tvar entry {plain_item}",
                ]
                if place.field.is_message:
                    item = "&item" if self.by_value else "item"
                    body = self.call(f"plain{type_}(&entry, {item})", 2)
                else:
                    body = self.assign(place, "entry", "item", 2)
                return [*head, *body, f"\t\t{plain}[key] = entry", "\t}"]

    def optional_to_plain(self, place: _Place) -> list[str]:
        plain, bare, message, type_ = place.plain, place.bare, place.message, place.field.type
        if place.is_same:
            return [f"\t\t{bare} = {message}"]
        if place.is_bytes:
            return [f"\t\t{bare} = &{message}"]
        if place.logical:
            held = message if place.is_nilable else f"*{message}"
            item = f"\t\titem := {place.back(held)}"
            return [item, f"\t\t{bare} = {go_logical.address('item', place.logical)}"]
        head = [f"\t\t{bare} = new({self.plain_element(place)})"]
        if place.field.is_message:
            return [*head, *self.call(f"plain{type_}({plain}, {message})", 2)]
        return [*head, *self.assign(place, f"*{plain}", f"*{message}", 2)]

    def plain_element(self, place: _Place) -> str:
        return self.plain(place.field.element)

    def assign(self, place: _Place, plain: str, message: str, depth: int) -> list[str]:
        tab = "\t" * depth
        if place.logical:
            return [f"{tab}{plain} = {place.back(message)}"]
        if place.is_narrow:
            return [f"{tab}{plain} = {self.plain_element(place)}({message})"]
        if not isinstance(place.field.element, EnumRef):
            return [f"{tab}{plain} = {message}"]
        call = f"plain{place.field.type}({message})"
        return [f"{tab}if {plain}, err = {call}; err != nil {{", f"{tab}\treturn err", f"{tab}}}"]

    def call(self, call: str, depth: int) -> list[str]:
        tab = "\t" * depth
        return [f"{tab}if err := {call}; err != nil {{", f"{tab}\treturn err", f"{tab}}}"]

    def visit(self, place: _Place) -> list[str]:
        message = place.message
        match place.field.cardinality:
            case "singular":
                at = f"&{message}" if self.by_value and place.field.is_message else message
                return [f"\tsum += {self.leaf(place, at)}"]
            case "optional":
                at = message if place.field.is_message or place.is_nilable else f"*{message}"
                return [
                    f"\tif {message} != nil {{",
                    f"\t\tsum += 1 + {self.leaf(place, at)}",
                    "\t}",
                ]
            case "repeated":
                at = f"{message}[i]"
                at = f"&{at}" if self.by_value and place.field.is_message else at
                head = [f"\tsum += uint64(len({message}))", f"\tfor i := range {message} {{"]
                return [*head, f"\t\tsum += {self.leaf(place, at)}", "\t}"]
            case "map":
                at = "&item" if self.by_value and place.field.is_message else "item"
                return [
                    f"\tsum += uint64(len({message}))",
                    f"\tfor key, item := range {message} {{",
                    f"\t\tsum += driver.VisitString(key) + {self.leaf(place, at)}",
                    "\t}",
                ]

    def leaf(self, place: _Place, at: str) -> str:
        if place.field.is_message:
            return f"visit{place.field.type}({at})"
        if place.logical and place.well_known:
            return visit_leaf(place.logical, place.back(at))
        if isinstance(place.field.element, Scalar):
            return visit_converted(place.field.element, at)
        return f"uint64({at})"
