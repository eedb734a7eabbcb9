"""serbench's C++ codecs beside their libraries called by hand.

Run: .venv/bin/python benches/handwritten/cpp.py [CODEC]... [--target log|record] [--budget SECONDS]

On `log`, whose 1,000 values are nested records of integers, enums and text, and on `record`, one
value of two long lists. `cpp/CODEC.cpp`, or `cpp/TARGET/CODEC.cpp` where
the code depends on the records, calls the library of that codec as its own benchmark program or its
documentation does; it is compiled with the codec's own flags and libraries
(cpp/direct.hpp says what it holds). Before anything is timed, both must have proven
their values, and their bytes must be the same (of UNWRITTEN, as many); with a budget of 0 that is
all. Both are measured in one run, interleaved, each linked in LAYOUTS layouts: where code lies, and
on `record` the one value, moves times by up to a third (protobuf writes it in 6.3 or 8.2 us, by
nothing else). Printed are the nanoseconds by hand and of serbench, and their ratio with its 95 %
interval.

Target: no ratio above 1.05.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))  # for what benches share

from build_failures import tell_lacking
from paired import OPERATIONS, Pair, by_hand

from serbench.builders.codec import shipped
from serbench.builders.driver import BuildResult
from serbench.machine import cache
from serbench.measure.placement import PlacedDriver
from serbench.measure.verification import Expected, judged
from serbench.preparation.drivers import build_drivers
from serbench.preparation.readings import Target
from serbench.preparation.targets import ResolvedTarget, resolve

HERE = Path(__file__).parent / "cpp"
TARGETS = ("log", "record")
LAYOUTS = 5
MOST_RATIO = 1.05
# Fast CDR aligns numbers, and leaves what memory held in the bytes before them.
UNWRITTEN = ("cpp/fast-cdr",)


def pairs_of(target: str, names: list[str]) -> Iterator[Pair]:
    """Of the codecs that have a library; one without a file to call it by hand is named."""
    for codec in shipped("cpp"):
        if "hand-written" in codec.traits or (names and codec.name not in names):
            continue
        found = [HERE / target / f"{codec.name}.cpp", HERE / f"{codec.name}.cpp"]
        if path := next(filter(Path.exists, found), None):
            name = f"{codec.name}-direct"
            yield Pair(codec, replace(codec, id=f"cpp/{name}", name=name, path=path))
        else:
            print(f"{target} {codec.name}: nothing calls its library by hand")


def compiled(target: ResolvedTarget, pairs: list[Pair], layouts: int) -> BuildResult:
    codecs = [codec for pair in pairs for codec in pair]
    result = build_drivers(target, codecs, OPERATIONS, layouts)
    tell_lacking(result)
    return result


def encoded(command: list[str], expected: Expected, scratch: Path) -> bytes:
    """All values as a driver encodes them, proven to be what they are."""
    path = scratch / "encoded"
    with PlacedDriver(command, os.sched_getaffinity(0), {}, (), scratch) as driver:
        verdict, _ = judged(driver, expected)
        if not verdict.proven:
            raise SystemExit(f"{command[0]}: {verdict.note}")
        driver.dump(path)
    return path.read_bytes()


def is_same(pair: Pair, built: BuildResult, expected: Expected, scratch: Path) -> bool:
    """Whether both write the same bytes."""
    dumps = [encoded(built.drivers[codec.id], expected, scratch) for codec in pair]
    if pair.codec.id in UNWRITTEN:
        return len(dumps[0]) == len(dumps[1])
    return dumps[0] == dumps[1]


def compared(target_name: str, names: list[str], budget_s: float | None) -> bool:
    """Whether the ratios of all codecs on this workload are as they should be."""
    target = resolve(Target(target_name), None, 0)
    pairs = list(pairs_of(target_name, names))
    built = compiled(target, pairs, 1 if budget_s == 0 else LAYOUTS)
    there = [pair for pair in pairs if all(codec.id in built.drivers for codec in pair)]
    with cache.scratch() as scratch:
        other = [
            f"{target_name} {pair.codec.name}: the direct program writes other bytes"
            for pair in there
            if not is_same(pair, built, target.expected, scratch)
        ]
    if other:
        raise SystemExit("\n".join(other))
    met = budget_s == 0 or by_hand(target, there, built, budget_s, MOST_RATIO)
    return met and len(there) == len(pairs)


def main() -> int:
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--target", choices=TARGETS, action="append")
    arguments.add_argument("--budget", type=float, metavar="SECONDS")
    arguments.add_argument("codecs", nargs="*", metavar="CODEC")
    chosen = arguments.parse_args()
    known = {codec.name for codec in shipped("cpp")}
    if unknown := [name for name in chosen.codecs if name not in known]:
        raise SystemExit(f"no codec of C++: {', '.join(unknown)}")
    targets = chosen.target or TARGETS
    met = [compared(name, chosen.codecs, chosen.budget) for name in targets]
    return int(not all(met))


if __name__ == "__main__":
    sys.exit(main())
