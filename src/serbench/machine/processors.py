"""The processors that this process may use, and pinning to some of them where the system can."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress


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


@contextmanager
def first() -> Iterator[None]:
    """This thread, but nothing that it starts within, runs before all programs of usual priority,
    where the system allows that. What waits for its word on another processor waits no longer than
    it has to."""
    if not hasattr(os, "SCHED_RESET_ON_FORK"):
        yield
        return
    with suppress(OSError):  # who is not root, say
        os.sched_setscheduler(0, os.SCHED_FIFO | os.SCHED_RESET_ON_FORK, os.sched_param(1))
    try:
        yield
    finally:
        with suppress(OSError):
            os.sched_setscheduler(0, os.SCHED_OTHER, os.sched_param(0))
