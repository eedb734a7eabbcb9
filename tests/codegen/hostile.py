"""Schemas of one shape whose names are attacks, and their twins with harmless ones."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, replace

from hypothesis import strategies as st

from serbench.codegen.go import types as go
from serbench.codegen.names import Names
from serbench.codegen.rust import types as rust
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
    Type,
    Union,
    UnionRef,
)
from serbench.schema.names import pascal_case
from tests.strategies import HOSTILE_NAMES, texts

# Ends of literals, comments and lines, escapes that are read twice, what templates and shells take.
ENDS = (
    *('"', '\\"', '\\\\"', "\\", "'", "`", '"#', '"###', 'r#"', ")--", '")', "*/", "/*", "//", "#"),
    *("\n", "\r", "\r\n", "\0", "\t", "\x0b", "\x1b[2J", "\x7f", "\x85", "\x9b31m", "\u2028"),
    *("\u2029", "\ufeff", "\u200b", "\u202e", "\u2066", "\u0301", "é", "名", "🙂", "\U0010ffff"),
    *("\\u0022", "\\uu0022", "\\u005c\\u0022", "\\u000a", "\\u002a/", "\\u{22}", "\\x22", "\\042"),
    *("\\N{DIGIT ONE}", "\\n", "\\\n", "??/", "??/\n", "??'", "<%", "%:", "%s%n", "{}", "{0}"),
    *("{{", "}}", "${x}", "$(touch x)", "#{x}", "<script>", "</script>", "]]>", "<!--", "-->"),
    *("&quot;", "&#34;", "\n#define public private", "\n#include </etc/passwd>", "\n#pragma once"),
    *("\n//go:embed x", "\n// ffjson: skip", "\npackage schema\n", "pub mod types;", "ROOT"),
    *('"; system("touch x"); //', '"sv, "', '")]', "; DROP TABLE x", "@0x1;", "= 1;"),
)  # fmt: skip
# Words that some language, format, library or generated code gives a meaning to, and what they
# stand beside: a name may be what another one is made into.
_WORDS = """
    x X x2 x_2 n2x 2x _ __ field type Type Field value key entry list map math.Pi bytes.x
    driver. schema. maps. slices. fmt. some none Some None Ok Err MIN MAX NULL EOF inf nan self
    SuppressWarnings Override Deprecated Serializable String Object Enum Void members main init
    init_ this record var yield sealed dyn gen string byte int32 any nil iota len append make
    error std std:: oneof reserved extensions syntax namespace struct union table root_type
    typedef binary Text Data AnyPointer const using import serialVersionUID wireName INSTANCE
    values valueOf ordinal hashCode serbench Root Box Vec Option List Map Layout Tables
    Documents Messages U64"""
WORDS = (*_WORDS.split(), "(empty name)")
_BEFORE = (
    "",
    "has_",
    "get_",
    "set_",
    "clear_",
    "mutable_",
    "init",
    "Optional",
    "ListOf",
    "EntryOf",
)
_AFTER = (
    "",
    "_",
    "_2",
    "2",
    "_field",
    "Field",
    "_size",
    "_list",
    "Bytes",
    "_type",
    "Message",
    "Ops",
)


def names() -> st.SearchStrategy[str]:
    """Mostly hostile: alone, one behind another, around what other names become, or very long."""
    known = st.sampled_from((*ENDS, *WORDS, *HOSTILE_NAMES))
    return st.one_of(
        known,
        st.lists(known, min_size=2, max_size=3).map("".join),
        st.builds("{}{}{}".format, *map(st.sampled_from, (_BEFORE, WORDS[:12], _AFTER))),
        st.builds(lambda name, size: (name * size)[:size], known, st.integers(300, 400)),
        texts(8),
    )


SCALARS: tuple[Type, ...] = tuple(map(Scalar, Kind))
_HELD = RecordRef("1")
_SYMBOL = EnumRef("3")
# Of fields of the root; the last is what `access` reads.
_ROOT: tuple[Type, ...] = (
    *SCALARS,
    OptionalOf(Scalar(Kind.I32)),
    OptionalOf(_SYMBOL),
    ListOf(Scalar(Kind.U8)),
    ListOf(OptionalOf(Scalar(Kind.STRING))),
    ListOf(ListOf(Scalar(Kind.F64))),
    MapOf(OptionalOf(_HELD)),
    MapOf(ListOf(_SYMBOL)),
    OptionalOf(MapOf(Scalar(Kind.BYTES))),
    RecordRef("2"),
    _SYMBOL,
    _HELD,
)
_INNER: tuple[Type, ...] = (
    OptionalOf(RecordRef("0")),
    EnumRef("4"),
    ListOf(_HELD),
    Scalar(Kind.STRING),
)


@st.composite
def schemas(draw: st.DrawFn) -> Schema:
    """Of one shape, which has every kind of type, with names from `names`."""
    return of_shape(
        lambda count: draw(st.lists(names(), min_size=count, max_size=count, unique=True))
    )


def of_shape(some: Callable[[int], list[str]]) -> Schema:
    """`some` gives so many distinct names."""
    types = dict(zip(map(str, range(5)), some(5), strict=True))

    def record(number: int, held: tuple[Type, ...]) -> Record:
        pairs = zip(some(len(held)), held, strict=True)
        return Record(types[str(number)], tuple(Field(n, _renamed(t, types)) for n, t in pairs))

    records = (record(0, _ROOT), record(1, _INNER), record(2, ()))
    enums = (Enum(types["3"], tuple(some(6))), Enum(types["4"], tuple(some(1))))
    return Schema(some(1)[0], types["0"], records, enums)


@st.composite
def schemas_with_unions(draw: st.DrawFn) -> Schema:
    """As `schemas`, with a union whose own name is hostile, too."""
    schema = draw(schemas())
    root, _, empty = schema.records
    taken = {part.name for part in (*schema.records, *schema.enums)}
    # One called as a scalar would take `OptionalString` from optional texts.
    scalars = {kind.value for kind in Kind}
    union = UnionRef(
        draw(
            names().filter(
                lambda name: name not in taken and pascal_case(name).lower() not in scalars
            )
        )
    )
    wire = draw(st.lists(names(), min_size=3, max_size=3, unique=True))
    types = (union, ListOf(OptionalOf(union)), MapOf(union))
    fields = tuple(Field(name, type_) for name, type_ in zip(wire, types, strict=True))
    kept = tuple(field for field in root.fields if field.name not in wire)
    variants = (
        Scalar(Kind.I64),
        EnumRef(schema.enums[0].name),
        ListOf(RecordRef(empty.name)),
        RecordRef(empty.name),
    )
    return replace(
        schema,
        records=(replace(root, fields=fields + kept), *schema.records[1:]),
        unions=(Union(union.name, variants),),
    )


def every_name() -> Schema:
    """All that is told above, as fields that need nothing else, and as symbols; the last is what
    `access` reads."""
    known = tuple(dict.fromkeys((*ENDS, *WORDS)))
    fields = (*(Field(name, Scalar(Kind.I64)) for name in known), Field("ENUM", EnumRef("E")))
    inner = Record("pub mod types;", (Field("pub mod types;", Scalar(Kind.I64)),))
    root = Record("Root", (*fields, Field('"last"', RecordRef(inner.name))))
    return Schema("*/", "Root", (root, inner), (Enum("E", known),))


def _renamed(type_: Type, types: dict[str, str]) -> Type:
    match type_:
        case RecordRef(name) | EnumRef(name) | UnionRef(name):
            return replace(type_, name=types[name])
        case ListOf(item) | OptionalOf(item):
            return replace(type_, item=_renamed(item, types))
        case MapOf(value):
            return MapOf(_renamed(value, types))
        case _:
            return type_


@dataclass(frozen=True)
class Twins:
    """`wire` maps the harmless schema's names to those of the hostile one."""

    hostile: Schema
    harmless: Schema
    wire: dict[str, str]


# How a language calls the parts of a schema.
NamesOf = Callable[[Schema], Names]


def twins(
    hostile: Schema, names_of: NamesOf = rust.names, kept: frozenset[str] = frozenset()
) -> Twins:
    """The harmless one has names of the same sort where generators write other code for some sorts,
    as an attribute for a name that is no identifier of the language whose `names_of` that is. Every
    name of it has "harmless" in it, and is there once; the empty one stays, and so do those `kept`,
    for which a language has code of their own."""
    wire: dict[str, str] = {"": ""}
    known = names_of(hostile)

    def new(name: str, form: str) -> str:
        made = form.format(len(wire))
        wire[made] = name
        return made

    def like(name: str, identifiers: dict[str, str], form: str) -> str:
        return name if name in kept else _like(name, identifiers, form, new)

    parts = (*hostile.records, *hostile.enums, *hostile.unions)
    types = {t.name: new(t.name, "Harmless{}") for t in parts}
    records = tuple(
        Record(
            types[record.name],
            tuple(
                Field(like(f.name, known.fields[record.name], "harmless_{}"), f.type)
                for f in record.fields
            ),
        )
        for record in hostile.records
    )
    enums = tuple(
        Enum(
            types[enum.name],
            tuple(like(s, known.symbols[enum.name], "Harmless{}") for s in enum.symbols),
        )
        for enum in hostile.enums
    )
    records = tuple(
        replace(r, fields=tuple(replace(f, type=_renamed(f.type, types)) for f in r.fields))
        for r in records
    )
    unions = tuple(
        Union(types[u.name], tuple(_renamed(v, types) for v in u.variants)) for u in hostile.unions
    )
    harmless = Schema("harmless", types[hostile.root], records, enums, unions=unions)
    return Twins(hostile, harmless, wire)


def _like(
    name: str, identifiers: dict[str, str], identifier: str, new: Callable[[str, str], str]
) -> str:
    """A harmless name of the same sort."""
    if not name:
        return ""
    if identifiers[name] == name:
        return new(name, identifier)
    if go.fits_tag(name):
        return new(name, "harmless {}")
    is_escaped = "\x7f" in name or json.dumps(name, ensure_ascii=False) != f'"{name}"'
    return new(name, 'harmless"{}' if is_escaped else "harmless,{}")
