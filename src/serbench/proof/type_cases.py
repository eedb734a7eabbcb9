"""The types that `serbench types` asks every codec about, and values of each that libraries get
wrong, by what they are.

All types stand in one record, so that a codec takes one driver: a value differs from the ordinary
one in the field of its type.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from decimal import Decimal as Digits
from typing import Any

from serbench.schema.errors import ValueProblem
from serbench.schema.kinds import INTEGER_RANGE, Kind
from serbench.schema.logical import (
    BY_WORD,
    Absence,
    BigInt,
    Decimal,
    Duration,
    Keys,
    Logical,
    Meaning,
    Time,
    Timestamp,
    Unit,
    Uuid,
    Zone,
    logical_of,
    names_of,
)
from serbench.schema.logical_values import example, lower, text_of
from serbench.schema.model import (
    KEY,
    VALUE,
    Enum,
    EnumRef,
    Field,
    ListOf,
    MapOf,
    OptionalOf,
    Record,
    RecordRef,
    Scalar,
    Schema,
    Type,
    scalar_of,
)
from serbench.schema.nonfinite import NUMBERS
from serbench.workloads.generation.logical import edges

DEPTH = 64
DECIMALS = ("decimal(12, 2)", "decimal(18, 0)", "decimal(38, 18)")


@dataclass(frozen=True, slots=True)
class AskedType:
    """A type, in the field of this name. `ordinary` is the canonical value that stands there where
    another type is asked about; `values` are those to survive, by name. `meaning` is None if the
    type is plain."""

    name: str
    type: Type
    ordinary: Any
    values: dict[str, Any]
    meaning: Meaning | None = None

    @property
    def field(self) -> str:
        return "_".join(re.findall("[a-z0-9]+", self.name.lower()))

    @property
    def names(self) -> tuple[str, ...]:
        """By which it may be asked for, the narrowest first."""
        return (self.name, *(names_of(self.meaning) if self.meaning else ()))


@dataclass(frozen=True, slots=True)
class Case:
    """A value of the whole record."""

    type: str
    name: str
    value: dict[str, Any]


_NODE = Record("Node", (Field("next", OptionalOf(RecordRef("Node"))),))
_TOLD = Record("Told", (Field(VALUE, OptionalOf(Scalar(Kind.STRING))),))
_KEYS: dict[Keys, Type] = {
    Keys.INTEGER: Scalar(Kind.I32),
    Keys.BOOLEAN: Scalar(Kind.BOOL),
    Keys.ENUM: EnumRef("Colour"),
    Keys.UUID: scalar_of(Uuid()),
}
_ENTRIES = {
    keys: Record(
        f"{keys.name.capitalize()}Entry", (Field(KEY, key), Field(VALUE, Scalar(Kind.STRING)))
    )
    for keys, key in _KEYS.items()
}
# JSON, YAML and TOML take some of them for something else; in order of their numbers.
_COLOUR = Enum("Colour", ("red", "dark blue", "null", "1"))
# Java's `UUID.compareTo` takes each half for a signed number: 80… comes before 00… there.
_UUIDS = tuple(
    f"{byte * 4}-{'-'.join([byte * 2] * 3)}-{byte * 6}" for byte in ("00", "7f", "80", "ff")
)


def _deep(levels: int) -> dict[str, Any]:
    node: dict[str, Any] = {"next": None}
    for _ in range(levels - 1):
        node = {"next": node}
    return node


def _logical_types() -> Iterator[AskedType]:
    for word in (*BY_WORD, *DECIMALS):
        logical = logical_of(word)
        yield AskedType(word, scalar_of(logical), example(logical), edges(logical), logical)


def _integers(kind: Kind) -> dict[str, int]:
    low, high = INTEGER_RANGE[kind]
    values = {"largest": high, "2^53+1": 2**53 + 1, "smallest": low, "2^31": 2**31}
    return {name: value for name, value in values.items() if low <= value <= high}


_FLOATS = {
    "-0": -0.0,
    "0.1": 0.1,
    "whole": 3.0,
    "beyond 2^53": 2.0**53 + 2,
    "smallest": 5e-324,
    "largest": 1.7976931348623157e308,
    **{text: text for text in NUMBERS},
}


def _typed_map(keys: Keys, cases: dict[str, tuple[Any, ...]]) -> AskedType:
    """A map with these keys in each case. The first key stands in the ordinary value."""
    values = {case: [{KEY: key, VALUE: "a"} for key in of] for case, of in cases.items()}
    ordinary = next(iter(values.values()))[:1]
    name = f"map with {keys.removesuffix('_keys')} keys"
    of_entries = ListOf(RecordRef(_ENTRIES[keys].name), is_map=True)
    return AskedType(name, of_entries, ordinary, {"empty": [], **values}, keys)


_TYPED_MAPS = (
    _typed_map(
        Keys.INTEGER, {"keys in order of numbers": (-1, 2, 10), "largest key": (2**31 - 1,)}
    ),
    _typed_map(Keys.BOOLEAN, {"false": (False,), "both": (False, True)}),
    _typed_map(Keys.ENUM, {"all symbols": _COLOUR.symbols, "symbol of a number": ("1",)}),
    _typed_map(Keys.UUID, {"all of zeros": _UUIDS[:1], "keys in order of bytes": _UUIDS}),
)
_ABSENT = AskedType(
    "absent or null",
    OptionalOf(RecordRef("Told"), tells_absent=True),
    {VALUE: "a"},
    {"absent": None, "null": {VALUE: None}, "empty": {VALUE: ""}},
    Absence.ABSENT,
)
_PLAIN_TYPES = (
    AskedType("i64", Scalar(Kind.I64), 1, _integers(Kind.I64)),
    AskedType("u64", Scalar(Kind.U64), 1, _integers(Kind.U64)),
    AskedType("f64", Scalar(Kind.F64), 0.5, _FLOATS),
    AskedType("bool", Scalar(Kind.BOOL), True, {"false": False}),
    AskedType(
        "string",
        Scalar(Kind.STRING),
        "text",
        {"empty": "", "beyond 16 bits": "\U0001f680", "NUL": "a\0b", "line feeds": "a\r\nb\n"},
    ),
    AskedType("bytes", Scalar(Kind.BYTES), "eA==", {"empty": "", "not UTF-8": "//79AA=="}),
    AskedType("optional", OptionalOf(Scalar(Kind.I64)), 1, {"null": None, "zero": 0}),
    AskedType("list", ListOf(Scalar(Kind.I64)), [1], {"empty": []}),
    AskedType(
        "list of optionals",
        ListOf(OptionalOf(Scalar(Kind.STRING))),
        ["a"],
        {"null within": ["a", None, ""], "nothing but null": [None]},
    ),
    AskedType(
        "map",
        MapOf(Scalar(Kind.I64)),
        {"a": 1},
        {"empty": {}, "empty key": {"": 1}, "key that is no name": {'a b.c"d': 1}},
    ),
    AskedType("recursion", RecordRef("Node"), _deep(1), {f"{DEPTH} levels": _deep(DEPTH)}),
)
TYPES = (*_logical_types(), *_TYPED_MAPS, _ABSENT, *_PLAIN_TYPES)
BY_NAME = {asked.name: asked for asked in TYPES}
BY_FIELD = {asked.field: asked for asked in TYPES}
# By which a user may ask for types.
TYPE_NAMES = tuple(dict.fromkeys(name for asked in TYPES for name in asked.names[::-1]))


def schema_of(types: tuple[AskedType, ...] = TYPES) -> Schema:
    """The record of these types."""
    root = Record("Types", tuple(Field(asked.field, asked.type) for asked in types))
    used = {asked.name for asked in types}
    meant = {asked.meaning for asked in types}
    entries = (_ENTRIES[each] for each in _ENTRIES if each in meant)
    node = (_NODE,) if "recursion" in used else ()
    told = (_TOLD,) if Absence.ABSENT in meant else ()
    enums = (_COLOUR,) if Keys.ENUM in meant else ()
    return Schema("types", "Types", (root, *entries, *node, *told), enums)


def cases_of(types: tuple[AskedType, ...] = TYPES) -> list[Case]:
    """First one that is ordinary throughout, of no type."""
    ordinary = {asked.field: asked.ordinary for asked in types}
    cases = [Case("", "ordinary", ordinary)]
    for asked in types:
        for name, value in asked.values.items():
            cases.append(Case(asked.name, name, ordinary | {asked.field: value}))
    return cases


def mistakes(asked: AskedType, value: Any) -> Iterator[tuple[str, Any]]:
    """What a value may become, in words, with the canonical value that it is then."""
    match asked.meaning:
        case Time(unit) | Duration(unit) | Timestamp(unit, Zone.LOCAL | Zone.UTC):
            yield from _coarser(value, unit)
        case Timestamp(unit, Zone.OFFSET):
            yield from _lowered(asked.meaning, _without_offset(value, unit))
        case Decimal() | BigInt():
            as_double = Digits(float(value))
            yield from _lowered(asked.meaning, [("the nearest double", str(as_double))])
            yield from _lowered(asked.meaning, [("its double, shortened", repr(float(value)))])
        case Absence():
            yield "absent", None
            yield "null", {VALUE: None}
            return
    if isinstance(asked.type, Scalar):
        yield "zero or empty", _EMPTY[asked.type.kind]
        if asked.type.kind in INTEGER_RANGE:
            yield "the nearest double", int(float(value))
    elif isinstance(asked.type, OptionalOf):
        yield "null", None
        yield "zero", 0


_OFFSET = re.compile(r"(Z|[+-]\d\d:\d\d)$")
_EMPTY: dict[Kind, Any] = {Kind.BOOL: False, Kind.STRING: "", Kind.BYTES: "", Kind.F64: 0.0}
_EMPTY |= dict.fromkeys(INTEGER_RANGE, 0)


def _coarser(count: int, unit: Unit) -> Iterator[tuple[str, int]]:
    for coarser in reversed(tuple(Unit)):  # the least that is lost
        if coarser.digits >= unit.digits:
            continue
        step = unit.per_second // coarser.per_second
        yield f"cut to {coarser.words}", count // step * step
        yield f"cut to {coarser.words} towards 1970", int(Digits(count) / step) * step
        yield f"rounded to {coarser.words}", (count + step // 2) // step * step


def _without_offset(text: str, unit: Unit) -> Iterator[tuple[str, str]]:
    utc = Timestamp(unit, Zone.UTC)
    with suppress(ValueProblem):  # what 64 bits do not reach
        yield "the same time in UTC", text_of(utc, lower(utc)(text))
    yield "the local time, taken as UTC", _OFFSET.sub("Z", text)


def _lowered(logical: Logical, texts: Iterable[tuple[str, str]]) -> Iterator[tuple[str, Any]]:
    check = lower(logical)
    for words, text in texts:
        with suppress(ValueProblem):
            yield words, check(text)
