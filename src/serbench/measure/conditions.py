"""What of this machine makes measuring less sure, and what to do about it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from serbench.measure.environment import cpu_ticks

UNKNOWN = "unknown"
_CPU = Path("/sys/devices/system/cpu")
_ENOUGH_MEMORY_GIB = 2.0
_STOLEN = 0.01
_LOADED = 0.5


@dataclass(frozen=True, slots=True)
class Condition:
    """`value` is as found, or unknown; `advice` is empty if there is nothing to be done."""

    name: str
    value: str
    advice: str = ""


def conditions() -> Iterator[Condition]:
    """Each by itself: what a system does not tell is unknown, and no error."""
    yield _governor(_line(_CPU / "cpu0/cpufreq/scaling_governor"))
    yield _turbo()
    yield _smt(_line(_CPU / "smt/active"))
    yield _steal(*cpu_ticks())
    yield _memory()
    yield _load()


def _line(path: Path) -> str:
    try:
        return path.read_text().strip()
    except OSError:
        return ""


def _governor(found: str) -> Condition:
    slow = found and found != "performance"
    advice = "sudo cpupower frequency-set -g performance" if slow else ""
    return Condition("governor", found or UNKNOWN, advice)


def _turbo() -> Condition:
    """Of Intel's driver the file says that there is none, of others that there is."""
    off, boost = _line(_CPU / "intel_pstate/no_turbo"), _line(_CPU / "cpufreq/boost")
    if not off and not boost:
        return Condition("turbo", UNKNOWN)
    is_on = off == "0" or boost == "1"
    advice = "speeds follow heat: ratios hold, times are of the moment" if is_on else ""
    return Condition("turbo", "on" if is_on else "off", advice)


def _smt(active: str) -> Condition:
    if not active:
        return Condition("SMT", UNKNOWN)
    advice = "leave the other threads of the core idle" if active == "1" else ""
    return Condition("SMT", "on" if active == "1" else "off", advice)


def _steal(stolen: int, ticks: int) -> Condition:
    if not ticks:
        return Condition("stolen time", UNKNOWN)
    share = stolen / ticks
    advice = "neighbours take processor time: raise --budget" if share > _STOLEN else ""
    return Condition("stolen time", f"{share:.1%} since boot", advice)


def _memory() -> Condition:
    for line in _line(Path("/proc/meminfo")).splitlines():
        name, _, value = line.partition(":")
        if name == "MemAvailable":
            gib = int(value.split()[0]) / 2**20
            advice = "close what needs memory" if gib < _ENOUGH_MEMORY_GIB else ""
            return Condition("free memory", f"{gib:.1f} GiB", advice)
    return Condition("free memory", UNKNOWN)


def _load() -> Condition:
    try:
        load = os.getloadavg()[0]
    except OSError:
        return Condition("load", UNKNOWN)
    return Condition("load", f"{load:.2f}", "close what else runs" if load > _LOADED else "")
