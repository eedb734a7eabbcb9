"""What the user names on the command line: a workload, a workload module or a data file."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from serbench.measure.verification import Expected
from serbench.schema.model import Schema

# A working set ends at whichever comes first.
MOST_VALUES = 1000
MOST_BYTES = 16_000_000


@dataclass(frozen=True, slots=True)
class Target:
    """A schema and the working set to measure on. `json_bytes` is that of all values."""

    name: str
    source: str
    schema: Schema
    expected: Expected
    json_bytes: int
    warnings: tuple[str, ...] = ()


def resolve(text: str, count: int | None, seed: int, tell: Callable[[str], None]) -> Target:
    """The target called `text`, its values checked and digested.

    Raises `UserError` if there is none of that name, or if its data is bad.
    """
    raise NotImplementedError
