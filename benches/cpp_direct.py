"""serbench's C++ codecs beside their libraries called by hand.

Run: .venv/bin/python benches/cpp_direct.py [PAIRS] [CODEC]... [--target log|record]

On `log`, whose 1,000 values are nested records of integers, enums and text, and on `record`, one
value of two long lists. `cpp_direct/CODEC.cpp`, or `cpp_direct/TARGET/CODEC.cpp` where the code
depends on the records, calls the library of that codec as its documentation or its own benchmark
does; it is compiled with the codec's own flags and libraries (cpp_direct/direct.hpp says what it
holds). Before anything is timed, both must have proven their values, and their bytes must be the
same; with 0 pairs that is all. Pairs of processes, each from fresh copies and each pair linked in
another layout, ours and theirs in turns first: where code lies, and on `record` the one value,
moves times by up to a third (protobuf writes it in 6.3 or 8.2 us, by nothing else). Printed is the
ratio, serbench over direct, with its interval over the pairs.

Target: no ratio above 1.05.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from ratios import Timed, all_judged, by_driver

from serbench.build import layout
from serbench.build.codec import Codec, shipped
from serbench.measure.placement import PlacedDriver
from serbench.measure.verification import Expected, judged
from serbench.operations import CHIEF
from serbench.preparation.drivers import build
from serbench.preparation.targets import resolve
from serbench.schema.model import Schema

HERE = Path(__file__).with_name("cpp_direct")
TARGETS = ("log", "record")
OPERATIONS = ("encode", "decode")
MOST_RATIO = 1.05


class Pair(NamedTuple):
    """serbench's codec, and the same library called by hand."""

    codec: Codec
    direct: Codec

    @property
    def operations(self) -> tuple[str, ...]:
        """serbench's that do what the file's encode and decode do. Where the bytes are the object,
        its own encode and decode are nearly nothing, and the whole way is compared."""
        is_whole = {"own-model", "zero-copy"} <= set(self.codec.traits)
        return CHIEF if is_whole else OPERATIONS


def pairs_of(target: str, names: list[str]) -> Iterator[Pair]:
    """Of the codecs that have a library; one without a file to call it by hand is named."""
    for codec in shipped("cpp"):
        if "limit" in codec.traits or (names and codec.name not in names):
            continue
        found = [HERE / target / f"{codec.name}.cpp", HERE / f"{codec.name}.cpp"]
        if path := next(filter(Path.exists, found), None):
            name = f"{codec.name}-direct"
            yield Pair(codec, replace(codec, id=f"cpp/{name}", name=name, path=path))
        else:
            print(f"{target} {codec.name}: nothing calls its library by hand")


def compiled(schema: Schema, pairs: list[Pair]) -> dict[str, list[str]]:
    """By codec id, the command that starts its driver."""
    codecs = [codec for pair in pairs for codec in pair]
    result = build(schema, codecs, OPERATIONS, lambda done, total, doing: None)
    for identity, failure in result.failures.items():
        print(f"{identity} did not build: {failure.reason} ({failure.log})", file=sys.stderr)
    for identity, reason in result.unavailable.items():
        print(f"{identity} is not available: {reason}", file=sys.stderr)
    return result.drivers


def encoded(command: list[str], expected: Expected, scratch: Path) -> bytes:
    """All values as a driver encodes them, proven to be what they are."""
    path = scratch / "encoded"
    with PlacedDriver(command, os.sched_getaffinity(0), {}, (), scratch) as driver:
        verdict, _ = judged(driver, expected)
        if not verdict.proven:
            raise SystemExit(f"{command[0]}: {verdict.note}")
        driver.dump(path)
    return path.read_bytes()


def timed(target_name: str, count: int, names: list[str]) -> bool:
    """Whether the ratios of all codecs on this workload are as they should be."""
    target = resolve(target_name, None, 0)
    pairs = list(pairs_of(target_name, names))
    layouts = []
    for number in range(max(count, 1)):
        with layout.chosen(number):
            layouts.append(compiled(target.schema, pairs))
    built = [pair for pair in pairs if all(codec.id in layouts[0] for codec in pair)]
    ours: dict[str, list[Timed]] = {}
    theirs: dict[str, list[Timed]] = {}
    with tempfile.TemporaryDirectory() as folder:
        scratch = Path(folder)
        other = [
            f"{target_name} {pair.codec.name}: the direct program writes other bytes"
            for pair in built
            if len({encoded(layouts[0][its.id], target.expected, scratch) for its in pair}) > 1
        ]
        if other:
            raise SystemExit("\n".join(other))
        for number in range(count):
            for pair in built:
                sides = [
                    (ours, pair.codec, pair.operations),
                    (theirs, pair.direct, OPERATIONS),
                ]
                for side, codec, operations in sides if number % 2 == 0 else reversed(sides):
                    command = layouts[number][codec.id]
                    found = by_driver(command, target.expected, operations, scratch)
                    for name, its in zip(OPERATIONS, found.values(), strict=True):
                        side.setdefault(f"{target_name} {pair.codec.name} {name}", []).append(its)
            print(f"{target_name}: pair {number + 1} of {count}", file=sys.stderr)
    met = not ours or all_judged(ours, theirs, 0, MOST_RATIO)
    return met and len(built) == len(pairs)


def main() -> int:
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--target", choices=TARGETS, action="append")
    arguments.add_argument("given", nargs="*", metavar="PAIRS | CODEC")
    chosen = arguments.parse_intermixed_args()
    count = int(chosen.given.pop(0)) if chosen.given and chosen.given[0].isdigit() else 5
    known = {codec.name for codec in shipped("cpp")}
    if unknown := [name for name in chosen.given if name not in known]:
        raise SystemExit(f"no codec of C++: {', '.join(unknown)}")
    met = [timed(name, count, chosen.given) for name in chosen.target or TARGETS]
    return int(not all(met))


if __name__ == "__main__":
    sys.exit(main())
