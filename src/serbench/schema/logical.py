"""Logical types: what people mean by a plain scalar. `date` is days in an i32.

A logical type is an annotation of the scalar that it is *lowered* to, its kind. Each has one word,
the same in schemas, in modules and in what users see, and two forms of its values: the lowered one,
which drivers read, and one canonical text (`serbench.schema.logical_values`).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from serbench.errors import nearest
from serbench.quoting import clipped, literal
from serbench.schema.kinds import Kind

# Beyond, no decimal of Arrow's or of a database has digits.
MOST_DIGITS = 76
# Whole numbers of so many digits are 64-bit integers.
_DIGITS_OF_I64 = 18


class Unit(StrEnum):
    """Of a count of time."""

    S = "s"
    MS = "ms"
    US = "us"
    NS = "ns"

    @property
    def digits(self) -> int:
        """Of a second's fraction."""
        return 3 * list(Unit).index(self)

    @property
    def per_second(self) -> int:
        return int(10**self.digits)

    @property
    def words(self) -> str:
        return _WORDS[self]


_WORDS = {
    Unit.S: "seconds",
    Unit.MS: "milliseconds",
    Unit.US: "microseconds",
    Unit.NS: "nanoseconds",
}


class Zone(StrEnum):
    """What a timestamp says of its zone: nothing; that it is UTC; the offset of each value."""

    LOCAL = "local"
    UTC = "utc"
    OFFSET = "offset"


@dataclass(frozen=True, slots=True)
class Date:
    """A day of the proleptic Gregorian calendar; lowered to days since 1970-01-01."""

    def __str__(self) -> str:
        return "date"

    @property
    def kind(self) -> Kind:
        return Kind.I32


@dataclass(frozen=True, slots=True)
class Time:
    """A time of the day; lowered to the time since midnight."""

    unit: Unit

    def __str__(self) -> str:
        return f"time_{self.unit}"

    @property
    def kind(self) -> Kind:
        return Kind.I32 if self.unit in (Unit.S, Unit.MS) else Kind.I64


@dataclass(frozen=True, slots=True)
class Timestamp:
    """A point in time, or a local one; lowered to the time since 1970-01-01T00:00:00 (in UTC), but
    with its own offset to its canonical text."""

    unit: Unit
    zone: Zone = Zone.LOCAL

    def __str__(self) -> str:
        return f"timestamp_{self.unit}" + (f"_{self.zone}" if self.zone != Zone.LOCAL else "")

    @property
    def kind(self) -> Kind:
        return Kind.STRING if self.zone == Zone.OFFSET else Kind.I64


@dataclass(frozen=True, slots=True)
class Duration:
    """A span of time, which may be negative; lowered to the count of its unit."""

    unit: Unit

    def __str__(self) -> str:
        return f"duration_{self.unit}"

    @property
    def kind(self) -> Kind:
        return Kind.I64


@dataclass(frozen=True, slots=True)
class Decimal:
    """A number of at most `precision` digits, `scale` of them behind the point in every value;
    lowered to its digits as text, or to an i64 if it is whole and short enough."""

    precision: int
    scale: int

    def __str__(self) -> str:
        return f"decimal({self.precision}, {self.scale})"

    @property
    def kind(self) -> Kind:
        is_i64 = self.scale == 0 and self.precision <= _DIGITS_OF_I64
        return Kind.I64 if is_i64 else Kind.STRING

    @property
    def is_sound(self) -> bool:
        return 0 <= self.scale <= self.precision and 1 <= self.precision <= MOST_DIGITS


@dataclass(frozen=True, slots=True)
class Uuid:
    """128 bits; lowered to the text of RFC 9562, in lower case."""

    def __str__(self) -> str:
        return "uuid"

    @property
    def kind(self) -> Kind:
        return Kind.STRING


@dataclass(frozen=True, slots=True)
class BigInt:
    """An integer of any size; lowered to its decimal digits as text."""

    def __str__(self) -> str:
        return "bigint"

    @property
    def kind(self) -> Kind:
        return Kind.STRING


Logical: TypeAlias = Date | Time | Timestamp | Duration | Decimal | Uuid | BigInt

# Of decimals there are too many.
_ALL_BUT_DECIMALS: tuple[Logical, ...] = (
    Date(),
    *map(Time, Unit),
    *(Timestamp(unit, zone) for zone in Zone for unit in Unit),
    *map(Duration, Unit),
    Uuid(),
    BigInt(),
)
BY_WORD = {str(logical): logical for logical in _ALL_BUT_DECIMALS}
_DECIMAL = re.compile(r"decimal\((\d{1,3}), ?(\d{1,3})\)", re.ASCII)


def logical_of(word: str) -> Logical:
    """The logical type of this word. Raises `ValueError`, which says what is wrong."""
    if found := _DECIMAL.fullmatch(word):
        made = Decimal(int(found[1]), int(found[2]))
        if not made.is_sound:
            raise ValueError(
                f"{word}: a decimal has 1 to {MOST_DIGITS} digits, and none to all of them behind "
                "the point: decimal(12, 2)"
            )
        return made
    if word not in BY_WORD:
        words = [*BY_WORD, "decimal(12, 2)"]
        raise ValueError(
            f"{literal(clipped(word))} is no logical type; there are {', '.join(words)}."
            + nearest(clipped(word), words)
        )
    return BY_WORD[word]


class Keys(StrEnum):
    """What the keys are of a map that is lowered to the list of its entries."""

    INTEGER = "integer_keys"
    BOOLEAN = "boolean_keys"
    ENUM = "enum_keys"
    UUID = "uuid_keys"
    TEXT = "text_keys"


class Absence(StrEnum):
    """Of a field that may be absent, null or a value."""

    ABSENT = "absent"


# What a type of the model has besides its form, for which a codec's front matter has a name.
Meaning: TypeAlias = Logical | Keys | Absence


class Convention(StrEnum):
    """TEXT: the canonical text of every logical type. BINARY: times as the integer that they are
    lowered to, but with an offset of their own as text; UUIDs as their 16 bytes; decimals as the
    integer of their digits (1.10 is 110), an i64 if that holds all of the type, else bytes;
    big integers as bytes. Such bytes are in two's complement, big-endian, as few as hold the
    number, as of Avro's decimals."""

    TEXT = "text"
    BINARY = "binary"


def wire_kind(logical: Logical, convention: Convention) -> Kind:
    """The kind of the plain scalar that stands for the logical type."""
    if convention == Convention.TEXT:
        return Kind.STRING
    match logical:
        case Uuid() | BigInt():
            return Kind.BYTES
        case Decimal(precision):
            return Kind.I64 if precision <= _DIGITS_OF_I64 else Kind.BYTES
        case Timestamp(zone=Zone.OFFSET):
            return Kind.STRING
        case _:
            return logical.kind


def wire_kinds(logical: Logical) -> frozenset[Kind]:
    """Of which one stands for the logical type, lowered or by a convention."""
    return frozenset({logical.kind, *(wire_kind(logical, each) for each in Convention)})


def names_of(meaning: Meaning) -> tuple[str, ...]:
    """By which a codec's front matter may call it, the narrowest first: `timestamp_ms_utc`,
    `timestamp_ms`, `timestamp_utc`, `timestamp`. A timestamp with an offset of its own is none of
    these but `timestamp_offset`. Maps are called by their keys, `integer_keys`, or all of them
    `keys`."""
    match meaning:
        case Keys():
            return (str(meaning), "keys")
        case Timestamp(_, Zone.OFFSET):
            return (str(meaning), "timestamp_offset")
        case Timestamp(unit, zone):
            of_zone = ["timestamp_utc"] * (zone == Zone.UTC)
            return (str(meaning), f"timestamp_{unit}", *of_zone, "timestamp")
        case Time(unit) | Duration(unit):
            return (str(meaning), str(meaning).removesuffix(f"_{unit}"))
        case Decimal():
            return (str(meaning), "decimal")
        case _:
            return (str(meaning),)


# All of them, but for decimals of one precision and scale.
NAMES = tuple(
    dict.fromkeys(
        name
        for meaning in (*_ALL_BUT_DECIMALS, Decimal(1, 0), *Keys, *Absence)
        for name in names_of(meaning)[::-1]
        if not name.endswith(")")
    )
)
