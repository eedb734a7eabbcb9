"""The memory that is there to be used."""

from __future__ import annotations

import os
from pathlib import Path

MEMINFO = Path("/proc/meminfo")


def available_bytes() -> int:
    """What programs can still take without swapping."""
    try:
        lines = MEMINFO.read_text().splitlines()
    except OSError:  # elsewhere only what there is in all can be asked for
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGESIZE") // 2
    free = next(line for line in lines if line.startswith("MemAvailable:"))
    return int(free.split()[1]) << 10
