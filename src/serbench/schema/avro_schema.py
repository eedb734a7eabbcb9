"""Avro's schemas: https://avro.apache.org/docs/1.12.0/specification/"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from serbench.schema.avro import decimal_of, is_uuid
from serbench.schema.errors import field_step
from serbench.schema.logical import Date, Decimal, Logical, Time, Timestamp, Unit, Uuid, Zone
from serbench.schema.model import (
    Field,
    Kind,
    ListOf,
    MapOf,
    Record,
    RecordRef,
    Scalar,
    Type,
    lowered_type,
    scalar_of,
    with_leaves,
)
from serbench.schema.remarks import note
from serbench.schema.remote_files import Location
from serbench.schema.schema_reader import STRING, Reader, optional
from serbench.schema.type_names import singular

_OF_AVRO = {
    "boolean": Kind.BOOL,
    "int": Kind.I32,
    "long": Kind.I64,
    "float": Kind.F32,
    "double": Kind.F64,
    "string": Kind.STRING,
    "bytes": Kind.BYTES,
}
_LOGICAL: dict[tuple[str, str], Logical] = {
    ("int", "date"): Date(),
    ("int", "time-millis"): Time(Unit.MS),
    ("long", "time-micros"): Time(Unit.US),
    ("string", "uuid"): Uuid(),
    **{
        ("long", f"{prefix}timestamp-{name}"): Timestamp(unit, zone)
        for prefix, zone in (("", Zone.UTC), ("local-", Zone.LOCAL))
        for name, unit in (("millis", Unit.MS), ("micros", Unit.US), ("nanos", Unit.NS))
    },
}


class AvroSchema(Reader):
    """Reads a schema that is already JSON. Raises `UserError`."""

    def __init__(self, path: Location, name: str, told: Any, with_unions: bool) -> None:
        super().__init__(path, name, with_unions)
        self._known: dict[str, Type] = {}
        self.schema = self.whole(self._type(told, "", "$", singular(name)))

    def _type(self, told: Any, space: str, at: str, called: str, parent: str = "") -> Type:
        if isinstance(told, list):
            return self._union(told, space, at, called, parent)
        if told == "null":
            self.remarks.append(note(f"{self.name}: {at} is null throughout: an optional text"))
            return optional(STRING)
        if isinstance(told, str):
            return self._named(told, space, at)
        kind = told["type"]
        if logical := told.get("logicalType"):
            found = _logical(told, kind, str(logical)) if isinstance(kind, str) else None
            is_text = found is not None and kind in ("bytes", "fixed")
            became = "its text" if is_text else f"the {kind} below it"
            self.remarks.append(note(f"{self.name}: {at} is {logical}: {became}"))
            if found:
                if kind == "fixed":
                    self._known[_full(told, space)[0]] = scalar_of(found)
                return scalar_of(found)
        match kind:
            case "record" | "error":
                return self._record(told, space, at)
            case "enum":
                name = self.names.new(told["name"].rpartition(".")[2], parent)
                enum = self.enum(name, tuple(told["symbols"]))
                self._known[_full(told, space)[0]] = enum
                return enum
            case "fixed":
                self._known[_full(told, space)[0]] = Scalar(Kind.BYTES)
                return Scalar(Kind.BYTES)
            case "array":
                item = self._type(told["items"], space, at + "[]", singular(called), parent)
                return ListOf(item)
            case "map":
                value = self._type(told["values"], space, at + "{}", singular(called), parent)
                return MapOf(value)
            case _:
                return self._type(kind, space, at, called, parent)

    def _named(self, name: str, space: str, at: str) -> Type:
        if name in _OF_AVRO:
            return Scalar(_OF_AVRO[name])
        full = name if "." in name or not space else f"{space}.{name}"
        if full not in self._known:
            self.refuse(at, f"no type is called {name!r}")
        return self._known[full]

    def _record(self, told: Mapping[str, Any], space: str, at: str) -> Type:
        full, inner = _full(told, space)
        name = self.begin(full.rpartition(".")[2])
        self._known[full] = RecordRef(name)
        fields = tuple(
            Field(
                f["name"], self._type(f["type"], inner, at + field_step(f["name"]), f["name"], name)
            )
            for f in told["fields"]
        )
        self.records[name] = Record(name, fields)
        return RecordRef(name)

    def _union(self, told: list[Any], space: str, at: str, called: str, parent: str) -> Type:
        some = [branch for branch in told if branch != "null"]
        inner = (
            self._type(some[0], space, at, called, parent)
            if len(some) == 1
            else self.union(
                lambda: [_variant(self._type(t, space, at, called, parent)) for t in some]
            )
        )
        return optional(inner) if "null" in told else inner


def _logical(told: Mapping[str, Any], kind: str, logical: str) -> Logical | None:
    match kind, logical:
        case "bytes" | "fixed", "decimal":
            return decimal_of(told)
        case "fixed", "uuid":
            return Uuid() if is_uuid(told) else None
        case _:
            return _LOGICAL.get((kind, logical))


def _variant(type_: Type) -> Type:
    """A type in a union, which is no logical one there; values of decimals are text."""
    return lowered_type(with_leaves(type_, lambda leaf: STRING if _is_decimal(leaf) else leaf))


def _is_decimal(leaf: Type) -> bool:
    return isinstance(leaf, Scalar) and isinstance(leaf.logical, Decimal)


def _full(told: Mapping[str, Any], space: str) -> tuple[str, str]:
    """A name with its namespace, and the namespace of what is within."""
    name = str(told["name"])
    if "." in name:
        return name, name.rpartition(".")[0]
    space = told.get("namespace", space)
    return (f"{space}.{name}" if space else name), space
