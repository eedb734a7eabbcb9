"""Sentences in lines of a terminal's width, broken where nobody reads across: not between a number
and its unit, a name and what stands in brackets behind it, or a mark and its meaning."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

# Stands for a space at which no line ends, since rich breaks at U+00A0 too. It is of a private
# area, and one character wide.
_TIE = "\ue000"
_LONGEST = 40  # characters that are held together: longer ones would leave ragged lines
_UNIT = re.compile(r"(?<=\d) (?=(?:[nµm]?s|[kMGT]?i?B|times)(?!\w)|%)")
_INTERVAL = re.compile(r"(?<=s) (?=±|[\d.,]+–[\d.,]+)")  # noqa: RUF001
_BRACKETS = re.compile(r"\S+ \([^()]+\)")
_ITEM = re.compile(r"(?<=· )[^·\n]+(?= ·)|(?<=· )[^·\n]+$|^[^·\n]+(?= ·)")
_MARK = re.compile(r"(?:(?<=^)|(?<=; ))([=+≠†x?~–]) (?=\w)")  # noqa: RUF001
_BEFORE_DOT = re.compile(r" (?=· )")


def wrapped(text: Text, width: int, console: Console) -> Text:
    """The text in lines of at most `width` characters. A list whose items have ` · ` between them
    is broken there, and a longer item within."""
    from rich.text import Text

    tied = text.plain
    for pattern in (_BRACKETS, _ITEM):
        tied = pattern.sub(lambda found: _held(found[0], min(_LONGEST, width // 2)), tied)
    for pattern in (_UNIT, _INTERVAL, _BEFORE_DOT):
        tied = pattern.sub(_TIE, tied)
    tied = _MARK.sub(rf"\1{_TIE}", tied)
    copy = text.copy()
    copy.plain = tied
    lines = copy.wrap(console, width)
    for line in lines:
        line.rstrip()
        line.plain = line.plain.replace(_TIE, " ")
    return Text("\n").join(lines)


def say(text: Text, console: Console) -> None:
    console.print(wrapped(text, console.width, console), highlight=False)


def _held(text: str, longest: int) -> str:
    return text.replace(" ", _TIE) if len(text) <= longest else text
