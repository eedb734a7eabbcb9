"""Java: values of logical types, as the classes that most programs have for them.

Points in time are `Instant`, local ones `LocalDateTime`, those with an offset of their own
`OffsetDateTime`; then there are `LocalDate`, `LocalTime`, `Duration`, `BigDecimal` (with the scale
of its type), `UUID` and `BigInteger`. None of them knows its unit, which therefore stands in what
reads, digests, visits and converts a field: expressions, with all names whole. The methods are
those of `serbench.logical` (drivers/java/src), and the classes' own.
"""

from __future__ import annotations

from collections.abc import Iterator

from serbench.schema.conventions import logical_scalars
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
from serbench.schema.model import Kind, Scalar, Schema

_PACKAGE = "serbench.logical"
_COUNTS, _TEXTS, _BYTES, _LOWERED = (
    f"{_PACKAGE}.{name}" for name in ("Counts", "Texts", "Bytes", "Lowered")
)
_READER = "serbench.driver.LogicalJson"


def class_of(logical: Logical) -> str:
    match logical:
        case Date():
            return "java.time.LocalDate"
        case Time():
            return "java.time.LocalTime"
        case Timestamp(_, Zone.UTC):
            return "java.time.Instant"
        case Timestamp(_, Zone.LOCAL):
            return "java.time.LocalDateTime"
        case Timestamp():
            return "java.time.OffsetDateTime"
        case Duration():
            return "java.time.Duration"
        case Decimal():
            return "java.math.BigDecimal"
        case Uuid():
            return "java.util.UUID"
        case BigInt():
            return "java.math.BigInteger"


def classes(schema: Schema) -> list[str]:
    """Those of the schema's logical types, each once."""
    scalars = logical_scalars(schema)
    return list(dict.fromkeys(class_of(scalar.logical) for scalar in scalars if scalar.logical))


def _per_second(unit: Unit) -> str:
    return f"{_COUNTS}.{unit.upper()}"


def _unit(logical: Logical) -> Unit:
    assert isinstance(logical, Time | Timestamp | Duration)
    return logical.unit


# What stands for a value where a library does not take it: `kind` is what the convention writes.


def put(scalar: Scalar, value: str) -> str:
    """An expression of the kind's own Java type for a plain value."""
    logical = scalar.logical
    if logical is None or scalar.native:
        return value
    return _put(logical, scalar.kind, f"({value})" if " ? " in value else value)


def _put(logical: Logical, kind: Kind, value: str) -> str:
    match logical, kind:
        case ((Date() | Uuid() | BigInt()), Kind.STRING):
            return f"{value}.toString()"
        case Decimal(), Kind.STRING:
            return f"{value}.toPlainString()"
        case _, Kind.STRING:
            return f"{_TEXTS}.text({value}, {_unit(logical).digits})"
        case Date(), _:
            return f"{_COUNTS}.days({value})"
        case Decimal(), Kind.I64:
            return f"{value}.unscaledValue().longValueExact()"
        case Decimal(), _:
            return f"{value}.unscaledValue().toByteArray()"
        case Uuid(), _:
            return f"{_BYTES}.bytes({value})"
        case BigInt(), _:
            return f"{value}.toByteArray()"
        case _:
            narrow = "(int) " if kind == Kind.I32 else ""
            return f"{narrow}{_COUNTS}.count({value}, {_per_second(_unit(logical))})"


def get(scalar: Scalar, value: str) -> str:
    """An expression for the plain value; `value` is evaluated once."""
    logical = scalar.logical
    if logical is None or scalar.native:
        return value
    match logical, scalar.kind:
        case Duration(), Kind.STRING:
            return f"{_TEXTS}.duration({value})"
        case Decimal(), Kind.STRING:
            return f"new java.math.BigDecimal({value})"
        case BigInt(), _:
            return f"new java.math.BigInteger({value})"
        case Uuid(), Kind.STRING:
            return f"java.util.UUID.fromString({value})"
        case _, Kind.STRING:
            return f"{class_of(logical)}.parse({value})"
        case Date(), _:
            return f"{_COUNTS}.date({value})"
        case Decimal(_, scale), Kind.I64:
            return f"java.math.BigDecimal.valueOf({value}, {scale})"
        case Decimal(_, scale), _:
            return f"new java.math.BigDecimal(new java.math.BigInteger({value}), {scale})"
        case Uuid(), _:
            return f"{_BYTES}.uuid({value})"
        case _:
            return f"{_COUNTS}.{_made(logical)}({value}, {_per_second(_unit(logical))})"


def _made(logical: Logical) -> str:
    match logical:
        case Time():
            return "time"
        case Duration():
            return "duration"
        case Timestamp(_, Zone.UTC):
            return "instant"
        case _:
            return "local"


def is_lowered(scalar: Scalar) -> bool:
    """Whether what stands for a value is the lowered value itself, whose visit sum is that of its
    kind."""
    return scalar.logical is None or (not scalar.native and scalar.kind == scalar.logical.kind)


# What the driver does.


def read(logical: Logical) -> str:
    """An expression that reads a lowered value from `in`."""
    word = f'"{logical}"'
    match logical:
        case Decimal() if logical.kind == Kind.I64:
            return f"{_READER}.whole(in)"
        case Decimal(_, scale):
            return f"{_READER}.decimal(in, {word}, {scale})"
        case Date():
            return f"{_READER}.date(in, {word})"
        case Uuid():
            return f"{_READER}.uuid(in, {word})"
        case BigInt():
            return f"{_READER}.bigint(in, {word})"
        case Timestamp(unit, Zone.OFFSET):
            return f"{_READER}.offset(in, {word}, {unit.digits})"
        case _:
            return f"{_READER}.{_made(logical)}(in, {word}, {_per_second(_unit(logical))})"


def lower(logical: Logical, value: str) -> str:
    """An expression for the lowered value, of the Java type of its kind."""
    match logical:
        case Date():
            return f"{_LOWERED}.days({value})"
        case Decimal() if logical.kind == Kind.I64:
            return f"{value}.longValueExact()"
        case Decimal():
            return f"{value}.toPlainString()"
        case Uuid() | BigInt():
            return f"{value}.toString()"
        case Timestamp(unit, Zone.OFFSET):
            return f"{_LOWERED}.text({value}, {unit.digits})"
        case _:
            narrow = "(int) " if logical.kind == Kind.I32 else ""
            return f"{narrow}{_LOWERED}.count({value}, {_per_second(_unit(logical))})"


def visit(logical: Logical, value: str) -> str:
    """An expression for the visit sum of a plain value, which is that of the lowered one."""
    match logical:
        case Date():
            return f"{_COUNTS}.days({value})"
        case Decimal() if logical.kind == Kind.I64:
            return f"{value}.longValueExact()"
        case Decimal() | Uuid() | BigInt():
            return f"{_LOWERED}.visit({value})"
        case Timestamp(unit, Zone.OFFSET):
            return f"{_LOWERED}.visit({value}, {unit.digits})"
        case _:
            return f"{_COUNTS}.count({value}, {_per_second(_unit(logical))})"


def converted(schema: Schema) -> Iterator[Scalar]:
    """The logical scalars of its fields that its library does not take, again and again."""
    return (scalar for scalar in logical_scalars(schema) if not scalar.native)
