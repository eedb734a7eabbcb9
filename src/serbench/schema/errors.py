"""What is wrong with a user's data, where it is, and what to do about it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Literal

from serbench.errors import UserError
from serbench.quoting import clipped, literal, shown_file

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
