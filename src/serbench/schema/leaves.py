"""How many parts a value has that must be loaded one by one."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from typing import Any

import msgspec

MOST_VALUES = 1000


def mean_leaves(values: Path) -> float:
    """Of the first values of a file of canonical JSON Lines."""
    with values.open("rb") as file:
        found = [leaves(msgspec.json.decode(line)) for line in islice(file, MOST_VALUES)]
    return sum(found) / len(found) if found else 0.0


def leaves(value: Any) -> int:
    """Of a decoded line, at least: numbers in a list lie beside each other and count as one, and
    what is absent may share its flag with others."""
    match value:
        case dict():
            return sum(map(leaves, value.values()))
        case [dict() | list() | str() | None, *_]:
            return sum(map(leaves, value))
        case None:
            return 0
        case _:
            return 1
