"""Two Java codecs under JMH and under serbench's driver, process beside process.

Run: .venv/bin/python benches/java_jmh.py

Each of five pairs of processes runs from fresh copies of the virtual machine's code, driver and JMH
in turns first. Between them nothing is alike but the codec's code, the flags, and the reference
kernel, which JMH's benchmark times before and after each iteration as the driver does for each
sample: only what was quiet counts. Printed is the driver's time over JMH's, each the median of a
process, with its interval. Target: 1 within 3 %; the exit status is 1 if a cell misses it.

What a virtual machine compiles differs from one start to the next, by up to a half for `protobuf`,
in JMH as in the driver: hence the width of the intervals.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

import numpy as np
from ratios import judged

from serbench.build.codec import DRIVERS, read_codec
from serbench.build.java import builder, maven
from serbench.build.java import tools as java_tools
from serbench.languages.registry import LANGUAGES
from serbench.measure import placement
from serbench.measure.placement import PlacedDriver
from serbench.measure.sampling import calibrate
from serbench.measure.verification import verify
from serbench.operations import EXTRA
from serbench.preparation.targets import resolve
from serbench.stats.quiet import is_quiet, process_baseline_ns, within_reach_ns

JMH = ["org.openjdk.jmh:jmh-core:1.37", "org.openjdk.jmh:jmh-generator-annprocess:1.37"]
SOURCE = Path(__file__).parent / "java_jmh" / "CodecBenchmark.java"
CODECS = tuple(os.environ.get("CODECS", "json protobuf").split())
OPERATIONS = ("serialize", "deserialize")
PAIRS = int(os.environ.get("PAIRS", "5"))
SAMPLES = 40
FEWEST_QUIET = 6  # samples, or there is no median
TARGET = 0.03


class Timed(NamedTuple):
    """Times per value, and the kernel's before and after each, of shape (n, 2)."""

    ns: np.ndarray
    kernel_ns: np.ndarray


def main() -> int:
    target = resolve("log", 1000, 0)
    codecs = [read_codec("java", DRIVERS / "java" / "codecs" / f"{name}.java") for name in CODECS]
    result = builder.BUILDER.build(target.schema, codecs, EXTRA, lambda done, total, doing: None)
    paths, failed = maven.class_paths({"jmh": JMH, maven.DRIVER: []})
    if failed:
        sys.exit("; ".join(map(str, failed.values())))
    with tempfile.TemporaryDirectory() as name:
        out = Path(name)
        compile_benchmark(out, [*paths["jmh"], builder.driver_classes(paths[maven.DRIVER])])
        return measure(target, result.drivers, out, paths["jmh"])


def compile_benchmark(out: Path, class_path: list[Path]) -> None:
    jdk = java_tools.jdk()
    assert jdk
    path = os.pathsep.join(map(str, class_path))
    command = [jdk.program("javac"), "-nowarn", "-cp", path, "-d", str(out), str(SOURCE)]
    subprocess.run(command, check=True)


def measure(target, drivers: dict[str, list[str]], out: Path, jmh: list[Path]) -> int:
    ours: dict[str, list[Timed]] = {}
    theirs: dict[str, list[Timed]] = {}
    for number in range(PAIRS):
        for codec, command in drivers.items():

            def driver(codec=codec, command=command) -> None:
                for operation, timed in by_driver(command, target.expected, out).items():
                    ours.setdefault(f"{codec} {operation}", []).append(timed)

            def harness(codec=codec, command=command) -> None:
                for operation in OPERATIONS:
                    timed = by_jmh(command, target.expected, operation, out, jmh)
                    theirs.setdefault(f"{codec} {operation}", []).append(timed)

            for side in (driver, harness) if number % 2 == 0 else (harness, driver):
                side()
            print(f"pair {number + 1} of {PAIRS}: {codec}", file=sys.stderr)
    lowest_ns = np.min(
        [
            process_baseline_ns(timed.kernel_ns)
            for side in (ours, theirs)
            for its in side.values()
            for timed in its
        ],
        axis=0,
    )
    met = True
    for cell in ours:
        ratios = [
            quiet_median_ns(our, lowest_ns) / quiet_median_ns(their, lowest_ns)
            for our, their in zip(ours[cell], theirs[cell], strict=True)
        ]
        met &= judged(cell, ratios, TARGET)
    return int(not met)


def quiet_median_ns(timed: Timed, lowest_ns: np.ndarray) -> float:
    baseline_ns = within_reach_ns(process_baseline_ns(timed.kernel_ns), lowest_ns)
    quiet = timed.ns[is_quiet(timed.kernel_ns, baseline_ns)]
    return float(np.median(quiet)) if len(quiet) >= FEWEST_QUIET else float("nan")


def by_driver(command: list[str], expected, out: Path) -> dict[str, Timed]:
    """Samples of a new process, by operation."""
    runtime = LANGUAGES["java"].runtime
    timed = {}
    with PlacedDriver(command, os.sched_getaffinity(0), {}, runtime, out) as driver:
        verify(driver, expected)
        description = driver.describe()
        driver.warm(list(OPERATIONS), 30.0)  # together, as `serbench run` does
        for operation in OPERATIONS:
            batch = calibrate(driver, description.same.get(operation, operation))
            samples = [batch.sample(driver) for _ in range(SAMPLES)]
            timed[operation] = Timed(
                np.array([sample.ns / sample.items for sample in samples]),
                np.array([sample.kernel_ns for sample in samples], dtype=float),
            )
    return timed


def by_jmh(command: list[str], expected, operation: str, out: Path, jmh: list[Path]) -> Timed:
    """Iterations of a new process, by the same virtual machine and flags."""
    java_program, *flags = command[: command.index("-cp")]
    copies = Path(tempfile.mkdtemp(dir=out))
    runtime = LANGUAGES["java"].runtime
    home = placement._home(Path(java_program), runtime)
    assert home
    placement._linked(home, copies, {Path(file) for file in runtime})
    driver_path, facts = command[command.index("-cp") + 1], Path(command[-1])
    named = dict(line.split("=", 1) for line in facts.read_text().splitlines())
    path = os.pathsep.join([str(out), driver_path, *map(str, jmh)])
    report = out / "report.json"
    # Long enough for some collections; a long one holds a neighbour's burst for sure.
    options = ["-f", "0", "-wi", "10", "-w", "300ms", "-i", str(SAMPLES), "-r", "30ms"]
    options += ["-rf", "json"]
    options += ["-rff", str(report), "-p", f"codecClass={named['class']}"]
    options += ["-p", f"valuesPath={expected.path}", f"CodecBenchmark.{operation}$"]
    run_jmh = [str(copies / "bin" / "java"), *flags, "-cp", path, "org.openjdk.jmh.Main", *options]
    done = subprocess.run(run_jmh, capture_output=True, text=True)
    shutil.rmtree(copies)
    if done.returncode != 0:
        sys.exit(done.stdout[-2000:] + done.stderr[-2000:])
    [run] = json.loads(report.read_text())
    kernels = [line.split()[1:] for line in done.stderr.splitlines() if line.startswith("kernel ")]
    return Timed(
        np.array([ns / expected.values for ns in run["primaryMetric"]["rawData"][0]]),
        np.array(kernels[-SAMPLES:], dtype=float),  # those before are of the warm-up
    )


if __name__ == "__main__":
    sys.exit(main())
