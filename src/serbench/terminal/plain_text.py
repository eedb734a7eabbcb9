"""Text from outside, made fit to be shown: what a terminal would obey, or not show, is spelt out.

Names and messages come from data, schemas, results files, compilers and the command line. They
reach a terminal through two places alone: the standard streams as `plain_streams` leaves them, and
`serbench.terminal.screen.Screen` for tables and bars. So no caller can forget to make a text plain.
Those that do it before are concerned with looks: a table is laid out by what will be shown.
"""

from __future__ import annotations

import re
import sys
import unicodedata
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, BinaryIO, TextIO, cast

# Control (escape sequences), surrogate (cannot be encoded), line and paragraph separators.
_CONTROL = frozenset({"Cc", "Cs", "Zl", "Zp"})
# Format: direction overrides and zero-width characters that make one text look like another.
_UNSEEN = _CONTROL | {"Cf"}
_BETWEEN = re.compile(r"(\r?\n|\t)")


def plain(text: str) -> str:
    """The text with everything that a terminal would obey or not show as `\\x1b`, `\\u202e`."""
    return _spelt(text, _UNSEEN)


def without_controls(text: str) -> str:
    """As `plain`, but direction marks stay: for HTML, which isolates them in `<bdi>`."""
    return _spelt(text, _CONTROL)


def plain_lines(text: str) -> str:
    """As `plain`, but the ends of lines stay, `\\n` and CSV's `\\r\\n`, and so do tabs."""
    return _spelt_between(text, _UNSEEN)


def lines_without_controls(text: str) -> str:
    """As `without_controls`, but ends of lines and tabs stay, as in `plain_lines`."""
    return _spelt_between(text, _CONTROL)


def _spelt_between(text: str, categories: frozenset[str]) -> str:
    if text.isprintable():
        return text
    parts = _BETWEEN.split(text)
    parts[::2] = (_spelt(part, categories) for part in parts[::2])
    return "".join(parts)


def _spelt(text: str, categories: frozenset[str]) -> str:
    if text.isprintable():
        return text
    return "".join(
        _escape(c) if unicodedata.category(c) in categories or _is_noncharacter(c) else c
        for c in text
    )


def _is_noncharacter(character: str) -> bool:
    """Whether Unicode will never have it: HTML knows no reference to it, and XML none at all."""
    code = ord(character)
    return code & 0xFFFE == 0xFFFE or 0xFDD0 <= code <= 0xFDEF


def _escape(character: str) -> str:
    code = ord(character)
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


class PlainStream:
    """A text stream that writes all text plain, and what its encoding lacks as `\\xb5`.

    `unfiltered` is the stream itself, for what is made of plain text already (`Screen`) and for
    `raw_output`. It has no `buffer`: Typer would write to that, past this, where the encoding is
    ASCII."""

    def __init__(self, unfiltered: TextIO) -> None:
        self.unfiltered = unfiltered

    def write(self, text: str) -> int:
        shown = plain_lines(text)
        encoding = getattr(self.unfiltered, "encoding", None) or "utf-8"
        if not shown.isascii() and not encoding.lower().startswith("utf"):
            shown = shown.encode(encoding, "backslashreplace").decode(encoding)
        self.unfiltered.write(shown)
        return len(text)

    def writelines(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        if name == "buffer":
            raise AttributeError(name)
        return getattr(self.unfiltered, name)


@contextmanager
def plain_streams() -> Iterator[None]:
    """Whatever is printed within is plain, by whomever: `print`, Typer, warnings, a traceback.

    An ordinary end brings the streams back, for programs that go on, as tests do. After another
    error they stay: Python is still to print the traceback, which quotes texts from outside."""
    streams = sys.stdout, sys.stderr
    installed = sys.stdout, sys.stderr = _plain(sys.stdout), _plain(sys.stderr)
    is_unforeseen = False
    try:
        yield
    except Exception:
        is_unforeseen = True
        raise
    finally:
        # Whoever put another stream in meanwhile, or None, meant it: `main` does where a reader
        # has gone.
        if sys.stdout is installed[0] and not is_unforeseen:
            sys.stdout = streams[0]
        if sys.stderr is installed[1] and not is_unforeseen:
            sys.stderr = streams[1]


def _plain(stream: TextIO) -> TextIO:
    """None, where a program has no such stream, stays None."""
    if stream is None or isinstance(stream, PlainStream):
        return stream
    return cast(TextIO, PlainStream(stream))


def unfiltered(stream: TextIO) -> TextIO:
    """The stream below a `PlainStream`, for text that is plain but for escapes of our own."""
    return stream.unfiltered if isinstance(stream, PlainStream) else stream


def raw_output() -> BinaryIO:
    """Standard output for values that a user asked for, byte by byte as they are."""
    return unfiltered(sys.stdout).buffer
