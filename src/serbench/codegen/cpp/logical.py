"""C++: what logical types are in plain values, and what codecs write in their place.

Times are `std::chrono`'s, which carry their unit, so that overloads tell units apart; integers of
any size are Boost.Multiprecision's. What the standard library lacks is a struct of
`serbench/logical.hpp`: a time of the day (`hh_mm_ss` cannot be compared, and a duration is another
type), a timestamp with its offset, decimals of 64 or 128 bits or of any size, UUIDs. Decimals have
as many bits as their precision wants, rather than 128: those of 18 digits are most of all.
"""

from __future__ import annotations

from collections.abc import Iterator

from serbench.codegen.names import Names, Spelling
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
from serbench.schema.model import Kind, ListOf, RecordRef, Scalar, Schema, Type

_UNITS = {
    Unit.S: "std::chrono::seconds",
    Unit.MS: "std::chrono::milliseconds",
    Unit.US: "std::chrono::microseconds",
    Unit.NS: "std::chrono::nanoseconds",
}
# Beyond, 128 bits do not hold all decimals.
_DIGITS_OF_INT128 = 38


class LogicalSpelling(Spelling):
    """As of all languages, and with logical types and maps whose keys are no text."""

    def text(self, type_: Type, known: Names, scope: str = "") -> str:
        match type_:
            case Scalar(logical=logical) if logical:
                return spelled(logical)
            case ListOf(RecordRef(entry), is_map=True):
                return self.typed_map(entry, known, scope)
            case _:
                return Spelling.text(self, type_, known, scope)

    def typed_map(self, entry: str, known: Names, scope: str) -> str:
        """The map of the entries. If its keys are text, `std::less<>` makes it another type than
        the map that formats have, so that overloads tell the two apart."""
        key, value = (self.text(type_, known, scope) for type_ in known.entries[entry])
        is_text = key == self.scalars[Kind.STRING]
        return f"std::map<{key}, {value}{', std::less<>' * is_text}>"


def spelled(logical: Logical) -> str:
    """The type of plain values."""
    match logical:
        case Date():
            return "std::chrono::sys_days"
        case Time(unit):
            return f"serbench::TimeOfDay<{_UNITS[unit]}>"
        case Timestamp(unit, Zone.OFFSET):
            return f"serbench::OffsetTime<{_UNITS[unit]}>"
        case Timestamp(unit, zone):
            clock = "sys" if zone is Zone.UTC else "local"
            return f"std::chrono::{clock}_time<{_UNITS[unit]}>"
        case Duration(unit):
            return _UNITS[unit]
        case Decimal(precision, scale):
            return f"serbench::Decimal<{precision}, {scale}>"
        case Uuid():
            return "serbench::Uuid"
        case BigInt():
            return "serbench::BigInt"


def scalars(schema: Schema) -> list[Scalar]:
    """One for each logical type of the schema."""
    return list({scalar.logical: scalar for scalar in logical_scalars(schema)}.values())


def header(schema: Schema) -> str | None:
    """What declares the types; None if the schema has none."""
    found = scalars(schema)
    if any(_is_big(scalar.logical) for scalar in found):
        return "serbench/big_integer.hpp"
    return "serbench/logical.hpp" if found else None


def _is_big(logical: Logical | None) -> bool:
    match logical:
        case BigInt():
            return True
        case Decimal(precision):
            return precision > _DIGITS_OF_INT128
        case _:
            return False


def written_as(scalar: Scalar) -> str:
    """The value of the enum `WrittenAs`."""
    if scalar.native:
        return "itself"
    return {Kind.STRING: "text", Kind.BYTES: "bytes"}.get(scalar.kind, "count")


def declarations(schema: Schema) -> Iterator[str]:
    """Lines that say it of each."""
    yield "// What codecs write in place of the schema's logical types."
    for scalar in scalars(schema):
        assert scalar.logical
        yield "template <>"
        yield (
            f"inline constexpr WrittenAs written_as<{spelled(scalar.logical)}> = "
            f"WrittenAs::{written_as(scalar)};"
        )


def summed_as(type_: Type) -> str | None:
    """The plain type of a leaf if the sum of what is written for it is no part of the visit sum,
    which is of lowered values; else None."""
    match type_:
        case Scalar(kind, logical=logical) if logical and kind != logical.kind:
            return spelled(logical)
        case _:
            return None
