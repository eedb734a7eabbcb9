"""One line of JSON, parsed strictly: what is not a sound value is refused with its place.

The fast path parses in C; only a line it refuses is gone through again, slowly,
to say what is wrong with it and where.
"""

from __future__ import annotations

import json
import re
from typing import Any

import msgspec

from serbench.quoting import clipped, literal
from serbench.schema.errors import ValueProblem, field_step, item_step
from serbench.schema.model import MAX_DEPTH

_decode = msgspec.json.Decoder().decode
_encode = msgspec.json.Encoder().encode
_encode_msgpack = msgspec.msgpack.Encoder().encode
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"?|[\[{]|[\]}]', re.DOTALL)


def parse(line: bytes, *, with_nonfinite: bool = False) -> dict[str, Any]:
    """The object on the line. Raises `ValueProblem` for all that is not a sound value:
    text that is not UTF-8 or not JSON, a top level that is not an object, duplicate keys,
    NaN and infinities (1e400 too), integers beyond 64 bits, lone surrogates, and nesting
    deeper than `MAX_DEPTH`. With `with_nonfinite` the words NaN, Infinity and -Infinity are floats,
    as readers of other formats write them (`serbench.schema.nonfinite`).

    `-0` is the integer 0; `-0.0` keeps its sign.
    """
    with_words = with_nonfinite and (b"NaN" in line or b"Infinity" in line)
    try:
        value = _WITH_WORDS.decode(line.decode()) if with_words else _decode(line)
        # The decoder keeps the last of duplicate keys and says nothing; then there are
        # fewer strings in the value than in the text.
        sound = count_strings(line) == count_strings(_encode(value))
        _encode_msgpack(value)  # knows no integers beyond 64 bits
    except (msgspec.MsgspecError, ValueError, RecursionError, OverflowError):
        raise diagnosis(line, with_nonfinite=with_nonfinite) from None
    if sound and type(value) is dict and not _is_too_deep(line, value):
        return value
    raise diagnosis(line, with_nonfinite=with_nonfinite)


def count_strings(text: bytes) -> int:
    """Twice the number of strings, keys too, in valid JSON."""
    if b"\\" not in text:
        return text.count(b'"')
    if b"\\\\" in text:  # or the quote after an escaped backslash would pass for an escaped one
        text = text.replace(b"\\\\", b"")
    return text.count(b'"') - text.count(b'\\"')


def _is_too_deep(line: bytes, value: Any) -> bool:
    if len(line) <= MAX_DEPTH or line.count(b"{") + line.count(b"[") <= MAX_DEPTH:
        return False
    level = [value]
    for _ in range(MAX_DEPTH):
        level = [
            inner
            for outer in level
            for inner in (outer.values() if type(outer) is dict else outer)
            if type(inner) is dict or type(inner) is list
        ]
        if not level:
            return False
    return True


def diagnosis(line: bytes, *, with_nonfinite: bool = False) -> ValueProblem:
    """What is wrong with a line that `parse` refused. Slow, and careful."""
    problem = encoding_problem(line)
    if problem is not None:
        return problem
    text = line.decode()
    column, is_open = _brackets(text)
    if column is not None:
        return ValueProblem(
            "",
            f"it is nested more than {MAX_DEPTH} levels deep (at column {column}), which is "
            "the limit here since many libraries stop there",
            "flatten the value, or keep its inner part as a string",
        )
    try:
        value = (_LENIENT_WITH_WORDS if with_nonfinite else _LENIENT).decode(text)
    except json.JSONDecodeError as where:
        return _not_json(text, where, is_open)
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, _Pairs):
        return ValueProblem(
            "",
            f"the top level is {_said(value)}, not an object",
            "give one JSON object on each line, or a .json file with a list of objects",
        )
    return _problem_in(value, "$") or ValueProblem("", "not JSON")


def problem_in_list(data: bytes) -> tuple[int | None, ValueProblem | None]:
    """What a strict parser refuses in a list that a lenient one takes (NaN), with the number of the
    element it is in. Raises `json.JSONDecodeError` if that refuses it, too."""
    for number, element in enumerate(_LENIENT.decode(data.decode()), 1):
        problem = _problem_in(element, "$")
        if problem is not None:
            return number, problem
    return None, None


def encoding_problem(data: bytes) -> ValueProblem | None:
    """What is wrong with bytes that are not text in UTF-8."""
    if b"\0" in data:
        at = data.index(b"\0") + 1
        return ValueProblem("", f"there is a NUL byte (byte {at}): this is not JSON text")
    try:
        data.decode()
    except UnicodeDecodeError as where:
        return ValueProblem(
            "",
            f"it is not UTF-8: byte {where.start + 1} is 0x{data[where.start]:02x}",
            "convert the file from its encoding: iconv -f latin1 -t utf-8",
        )
    return None


def _not_json(text: str, where: json.JSONDecodeError, is_open: bool) -> ValueProblem:
    at = f"column {where.pos + 1}"
    # An unfinished `true` or `\u00e9` is reported where it begins.
    near_end = where.pos >= len(text.rstrip()) - 6 or where.msg.startswith("Unterminated string")
    ends = is_open and near_end
    if ends and not text.endswith("\n"):
        return ValueProblem("", f"the last line ends in the middle of a value ({at}): truncated?")
    if ends:
        return ValueProblem(
            "",
            f"not JSON: the line ends in the middle of a value ({at})",
            "each value has to stand on one line: jq -c . FILE > x.jsonl",
        )
    if where.msg == "Extra data":
        return ValueProblem(
            "",
            f"not JSON: there is more after the end of the value ({at})",
            "put a line feed between values: jq -c . FILE > x.jsonl",
        )
    return ValueProblem("", f"not JSON: {where.msg[0].lower()}{where.msg[1:]} ({at})")


def _brackets(text: str) -> tuple[int | None, bool]:
    """The column, from 1, of the bracket that goes deeper than `MAX_DEPTH`, if one does;
    and whether a bracket or a string is still open at the end."""
    depth = 0
    for match in _TOKEN.finditer(text):
        token = match[0]
        if token in "[{":
            depth += 1
            if depth > MAX_DEPTH:
                return match.start() + 1, True
        elif token in "]}":
            depth -= 1
    return None, depth > 0


class _Pairs(list[tuple[str, Any]]):
    """An object with its keys as they stood, twice where they stood twice."""


class _Bad(str):
    """A number that cannot be used; the text says why."""


def _integer(text: str) -> int | _Bad:
    if len(text) <= 20 and -(2**63) <= int(text) < 2**64:
        return int(text)
    return _Bad(f"the integer {clipped(text, 40)} does not fit in 64 bits")


def _float(text: str) -> float | _Bad:
    value = float(text)
    if value in (float("inf"), float("-inf")):
        return _Bad(f"the number {clipped(text, 40)} does not fit in a double")
    return value


def _double(text: str) -> float:
    if isinstance(value := _float(text), _Bad):
        raise ValueError(value)
    return value


_LENIENT = json.JSONDecoder(
    object_pairs_hook=_Pairs,
    parse_int=_integer,
    parse_float=_float,
    parse_constant=lambda text: _Bad(f"{text} is not a JSON value"),
)
_LENIENT_WITH_WORDS = json.JSONDecoder(
    object_pairs_hook=_Pairs, parse_int=_integer, parse_float=_float
)
_WITH_WORDS = json.JSONDecoder(parse_float=_double)


def _problem_in(value: Any, path: str) -> ValueProblem | None:
    if isinstance(value, _Bad):
        advice = "write it as a string" if "fit" in value else "write null or leave it out"
        return ValueProblem(path, str(value), advice)
    if isinstance(value, str):
        if not _is_text(value):
            return ValueProblem(path, f"there is a lone surrogate in {literal(clipped(value))}")
        return None
    if isinstance(value, _Pairs):
        seen = set()
        for key, inner in value:
            if not _is_text(key):
                return ValueProblem(path, f"there is a lone surrogate in the key {literal(key)}")
            step = path + field_step(key)
            if key in seen:
                return ValueProblem(
                    step, "the key stands twice in one object", "keep one of the two"
                )
            seen.add(key)
            found = _problem_in(inner, step)
            if found:
                return found
        return None
    if isinstance(value, list):
        for i, inner in enumerate(value):
            found = _problem_in(inner, path + item_step(i))
            if found:
                return found
    return None


def _is_text(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _said(value: Any) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "a boolean"
    if isinstance(value, _Bad):
        return "not a value"
    for types, word in (((int, float), "a number"), (str, "a string"), (list, "a list")):
        if isinstance(value, types):
            return word
    raise AssertionError(type(value))
