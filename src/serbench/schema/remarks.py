"""What a reader says of a file that it reads: a line each, for people."""

from __future__ import annotations

import msgspec

from serbench.terminal.plain_text import plain


class Remark(msgspec.Struct, frozen=True):
    """`is_warning` where something may surprise: a guess, what codecs see less of than the file
    has, what is left out, changed or not checked. Else it tells of what is kept, and how."""

    text: str
    is_warning: bool

    def __str__(self) -> str:
        return plain(f"{'warning' if self.is_warning else 'note'}: {self.text}")


def note(text: str) -> Remark:
    return Remark(text, is_warning=False)


def warning(text: str) -> Remark:
    return Remark(text, is_warning=True)
