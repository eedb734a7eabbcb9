"""From wire names, which may be any text, to identifiers that are safe and distinct.

Nothing of a wire name reaches generated code but what comes out of here, or
a string literal escaped by the target's own module.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from serbench.schema.model import (
    EnumRef,
    ListOf,
    MapOf,
    OptionalOf,
    RecordRef,
    Scalar,
    Type,
    UnionRef,
)

_NOT_IDENTIFIER = re.compile(r"[^A-Za-z0-9]+")
_BEGINS_SMALL = re.compile(r"[a-z][A-Za-z0-9]*(_[A-Za-z0-9]+)*")
# Files and classes are named after types and, in Java, after fields: with what generators put by
# it, a name has to fit into the 255 bytes of a file's.
_LONGEST = 80
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")


def words(name: str) -> list[str]:
    """The ASCII words of a name: `createdAt` and `created_at` are both created, at."""
    return [w for part in _NOT_IDENTIFIER.split(name) for w in _HUMP.split(part) if w]


def snake_case(name: str) -> str:
    """`created_at`; `field` where nothing is left, `n2x` where a digit comes first. A long name is
    cut, as `pascal_case` does it."""
    joined = "_".join(words(name)).lower()[:_LONGEST].rstrip("_")
    return _start_with_letter(joined or "field", "n")


def kept_or_snake_case(name: str) -> str:
    """The name as it is, if it is made of letters, digits and single underscores and begins with a
    small letter, as `createdAt` does; else `snake_case`."""
    is_kept = _BEGINS_SMALL.fullmatch(name) and len(name) <= _LONGEST
    return name if is_kept else snake_case(name)


def pascal_case(name: str) -> str:
    """`CreatedAt`; `Type` where nothing is left, `N2x` where a digit comes first."""
    joined = "".join(w[0].upper() + w[1:] for w in words(name))[:_LONGEST]
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


def folded(name: str) -> str:
    """Equal for names that differ in case and underscores alone: compilers of IDLs make
    lowerCamelCase of names, and compare them so."""
    return name.replace("_", "").lower()


def fresh(base: str, is_taken: Callable[[str], bool], numbered: str = "{}{}") -> str:
    """`base`, or the first of `base2`, `base3` and so on that is not taken; `numbered` is the
    form of the base and its number."""
    name, number = base, 2
    while is_taken(name):
        name, number = numbered.format(base, number), number + 1
    return name


def distinct(
    names: Iterable[str],
    style: Callable[[str], str],
    reserved: frozenset[str] = frozenset(),
    made_of: Callable[[str], Iterable[str]] = lambda name: (name,),
) -> dict[str, str]:
    """As `identifiers`, for targets that fold: names stay distinct from each other and from
    `reserved` when they are `folded`, and numbers come without an underscore. `made_of` gives all
    that a target makes of a name, accessors as well, where none may be like one of another's."""
    taken = {folded(name) for name in reserved}
    out: dict[str, str] = {}
    for name in names:
        out[name] = fresh(style(name), lambda new: not taken.isdisjoint(map(folded, made_of(new))))
        taken.update(map(folded, made_of(out[name])))
    return out


def described(type_: Type, named: Callable[[str], str]) -> str:
    """`MapOfListOfI32`: what stands in an IDL for a type that it has no word for. `named` gives
    the names of records, enums and unions."""
    match type_:
        case ListOf(item):
            return "ListOf" + described(item, named)
        case MapOf(value):
            return "MapOf" + described(value, named)
        case OptionalOf(item):
            return "Optional" + described(item, named)
        case Scalar(kind):
            return kind.value.capitalize()
        case EnumRef(name) | RecordRef(name) | UnionRef(name):
            return named(name)
