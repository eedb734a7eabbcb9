"""Names from outside (files, fields, runs) as one word of a sentence or of a shell command."""

from __future__ import annotations

import re
import shlex
from pathlib import Path


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
