"""Moments and ids as Twitter writes them. Moments are milliseconds since 1970."""

from __future__ import annotations

import datetime as dt
from functools import lru_cache

# `strftime` would name days and months in the user's language.
_WEEKDAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
_MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()  # noqa: SIM905
_EPOCH_DAY = dt.date(1970, 1, 1).toordinal()
_SNOWFLAKE_EPOCH_MS = 1_288_834_974_657

DAY_MS = 86_400_000
STREAM_START_MS = 1_535_760_000_000  # 1 September 2018


def written(moment_ms: int) -> str:
    """`Sat Sep 01 00:00:00 +0000 2018`"""
    day, second = divmod(moment_ms // 1000, 86_400)
    before, after = _around(day)
    minute, second = divmod(second, 60)
    return f"{before}{minute // 60:02d}:{minute % 60:02d}:{second:02d}{after}"


@lru_cache(maxsize=8192)
def _around(day: int) -> tuple[str, str]:
    date = dt.date.fromordinal(_EPOCH_DAY + day)
    return (
        f"{_WEEKDAYS[date.weekday()]} {_MONTHS[date.month - 1]} {date.day:02d} ",
        f" +0000 {date.year}",
    )


def snowflake(moment_ms: int, low_bits: int) -> int:
    """An id that holds its moment; `low_bits`, 22 of them, tell apart those of a millisecond."""
    return (moment_ms - _SNOWFLAKE_EPOCH_MS) << 22 | low_bits
