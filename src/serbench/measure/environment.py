"""What is said of the machine a run was measured on."""

from __future__ import annotations

import os
import platform
from pathlib import Path

from serbench.machine import processors


def describe() -> dict[str, str]:
    """Names and values for people; what cannot be found out here is left out."""
    facts = {
        "CPU": _cpu_model(),
        "CPU part": _cpu_part(),
        "microcode": _fields("/proc/cpuinfo").get("microcode", ""),
        "cores": str(os.cpu_count()),
        "memory": _memory(),
        "governor": _first_line("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"),
        "hypervisor": _hypervisor(),
        "kernel": platform.release(),
        "system": _distribution(),
        "load at start": f"{os.getloadavg()[0]:.2f}",
    }
    return {name: value for name, value in facts.items() if value}


def cpu_ticks() -> tuple[int, int]:
    """Ticks stolen by the hypervisor and ticks in all, over all processors, since boot."""
    line = _first_line("/proc/stat")
    ticks = [int(t) for t in line.split()[1:9]] if line else []
    return (ticks[7], sum(ticks)) if len(ticks) == 8 else (0, 0)


def steal_share(before: tuple[int, int], after: tuple[int, int]) -> str:
    """The share of processor time that was stolen between two calls of `cpu_ticks`."""
    total = after[1] - before[1]
    return f"{(after[0] - before[0]) / total:.1%}" if total > 0 else ""


def driver_cpus() -> frozenset[int]:
    """The processor that drivers are pinned to: the last of those we may use. None if there is only
    one, since pinning would then change nothing, or if the system pins to none."""
    allowed = sorted(processors.allowed())
    return frozenset(allowed[-1:] if len(allowed) > 1 and processors.can_pin() else ())


def _first_line(path: str) -> str:
    try:
        with Path(path).open() as file:
            return file.readline().strip()
    except OSError:
        return ""


def _fields(path: str) -> dict[str, str]:
    """`key: value` lines; of a key that comes again, the first."""
    out: dict[str, str] = {}
    try:
        lines = Path(path).read_text().splitlines()
    except OSError:
        return out
    for line in lines:
        key, _, value = line.partition(":")
        out.setdefault(key.strip(), value.strip())
    return out


def _cpu_model() -> str:
    return _fields("/proc/cpuinfo").get("model name", "") or platform.processor()


def _cpu_part() -> str:
    """Of ARM, whose processors do not name their model: `0x41 0xd40 0x1 1`."""
    names = ("CPU implementer", "CPU part", "CPU variant", "CPU revision")
    fields = _fields("/proc/cpuinfo")
    return " ".join(fields[name] for name in names if name in fields)


def _memory() -> str:
    kib = _fields("/proc/meminfo").get("MemTotal", "").split()
    size = int(kib[0]) << 10 if kib else os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGESIZE")
    return f"{size / 2**30:.1f} GiB"


def _hypervisor() -> str:
    """What the machine says that it was made by, if it is virtual: `QEMU`, `Amazon EC2`."""
    flags = _fields("/proc/cpuinfo").get("flags", "").split()
    if "hypervisor" not in flags:
        return ""
    return _first_line("/sys/class/dmi/id/sys_vendor") or "yes"


def _distribution() -> str:
    try:
        return platform.freedesktop_os_release().get("PRETTY_NAME", "")
    except OSError:
        return platform.platform()
