"""From a workload's record types (msgspec Structs) to a schema."""

from __future__ import annotations

import enum
from typing import Any

import msgspec
from msgspec import inspect as mi

from serbench.schema.absence import telling_absent
from serbench.schema.logical import Date, Uuid, logical_of
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
    SchemaError,
    Type,
    scalar_of,
)
from serbench.schema.names import fresh
from serbench.schema.variants import Unions, can_be_told_apart

_BY_BOUNDS: dict[tuple[int | None, int | None], Kind] = {(None, None): Kind.I64}
_BY_BOUNDS |= {bounds: kind for kind, bounds in INTEGER_RANGE.items()}
# Types of Python's that leave open what a schema says, and what says it.
_UNDECIDED: dict[type, str] = {
    mi.DateTimeType: "timestamp_us, timestamp_us_utc or timestamp_us_offset",
    mi.TimeType: "time_us",
    mi.TimeDeltaType: "duration_us",
    mi.DecimalType: "Annotated[Decimal, decimal(12, 2)], where decimal is that",
}


def schema_of(root: type[msgspec.Struct], name: str) -> Schema:
    """The schema whose root record is the Struct `root`.

    Raises `SchemaError` naming the field when an annotation has no place in the
    type model (a tuple, a union whose types JSON does not tell apart, a dict whose keys are
    floats).
    """
    reader = _Reader()
    info = mi.type_info(root)
    assert isinstance(info, mi.StructType)
    reader.record(info)
    schema = Schema(
        name,
        root.__name__,
        tuple(reader.records.values()),
        tuple(reader.enums.values()),
        unions=reader.unions.all(),
    )
    return telling_absent(schema, reader.tell_absent)


class _Reader:
    def __init__(self) -> None:
        self.records: dict[str, Record] = {}
        self.enums: dict[str, Enum] = {}
        self.unions = Unions()
        # Fields, by their records' names and their own.
        self.tell_absent: set[tuple[str, str]] = set()
        self._classes: dict[str, type] = {}
        # Where the maps are whose entries are called so.
        self._entries: dict[str, str] = {}

    def record(self, info: mi.StructType) -> RecordRef:
        name = self._claim(info.cls)
        if name not in self.records:
            _check_options(info)
            self.records[name] = Record(name, ())  # holds the place while its fields are read
            self.records[name] = Record(name, tuple(self.field(name, f) for f in info.fields))
        return RecordRef(name)

    def field(self, record: str, info: mi.Field) -> Field:
        wire_name = info.encode_name
        if isinstance(info.type, mi.Metadata) and info.type.extra is not None:
            wire_name = info.type.extra.get("wire", wire_name)
        if isinstance(info.type, mi.Metadata) and "absent" in (info.type.extra or {}):
            self.tell_absent.add((record, wire_name))
        return Field(wire_name, self.type(info.type, f"{record}.{info.name}"))

    def enum(self, cls: type[enum.Enum], where: str) -> EnumRef:
        name = self._claim(cls)
        symbols = [member.value for member in cls]
        if not all(isinstance(s, str) for s in symbols):
            raise SchemaError(f"{where}: the values of enum {name} must be strings")
        self.enums.setdefault(name, Enum(name, tuple(symbols)))
        return EnumRef(name)

    def logical(self, word: str, where: str) -> Scalar:
        try:
            return scalar_of(logical_of(word))
        except ValueError as error:
            raise SchemaError(f"{where}: {error}") from None

    def entries(self, key: mi.Type, value: mi.Type, where: str) -> Type:
        """A dict whose keys are no text, as the list of its entries."""
        record, _, field = where.rpartition(".")
        wanted = record + "".join(part.capitalize() for part in field.split("_")) + "Entry"
        name = fresh(wanted, {*self.records, *self.enums}.__contains__)
        self._entries[name] = where
        self.records[name] = Record(name, ())
        fields = Field(KEY, self.type(key, where)), Field(VALUE, self.type(value, where))
        self.records[name] = Record(name, fields)
        return ListOf(RecordRef(name), is_map=True)

    def union(self, types: list[Type], where: str) -> Type:
        if not can_be_told_apart(types):
            shown = ", ".join(map(str, types))
            raise SchemaError(f"{where}: in JSON nothing tells the types of a union apart: {shown}")
        return self.unions.of(types)

    def _claim(self, cls: type) -> str:
        if self._classes.setdefault(cls.__name__, cls) is not cls:
            raise SchemaError(f"two types are called {cls.__name__}: give one another name")
        if where := self._entries.get(cls.__name__):
            raise SchemaError(
                f"two types are called {cls.__name__}, a class and the entries of {where}: give "
                "the class another name"
            )
        return cls.__name__

    def type(self, info: mi.Type, where: str) -> Type:
        match info:
            case mi.Metadata(extra={"serbench": "raw-json"}):
                return Scalar(Kind.STRING, raw_json=True)
            case mi.Metadata(extra={"serbench": "map-entries"}, type=mi.ListType(item_type=item)):
                return ListOf(self.type(item, where), is_map=True)
            case mi.Metadata(extra={"serbench": kind}) if kind in set(Kind):
                return Scalar(Kind(kind))  # a width that bounds cannot say
            case mi.Metadata(extra={"serbench": word}):
                return self.logical(word, where)
            case mi.Metadata(type=inner):
                return self.type(inner, where)
            case mi.BoolType():
                return Scalar(Kind.BOOL)
            case mi.StrType():
                return Scalar(Kind.STRING)
            case mi.BytesType():
                return Scalar(Kind.BYTES)
            case mi.FloatType():
                return Scalar(Kind.F64)
            case mi.IntType(ge=ge, le=le) if (ge, le) in _BY_BOUNDS:
                return Scalar(_BY_BOUNDS[ge, le])
            case mi.EnumType(cls=cls):
                return self.enum(cls, where)
            case mi.StructType():
                return self.record(info)
            case mi.ListType(item_type=item):
                return ListOf(self.type(item, where))
            case mi.DictType(key_type=mi.StrType(), value_type=value):
                return MapOf(self.type(value, where))
            case mi.DictType(key_type=key, value_type=value):
                return self.entries(key, value, where)
            case mi.DateType():
                return scalar_of(Date())
            case mi.UUIDType():
                return scalar_of(Uuid())
            case _ if type(info) in _UNDECIDED:
                raise SchemaError(
                    f"{where}: {_said(info)} does not say enough; annotate the field with "
                    f"{_UNDECIDED[type(info)]} of serbench.schema.types"
                )
            case mi.UnionType(types=types):
                some = [self.type(t, where) for t in types if not isinstance(t, mi.NoneType)]
                whole = some[0] if len(some) == 1 else self.union(some, where)
                return OptionalOf(whole) if info.includes_none else whole
            case _:
                raise SchemaError(
                    f"{where}: {_said(info)} is not a type serbench knows; "
                    "see serbench.schema.types for those it does"
                )


def _check_options(info: mi.StructType) -> None:
    """Canonical values are objects with every field, which these options prevent."""
    options = {
        "array_like": info.array_like,
        "tag": info.tag is not None,
        "omit_defaults": info.cls.__struct_config__.omit_defaults,
    }
    if set_ := [name for name, is_set in options.items() if is_set]:
        raise SchemaError(
            f"{info.cls.__name__}: with {set_[0]} its values are not objects with all their "
            "fields; take the option out"
        )


def _said(info: Any) -> str:
    return type(info).__name__.removesuffix("Type").lower()
