"""Go's capnproto.org/go/capnp: the `.capnp` file for capnpc-go, and conversions.

    generate(schema) -> {"data.capnp": ..., "convert.go": ...}

The files of a package `schema_capnp`: capnp makes `data.capnp.go` of the first; the second has
`Populate`, `Convert` and `Visit`, all by accessors.
"""

from __future__ import annotations

from serbench.codegen import capnp, go
from serbench.codegen.capnp import CapnpFile, CapnpStruct
from serbench.codegen.go_values import bare, visit_scalar
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
)

PACKAGE = "schema_capnp"
_POINTERS = (Kind.STRING, Kind.BYTES)

_ENTRY_POINTS = """\
// some is the number of a union's member that says that there is a value.
const some = 1

// Populate makes a message of a plain value.
func Populate(v *schema.Root) (*capnp.Message, error) {{
	message, segment, err := capnp.NewMessage(capnp.SingleSegment(nil))
	if err != nil {{
		return nil, err
	}}
	root, err := NewRoot{root}(segment)
	if err != nil {{
		return nil, err
	}}
	return message, fill{root}(root, v)
}}

// Convert makes a plain value of a message.
func Convert(message *capnp.Message) (*schema.Root, error) {{
	root, err := ReadRoot{root}(message)
	if err != nil {{
		return nil, err
	}}
	v := new(schema.Root)
	return v, plain{root}(v, root)
}}

// Visit is the visit sum of a message.
func Visit(message *capnp.Message) (uint64, error) {{
	root, err := ReadRoot{root}(message)
	if err != nil {{
		return 0, err
	}}
	return visit{root}(root)
}}
"""


def generate(schema: Schema) -> dict[str, str]:
    """The sources of the package, by their names in it."""
    annotations = [
        'using Go = import "/go.capnp";',
        f'$Go.package("{PACKAGE}");',
        f'$Go.import("serbench/{PACKAGE}");',
    ]
    body = Writer(schema, capnp.lower(schema)).text()
    imports = go.import_block(
        go.used(body, "bytes", "math"),
        ['"capnproto.org/go/capnp/v3"'],
        go.used(body, "driver", "schema", prefix="serbench/"),
    )
    head = "\n".join([go.HEADER, f"package {PACKAGE}\n", imports])
    return {"data.capnp": capnp.generate(schema, annotations), "convert.go": f"{head}\n{body}"}


class Writer:
    """Writes the conversions. The methods before `__init__` are particular to the library."""

    package = "capnp"
    entry_points = _ENTRY_POINTS

    def get(self, name: str, call: str, depth: int, before: str = "") -> list[str]:
        """Calls an accessor."""
        return called(name, call, depth, before)

    def set(self, call: str, depth: int) -> list[str]:
        """Calls a setter of text, bytes or a list."""
        return checked(call, depth)

    def new_record(self, made: str, m: str, name: str, record: str, depth: int) -> list[str]:
        return called(made, f"{m}.New{name}()", depth)

    def new_list(
        self, made: str, m: str, name: str, type_: ListOf | MapOf, value: str, depth: int
    ) -> list[str]:
        return called(made, f"{m}.New{name}(int32(len({bare(value)})))", depth)

    def new_inner_list(
        self, made: str, outer: str, i: str, type_: ListOf | MapOf, value: str, depth: int
    ) -> list[str]:
        """A list as the item `i` of another."""
        package, _, name = self.list_type(type_).rpartition(".")
        new = f"{package}{'.' if package else ''}New{name}"
        return [
            *called(made, f"{new}({outer}.Segment(), int32(len({value})))", depth),
            *checked(f"{outer}.Set({i}, {made}.ToPtr())", depth),
        ]

    def inner_list(self, type_: ListOf | MapOf, pointer: str) -> str:
        return f"{self.list_type(type_)}({pointer}.List())"

    bytes_at = "BytesAt"

    def __init__(self, schema: Schema, file: CapnpFile) -> None:
        self.schema = schema
        self.structs = file
        self.names = go.names(schema)
        self.variables = 0

    def text(self) -> str:
        parts = [self.entry_points.format(root=self.structs.root)]
        for struct in self.structs.structs:
            if struct.record is not None:
                parts += self.functions(struct, struct.record)
        for enum in self.structs.enums:
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

    def functions(self, struct: CapnpStruct, record: str) -> list[str]:
        name, names = struct.name, self.names.fields[record]
        plain = f"schema.{self.names.types[record]}"
        out = []
        for head, step, last in (
            (f"fill{name}(m {name}, v *{plain}) error", self.fill, "nil"),
            (f"plain{name}(v *{plain}, m {name}) error", self.to_plain, "nil"),
        ):
            lines = [f"func {head} {{"]
            for f in struct.fields:
                lines += step("m", _pascal(f.name), f.type, f"v.{names[f.wire]}", 1)
            out.append("\n".join([*lines, f"\treturn {last}", "}"]) + "\n")
        lines = [f"func visit{name}(m {name}) (uint64, error) {{", "\tvar sum uint64"]
        for f in struct.fields:
            lines += self.visit("m", _pascal(f.name), f.type, 1)
        out.append("\n".join([*lines, "\treturn sum, nil", "}"]) + "\n")
        return out

    def fresh(self, base: str) -> str:
        self.variables += 1
        return f"{base}{self.variables}"

    def fill(self, m: str, name: str, type_: Type, value: str, depth: int) -> list[str]:
        """Sets the field `name` of the struct `m`."""
        tab = "\t" * depth
        match type_:
            case Scalar(kind) if kind in _POINTERS:
                return self.set(f"{m}.Set{name}({bare(value)})", depth)
            case Scalar():
                return [f"{tab}{m}.Set{name}({bare(value)})"]
            case EnumRef(enum):
                return [f"{tab}{m}.Set{name}({self.structs.types[enum]}({bare(value)}))"]
            case RecordRef(record):
                made = self.fresh("made")
                fill = f"fill{self.structs.types[record]}({made}, {_address(value)})"
                return [*self.new_record(made, m, name, record, depth), *checked(fill, depth)]
            case OptionalOf(item):
                group = self.fresh("group")
                inner = self.fill(group, "Some", item, f"(*{value})", depth + 1)
                return [
                    f"{tab}if {value} != nil {{",
                    f"{tab}\t{group} := {m}.{name}()",
                    *inner,
                    f"{tab}}}",
                ]
            case ListOf() | MapOf():
                made = self.fresh("made")
                new = self.new_list(made, m, name, type_, value, depth)
                return [*new, *self.fill_list(made, type_, value, depth)]

    def fill_list(self, made: str, type_: ListOf | MapOf, value: str, depth: int) -> list[str]:
        tab = "\t" * depth
        i = self.fresh("i")
        if isinstance(type_, MapOf):
            key, item, entry = self.fresh("key"), self.fresh("item"), self.fresh("entry")
            return [
                f"{tab}{i} := 0",
                f"{tab}for {key}, {item} := range {bare(value)} {{",
                f"{tab}\t{entry} := {made}.At({i})",
                f"{tab}\t{i}++",
                *self.fill(entry, "Key", Scalar(Kind.STRING), key, depth + 1),
                *self.fill(entry, "Value", type_.value, item, depth + 1),
                f"{tab}}}",
            ]
        head, element = f"{tab}for {i} := range {bare(value)} {{", f"{value}[{i}]"
        match type_.item:
            case Scalar(kind) if kind in _POINTERS:
                body = self.set(f"{made}.Set({i}, {element})", depth + 1)
            case Scalar():
                body = [f"{tab}\t{made}.Set({i}, {element})"]
            case EnumRef(enum):
                body = [f"{tab}\t{made}.Set({i}, {self.structs.types[enum]}({element}))"]
            case RecordRef(record):
                fill = f"fill{self.structs.types[record]}({made}.At({i}), &{element})"
                body = checked(fill, depth + 1)
            case OptionalOf() as held:
                holder = self.fresh("holder")
                body = [f"{tab}\t{holder} := {made}.At({i})"]
                body += self.fill(holder, "Value", held, element, depth + 1)
            case ListOf() | MapOf() as held:
                inner = self.fresh("made")
                body = [
                    *self.new_inner_list(inner, made, i, held, element, depth + 1),
                    *self.fill_list(inner, held, element, depth + 1),
                ]
        return [head, *body, f"{tab}}}"]

    def list_type(self, type_: ListOf | MapOf) -> str:
        if isinstance(type_, MapOf):
            return f"{self.structs.entries[type_.value]}_List"
        match type_.item:
            case Scalar(Kind.BOOL):
                return f"{self.package}.BitList"
            case Scalar(kind):
                return f"{self.package}.{capnp.SCALARS[kind]}List"
            case ListOf() | MapOf():
                return f"{self.package}.PointerList"
            case item:
                return f"{self.structs.text(item)}_List"

    def to_plain(self, m: str, name: str, type_: Type, target: str, depth: int) -> list[str]:
        """Reads the field `name` of the struct `m`."""
        tab = "\t" * depth
        match type_:
            case Scalar(kind) if kind in _POINTERS:
                got = self.fresh("got")
                value = got if kind is Kind.STRING else f"bytes.Clone({got})"
                return [*self.get(got, f"{m}.{name}()", depth), f"{tab}{target} = {value}"]
            case Scalar():
                return [f"{tab}{target} = {m}.{name}()"]
            case EnumRef(enum):
                got = self.fresh("got")
                call = f"plain{self.structs.types[enum]}({m}.{name}())"
                return [*called(got, call, depth), f"{tab}{target} = {got}"]
            case RecordRef(record):
                got = self.fresh("got")
                call = f"plain{self.structs.types[record]}(&{target}, {got})"
                return [*self.get(got, f"{m}.{name}()", depth), *checked(call, depth)]
            case OptionalOf(item):
                group, value = self.fresh("group"), self.fresh("item")
                return [
                    f"{tab}if {group} := {m}.{name}(); {group}.Which() == some {{",
                    f"{tab}\tvar {value} {self.names.type(item, 'schema.')}",
                    *self.to_plain(group, "Some", item, value, depth + 1),
                    f"{tab}\t{target} = &{value}",
                    f"{tab}}}",
                ]
            case ListOf() | MapOf():
                got = self.fresh("got")
                return [
                    *self.get(got, f"{m}.{name}()", depth),
                    *self.list_to_plain(got, type_, target, depth),
                ]

    def list_to_plain(self, got: str, type_: ListOf | MapOf, target: str, depth: int) -> list[str]:
        tab = "\t" * depth
        i, made = self.fresh("i"), f"make({self.names.type(type_, 'schema.')}, {got}.Len())"
        if isinstance(type_, MapOf):
            entry, key, item = self.fresh("entry"), self.fresh("key"), self.fresh("item")
            return [
                f"{tab}{target} = {made}",
                f"{tab}for {i} := range {got}.Len() {{",
                f"{tab}\t{entry} := {got}.At({i})",
                *self.get(key, f"{entry}.Key()", depth + 1),
                f"{tab}\tvar {item} {self.names.type(type_.value, 'schema.')}",
                *self.to_plain(entry, "Value", type_.value, item, depth + 1),
                f"{tab}\t{target}[{key}] = {item}",
                f"{tab}}}",
            ]
        element = f"{target}[{i}]"
        match type_.item:
            case Scalar(kind) if kind in _POINTERS:
                one = self.fresh("got")
                value = one if kind is Kind.STRING else f"bytes.Clone({one})"
                body = [*self.get(one, f"{got}.At({i})", depth + 1), f"{tab}\t{element} = {value}"]
            case Scalar():
                body = [f"{tab}\t{element} = {got}.At({i})"]
            case EnumRef(enum):
                one = self.fresh("got")
                call = f"plain{self.structs.types[enum]}({got}.At({i}))"
                body = [*called(one, call, depth + 1), f"{tab}\t{element} = {one}"]
            case RecordRef(record):
                call = f"plain{self.structs.types[record]}(&{element}, {got}.At({i}))"
                body = checked(call, depth + 1)
            case OptionalOf() as held:
                holder = self.fresh("holder")
                body = [f"{tab}\t{holder} := {got}.At({i})"]
                body += self.to_plain(holder, "Value", held, element, depth + 1)
            case ListOf() | MapOf() as held:
                pointer, inner = self.fresh("pointer"), self.fresh("got")
                body = [
                    *self.get(pointer, f"{got}.At({i})", depth + 1),
                    f"{tab}\t{inner} := {self.inner_list(held, pointer)}",
                    *self.list_to_plain(inner, held, element, depth + 1),
                ]
        return [f"{tab}{target} = {made}", f"{tab}for {i} := range {target} {{", *body, f"{tab}}}"]

    def visit(self, m: str, name: str, type_: Type, depth: int) -> list[str]:
        """Adds the field `name` of the struct `m` to the sum; text as the bytes it lies in."""
        tab = "\t" * depth
        match type_:
            case Scalar(kind) if kind in _POINTERS:
                got = self.fresh("got")
                accessor = f"{m}.{name}Bytes()" if kind is Kind.STRING else f"{m}.{name}()"
                return [
                    *self.get(got, accessor, depth, "0, "),
                    f"{tab}sum += driver.VisitBytes({got})",
                ]
            case Scalar(kind):
                return [f"{tab}sum += {visit_scalar(kind, f'{m}.{name}()')}"]
            case EnumRef():
                return [f"{tab}sum += uint64({m}.{name}())"]
            case RecordRef(record):
                got, part = self.fresh("got"), self.fresh("part")
                call = f"visit{self.structs.types[record]}({got})"
                return [
                    *self.get(got, f"{m}.{name}()", depth, "0, "),
                    *called(part, call, depth, "0, "),
                    f"{tab}sum += {part}",
                ]
            case OptionalOf(item):
                group = self.fresh("group")
                return [
                    f"{tab}if {group} := {m}.{name}(); {group}.Which() == some {{",
                    f"{tab}\tsum++",
                    *self.visit(group, "Some", item, depth + 1),
                    f"{tab}}}",
                ]
            case ListOf() | MapOf():
                got = self.fresh("got")
                return [
                    *self.get(got, f"{m}.{name}()", depth, "0, "),
                    *self.visit_list(got, type_, depth),
                ]

    def visit_list(self, got: str, type_: ListOf | MapOf, depth: int) -> list[str]:
        tab = "\t" * depth
        i = self.fresh("i")
        head = [f"{tab}sum += uint64({got}.Len())", f"{tab}for {i} := range {got}.Len() {{"]
        if isinstance(type_, MapOf):
            entry = self.fresh("entry")
            body = [
                f"{tab}\t{entry} := {got}.At({i})",
                *self.visit(entry, "Key", Scalar(Kind.STRING), depth + 1),
                *self.visit(entry, "Value", type_.value, depth + 1),
            ]
            return [*head, *body, f"{tab}}}"]
        match type_.item:
            case Scalar(kind) if kind in _POINTERS:
                one = self.fresh("got")
                accessor = f"{got}.{self.bytes_at if kind is Kind.STRING else 'At'}({i})"
                body = [*self.get(one, accessor, depth + 1, "0, ")]
                body += [f"{tab}\tsum += driver.VisitBytes({one})"]
            case Scalar(kind):
                body = [f"{tab}\tsum += {visit_scalar(kind, f'{got}.At({i})')}"]
            case EnumRef():
                body = [f"{tab}\tsum += uint64({got}.At({i}))"]
            case RecordRef(record):
                part = self.fresh("part")
                call = f"visit{self.structs.types[record]}({got}.At({i}))"
                body = [*called(part, call, depth + 1, "0, "), f"{tab}\tsum += {part}"]
            case OptionalOf() as held:
                holder = self.fresh("holder")
                body = [f"{tab}\t{holder} := {got}.At({i})"]
                body += self.visit(holder, "Value", held, depth + 1)
            case ListOf() | MapOf() as held:
                pointer, inner = self.fresh("pointer"), self.fresh("got")
                body = [
                    *self.get(pointer, f"{got}.At({i})", depth + 1, "0, "),
                    f"{tab}\t{inner} := {self.inner_list(held, pointer)}",
                    *self.visit_list(inner, held, depth + 1),
                ]
        return [*head, *body, f"{tab}}}"]


def _pascal(name: str) -> str:
    return name[0].upper() + name[1:]


def _address(value: str) -> str:
    """`&value`, and of what a pointer leads to the pointer."""
    return bare(value)[1:] if bare(value).startswith("*") else f"&{value}"


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
