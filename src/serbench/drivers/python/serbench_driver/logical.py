"""Logical types of a schema as Python has them: made of lowered values, and lowered again.

Lowered values are those of docs/types.md: days, counts of a unit, canonical text. This is written
anew, and shares nothing with serbench's own side nor with generated conversions, so that one can be
wrong without the others.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal
from typing import Any
from uuid import UUID

_DIGITS = {"s": 0, "ms": 3, "us": 6, "ns": 9}
_SPECS = {"s": "seconds", "ms": "milliseconds", "us": "microseconds"}
_US = timedelta(microseconds=1)
_UTC_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_LOCAL_EPOCH = datetime(1970, 1, 1)
_EPOCH_DAY = date(1970, 1, 1).toordinal()
_DAY_US = 86_400 * 10**6
_DECIMAL = re.compile(r"decimal\((\d+), (\d+)\)", re.ASCII)
_INTEGER = r"-?(?:0|[1-9]\d*)"
_UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.ASCII)
_OFFSET = r"(?:\d{4}|[+-]\d{4,})-\d\d-\d\dT\d\d:\d\d:\d\d%s(?:Z|[+-]\d\d:\d\d)"
# Of a decimal whose scale is 0 and that has no more digits than this, the lowered value is an i64.
_MOST_DIGITS_OF_I64 = 18


@dataclass(frozen=True, slots=True)
class Logical:
    """`kind` is that of lowered values, whose text, if they are text, `form` describes. `make`
    makes a value of the class called `class_`, and raises `ValueError` or `OverflowError` where
    that has none for it. `lower` raises `ValueError` or `TypeError` of what is no value of the
    type."""

    word: str
    kind: str
    class_: str
    make: Callable[[Any], Any]
    lower: Callable[[Any], Any]
    form: re.Pattern[str] | None = None


def logical_of(word: str) -> Logical:
    if found := _DECIMAL.fullmatch(word):
        return _decimal(word, int(found[1]), int(found[2]))
    name, _, rest = word.partition("_")
    unit, _, zone = rest.partition("_")
    match name:
        case "date":
            return Logical(word, "i32", "date", _make_date, _lower_date)
        case "uuid":
            return Logical(word, "string", "UUID", UUID, _lower_uuid, _UUID)
        case "bigint":
            return Logical(word, "string", "int", int, _lower_int_to_text, re.compile(_INTEGER))
        case "time":
            return _time(word, unit)
        case "duration":
            return _duration(word, unit)
        case "timestamp" if zone == "offset":
            return _with_offset(word, unit)
        case "timestamp":
            return _timestamp(word, unit, zone == "utc")
        case _:
            raise ValueError(f"{word} is no logical type that this driver knows")


def _checked(value: Any, *classes: type) -> Any:
    if not isinstance(value, classes):
        raise TypeError(f"a {classes[0].__name__} is wanted, not a {type(value).__name__}")
    return value


def _units(us: int, unit: str) -> int:
    """How many units so many microseconds are. Raises `ValueError` if a part of a unit is left."""
    count, rest = divmod(us, int(10 ** (6 - _DIGITS[unit])))
    if rest:
        raise ValueError(f"it is finer than {_SPECS[unit]}")
    return count


def _to_us(count: int, unit: str) -> int:
    return int(count * 10 ** (6 - _DIGITS[unit]))


def _make_date(days: int) -> date:
    return date.fromordinal(days + _EPOCH_DAY)


def _lower_date(value: Any) -> int:
    if isinstance(value, datetime):
        raise TypeError("a date is wanted, not a datetime")
    return int(_checked(value, date).toordinal() - _EPOCH_DAY)


def _lower_uuid(value: Any) -> str:
    return str(_checked(value, UUID))


def _lower_int(value: Any) -> int:
    # bson's Int64 is an int as well.
    if isinstance(value, bool):
        raise TypeError("an int is wanted, not a bool")
    return int(_checked(value, int))


def _lower_int_to_text(value: Any) -> str:
    return str(_lower_int(value))


def _counted(word: str, kind: str) -> Logical:
    """What Python's own classes end before: nanoseconds."""
    return Logical(word, kind, "int", int, _lower_int)


def _time(word: str, unit: str) -> Logical:
    if unit == "ns":
        return _counted(word, "i64")

    def make(count: int) -> time:
        us = _to_us(count, unit)
        if not 0 <= us < _DAY_US:
            raise ValueError("it is beyond a day")
        return (_LOCAL_EPOCH + timedelta(microseconds=us)).time()

    def lower(value: Any) -> int:
        of_day = _checked(value, time)
        if of_day.tzinfo is not None:
            raise ValueError("it is a time with a zone")
        minutes = of_day.hour * 60 + of_day.minute
        return _units((minutes * 60 + of_day.second) * 10**6 + of_day.microsecond, unit)

    return Logical(word, "i64" if unit == "us" else "i32", "time", make, lower)


def _duration(word: str, unit: str) -> Logical:
    if unit == "ns":
        return _counted(word, "i64")
    return Logical(
        word,
        "i64",
        "timedelta",
        lambda count: timedelta(microseconds=_to_us(count, unit)),
        lambda value: _units(_checked(value, timedelta) // _US, unit),
    )


def _timestamp(word: str, unit: str, is_utc: bool) -> Logical:
    if unit == "ns":
        return _counted(word, "i64")
    epoch = _UTC_EPOCH if is_utc else _LOCAL_EPOCH

    def lower(value: Any) -> int:
        moment = _checked(value, datetime)
        if (moment.utcoffset() is None) == is_utc:
            raise ValueError("it has no zone" if is_utc else "it has a zone")
        return _units((moment - epoch) // _US, unit)

    return Logical(
        word, "i64", "datetime", lambda count: epoch + timedelta(microseconds=_to_us(count, unit)),
        lower,
    )  # fmt: skip


def _with_offset(word: str, unit: str) -> Logical:
    fraction = rf"\.\d{{{_DIGITS[unit]}}}" if _DIGITS[unit] else ""
    form = re.compile(_OFFSET % fraction, re.ASCII)
    if unit == "ns":
        return Logical(word, "string", "str", str, lambda value: _checked(value, str), form)

    def lower(value: Any) -> str:
        moment = _checked(value, datetime)
        if moment.utcoffset() is None:
            raise ValueError("it has no offset")
        _units(moment.microsecond, unit)
        # A subclass may write it in another way.
        text = datetime.isoformat(moment, timespec=_SPECS[unit])
        return text[:-6] + "Z" if text.endswith("+00:00") else text

    return Logical(word, "string", "datetime", datetime.fromisoformat, lower, form)


def _decimal(word: str, precision: int, scale: int) -> Logical:
    def lower(value: Any) -> str:
        number = _checked(value, Decimal)
        if not number.is_finite() or number.as_tuple().exponent != -scale:
            raise ValueError(f"{number} does not have the scale {scale}")
        return format(number, "f")

    if scale == 0 and precision <= _MOST_DIGITS_OF_I64:
        return Logical(word, "i64", "Decimal", Decimal, lambda value: int(lower(value)))
    form = re.compile(_INTEGER + (rf"\.\d{{{scale}}}" if scale else ""), re.ASCII)
    return Logical(word, "string", "Decimal", Decimal, lower, form)
