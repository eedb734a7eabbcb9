"""Avro: a schema as the JSON of an `.avsc` file.

Names that are no Avro names are mangled, and the wire name stands beside them as `wireName` (for
enums, `wireSymbols`): Avro lets a schema carry attributes that it does not define. An optional is
a union with null. Avro's integers are `int` and `long`: what has up to 16 bits is an
`int`; u32 is a `long`, and so is u64, by its bits, with the attribute `unsigned`, as users of Java
and C++ do it.
See https://avro.apache.org/docs/1.8.2/spec.html
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from typing import Any

from serbench.codegen.names import type_names
from serbench.schema.lineage import Descent, descents
from serbench.schema.logical import (
    Date,
    Decimal,
    Logical,
    Time,
    Timestamp,
    Unit,
    Uuid,
    Zone,
)
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
)
from serbench.schema.names import identifiers, pascal_case, snake_case

NAMESPACE = "serbench_avro"

SCALARS: dict[Kind, str | dict[str, Any]] = {
    Kind.BOOL: "boolean",
    Kind.I8: "int",
    Kind.I16: "int",
    Kind.I32: "int",
    Kind.I64: "long",
    Kind.U8: "int",
    Kind.U16: "int",
    Kind.U32: "long",
    Kind.U64: {"type": "long", "unsigned": True},
    Kind.F32: "float",
    Kind.F64: "double",
    Kind.STRING: "string",
    Kind.BYTES: "bytes",
}
_ZERO: dict[Kind, Any] = {Kind.BOOL: False, Kind.STRING: "", Kind.BYTES: ""}
_ZERO |= {kind: 0.0 if kind in (Kind.F32, Kind.F64) else 0 for kind in Kind if kind not in _ZERO}
# The types that have a name of their own.
_PRIMITIVES = """null boolean int long float double bytes string record error enum array map union
    fixed"""
RESERVED = frozenset(_PRIMITIVES.split())

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


def generate(schema: Schema) -> str:
    """The text of the `.avsc` file."""
    return render(lower(schema))


def lower_bare(schema: Schema) -> dict[str, Any]:
    """As `lower`, without wire names, in which Avro C's JSON refuses NUL."""
    return _Lowering(schema, with_wire_names=False).root()


def lower(schema: Schema) -> dict[str, Any]:
    """The root record as Avro's JSON; each other type is defined where it is first used."""
    return _Lowering(schema, with_wire_names=True).root()


def render(avro: dict[str, Any]) -> str:
    return json.dumps(avro, indent=2) + "\n"


class _Lowering:
    def __init__(self, schema: Schema, *, with_wire_names: bool) -> None:
        self.schema = schema
        self.with_wire_names = with_wire_names
        self.names = named_types(schema)
        self.defined: set[str] = set()

    def root(self) -> dict[str, Any]:
        return self.record(self.schema.record(self.schema.root))

    def record(self, record: Record) -> dict[str, Any]:
        is_root = not self.defined
        self.defined.add(record.name)
        names = field_names(record)
        return {
            "type": "record",
            "name": self.names[record.name],
            **({"namespace": NAMESPACE} if is_root else {}),
            "fields": [
                self.field(f, names[f.name], self.descent(record, f, d))
                for f, d in zip(record.fields, descents(record), strict=True)
            ],
        }

    def field(self, field: Field, name: str, descent: dict[str, Any]) -> dict[str, Any]:
        return {
            "name": name,
            **self.wire("wireName", field.name, name),
            "type": self.type(field.type),
            **({"default": None} if isinstance(field.type, OptionalOf) else {}),
            **descent,
        }

    def descent(self, record: Record, field: Field, descent: Descent) -> dict[str, Any]:
        """What schema resolution asks of a reader: a value for what a writer does not know, and
        names that a field had."""
        if descent.is_added_to(record) and isinstance(field.type, Scalar):
            return {"default": _ZERO[field.type.kind]}
        if descent.before and descent.before.name != field.name:
            before = _distinct(f.name for f in record.ancestor)
            return {"aliases": [before[descent.before.name]]}
        return {}

    def enum(self, enum: Enum) -> dict[str, Any]:
        self.defined.add(enum.name)
        symbols = list(symbol_names(enum).values())
        return {
            "type": "enum",
            "name": self.names[enum.name],
            "symbols": symbols,
            **self.wire("wireSymbols", list(enum.symbols), symbols),
        }

    def wire(self, key: str, wire: Any, avro: Any) -> dict[str, Any]:
        return {key: wire} if self.with_wire_names and wire != avro else {}

    def type(self, type_: Type) -> Any:
        match type_:
            case Scalar(logical=logical, native=True) if logical:
                return logical_type(logical)
            case Scalar(kind):
                return SCALARS[kind]
            case EnumRef(name) | RecordRef(name) if name in self.defined:
                return self.names[name]
            case EnumRef(name):
                return self.enum(self.schema.enum(name))
            case RecordRef(name):
                return self.record(self.schema.record(name))
            case ListOf(item):
                return {"type": "array", "items": self.type(item)}
            case MapOf(value):
                return {"type": "map", "values": self.type(value)}
            case OptionalOf(item):
                return ["null", self.type(item)]


_UNITS = {Unit.MS: "millis", Unit.US: "micros", Unit.NS: "nanos"}


def logical_type(logical: Logical) -> dict[str, Any]:
    """Avro's own of what a library takes natively. Avro has no time in seconds and no duration
    that is a single number: https://avro.apache.org/docs/1.12.0/specification/#logical-types"""
    match logical:
        case Date():
            return {"type": "int", "logicalType": "date"}
        case Time(unit):
            of = "int" if unit == Unit.MS else "long"
            return {"type": of, "logicalType": f"time-{_UNITS[unit]}"}
        case Timestamp(unit, Zone.UTC | Zone.LOCAL as zone):
            local = "local-" * (zone == Zone.LOCAL)
            return {"type": "long", "logicalType": f"{local}timestamp-{_UNITS[unit]}"}
        case Decimal(precision, scale):
            digits = {"precision": precision, "scale": scale}
            return {"type": "bytes", "logicalType": "decimal", **digits}
        case Uuid():
            return {"type": "string", "logicalType": "uuid"}
        case _:
            raise AssertionError(logical)


def named_types(schema: Schema) -> dict[str, str]:
    """What Avro calls records and enums, by their names in the schema."""
    return identifiers(type_names(schema), _kept_or(pascal_case), RESERVED)


def field_names(record: Record) -> dict[str, str]:
    """What Avro calls its fields, by their wire names."""
    return _distinct(f.name for f in record.fields)


def symbol_names(enum: Enum) -> dict[str, str]:
    return _distinct(enum.symbols)


def _kept_or(mangled: Callable[[str], str]) -> Callable[[str], str]:
    """A name that Avro takes stays as it is."""
    return lambda wire: wire if _NAME.fullmatch(wire) else mangled(wire)


def _distinct(wire: Iterable[str]) -> dict[str, str]:
    return identifiers(wire, _kept_or(snake_case))
