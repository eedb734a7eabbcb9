"""JavaScript: protobuf's messages for times, of plain values and back.

Functions `of_<word>` and `<word>_of` of each logical type that stands in such a message, as users
write them where their library has none. The seconds of every plain value are a safe number.
https://protobuf.dev/reference/protobuf/google.protobuf/
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from serbench.codegen.idl.proto import (
    DURATION,
    TIMESTAMP,
    ProtoField,
    ProtoFile,
    well_known_used,
)
from serbench.schema.logical import Duration, Timestamp, Unit
from serbench.schema.model import Scalar

# A microsecond and a nanosecond, by how many are a second, and by how many nanoseconds they are.
_COUNTS = {Unit.US: ("1_000_000", 1000), Unit.NS: ("1_000_000_000", 1)}


@dataclass(frozen=True, slots=True)
class Times:
    """What a library's messages for times are. `made` is the expression of one, of `{seconds}` and
    `{nanos}`; `{type}` is what `types` says of the message's name. `seconds` and `nanos` are those
    of a `message`. `helpers` are both ways, of a `value` and of a `message`, where the library has
    such functions that keep every value. `imports` are lines, by the message's name."""

    made: str = "{ seconds: {seconds}, nanos: {nanos} }"
    seconds: str = "message.seconds"
    nanos: str = "message.nanos"
    has_bigints: bool = False
    types: Mapping[str, str] = field(default_factory=dict)
    helpers: Mapping[tuple[str, Unit], tuple[str, str]] = field(default_factory=dict)
    imports: Mapping[str, str] = field(default_factory=dict)


# Of libraries that take any object, whose integers of 64 bits are numbers.
OBJECTS = Times()


def to(found: ProtoField, expression: str) -> str:
    return f"of_{_logical(found)}({expression})"


def back(found: ProtoField, expression: str) -> str:
    return f"{_logical(found)}_of({expression})"


def or_zero(found: ProtoField, expression: str) -> str:
    """The message, or the one of zeros where the writer left it out."""
    return f"{expression} ?? {_zero(found.type)}"


def imports(file: ProtoFile, times: Times) -> str:
    """The lines that import what the library has of the messages that the file uses."""
    used = well_known_used(file)
    lines = (text for name, text in times.imports.items() if name in used)
    return "".join(dict.fromkeys(lines))


def functions(file: ProtoFile, times: Times) -> Iterator[str]:
    fields = [each for message in file.structs for each in message.fields if each.is_well_known]
    for name in well_known_used(file):
        zero = "0n" if times.has_bigints else "0"
        yield f"const {_zero(name)} = {_made(times, name, zero, '0')};\n"
    for word, each in sorted({str(_logical(each)): each for each in fields}.items()):
        to_lines, back_lines = _ways(each.type, _logical(each).unit, times)
        yield _function(f"of_{word}", "value", to_lines)
        yield _function(f"{word}_of", "message", back_lines)


def _logical(found: ProtoField) -> Timestamp | Duration:
    assert isinstance(found.element, Scalar)
    assert isinstance(found.element.logical, Timestamp | Duration)
    return found.element.logical


def _zero(name: str) -> str:
    return f"ZERO_{name.rpartition('.')[2].upper()}"


def _function(name: str, parameter: str, lines: list[str]) -> str:
    body = "".join(f"  {line}\n" for line in lines)
    return f"function {name}({parameter}) {{\n{body}}}\n"


def _made(times: Times, name: str, seconds: str, nanos: str) -> str:
    """Not by `format`: literals of objects have braces."""
    parts = {"{type}": times.types.get(name, ""), "{seconds}": seconds, "{nanos}": nanos}
    text = times.made
    for part, expression in parts.items():
        text = text.replace(part, expression)
    return text


def _ways(name: str, unit: Unit, times: Times) -> tuple[list[str], list[str]]:
    """The lines of both functions."""
    if (name, unit) in times.helpers:
        made, got = times.helpers[name, unit]
        return [f"return {made};"], [f"return {got};"]
    if unit in _COUNTS:
        return _of_bigint(name, unit, times)
    return _of_date(name, times) if name == TIMESTAMP else _of_number(name, unit, times)


def _of_date(name: str, times: Times) -> tuple[list[str], list[str]]:
    seconds, number = _of_numbers("seconds", times)
    to_lines = [
        "const ms = value.getTime();",
        "const seconds = Math.floor(ms / 1000);",
        f"return {_made(times, name, seconds, '(ms - seconds * 1000) * 1_000_000')};",
    ]
    ms = f"{number} * 1000 + Math.trunc({times.nanos} / 1_000_000)"
    return to_lines, [f"return new Date({ms});"]


def _of_number(name: str, unit: Unit, times: Times) -> tuple[list[str], list[str]]:
    if unit == Unit.S:
        seconds, number = _of_numbers("value", times)
        return [f"return {_made(times, name, seconds, '0')};"], [f"return {number};"]
    seconds, number = _of_numbers("Math.trunc(value / 1000)", times)
    ms = f"{number} * 1000 + Math.trunc({times.nanos} / 1_000_000)"
    made = _made(times, name, seconds, "(value % 1000) * 1_000_000")
    return [f"return {made};"], [f"return {ms};"]


def _of_numbers(seconds: str, times: Times) -> tuple[str, str]:
    """Seconds that are a number, and those of a message as one."""
    if times.has_bigints:
        return f"BigInt({seconds})", f"Number({times.seconds})"
    return seconds, times.seconds


def _of_bigint(name: str, unit: Unit, times: Times) -> tuple[list[str], list[str]]:
    per_second, nanos_each = _COUNTS[unit]
    product = f" * {nanos_each}" if nanos_each > 1 else ""
    whole = f"Math.trunc({times.nanos} / {nanos_each})" if nanos_each > 1 else times.nanos
    seconds = times.seconds if times.has_bigints else f"BigInt({times.seconds})"
    got = f"return {seconds} * {per_second}n + BigInt({whole});"
    if name == DURATION:
        whole = _as_library(f"value / {per_second}n", times)
        made = _made(times, name, whole, f"Number(value % {per_second}n){product}")
        return [f"return {made};"], [got]
    to_lines = [
        f"let seconds = value / {per_second}n;",
        f"let rest = Number(value % {per_second}n);",
        "if (rest < 0) {",
        "  seconds -= 1n;",
        f"  rest += {per_second};",
        "}",
        f"return {_made(times, name, _as_library('seconds', times), f'rest{product}')};",
    ]
    return to_lines, [got]


def _as_library(bigint: str, times: Times) -> str:
    return bigint if times.has_bigints else f"Number({bigint})"
