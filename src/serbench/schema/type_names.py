"""Names for types that have none: records in JSON, called after where they stand."""

from __future__ import annotations

import builtins
import keyword
import re

from serbench.schema.names import pascal_case

_LONGEST = 32
# What a module of such types means by these names; see `serbench.schema.module`.
_RESERVED = {"AT", "Annotated", "ROOT", "VALUES", *keyword.kwlist, *vars(builtins)}

_IRREGULAR = {
    "aliases": "alias",
    "analyses": "analysis",
    "axes": "axis",
    "bases": "base",
    "buses": "bus",
    "caches": "cache",
    "children": "child",
    "cookies": "cookie",
    "feet": "foot",
    "indices": "index",
    "matrices": "matrix",
    "men": "man",
    "movies": "movie",
    "people": "person",
    "statuses": "status",
    "vertices": "vertex",
    "women": "woman",
}
_NO_PLURAL = {"data", "news", "series", "species"}


def singular(name: str) -> str:
    """`users` → `user`, `extended_entities` → `extended_entity`; as it is if not a plural."""
    match = re.search(r"[A-Za-z][a-z]*$", name)
    if match is None:
        return name
    head, word = name[: match.start()], match[0]
    lower = word.lower()
    if lower in _NO_PLURAL:
        return name
    if lower in _IRREGULAR:
        return head + word[0] + _IRREGULAR[lower][1:]
    if lower.endswith("ies") and len(lower) > 4:
        return head + word[:-3] + "y"
    if lower.endswith(("sses", "shes", "ches", "xes", "zzes")):
        return head + word[:-2]
    if lower.endswith("s") and not lower.endswith(("ss", "us", "is")) and len(lower) > 2:
        return head + word[:-1]
    return name


class TypeNames:
    """Gives out type names, each once, also where capitals do not count."""

    def __init__(self) -> None:
        self._taken: set[str] = set()

    def new(self, wire_name: str, parent: str = "") -> str:
        """A name after `wire_name`, with `parent` before it or a number behind it if the
        bare name is taken."""
        base = pascal_case(wire_name[: 4 * _LONGEST])[:_LONGEST]
        name = base
        if parent and self._is_taken(name):
            name = base = f"{parent}{base}"[:_LONGEST]
        number = 2
        while self._is_taken(name):
            name, number = f"{base}{number}", number + 1
        self._taken.add(name.lower())
        return name

    def _is_taken(self, name: str) -> bool:
        return name in _RESERVED or name.lower() in self._taken
