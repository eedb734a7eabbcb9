"""Go: `.thrift` text, and conversions to the structs that Thrift's compiler makes of it.

    generate(schema) -> {"data.thrift": ..., "convert.go": ...}

The files of a package `schema_thrift`: the compiler makes the package `serbench_thrift` below it of
the first. Names are numbers here, which no bytes of the binary protocols hold.
https://github.com/apache/thrift/blob/master/lib/go/README.md
"""

from __future__ import annotations

from serbench.codegen.go import logical as go_logical
from serbench.codegen.go import types as go
from serbench.codegen.go.values import bare, visit_converted, visit_scalar
from serbench.codegen.idl import thrift
from serbench.codegen.idl.thrift import ThriftField, ThriftFile, ThriftStruct
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

DATA = f"serbench/schema_thrift/{thrift.NAMESPACE}"
_SCALARS = {
    "bool": "bool", "i8": "int8", "i16": "int16", "i32": "int32", "i64": "int64",
    "double": "float64", "string": "string", "binary": "[]byte",
}  # fmt: skip
_HEAD = """\
// Root is the struct of every value.
type Root = data.{root}

// Populate makes a struct of a plain value.
func Populate(v *schema.Root) *Root {{ return of{root}(v) }}

// Convert makes a plain value of a struct, whose slices and maps it takes over.
func Convert(m *Root) (*schema.Root, error) {{
	v := new(schema.Root)
	return v, plain{root}(v, m)
}}

// Visit is the visit sum of a struct.
func Visit(m *Root) uint64 {{ return visit{root}(m) }}
"""


def generate(schema: Schema) -> dict[str, str]:
    """The sources of the package, by their names in it."""
    file = thrift.lower(schema).numbered()
    return {"data.thrift": thrift.render(file), "convert.go": _Writer(schema, file).text()}


class _Writer:
    def __init__(self, schema: Schema, file: ThriftFile) -> None:
        self.file, self.names = file, go.names(schema)

    def text(self) -> str:
        parts = [_HEAD.format(root=self.file.root)]
        for struct in self.file.structs:
            parts += self.functions(struct)
        for enum in self.file.enums:
            plain = f"schema.{self.names.types[enum.enum]}"
            parts.append(
                f"func plain{enum.name}(number data.{enum.name}) ({plain}, error) {{\n"
                f"\tif uint64(number) >= {len(enum.values)} {{\n"
                "\t\treturn 0, driver.NoSymbol(uint32(number))\n"
                "\t}\n"
                f"\treturn {plain}(number), nil\n"
                "}\n"
            )
        body = "\n".join(parts)
        standard, modules = go_logical.imports(body)
        own = go.used(body, "conventions", "driver", "logical", "schema", prefix="serbench/")
        imports = go.import_block(
            sorted([*go.used(body, "bytes", "maps", "slices"), *standard]),
            modules,
            [*own, f'data "{DATA}"'],
        )
        return "\n".join([go.HEADER, "package schema_thrift\n", imports, body])

    def plain_type(self, type_: Type) -> str:
        return go.PLAIN.text(type_, self.names, "schema.")

    def held(self, type_: Type) -> str:
        """The type as the compiler has it."""
        match type_:
            case Scalar(kind):
                return _SCALARS[thrift.SCALARS[kind]]
            case EnumRef(name):
                return f"data.{self.file.types[name]}"
            case ListOf(item):
                return f"[]{self.held(item)}"
            case MapOf(value):
                return f"map[string]{self.held(value)}"
            case _:
                return f"*data.{self.struct_of(type_)}"

    def struct_of(self, type_: Type) -> str:
        if isinstance(type_, RecordRef):
            return self.file.types[type_.name]
        return self.file.wrappers[type_]

    def is_same(self, type_: Type) -> bool:
        """Whether values are of one type on both sides, and copied by assignment."""
        is_scalar = isinstance(type_, Scalar) and type_.kind is not Kind.BYTES
        is_scalar = is_scalar and not go_logical.is_converted(type_)
        return is_scalar and self.held(type_) == self.plain_type(type_)

    def functions(self, struct: ThriftStruct) -> list[str]:
        entry = self.names.entries.get(struct.record or "")
        if entry:
            key, value = map(self.plain_type, entry)
            given, taken = f"key {key}, value {value}", f"v map[{key}]{value}"
            places = ["key", "value"]
        elif struct.record is not None:
            given = taken = f"v *schema.{self.names.types[struct.record]}"
            names = self.names.fields[struct.record]
            places = [f"v.{names[f.wire]}" for f in struct.fields]
        else:
            assert struct.wraps is not None
            given = taken = f"v *{self.plain_type(struct.wraps)}"
            places = ["(*v)"]
        fields = list(zip(struct.fields, places, strict=True))
        of = [line for field, place in fields for line in self.of(field, place)]
        to = [line for field, place in fields for line in self.to(field, place)]
        if entry:
            to = [f"\tvar key {key}", f"\tvar value {value}", *to, "\tv[key] = value"]
        visit = [line for field, _ in fields for line in self.visit(field)]
        name = struct.name
        bodies = [
            (f"of{name}({given}) *data.{name}", [f"\tm := new(data.{name})", *of, "\treturn m"]),
            (
                f"plain{name}({taken}, m *data.{name}) error",
                [
                    *["\tvar err error"] * any("err = " in line for line in to),
                    *go_logical.noting(to),
                ],
            ),
            (
                f"visit{name}(m *data.{name}) uint64",
                [*_NOTHING, "\tvar sum uint64", *visit, "\treturn sum"],
            ),
        ]
        return ["\n".join([f"func {head} {{", *body, "}\n"]) for head, body in bodies]

    def of(self, field: ThriftField, place: str) -> list[str]:
        target = f"m.{field.name.capitalize()}"
        if not field.is_optional:
            return self.fill(target, place, field.type, 1)
        value = f"(*{bare(place)})"
        if isinstance(field.type, Scalar) and field.type.logical:
            value = bare(place) if go_logical.is_big(field.type) else value
            made = go_logical.to(field.type, value)
            body = [f"\t\titem := {made}", f"\t\t{target} = &item"]
            if go_logical.is_slice(field.type):
                body = [f"\t\t{target} = {made}"]
        elif isinstance(field.type, Scalar | EnumRef) and field.type != Scalar(Kind.BYTES):
            one = bare(value) if self.is_same(field.type) else None
            one = one or f"{self.held(field.type)}({bare(value)})"
            body = [f"\t\titem := {one}", f"\t\t{target} = &item"]
        else:
            body = self.fill(target, value, field.type, 2)
            if field.type == Scalar(Kind.BYTES):  # nil would say that there is none
                body = [f"\t\t{target} = append([]byte{{}}, {bare(value)}...)"]
        return [f"\tif {bare(place)} != nil {{", *body, "\t}"]

    def fill(self, target: str, value: str, type_: Type, depth: int) -> list[str]:
        """Statements that set what the compiler made."""
        tab, plain = "\t" * depth, bare(value)
        match type_:
            case Scalar() if type_.logical:
                return [f"{tab}{target} = {go_logical.to(type_, value)}"]
            case Scalar(Kind.BYTES):
                return [f"{tab}{target} = bytes.Clone({plain})"]
            case Scalar() if self.is_same(type_):
                return [f"{tab}{target} = {plain}"]
            case Scalar() | EnumRef():
                return [f"{tab}{target} = {self.held(type_)}({plain})"]
            case RecordRef() | OptionalOf():
                return [f"{tab}{target} = of{self.struct_of(type_)}({_address(value)})"]
            case ListOf(RecordRef(name), is_map=True):
                key, one = f"key{depth}", f"item{depth}"
                made = f"of{self.file.types[name]}({key}, {one})"
                return [
                    f"{tab}{target} = make({self.held(type_)}, 0, len({plain}))",
                    f"{tab}for {key}, {one} := range {plain} {{",
                    f"{tab}\t{target} = append({target}, {made})",
                    f"{tab}}}",
                ]
            case ListOf(item) if self.is_same(item):
                return [f"{tab}{target} = append([]{self.held(item)}{{}}, {plain}...)"]
            case ListOf(item):
                i = f"i{depth}"
                return [
                    f"{tab}{target} = make({self.held(type_)}, len({plain}))",
                    f"{tab}for {i} := range {plain} {{",
                    *self.fill(f"{target}[{i}]", f"{value}[{i}]", item, depth + 1),
                    f"{tab}}}",
                ]
            case MapOf(item) if self.is_same(item):
                return [f"{tab}{target} = maps.Clone({plain})"]
            case MapOf(item):
                key, one, entry = f"key{depth}", f"item{depth}", f"entry{depth}"
                return [
                    f"{tab}{target} = make({self.held(type_)}, len({plain}))",
                    f"{tab}for {key}, {one} := range {plain} {{",
                    f"{tab}\tvar {entry} {self.held(item)}",
                    *self.fill(entry, one, item, depth + 1),
                    f"{tab}\t{target}[{key}] = {entry}",
                    f"{tab}}}",
                ]
            case _:
                raise AssertionError(type_)

    def to(self, field: ThriftField, place: str) -> list[str]:
        value, target = f"m.{field.name.capitalize()}", bare(place)
        if not field.is_optional:
            return self.take(place, value, field.type, 1, field.wire)
        if isinstance(field.type, Scalar) and field.type.logical:
            held = value if go_logical.is_slice(field.type) else f"*{value}"
            item = f"\t\titem := {go_logical.back(field.type, held)}"
            set_it = f"\t\t{target} = {go_logical.address('item', field.type)}"
            return [f"\tif {value} != nil {{", item, set_it, "\t}"]
        if isinstance(field.type, Scalar | EnumRef):
            if self.is_same(field.type):
                return [f"\t{target} = {value}"]
            if field.type != Scalar(Kind.BYTES):
                value = f"*{value}"
        made = [f"\t\t{target} = new({self.plain_type(field.type)})"]
        taken = self.take(f"(*{target})", value, field.type, 2, field.wire)
        made += taken[3:] if isinstance(field.type, RecordRef) else taken  # it is there
        return [f"\tif {value.removeprefix('*')} != nil {{", *made, "\t}"]

    def take(self, target: str, value: str, type_: Type, depth: int, wire: str) -> list[str]:
        """Statements that set the plain value."""
        tab, plain = "\t" * depth, bare(target)
        match type_:
            case EnumRef(name):
                call = f"plain{self.file.types[name]}({value})"
                return [
                    f"{tab}if {plain}, err = {call}; err != nil {{",
                    f"{tab}\treturn err",
                    f"{tab}}}",
                ]
            case Scalar() if type_.logical:
                return [f"{tab}{plain} = {go_logical.back(type_, value)}"]
            case Scalar(kind) if kind is Kind.BYTES or self.is_same(type_):
                return [f"{tab}{plain} = {value}"]
            case Scalar():
                return [f"{tab}{plain} = {self.plain_type(type_)}({value})"]
            case RecordRef() | OptionalOf():
                return self.taken(value, type_, _address(target), depth, wire)
            case ListOf(RecordRef() as record, is_map=True):
                i = f"i{depth}"
                return [
                    f"{tab}{plain} = make({self.plain_type(type_)}, len({value}))",
                    f"{tab}for {i} := range {value} {{",
                    *self.taken(f"{value}[{i}]", record, plain, depth + 1, wire),
                    f"{tab}}}",
                ]
            case ListOf(item) | MapOf(item) if self.is_same(item) or item == Scalar(Kind.BYTES):
                return [f"{tab}{plain} = {value}"]
            case ListOf(item):
                i = f"i{depth}"
                return [
                    f"{tab}{plain} = make({self.plain_type(type_)}, len({value}))",
                    f"{tab}for {i} := range {value} {{",
                    *self.take(f"{target}[{i}]", f"{value}[{i}]", item, depth + 1, wire),
                    f"{tab}}}",
                ]
            case MapOf(item):
                key, one, entry = f"key{depth}", f"item{depth}", f"entry{depth}"
                return [
                    f"{tab}{plain} = make({self.plain_type(type_)}, len({value}))",
                    f"{tab}for {key}, {one} := range {value} {{",
                    f"{tab}\tvar {entry} {self.plain_type(item)}",
                    *self.take(entry, one, item, depth + 1, wire),
                    f"{tab}\t{target}[{key}] = {entry}",
                    f"{tab}}}",
                ]
            case _:
                raise AssertionError(type_)

    def taken(self, value: str, type_: Type, into: str, depth: int, wire: str) -> list[str]:
        """Statements that set what a struct stands for."""
        tab, call = "\t" * depth, f"plain{self.struct_of(type_)}({into}, {value})"
        return [
            f"{tab}if {value} == nil {{",
            f"{tab}\treturn driver.Missing({go.literal(wire)})",
            f"{tab}}}",
            f"{tab}if err := {call}; err != nil {{",
            f"{tab}\treturn err",
            f"{tab}}}",
        ]

    def visit(self, field: ThriftField) -> list[str]:
        value = f"m.{field.name.capitalize()}"
        if not field.is_optional:
            return self.visited(value, field.type, 1)
        is_pointer = isinstance(field.type, Scalar | EnumRef)
        is_pointer = is_pointer and not go_logical.is_slice(field.type)
        inner = self.visited(f"(*{value})" if is_pointer else value, field.type, 2)
        return [f"\tif {value} != nil {{", "\t\tsum++", *inner, "\t}"]

    def visited(self, value: str, type_: Type, depth: int) -> list[str]:
        tab = "\t" * depth
        match type_:
            case Scalar(Kind.F32):
                return [f"{tab}sum += {visit_scalar(Kind.F32, f'float32({bare(value)})')}"]
            case Scalar(Kind.U64):
                return [f"{tab}sum += uint64({bare(value)})"]
            case Scalar():
                return [f"{tab}sum += {visit_converted(type_, value)}"]
            case EnumRef():
                return [f"{tab}sum += uint64({bare(value)})"]
            case RecordRef() | OptionalOf():
                return [f"{tab}sum += visit{self.struct_of(type_)}({value})"]
            case ListOf(item):
                one = f"item{depth}"
                head = [f"{tab}sum += uint64(len({value}))"]
                head += [f"{tab}for _, {one} := range {value} {{"]
                return [*head, *self.visited(one, item, depth + 1), f"{tab}}}"]
            case MapOf(item):
                key, one = f"key{depth}", f"item{depth}"
                return [
                    f"{tab}sum += uint64(len({value}))",
                    f"{tab}for {key}, {one} := range {value} {{",
                    f"{tab}\tsum += driver.VisitString({key})",
                    *self.visited(one, item, depth + 1),
                    f"{tab}}}",
                ]
            case _:
                raise AssertionError(type_)


_NOTHING = ("\tif m == nil {", "\t\treturn 0", "\t}")


def _address(value: str) -> str:
    """The pointer to a value, or what it is the target of."""
    return bare(value)[1:] if bare(value).startswith("*") else f"&{value}"
