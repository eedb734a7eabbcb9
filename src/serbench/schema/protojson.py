"""Values in protobuf's JSON as canonical ones (https://protobuf.dev/programming-guides/json/).

`google.protobuf.json_format` is not asked: it drops characters that are no base64, rounds integers
that a double does not hold, and names no path. tests/schema/test_protojson.py compares the two.
"""

from __future__ import annotations

import binascii
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from math import isfinite
from typing import Any

import msgspec

from serbench.errors import nearest
from serbench.quoting import clipped, literal, shell
from serbench.schema.errors import InputError, ValueProblem, field_step, inside, item_step, wrong
from serbench.schema.lines import Lines
from serbench.schema.model import INTEGER_RANGE, Kind
from serbench.schema.nonfinite import NUMBERS, text_of
from serbench.schema.normalise import raw_json
from serbench.schema.parse import parse

# Takes what `msgspec.json.decode` makes of a value, and returns what a canonical line has there.
# Raises `ValueProblem` with the path from `$`.
Read = Callable[[Any], Any]

# What stands for a field that must not be left out.
REQUIRED: Any = object()
# Beyond it a double is no one integer.
_MOST_EXACT = 2**53
_NUMBER = re.compile(r"-?(?:0|[1-9]\d*)(\.\d+)?([eE][+-]?\d{1,4})?", re.ASCII)
_LONGEST_NUMBER = 400
_TIMESTAMP = re.compile(
    r"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(?:Z|([+-])(\d\d):(\d\d))", re.ASCII
)
_DURATION = re.compile(r"(-?)(\d{1,12})(?:\.(\d{1,9}))?s", re.ASCII)
_MOST_SECONDS = 315_576_000_000
_EPOCH = datetime(1970, 1, 1)  # all are of UTC
_FIRST = int((datetime(1, 1, 1) - _EPOCH).total_seconds())
_LAST = int((datetime(9999, 12, 31, 23, 59, 59) - _EPOCH).total_seconds())
_MASK = re.compile(r"[A-Za-z0-9]+(?:\.[A-Za-z0-9]+)*", re.ASCII)
_URL_SAFE = str.maketrans("-_", "+/")

_encode = msgspec.json.Encoder().encode


class ProtoJson(Lines):
    """The values of `source`, each of which `read` makes canonical; see `serbench.schema.lines`."""

    def __init__(self, source: Lines, read: Read) -> None:
        super().__init__(source.path)
        self._source = source
        self._read = read
        self.unit = source.unit

    @property
    def lines_read(self) -> int:
        return self._source.lines_read

    def progress(self) -> tuple[int, int]:
        return self._source.progress()

    def error(self, number: int | None, problem: ValueProblem) -> InputError:
        return self._source.error(number, problem)

    def look(self, number: int | None) -> str:
        return self._source.look(number)

    def __iter__(self) -> Iterator[tuple[int, bytes]]:
        for number, line in self._source:
            self.unit = self._source.unit
            try:
                value = parse(line, with_nonfinite=self._source.with_nonfinite)
            except ValueProblem as problem:
                raise self.error(number, problem) from None
            try:
                yield number, _encode(self._read(value))
            except ValueProblem as problem:
                raise self.error(number, self._advised(problem)) from None

    def _advised(self, problem: ValueProblem) -> ValueProblem:
        advice = (
            problem.next_step
            or "with a .proto values are read as protobuf's JSON, as MessageToJson writes it; a "
            f"schema that fits: serbench infer {shell(self.path)}"
        )
        return ValueProblem(problem.path, problem.cause, advice)


def integer(kind: Kind) -> Read:
    """A number, or text of one, without a fraction: `1e3` is 1000."""
    low, high = INTEGER_RANGE[kind]

    def read(value: Any) -> Any:
        whole = value
        if type(value) is str:
            whole = _whole(value)
        elif type(value) is float:
            whole = int(value) if value.is_integer() and abs(value) <= _MOST_EXACT else None
        if type(whole) is not int:
            raise wrong(value, f"an integer ({kind}), nor text of one")
        if not low <= whole <= high:
            raise wrong(value, f"in the range of {kind}, from {low} to {high}")
        return whole

    return read


def _whole(text: str) -> int | None:
    found = _NUMBER.fullmatch(text) if len(text) <= _LONGEST_NUMBER else None
    if found is None:
        return None
    if not found[1] and not found[2]:
        return int(text)
    number = Decimal(text)
    whole = int(number)
    return whole if whole == number else None


def floating(value: Any) -> Any:
    """A number, or text of one; NaN and infinities are texts, which they stay."""
    if type(value) is float:
        return value if isfinite(value) else text_of(value)
    if type(value) is int or (type(value) is str and value in NUMBERS):
        return value
    if type(value) is str and len(value) <= _LONGEST_NUMBER and (it := _NUMBER.fullmatch(value)):
        number = float(value) if it[1] or it[2] or value == "-0" else int(value)
        if number in (float("inf"), float("-inf")):
            raise wrong(value, "a number that a double holds")
        return number
    raise wrong(value, "a number, nor text of one")


def text(value: Any) -> Any:
    if type(value) is not str:
        raise wrong(value, "a string")
    return value


def boolean(value: Any) -> Any:
    if type(value) is not bool:
        raise wrong(value, "a boolean")
    return value


def boolean_key(value: Any) -> Any:
    if value not in ("true", "false"):
        raise wrong(value, "true or false")
    return value == "true"


def binary(value: Any) -> Any:
    """Base64, standard or safe in URLs, with padding or without, as standard one with padding."""
    try:
        standard = text(value).translate(_URL_SAFE)
        if "=" not in standard:
            standard += "=" * (-len(standard) % 4)
        data = binascii.a2b_base64(standard, strict_mode=True)
    except ValueError:  # binascii's is one
        raise wrong(value, "bytes in base64") from None
    return binascii.b2a_base64(data, newline=False).decode()


def enum(name: str, symbols: Mapping[str, str], numbers: Mapping[int, str], full: str) -> Read:
    """A symbol by its name, or that of another one of its number; or by its number."""

    def read(value: Any) -> Any:
        if type(value) is str:
            if value in symbols:
                return symbols[value]
            hint = nearest(clipped(value), symbols) if value.isprintable() else ""
            cause = f"the string {literal(clipped(value))} is no symbol of the enum {full}{hint}"
            raise ValueProblem("$", cause)
        if type(value) is not int:
            raise wrong(value, f"a symbol of the enum {full}, nor a number of one")
        if value not in numbers:
            raise ValueProblem(
                "$",
                f"the enum {full} has no symbol of the number {value}",
                f"a newer schema may have one; or name it in the .proto: {name.upper()}_"
                f"{str(value).replace('-', 'MINUS_')} = {value};",
            )
        return numbers[value]

    return read


def null_value(symbol: str) -> Read:
    """google.protobuf.NullValue, whose only symbol is null in JSON."""

    def read(value: Any) -> Any:
        if value is not None and value != symbol and (type(value) is bool or value != 0):
            raise wrong(value, "null")
        return symbol

    return read


def json_text(*types: type) -> Read:
    """A value of these types, of any if there are none, as the text of its JSON."""

    def read(value: Any) -> Any:
        if types and type(value) not in types:
            raise wrong(value, "an object" if dict in types else "a list")
        return raw_json(value)

    return read


def any_message(value: Any) -> Any:
    if type(value) is not dict or (value and type(value.get("@type")) is not str):
        raise wrong(value, "a google.protobuf.Any, an object with the text `@type`")
    return raw_json(value)


def timestamp(value: Any) -> Any:
    """RFC 3339, as seconds and nanoseconds since 1970-01-01 in UTC."""
    found = _TIMESTAMP.fullmatch(text(value))
    try:
        if found is None:
            raise ValueError
        moment, fraction, sign, hours, minutes = found.groups()
        whole = datetime.fromisoformat(moment) - _EPOCH
        seconds = whole.days * 86400 + whole.seconds
        if sign:
            if int(minutes) > 59 or int(hours) > 23:
                raise ValueError
            seconds -= int(f"{sign}1") * (int(hours) * 3600 + int(minutes) * 60)
        if not _FIRST <= seconds <= _LAST:
            raise ValueError
    except ValueError:
        raise wrong(value, "a time as 2026-01-01T00:00:00.000000001Z") from None
    return {"seconds": seconds, "nanos": _nanos(fraction)}


def duration(value: Any) -> Any:
    """Seconds with a fraction and `s` behind, as seconds and nanoseconds of one sign."""
    found = _DURATION.fullmatch(text(value))
    if found is None or int(found[2]) > _MOST_SECONDS:
        raise wrong(value, "a duration as 1.000000001s")
    sign = -1 if found[1] else 1
    return {"seconds": sign * int(found[2]), "nanos": sign * _nanos(found[3])}


def _nanos(fraction: str | None) -> int:
    return int((fraction or "").ljust(9, "0"))


def field_mask(value: Any) -> Any:
    """Paths in lowerCamelCase between commas, as a list of them by the fields' own names."""
    paths = text(value).split(",") if value != "" else []
    if not all(map(_MASK.fullmatch, paths)):
        raise wrong(value, "paths in lowerCamelCase between commas")
    snake = [re.sub("[A-Z]", lambda capital: "_" + capital[0].lower(), path) for path in paths]
    return {"paths": snake}


def list_of(item: Read, takes_null: bool) -> Read:
    def read(value: Any) -> Any:
        if type(value) is not list:
            raise wrong(value, "a list")
        out: list[Any] = []
        try:
            for element in value:
                _check_null(element, takes_null, "a list")
                out.append(item(element))
        except ValueProblem as problem:
            raise inside(problem, item_step(len(out))) from None
        return out

    return read


def map_of(item: Read, takes_null: bool) -> Read:
    def read(value: Any) -> Any:
        return dict(_entries(value, text, item, takes_null))

    return read


def entries_of(key: Read, item: Read, takes_null: bool) -> Read:
    """A map whose keys are no text, as records `key`, `value`."""

    def read(value: Any) -> Any:
        found = list(_entries(value, key, item, takes_null))
        if len({one for one, _ in found}) < len(found):
            raise ValueProblem("$", "two keys of the map are the same", "keep one of the two")
        return [{"key": one, "value": of_it} for one, of_it in found]

    return read


def _entries(value: Any, key: Read, item: Read, takes_null: bool) -> Iterator[tuple[Any, Any]]:
    if type(value) is not dict:
        raise wrong(value, "an object, a map")
    for name, element in value.items():
        try:
            _check_null(element, takes_null, "a map")
            yield key(name), item(element)
        except ValueProblem as problem:
            raise inside(problem, field_step(name)) from None


def _check_null(value: Any, takes_null: bool, where: str) -> None:
    if value is None and not takes_null:
        raise ValueProblem("$", f"null is no value within {where} in protobuf's JSON")


@dataclass(frozen=True, slots=True)
class ProtoField:
    """A message's field: `name` is that of the schema, `json_name` the other one that JSON may
    have; `absent` is its value where it is left out, or `REQUIRED`; of fields of one `oneof` a
    value has one at most. With `takes_null` null is a value, and else says that there is none."""

    name: str
    json_name: str
    read: Read
    absent: Any
    oneof: str = ""
    takes_null: bool = False


class MessageReader:
    """Reads a message, whose fields may come to it again and hence are given later."""

    def __init__(self, full: str) -> None:
        self._full = full
        self._fields: dict[str, ProtoField] = {}
        self._absent: dict[str, Any] = {}
        self._required: tuple[str, ...] = ()

    def have(self, fields: Sequence[ProtoField]) -> None:
        # A field's JSON name wins over another one's own name, as in protobuf's parsers.
        self._fields = {f.name: f for f in fields} | {f.json_name: f for f in fields}
        self._absent = {f.name: f.absent for f in fields}
        self._required = tuple(f.name for f in fields if f.absent is REQUIRED)

    def __call__(self, value: Any) -> Any:
        if type(value) is not dict:
            raise wrong(value, f"an object, the message {self._full}")
        fields, out = self._fields, self._absent.copy()
        chosen: dict[str, str] = {}
        for key, item in value.items():
            field = fields.get(key)
            if field is None:
                raise self._unknown(key)
            if key != field.json_name and field.json_name in value:
                raise _twice(key, f"it is the field {literal(clipped(field.json_name))} as well")
            if item is None and not field.takes_null:
                continue
            if field.oneof and chosen.setdefault(field.oneof, key) != key:
                other = literal(clipped(chosen[field.oneof]))
                raise _twice(key, f"of the oneof {field.oneof} there is {other} already")
            try:
                out[field.name] = field.read(item)
            except ValueProblem as problem:
                raise inside(problem, field_step(key)) from None
        for name in self._required:
            if out[name] is REQUIRED:
                cause = f"the required field {literal(clipped(name))} is missing"
                raise ValueProblem("$", cause)
        return out

    def _unknown(self, key: str) -> ValueProblem:
        hint = nearest(clipped(key), self._fields) if key.isprintable() else ""
        cause = f"the message {self._full} has no field {literal(clipped(key))}{hint}"
        return ValueProblem("$", cause)


def _twice(key: str, cause: str) -> ValueProblem:
    return ValueProblem("$" + field_step(key), cause, "keep one of the two")
