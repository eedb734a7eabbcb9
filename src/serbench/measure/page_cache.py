"""Dropping a file from the page cache, and proving that it is gone.

`posix_fadvise(POSIX_FADV_DONTNEED)` is a request that the kernel may ignore (dirty or mapped
pages, some file systems), so what counts is what `mincore` says afterwards (its manual page: a
page's lowest bit tells whether it is resident).
"""

from __future__ import annotations

import ctypes
import mmap
import os
from pathlib import Path

DROP_CACHES = Path("/proc/sys/vm/drop_caches")
# A file counts as cold below this share of resident pages.
COLD_SHARE = 0.01


def resident_share(path: Path) -> float | None:
    """The share of a file's pages that lie in memory; None where the system does not tell."""
    size = path.stat().st_size
    if size == 0:
        return 0.0
    pages = -(-size // mmap.PAGESIZE)
    present = (ctypes.c_ubyte * pages)()
    libc = ctypes.CDLL(None, use_errno=True)
    with path.open("rb") as file, mmap.mmap(file.fileno(), size, access=mmap.ACCESS_COPY) as mapped:
        # A private mapping is writable, as from_buffer demands; nothing is written to it.
        start = ctypes.c_char.from_buffer(mapped)
        told = libc.mincore(ctypes.byref(start), ctypes.c_size_t(size), present)
        del start
    if told != 0:
        return None
    # Only the lowest bit of each byte says something.
    return sum(page & 1 for page in bytes(present)) / pages


def drop(path: Path) -> bool:
    """Drops a file from the page cache. Says whether it is proven to be gone."""
    with path.open("rb") as file:
        os.fsync(file.fileno())  # dirty pages cannot be dropped
        if hasattr(os, "posix_fadvise"):  # not on macOS
            os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
    if _is_cold(path):
        return True
    try:
        DROP_CACHES.write_text("3")
    except OSError:
        return False
    return _is_cold(path)


def _is_cold(path: Path) -> bool:
    share = resident_share(path)
    return share is not None and share < COLD_SHARE
