"""What is wrong with a user's data, where it is, and what to do about it."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import Any, Literal

from serbench.errors import UserError

_SIMPLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*", re.ASCII)

Unit = Literal["line", "element", "value", "row", "byte"]


class InputError(UserError):
    """A file that cannot be read, or a value in it that cannot be used.

    `line` counts from 1 and says which line, or which element if `unit` is "element" (a file
    that holds one list), which row or byte; it is None where the file as a whole is meant. `path`
    leads to the place inside the value: `$.user.id`. `cause` says what is wrong, `next_step` what
    to do. The text of the error is one line made of all of them.
    """

    def __init__(
        self,
        file: str | Path,
        cause: str,
        next_step: str,
        *,
        line: int | None = None,
        unit: Unit = "line",
        path: str = "",
    ) -> None:
        self.file = str(file)
        self.line = line
        self.unit = unit
        self.path = path
        self.cause = cause
        self.next_step = next_step
        place = shown_file(self.file)
        if line is not None and unit == "line":
            place += f":{line}"
        elif line is not None and unit != "value":
            place += f": {unit} {line}"
        super().__init__(f"{place}: {path + ': ' if path else ''}{cause}; {next_step}")


class ValueProblem(Exception):  # noqa: N818 - it becomes an InputError where the file is known
    """What is wrong inside one value, before anyone says in which file it stands.

    `path` leads to the place: `$.user.id`; it is empty where the text is not JSON at all.
    `next_step` is empty where looking at the line is the best advice.
    """

    def __init__(self, path: str, cause: str, next_step: str = "") -> None:
        super().__init__(f"{path}: {cause}")
        self.path = path
        self.cause = cause
        self.next_step = next_step


def inside(problem: ValueProblem, step: str) -> ValueProblem:
    """What is wrong with a part as what is wrong with what holds it; both paths begin with `$`."""
    return ValueProblem("$" + step + problem.path[1:], problem.cause, problem.next_step)


def wrong(value: Any, wanted: str) -> ValueProblem:
    """Of a value of JSON that is something else."""
    return ValueProblem("$", f"{shown(value)} is not {wanted}")


def shown(value: Any) -> str:
    """A value of JSON in words."""
    if isinstance(value, str):
        return f"the string {literal(clipped(value))}"
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, int | float):
        return f"the number {value}"
    return "a list" if isinstance(value, list) else "an object"


def field_step(name: str) -> str:
    """How a path goes on to a field or a map's key: `.id`, or `["two words"]`."""
    is_simple = len(name) <= 60 and _SIMPLE.fullmatch(name) is not None
    return f".{name}" if is_simple else f"[{literal(clipped(name))}]"


def item_step(index: int) -> str:
    return f"[{index}]"


def literal(text: str) -> str:
    """The text between double quotes: a literal that Python reads as this very text.

    No quote, backslash or unprintable character stands in it but as an escape, so that
    it is safe in code and on a terminal. `"` becomes \\x22, for a formatter would
    turn the quotes around a text with `\\"` in it.
    """
    return '"' + "".join(map(_escaped, text)) + '"'


def _escaped(char: str) -> str:
    if char == "\\":
        return "\\\\"
    if char != '"' and char.isprintable():
        return char
    code = ord(char)
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def clipped(text: str, limit: int = 60) -> str:
    return text if len(text) <= limit else text[: limit - 1] + "…"


def shown_name(name: str) -> str:
    """A field's, column's or keyword's name among others: as it is, or a literal if it is long or
    could be taken for several, for a part of the sentence or for a terminal's command."""
    return name if re.fullmatch(r"[$\w-]{1,60}", name) else literal(clipped(name))


def shown_file(file: str | Path) -> str:
    """The file's name as it is, or as a literal if it could disturb a terminal or a line."""
    name = str(file)
    return name if name.isprintable() else literal(name)


def shell(text: str | Path) -> str:
    """The name of a file, a run or a codec as one word of a shell command: of its text nothing is
    executed, and nothing is taken for an option. A file's name stays that file's."""
    word = str(text)
    if word.startswith("-"):
        word = f"./{word}"
    if word.isprintable():
        return shlex.quote(word)
    return "$'" + "".join(map(_quoted, word)) + "'"


def _quoted(char: str) -> str:
    """In octal, of which shells read three digits; of hexadecimal some read more than two."""
    if char.isprintable() and char not in "\\'":
        return char
    is_byte = "\udc80" <= char <= "\udcff"  # of a name that is not UTF-8
    raw = char.encode("utf-8", "surrogateescape" if is_byte else "replace")
    return "".join(f"\\{byte:03o}" for byte in raw)
