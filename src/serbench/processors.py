"""The processors that this process may use, and pinning to some of them where the system can."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator
from contextlib import contextmanager


def can_pin() -> bool:
    """macOS takes at most a hint, and none from Python."""
    return hasattr(os, "sched_setaffinity")


def allowed() -> frozenset[int]:
    if can_pin():
        return frozenset(os.sched_getaffinity(0))
    return frozenset(range(os.cpu_count() or 1))


def pin(thread: int, to: Collection[int]) -> None:
    """Lets a thread (0: this one) run on these alone; nothing where that cannot be had. Raises
    `OSError` if the thread is gone."""
    if can_pin():
        os.sched_setaffinity(thread, to)


@contextmanager
def pinned(to: Collection[int]) -> Iterator[None]:
    """This thread, and what it starts within, on these processors; wherever it was if there are
    none."""
    before = allowed()
    pin(0, to or before)
    try:
        yield
    finally:
        pin(0, before)
