"""Values that stand inside others: `--at '$.features[]'` takes the elements of a list.

    path = "$" step, step …
    step = ".name"                      a field: letters of any script, digits, _ and -
         | "['a name']" | '["a name"]'  a field of any name, with JSON's escapes and \\'
         | "[]" | "[*]"                 each element of a list

`$` is the whole value: what stands on a line, or the document. Of a file that is one list, a path
that begins with `$[]` means that list, any other each of its elements.
"""

from __future__ import annotations

import difflib
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from serbench.errors import UserError
from serbench.quoting import shell, shown_name
from serbench.schema.errors import InputError, ValueProblem, field_step, item_step
from serbench.schema.line_ranges import LineRange
from serbench.schema.lines import Lines
from serbench.schema.nonfinite import line_with_words
from serbench.schema.parse import count_strings, diagnosis, parse

EXAMPLES = "'$.features[]', '$.entry[].resource', '$[\"a name\"][]'"
_STEP = re.compile(
    r"""  \.(?P<name>[\w-]+)
        | \[(?P<quoted>'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")\]
        | (?P<each>\[\*?\])""",
    re.VERBOSE | re.DOTALL,
)
_NAME = re.compile(r"[\w-]+")
_NAME_OF_JQ = re.compile(r"[A-Za-z_][A-Za-z0-9_]*", re.ASCII)
_ESCAPE = re.compile(r"\\.|\"", re.DOTALL)
_MOST_STEPS = 100
_MOST_SHOWN = 12
# The JSON of a value, or the value of dicts and lists.
_Raw = Any
_encode = msgspec.json.Encoder().encode
_decode_object = msgspec.json.Decoder(dict[str, msgspec.Raw]).decode
_decode_list = msgspec.json.Decoder(list[msgspec.Raw]).decode
_decode_raw = msgspec.json.Decoder(msgspec.Raw).decode


@dataclass(frozen=True, slots=True)
class At:
    """A path; of its steps a text is a field's name, and None stands for each element."""

    steps: tuple[str | None, ...]

    def __str__(self) -> str:
        return "$" + "".join(map(_step, self.steps))

    @property
    def name(self) -> str:
        """The last field's, for what the values are called after; "" if there is none."""
        return next((step for step in reversed(self.steps) if step is not None), "")

    def jq(self, of_each: bool = False) -> str:
        """The filter of jq that gives the same values; with `of_each`, of a list's elements."""
        steps = [None, *self.steps] if of_each else self.steps
        text = "".join("[]" if step is None else _jq_step(step) for step in steps)
        return text if text.startswith(".") else f".{text}"


def parse_at(text: str) -> At:
    """Raises `UserError` with the place of what is no path."""
    if not text.startswith("$"):
        raise _wrong(text, 0, "a path begins with $")
    at, steps = 1, list[str | None]()
    while at < len(text):
        found = _STEP.match(text, at)
        if found is None:
            raise _wrong(text, at, "here stands no step: .name, ['any name'] or []")
        quoted = found["quoted"]
        if found["each"]:
            steps.append(None)
        elif quoted is None:
            steps.append(found["name"])
        else:
            steps.append(_unquoted(text, at, quoted))
        at = found.end()
    if not steps:
        raise _wrong(text, 1, "$ is the whole value, which is measured without --at")
    if len(steps) > _MOST_STEPS:
        raise _wrong(text, at, f"it has more than {_MOST_STEPS} steps")
    return At(tuple(steps))


def _unquoted(text: str, at: int, quoted: str) -> str:
    inner = quoted[1:-1]
    if quoted[0] == "'":
        inner = _ESCAPE.sub(lambda match: {"\\'": "'", '"': '\\"'}.get(match[0], match[0]), inner)
    try:
        name: str = json.loads(f'"{inner}"', strict=False)
        name.encode()  # a lone surrogate is in no text
    except ValueError:
        raise _wrong(text, at, "the name has an escape that JSON does not know") from None
    return name


def _wrong(text: str, at: int, cause: str) -> UserError:
    return UserError(f"--at {shell(text)}: column {at + 1}: {cause}; paths are such as {EXAMPLES}")


def longest_list(value: dict[str, Any]) -> tuple[At, int] | None:
    """Where in a value there is a list of objects that takes most of its JSON, and how long it
    is."""
    steps: list[str] = []
    inner: Any = value
    most = len(_encode(value)) / 2
    while type(inner) is dict and len(steps) < _MOST_STEPS:
        large = ((k, v) for k, v in inner.items() if type(v) in (dict, list))
        step = next((k for k, v in large if len(_encode(v)) > most), None)
        if step is None:
            return None
        steps.append(step)
        inner = inner[step]
    is_list = type(inner) is list and all(type(item) is dict for item in inner)
    return (At((*steps, None)), len(inner)) if is_list else None


def _step(step: str | None) -> str:
    if step is None:
        return "[]"
    return f".{step}" if _NAME.fullmatch(step) else f"[{json.dumps(step)}]"


def _jq_step(name: str) -> str:
    return f".{name}" if _NAME_OF_JQ.fullmatch(name) else f"[{json.dumps(name)}]"


class Elements(Lines):
    """What stands at a path in each value of another source, in order; see `serbench.schema.lines`.
    Numbers count these elements from 1 through the whole file, of which there are so many `before`
    the source, if that is not all of it."""

    def __init__(self, source: Lines, at: At, before: int = 0) -> None:
        super().__init__(source.path)
        self.unit = "element"
        self.at = str(at)
        self.with_nonfinite = source.with_nonfinite
        self._source = source
        self._at = at
        self._before = before
        # Of the element that was read last: its number, that of the value it stands in, its path.
        self._last = (0, 0, "$")

    @property
    def lines_read(self) -> int:
        return self._source.lines_read

    @property
    def has_logical(self) -> bool:  # type: ignore[override]
        return self._source.has_logical

    def words_of_types(self, detect: bool) -> Lines | None:
        words = self._source.words_of_types(detect)
        return words and Elements(words, self._at, self._before)

    def progress(self) -> tuple[int, int]:
        return self._source.progress()

    def error(self, number: int | None, problem: ValueProblem) -> InputError:
        if number is None:
            return self._source.error(None, problem)
        outer, path = self._place(number)
        see = problem.next_step or f"see it: {self.look(number)}"
        placed_problem = ValueProblem(path + problem.path.removeprefix("$"), problem.cause, see)
        return self._error_in(outer, placed_problem)

    def look(self, number: int | None) -> str:
        if number is None or type(self._source) not in (Lines, LineRange):
            return self._source.look(None if number is None else self._place(number)[0])
        return f"{self._elements_by_jq()} | sed -n {number}p"

    def _elements_by_jq(self) -> str:
        of_each = self._source.is_list and self._at.steps[0] is not None
        filter_, file = shell(self._at.jq(of_each)), shell(self.path)
        cat = self._source.cat
        return f"{cat} {file} | jq -c {filter_}" if cat else f"jq -c {filter_} {file}"

    def __iter__(self) -> Iterator[tuple[int, bytes]]:
        number = self._before
        for number, (outer, path, raw) in enumerate(self._found(), self._before + 1):
            self._last = number, outer, path
            if not raw.startswith(b"{"):
                raise self.error(number, self._no_object(raw))
            yield number, raw
        if number == self._before and not isinstance(self._source, LineRange):
            raise self.fail(
                f"--at {shell(self.at)} leads to no element: the lists there are empty",
                f"see what is there: {self._source.look(1)}",
            )

    def _no_object(self, raw: bytes) -> ValueProblem:
        hint = ""
        if raw.startswith(b"["):
            hint = f"did you mean --at {shell(self.at + '[]')}?"
        cause = f"it is {_kind(raw)}, and each element has to be an object"
        return ValueProblem("$", cause, hint)

    def _place(self, number: int) -> tuple[int, str]:
        """The number of the value that an element stands in, and its path there."""
        last, outer, path = self._last
        if last != number:  # of one before, which whoever checked many at once tells
            places = enumerate(self._found(), self._before + 1)
            outer, path = next((of[:2] for n, of in places if n == number), (outer, path))
        return outer, path

    def _found(self) -> Iterator[tuple[int, str, bytes]]:
        """Of each element the number of the value it stands in, its path there, and its JSON."""
        steps = self._at.steps
        for number, line in self._source:
            try:
                raw = _with_words(line) if self.with_nonfinite else line
                if self._source.is_list and steps[0] is None:
                    inner = _walked(raw, f"$[{number - 1}]", self._at, 1)
                else:
                    inner = _walked(raw, "$", self._at, 0)
                for path, raw in inner:
                    yield number, path, raw
            except ValueProblem as problem:
                raise self._error_in(number, problem) from None

    def _error_in(self, number: int, problem: ValueProblem) -> InputError:
        """Of the value of the source that has this number."""
        if self._source.is_list and self._at.steps[0] is None:  # its number is in the path
            see = problem.next_step or f"see it: {self._source.look(number)}"
            return self._source.error(None, ValueProblem(problem.path, problem.cause, see))
        return self._source.error(number, problem)


def _with_words(line: bytes) -> Any:
    """The line; parsed, if it may hold words that the decoder of raw JSON does not know."""
    return parse(line, with_nonfinite=True) if b"NaN" in line or b"Infinity" in line else line


def _json(raw: _Raw) -> bytes:
    return bytes(raw) if isinstance(raw, bytes | msgspec.Raw) else line_with_words(raw)


def _walked(raw: _Raw, path: str, at: At, index: int) -> Iterator[tuple[str, bytes]]:
    """The paths and the JSON of what stands at the steps from `index` on. Raises `ValueProblem`."""
    if index == len(at.steps):
        yield path, _json(raw)
        return
    step = at.steps[index]
    if step is None:
        for i, item in enumerate(_list(raw, path, at)):
            yield from _walked(item, path + item_step(i), at, index + 1)
        return
    fields = _object(raw, path, at, step)
    if step not in fields:
        raise _leads_nowhere(path, at, index, fields)
    yield from _walked(fields[step], path + field_step(step), at, index + 1)


def _list(raw: _Raw, path: str, at: At) -> list[_Raw]:
    if isinstance(raw, list):
        return raw
    try:
        return _decode_list(_json(raw))
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        raise _no_such(raw, path, at, "a list, which [] takes") from None


def _object(raw: _Raw, path: str, at: At, step: str) -> dict[str, _Raw]:
    if isinstance(raw, dict):
        return raw
    try:
        fields = _decode_object(_json(raw))
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        wanted = f"an object, which has fields such as {shown_name(step)}"
        raise _no_such(raw, path, at, wanted) from None
    # The decoder keeps the last of duplicate keys, and the elements of the first would be lost.
    if count_strings(_json(raw)) != count_strings(_encode(fields)):
        problem = diagnosis(_json(raw))
        raise ValueProblem(path + problem.path.removeprefix("$"), problem.cause, problem.next_step)
    return fields


def _no_such(raw: _Raw, path: str, at: At, wanted: str) -> ValueProblem:
    """Of what is no such value, or no JSON at all."""
    text = _json(raw)
    has = ""
    try:
        if text.lstrip().startswith(b"{"):  # which looks at names, as that of raw JSON does not
            has = f"; its fields are {_names(_decode_object(text))}"
        else:
            _decode_raw(text)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return diagnosis(text)
    return ValueProblem(path, f"it is {_kind(text)}, and --at {shell(str(at))} wants {wanted}{has}")


def _leads_nowhere(path: str, at: At, index: int, fields: Mapping[str, _Raw]) -> ValueProblem:
    step = at.steps[index]
    assert step is not None
    near = difflib.get_close_matches(step, list(fields), 1)
    hint = ""
    if near and near[0].isprintable():
        meant = At((*at.steps[:index], near[0], *at.steps[index + 1 :]))
        hint = f"did you mean --at {shell(str(meant))}?"
    there = f"its fields are {_names(fields)}" if fields else "it has no fields"
    cause = f"--at {shell(str(at))} leads no further: no field {shown_name(step)} is here; {there}"
    return ValueProblem(path, cause, hint)


def _names(fields: Mapping[str, _Raw]) -> str:
    names = list(map(shown_name, list(fields)[:_MOST_SHOWN]))
    more = len(fields) - len(names)
    return ", ".join(names) + (f" and {more:,} more" if more else "")


_KINDS = {b"{": "an object", b"[": "a list", b'"': "a string", b"n": "null"}
_KINDS |= dict.fromkeys((b"t", b"f"), "a boolean")


def _kind(raw: bytes) -> str:
    return _KINDS.get(raw.lstrip()[:1], "a number")
