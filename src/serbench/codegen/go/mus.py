"""Go's github.com/mus-format/mus-go: serializers of the plain types, as its generator writes them.

    generate(schema) -> {"serializers.go": ...}

The file of a package `schema_mus`: a struct for each record, whose methods call the serializer of
each field, and a variable for each list, map and optional. Integers are varints and floats raw, as
the library's page advises. The generator is a library of its own that writes from running programs:
https://github.com/mus-format/musgen-go
"""

from __future__ import annotations

from serbench.codegen.go import logical as go_logical
from serbench.codegen.go import types as go
from serbench.codegen.worklist import Worklist
from serbench.schema.features import first_use
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
    UnionRef,
)

_SCALARS = {
    Kind.BOOL: "ord.Bool",
    Kind.STRING: "ord.String",
    Kind.BYTES: "ord.ByteSlice",
    Kind.F32: "raw.Float32",
    Kind.F64: "raw.Float64",
    Kind.I8: "varint.Int8",
    Kind.I16: "varint.Int16",
    Kind.I32: "varint.Int32",
    Kind.I64: "varint.Int64",
    Kind.U8: "varint.Uint8",
    Kind.U16: "varint.Uint16",
    Kind.U32: "varint.Uint32",
    Kind.U64: "varint.Uint64",
}
# Of a type that has the same values as another: an enum, or a list of u8, which is no bytes.
_CAST = """\
type {name} struct{{}}

func ({name}) Marshal(v {type}, bs []byte) int {{
	return {inner}.Marshal({other}(v), bs)
}}

func ({name}) Unmarshal(bs []byte) (v {type}, n int, err error) {{
	plain, n, err := {inner}.Unmarshal(bs){check}
	return {type}(plain), n, err
}}

func ({name}) Size(v {type}) int {{
	return {inner}.Size({other}(v))
}}

func ({name}) Skip(bs []byte) (int, error) {{
	return {inner}.Skip(bs)
}}
"""
# Of a logical type: what stands for it is made for its size and for its bytes.
_CONVERTED = """\
type {name} struct{{}}

func ({name}) Marshal(v {type}, bs []byte) int {{
	return {inner}.Marshal({to}, bs)
}}

func ({name}) Unmarshal(bs []byte) ({type}, int, error) {{
	plain, n, wrong := {inner}.Unmarshal(bs)
	if wrong != nil {{
		var none {type}
		return none, n, wrong
	}}
	v := {back}
	return v, n, wrong
}}

func ({name}) Size(v {type}) int {{
	return {inner}.Size({to})
}}

func ({name}) Skip(bs []byte) (int, error) {{
	return {inner}.Skip(bs)
}}
"""
# An optional integer is a pointer by itself.
_OPTIONAL_BIG = """\
var optionalBytes = ord.NewPtrSer[[]byte](ord.ByteSlice)

type optionalBigInt struct{}

func (optionalBigInt) bytes(v *big.Int) *[]byte {
	if v == nil {
		return nil
	}
	made := conventions.IntegerBytes(v)
	return &made
}

func (s optionalBigInt) Marshal(v *big.Int, bs []byte) int {
	return optionalBytes.Marshal(s.bytes(v), bs)
}

func (optionalBigInt) Unmarshal(bs []byte) (*big.Int, int, error) {
	plain, n, err := optionalBytes.Unmarshal(bs)
	if err != nil || plain == nil {
		return nil, n, err
	}
	return conventions.IntegerOf(*plain), n, nil
}

func (s optionalBigInt) Size(v *big.Int) int {
	return optionalBytes.Size(s.bytes(v))
}

func (optionalBigInt) Skip(bs []byte) (int, error) {
	return optionalBytes.Skip(bs)
}
"""
_CHECK = """
	if err == nil && plain >= {count} {{
		err = driver.NoSymbol(plain)
	}}"""


def generate(schema: Schema) -> dict[str, str]:
    """The source of the package, by its name in it."""
    body = _Writer(schema).text()
    library = "github.com/mus-format/mus-go/"
    standard, modules = go_logical.imports(body)
    imports = go.import_block(
        standard,
        sorted([*go.used(body, "ord", "raw", "varint", prefix=library), *modules]),
        go.used(body, "conventions", "driver", "schema", prefix="serbench/"),
    )
    return {"serializers.go": "\n".join([go.HEADER, "package schema_mus\n", imports, body])}


class _Writer:
    def __init__(self, schema: Schema) -> None:
        self.schema, self.names = schema, go.names(schema)
        # The serializers of logical types.
        self.logical = Worklist[Scalar, str](lambda type_: f"logicalSerializer{len(self.logical)}")
        self.has_optional_big = False
        # The variables of lists, maps and optionals.
        self.made = Worklist[Type, str](lambda type_: f"serializer{len(self.made)}")

    def text(self) -> str:
        root = self.schema.root
        parts = [
            f"// Root is the serializer of every value.\nvar Root = {self.of(RecordRef(root))}\n"
        ]
        parts += [self.record(record) for record in self.schema.plain_records]
        for enum in self.schema.enums:
            plain = self.names.types[enum.name]
            check = _CHECK.format(count=len(enum.symbols))
            parts.append(self.cast(f"mus{plain}", plain, "varint.Uint32", "uint32", check))
        if first_use(self.schema, "list<u8>") is not None:
            parts.append("var uint8s = ord.NewSliceSer[uint8](varint.Uint8)\n")
            parts.append(self.cast("musUint8List", "Uint8List", "uint8s", "[]uint8", ""))
        for type_, name in self.made:
            parts.append(f"var {name} = {self.constructed(type_)}\n")
        parts += [self.converted(scalar, name) for scalar, name in self.logical]
        parts += [_OPTIONAL_BIG] * self.has_optional_big
        return "\n".join(parts)

    def cast(self, name: str, plain: str, inner: str, other: str, check: str) -> str:
        type_ = f"schema.{plain}"
        return _CAST.format(name=name, type=type_, inner=inner, other=other, check=check)

    def converted(self, scalar: Scalar, name: str) -> str:
        return _CONVERTED.format(
            name=name,
            type=self.spelled(scalar),
            inner=_SCALARS[scalar.kind],
            to=go_logical.to(scalar, "v"),
            back=go_logical.back(scalar, "plain"),
        )

    def spelled(self, type_: Type) -> str:
        return go.PLAIN.text(type_, self.names, "schema.")

    def of(self, type_: Type) -> str:
        """The serializer of a type."""
        match type_:
            case Scalar() if type_.logical:
                return self.logical[type_] + "{}"
            case OptionalOf(item) if go_logical.is_big(item):
                self.has_optional_big = True
                return "optionalBigInt{}"
            case Scalar(kind):
                return _SCALARS[kind]
            case EnumRef(name) | RecordRef(name) | UnionRef(name):
                return f"mus{self.names.types[name]}{{}}"
            case ListOf(Scalar(Kind.U8)):
                return "musUint8List{}"
            case _:
                return self.made[type_]

    def constructed(self, type_: Type) -> str:
        match type_:
            case ListOf(RecordRef(name), is_map=True):
                key, value = self.names.entries[name]
                types = f"{self.spelled(key)}, {self.spelled(value)}"
                return f"ord.NewMapSer[{types}]({self.of(key)}, {self.of(value)})"
            case ListOf(item):
                return f"ord.NewSliceSer[{self.spelled(item)}]({self.of(item)})"
            case MapOf(value):
                inner = self.of(value)
                return f"ord.NewMapSer[string, {self.spelled(value)}](ord.String, {inner})"
            case OptionalOf(item):
                return f"ord.NewPtrSer[{self.spelled(item)}]({self.of(item)})"
            case _:
                raise AssertionError(type_)

    def record(self, record: Record) -> str:
        plain = self.names.types[record.name]
        fields = self.names.fields[record.name]
        marshal, unmarshal, size, skip = [], [], [], []
        for number, field in enumerate(record.fields):
            place, inner = f"v.{fields[field.name]}", self.of(field.type)
            marshal.append(f"\tn += {inner}.Marshal({place}, bs[n:])")
            size.append(f"\tsize += {inner}.Size({place})")
            declared = ["\tvar n1 int"] if number == 0 else []
            stop = ["\tn += n1", "\tif err != nil {", "\t\treturn", "\t}"]
            last = number == len(record.fields) - 1
            stop = stop[:1] if last else stop
            unmarshal += [*declared, f"\t{place}, n1, err = {inner}.Unmarshal(bs[n:])", *stop]
            skip += [*declared, f"\tn1, err = {inner}.Skip(bs[n:])", *stop]
        type_ = f"schema.{plain}"
        methods = (
            (f"Marshal(v {type_}, bs []byte) (n int)", marshal),
            (f"Unmarshal(bs []byte) (v {type_}, n int, err error)", unmarshal),
            (f"Size(v {type_}) (size int)", size),
            ("Skip(bs []byte) (n int, err error)", skip),
        )
        parts = [f"type mus{plain} struct{{}}\n"]
        for head, body in methods:
            lines = [f"func (mus{plain}) {head} {{", *body, "\treturn", "}"]
            parts.append("\n".join(lines) + "\n")
        return "\n".join(parts)
