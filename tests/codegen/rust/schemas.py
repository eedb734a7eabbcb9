"""Schemas that are hard on generated Rust, and values for any schema."""

from __future__ import annotations

import itertools

from serbench.schema.model import (
    Enum,
    EnumRef,
    Field,
    Kind,
    ListOf,
    MapOf,
    OptionalOf,
    Record,
    RecordRef,
    Scalar,
    Schema,
)

BOOL, I8, I16, I32, I64, U8, U16, U32, U64, F32, F64, STRING, BYTES = map(Scalar, Kind)

# Names from data that would break, or break out of, careless code.
HOSTILE = [
    "@type", "class", "next", "2x", '"; system("touch x") //', "*/ fn main() {", "\n", "\\", "",
    " ", "self", "Self", "super", "crate", "type", "fn", "r#type", "async", "gen", "_",
    "__proto__", "Grüße", "世界", "\u202e", "\x00", "a b", "a-b", "a_b", "aB", "A_B", "{}",
    "{field}", "%s", "$x", "set_kind", "push_kinds", "get_kind", "insert_kinds", "kind", "kinds",
    "clone", "clear", "merge", "out", "json", "sum", "value", "message", "item", "deserializer",
    "__field0", "Some", "None", "Ok",
]  # fmt: skip

# Type names that Rust's prelude, serde, prost or the generated code itself use.
TAKEN = [
    "Option", "Vec", "String", "Box", "Value", "Some", "None", "Ok", "Err", "Result", "Clone",
    "Copy", "Self", "Root", "Types", "Bytes", "BTreeMap", "Serialize", "Deserialize", "Visit",
    "Message", "From", "Default", "Debug", "HTTPServer", "HttpServer", "Http_server", "str",
    "u32", "List", "ListOfF64",
]  # fmt: skip


def hostile() -> Schema:
    """Every hostile name as a field and as a symbol, every taken name as a record."""
    kind = Enum("Kind", tuple(HOSTILE))
    fields = [Field(name, I32) for name in HOSTILE if name not in ("kind", "kinds", "set_kind")]
    fields += [
        Field("kind", EnumRef("Kind")),
        Field("kinds", ListOf(EnumRef("Kind"))),
        Field("set_kind", EnumRef("Kind")),
        Field("kind_of", MapOf(EnumRef("Kind"))),
        *(Field(f"{name}?", OptionalOf(RecordRef(name))) for name in TAKEN),
        Field("lists", MapOf(ListOf(F64))),
    ]
    # Each of them holds the root again, so that all are boxed.
    back = OptionalOf(RecordRef("Top"))
    records = [Record(name, (Field("text", STRING), Field("top", back))) for name in TAKEN]
    return Schema("hostile", "Top", (Record("Top", tuple(fields)), *records), (kind,))


def large() -> Schema:
    """More fields than a word has bits, an enum of 250 symbols, records without fields, nesting."""
    kinds = list(Kind)
    wide = Record("Wide", tuple(Field(f"f{i}", Scalar(kinds[i % len(kinds)])) for i in range(70)))
    country = Enum("Country", tuple(f"country {i}" for i in range(250)))
    empty = Record("Empty", ())
    deep = MapOf(MapOf(ListOf(OptionalOf(STRING))))
    top = Record(
        "Top",
        (
            Field("wide", RecordRef("Wide")),
            Field("country", EnumRef("Country")),
            Field("countries", MapOf(ListOf(OptionalOf(EnumRef("Country"))))),
            Field("empty", RecordRef("Empty")),
            Field("maybe_empty", OptionalOf(RecordRef("Empty"))),
            Field("empties", ListOf(RecordRef("Empty"))),
            Field("deep", deep),
            Field("deeper", ListOf(ListOf(OptionalOf(deep)))),
            Field("maybe_list", OptionalOf(ListOf(OptionalOf(BYTES)))),
            Field("maybe_map", OptionalOf(MapOf(F32))),
            Field("blobs", MapOf(BYTES)),
            Field("maybe_blob", OptionalOf(BYTES)),
            Field("floats", ListOf(OptionalOf(F32))),
            Field("doubles", OptionalOf(ListOf(F64))),
            Field("tops", ListOf(RecordRef("Top"))),
            Field("by_name", MapOf(OptionalOf(RecordRef("Top")))),
            Field("next", OptionalOf(RecordRef("Middle"))),
        ),
    )
    # Boxed by prost though not by the schema: a record on the way round that is not optional.
    middle = Record("Middle", (Field("inner", RecordRef("Inner")), Field("weight", F64)))
    inner = Record("Inner", (Field("top", OptionalOf(RecordRef("Top"))),))
    return Schema("large", "Top", (top, wide, empty, middle, inner), (country,))


EDGES = {
    Kind.BOOL: [True, False],
    Kind.I8: [0, -(2**7), 2**7 - 1, -1],
    Kind.I16: [0, -(2**15), 2**15 - 1, -1],
    Kind.I32: [0, -(2**31), 2**31 - 1, -1],
    Kind.I64: [0, -(2**63), 2**63 - 1, -1],
    Kind.U8: [0, 2**8 - 1, 127, 128],
    Kind.U16: [0, 2**16 - 1, 127, 128],
    Kind.U32: [0, 2**32 - 1, 127, 128],
    Kind.U64: [0, 2**64 - 1, 2**63, 1],
    # The third lies between two floats: rounding it twice is not rounding it once.
    Kind.F32: [0.0, -0.0, 1.0000000596046448, 3.4028234663852886e38, 1e-45, 0.1],
    Kind.F64: [0.0, -0.0, 5e-324, 1.7976931348623157e308, 0.1, 0.30000000000000004],
    Kind.STRING: ["", "a", "\x00", "Grüße, 世界 🙂", '"\\\n\u2028', "x" * 300],
    Kind.BYTES: ["", "AA==", "AP+A", "AQID" * 100],
}


def values(schema: Schema, count: int, depth: int = 4) -> list[dict]:
    """Canonical values that go round the edges of every type. -0.0 keeps out of maps, where
    prost cannot hold it: a test of its own shows that."""
    turns = itertools.count()

    def make(type_, depth, in_map=False):
        turn = next(turns)
        match type_:
            case Scalar(kind):
                edges = EDGES[kind]
                value = edges[turn % len(edges)]
                return 0.0 if in_map and value == 0 and kind in (Kind.F32, Kind.F64) else value
            case EnumRef(name):
                symbols = schema.enum(name).symbols
                return symbols[turn % len(symbols)]
            case RecordRef(name):
                fields = schema.record(name).fields
                return {f.name: make(f.type, depth - 1) for f in fields}
            case OptionalOf(item):
                return None if depth <= 0 or turn % 3 == 0 else make(item, depth)
            case ListOf(item):
                return [make(item, depth - 1) for _ in range(turn % 4 if depth > 0 else 0)]
            case MapOf(value):
                keys = ["", "b", "a", "é", "Z\x00"][: turn % 6 if depth > 0 else 0]
                return {key: make(value, depth - 1, True) for key in keys}

    return [make(RecordRef(schema.root), depth) for _ in range(count)]


def emptiest(schema: Schema) -> dict:
    """Nothing wherever there may be nothing."""
    return values(schema, 1, depth=0)[0]
