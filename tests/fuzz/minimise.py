"""Makes a failing file smaller, crudely: by leaving parts out while it still fails."""

from __future__ import annotations

import time
from collections.abc import Callable

_MOST_S = 15.0


def minimised(data: bytes, fails: Callable[[bytes], bool]) -> bytes:
    """`fails` says whether a file still fails in the same way; it is asked for
    `_MOST_S` seconds."""
    until = time.monotonic() + _MOST_S
    size = max(len(data) // 2, 1)
    while size:
        at = 0
        while at < len(data):
            smaller = data[:at] + data[at + size :]
            if time.monotonic() > until:
                return data
            if smaller and fails(smaller):
                data = smaller
            else:
                at += size
        size //= 2
    return data
