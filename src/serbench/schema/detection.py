"""Logical types that texts have, found in values of which only the schema is known.

A field gets a type only if every text in it is the canonical text of that type (docs/types.md), so
that writing it gives the same text. Whole numbers that are text stay text: most are no quantities.

In files that say of single values which type they have (BSON), the words of these types stand in
place of texts: see `serbench.schema.documents`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, TypeVar

from serbench.schema.absence import telling_absent
from serbench.schema.errors import ValueProblem, field_step
from serbench.schema.logical import (
    Date,
    Decimal,
    Duration,
    Logical,
    Time,
    Timestamp,
    Unit,
    Uuid,
    logical_of,
)
from serbench.schema.logical import Zone as _Zone
from serbench.schema.logical_values import lower, text_of
from serbench.schema.model import (
    INTEGER_RANGE,
    Field,
    Kind,
    ListOf,
    MapOf,
    OptionalOf,
    RecordRef,
    Scalar,
    Schema,
    Type,
    UnionRef,
    json_shape,
    nested_types,
    scalar_of,
    with_leaves,
)
from serbench.schema.remarks import Remark, note
from serbench.schema.variants import shape_of

_UNIT_OF_DIGITS = {unit.digits: unit for unit in Unit}
_UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.ASCII)
_DATE = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)
_TIME = re.compile(r"\d\d:\d\d:\d\d(?:\.(\d+))?", re.ASCII)
_MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.(\d+))?(Z|[+-]\d\d:\d\d)?", re.ASCII)
_SPAN = re.compile(r"-?PT\d+(?:\.(\d+))?S", re.ASCII)
_DECIMAL = re.compile(r"-?(\d+)(?:\.(\d+))?", re.ASCII)
# Longer than any text of these types.
_MOST_LETTERS = 100

# Looks at a value of its type.
Look = Callable[[Any], None]
# The logical type of a text, or of what stands in its place.
TypeOf = Callable[[str], Logical | None]
L = TypeVar("L", bound=Logical)


def logical_type_of(text: str) -> Logical | None:
    """The type of which this is the canonical text, if there is one."""
    if not 2 < len(text) <= _MOST_LETTERS:
        return None
    return _if_canonical(_candidate(text), text)


def decimal_of(text: str) -> Decimal | None:
    """The type of which this is the canonical text; also of a whole number."""
    found = _DECIMAL.fullmatch(text) if len(text) <= _MOST_LETTERS else None
    if found is None:
        return None
    whole, fraction = found[1].lstrip("0"), found[2] or ""
    made = Decimal(len(whole) + len(fraction) or 1, len(fraction))
    return _if_canonical(made, text) if made.is_sound else None


def _if_canonical(logical: L | None, text: str) -> L | None:
    if logical is None:
        return None
    try:
        return logical if text_of(logical, lower(logical)(text)) == text else None
    except ValueProblem:
        return None


def _candidate(text: str) -> Logical | None:
    if _UUID.fullmatch(text):
        return Uuid()
    if _DATE.fullmatch(text):
        return Date()
    if "." in text and (decimal := decimal_of(text)):
        return decimal
    for pattern in (_MOMENT, _TIME, _SPAN):
        if found := pattern.fullmatch(text):
            unit = _UNIT_OF_DIGITS.get(len(found[1] or ""))
            if unit is None:
                return None
            if pattern is _MOMENT:
                zone = {None: _Zone.LOCAL, "Z": _Zone.UTC}.get(found[2], _Zone.OFFSET)
                return Timestamp(unit, zone)
            return Time(unit) if pattern is _TIME else Duration(unit)
    return None


def together(one: Logical, other: Logical) -> Logical | None:
    """The type that texts of both types are of, if there is one."""
    match one, other:
        case _ if one == other:
            return one
        case Decimal(precision, scale), Decimal(other_precision, other_scale):
            same = Decimal(max(precision, other_precision), scale)
            return same if scale == other_scale else None
        case Timestamp(unit, zone), Timestamp(other_unit, other_zone) if unit == other_unit:
            # `Z` is how a timestamp with an offset says that it has none.
            has_both = {zone, other_zone} == {_Zone.UTC, _Zone.OFFSET}
            return Timestamp(unit, _Zone.OFFSET) if has_both else None
        case _:
            return None


def no_type_of(text: str) -> None:
    """Of files whose texts are texts."""


@cache
def type_of_word(word: str) -> Logical | None:
    """Of a logical type's word, or of no text in its place."""
    return logical_of(word) if word else None


@dataclass(slots=True)
class _Texts:
    """Those of a field. `logical` is the type of all that were seen, None if there is none."""

    logical: Logical | None = None
    has_values: bool = False

    def add(self, text: str, type_of: TypeOf) -> None:
        if self.has_values and self.logical is None:
            return
        found = type_of(text)
        if self.has_values and found and self.logical:
            found = together(self.logical, found)
        self.logical, self.has_values = found, True


@dataclass(slots=True)
class _Seen:
    """What was seen of a field."""

    texts: _Texts = field(default_factory=_Texts)
    is_absent: bool = False
    is_null: bool = False


class Detection:
    """Looks for types in values of a schema."""

    def __init__(self, schema: Schema) -> None:
        self._schema = schema
        self._walk = _Walk(schema)
        self._look = self._walk.record(schema.root)

    def add(self, values: Iterable[Any], type_of: TypeOf) -> None:
        self._walk.type_of = type_of
        for value in values:
            self._look(value)

    def found(
        self, places: dict[str, tuple[str, ...]], *, tell_absent: bool
    ) -> tuple[Schema, tuple[Remark, ...]]:
        """The schema with the logical types that all values have, and of each what is to be said.
        `places` are the paths that records stand at. With `tell_absent`, fields that are null in
        some values and absent in others tell the two apart."""
        remarks = []
        records = []
        asked = set(self._walk.are_absent_and_null) if tell_absent else set()
        for record in self._schema.records:
            made = tuple(self._walk.typed(record.name, each) for each in record.fields)
            records.append(replace(record, fields=made))
            for before, now in zip(record.fields, made, strict=True):
                words = _words(before, now, tells_absent=(record.name, now.name) in asked)
                if words:
                    [at, *_] = places.get(record.name, ("$",))
                    path = at + field_step(now.name) + _steps(now.type)
                    remarks.append(note(f"{self._schema.name}: {path} {words}"))
        found = replace(self._schema, records=tuple(records))
        return telling_absent(found, asked), tuple(remarks)


def _steps(type_: Type) -> str:
    steps = {ListOf: "[]", MapOf: "{}"}
    return "".join(steps.get(type(t), "") for t in nested_types(type_))


def _words(before: Field, now: Field, *, tells_absent: bool) -> str:
    parts = []
    if before.type != now.type:
        [*_, leaf] = nested_types(now.type)
        parts.append(f"is {leaf} in every value")
    if tells_absent:
        parts.append("tells absent from null")
    return " and ".join(parts)


class _Walk:
    def __init__(self, schema: Schema) -> None:
        self._schema = schema
        self._records: dict[str, Look] = {}
        self._seen: dict[tuple[str, str], _Seen] = {}
        self.type_of: TypeOf = no_type_of

    def typed(self, record: str, told: Field) -> Field:
        seen = self._seen.get((record, told.name), _Seen())
        if logical := seen.texts.logical:
            return Field(told.name, with_leaves(told.type, lambda _: scalar_of(logical)))
        return told

    @property
    def are_absent_and_null(self) -> Iterator[tuple[str, str]]:
        """The fields that are both, by their records' names and their own."""
        return (place for place, seen in self._seen.items() if seen.is_absent and seen.is_null)

    def record(self, name: str) -> Look:
        if name in self._records:
            return lambda value: self._records[name](value)  # recursive
        self._records[name] = lambda value: look(value)
        fields = [self._field(name, told) for told in self._schema.record(name).fields]

        def look(value: Any) -> None:
            for key, seen, inner in fields:
                if key not in value:
                    seen.is_absent = True
                elif value[key] is None:
                    seen.is_null = True
                elif inner is not None:
                    inner(value[key])

        self._records[name] = look
        return look

    def _field(self, record: str, told: Field) -> tuple[str, _Seen, Look | None]:
        seen = self._seen[record, told.name] = _Seen()
        return told.name, seen, self._look(told.type, seen.texts)

    def _look(self, type_: Type, texts: _Texts) -> Look | None:
        """None if there is nothing to see."""
        match type_:
            case Scalar(Kind.STRING, raw_json=False, logical=None):
                return lambda text: texts.add(text, self.type_of)
            case Scalar(kind) if kind in INTEGER_RANGE:  # of times that are numbers
                return lambda value: texts.add(
                    value if isinstance(value, str) else "", self.type_of
                )
            case RecordRef(name):
                return self.record(name)
            case UnionRef(name):
                return self._union(name)
            case OptionalOf(item):
                return _present(self._look(item, texts))
            case ListOf(item):
                return _each(self._look(item, texts))
            case MapOf(item):
                return _each_value(self._look(item, texts))
            case _:
                return None

    def _union(self, name: str) -> Look | None:
        """For the records in it, whose types may be those of others; it has no logical types."""
        inner = {
            json_shape(variant): self._look(variant, _Texts())
            for variant in self._schema.union(name).variants
        }

        def look(value: Any) -> None:
            if (variant := inner.get(shape_of(value))) is not None:
                variant(value)

        return look


def _present(inner: Look | None) -> Look | None:
    return inner and (lambda value: None if value is None else inner(value))


def _each(inner: Look | None) -> Look | None:
    if inner is None:
        return None

    def look(value: Any) -> None:
        for item in value:
            inner(item)

    return look


def _each_value(inner: Look | None) -> Look | None:
    each = _each(inner)
    return each and (lambda value: each(value.values()))
