"""Go's buf.build/go/hyperpb: the messages of google.golang.org/protobuf, which write, and what
reads by reflection, the only way that the library has.

    generate(schema) -> {"data.proto": ..., "convert.go": ..., "reflect.go": ...}

The files of a package `schema_hyperpb`. Fields are reached by their places, not by names, as the
library's page advises.
"""

from __future__ import annotations

from serbench.codegen.go import logical as go_logical
from serbench.codegen.go import proto as go_proto
from serbench.codegen.go import protobuf
from serbench.codegen.go import types as go
from serbench.codegen.go.values import bare, visit_converted, visit_leaf
from serbench.codegen.idl import proto
from serbench.codegen.idl.proto import Message, ProtoField, ProtoFile
from serbench.schema.model import EnumRef, Kind, ListOf, Scalar, Schema, Type

PACKAGE = "schema_hyperpb"
# The method of protoreflect.Value, and the type of what it returns.
_GET = {
    Kind.BOOL: ("Bool", "bool"),
    Kind.STRING: ("String", "string"),
    Kind.BYTES: ("Bytes", "[]byte"),
    Kind.F32: ("Float", "float64"),
    Kind.F64: ("Float", "float64"),
    **dict.fromkeys((Kind.I8, Kind.I16, Kind.I32, Kind.I64), ("Int", "int64")),
    **dict.fromkeys((Kind.U8, Kind.U16, Kind.U32, Kind.U64), ("Uint", "uint64")),
}
_HEAD = """\
// Read makes a plain value of a message, by reflection.
func Read(m protoreflect.Message) (*schema.Root, error) {{
	v := new(schema.Root)
	return v, read{root}(v, m)
}}

// VisitReflected is the visit sum of a message, by reflection.
func VisitReflected(m protoreflect.Message) uint64 {{ return sum{root}(m) }}

// symbol sets an enum of so many symbols.
func symbol(into *uint32, number protoreflect.EnumNumber, count uint32) error {{
	if uint32(number) >= count {{
		return driver.NoSymbol(uint32(number))
	}}
	*into = uint32(number)
	return nil
}}
"""
# The messages of protobuf's own, which have seconds and nanoseconds.
_KNOWN = {proto.TIMESTAMP: "instant", proto.DURATION: "span"}
_READERS = {
    "instant": """\
func instant(m protoreflect.Message) time.Time {
	fields := m.Descriptor().Fields()
	return time.Unix(m.Get(fields.Get(0)).Int(), m.Get(fields.Get(1)).Int()).UTC()
}
""",
    "span": """\
func span(m protoreflect.Message) time.Duration {
	fields := m.Descriptor().Fields()
	seconds, nanos := m.Get(fields.Get(0)).Int(), m.Get(fields.Get(1)).Int()
	return time.Duration(seconds)*time.Second + time.Duration(nanos)
}
""",
}
_ENTRY = "func(key protoreflect.MapKey, got protoreflect.Value) bool {"


def generate(schema: Schema) -> dict[str, str]:
    """The sources of the package, by their names in it."""
    file = go_proto.lower(schema)
    body = _Writer(schema, file).text()
    standard, modules = go_logical.imports(body)
    imports = go.import_block(
        sorted([*go.used(body, "bytes", "strings"), *standard]),
        [*modules, '"google.golang.org/protobuf/reflect/protoreflect"'],
        go.used(body, "conventions", "driver", "logical", "schema", prefix="serbench/"),
    )
    reflected = "\n".join([go.HEADER, f"package {PACKAGE}\n", imports, body])
    return protobuf.package(schema, PACKAGE) | {"reflect.go": reflected}


class _Writer:
    def __init__(self, schema: Schema, file: ProtoFile) -> None:
        self.file, self.names = file, go.names(schema)
        self.symbols = {enum.name: len(enum.symbols) for enum in schema.enums}

    def text(self) -> str:
        parts = [_HEAD.format(root=self.file.root)]
        for message in self.file.structs:
            parts += self.functions(message)
        used = proto.well_known_used(self.file)
        parts += [_READERS[reader] for name, reader in _KNOWN.items() if name in used]
        return "\n".join(parts)

    def spelled(self, type_: Type) -> str:
        return go.PLAIN.text(type_, self.names, "schema.")

    def functions(self, message: Message) -> list[str]:
        entry = self.names.entries.get(message.record or "")
        if entry:
            key, value = map(self.spelled, entry)
            taken, places = f"v map[{key}]{value}", ["key", "value"]
        elif message.record is not None:
            taken = f"v *schema.{self.names.types[message.record]}"
            names = self.names.fields[message.record]
            places = [f"v.{names[f.wire]}" for f in message.fields]
        else:
            assert message.wraps is not None
            taken, places = f"v *{self.spelled(message.wraps)}", ["(*v)"]
        read: list[str] = []
        visit: list[str] = []
        for number, (field, place) in enumerate(zip(message.fields, places, strict=True)):
            at = f"f{number}"
            found = f"\t{at} := fields.Get({number})"
            read += [found, *self.read(field, place, at)]
            visit += [found, *self.visit(field, at)]
        if entry:
            read = [f"\tvar key {key}", f"\tvar value {value}", *read, "\tv[key] = value"]
        fields = ["\tfields := m.Descriptor().Fields()"] * bool(message.fields)
        name = message.name
        head = f"func read{name}({taken}, m protoreflect.Message) error {{"
        reader = [head, *fields, *go_logical.noting(read), "}"]
        head = f"func sum{name}(m protoreflect.Message) uint64 {{"
        visitor = [head, *fields, "\tvar sum uint64", *visit, "\treturn sum", "}"]
        return ["\n".join(lines) + "\n" for lines in (reader, visitor)]

    def read(self, field: ProtoField, place: str, at: str) -> list[str]:
        plain = bare(place)
        match field.cardinality:
            case "singular" if field.is_message:
                missing = f"\t\treturn driver.Missing({go.literal(field.wire)})"
                lines = [f"\tif !m.Has({at}) {{", missing, "\t}"]
                return lines + self.taken(field, place, f"m.Get({at})", 1)
            case "singular":
                return self.taken(field, place, f"m.Get({at})", 1)
            case "optional":
                if go_logical.is_big(field.element):
                    taken = self.taken(field, plain, f"m.Get({at})", 2)
                    return [f"\tif m.Has({at}) {{", *taken, "\t}"]
                made = f"\t\t{plain} = new({self.spelled(field.element)})"
                taken = self.taken(field, f"(*{plain})", f"m.Get({at})", 2)
                return [f"\tif m.Has({at}) {{", made, *taken, "\t}"]
            case "repeated" if field.is_typed_map:
                made = self.spelled(ListOf(field.element, is_map=True))
                call = f"read{field.type}({plain}, list{at}.Get(i).Message())"
                return [
                    f"\tlist{at} := m.Get({at}).List()",
                    f"\t{plain} = make({made}, list{at}.Len())",
                    f"\tfor i := range list{at}.Len() {{",
                    f"\t\tif err := {call}; err != nil {{",
                    "\t\t\treturn err",
                    "\t\t}",
                    "\t}",
                ]
            case "repeated":
                made = self.spelled(ListOf(field.element))
                return [
                    f"\tlist{at} := m.Get({at}).List()",
                    f"\t{plain} = make({made}, list{at}.Len())",
                    f"\tfor i := range {plain} {{",
                    *self.taken(field, f"{place}[i]", f"list{at}.Get(i)", 2),
                    "\t}",
                ]
            case _:
                element = self.spelled(field.element)
                return [
                    f"\tmap{at} := m.Get({at}).Map()",
                    f"\t{plain} = make(map[string]{element}, map{at}.Len())",
                    f"\tvar err{at} error",
                    f"\tmap{at}.Range({_ENTRY}",
                    f"\t\tvar item {element}",
                    f"\t\terr{at} = func() error {{",
                    *self.taken(field, "item", "got", 3),
                    "\t\t\treturn nil",
                    "\t\t}()",
                    f"\t\t{place}[strings.Clone(key.String())] = item",
                    f"\t\treturn err{at} == nil",
                    "\t})",
                    f"\tif err{at} != nil {{",
                    f"\t\treturn err{at}",
                    "\t}",
                ]

    def taken(self, field: ProtoField, target: str, got: str, depth: int) -> list[str]:
        """Statements that set a plain element, which owns its data."""
        tab, plain, element = "\t" * depth, bare(target), field.element
        pointer = plain[1:] if plain.startswith("*") else f"&{target}"
        if field.is_message or isinstance(element, EnumRef):
            call = f"read{field.type}({pointer}, {got}.Message())"
            if isinstance(element, EnumRef):
                call = f"symbol((*uint32)({pointer}), {got}.Enum(), {self.symbols[element.name]})"
            return [f"{tab}if err := {call}; err != nil {{", f"{tab}\treturn err", f"{tab}}}"]
        assert isinstance(element, Scalar)
        if field.is_well_known:
            return [f"{tab}{plain} = {self.known(field, got)}"]
        method, has = _GET[element.kind]
        value = f"{got}.{method}()"
        if element.logical:
            value = f"int32({value})" if element.kind is Kind.I32 else value
            return [f"{tab}{plain} = {go_logical.back(element, value)}"]
        if element.kind is Kind.STRING:
            value = f"strings.Clone({value})"
        elif element.kind is Kind.BYTES:
            value = f"bytes.Clone({value})"
        elif has != self.spelled(element):
            value = f"{self.spelled(element)}({value})"
        return [f"{tab}{plain} = {value}"]

    def known(self, field: ProtoField, got: str) -> str:
        """The plain value that a message of protobuf's own stands for."""
        return f"{_KNOWN[field.type]}({got}.Message())"

    def visit(self, field: ProtoField, at: str) -> list[str]:
        got = f"m.Get({at})"
        match field.cardinality:
            case "singular" if field.is_message:
                return [f"\tif m.Has({at}) {{", f"\t\tsum += {self.leaf(field, got)}", "\t}"]
            case "singular":
                return [f"\tsum += {self.leaf(field, got)}"]
            case "optional":
                return [f"\tif m.Has({at}) {{", f"\t\tsum += 1 + {self.leaf(field, got)}", "\t}"]
            case "repeated":
                return [
                    f"\tlist{at} := {got}.List()",
                    f"\tsum += uint64(list{at}.Len())",
                    f"\tfor i := range list{at}.Len() {{",
                    f"\t\tsum += {self.leaf(field, f'list{at}.Get(i)')}",
                    "\t}",
                ]
            case _:
                leaf = self.leaf(field, "got")
                return [
                    f"\tmap{at} := {got}.Map()",
                    f"\tsum += uint64(map{at}.Len())",
                    f"\tmap{at}.Range({_ENTRY}",
                    f"\t\tsum += driver.VisitString(key.String()) + {leaf}",
                    "\t\treturn true",
                    "\t})",
                ]

    def leaf(self, field: ProtoField, got: str) -> str:
        if field.is_message:
            return f"sum{field.type}({got}.Message())"
        if isinstance(field.element, EnumRef):
            return f"uint64({got}.Enum())"
        assert isinstance(field.element, Scalar)
        if field.is_well_known:
            return visit_leaf(field.element, self.known(field, got))
        kind = field.element.kind
        value = f"{got}.{_GET[kind][0]}()"
        return visit_converted(field.element, f"float32({value})" if kind is Kind.F32 else value)
