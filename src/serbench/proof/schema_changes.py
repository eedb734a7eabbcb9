"""The schemas that a schema may grow into, each by one rule, and what values become by it.

A rule takes the first field, root first, that it can be applied to. Its cases say what is written
by one side and what the other is to read. What stood in no bytes is `ABSENT`: the reader may give
a default. What the reader's type cannot hold is `Beyond`: it has to refuse.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any, Literal

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
    UnionRef,
    json_shape,
)
from serbench.schema.names import fresh
from serbench.schema.variants import shape_of

Direction = Literal["old to new", "new to old"]
Value = dict[str, Any]
Change = Callable[[Value], Value]

WIDER = {
    Kind.I8: Kind.I16,
    Kind.I16: Kind.I32,
    Kind.I32: Kind.I64,
    Kind.U8: Kind.U16,
    Kind.U16: Kind.U32,
    Kind.U32: Kind.U64,
    Kind.F32: Kind.F64,
}
_ADDED = Field("added", Scalar(Kind.I64))
_TEXT_OR_INTEGER = tuple(k for k in Kind if k not in (Kind.BOOL, Kind.F32, Kind.F64, Kind.BYTES))


class _Absent:
    def __repr__(self) -> str:
        return "absent"


ABSENT = _Absent()


@dataclass(frozen=True, slots=True)
class Beyond:
    """A value that the reader's type cannot hold."""

    value: Any


@dataclass(frozen=True, slots=True)
class EvolutionCase:
    """`written` makes what is written of an old value, `expected` what is to be read. `name` is
    empty for values that both schemas hold."""

    direction: Direction
    written: Change
    expected: Change
    name: str = ""


@dataclass(frozen=True, slots=True)
class Successor:
    """`place` is the field that the rule is about, as `Order.number`."""

    rule: str
    place: str
    schema: Schema
    cases: tuple[EvolutionCase, ...]


def successors(schema: Schema) -> Iterator[Successor | str]:
    """One for each rule, or the name of a rule for which the schema has nothing."""
    for rule, make in _RULES.items():
        yield make(schema, rule) or rule


def rewritten(schema: Schema, value: Value, record: str, change: Change) -> Value:
    """The value with every record of that name changed, wherever it is."""

    def of(type_: Type, part: Any) -> Any:
        match type_:
            case OptionalOf(item):
                return None if part is None else of(item, part)
            case ListOf(item):
                return [of(item, one) for one in part]
            case MapOf(item):
                return {key: of(item, one) for key, one in part.items()}
            case RecordRef(name):
                made = {f.name: of(f.type, part[f.name]) for f in schema.record(name).fields}
                return change(made) if name == record else made
            case UnionRef(name):
                shape = shape_of(part)
                variant = next(v for v in schema.union(name).variants if json_shape(v) == shape)
                return of(variant, part)
            case _:
                return part

    changed: Value = of(RecordRef(schema.root), value)
    return changed


def _same(value: Value) -> Value:
    return value


@dataclass(frozen=True, slots=True)
class _Grown:
    """One record of a schema that becomes another."""

    schema: Schema
    record: Record
    rule: str

    def successor(
        self,
        place: str,
        fields: tuple[Field, ...],
        cases: Iterator[EvolutionCase],
        renamed: tuple[tuple[str, str], ...] = (),
        more: tuple[Record, ...] = (),
    ) -> Successor:
        grown = Record(self.record.name, fields, self.record.fields, renamed)
        records = tuple(grown if r.name == grown.name else r for r in self.schema.records)
        schema = replace(self.schema, records=records + more)
        return Successor(self.rule, f"{self.record.name}.{place}", schema, tuple(cases))

    def each(self, change: Change) -> Change:
        return lambda value: rewritten(self.schema, value, self.record.name, change)

    def both_ways(self, up: Change, written: Change, down: Change) -> Iterator[EvolutionCase]:
        """`up` is what a new reader has of an old record, `written` a new record made of an old
        one, `down` what an old reader has of that, again from the old one."""
        yield EvolutionCase("old to new", _same, self.each(up))
        yield EvolutionCase("new to old", self.each(written), self.each(down))


def _first(
    schema: Schema, fits: Callable[[Record, int], bool]
) -> tuple[Record, int] | tuple[None, int]:
    root = schema.record(schema.root)
    for record in (root, *(r for r in schema.records if r is not root)):
        for place in range(len(record.fields)):
            if fits(record, place):
                return record, place
    return None, 0


def _is(*kinds: Kind) -> Callable[[Record, int], bool]:
    return lambda record, place: record.fields[place].type in {Scalar(kind) for kind in kinds}


def _free(record: Record, name: str) -> str:
    taken = {field.name for field in record.fields}
    return fresh(name, taken.__contains__, "{}_{}")


def _add(schema: Schema, rule: str, record: Record, place: int) -> Successor:
    field = replace(_ADDED, name=_free(record, _ADDED.name))
    fields = (*record.fields[:place], field, *record.fields[place:])
    grown = _Grown(schema, record, rule)
    cases = grown.both_ways(
        lambda v: v | {field.name: ABSENT}, lambda v: v | {field.name: 7}, _same
    )
    return grown.successor(field.name, fields, cases)


def _added_at_the_end(schema: Schema, rule: str) -> Successor:
    root = schema.record(schema.root)
    return _add(schema, rule, root, len(root.fields))


def _added_in_the_middle(schema: Schema, rule: str) -> Successor:
    root = schema.record(schema.root)
    return _add(schema, rule, root, len(root.fields) // 2)


def _nested_grown(schema: Schema, rule: str) -> Successor | None:
    nested = next((r for r in schema.records if r.name != schema.root and r.fields), None)
    return _add(schema, rule, nested, len(nested.fields)) if nested else None


def _removed(schema: Schema, rule: str) -> Successor | None:
    record, place = _first(
        schema, lambda r, i: _is(*_TEXT_OR_INTEGER)(r, i) and 0 < i < len(r.fields) - 1
    )
    if not record:
        return None
    name = record.fields[place].name
    grown = _Grown(schema, record, rule)

    def without(value: Value) -> Value:
        return {key: part for key, part in value.items() if key != name}

    cases = grown.both_ways(without, without, lambda v: v | {name: ABSENT})
    fields = (*record.fields[:place], *record.fields[place + 1 :])
    return grown.successor(name, fields, cases)


def _retyped(
    schema: Schema,
    rule: str,
    record: Record,
    place: int,
    type_: Type,
    more: tuple[Record, ...] = (),
) -> tuple[_Grown, str, Callable[[Iterator[EvolutionCase]], Successor]]:
    field = replace(record.fields[place], type=type_)
    fields = (*record.fields[:place], field, *record.fields[place + 1 :])
    grown = _Grown(schema, record, rule)
    return grown, field.name, lambda cases: grown.successor(field.name, fields, cases, more=more)


def _made_optional(schema: Schema, rule: str) -> Successor | None:
    record, place = _first(schema, _is(*_TEXT_OR_INTEGER))
    if not record:
        return None
    grown, name, made = _retyped(schema, rule, record, place, OptionalOf(record.fields[place].type))

    zero = "" if record.fields[place].type == Scalar(Kind.STRING) else 0

    def cases() -> Iterator[EvolutionCase]:
        yield from grown.both_ways(_same, _same, _same)
        zeroed = grown.each(lambda v: v | {name: zero})
        yield EvolutionCase("old to new", zeroed, zeroed, "zero")
        yield EvolutionCase(
            "new to old",
            grown.each(lambda v: v | {name: None}),
            grown.each(lambda v: v | {name: ABSENT}),
            "absent",
        )

    return made(cases())


def _widened(schema: Schema, rule: str) -> Successor | None:
    kinds = (Kind.F32,) if "float" in rule else (Kind.I32, Kind.U32, *WIDER)
    found = (_first(schema, _is(kind)) for kind in kinds if "float" in rule or kind != Kind.F32)
    record, place = next((pair for pair in found if pair[0]), (None, 0))
    if not record:
        return None
    [kind] = [k for k in Kind if record.fields[place].type == Scalar(k)]
    grown, name, made = _retyped(schema, rule, record, place, Scalar(WIDER[kind]))
    large: Any = 1e300 if kind is Kind.F32 else 2 ** (_BITS[kind] + 3) + 8

    def cases() -> Iterator[EvolutionCase]:
        yield from grown.both_ways(_same, _same, _same)
        yield EvolutionCase(
            "new to old",
            grown.each(lambda v: v | {name: large}),
            grown.each(lambda v: v | {name: Beyond(large)}),
            "too large",
        )

    return made(cases())


_BITS = {Kind.I8: 8, Kind.U8: 8, Kind.I16: 16, Kind.U16: 16, Kind.I32: 32, Kind.U32: 32}


def _reordered(schema: Schema, rule: str) -> Successor | None:
    """Two fields of one type change places where there are such: nothing else is amiss then."""
    record, one = _first(schema, lambda r, i: _next_alike(r, i) > 0)
    if not record:
        record, one = _first(schema, lambda r, i: i + 1 < len(r.fields))
    if not record:
        return None
    other = _next_alike(record, one) or one + 1
    fields = list(record.fields)
    fields[one], fields[other] = fields[other], fields[one]
    grown = _Grown(schema, record, rule)
    return grown.successor(fields[other].name, tuple(fields), grown.both_ways(_same, _same, _same))


def _next_alike(record: Record, place: int) -> int:
    type_ = record.fields[place].type
    later = range(place + 1, len(record.fields))
    return next((i for i in later if record.fields[i].type == type_), 0)


def _renamed(schema: Schema, rule: str) -> Successor | None:
    record, place = _first(schema, _is(*_TEXT_OR_INTEGER))
    if not record:
        return None
    old = record.fields[place]
    new = _free(record, f"{old.name}_renamed")
    fields = (*record.fields[:place], replace(old, name=new), *record.fields[place + 1 :])
    grown = _Grown(schema, record, rule)

    def up(value: Value) -> Value:
        return {new if key == old.name else key: part for key, part in value.items()}

    return grown.successor(new, fields, grown.both_ways(up, up, _same), ((new, old.name),))


def _symbol_added(schema: Schema, rule: str) -> Successor | None:
    record, place = _first(schema, lambda r, i: isinstance(r.fields[i].type, EnumRef))
    if not record:
        return None
    field = record.fields[place]
    assert isinstance(field.type, EnumRef)
    old = schema.enum(field.type.name)
    symbol = fresh("added_symbol", old.symbols.__contains__, "{}_{}")
    new = Enum(old.name, (*old.symbols, symbol))
    grown = _Grown(schema, record, rule)
    cases = (
        *grown.both_ways(_same, _same, _same),
        EvolutionCase(
            "new to old",
            grown.each(lambda v: v | {field.name: symbol}),
            grown.each(lambda v: v | {field.name: Beyond(symbol)}),
            "new symbol",
        ),
    )
    enums = tuple(new if enum is old else enum for enum in schema.enums)
    return Successor(rule, f"{record.name}.{field.name}", replace(schema, enums=enums), cases)


def _list_from_scalar(schema: Schema, rule: str) -> Successor | None:
    record, place = _first(schema, _is(*_TEXT_OR_INTEGER))
    if not record:
        return None
    grown, name, made = _retyped(schema, rule, record, place, ListOf(record.fields[place].type))

    def up(value: Value) -> Value:
        return value | {name: [value[name]]}

    return made(grown.both_ways(up, up, _same))


def _record_from_scalar(schema: Schema, rule: str) -> Successor | None:
    record, place = _first(schema, _is(*_TEXT_OR_INTEGER))
    if not record:
        return None
    taken = {r.name for r in schema.records} | {e.name for e in schema.enums}
    inner = Record(
        fresh("Wrapped", taken.__contains__, "{}{}"),
        (Field("value", record.fields[place].type),),
    )
    type_ = RecordRef(inner.name)
    grown, name, made = _retyped(schema, rule, record, place, type_, more=(inner,))

    def up(value: Value) -> Value:
        return value | {name: {"value": value[name]}}

    return made(grown.both_ways(up, up, _same))


_RULES: dict[str, Callable[[Schema, str], Successor | None]] = {
    "field added at the end": _added_at_the_end,
    "field added in the middle": _added_in_the_middle,
    "field removed": _removed,
    "field made optional": _made_optional,
    "integer widened": _widened,
    "float widened": _widened,
    "fields reordered": _reordered,
    "field renamed": _renamed,
    "symbol added": _symbol_added,
    "list from scalar": _list_from_scalar,
    "record from scalar": _record_from_scalar,
    "nested record grown": _nested_grown,
}
RULES = tuple(_RULES)
