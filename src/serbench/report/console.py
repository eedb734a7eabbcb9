"""Text for terminals of any encoding."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from serbench.report.units import EN_DASH, TIMES

if TYPE_CHECKING:
    from rich.console import Console

_TO_ASCII = str.maketrans(
    {"µ": "u", "±": "+-", "·": ".", "…": "...", "│": "|", "─": "-", "●": "o", "→": "->"}
    | {EN_DASH: "-", TIMES: "x"}
    | dict.fromkeys("█▉▊▋▌▍▎▏", "#")
)


def printed(draw: Callable[[Console], None], console: Console) -> None:
    """Draws on the console, in ASCII where its encoding lacks our signs."""
    encoding = console.encoding
    if encoding.lower().startswith("utf"):
        draw(console)
        return
    with console.capture() as captured:
        draw(console)
    text = captured.get().translate(_TO_ASCII)
    console.file.write(text.encode(encoding, "backslashreplace").decode(encoding))
