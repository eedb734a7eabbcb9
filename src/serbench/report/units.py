"""Numbers as people read them. Times come in nanoseconds and sizes in bytes; here, and
only here, they get the unit that suits them.
"""

from __future__ import annotations

import math

EN_DASH = "\N{EN DASH}"
TIMES = "\N{MULTIPLICATION SIGN}"
_TIMES = (("ns", 1.0), ("µs", 1e3), ("ms", 1e6), ("s", 1e9))
_LINKS = (("Gbit/s", 1e9), ("Mbit/s", 1e6), ("kbit/s", 1e3))
_SIZES = (("kB", 1e3), ("MB", 1e6), ("GB", 1e9))


def digits(x: float) -> str:
    """Three significant digits and no exponent: 0.0412, 4.12, 41.2, 412, 41200."""
    if x == 0 or not math.isfinite(x):
        return f"{x:g}"
    x = float(f"{x:.3g}")  # first, so that 9.996 becomes 10.0 and not 10.00
    return f"{x:.{max(0, 2 - math.floor(math.log10(abs(x))))}f}"


def time(ns: float) -> str:
    """`412 ns`, `1.24 µs`, `2.21 ms`, `1.50 s`."""
    unit, factor = _time_unit(ns)
    return f"{digits(ns / factor)} {unit}"


def time_interval(time_ns: float, low_ns: float | None, high_ns: float | None) -> str:
    """`±1.2 %` of the time; its ends, in the unit that `time` gives it, when one
    side is more than twice the other; `±?` when no interval could be computed."""
    _, factor = _time_unit(time_ns)
    return interval(time_ns, low_ns, high_ns, factor)


def time_span(low_ns: float, high_ns: float) -> str:
    """`229 to 235 ns`, both in the unit of the higher."""
    unit, factor = _time_unit(high_ns)
    return f"{digits(low_ns / factor)} to {digits(high_ns / factor)} {unit}"


def interval(middle: float, low: float | None, high: float | None, factor: float = 1.0) -> str:
    """The 95 % interval around `middle`, as `time_interval` but for any figure."""
    if low is None or high is None:
        return "±?"
    down, up = middle - low, high - middle
    wide, narrow = max(down, up), min(down, up)
    if middle > 0 and (wide <= 2 * narrow or wide < 0.01 * middle):
        return f"±{_rounded_up(100 * wide / middle)} %"
    return f"{digits(low / factor)}{EN_DASH}{digits(high / factor)}"


def size(n_bytes: float) -> str:
    """Whole bytes to 99,999 since codecs differ by few; then four digits: `2.213 MB`."""
    if n_bytes < 99_999.5:
        whole = f"{n_bytes:,.0f}" if n_bytes >= 1000 else f"{n_bytes:.1f}".removesuffix(".0")
        return f"{whole} B"
    unit, factor = next((s for s in _SIZES if n_bytes < 999.95 * s[1]), _SIZES[-1])
    scaled = n_bytes / factor
    return f"{scaled:.{max(0, 4 - len(f'{scaled:.0f}'))}f} {unit}"


def link(bits_per_s: float) -> str:
    """As people say it: `100 Mbit/s`, `2.50 Gbit/s`."""
    unit, factor = next((s for s in _LINKS if bits_per_s >= s[1]), _LINKS[-1])
    return f"{digits(bits_per_s / factor)} {unit}"


def ratio(x: float) -> str:
    return f"{digits(x)}{TIMES}"


def share(x: float) -> str:
    """A part of one as a percentage: `4.1 %`, `68 %`."""
    return f"{100 * x:.1f} %" if x < 0.0995 else f"{100 * x:.0f} %"


def count(x: float) -> str:
    """A mean number of things: `3`, `12.4`, `1,204`."""
    return f"{x:,.0f}" if x >= 100 else f"{x:.1f}".removesuffix(".0")


def seconds(x: float) -> str:
    """`42 ms`, `9.4 s`, `62 s`, `4 min 10 s`."""
    if x < 0.0995:
        return f"{1000 * x:.0f} ms"
    if x < 10:
        return f"{x:.1f} s"
    return f"{x:.0f} s" if x < 119.5 else f"{round(x) // 60} min {round(x) % 60} s"


def _time_unit(ns: float) -> tuple[str, float]:
    # The unit is chosen after rounding: 999.7 ns is 1.00 µs.
    return next((u for u in _TIMES if abs(ns) < 999.5 * u[1]), _TIMES[-1])


def _rounded_up(percent: float) -> str:
    """Never narrower than it is: one decimal below ten, none above."""
    if percent < 9.95:
        return f"{max(1, math.ceil(percent * 10 - 1e-6)) / 10:.1f}"
    return f"{math.ceil(percent - 1e-6)}"
