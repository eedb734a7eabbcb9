"""Random schemas over the whole type model, and random values of them (hypothesis).

    @given(st.data())
    def test_something(data):
        schema = data.draw(schemas())
        values = data.draw(st.lists(values_of(schema), min_size=1, max_size=5))

Both are bounded: a schema has at most five records of six fields, a value a few
hundred leaves.
"""

from __future__ import annotations

import base64
import os
from dataclasses import replace
from random import Random
from typing import Any, TypeVar

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from serbench.schema.absence import telling_absent
from serbench.schema.logical import BY_WORD, MOST_DIGITS, Decimal, Logical, Uuid
from serbench.schema.model import (
    INTEGER_RANGE,
    KEY,
    VALUE,
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
    nested_types,
    scalar_of,
)
from serbench.schema.nonfinite import NUMBERS
from serbench.schema.variants import Unions
from serbench.workloads.generation.logical import edges, random_value

# Names that some language, format or library keeps for itself, or that break naive code.
HOSTILE_NAMES = (
    "", " ", "@type", "$ref", "#", "_id", "__proto__", "__init__", "_", "__", "2x", "1", "a-b",
    "a_b", "a b", "aB", "AB", "ab", "A_b", "class", "struct", "type", "fn", "match", "self",
    "Self", "super", "crate", "next", "default", "namespace", "template", "operator", "int",
    "long", "string", "str", "list", "map", "dict", "None", "null", "true", "None_", "func",
    "package", "import", "interface", "extends", "union", "enum", "bool", "i32", "u64", "f64",
    "raw_json", "wire", "Annotated", "msgspec", "value", "values", "key", "has_x", "x", "set_x",
    "x_size", "clear", "descriptor", "swap", "new", "getClass", "hashCode", "toString", "equals",
    "clone", "encode", "decode", "serialize", "schema", 'a"b', "a\\b", "a\x0ab", "a\x09b",
    "a\x00b", "*/", "//", "/*", "#define x", "%s%n", "{}", "${x}", "`", "'",
    '"; system("touch x"); //', "\\u0022", "\x7f", "\u2028", "é", "名前", "🙂", "\u202egnp", "ﬁ",
    "İ", "a.b", "a[0]", "$.a", "a/b", "..", "<b>", "&amp;", "--", "x" * 70, "very long name " * 8,
)  # fmt: skip

TYPE_NAMES = (
    "Root", "User", "Node", "Tree", "Item", "String", "Vec", "Option", "Box", "Result", "Value",
    "Object", "Integer", "List", "Map", "Type", "Enum", "Error", "Codec", "Driver", "Class", "Std",
    "HttpURL", "Http_Url", "httpUrl", "X", "Message", "Struct", "Data", "Any",
)  # fmt: skip


# `make fuzz` has ten times as many examples of each property as the usual run.
TIMES = int(os.environ.get("SERBENCH_EXAMPLES", "1"))
Drawn = TypeVar("Drawn")


def examples(count: int, **others: Any) -> settings:
    """Settings of a property whose examples take long: so many of them in the usual run."""
    return settings(max_examples=count * TIMES, deadline=None, **others)


def drawn(strategy: st.SearchStrategy[Drawn]) -> Drawn:
    """What `SERBENCH_SEED` draws, in every process the same."""
    found: list[Drawn] = []

    # Of two, since the first is always the simplest there is, which proves next to nothing.
    @seed(os.environ["SERBENCH_SEED"])  # conftest.py has set it if nobody else has
    @settings(
        max_examples=2,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(strategy)
    def draw(example: Drawn) -> None:
        found.append(example)

    draw()
    return found[-1]


def texts(max_size: int = 12) -> st.SearchStrategy[str]:
    """Any text without lone surrogates."""
    return st.text(st.characters(exclude_categories=["Cs"]), max_size=max_size)


def wire_names() -> st.SearchStrategy[str]:
    """Names of fields and symbols: mostly hostile, some ordinary, some at random."""
    ordinary = st.sampled_from(["id", "name", "created_at", "url", "count", "children", "parent"])
    return st.one_of(ordinary, st.sampled_from(HOSTILE_NAMES), texts(8))


@st.composite
def schemas(
    draw: st.DrawFn,
    names: st.SearchStrategy[str] | None = None,
    kinds: tuple[Kind, ...] = tuple(Kind),
    max_records: int = 4,
    max_fields: int = 5,
    min_fields: int = 1,
) -> Schema:
    """Schemas with enums, nested containers and recursive records.

    `names` gives the wire names of fields and symbols, `kinds` says which scalars there are. All
    records and enums are reachable, and stand in the order `schema_of` meets them.
    """
    names = wire_names() if names is None else names
    type_names = draw(st.permutations(TYPE_NAMES))
    records = type_names[: draw(st.integers(1, max_records))]
    enums = [
        Enum(name, tuple(draw(st.lists(names, min_size=1, max_size=5, unique=True))))
        for name in type_names[len(records) : len(records) + draw(st.integers(0, 2))]
    ]
    made = []
    for i, record in enumerate(records):
        # A record may hold later ones as they are, and any, itself too, where there may be none.
        anywhere = _types(kinds, enums, records)
        inline = _types(kinds, enums, records[i + 1 :], anywhere)
        wire = draw(st.lists(names, min_size=min_fields, max_size=max_fields, unique=True))
        made.append(Record(record, tuple(Field(name, draw(inline)) for name in wire)))
    return _in_order(records[0], made, enums)


@st.composite
def schemas_with_unions(draw: st.DrawFn, names: st.SearchStrategy[str] | None = None) -> Schema:
    """As `schemas`, with unions in the root, as they are and in containers. Their records have no
    other records in them."""
    names = wire_names() if names is None else names
    schema = draw(schemas(names, max_records=3, max_fields=3))
    scalars = st.sampled_from([Kind.I32, Kind.STRING, Kind.BOOL, Kind.F64]).map(Scalar)
    held = Record("Held", tuple(Field(n, draw(scalars)) for n in draw(_few(names))))
    unions = Unions()
    choices = [
        st.just(Scalar(Kind.BOOL)),
        st.sampled_from([kind for kind in Kind if kind in INTEGER_RANGE or kind == "f64"]).map(
            Scalar
        ),
        st.sampled_from([Scalar(Kind.STRING), Scalar(Kind.BYTES)]),
        scalars.map(ListOf),
        st.one_of(scalars.map(MapOf), st.just(RecordRef(held.name))),
    ]
    root = schema.record(schema.root)
    wire = draw(st.lists(names, min_size=1, max_size=3, unique=True))
    fields = []
    for name in wire:
        chosen = draw(st.lists(st.sampled_from(choices), min_size=2, unique_by=id))
        union = unions.of([draw(choice) for choice in chosen])
        around = st.sampled_from([lambda t: t, ListOf, MapOf, OptionalOf])
        fields.append(Field(name, draw(around)(union)))
    kept = [f for f in root.fields if f.name not in wire]
    is_held = any(RecordRef(held.name) in union.variants for union in unions.all())
    others = [r for r in schema.records if r != root]
    made = [replace(root, fields=(*kept, *fields)), *others, *[held] * is_held]
    return _in_order(schema.root, made, list(schema.enums), unions.all())


@st.composite
def typed_schemas(draw: st.DrawFn, names: st.SearchStrategy[str] | None = None) -> Schema:
    """As `schemas`, with logical types, a map whose keys are no text, and fields that tell absent
    from null."""
    schema = draw(schemas(names, max_records=3))
    entry = Record("Entry", (Field(KEY, draw(_keys(schema))), Field(VALUE, draw(_logical_types))))
    records = [
        replace(record, fields=tuple(draw(_typed(f)) for f in record.fields))
        for record in schema.records
    ]
    map_ = ListOf(RecordRef(entry.name), is_map=True)
    around = draw(st.sampled_from([map_, ListOf(map_), OptionalOf(map_), MapOf(OptionalOf(map_))]))
    entries = Field("entries of a map", around)
    at = [record.name for record in records].index(schema.root)
    records[at] = replace(records[at], fields=(*records[at].fields, entries))
    made = replace(schema, records=(*records, entry))
    optional = [
        (record.name, field.name)
        for record in records
        for field in record.fields
        if isinstance(field.type, OptionalOf)
    ]
    return telling_absent(made, [place for place in optional if draw(st.booleans())])


_logical_types = st.one_of(
    st.sampled_from(list(BY_WORD.values())),
    st.integers(1, MOST_DIGITS).flatmap(
        lambda precision: st.integers(0, precision).map(lambda scale: Decimal(precision, scale))
    ),
).map(scalar_of)


def _keys(schema: Schema) -> st.SearchStrategy[Type]:
    kinds = [Kind.BOOL, Kind.STRING, *INTEGER_RANGE]
    enums: list[Type] = [EnumRef(enum.name) for enum in schema.enums]
    return st.sampled_from([*map(Scalar, kinds), scalar_of(Uuid()), *enums])


@st.composite
def _typed(draw: st.DrawFn, field: Field) -> Field:
    def typed(type_: Type) -> Type:
        match type_:
            case Scalar():
                return draw(st.one_of(st.just(type_), _logical_types))
            case ListOf(item):
                return ListOf(typed(item))
            case MapOf(value):
                return MapOf(typed(value))
            case OptionalOf(item):
                return OptionalOf(typed(item))
            case _:
                return type_

    return Field(field.name, typed(field.type))


def _few(names: st.SearchStrategy[str]) -> st.SearchStrategy[list[str]]:
    return st.lists(names, min_size=1, max_size=3, unique=True)


def _types(
    kinds: tuple[Kind, ...],
    enums: list[Enum],
    records: list[str],
    inner: st.SearchStrategy[Type] | None = None,
) -> st.SearchStrategy[Type]:
    """Types whose direct records are among `records`, and whose contained ones are in `inner`."""
    leaves = [st.sampled_from(kinds).map(Scalar)]
    if enums:
        leaves.append(st.sampled_from(enums).map(lambda enum: EnumRef(enum.name)))
    if records:
        leaves.append(st.sampled_from(records).map(RecordRef))
    leaf = st.one_of(leaves)

    def containers(element: st.SearchStrategy[Type]) -> st.SearchStrategy[Type]:
        return st.one_of(
            element.map(ListOf),
            element.map(MapOf),
            element.map(lambda t: t if isinstance(t, OptionalOf) else OptionalOf(t)),
        )

    if inner is not None:
        return st.one_of(leaf, containers(inner))
    return st.recursive(leaf, containers, max_leaves=3)


def _in_order(
    root: str, records: list[Record], enums: list[Enum], unions: tuple[Union, ...] = ()
) -> Schema:
    """The reachable part, in the order in which a walk from the root meets it."""
    by_name = {record.name: record for record in records}
    met: dict[str, None] = {}
    met_enums: dict[str, None] = {}
    of_union = {union.name: union for union in unions}

    def visit(name: str) -> None:
        if name in met:
            return
        met[name] = None
        for field in by_name[name].fields:
            for type_ in nested_types(field.type):
                if isinstance(type_, RecordRef):
                    visit(type_.name)
                elif isinstance(type_, EnumRef):
                    met_enums[type_.name] = None
                elif isinstance(type_, UnionRef):
                    for variant in of_union[type_.name].variants:
                        if isinstance(variant, RecordRef):
                            visit(variant.name)

    visit(root)
    of_enums = {enum.name: enum for enum in enums}
    return Schema(
        "random",
        root,
        tuple(by_name[n] for n in met),
        tuple(of_enums[n] for n in met_enums),
        unions=unions,
    )


def values_of(
    schema: Schema, max_depth: int = 5, *, nonfinite: bool = False
) -> st.SearchStrategy[dict[str, Any]]:
    """Canonical values of the schema's root (docs/protocol.md), as JSON decodes to: bytes are
    base64, enums names. Beyond `max_depth` records or containers nothing is optional, and
    lists and maps are empty. With `nonfinite`, floats may be NaN and infinite."""
    return _values(schema, RecordRef(schema.root), max_depth, nonfinite)


@st.composite
def _values(draw: st.DrawFn, schema: Schema, type_: Type, depth: int, nonfinite: bool) -> Any:
    def values(type_: Type, depth: int) -> st.SearchStrategy[Any]:
        return _values(schema, type_, depth, nonfinite)

    most = 3 if depth > 3 else 2 if depth > 1 else 0
    match type_:
        case Scalar(logical=logical) if logical:
            return draw(logical_values_of(logical))
        case Scalar(kind):
            if nonfinite and kind in (Kind.F32, Kind.F64) and draw(st.booleans()):
                return draw(st.sampled_from(sorted(NUMBERS)))
            return draw(SCALARS[kind])
        case EnumRef(name):
            return draw(st.sampled_from(schema.enum(name).symbols))
        case RecordRef(name):
            fields = schema.record(name).fields
            return {f.name: draw(values(f.type, depth - 1)) for f in fields}
        case UnionRef(name):
            variants = schema.union(name).variants
            # A union's own float is none.
            return draw(
                st.one_of(
                    SCALARS[v.kind] if isinstance(v, Scalar) else values(v, depth) for v in variants
                )
            )
        case OptionalOf(item):
            if depth <= 0 or draw(st.booleans()):
                return None
            return draw(values(item, depth))
        case ListOf(RecordRef() as entry, is_map=True):
            some = draw(st.lists(values(entry, depth), max_size=3))
            unique = {each[KEY]: each for each in some}
            fields = schema.entry_fields(entry)
            if fields and isinstance(key := fields[0].type, EnumRef):
                symbols = schema.enum(key.name).symbols
                return [unique[symbol] for symbol in symbols if symbol in unique]
            return [unique[key] for key in sorted(unique)]
        case ListOf(item):
            return draw(st.lists(values(item, depth - 1), max_size=most))
        case MapOf(value):
            keys = st.one_of(texts(6), st.sampled_from(["a", "b", "", "é", "\0", "~", "🙂"]))
            return draw(st.dictionaries(keys, values(value, depth - 1), max_size=most))


def logical_values_of(logical: Logical) -> st.SearchStrategy[Any]:
    """Lowered canonical values of a logical type: its edges, and any."""
    some = st.integers(0, 2**32).map(lambda number: random_value(logical, Random(number)))
    return st.one_of(st.sampled_from(list(edges(logical).values())), some)


def _integers(kind: Kind) -> st.SearchStrategy[int]:
    low, high = INTEGER_RANGE[kind]
    edges = [n for n in (low, high, 0, 1, 127, 128, 2**16) if low <= n <= high]
    return st.one_of(st.integers(low, high), st.sampled_from(edges))


SCALARS: dict[Kind, st.SearchStrategy[Any]] = {
    Kind.BOOL: st.booleans(),
    **{kind: _integers(kind) for kind in INTEGER_RANGE},
    Kind.F32: st.floats(allow_nan=False, allow_infinity=False, width=32),
    Kind.F64: st.floats(allow_nan=False, allow_infinity=False),
    Kind.STRING: st.one_of(
        texts(),
        st.sampled_from(["", "\0", '"\\/\b\f\n\r\t', "🙂" * 5, "a" * 300, "\ufeff" * 30, "𠮷"]),
    ),
    Kind.BYTES: st.binary(max_size=20).map(lambda raw: base64.b64encode(raw).decode()),
}
