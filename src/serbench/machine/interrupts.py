"""Ctrl-C at a better moment, and SIGTERM as if it were Ctrl-C."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

_is_deferring = False


@contextmanager
def deferred() -> Iterator[None]:
    """Lets Ctrl-C, and within `terminable` SIGTERM, wait until the block is done, then raises
    KeyboardInterrupt. Within another such block it waits until that is done.

    DuckDB answers it with an error of its own in the midst of a statement, which is then lost.
    """
    global _is_deferring
    if threading.current_thread() is not threading.main_thread() or _is_deferring:
        yield  # Python handles signals in the main thread only
        return
    asked = False

    def remember(_number: int, _frame: FrameType | None) -> None:
        nonlocal asked
        asked = True

    numbers = [signal.SIGINT]
    if signal.getsignal(signal.SIGTERM) is _interrupt:
        numbers.append(signal.SIGTERM)
    before = [(number, signal.signal(number, remember)) for number in numbers]
    _is_deferring = True
    try:
        yield
    finally:
        _is_deferring = False
        for number, handler in before:
            signal.signal(number, handler)
    if asked:
        raise KeyboardInterrupt


@contextmanager
def terminable() -> Iterator[None]:
    """SIGTERM raises KeyboardInterrupt within the block, so that what was measured is kept and what
    was written elsewhere goes."""
    if threading.current_thread() is not threading.main_thread():
        yield  # Python handles signals in the main thread only
        return
    before = signal.signal(signal.SIGTERM, _interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _interrupt(_number: int, _frame: FrameType | None) -> None:
    raise KeyboardInterrupt
