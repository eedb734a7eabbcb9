"""JavaScript: logical types as programs have them, and what generated code makes of these.

A date is a `Date` at midnight UTC. A timestamp of seconds or milliseconds is a `Date`, also a local
one, as if it were UTC; of microseconds or nanoseconds, which a `Date` ends before, it is a bigint.
A time of the day is a number, and a bigint of nanoseconds; a duration is a number of seconds or
milliseconds, else a bigint: by the unit, not by the values, so that a field has one type. One that
is no safe number is refused when it is read. A bigint is a BigInt. Decimals, UUIDs and timestamps
with an offset of their own are text, as programs have them of JSON and of databases.

Where a codec's library does not take these itself, a scalar is converted to the kind that the
format's convention has, by the functions of `driver/conventions.js`. 64-bit integers are then what
plain ones are on the library's side: numbers, if those of the field are safe, else bigints.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Literal, TypeAlias

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

Class: TypeAlias = Literal["Date", "number", "bigint", "string"]
# A template for each direction: `{expression}` is the value, `{wide}` whether the field's integers
# of 64 bits are bigints on the library's side.
Ways: TypeAlias = tuple[str, str]

SAME: Ways = ("{expression}", "{expression}")
# What `Date.toJSON` writes as the canonical text is, but for years of more than four digits.
DATE_OF_JSON = Timestamp(Unit.MS, Zone.UTC)
_DAY_MS = 86_400_000
_NUMBERS = (Unit.S, Unit.MS)
# Of a millisecond, and digits behind those of milliseconds.
_FINE = {Unit.US: "1000n, 3", Unit.NS: "1000000n, 6"}
_HELPERS = """bigintOf count64 dayText decimalOf digits64 durationCount durationText fineOf fineText
    fixedOf integerBytes integerOf isoText momentOf secondsText timeCount timeText uuidBytes
    uuidOf"""
_CALL = re.compile(rf"\b({'|'.join(_HELPERS.split())})\(")


def class_of(logical: Logical) -> Class:
    """What a value is."""
    match logical:
        case Date():
            return "Date"
        case Timestamp(_, Zone.OFFSET) | Decimal() | Uuid():
            return "string"
        case Timestamp(unit):
            return "Date" if unit in _NUMBERS else "bigint"
        case Time(unit):
            return "bigint" if unit == Unit.NS else "number"
        case Duration(unit):
            return "number" if unit in _NUMBERS else "bigint"
        case BigInt():
            return "bigint"


def fill(template: str, expression: str, wide: str = "false") -> str:
    """Not by `format`: the texts of JavaScript have braces."""
    return template.replace("{wide}", wide).replace("{expression}", expression)


def lowering(logical: Logical) -> str:
    """The template of a lowered value: text, or an integer, number or bigint."""
    match logical:
        case Date() | Timestamp(Unit.S | Unit.MS, Zone.LOCAL | Zone.UTC):
            return _ms_to_units(logical)
        case BigInt():
            return "String({expression})"
        case Decimal() if logical.kind == Kind.I64:
            return "BigInt({expression})"
        case _:
            return "{expression}"


def visit(logical: Logical, expression: str) -> str:
    """The call that adds what is lowered to a `VisitSum`."""
    way = "string" if logical.kind == Kind.STRING else "integer"
    return f"sum.{way}({fill(lowering(logical), expression)})"


def handed_over(scalar: Scalar) -> Ways:
    """Both ways of what a library takes; small bigints many of them read as numbers."""
    assert scalar.logical
    is_bigint = class_of(scalar.logical) == "bigint"
    return ("{expression}", "BigInt({expression})") if is_bigint else SAME


def ways(
    scalar: Scalar, scalars: Mapping[Kind, Ways] | None = None, *, takes_bigints: bool = False
) -> Ways:
    """Both ways of a scalar of a logical type; `scalars` are those of plain kinds. With
    `takes_bigints` it is all the same to a library whether a 64-bit integer is a bigint."""
    assert scalar.logical
    if scalar.native:
        return handed_over(scalar)
    outer = (scalars or {}).get(scalar.kind, SAME)
    match scalar.kind:
        case Kind.I64:
            return _integer(scalar.logical, outer, takes_bigints or outer[0].startswith("BigInt("))
        case Kind.BYTES:
            to, back = _bytes(scalar.logical)
            # What was read is looked at here, and need not be copied.
            return _within(outer[0], to), _within(back, outer[1].removesuffix(".slice()"))
        case Kind.STRING:
            inner = _text(scalar.logical)
        case _:
            inner = _small(scalar.logical)
    return _within(outer[0], inner[0]), _within(inner[1], outer[1])


def _within(outer: str, inner: str) -> str:
    """The template that does both; one that names its value again computes it once."""
    if inner == "{expression}" or outer.count("{expression}") <= 1:
        return outer.replace("{expression}", inner)
    return f"((lowered) => {outer.replace('{expression}', 'lowered')})({inner})"


def _ms_to_units(logical: Logical) -> str:
    match logical:
        case Date():
            return f"{{expression}}.getTime() / {_DAY_MS}"
        case Timestamp(Unit.S):
            return "{expression}.getTime() / 1000"
        case _:
            return "{expression}.getTime()"


def _units_to_date(logical: Logical) -> str:
    match logical:
        case Date():
            return f"new Date({{expression}} * {_DAY_MS})"
        case Timestamp(Unit.S):
            return "new Date({expression} * 1000)"
        case _:
            return "new Date({expression})"


def _small(logical: Logical) -> Ways:
    """As integers of 32 bits."""
    if class_of(logical) == "Date":
        return _ms_to_units(logical), _units_to_date(logical)
    return SAME


def _integer(logical: Logical, outer: Ways, takes_bigints: bool) -> Ways:
    to, back = outer
    exact = back.replace("{wide}", "true") if "{wide}" in back else f"BigInt({back})"
    narrow = back.replace("{wide}", "false")
    match logical:
        case Decimal(_, scale):
            digits = _unscaled(scale)
            made = f"BigInt({digits})" if takes_bigints else f"digits64({digits}, {{wide}})"
            written = made if to.startswith("BigInt(") else _within(to, made)
            return written, f"decimalOf({narrow}, {scale})"
        case _ if class_of(logical) == "bigint":
            made = "{expression}" if takes_bigints else "count64({expression}, {wide})"
            return (made if to.startswith("BigInt(") else _within(to, made)), exact
        case _:
            small_to, small_back = _small(logical)
            return _within(to, small_to), small_back.replace("{expression}", narrow)


def _bytes(logical: Logical) -> Ways:
    match logical:
        case Uuid():
            return "uuidBytes({expression})", "uuidOf({expression})"
        case Decimal(_, scale):
            to = f"integerBytes(BigInt({_unscaled(scale)}))"
            return to, f"decimalOf(integerOf({{expression}}), {scale})"
        case _:
            return "integerBytes({expression})", "integerOf({expression})"


def _unscaled(scale: int) -> str:
    return '{expression}.replace(".", "")' if scale else "{expression}"


def _text(logical: Logical) -> Ways:
    """Canonical ones."""
    match logical:
        case Date():
            return "dayText({expression})", "momentOf({expression})"
        case Timestamp(Unit.MS, Zone.UTC):
            return "isoText({expression})", "momentOf({expression})"
        case Timestamp(Unit.MS, Zone.LOCAL):
            return "isoText({expression}).slice(0, -1)", "momentOf(`${{expression}}Z`)"
        case Timestamp(Unit.S, Zone.UTC):
            return "`${secondsText({expression})}Z`", "momentOf({expression})"
        case Timestamp(Unit.S, Zone.LOCAL):
            return "secondsText({expression})", "momentOf(`${{expression}}Z`)"
        case Timestamp(unit, Zone.UTC):
            fine = f"{{expression}}, {_FINE[unit]}"
            return (
                f"`${{fineText({fine})}}Z`",
                f"fineOf({{expression}}.slice(0, -1), {_FINE[unit]})",
            )
        case Timestamp(unit, Zone.LOCAL):
            fine = f"{{expression}}, {_FINE[unit]}"
            return f"fineText({fine})", f"fineOf({fine})"
        case Time(unit):
            whole = "BigInt" if class_of(logical) == "bigint" else "Number"
            return f"timeText({{expression}}, {unit.digits})", f"{whole}(timeCount({{expression}}))"
        case Duration(unit):
            whole = "BigInt" if class_of(logical) == "bigint" else "Number"
            to = f"durationText({{expression}}, {unit.digits})"
            return to, f"{whole}(durationCount({{expression}}))"
        case BigInt():
            return "String({expression})", "BigInt({expression})"
        case _:
            return SAME


def imports(text: str) -> str:
    """The line that imports the helpers that the text of a module calls, if there are any."""
    found = sorted(set(_CALL.findall(text)))
    if not found:
        return ""
    return f'import {{ {", ".join(found)} }} from "#driver/conventions.js";\n'


def natives(schema: Schema) -> str:
    """A line that says so, of a schema with a type that the codec's library takes itself."""
    has_natives = any(scalar.native for scalar in logical_scalars(schema))
    return "export const NATIVES = true;\n" if has_natives else ""
