"""Go's Cap'n Proto libraries: functions between plain values and messages, by accessors.

For each record `fill` (a message's struct from a plain value), `plain` (back) and `visit` (its
visit sum), and one `access`. The libraries differ in how they say that something failed and in
how structs and lists are made: see `go.capnp` and `go.glycerine`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass

from serbench.codegen.go import logical as go_logical
from serbench.codegen.go import types as go
from serbench.codegen.go.values import bare, visit_converted
from serbench.codegen.idl import capnp
from serbench.codegen.idl.capnp import CapnpField, CapnpFile, CapnpStruct
from serbench.codegen.idl.file import IdlEnum
from serbench.schema.access import FieldOf, IfPresent, LastItem, access_of
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
    UnionRef,
)

_POINTERS = (Kind.STRING, Kind.BYTES)
_KEY = Scalar(Kind.STRING)


@dataclass(frozen=True, slots=True)
class Member:
    """The field `name` of the struct or group in the Go variable `struct`. If it is an optional,
    its union says by the number `some` that there is a value."""

    struct: str
    name: str
    some: str = "some"

    @property
    def get(self) -> str:
        return f"{self.struct}.{self.name}()"

    def get_bytes(self, accessor_of_lists: str) -> str:
        return f"{self.struct}.{self.name}Bytes()"

    def set(self, value: str) -> str:
        return f"{self.struct}.Set{self.name}({value})"


@dataclass(frozen=True, slots=True)
class Item:
    """The item `i` of the list in the Go variable `list`."""

    list: str
    i: str

    @property
    def get(self) -> str:
        return f"{self.list}.At({self.i})"

    def get_bytes(self, accessor_of_lists: str) -> str:
        return f"{self.list}.{accessor_of_lists}({self.i})"

    def set(self, value: str) -> str:
        return f"{self.list}.Set({self.i}, {value})"


Place = Member | Item


def _member(struct: str, field: CapnpField) -> Member:
    return Member(struct, pascal(field.name), "0" if field.is_some_by_default else "some")


def _some(at: Place) -> str:
    return at.some if isinstance(at, Member) else "some"


class Writer(ABC):
    """Writes the functions. A library's own writer says what differs: the package's name, the
    functions that codecs call, and how text in a list is read as bytes."""

    package: str
    entry_points: str
    bytes_at: str

    @abstractmethod
    def get(self, name: str, call: str, depth: int, before: str = "") -> list[str]:
        """Calls an accessor; `before` is what the function returns before an error."""

    @abstractmethod
    def set(self, call: str, depth: int) -> list[str]:
        """Calls a setter of text or bytes."""

    @abstractmethod
    def new_record(self, made: str, at: Member, record: str, depth: int) -> list[str]:
        """Makes a struct there."""

    @abstractmethod
    def new_list(
        self, made: str, at: Place, type_: ListOf | MapOf, size: str, depth: int
    ) -> list[str]:
        """Makes a list there."""

    @abstractmethod
    def inner_list(self, type_: ListOf | MapOf, pointer: str) -> str:
        """The list that an item of a list of lists leads to."""

    def __init__(self, schema: Schema, file: CapnpFile) -> None:
        self.schema = schema
        self.file = file
        self.names = go.names(schema)
        self.variables = 0

    def text(self) -> str:
        parts = [self.entry_points.format(root=self.file.root)]
        for struct in self.file.structs:
            if struct.record is not None:
                parts += self.functions(struct, struct.record)
        parts += [self.enum(enum) for enum in self.file.enums]
        return "\n".join([*parts, self.access()])

    def functions(self, struct: CapnpStruct, record: str) -> list[str]:
        name, names = struct.name, self.names.fields[record]
        given = taken = f"v *schema.{self.names.types[record]}"
        places = {wire: f"v.{field}" for wire, field in names.items()}
        fill, to_plain, visit = [], [], []
        entry = self.names.entries.get(record)
        if entry:
            key_type, value_type = map(self.plain, entry)
            given, taken = f"key {key_type}, value {value_type}", f"v map[{key_type}]{value_type}"
            places = {KEY: "key", VALUE: "value"}
            to_plain += [f"\tvar key {key_type}", f"\tvar value {value_type}"]
        for field in struct.fields:
            at, value = _member("m", field), places[field.wire]
            fill += self.fill(at, field.type, value, 1)
            if field.is_some_by_default:
                fill += [f"\tif {value} == nil {{", f"\t\t{at.get}.SetNone()", "\t}"]
            to_plain += self.to_plain(at, field.type, value, 1)
            visit += self.visit(at, field.type, 1)
        to_plain += ["\tv[key] = value"] * bool(entry)
        return [
            _function(f"fill{name}(m {name}, {given}) error", [*fill, "\treturn nil"]),
            _function(f"plain{name}({taken}, m {name}) error", go_logical.noting(to_plain)),
            _function(
                f"visit{name}(m {name}) (uint64, error)",
                ["\tvar sum uint64", *visit, "\treturn sum, nil"],
            ),
        ]

    def enum(self, enum: IdlEnum) -> str:
        plain = f"schema.{self.names.types[enum.enum]}"
        lines = [
            f"\tif uint32(number) >= {len(enum.values)} {{",
            "\t\treturn 0, driver.NoSymbol(uint32(number))",
            "\t}",
            f"\treturn {plain}(number), nil",
        ]
        return _function(f"plain{enum.name}(number {enum.name}) ({plain}, error)", lines)

    def plain(self, type_: Type) -> str:
        return go.PLAIN.text(type_, self.names, "schema.")

    def fresh(self, base: str) -> str:
        self.variables += 1
        return f"{base}{self.variables}"

    def fill(self, at: Place, type_: Type, value: str, depth: int) -> list[str]:
        """Code that puts a plain value there."""
        tab = "\t" * depth
        match type_:
            case Scalar(kind):
                made = go_logical.to(type_, value) if type_.logical else bare(value)
                if kind in _POINTERS:
                    return self.set(at.set(made), depth)
                return [tab + at.set(made)]
            case EnumRef(enum):
                return [tab + at.set(f"{self.file.types[enum]}({bare(value)})")]
            case RecordRef(record):
                made, new = at.get, []
                if isinstance(at, Member):
                    made = self.fresh("made")
                    new = self.new_record(made, at, record, depth)
                fill = f"fill{self.file.types[record]}({made}, {_address(value)})"
                return [*new, *checked(fill, depth)]
            case OptionalOf(item):
                lines, group = self.read(at, type_, depth + 1)
                one = value if go_logical.is_big(item) else f"(*{value})"
                lines += self.fill(Member(group, "Some"), item, one, depth + 1)
                return [f"{tab}if {value} != nil {{", *lines, f"{tab}}}"]
            case ListOf(RecordRef(record), is_map=True):
                made, i = self.fresh("made"), self.fresh("i")
                key, one = self.fresh("key"), self.fresh("item")
                call = f"fill{self.file.types[record]}({made}.At({i}), {key}, {one})"
                return [
                    *self.new_list(made, at, type_, f"len({bare(value)})", depth),
                    f"{tab}{i} := 0",
                    f"{tab}for {key}, {one} := range {bare(value)} {{",
                    *checked(call, depth + 1),
                    f"{tab}\t{i}++",
                    f"{tab}}}",
                ]
            case ListOf(item):
                made, i = self.fresh("made"), self.fresh("i")
                return [
                    *self.new_list(made, at, type_, f"len({bare(value)})", depth),
                    f"{tab}for {i} := range {bare(value)} {{",
                    *self.fill(Item(made, i), item, f"{value}[{i}]", depth + 1),
                    f"{tab}}}",
                ]
            case MapOf(item):
                made, i, entry = self.fresh("made"), self.fresh("i"), self.fresh("entry")
                key, one = self.fresh("key"), self.fresh("item")
                return [
                    *self.new_list(made, at, type_, f"len({bare(value)})", depth),
                    f"{tab}{i} := 0",
                    f"{tab}for {key}, {one} := range {bare(value)} {{",
                    f"{tab}\t{entry} := {made}.At({i})",
                    f"{tab}\t{i}++",
                    *self.fill(Member(entry, "Key"), _KEY, key, depth + 1),
                    *self.fill(Member(entry, "Value"), item, one, depth + 1),
                    f"{tab}}}",
                ]
            case UnionRef():  # nothing is compiled of it
                raise AssertionError(type_)

    def list_type(self, type_: ListOf | MapOf) -> str:
        if isinstance(type_, MapOf):
            return f"{self.file.entries[type_.value]}_List"
        match type_.item:
            case Scalar(Kind.BOOL):
                return f"{self.package}.BitList"
            case Scalar(kind):
                return f"{self.package}.{capnp.SCALARS[kind]}List"
            case ListOf() | MapOf():
                return f"{self.package}.PointerList"
            case item:
                return f"{self.file.text(item)}_List"

    def read(
        self, at: Place, type_: Type, depth: int, before: str = "", in_place: bool = False
    ) -> tuple[list[str], str]:
        """Code that reads what is there, and the expression for it: of an optional its group, of
        a list or map the list. Text is copied to a string, or `in_place` the bytes it lies in.
        `before` is what the function returns before an error."""
        tab = "\t" * depth
        match at, type_:
            case _, Scalar(kind) if kind in _POINTERS:
                got = self.fresh("got")
                as_bytes = in_place and kind is Kind.STRING
                call = at.get_bytes(self.bytes_at) if as_bytes else at.get
                return self.get(got, call, depth, before), got
            case (_, Scalar() | EnumRef()) | (Item(), RecordRef()):
                return [], at.get
            case Member(), OptionalOf():
                group = self.fresh("group")
                return [f"{tab}{group} := {at.get}"], group
            case Item(), OptionalOf():
                group = self.fresh("group")
                return [f"{tab}{group} := {at.get}.Value()"], group
            case Item(), ListOf() | MapOf():
                pointer, got = self.fresh("pointer"), self.fresh("got")
                lines = self.get(pointer, at.get, depth, before)
                return [*lines, f"{tab}{got} := {self.inner_list(type_, pointer)}"], got
            case _:
                got = self.fresh("got")
                return self.get(got, at.get, depth, before), got

    def to_plain(self, at: Place, type_: Type, target: str, depth: int) -> list[str]:
        """Code that makes a plain value of what is there; it owns its data."""
        tab = "\t" * depth
        lines, got = self.read(at, type_, depth)
        match type_:
            case Scalar() if type_.logical:
                return [*lines, f"{tab}{target} = {go_logical.back(type_, got)}"]
            case Scalar(Kind.BYTES):
                return [*lines, f"{tab}{target} = bytes.Clone({got})"]
            case Scalar():
                return [*lines, f"{tab}{target} = {got}"]
            case EnumRef(enum):
                one = self.fresh("got")
                call = called(one, f"plain{self.file.types[enum]}({got})", depth)
                return [*call, f"{tab}{target} = {one}"]
            case RecordRef(record):
                convert = f"plain{self.file.types[record]}(&{target}, {got})"
                return [*lines, *checked(convert, depth)]
            case OptionalOf(item):
                one = self.fresh("item")
                return [
                    *lines,
                    f"{tab}if {got}.Which() == {_some(at)} {{",
                    f"{tab}\tvar {one} {self.plain(item)}",
                    *self.to_plain(Member(got, "Some"), item, one, depth + 1),
                    f"{tab}\t{target} = {go_logical.address(one, item)}",
                    f"{tab}}}",
                ]
            case ListOf(RecordRef(record), is_map=True):
                i = self.fresh("i")
                return [
                    *lines,
                    f"{tab}{target} = make({self.plain(type_)}, {got}.Len())",
                    f"{tab}for {i} := range {got}.Len() {{",
                    *checked(f"plain{self.file.types[record]}({target}, {got}.At({i}))", depth + 1),
                    f"{tab}}}",
                ]
            case ListOf(item):
                i = self.fresh("i")
                return [
                    *lines,
                    f"{tab}{target} = make({self.plain(type_)}, {got}.Len())",
                    f"{tab}for {i} := range {target} {{",
                    *self.to_plain(Item(got, i), item, f"{target}[{i}]", depth + 1),
                    f"{tab}}}",
                ]
            case MapOf(item):
                i, entry, one = self.fresh("i"), self.fresh("entry"), self.fresh("item")
                key_lines, key = self.read(Member(entry, "Key"), _KEY, depth + 1)
                return [
                    *lines,
                    f"{tab}{target} = make({self.plain(type_)}, {got}.Len())",
                    f"{tab}for {i} := range {got}.Len() {{",
                    f"{tab}\t{entry} := {got}.At({i})",
                    *key_lines,
                    f"{tab}\tvar {one} {self.plain(item)}",
                    *self.to_plain(Member(entry, "Value"), item, one, depth + 1),
                    f"{tab}\t{target}[{key}] = {one}",
                    f"{tab}}}",
                ]
            case UnionRef():  # nothing is compiled of it
                raise AssertionError(type_)

    def visit(self, at: Place, type_: Type, depth: int) -> list[str]:
        """Code that adds what is there to the sum."""
        tab = "\t" * depth
        lines, got = self.read(at, type_, depth, "0, ", in_place=True)
        match type_:
            case Scalar() | EnumRef():
                return [*lines, f"{tab}sum += {_leaf(type_, got)}"]
            case RecordRef(record):
                part = self.fresh("part")
                call = f"visit{self.file.types[record]}({got})"
                return [*lines, *called(part, call, depth, "0, "), f"{tab}sum += {part}"]
            case OptionalOf(item):
                return [
                    *lines,
                    f"{tab}if {got}.Which() == {_some(at)} {{",
                    f"{tab}\tsum++",
                    *self.visit(Member(got, "Some"), item, depth + 1),
                    f"{tab}}}",
                ]
            case UnionRef():  # nothing is compiled of it
                raise AssertionError(type_)
        i = self.fresh("i")
        lines += [f"{tab}sum += uint64({got}.Len())", f"{tab}for {i} := range {got}.Len() {{"]
        if isinstance(type_, ListOf):
            return [*lines, *self.visit(Item(got, i), type_.item, depth + 1), f"{tab}}}"]
        entry = self.fresh("entry")
        return [
            *lines,
            f"{tab}\t{entry} := {got}.At({i})",
            *self.visit(Member(entry, "Key"), _KEY, depth + 1),
            *self.visit(Member(entry, "Value"), type_.value, depth + 1),
            f"{tab}}}",
        ]

    def access(self) -> str:
        """The function that reads the access leaf."""
        head = f"access{self.file.root}(m {self.file.root}) (uint64, error)"
        access = access_of(self.schema)
        if access is None:
            return _function(head, ["\treturn 0, nil"])
        lines: list[str] = []
        got = "m"
        at: Place = Member(got, "")
        for step in access.steps:
            match step:
                case FieldOf(record, index):
                    field = self.file.of_record(record).fields[index]
                    at = _member(got, field)
                case IfPresent():
                    lines += [f"\tif {got}.Which() != {_some(at)} {{", "\t\treturn 0, nil", "\t}"]
                    at = Member(got, "Some")
                case LastItem():
                    last = self.fresh("last")
                    lines += [f"\t{last} := {got}.Len() - 1"]
                    lines += [f"\tif {last} < 0 {{", "\t\treturn 0, nil", "\t}"]
                    at = Item(got, last)
            more, got = self.read(at, step.type, 1, "0, ", in_place=step.type == access.leaf)
            lines += more
        return _function(head, [*lines, f"\treturn {_leaf(access.leaf, got)}, nil"])


def pascal(name: str) -> str:
    return name[0].upper() + name[1:]


def _leaf(type_: Scalar | EnumRef, value: str) -> str:
    """What a leaf adds to the visit sum; text is given as bytes."""
    match type_:
        case Scalar(Kind.BYTES) if type_.logical:
            return visit_converted(type_, value)
        case Scalar(kind) if kind in _POINTERS:
            return f"driver.VisitBytes({value})"
        case Scalar():
            return visit_converted(type_, value)
        case EnumRef():
            return f"uint64({value})"


def _address(value: str) -> str:
    """`&value`, and of what a pointer leads to the pointer."""
    return bare(value)[1:] if bare(value).startswith("*") else f"&{value}"


def _function(head: str, lines: list[str]) -> str:
    return "\n".join([f"func {head} {{", *lines, "}"]) + "\n"


def called(name: str, call: str, depth: int, before: str = "") -> list[str]:
    tab = "\t" * depth
    return [
        f"{tab}{name}, err := {call}",
        f"{tab}if err != nil {{",
        f"{tab}\treturn {before}err",
        f"{tab}}}",
    ]


def checked(call: str, depth: int) -> list[str]:
    tab = "\t" * depth
    return [f"{tab}if err := {call}; err != nil {{", f"{tab}\treturn err", f"{tab}}}"]
