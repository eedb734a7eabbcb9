"""serbench's C++ codecs beside their libraries called by hand, on the workload `record`.

Run: .venv/bin/python benches/cpp_direct.py [ROUNDS] [CODEC]...

`cpp_direct/CODEC.cpp` calls the library of that codec as its documentation's examples do; it is
compiled with the codec's own flags and libraries (cpp_direct/direct.hpp says what it holds). Each
round times encode and decode of both, interleaved. Printed are the bytes of a value and the medians
of the rounds' ratios, serbench over direct, of the quiet rounds where there are any.

Target: no ratio above 1.05.
"""

from __future__ import annotations

import statistics
import sys
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import numpy as np

from serbench import cache
from serbench.build.codec import DRIVERS, Codec, read_codec
from serbench.measure.client import Driver, Sample
from serbench.measure.verification import verify
from serbench.preparation.drivers import build
from serbench.preparation.targets import resolve
from serbench.schema.model import Schema
from serbench.stats.quiet import is_quiet, process_baseline_ns

HERE = Path(__file__).with_name("cpp_direct")
SAMPLE_NS = 2e6
OPERATIONS = ("encode", "decode")
# Where the bytes are the object, these are nearly nothing; the whole way from and to plain values
# is compared, and that is what the file's encode and decode do.
WHOLE = {"encode": "serialize", "decode": "deserialize"}
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


def quiet_median(ratios: list[float], samples: list[tuple[Sample, Sample]]) -> tuple[float, int]:
    """The median of the quiet rounds' ratios and how many they are; of all, if none was quiet."""
    kernels = np.array([[s.kernel_ns for s in pair] for pair in samples], dtype=float)
    drivers = (kernels[:, 0], kernels[:, 1])
    quiet = np.logical_and(*(is_quiet(its, process_baseline_ns(its)) for its in drivers))
    kept = [r for r, q in zip(ratios, quiet, strict=True) if q]
    return statistics.median(kept or ratios), len(kept)


def measure(
    ours: Driver, by_hand: Driver, operation: str, whole: bool, rounds: int
) -> tuple[str, float]:
    own = WHOLE[operation] if whole else operation
    calls = [(ours, own), (by_hand, operation)]
    passes = [max(1, int(SAMPLE_NS / d.sample(name, 1, 1).ns)) for d, name in calls]
    samples = []
    for number in range(rounds):
        taken = [
            d.sample(name, p, 1)
            for (d, name), p in list(zip(calls, passes, strict=True))[:: -1 if number % 2 else 1]
        ]
        samples.append((taken[0], taken[1]) if number % 2 == 0 else (taken[1], taken[0]))
    ratios = [(a.ns / a.items) / (b.ns / b.items) for a, b in samples]
    ratio, quiet = quiet_median(ratios, samples)
    ns = statistics.median(b.ns / b.items for _, b in samples)
    return f"{ns:12,.0f} ns  x {ratio:5.3f} ({quiet:3} quiet)", ratio


def main(rounds: int, names: list[str]) -> int:
    target = resolve("record", None, 0)
    pairs = [pair(name) for name in names or sorted(path.stem for path in HERE.glob("*.cpp"))]
    commands = compiled(target.schema, [codec for both in pairs for codec in both])
    print(f"{'codec':22} {'bytes':>7} {'by hand':>7}  encode by hand, serbench's share   decode")
    worst = 0.0
    for codec, direct in pairs:
        if codec.id not in commands or direct.id not in commands:
            continue
        with ExitStack() as stack:
            drivers = [stack.enter_context(Driver(commands[c.id])) for c in (codec, direct)]
            proofs = [verify(driver, target.expected) for driver in drivers]
            if unproven := [p.note for p in proofs if not p.proven]:
                print(f"{codec.name:22} not proven: {unproven[0]}")
                worst = float("inf")
                continue
            whole = {"own-model", "zero-copy"} <= set(codec.traits)
            cells = [measure(*drivers, operation, whole, rounds) for operation in OPERATIONS]
        sizes = " ".join(f"{p.encoded_bytes:>7}" for p in proofs)
        print(f"{codec.name:22} {sizes}  " + "  ".join(text for text, _ in cells), flush=True)
        worst = max(worst, *(ratio for _, ratio in cells))
    print(f"the highest ratio is {worst:.3f}; the target is {TARGET}")
    return int(worst > TARGET)


if __name__ == "__main__":
    arguments = sys.argv[1:]
    given = int(arguments.pop(0)) if arguments and arguments[0].isdigit() else 40
    sys.exit(main(given, arguments))
