"""Values of logical types for generators: those on the edges, by name, and any.

Both are lowered (docs/types.md), which a Struct of a workload may hold.
"""

from __future__ import annotations

from random import Random
from typing import Any

from serbench.schema.errors import ValueProblem
from serbench.schema.kinds import INTEGER_RANGE
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
from serbench.schema.logical_values import lower, text_of

# Texts without fraction, offset and Z.
_DAYS = {
    "1970": "1970-01-01",
    "before 1970": "1969-12-31",
    "year 1": "0001-01-01",
    "year 9999": "9999-12-31",
    "leap day": "2024-02-29",
}
_TIMES = {"midnight": "00:00:00", "noon": "12:00:00", "last of the day": "23:59:59"}
_OFFSETS = ("Z", "+05:45", "-12:00", "+14:00")
# Of random dates and timestamps, from 1900 to 2100.
_FIRST_DAY, _LAST_DAY = -25_567, 47_482
_DAY_S = 86_400
_MOST_BITS = 256


def edges(logical: Logical) -> dict[str, Any]:
    """Values that libraries get wrong, by what they are; lowered. Those that the type cannot hold
    are left out."""
    check = lower(logical)
    found = {}
    for name, value in _edges(logical).items():
        try:
            found[name] = check(value)
        except ValueProblem:  # year 1 in nanoseconds
            continue
    return found


def _edges(logical: Logical) -> dict[str, Any]:
    match logical:
        case Date():
            return dict(_DAYS)
        case Time(unit):
            fractions = dict.fromkeys(_TIMES, "") | {"last of the day": _longest(unit)}
            found = {name: text + fractions[name] for name, text in _TIMES.items()}
            return found | {"smallest": "00:00:00" + _smallest(unit)}
        case Timestamp(unit, zone):
            return _moments(unit, zone)
        case Duration(unit):
            low, high = INTEGER_RANGE[logical.kind]
            return {
                "zero": 0,
                "smallest": 1,
                "negative": -1,
                "a day": _DAY_S * unit.per_second,
                "beyond 2^53": 2**53 + 1,
                "longest": high,
                "most negative": low,
            }
        case Decimal(precision, scale):
            most = "9" * precision + f"e-{scale}"
            return {
                "zero": "0",
                "one": "1",
                "1.10": "1.10",
                "smallest": f"1e-{scale}",
                "all digits": most,
                "all digits, negative": f"-{most}",
            }
        case Uuid():
            return {
                "nil": "00000000-0000-0000-0000-000000000000",
                "max": "ffffffff-ffff-ffff-ffff-ffffffffffff",
                "bytes in order": "00112233-4455-6677-8899-aabbccddeeff",
            }
        case BigInt():
            sizes = {"2^53+1": 2**53 + 1, "2^63": 2**63, "2^64": 2**64, "2^200": 2**200}
            all_sizes = {"zero": 0, **sizes} | {f"-({name})": -size for name, size in sizes.items()}
            return {name: str(size) for name, size in all_sizes.items()}


def _smallest(unit: Unit) -> str:
    return f".{1:0{unit.digits}}" if unit.digits else ""


def _longest(unit: Unit) -> str:
    return "." + "9" * unit.digits if unit.digits else ""


def _moments(unit: Unit, zone: Zone) -> dict[str, Any]:
    behind = {Zone.LOCAL: "", Zone.UTC: "Z", Zone.OFFSET: "+01:00"}[zone]
    found = {name: f"{day}T00:00:00{behind}" for name, day in _DAYS.items()}
    found["beyond 2038"] = f"2038-01-19T03:14:08{behind}"
    if unit.digits:
        found["smallest fraction"] = f"2026-01-31T12:00:00{_smallest(unit)}{behind}"
        found["fraction before 1970"] = f"1969-12-31T23:59:59{_longest(unit)}{behind}"
    if zone == Zone.OFFSET:
        found |= {f"offset {offset}": f"2026-01-31T23:30:00{offset}" for offset in _OFFSETS}
    return found


def random_value(logical: Logical, random: Random) -> Any:
    """A lowered value such as people have: dates and timestamps from 1900 to 2100, spans of up to
    a year, decimals and integers of all lengths."""
    match logical:
        case Date():
            return random.randint(_FIRST_DAY, _LAST_DAY)
        case Time(unit):
            return random.randrange(_DAY_S * unit.per_second)
        case Timestamp(unit, Zone.OFFSET):
            local = text_of(Timestamp(unit), random_value(Timestamp(unit), random))
            return lower(logical)(local + random.choice(_OFFSETS))
        case Timestamp(unit):
            day = _DAY_S * unit.per_second
            return random.randrange(_FIRST_DAY * day, _LAST_DAY * day)
        case Duration(unit):
            year = 365 * _DAY_S * unit.per_second
            return random.randint(-year, year)
        case Decimal(precision, scale):
            unscaled = random.randrange(10 ** random.randint(1, precision))
            return lower(logical)(f"{random.choice(['', '-'])}{unscaled}e-{scale}")
        case Uuid():
            return lower(logical)(_with_dashes(f"{random.getrandbits(128):032x}"))
        case BigInt():
            size = random.getrandbits(random.randint(1, _MOST_BITS))
            return str(random.choice([1, -1]) * size)


def _with_dashes(digits: str) -> str:
    return "-".join((digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]))
