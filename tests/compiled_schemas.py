"""The schemas that drivers are compiled for in tests, few since compilers are what takes the time.

- `WHOLE` holds everything that a schema can be: names that some language, format or library keeps
  for itself, more fields and symbols than a register, a macro or a method takes, every kind within
  every container, records that hold themselves in every way, records and enums of next to nothing.
  A codec whose format lacks some of it is compiled for the rest (`part_of`), with every operation.
- The workload `nested` is what every format can hold, and what studies have published sizes of. It
  is compiled as for a user who asks for no operations, for the core set and whatever else a test
  asks for.
- One random schema a day (tests/test_survival.py), one of logical types
  (tests/test_logical_types.py), one of unions (tests/test_unions.py) and small ones of
  tests/measure/test_conformance.py, each for codecs that are drawn by the day.

What a test says of drivers it says of those of `WHOLE` if that is possible.
"""

from __future__ import annotations

import os
import random
import struct
import unicodedata
from collections.abc import Collection, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import cache
from itertools import cycle
from math import inf, isfinite
from pathlib import Path
from typing import Any

from serbench.builders import optimization
from serbench.builders.codec import Codec
from serbench.catalog import all_codecs
from serbench.codegen.cpp.types import RESERVED as RESERVED_WORDS
from serbench.commands import setup
from serbench.languages.registry import LANGUAGES
from serbench.operations import BY_DEFAULT, NAMES
from serbench.preparation import drivers
from serbench.schema.features import INDIRECT_RECURSION, RECURSION, first_use, is_or_lists
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
    nested_types,
)
from serbench.schema.nonfinite import NUMBERS
from serbench.workloads.registry import find
from tests.codegen.cpp import schemas as cpp
from tests.codegen.rust import schemas as rust
from tests.conftest import VECTORS
from tests.strategies import HOSTILE_NAMES

# Compilers are done sooner than at the level that is measured.
LEVEL = 1
# What any codec has in C++ would be compiled once more for it: tests have smaller schemas for that.
OPERATIONS = tuple(name for name in NAMES if name not in ("encode-fresh", "decode-reused"))
# They differ from another codec by a setting; what names and types go through is the other's, and
# is compiled for it. They have what a setting may be of: `_OF_TWINS`.
TWINS = frozenset(
    {
        "cpp/boost-binary-noheader",
        "cpp/boost-json-no-utf8",
        "cpp/capnp-packed",
        "cpp/cereal-portable",
        "cpp/jsoncons-bson",
        "cpp/jsoncons-msgpack",
        "cpp/jsoncons-ubjson",
        "cpp/nlohmann-bjdata",
        "cpp/nlohmann-bson",
        "cpp/nlohmann-msgpack",
        "cpp/nlohmann-ubjson",
        "cpp/protobuf-bytes",
        "cpp/protobuf-unpacked",
        "cpp/rapidjson-utf8",
        "cpp/rapidjson-dom-simd",
        "cpp/thrift-json",
        "go/msgp-arrays",
        "go/shamaton-arrays",
        "go/sonic-std",
        "go/thrift-compact",
        "go/ugorji-msgpack",
        "go/vmihailenco-arrays",
        "go/vtprotobuf-unsafe",
        "rust/bson-document",
        "rust/rmp",
    }
)
KINDS = tuple(map(Scalar, Kind))
BOOL, I8, I16, I32, I64, U8, U16, U32, U64, F32, F64, STRING, BYTES = KINDS
EVERYTHING = Schema.from_dict(VECTORS[2]["schema"])
NESTED = find("nested").schema
TREE = RecordRef("Tree")
EMPTY = RecordRef("Empty")

_ALL_NAMES = dict.fromkeys((*cpp.HOSTILE_NAMES, *rust.HOSTILE, *HOSTILE_NAMES))
_NOT_OF_CPP = frozenset((*rust.HOSTILE, *HOSTILE_NAMES))
# Words that only C++ reserves have a schema of their own, `RESERVED`.
FIELD_NAMES = tuple(n for n in _ALL_NAMES if n not in RESERVED_WORDS or n in _NOT_OF_CPP)
# More than a byte can count.
SYMBOLS = tuple(dict.fromkeys((*cpp.SYMBOLS, *FIELD_NAMES, *(f"country {i}" for i in range(100)))))
TYPE_NAMES = tuple(
    name for name in dict.fromkeys((*cpp.HOSTILE_TYPES, *rust.TAKEN)) if name != "Types"
)


def _tree() -> Record:
    """Every way in which a record may hold itself, and some that lead through others."""
    return Record(
        "Tree",
        (
            Field("label", STRING),
            Field("next", OptionalOf(TREE)),
            Field("children", ListOf(TREE)),
            Field("holes", ListOf(OptionalOf(TREE))),
            Field("named", MapOf(TREE)),
            Field("named_holes", MapOf(OptionalOf(TREE))),
            Field("maybe_list", OptionalOf(ListOf(TREE))),
            Field("maybe_map", OptionalOf(MapOf(TREE))),
            Field("grid", ListOf(ListOf(TREE))),
            Field("other", OptionalOf(RecordRef("Other"))),
            Field("middle", OptionalOf(RecordRef("Middle"))),
            Field("weights", MapOf(F64)),
            # Pointers to maps of records in lists, in Go; the name is that of a package there.
            Field("schema_ffjson.a", ListOf(OptionalOf(MapOf(TREE)))),
            Field("b", ListOf(MapOf(ListOf(OptionalOf(TREE))))),
        ),
    )


def _whole() -> Schema:
    containers = (
        Field("countries", MapOf(ListOf(OptionalOf(EnumRef("Symbol"))))),
        Field("symbols", ListOf(EnumRef("Symbol"))),
        Field("by symbol", MapOf(EnumRef("Symbol"))),
        Field("deeper", ListOf(ListOf(OptionalOf(MapOf(MapOf(ListOf(OptionalOf(STRING)))))))),
        Field("lists", MapOf(ListOf(F64))),
        Field("maybe_blobs", OptionalOf(ListOf(OptionalOf(BYTES)))),
        Field("maybe_floats", OptionalOf(MapOf(F32))),
        Field("blob_of", MapOf(BYTES)),
        Field("float_holes", ListOf(OptionalOf(F32))),
        Field("maybe_doubles", OptionalOf(ListOf(F64))),
        Field("doubles", ListOf(F64)),
        Field("floats", ListOf(F32)),
        Field("texts", ListOf(STRING)),
        # Many libraries take some of them for characters, text or bytes.
        Field("i8s", ListOf(I8)),
        Field("u8s", ListOf(U8)),
        Field("i16s", ListOf(I16)),
        Field("u16s", ListOf(U16)),
        Field("maybe_u8s", OptionalOf(ListOf(U8))),
        Field("u8_grid", ListOf(ListOf(U8))),
        Field("u8s_of", MapOf(ListOf(U8))),
        Field("i8_of", MapOf(I8)),
        Field("u8_holes", ListOf(OptionalOf(U8))),
        Field("u16_holes_of", MapOf(OptionalOf(U16))),
        Field("empty", EMPTY),
        Field("maybe_empty", OptionalOf(EMPTY)),
        Field("empties", ListOf(EMPTY)),
        Field("types", OptionalOf(RecordRef("Types"))),
    )
    root = tuple(
        replace(f, type=TREE) if f.name == "tree" else f
        for f in EVERYTHING.record(EVERYTHING.root).fields
    )
    taken = {f.name for f in (*root, *containers)}
    names = [name for name in FIELD_NAMES if name not in taken]
    # Every kind, and more optional ones than a register has bits. The last is what `access` reads.
    wide = tuple(
        Field(name, kind if i % 3 else OptionalOf(kind))
        for i, name in enumerate(names)
        for kind in [KINDS[i % len(KINDS)]]
    )
    # Names of types: every eighth a record, which leads back, so that it is boxed; else an enum of
    # one symbol, since enums share the records' names and take a compiler less time.
    back = OptionalOf(RecordRef("Types"))
    records = [name for i, name in enumerate(TYPE_NAMES) if i % 8 == 0]
    types = Record(
        "Types",
        tuple(
            Field(f"{name}?", OptionalOf(RecordRef(name) if name in records else EnumRef(name)))
            for name in TYPE_NAMES
        ),
    )
    return Schema(
        "whole",
        "Whole",
        (
            Record("Whole", (*root, *containers, *wide)),
            EVERYTHING.record("Scalars"),
            _tree(),
            Record("Other", (Field("back", OptionalOf(TREE)), Field("flags", ListOf(BOOL)))),
            # prost has to box these though the schema does not: a record on the way round that is
            # not optional.
            Record("Middle", (Field("inner", RecordRef("Inner")), Field("weight", F64))),
            Record("Inner", (Field("tree", OptionalOf(TREE)),)),
            Record("Empty", ()),
            types,
            *(Record(name, (Field("text", STRING), Field("back", back))) for name in records),
        ),
        (
            *EVERYTHING.enums,
            Enum("Symbol", SYMBOLS),
            *(Enum(name, (name,)) for name in TYPE_NAMES if name not in records),
        ),
    )


WHOLE = _whole()
_OF_TWINS = frozenset(
    (
        *("tree", "scalars", "holes", "grid", "maps", "flags", "colours", "lists", "u8_holes"),
        *("blobs", "maybe_blobs", "blob_of", "doubles", "floats", "texts"),
        *("i8s", "u8s", "i16s", "u16s"),
    )
)
# For C++ codecs whose library generates code: names that are keywords, or macros of some header.
RESERVED = Schema(
    "reserved",
    "Reserved",
    (Record("Reserved", tuple(Field(name, STRING) for name in sorted(RESERVED_WORDS))),),
)


def tree(label: str, **parts: Any) -> dict[str, Any]:
    """A leaf, but for these parts."""
    leaf = {f.name: _nothing(f.type) for f in WHOLE.record("Tree").fields}
    return {**leaf, "label": label, **parts}


def _nothing(type_: Type) -> Any:
    return {OptionalOf: None, ListOf: [], MapOf: {}}.get(type(type_))


def _full() -> dict[str, Any]:
    """Something of everything."""
    leaf = tree("leaf")
    types = {
        f.name: {"text": f.name, "back": None}
        if isinstance(f.type, OptionalOf) and isinstance(f.type.item, RecordRef)
        else f.name.removesuffix("?")
        for f in WHOLE.record("Types").fields
    }
    nowhere = dict.fromkeys(types)
    first = next(name for name, value in types.items() if isinstance(value, dict))
    [edges] = rust.values(WHOLE, 1, depth=1)
    return {
        **edges,
        **VECTORS[2]["values"][0],
        "tree": tree(
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
            middle={"inner": {"tree": leaf}, "weight": 0.5},
            weights={"b": 1.5, "a": 1e308, "": 0.1, "é": -1.0, "Z": 2.0},
            **{"schema_ffjson.a": [None, {"x": leaf}], "b": [{"y": [leaf, None]}]},
        ),
        "countries": {"x": ["country 99", None]},
        "symbols": list(SYMBOLS),
        "by symbol": {symbol: symbol for symbol in SYMBOLS},
        "deeper": [[None, {"x": {"y": ["z", None]}}], []],
        "lists": {"x": [1.5], "": []},
        "maybe_blobs": ["", None, "AA=="],
        "maybe_floats": {"x": 0.1},
        "blob_of": {"x": "AQID"},
        "float_holes": [None, 0.1],
        "i8s": [-128, -1, 0, 127],
        "u8s": [0, 10, 127, 128, 255],
        "i16s": [-32768, -1, 0, 32767],
        "u16s": [0, 128, 32768, 65535],
        "maybe_u8s": [200],
        "u8_grid": [[], [34, 92], [255]],
        "u8s_of": {"": [], "x": [0, 255]},
        "i8_of": {"low": -128, "high": 127},
        "u8_holes": [None, 255, 0],
        "u16_holes_of": {"none": None, "high": 65535},
        "maybe_doubles": [],
        "empties": [{}, {}, {}],
        "maybe_empty": {},
        "types": {**types, first: {"text": "", "back": {**nowhere, first: types[first]}}},
    }


FULL = _full()
EMPTIEST = rust.emptiest(WHOLE)
# What `values` makes besides goes round the edges of every type.
VALUES = [FULL, EMPTIEST, *rust.values(WHOLE, 24, depth=3)]


def _double(bits: int) -> float:
    [value] = struct.unpack("<d", struct.pack("<Q", bits))
    return float(value)


def numbers() -> dict[str, list[float]]:
    """Doubles that readers round wrongly, and any others."""
    some = random.Random(7)
    hard = [
        *(0.0, -0.0, 5e-324, -5e-324, 2.2250738585072011e-308, 2.2250738585072014e-308, 1e23),
        *(1.7976931348623157e308, 9007199254740993.0, 0.1, 123456789012345678901234567890.0),
        *(8.41e21, 9.5e-3, 2.0**63, 2.0**64, 1e15, 1e16, 1e17, 4.35, 0.3, 100.0),
    ]
    exponents = range(1, 2046)
    doubles = [
        _double(some.getrandbits(52) | some.choice(exponents) << 52 | some.getrandbits(1) << 63)
        for _ in range(3000)
    ]
    largest = 3.4028234663852886e38
    floats = [0.1, -0.0, 1e-45, largest, -largest, 16777217.0, 1.00000017881393421514957253748]
    floats += [f for f in doubles if abs(f) < largest]
    return {"doubles": hard + doubles, "floats": floats}


def nonfinite(schema: Schema, value: dict[str, Any]) -> dict[str, Any]:
    """A value whose floats are NaN and the infinities in turn."""
    texts = cycle(NUMBERS)

    def turned(type_: Type, value: Any) -> Any:
        match type_:
            case RecordRef(name):
                fields = schema.record(name).fields
                return {f.name: turned(f.type, value[f.name]) for f in fields}
            case OptionalOf(item):
                return None if value is None else turned(item, value)
            case ListOf(item):
                return [turned(item, part) for part in value]
            case MapOf(item):
                return {key: turned(item, part) for key, part in value.items()}
            case Scalar(Kind.F32 | Kind.F64):
                return next(texts)
            case _:
                return value

    return {f.name: turned(f.type, value[f.name]) for f in schema.record(schema.root).fields}


_MINUS_ZERO = struct.pack("<f", -0.0)


def part_of(codec: Codec) -> Schema:
    """What of `WHOLE` the codec's format can hold, by its front matter."""
    return _part(codec.unsupported, _ends_names_at_nul(codec), codec.id in TWINS)


def fitting(
    codec: Codec, values: Sequence[dict[str, Any]], within_limits: bool = True
) -> list[dict[str, Any]]:
    """Of values of `WHOLE` what the codec's format can hold, as values of `part_of(codec)`; with
    numbers and keys beyond its limits if `within_limits` is false."""
    schema = part_of(codec)
    lowest, highest = integer_bounds(codec) if within_limits else (-(2**63), 2**64 - 1)
    no_long_double = within_limits and any("15 digits" in limit for limit in codec.limits)
    no_nul = within_limits and _ends_names_at_nul(codec)
    no_proto = within_limits and any("__proto__" in limit for limit in codec.limits)
    # A field that is left out where it equals 0; or no number has a sign of its own there.
    no_minus = within_limits and any("-0.0" in limit for limit in codec.limits)
    no_minus_at_all = within_limits and "-0.0 becomes 0.0" in codec.limits
    no_nonfinite = within_limits and any("NaN" in x or "infinities" in x for x in codec.limits)
    no_zero_optional = within_limits and any("optionals whose value" in x for x in codec.limits)
    no_largest = within_limits and any("largest f32" in x for x in codec.limits)
    no_control = within_limits and any("control characters" in x for x in codec.limits)
    no_nul_text = within_limits and any("texts" in x and "NUL" in x for x in codec.limits)
    no_high = within_limits and any("from U+80000 on" in x for x in codec.limits)
    no_large_float = within_limits and "whole floats beyond 64 bits" in codec.limits

    def is_text(text: str) -> bool:
        """Whether the format can hold it."""
        has_control = any(unicodedata.category(c) == "Cc" for c in text)
        return (
            not (no_control and (has_control or text == "<<"))
            and not (no_high and any(c >= "\U00080000" for c in text))
            and not (no_nul_text and "\0" in text)
        )

    def bare(type_: Type, value: Any) -> Any:
        is_float = type_ in (F32, F64)
        return 0.0 if no_minus and is_float and value == 0 else fit(type_, value)

    def fit(type_: Type, value: Any) -> Any:
        match type_:
            case RecordRef(name):
                return {f.name: bare(f.type, value[f.name]) for f in schema.record(name).fields}
            case OptionalOf(item):
                if no_zero_optional and not isinstance(item, RecordRef) and _is_zero(item, value):
                    return None
                return None if value is None else fit(item, value)
            case ListOf(item):
                return [fit(item, part) for part in value]
            case MapOf(item):
                keys = (key for key in value if not (no_nul and "\0" in key))
                keys = (key for key in keys if is_text(key))
                allowed_keys = (key for key in keys if not (no_proto and key == "__proto__"))
                return {key: bare(item, value[key]) for key in allowed_keys}
            case Scalar(Kind.STRING) if not is_text(value):
                return "text"
            case EnumRef(name) if not is_text(value):
                return next(symbol for symbol in WHOLE.enum(name).symbols if is_text(symbol))
            case Scalar(Kind.F32) if no_largest and value not in NUMBERS and abs(value) > 3.4e38:
                return 0.5
            case Scalar(Kind.I64 | Kind.U64):
                return max(lowest, min(value, highest))
            case Scalar(Kind.F32 | Kind.F64) if value in NUMBERS:
                return 0.5 if no_nonfinite else value
            case Scalar(Kind.F32 | Kind.F64) if no_large_float and 2**63 <= abs(value) < inf:
                return 0.5
            case Scalar(Kind.F64) if no_long_double and value != float(f"{value:.15g}"):
                short = float(f"{value:.15g}")
                return short if isfinite(short) else 0.5
            case Scalar(Kind.F64) if no_minus_at_all and value == 0:
                return 0.0
            case Scalar(Kind.F32) if no_minus_at_all and struct.pack("<f", value) == _MINUS_ZERO:
                return 0.0  # in 64 bits it may be another number
            case _:
                return value

    return [fit(RecordRef(schema.root), value) for value in values]


def integer_bounds(codec: Codec) -> tuple[int, int]:
    """The lowest and the highest integer that the codec can hold, by its limits."""
    lowest, highest = -(2**63), 2**64 - 1
    for limit in codec.limits:
        if "2^53" in limit:
            lowest, highest = 1 - 2**53, 2**53 - 1
        elif limit == "integers beyond 2^52":
            lowest, highest = -(2**52), 2**52
        elif "u64" in limit:
            highest = min(highest, 2**63 - 1)
    return lowest, highest


def _is_zero(type_: Type, value: Any) -> bool:
    """Whether it is 0, false or empty, which of an enum its first symbol is."""
    if isinstance(type_, EnumRef):
        return value == WHOLE.enum(type_.name).symbols[0]
    return not value


def _ends_names_at_nul(codec: Codec) -> bool:
    return any("NUL" in limit for limit in codec.limits)


@cache
def _part(unsupported: tuple[str, ...], no_nul: bool, is_twin: bool) -> Schema:
    def holds(record: Record, field: Field) -> bool:
        if no_nul and "\0" in field.name:
            return False
        if is_twin and record.name == WHOLE.root and field.name not in _OF_TWINS:
            return False
        # Of the records that the field leads to only the names matter here.
        stubs = tuple(Record(r.name, ()) for r in WHOLE.records)
        alone = Schema("s", "(alone)", (Record("(alone)", (field,)), *stubs), WHOLE.enums)
        is_recursive = record.name in _reached(field)
        made = {
            RECURSION: is_recursive,
            INDIRECT_RECURSION: is_recursive and not is_or_lists(field.type, record.name),
        }
        return not any(
            made[feature] if feature in made else first_use(alone, feature)
            for feature in unsupported
        )

    records = {
        r.name: replace(r, fields=tuple(f for f in r.fields if holds(r, f))) for r in WHOLE.records
    }
    kept = {WHOLE.root}.union(*(_reached(f, records) for f in records[WHOLE.root].fields))
    enums = {
        t.name for r in kept for f in records[r].fields for t in nested_types(f.type)
        if isinstance(t, EnumRef)
    }  # fmt: skip
    return replace(
        WHOLE,
        records=tuple(record for name, record in records.items() if name in kept),
        enums=tuple(enum for enum in WHOLE.enums if enum.name in enums),
    )


def _reached(field: Field, records: dict[str, Record] | None = None) -> set[str]:
    """The records that a field leads to."""
    records = records or {r.name: r for r in WHOLE.records}
    found: set[str] = set()
    todo = [field]
    while todo:
        names = {t.name for t in nested_types(todo.pop().type) if isinstance(t, RecordRef)} - found
        found |= names
        todo += [f for name in names for f in records[name].fields]
    return found


@dataclass(frozen=True, slots=True)
class Built:
    """A codec's driver and the schema that it was compiled for; or why there is none here."""

    schema: Schema
    command: list[str]
    unavailable: str = ""
    failure: str = ""

    @property
    def home(self) -> Path:
        """The directory of the schema's build, where the language has one executable a codec."""
        return Path(self.command[0]).parent.parent


# Codecs that the tests of this run are about, so that their drivers are built side by side: the
# collected tests say it (conftest.py). Nothing is built for the others.
WANTED: set[str] = set()


def drawn_codecs(codecs: Iterable[Codec], most: int | None = None) -> list[Codec]:
    """A third of each language's, but no more than `most`, drawn by `SERBENCH_SEED`, which is the
    day if nobody has set it; all if `SERBENCH_EVERY_CODEC` is set."""
    if os.environ.get("SERBENCH_EVERY_CODEC"):
        return list(codecs)
    some = random.Random(os.environ["SERBENCH_SEED"])  # conftest.py has set it
    by_language: dict[str, list[Codec]] = {}
    for codec in codecs:
        by_language.setdefault(codec.language, []).append(codec)
    return [
        codec
        for of_language in by_language.values()
        for codec in some.sample(of_language, (len(of_language) + 2) // 3)[:most]
    ]


def whole(codec: Codec) -> Built:
    """The codec's driver for its part of `WHOLE`, with every operation."""
    schema = part_of(codec)
    among = tuple(other for other in all_codecs() if part_of(other) == schema)
    return driver_of(codec, schema, OPERATIONS, among)


def nested(codec: Codec) -> Built:
    """The codec's driver for `NESTED`: of the core set what users have, side by side; of others, in
    Rust all that are asked for, what only proves."""
    among = [
        other
        for other in all_codecs()
        if other.is_core == codec.is_core and (other.is_core or other.language == "rust")
    ]
    level = optimization.FULL if codec.is_core else LEVEL
    return driver_of(codec, NESTED, BY_DEFAULT, among, level)


def driver_of(
    codec: Codec,
    schema: Schema,
    operations: tuple[str, ...],
    among: Collection[Codec],
    level: int = LEVEL,
) -> Built:
    """The codec's driver, built side by side with those of the wanted ones among these that are of
    its language."""
    to_build = (
        other
        for other in all_codecs()
        if other == codec
        or (other.language == codec.language and other.id in WANTED and other in among)
    )
    built = _side_by_side(schema, operations, tuple(to_build), level)[codec.id]
    assert not built.failure, built.failure
    return built


@cache
def _side_by_side(
    schema: Schema, operations: tuple[str, ...], codecs: tuple[Codec, ...], level: int
) -> dict[str, Built]:
    with optimization.at(level):
        result = drivers.build(schema, codecs, operations, lambda done, total, doing: None)
    built = {codec: Built(schema, command) for codec, command in result.drivers.items()}
    built |= {codec: Built(schema, [], why) for codec, why in result.unavailable.items()}
    return built | {
        codec: Built(schema, [], failure=f"{failure.reason} ({failure.log})")
        for codec, failure in result.failures.items()
    }


def build_all() -> None:
    """Whatever the suites will ask for, on all processors: languages build side by side."""
    setup.install(all_codecs())
    WANTED.update(codec.id for codec in all_codecs())
    with ThreadPoolExecutor(len(LANGUAGES)) as threads:
        list(threads.map(_build_all_of, LANGUAGES))


def _build_all_of(language: str) -> None:
    """One schema after the other: side by side, Rust's wait for each other in threads that other
    languages could have."""
    codecs = [codec for codec in all_codecs() if codec.language == language]
    of_nested = {c.is_core: c for c in codecs if c.is_core or language == "rust"}
    for codec in of_nested.values():
        nested(codec)
    for codec in {part_of(codec): codec for codec in codecs}.values():
        whole(codec)


if __name__ == "__main__":
    build_all()
