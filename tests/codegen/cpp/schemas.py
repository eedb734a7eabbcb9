"""Schemas that C++ generators stumble over, for several tests."""

from serbench.codegen.cpp.types import RESERVED
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

STRING = Scalar(Kind.STRING)
I64 = Scalar(Kind.I64)

HOSTILE_NAMES = (
    *sorted(RESERVED),
    *("2x", "a b", "a-b", "a_b", "aB", "AB", "__x", "_Upper", "x__y", "日本", "é", "", " ", "_"),
    *('"', '"; system("touch x")', "'", "\\", "\\n", "a\nb", "*/", "/*", "//", "??/", "??=", "%s"),
    *("$x", "$(touch x)", "a\0b", "\x7f", "#define x", ")", "))", "NULL", "EOF", "INFINITY", "NAN"),
    *("has_x", "set_x", "clear_x", "mutable_x", "x", "x_size", "descriptor", "clear", "swap"),
    *("arena", "value", "from", "to", "total", "message", "put", "get", "sum", "size", "record"),
    "long" * 100,
    "long" * 100 + "er",
)
HOSTILE_TYPES = (
    *("NULL", "EOF", "INFINITY", "class", "int", "std", "Box", "schema", "serbench", "Schema"),
    *("a b", "a-b", "Root", "root", "ROOT", "RootMessage", "Message", "Arena", "T", "2x", ""),
    *('"; system("touch x")', "*/", "Type" * 30, "Type" * 30 + "s", "BUFSIZ", "F", "boost"),
)
SYMBOLS = ("set", "cur", "end", "NULL", "class", "2x", "2-x", "", "descriptor", "MAX", "*/", '"\n')


def hostile() -> Schema:
    """Names of every dangerous kind: fields, types and symbols."""
    fields = tuple(Field(name, STRING) for name in HOSTILE_NAMES)
    uses = tuple(Field(f"use{i}", OptionalOf(RecordRef(t))) for i, t in enumerate(HOSTILE_TYPES))
    enums = (
        Field("seek", EnumRef("SEEK")),
        Field("seeks", ListOf(EnumRef("SEEK"))),
        Field("by name", MapOf(EnumRef("SEEK"))),
    )
    types = tuple(Record(name, (Field("a", STRING),)) for name in HOSTILE_TYPES)
    root = Record("Hostile", fields + uses + enums)
    return Schema("hostile", "Hostile", (root, *types), (Enum("SEEK", SYMBOLS),))


def hostile_value() -> dict:
    return {
        **{name: name for name in HOSTILE_NAMES},
        **{f"use{i}": {"a": name} for i, name in enumerate(HOSTILE_TYPES)},
        "seek": "*/",
        "seeks": list(SYMBOLS),
        "by name": {symbol: symbol for symbol in SYMBOLS},
    }


def large() -> Schema:
    """More members and symbols than Boost.Describe's macros take, records of none; and lists for
    many numbers."""
    wide = Record("Wide", tuple(Field(f"field_{i}", I64) for i in range(200)))
    empty = Record("Empty", ())
    root = Record(
        "Large",
        (
            Field("wide", RecordRef("Wide")),
            Field("code", EnumRef("Code")),
            Field("empty", RecordRef("Empty")),
            Field("maybe", OptionalOf(RecordRef("Empty"))),
            Field("empties", ListOf(RecordRef("Empty"))),
            Field("doubles", ListOf(Scalar(Kind.F64))),
            Field("floats", ListOf(Scalar(Kind.F32))),
        ),
    )
    codes = Enum("Code", tuple(f"C{i}" for i in range(260)))
    return Schema("large", "Large", (root, wide, empty), (codes,))


def large_value() -> dict:
    return {
        "wide": {f"field_{i}": (-1) ** i * i**8 for i in range(200)},
        "code": "C259",
        "empty": {},
        "maybe": {},
        "empties": [{}, {}, {}],
        "doubles": [],
        "floats": [],
    }


def recursive() -> Schema:
    """Every way in which a record may hold itself, and two that hold each other."""
    tree = RecordRef("Tree")
    fields = (
        Field("label", STRING),
        Field("next", OptionalOf(tree)),
        Field("children", ListOf(tree)),
        Field("holes", ListOf(OptionalOf(tree))),
        Field("named", MapOf(tree)),
        Field("named_holes", MapOf(OptionalOf(tree))),
        Field("maybe_list", OptionalOf(ListOf(tree))),
        Field("maybe_map", OptionalOf(MapOf(tree))),
        Field("grid", ListOf(ListOf(tree))),
        Field("other", OptionalOf(RecordRef("Other"))),
    )
    other = Record("Other", (Field("back", OptionalOf(tree)), Field("flags", ListOf(BOOL))))
    return Schema("recursive", "Tree", (Record("Tree", fields), other))


BOOL = Scalar(Kind.BOOL)


def tree(label: str, **parts: object) -> dict:
    leaf = {
        "label": label,
        "next": None,
        "children": [],
        "holes": [],
        "named": {},
        "named_holes": {},
        "maybe_list": None,
        "maybe_map": None,
        "grid": [],
        "other": None,
    }
    return {**leaf, **parts}


def recursive_value() -> dict:
    leaf = tree("leaf")
    return tree(
        "",
        next=tree("next", children=[leaf]),
        children=[leaf, tree("child", next=leaf)],
        holes=[None, leaf, None],
        named={"b": leaf, "": tree("empty key")},
        named_holes={"none": None, "some": leaf},
        maybe_list=[leaf, leaf],
        maybe_map={"k": tree("deep", maybe_list=[])},
        grid=[[], [leaf], [leaf, leaf]],
        other={"back": tree("back", other={"back": None, "flags": []}), "flags": [True, False]},
    )
