"""From wire names, which may be any text, to identifiers that are safe and distinct.

Nothing of a wire name reaches generated code but what comes out of here, or
a string literal escaped by the target's own module.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

_NOT_IDENTIFIER = re.compile(r"[^A-Za-z0-9]+")
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")


def words(name: str) -> list[str]:
    """The ASCII words of a name: `createdAt` and `created_at` are both created, at."""
    return [w for part in _NOT_IDENTIFIER.split(name) for w in _HUMP.split(part) if w]


def snake_case(name: str) -> str:
    """`created_at`; `field` where nothing is left, `n2x` where a digit comes first."""
    joined = "_".join(words(name)).lower()
    return _start_with_letter(joined or "field", "n")


def pascal_case(name: str) -> str:
    """`CreatedAt`; `Type` where nothing is left, `N2x` where a digit comes first."""
    joined = "".join(w[0].upper() + w[1:] for w in words(name))
    return _start_with_letter(joined or "Type", "N")


def _start_with_letter(name: str, letter: str) -> str:
    return name if name[0].isalpha() else letter + name


def identifiers(
    wire_names: Iterable[str],
    style: Callable[[str], str],
    reserved: frozenset[str] = frozenset(),
    fold: Callable[[str], str] = str,
) -> dict[str, str]:
    """One distinct identifier for each wire name, in a way that depends on nothing else.

    Names that `style` makes equal (after `fold`, for targets that compare more
    loosely) get numbers, a `reserved` one an underscore at its end.
    """
    taken: set[str] = set()
    out: dict[str, str] = {}
    for wire in wire_names:
        base = style(wire)
        if base in reserved:
            base += "_"
        name, number = base, 2
        while fold(name) in taken or name in reserved:
            name = f"{base.rstrip('_')}_{number}"
            number += 1
        taken.add(fold(name))
        out[wire] = name
    return out
