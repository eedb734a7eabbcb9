"""How hard compilers try at what is generated for a schema and instantiated with it.

What is measured is compiled at `FULL`. Who only proves, as this project's tests do, has drivers of
C++ and Rust sooner at a lower level, in Rust at none; they are other drivers, kept beside the usual
ones.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

FULL = 3

_level: ContextVar[int] = ContextVar("level", default=FULL)


def level() -> int:
    return _level.get()


def is_full() -> bool:
    return level() == FULL


@contextmanager
def at(wanted: int) -> Iterator[None]:
    """Within it, drivers are built at this level, in this thread and those that builds start."""
    before = _level.set(wanted)
    try:
        yield
    finally:
        _level.reset(before)
