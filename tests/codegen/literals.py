"""String literals as compilers read them."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Callable

_SIMPLE = {"n": "\n", "r": "\r", "t": "\t", '"': '"', "\\": "\\", "'": "'", "0": "\0"}


def read(language: str, literal: str) -> str:
    """The text that a literal says; raises where a compiler would refuse it, or might stumble."""
    if literal.startswith("`"):
        assert language == "go"
        assert "`" not in literal[1:-1]
        return literal[1:-1]
    if language in _READERS:
        assert literal.isascii()
        said = _READERS[language](literal)
        assert isinstance(said, str)
        return said
    assert literal[0] == literal[-1] == '"'
    inner = literal[1:-1]
    # Java's has no `\\uXXXX` left here.
    assert inner.isprintable() or language == "java"
    assert inner.isascii() or language == "java"
    assert not re.search(r"[\n\r]", inner)
    at, out = 0, []
    while at < len(inner):
        if inner[at] == "\\":
            said, at = _ESCAPES[language](inner, at + 1)
            out.append(said)
        else:
            assert inner[at] != '"'
            out.append(inner[at])
            at += 1
    text = "".join(out)
    return text.encode("latin-1").decode() if language == "cpp" else text


def _simple(inner: str, at: int, known: str) -> tuple[str, int]:
    assert inner[at] in known, inner[at - 1 : at + 3]
    return _SIMPLE[inner[at]], at + 1


def _octal(inner: str, at: int) -> tuple[str, int]:
    """Of up to three digits: a byte in C++, in Java a character."""
    if not inner[at].isdigit():
        return _simple(inner, at, "nrt\"\\'")
    digits = re.compile("[0-3]?[0-7]{1,2}").match(inner, at)
    assert digits
    return chr(int(digits[0], 8)), digits.end()


def _rust(inner: str, at: int) -> tuple[str, int]:
    if inner[at] != "u":
        return _simple(inner, at, "nrt\"\\'0")
    digits = re.compile(r"u\{([0-9a-fA-F]{1,6})\}").match(inner, at)
    assert digits
    return chr(int(digits[1], 16)), digits.end()


def _go(inner: str, at: int) -> tuple[str, int]:
    digits = re.compile(r"u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})").match(inner, at)
    if not digits:
        return _simple(inner, at, 'nrt"\\')
    code = int(digits[1] or digits[2], 16)
    assert not 0xD800 <= code < 0xE000
    return chr(code), digits.end()


_ESCAPES: dict[str, Callable[[str, int], tuple[str, int]]] = {
    "cpp": _octal,
    "rust": _rust,
    "java": _octal,
    "go": _go,
}
# JavaScript's are written as JSON has them, which is a part of what it reads.
_READERS: dict[str, Callable[[str], object]] = {
    "python": ast.literal_eval,
    "javascript": json.loads,
}
LANGUAGES = frozenset((*_ESCAPES, *_READERS))
