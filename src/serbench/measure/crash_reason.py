"""What a process that died said of it, in one line."""

from __future__ import annotations

import re
import signal
from collections.abc import Sequence

# What libraries do with valid bytes as well, knowing the processor: these do not end a driver.
_HABIT = re.compile(r": runtime error: .*(misaligned address|not point to an object of type)")
# Ahead of stacks, dumps of memory and words of farewell.
_TOLD = re.compile(
    r"SUMMARY: |: runtime error: |unsafe precondition|misaligned pointer|null pointer deref|"
    r"fatal error: |rss limit exhausted|memory allocation of \d+ bytes"
)
# Of a Java stack trace, below the exception.
_JAVA_FRAME = re.compile(r"\s*(at \S+\(.*\)|\.\.\. \d+ (more|common frames omitted))$")
_FRAME = re.compile(r"#\d+ 0x[0-9a-f]+ in (.+)")


def ended_by(status: int) -> str:
    """`killed by SIGKILL` or `exit status 3`."""
    return f"killed by {signal.Signals(-status).name}" if status < 0 else f"exit status {status}"


def last_words(lines: Sequence[str]) -> str:
    """A sanitizer's or runtime's own summary, or the last line, which of a stack trace is its
    exception; "" if there is none."""
    told = [line for line in lines if _TOLD.search(line) and not _HABIT.search(line)]
    above = [line for line in lines if not _JAVA_FRAME.match(line)]
    said = (told or above or lines or [""])[-1].strip().removeprefix("SUMMARY: ")
    if _in_a_library(said) and (frame := _frame(lines)):
        return f"{' '.join(said.split()[:2])} in {frame}"
    return said


def _in_a_library(text: str) -> bool:
    """Whether it names a place in a runtime, to which whoever called it gave what is wrong."""
    return "/libsanitizer/" in text or "/sysdeps/" in text


def _frame(lines: Sequence[str]) -> str:
    """Where the first stack is in nobody's runtime; "" if nowhere."""
    frames = (_FRAME.search(line) for line in lines)
    return next((f[1] for f in frames if f and not _in_a_library(f[1])), "")


def habits(lines: Sequence[str]) -> list[str]:
    """What a sanitizer found and let pass, without addresses, each once."""
    found = (re.sub(r"\b0x[0-9a-f]+ ", "", line.strip()) for line in lines if _HABIT.search(line))
    return list(dict.fromkeys(found))
