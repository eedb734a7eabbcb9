"""What a terminal was sent, looked through for what only an attacker would send."""

from __future__ import annotations

import re
import unicodedata

# Sets the title, links somewhere, hides, colours with a C1 control, turns the direction round, goes
# back to the line's begin; then what rich, Markdown and HTML would obey.
ATTACK = (
    "\x1b]0;title\x07\x1b]8;;http://evil\x07x\x1b]8;;\x07\x1b[8m\x9b31m\u202e\u2028\r"
    "[blink]b[/blink] :smile: <img src=x>![i](http://evil/i.png)"
)
# Colours and styles, which rich sends; of those in `ATTACK` we use none.
_STYLED = re.compile(r"\x1b\[[0-9;]*m")
_NEVER_SENT = ("\x1b[8m", "\x1b[5m", "😄")
_OBEYED = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})


def check_screen(text: str) -> None:
    """Fails if the text has anything that a terminal obeys, but colours and lines."""
    assert not [sent for sent in _NEVER_SENT if sent in text]
    rest = _STYLED.sub("", text).replace("\r\n", "\n")
    for line in rest.split("\n"):
        assert not obeyed(line), ascii(line)


def obeyed(line: str) -> list[str]:
    """The characters of a line that a terminal obeys or does not show; a tab is none."""
    return [c for c in line if unicodedata.category(c) in _OBEYED and c != "\t"]
