"""The process a driver runs as."""

from __future__ import annotations

import gc
import resource
import sys
import sysconfig


def peak_rss_bytes() -> int:
    """The most memory it has had resident. getrusage's figure is inherited from the process that
    started this one, so that it is asked only where Linux's /proc is missing."""
    try:
        with open("/proc/self/status") as status:
            for line in status:
                if line.startswith("VmHWM:"):
                    return int(line.split()[1]) << 10
    except OSError:
        pass
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit


def interpreter() -> str:
    version = sys.version.split()[0]
    return f"{sys.implementation.name} {version}"


def settings() -> str:
    """What of the interpreter's build and of its collector decides about times."""
    free_threaded = bool(sysconfig.get_config_var("Py_GIL_DISABLED"))
    configured = sysconfig.get_config_var("CONFIG_ARGS") or ""
    thresholds = ",".join(map(str, gc.get_threshold()))
    parts = [
        "free-threaded" if free_threaded else "GIL",
        *(["JIT"] if "jit" in configured else []),
        *(["PGO"] if "--enable-optimizations" in configured else []),
        f"gc={thresholds if gc.isenabled() else 'off'}",
    ]
    return " ".join(parts)
