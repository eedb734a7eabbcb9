"""serbench's C++ codecs beside their libraries called by hand, on the workload `record`.

Run: .venv/bin/python benches/cpp_direct.py [PAIRS] [CODEC]...

`cpp_direct/CODEC.cpp` calls the library of that codec as its documentation's examples do; it is
compiled with the codec's own flags and libraries (cpp_direct/direct.hpp says what it holds). Pairs
of processes, each from fresh copies and each pair linked in another layout, ours and theirs in
turns first: the workload is one value, and where code and value happen to lie moves its times by
up to a third (protobuf writes it in 6.3 or 8.2 us, by nothing else). Printed is the ratio, serbench
over direct, with its interval over the pairs.

Target: no ratio above 1.05.
"""

from __future__ import annotations

import sys
import tempfile
from dataclasses import replace
from pathlib import Path

from ratios import Timed, all_judged, by_driver

from serbench import cache
from serbench.build import layout
from serbench.build.codec import DRIVERS, Codec, read_codec
from serbench.operations import CHIEF
from serbench.preparation.drivers import build
from serbench.preparation.targets import resolve
from serbench.schema.model import Schema

HERE = Path(__file__).with_name("cpp_direct")
OPERATIONS = ("encode", "decode")
TARGET = 1.05


def pair(name: str) -> tuple[Codec, Codec]:
    """serbench's codec, and the same library called by hand."""
    codec = read_codec("cpp", DRIVERS / "cpp" / "codecs" / f"{name}.cpp")
    traits = tuple(trait for trait in codec.traits if trait != "reference")
    by_hand = replace(
        codec,
        id=f"{codec.id}-direct",
        name=f"{name}-direct",
        path=HERE / f"{name}.cpp",
        traits=traits,
    )
    return codec, by_hand


def compiled(schema: Schema, codecs: list[Codec]) -> dict[str, list[str]]:
    """By codec id, the command that starts its driver."""
    header = HERE / "direct.hpp"
    for codec in codecs:  # the builder knows the codec's file only, ninja the header too
        binary = cache.directory("build", "cpp", schema.fingerprint) / "bin" / codec.name
        if binary.exists() and binary.stat().st_mtime < header.stat().st_mtime:
            binary.unlink()
    result = build(schema, codecs, OPERATIONS, lambda done, total, doing: None)
    for identity, failure in result.failures.items():
        print(f"{identity} did not build: {failure.reason} ({failure.log})", file=sys.stderr)
    for identity, reason in result.unavailable.items():
        print(f"{identity} is not available: {reason}", file=sys.stderr)
    return result.drivers


def main(pairs: int, names: list[str]) -> int:
    target = resolve("record", None, 0)
    chosen = [pair(name) for name in names or sorted(path.stem for path in HERE.glob("*.cpp"))]
    codecs = [codec for both in chosen for codec in both]
    layouts = []
    for number in range(pairs):
        with layout.chosen(number):
            layouts.append(compiled(target.schema, codecs))
    chosen = [both for both in chosen if all(codec.id in layouts[0] for codec in both)]
    ours: dict[str, list[Timed]] = {}
    theirs: dict[str, list[Timed]] = {}
    with tempfile.TemporaryDirectory() as scratch:
        for number in range(pairs):
            for codec, direct in chosen:
                # Where the bytes are the object, encode and decode are nearly nothing; the whole
                # way is compared, and that is what the file's encode and decode do.
                is_whole = {"own-model", "zero-copy"} <= set(codec.traits)
                sides = [(ours, codec, is_whole), (theirs, direct, False)]
                for side, its, whole in sides if number % 2 == 0 else reversed(sides):
                    operations = CHIEF if whole else ("encode", "decode")
                    command = layouts[number][its.id]
                    found = by_driver(command, target.expected, operations, Path(scratch))
                    for name, timed in zip(("encode", "decode"), found.values(), strict=True):
                        side.setdefault(f"{codec.name} {name}", []).append(timed)
            print(f"pair {number + 1} of {pairs}", file=sys.stderr)
    return int(not all_judged(ours, theirs, 0, TARGET))


if __name__ == "__main__":
    arguments = sys.argv[1:]
    given = int(arguments.pop(0)) if arguments and arguments[0].isdigit() else 5
    sys.exit(main(given, arguments))
