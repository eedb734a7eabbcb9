"""Go: logical types as programs have them, and what generated code makes of these.

Timestamps are a `time.Time`; one without a zone is a `time.Time` in UTC, as most have it; one with
an offset of its own is in a zone without a name. A date is a `time.Time` at midnight UTC. Times of
the day and durations are a `time.Duration`, whose nanoseconds end at 292 years: beyond, a value is
refused when it is read. Decimals are shopspring's, UUIDs Google's. A bigint is a `*big.Int`, and so
is an optional one, which is nil if it is absent: nobody writes a pointer to it.

The driver lowers them by the package `logical` (drivers/go/logical). Where a codec's library does
not take these itself, a scalar is converted to the kind that the format's convention has, by what
people write by hand or the functions of the package `conventions`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from serbench.codegen.names import Names, Spelling
from serbench.schema.conventions import left_out, logical_scalars, typed_maps
from serbench.schema.logical import (
    BigInt,
    Date,
    Decimal,
    Duration,
    Logical,
    Time,
    Timestamp,
    Unit,
    Uuid,
    Zone,
)
from serbench.schema.model import (
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

# The packages of the classes, and of protobuf's messages for them, by what they are called in code.
STANDARD = {"big": "math/big", "time": "time"}
MODULES = {
    "uuid": "github.com/google/uuid",
    "decimal": "github.com/shopspring/decimal",
    "timestamppb": "google.golang.org/protobuf/types/known/timestamppb",
    "durationpb": "google.golang.org/protobuf/types/known/durationpb",
}

_DURATIONS = {
    Unit.S: "time.Second",
    Unit.MS: "time.Millisecond",
    Unit.US: "time.Microsecond",
    Unit.NS: "time.Nanosecond",
}
_FRACTIONS = {Unit.S: "", Unit.MS: ".000", Unit.US: ".000000", Unit.NS: ".000000000"}
_TO_COUNT = {Unit.S: "Unix", Unit.MS: "UnixMilli", Unit.US: "UnixMicro", Unit.NS: "UnixNano"}
_OF_COUNT = {
    Unit.S: "conventions.SecondsOf({x})",
    Unit.MS: "time.UnixMilli({x}).UTC()",
    Unit.US: "time.UnixMicro({x}).UTC()",
    Unit.NS: "conventions.NanosOf({x})",
}
# A template for each direction: `{x}` is the value, `{receiver}` the value where a method of it is
# called, `{wrong}` the variable that gets the error if the value is none of the type.
_Ways = tuple[str, str]
_TEXT = re.compile(r'"(?:[^"\\]|\\.)*"|`[^`\n]*`|//[^\n]*')
_POINTEE = re.compile(r"\(\*[^()]*\)")


def type_of(logical: Logical) -> str:
    match logical:
        case Date() | Timestamp():
            return "time.Time"
        case Time() | Duration():
            return "time.Duration"
        case Decimal():
            return "decimal.Decimal"
        case Uuid():
            return "uuid.UUID"
        case BigInt():
            return "*big.Int"


def is_big(type_: Type) -> bool:
    """Whether it is a pointer by itself, as its optional is."""
    return isinstance(type_, Scalar) and isinstance(type_.logical, BigInt)


def is_converted(type_: Type) -> bool:
    """Whether a plain scalar stands for it on the library's side."""
    return isinstance(type_, Scalar) and type_.logical is not None and not type_.native


def is_slice(type_: Type) -> bool:
    """Whether it is []byte on the library's side, of which an optional needs no pointer."""
    return isinstance(type_, Scalar) and type_.kind is Kind.BYTES and not type_.native


def has_logical(schema: Schema) -> bool:
    return any(True for _ in logical_scalars(schema))


def is_all_native(schema: Schema) -> bool:
    """Whether a library takes the plain types as they are."""
    is_handed_over = all(native for _, native in typed_maps(schema)) and not left_out(schema)
    return is_handed_over and not any(map(is_converted, logical_scalars(schema)))


def address(variable: str, item: Type) -> str:
    """What an optional is set to whose value is in the variable."""
    return variable if is_big(item) else f"&{variable}"


@dataclass(frozen=True, slots=True)
class GoSpelling(Spelling):
    """As `Spelling`, with Go's own types for logical ones, and maps of any keys."""

    def text(self, type_: Type, known: Names, scope: str = "") -> str:
        match type_:
            case Scalar(logical=logical) if logical:
                return type_of(logical)
            case OptionalOf(item) if is_big(item):
                return self.text(item, known)
            case ListOf(RecordRef(name), is_map=True):
                key, value = (self.text(part, known, scope) for part in known.entries[name])
                return f"map[{key}]{value}"
            case _:
                # No zero-argument super: slots make the class anew.
                return Spelling.text(self, type_, known, scope)


def imports(body: str) -> tuple[list[str], list[str]]:
    """Paths in quotes of the classes that the code names: the standard library's, and others'. What
    literals and tags say is no use of one, nor what comments say."""
    code = _TEXT.sub("", body)

    def used(packages: Mapping[str, str]) -> list[str]:
        named = (path for name, path in packages.items() if re.search(rf"\b{name}\.[A-Z]", code))
        return [f'"{path}"' for path in named]

    return used(STANDARD), used(MODULES)


def kinds_of_type(type_: Type) -> Type:
    """The type with plain scalars where some stand for logical types, and lists of entries for maps
    whose keys are no text: what is native is left. A native field that tells absent from null has
    the record itself, and says in it whether it is there."""
    match type_:
        case Scalar(kind):
            return Scalar(kind) if is_converted(type_) else type_
        case ListOf(item, native=native):
            return ListOf(kinds_of_type(item), native, native)
        case MapOf(value):
            return MapOf(kinds_of_type(value))
        case OptionalOf(item, native=True):
            return item
        case OptionalOf(item):
            return OptionalOf(kinds_of_type(item))
        case _:
            return type_


def kinds_of(schema: Schema) -> Schema:
    """The same of all fields. One that has nothing to convert is returned as it is."""

    def fields(given: Iterable[Field]) -> tuple[Field, ...]:
        return tuple(Field(field.name, kinds_of_type(field.type)) for field in given)

    def record(given: Record) -> Record:
        return replace(given, fields=fields(given.fields), ancestor=fields(given.ancestor))

    if is_all_native(schema):
        return schema
    return replace(schema, records=tuple(map(record, schema.records)))


def load(logical: Logical) -> str:
    """The call that reads a lowered value of the driver's."""
    word = f'"{logical}"'
    match logical:
        case Date():
            return "logical.LoadDate(r)"
        case Timestamp(unit, Zone.OFFSET):
            return f"logical.LoadWithOffset(r, logical.{unit.name}, {word})"
        case Timestamp(unit):
            return f"logical.LoadTimestamp(r, logical.{unit.name}, {word})"
        case Time(Unit.S | Unit.MS as unit):
            return f"logical.LoadTime(r, logical.{unit.name})"
        case Time(unit) | Duration(unit):
            return f"logical.LoadDuration(r, logical.{unit.name}, {word})"
        case Decimal(_, scale):
            is_whole = logical.kind is Kind.I64
            return "logical.LoadWhole(r)" if is_whole else f"logical.LoadDecimal(r, {scale})"
        case Uuid():
            return "logical.LoadUUID(r)"
        case BigInt():
            return "logical.LoadBigInt(r)"


def lowered(logical: Logical, value: str) -> str:
    """The expression of what the driver digests and visits: of the lowered kind."""
    return _filled(_lowered(logical), value)


def _lowered(logical: Logical) -> str:
    match logical:
        case Date():
            return "logical.Days({x})"
        case Timestamp(unit, Zone.OFFSET):
            return f"logical.WithOffset({{x}}, logical.{unit.name})"
        case Timestamp(unit, zone):
            name = "LocalCount" if zone == Zone.LOCAL else "Count"
            return f"logical.{name}({{x}}, logical.{unit.name})"
        case Time(unit) | Duration(unit):
            units = f"logical.Units({{x}}, logical.{unit.name})"
            return f"int32({units})" if logical.kind is Kind.I32 else units
        case Decimal(_, scale):
            is_whole = logical.kind is Kind.I64
            return "logical.Whole({x})" if is_whole else f"logical.DecimalText({{x}}, {scale})"
        case Uuid():
            return "{receiver}.String()"
        case BigInt():
            return "logical.Digits({x})"


def to(scalar: Scalar, value: str) -> str:
    """The expression of what stands for a plain value on the library's side."""
    return _filled(_ways(scalar)[0], value)


def back(scalar: Scalar, value: str, wrong: str = "&wrong") -> str:
    """The expression of the plain value; it sets `wrong`, an `*error`, if there is none."""
    return _filled(_ways(scalar)[1].replace("{wrong}", wrong), value)


def noting(lines: list[str]) -> list[str]:
    """The statements of a function that returns an error, with what they say to `&wrong`."""
    if any("&wrong" in line for line in lines):
        return ["\tvar wrong error", *lines, "\treturn wrong"]
    return [*lines, "\treturn nil"]


def _filled(template: str, value: str) -> str:
    """Where nothing follows, gofmt takes parentheses away."""
    plain = value[1:-1] if _POINTEE.fullmatch(value) else value
    receiver = f"({plain})" if plain.startswith("*") else plain
    return template.replace("{receiver}", receiver).replace("{x}", plain)


def _ways(scalar: Scalar) -> _Ways:
    assert scalar.logical
    if scalar.native:
        return "{x}", "{x}"
    match scalar.kind:
        case Kind.STRING:
            return _text(scalar.logical)
        case Kind.BYTES:
            return _bytes(scalar.logical)
        case _:
            return _integer(scalar.logical, scalar.kind)


def _text(logical: Logical) -> _Ways:
    match logical:
        case Date():
            return _moment("2006-01-02", "2006-01-02")
        case Timestamp(unit, Zone.LOCAL):
            seconds = "2006-01-02T15:04:05"
            return _moment(seconds + _FRACTIONS[unit], seconds)
        case Timestamp(unit):
            # Go reads RFC 3339 faster than other layouts.
            seconds, zone = "2006-01-02T15:04:05", "Z07:00"
            return _moment(seconds + _FRACTIONS[unit] + zone, seconds + zone)
        case Time(unit):
            to = f"conventions.TimeText({{x}}, {unit.digits})"
            return to, "conventions.TimeOf({x}, {wrong})"
        case Duration(unit):
            to = f"conventions.DurationText({{x}}, {unit.digits})"
            return to, "conventions.DurationOf({x}, {wrong})"
        case Decimal(_, scale):
            return f"{{receiver}}.StringFixed({scale})", "conventions.DecimalOf({x}, {wrong})"
        case Uuid():
            return "{receiver}.String()", "conventions.UUIDOf({x}, {wrong})"
        case BigInt():
            return "{receiver}.String()", "conventions.BigIntOf({x}, {wrong})"


def _moment(written: str, read: str) -> _Ways:
    return (
        f'conventions.MomentText({{x}}, "{written}")',
        f'conventions.MomentOf({{x}}, "{read}", {{wrong}})',
    )


def _integer(logical: Logical, kind: Kind) -> _Ways:
    match logical:
        case Date():
            return "conventions.Days({x})", "conventions.Date({x})"
        case Timestamp(unit):
            return f"{{receiver}}.{_TO_COUNT[unit]}()", _OF_COUNT[unit]
        case Time(unit) | Duration(unit):
            is_narrow = kind is Kind.I32
            to = f"conventions.In({{x}}, {_DURATIONS[unit]})"
            of = "int64({x})" if is_narrow else "{x}"
            back = f"conventions.Of({of}, {_DURATIONS[unit]})"
            return (f"int32({to})" if is_narrow else to), back
        case Decimal(_, scale):
            return f"conventions.Unscaled({{x}}, {scale})", f"decimal.New({{x}}, {-scale})"
        case _:
            raise AssertionError(logical)


def _bytes(logical: Logical) -> _Ways:
    match logical:
        case Uuid():
            return "conventions.UUIDBytes({x})", "conventions.UUIDOfBytes({x}, {wrong})"
        case BigInt():
            return "conventions.IntegerBytes({x})", "conventions.IntegerOf({x})"
        case Decimal(_, scale):
            to = f"conventions.UnscaledBytes({{x}}, {scale})"
            return to, f"conventions.Scaled({{x}}, {scale})"
        case _:
            raise AssertionError(logical)
