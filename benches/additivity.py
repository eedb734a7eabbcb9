"""Do parts add up? populate + encode beside serialize, decode + convert beside deserialize.

Run: .venv/bin/python benches/additivity.py [TARGET] [--codec GLOB]... [--budget SECONDS]

Of every codec with a model of its own, or those that are named, all measured in one run by
serbench's own schedule and analysis, so that parts and whole are interleaved, each from several
processes. Printed is the ratio of the parts' sum to the whole, with an interval that takes the
three times for independent.

Target: within 5 % of 1, or the reason in docs/protocol.md.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections import Counter
from collections.abc import Iterator
from fnmatch import fnmatch

from build_failures import tell_lacking
from harness import one_run

from serbench.catalog import all_codecs
from serbench.preparation.drivers import build_drivers
from serbench.preparation.readings import Target
from serbench.preparation.targets import resolve
from serbench.results.rows import Row

PARTS = {"serialize": ("populate", "encode"), "deserialize": ("decode", "convert")}
OPERATIONS = tuple(dict.fromkeys([*PARTS, *(part for parts in PARTS.values() for part in parts)]))
MOST = 0.05
MET, MISSED, UNKNOWN = "within 5 %", "MISSED", "not significantly beyond 5 %"


def main() -> int:
    arguments = argparse.ArgumentParser()
    arguments.add_argument("target", nargs="?", default="log")
    arguments.add_argument("--codec", action="append", metavar="GLOB")
    arguments.add_argument("--budget", type=float, metavar="SECONDS")
    given = arguments.parse_args()
    target = resolve(Target(given.target), None, 0)
    codecs = [
        codec
        for codec in all_codecs()
        if "own-model" in codec.traits
        and any(fnmatch(codec.id, glob) for glob in given.codec or ["*"])
    ]
    built = build_drivers(target, codecs, OPERATIONS)
    tell_lacking(built)
    with one_run(target, codecs, built, OPERATIONS, given.budget) as (_, result):
        ratios = list(added_up(result.rows))
    verdicts = Counter(_told(*ratio) for ratio in ratios)
    print(
        f"{target.name}: "
        + ", ".join(f"{number} {verdict}" for verdict, number in verdicts.items())
    )
    return int(verdicts.total() > verdicts[MET])


def added_up(rows: list[Row]) -> Iterator[tuple[str, float, float]]:
    """The sum of the parts over the whole, and half the width of its interval, of each whole
    direction that has parts."""
    timed = {(row.codec, row.operation): row for row in rows if row.time_ns and not row.same_as}
    for codec in dict.fromkeys(row.codec for row in rows):
        for whole, parts in PARTS.items():
            timed_rows = [timed.get((codec, name)) for name in (whole, *parts)]
            if any(row is None for row in timed_rows):
                continue
            (whole_ns, whole_wide), *of_parts = [
                _time(row) for row in timed_rows if row is not None
            ]
            sum_ns = sum(ns for ns, _ in of_parts)
            sum_wide = math.hypot(*(wide for _, wide in of_parts))
            ratio = sum_ns / whole_ns
            yield (
                f"{codec} {whole}",
                ratio,
                ratio * math.hypot(sum_wide / sum_ns, whole_wide / whole_ns),
            )


def _told(cell: str, ratio: float, width: float) -> str:
    """The verdict on a cell, printed as well."""
    off = abs(ratio - 1)
    verdict = MET if off <= MOST else MISSED if off - width > MOST else UNKNOWN
    print(f"{cell:48}{ratio:8.3f} ±{width:.3f}  {verdict}")
    return verdict


def _time(row: Row) -> tuple[float, float]:
    """Nanoseconds, and half the width of their interval."""
    ns, low, high = (value or 0.0 for value in (row.time_ns, row.low_ns, row.high_ns))
    return ns, (high - low) / 2


if __name__ == "__main__":
    sys.exit(main())
