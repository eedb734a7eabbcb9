"""Two C++ codecs under Google Benchmark and under serbench's driver, process beside process.

Run: .venv/bin/python benches/handwritten/google_benchmark.py   (needs Debian's libbenchmark-dev)

Each of five pairs of processes runs from fresh copies, driver and Google Benchmark in turns first.
Both run the codec's own file over the same values, compiled alike; Google Benchmark's functions
time the reference kernel before and after their loop, as the driver does for each sample: only
what was quiet counts. Printed is the driver's time over Google Benchmark's, each the median of a
process, with its interval. Target: 1 within 3 %; the exit status is 1 if a cell misses it.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
from dataclasses import replace
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1]))  # for what benches share

from ratios import SAMPLES, Timed, all_judged, by_driver

from serbench.builders.codec import DRIVERS, Codec, read_codec
from serbench.measure.placement import PlacedDriver
from serbench.measure.verification import verify
from serbench.preparation.drivers import build
from serbench.preparation.readings import Target
from serbench.preparation.targets import ResolvedTarget, resolve

CODECS = tuple(os.environ.get("CODECS", "cereal msgpack").split())
OPERATIONS = ("encode", "decode")
PAIRS = int(os.environ.get("PAIRS", "5"))
TARGET = (0.97, 1.03)
HARNESS = Path(__file__).parent / "google_benchmark" / "bench.hpp"
SOURCE = """\
#include "serbench/codec.hpp"
#undef SERBENCH_CODEC
#define SERBENCH_CODEC(C) using Measured = C;
#include "{codec}"
#include "{harness}"
"""


def main() -> int:
    target = resolve(Target("log"), 1000, 0)
    with tempfile.TemporaryDirectory() as name:
        scratch = Path(name)
        codecs = [read_codec("cpp", DRIVERS / "cpp" / "codecs" / f"{name}.cpp") for name in CODECS]
        benches = [under_google_benchmark(codec, scratch) for codec in codecs]
        # The driver's file includes a text that the builder does not know: the name tells it.
        result = build(target.schema, [*codecs, *benches], OPERATIONS, lambda *progress: None)
        if lacking := {**result.failures, **result.unavailable}:
            sys.exit("; ".join(f"{codec}: {reason}" for codec, reason in lacking.items()))
        driver_times: dict[str, list[Timed]] = {}
        harness_times: dict[str, list[Timed]] = {}
        for number in range(PAIRS):
            for codec, bench in zip(codecs, benches, strict=True):

                def driver(codec: Codec = codec) -> None:
                    command = result.drivers[codec.id]
                    keep(
                        driver_times,
                        codec,
                        by_driver(command, target.expected, OPERATIONS, scratch),
                    )

                def harness(codec: Codec = codec, bench: Codec = bench) -> None:
                    keep(
                        harness_times, codec, by_harness(result.drivers[bench.id], target, scratch)
                    )

                for side in (driver, harness) if number % 2 == 0 else (harness, driver):
                    side()
                print(f"pair {number + 1} of {PAIRS}: {codec.id}", file=sys.stderr)
    return int(not all_judged(driver_times, harness_times, *TARGET))


def under_google_benchmark(codec: Codec, scratch: Path) -> Codec:
    path = scratch / f"{codec.name}-benchmark.cpp"
    path.write_text(SOURCE.format(codec=codec.path, harness=HARNESS))
    facts = codec.facts | {"link": [*codec.facts.get("link", ()), "benchmark"]}
    traits = tuple(trait for trait in codec.traits if trait != "reference")
    name = f"{codec.name}-benchmark"
    return replace(codec, id=f"cpp/{name}", name=name, path=path, traits=traits, facts=facts)


def keep(side: dict[str, list[Timed]], codec: Codec, found: dict[str, Timed]) -> None:
    for operation, timed in found.items():
        side.setdefault(f"{codec.id} {operation}", []).append(timed)


def by_harness(command: list[str], target: ResolvedTarget, scratch: Path) -> dict[str, Timed]:
    """Repetitions of a new process, by operation."""
    report = scratch / "report.json"
    with PlacedDriver(command, os.sched_getaffinity(0), {}, (), scratch) as process:
        verify(process, target.expected)
        process.dump(report)
    runs = json.loads(report.read_text())["benchmarks"]
    timed = {}
    for operation in OPERATIONS:
        iterations = [
            run for run in runs if run["run_name"] == operation and run["run_type"] == "iteration"
        ]
        assert len(iterations) == SAMPLES
        timed[operation] = Timed(
            np.array([run["real_time"] / target.expected.values for run in iterations]),
            np.array([[run["before_ns"], run["after_ns"]] for run in iterations]),
        )
    return timed


if __name__ == "__main__":
    sys.exit(main())
