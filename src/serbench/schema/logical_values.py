"""Values of logical types in their two forms: lowered, and as canonical text.

The texts are those of RFC 3339 and ISO 8601; a fraction has as many digits as the unit has, so that
a value has one text. Years outside 0 to 9999 have a sign, as ISO 8601 says. The calendar is the
proleptic Gregorian one; a leap second has no lowered form, and is refused.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from decimal import Decimal as Digits
from typing import Any

from serbench.schema.errors import ValueProblem, shown
from serbench.schema.errors import wrong as _wrong
from serbench.schema.kinds import INTEGER_RANGE, Kind
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

_DATE = r"(\d{4}|[+-]\d{4,12})-(\d\d)-(\d\d)"
_TIME = r"(\d\d):(\d\d):(\d\d)(?:\.(\d+))?"
_DAY = re.compile(_DATE, re.ASCII)
_TIME_OF_DAY = re.compile(_TIME, re.ASCII)
_MOMENT = re.compile(rf"{_DATE}[Tt ]{_TIME}([Zz]|[+-]\d\d(?::\d\d)?)?", re.ASCII)
_SPAN = re.compile(
    r"([+-])?P(?:([+-]?\d+)D)?(?:T(?:([+-]?\d+)H)?(?:([+-]?\d+)M)?"
    r"(?:([+-])?(\d+)(?:\.(\d+))?S)?)?",
    re.ASCII,
)
# DuckDB and others write no zero before the point.
_NUMBER = re.compile(r"[+-]?(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d{1,4})?", re.ASCII)
_WHOLE = re.compile(r"(-?)(\d+)", re.ASCII)
_UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE | re.ASCII)
# Longer than any that fits.
_MOST_LETTERS = 200
# Longer than any count or decimal. Of 4,300 digits Python makes no text.
_MOST_BITS = 300
# A double keeps decimals of so many digits apart.
_DIGITS_OF_F64 = 15
_DAY_S = 86400
_LEAP_SECOND = 60

# Takes what stands in JSON, lowered or as text, and returns the lowered value, or raises
# `ValueProblem` with the path `$`.
Lower = Callable[[Any], Any]


def lower(logical: Logical) -> Lower:
    """What makes lowered values of a type, of those that are lowered already, or text of it."""
    of_text = _of_text(logical)
    kind = logical.kind

    def check(value: Any) -> Any:
        if type(value) is str and len(value) <= _MOST_LETTERS:
            return of_text(value)
        if type(value) is int and kind in INTEGER_RANGE:
            return _in_range(value, kind, logical)
        raise _wrong(value, f"a value of {logical}, such as {_sample(logical)}")

    match logical:
        case Decimal():
            return lambda value: _decimal(value, logical)
        case BigInt():
            return _bigint
        case _:
            return check


def _sample(logical: Logical) -> str:
    return text_of(logical, example(logical))


def example(logical: Logical) -> Any:
    """A lowered value of the type."""
    match logical:
        case Timestamp(unit, Zone.OFFSET):
            return _moment_text(0, unit) + "+01:00"
        case Decimal():
            return lower(logical)("0")
        case Uuid():
            return "123e4567-e89b-12d3-a456-426614174000"
        case BigInt():
            return str(2**64)
        case _:
            return 0


def _of_text(logical: Logical) -> Lower:
    match logical:
        case Date():
            return _date
        case Time(unit):
            return lambda text: _time(text, unit)
        case Timestamp(unit, Zone.OFFSET):
            return lambda text: _moment_with_offset(text, unit)
        case Timestamp(unit, zone):
            return lambda text: _in_range(_moment(text, unit, zone), Kind.I64, logical)
        case Duration(unit):
            return lambda text: _in_range(_span(text, unit), Kind.I64, logical)
        case Decimal():
            return lambda text: _decimal(text, logical)
        case Uuid():
            return _uuid
        case BigInt():
            return _bigint


def text_of(logical: Logical, lowered: Any) -> str:
    """The canonical text of a lowered value."""
    match logical:
        case Date():
            return _date_text(lowered)
        case Time(unit):
            return _time_text(lowered, unit)
        case Timestamp(unit, Zone.LOCAL):
            return _moment_text(lowered, unit)
        case Timestamp(unit, Zone.UTC):
            return _moment_text(lowered, unit) + "Z"
        case Duration(unit):
            whole, part = divmod(abs(lowered), unit.per_second)
            return f"{'-' * (lowered < 0)}PT{whole}{_fraction(part, unit)}S"
        case _:
            return str(lowered)


def _in_range(value: int, kind: Kind, logical: Logical) -> int:
    low, high = INTEGER_RANGE[kind]
    if low <= value <= high:
        return value
    number = str(value) if value.bit_length() <= _MOST_BITS else "the integer"
    raise ValueProblem(
        "$",
        f"{number} is beyond {logical}, which is {kind} when lowered",
        "give the field a coarser unit, or text",
    )


# Days: Howard Hinnant, chrono-compatible low-level date algorithms. Python's end at year 9999.


def _days(year: int, month: int, day: int) -> int:
    """Since 1970-01-01."""
    year -= month <= 2
    era, of_era = divmod(year, 400)
    of_year = (153 * ((month + 9) % 12) + 2) // 5 + day - 1
    return era * 146_097 + of_era * 365 + of_era // 4 - of_era // 100 + of_year - 719_468


def _civil(days: int) -> tuple[int, int, int]:
    """Year, month, day."""
    era, of_era = divmod(days + 719_468, 146_097)
    year = (of_era - of_era // 1460 + of_era // 36_524 - of_era // 146_096) // 365
    of_year = of_era - (365 * year + year // 4 - year // 100)
    shifted = (5 * of_year + 2) // 153
    month = shifted + 3 if shifted < 10 else shifted - 9
    return year + era * 400 + (month <= 2), month, of_year - (153 * shifted + 2) // 5 + 1


def _day_of(text: str, year: str, month: str, day: str) -> int:
    days = _days(int(year), int(month), int(day))
    if _civil(days) != (int(year), int(month), int(day)):
        raise ValueProblem("$", f"{shown(text)} is no day of the calendar")
    return days


def _date(text: Any) -> int:
    found = _DAY.fullmatch(text)
    if not found:
        raise _wrong(text, "a date, such as 2026-01-31")
    return _in_range(_day_of(text, *found.groups()), Kind.I32, Date())


def _date_text(days: int) -> str:
    year, month, day = _civil(days)
    shown_year = f"{year:04}" if 0 <= year <= 9999 else f"{year:+05}"
    return f"{shown_year}-{month:02}-{day:02}"


def _since_midnight(
    text: str, unit: Unit, hour: str, minute: str, second: str, fraction: str | None
) -> int:
    if int(second) == _LEAP_SECOND:
        raise ValueProblem(
            "$",
            f"{shown(text)} is a leap second, for which no count of seconds has a number",
            "give the field text, or leave such values out",
        )
    if int(hour) > 23 or int(minute) > 59 or int(second) > 59:
        raise ValueProblem("$", f"{shown(text)} is no time of the day")
    whole = (int(hour) * 60 + int(minute)) * 60 + int(second)
    return whole * unit.per_second + _part(fraction, unit, text)


def _part(fraction: str | None, unit: Unit, text: str) -> int:
    digits = (fraction or "").rstrip("0")
    if len(digits) > unit.digits:
        raise ValueProblem(
            "$", f"{shown(text)} is finer than {unit.words}", "give the field a finer unit"
        )
    return int(digits.ljust(unit.digits, "0") or "0")


def _fraction(part: int, unit: Unit) -> str:
    return f".{part:0{unit.digits}}" if unit.digits else ""


def _time(text: str, unit: Unit) -> int:
    found = _TIME_OF_DAY.fullmatch(text)
    if found:
        return _since_midnight(text, unit, *found.groups())
    raise _wrong(text, "a time of the day, such as 12:00:00")


def _time_text(count: int, unit: Unit) -> str:
    """Also of a count beyond a day, as columns may hold them."""
    sign, (seconds, part) = "-" * (count < 0), divmod(abs(count), unit.per_second)
    minutes, second = divmod(seconds, 60)
    return f"{sign}{minutes // 60:02}:{minutes % 60:02}:{second:02}{_fraction(part, unit)}"


def _moment_parts(text: str, unit: Unit) -> tuple[int, str | None]:
    """Units since 1970-01-01T00:00:00 as it stands there, and the offset behind."""
    found = _MOMENT.fullmatch(text)
    if not found:
        raise _wrong(text, "a timestamp of RFC 3339, such as 2026-01-31T12:00:00Z")
    *date, hour, minute, second, fraction, offset = found.groups()
    count = _day_of(text, *date) * _DAY_S * unit.per_second
    return count + _since_midnight(text, unit, hour, minute, second, fraction), offset


def _offset_s(offset: str, text: str) -> int:
    if offset in "Zz":
        return 0
    hours, minutes = int(offset[1:3]), int(offset[4:] or 0)
    if hours > 23 or minutes > 59:
        raise ValueProblem("$", f"{shown(text)} has no sound offset from UTC")
    return (hours * 60 + minutes) * (-60 if offset[0] == "-" else 60)


def _moment(text: str, unit: Unit, zone: Zone) -> int:
    count, offset = _moment_parts(text, unit)
    if (offset is None) == (zone == Zone.UTC):
        some = "without its offset from UTC" if offset is None else "with an offset from UTC"
        other = Zone.LOCAL if offset is None else Zone.UTC
        raise ValueProblem(
            "$",
            f"{shown(text)} is a timestamp {some}",
            f"give the field {Timestamp(unit, other)}",
        )
    return count - (_offset_s(offset, text) * unit.per_second if offset else 0)


def _moment_with_offset(text: str, unit: Unit) -> str:
    count, offset = _moment_parts(text, unit)
    if offset is None:
        raise ValueProblem(
            "$",
            f"{shown(text)} is a timestamp without its offset from UTC",
            f"give the field {Timestamp(unit)}",
        )
    if not _offset_s(offset, text):
        return _moment_text(count, unit) + "Z"
    return _moment_text(count, unit) + offset + ":00" * (":" not in offset)


def _moment_text(count: int, unit: Unit) -> str:
    days, of_day = divmod(count, _DAY_S * unit.per_second)
    return f"{_date_text(days)}T{_time_text(of_day, unit)}"


def _span(text: str, unit: Unit) -> int:
    found = _SPAN.fullmatch(text)
    if not found or not any(found.groups()[1:]) or text.endswith("T"):
        raise _wrong(text, "a duration of ISO 8601 without months and years, such as PT1.5S")
    sign, days, hours, minutes, second_sign, seconds, fraction = found.groups()
    whole = (int(days or 0) * 24 + int(hours or 0)) * 60 + int(minutes or 0)
    parts = int(seconds or 0) * unit.per_second + _part(fraction, unit, text)
    count = whole * 60 * unit.per_second + (-parts if second_sign == "-" else parts)
    return -count if sign == "-" else count


def _decimal(value: Any, logical: Decimal) -> int | str:
    if type(value) is float and logical.precision > _DIGITS_OF_F64:
        raise ValueProblem(
            "$",
            f"{value} is a float, which does not keep {logical.precision} digits",
            "write decimals of so many digits as text",
        )
    if type(value) is int and value.bit_length() > _MOST_BITS:
        raise ValueProblem(
            "$", f"an integer has more digits than {logical} holds", "give the field bigint"
        )
    text = repr(value) if type(value) in (int, float) else value
    if type(text) is not str or len(text) > _MOST_LETTERS or not _NUMBER.fullmatch(text):
        raise _wrong(value, f"a value of {logical}, such as {_sample(logical)}")
    sign, digits, exponent = Digits(text).as_tuple()
    assert isinstance(exponent, int)
    unscaled = int("".join(map(str, digits)))
    shift = exponent + logical.scale
    if unscaled == 0:
        shift = 0
    if shift < 0:
        unscaled, lost = divmod(unscaled, 10 ** min(-shift, _MOST_LETTERS))
        if lost:
            raise ValueProblem(
                "$",
                f"{text} has more than {logical.scale} digits behind the point ({logical})",
                "give the field a larger scale",
            )
    elif shift <= logical.precision:
        unscaled *= 10**shift
    if shift > logical.precision or unscaled >= 10**logical.precision:
        raise ValueProblem(
            "$",
            f"{text} has more digits than {logical} holds",
            "give the field a larger precision",
        )
    if logical.kind == Kind.I64:
        return -unscaled if sign else unscaled
    return decimal_text(-unscaled if sign else unscaled, logical.scale)


def decimal_text(unscaled: int, scale: int) -> str:
    """The canonical one."""
    digits = f"{abs(unscaled):0{scale + 1}}"
    text = f"{digits[:-scale]}.{digits[-scale:]}" if scale else digits
    return f"-{text}" if unscaled < 0 else text


def _uuid(text: str) -> str:
    if _UUID.fullmatch(text):
        return text.lower()
    raise _wrong(text, "a uuid, such as 123e4567-e89b-12d3-a456-426614174000")


def _bigint(value: Any) -> str:
    if type(value) is int:
        try:
            return str(value)
        except ValueError:  # Python makes no text of so many digits
            raise ValueProblem(
                "$", "an integer has too many digits for a number", "write it as text"
            ) from None
    if type(value) is str and (found := _WHOLE.fullmatch(value)):
        digits = found[2].lstrip("0")
        return found[1] + digits if digits else "0"
    raise _wrong(value, "an integer (bigint), such as 18446744073709551616")
