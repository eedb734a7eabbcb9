"""Drivers that are compiled to notice what a wrong program does, and not to be measured.

C++ with AddressSanitizer and UndefinedBehaviorSanitizer, the libraries that are compiled here
among it; Rust with debug assertions, which hold `unsafe` to its preconditions, and checks of
overflow, dependencies among it; Go with checks of unsafe pointers. Java as it is. What a
distribution compiled has no instruments. These are other drivers, kept beside the usual ones.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

# What libraries do with valid bytes as well, knowing the processor: told, but no end.
_TOLD = "-fsanitize-recover=alignment,vptr"
CPP_LINK = ("-fsanitize=address,undefined",)
# A later `-O` counts. GCC's warnings are less sure where code is instrumented.
CPP = (
    *CPP_LINK, "-fno-sanitize-recover=all", _TOLD, "-fno-omit-frame-pointer", "-g1", "-O1", "-w",
    "-DSERBENCH_SANITIZED",
)  # fmt: skip
RUST = {"debug-assertions": True, "overflow-checks": True}
GO = "-d=checkptr"

_is_on: ContextVar[bool] = ContextVar("instrumented", default=False)


def is_on() -> bool:
    return _is_on.get()


@contextmanager
def chosen(wanted: bool = True) -> Iterator[None]:
    """Within it, drivers are built so, in this thread and those that builds start."""
    before = _is_on.set(wanted)
    try:
        yield
    finally:
        _is_on.reset(before)
