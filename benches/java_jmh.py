"""Two Java codecs under JMH and under serbench's driver, in turns within one run.

Run: .venv/bin/python benches/java_jmh.py

Each round starts a driver, JMH and a driver again, all new virtual machines. Between them nothing
is alike but the codec's code, the flags, and the reference kernel, which JMH's benchmark times
before and after each iteration as the driver does for each sample: only what was quiet counts.
Printed are JMH's median over the driver's, round by round, and the median of the rounds.

Target: 1 within 3 %. What a virtual machine compiles differs from one start to the next, by up to a
half for `protobuf`, in JMH as in the driver: that is why both print each round.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

import numpy as np

from serbench.build.codec import DRIVERS, read_codec
from serbench.build.java import builder, maven
from serbench.build.java import tools as java_tools
from serbench.measure.client import Driver
from serbench.measure.sampling import calibrate
from serbench.measure.verification import verify
from serbench.operations import EXTRA
from serbench.preparation.targets import resolve
from serbench.stats.quiet import is_quiet, kernel_baselines_ns

JMH = ["org.openjdk.jmh:jmh-core:1.37", "org.openjdk.jmh:jmh-generator-annprocess:1.37"]
SOURCE = Path(__file__).parent / "java_jmh" / "CodecBenchmark.java"
CODECS = ("kryo", "protobuf")
OPERATIONS = ("serialize", "deserialize")
ROUNDS = int(os.environ.get("ROUNDS", "6"))
SAMPLES = 150
FEWEST_QUIET = 6  # samples, or there is no median


class Timed(NamedTuple):
    """Times per value, and the kernel's before and after each, of shape (n, 2)."""

    ns: np.ndarray
    kernel_ns: np.ndarray


def main() -> None:
    target = resolve("log", 1000, 0)
    codecs = [read_codec("java", DRIVERS / "java" / "codecs" / f"{name}.java") for name in CODECS]
    result = builder.BUILDER.build(target.schema, codecs, EXTRA, lambda done, total, doing: None)
    paths, failed = maven.class_paths({"jmh": JMH, maven.DRIVER: []})
    if failed:
        sys.exit("; ".join(map(str, failed.values())))
    with tempfile.TemporaryDirectory() as name:
        out = Path(name)
        compile_benchmark(out, [*paths["jmh"], builder.driver_classes(paths[maven.DRIVER])])
        measure(target, result.drivers, out, paths["jmh"])


def compile_benchmark(out: Path, class_path: list[Path]) -> None:
    jdk = java_tools.jdk()
    assert jdk
    path = os.pathsep.join(map(str, class_path))
    command = [jdk.program("javac"), "-nowarn", "-cp", path, "-d", str(out), str(SOURCE)]
    subprocess.run(command, check=True)


def measure(target, drivers: dict[str, list[str]], out: Path, jmh: list[Path]) -> None:
    rounds: list[tuple[str, str, list[Timed]]] = []
    for number in range(ROUNDS):
        for codec, command in drivers.items():
            for operation in OPERATIONS:
                took = [
                    by_driver(command, target.expected, operation),
                    by_jmh(command, target.expected, operation, out, jmh),
                    by_driver(command, target.expected, operation),
                ]
                rounds.append((codec, operation, took))
                print(f"round {number + 1} of {ROUNDS}: {codec} {operation}", file=sys.stderr)
    baselines_ns = kernel_baselines_ns(
        np.vstack([t.kernel_ns for _, _, took in rounds for t in took])
    )
    for codec in drivers:
        for operation in OPERATIONS:
            report(
                f"{codec} {operation}",
                [
                    [quiet_median_ns(timed, baselines_ns) for timed in took]
                    for its, way, took in rounds
                    if (its, way) == (codec, operation)
                ],
            )


def report(cell: str, rounds: list[list[float]]) -> None:
    """`rounds` hold the medians of driver, JMH and driver; not a number where none was quiet."""
    ratios = []
    for before, jmh, after in rounds:
        ratio = 2 * jmh / (before + after)
        print(f"{cell}: driver {before:.0f} and {after:.0f}, JMH {jmh:.0f} ns, ratio {ratio:.3f}")
        ratios.append(ratio)
    known = [ratio for ratio in ratios if ratio == ratio]
    of_all = [statistics.median(ns for ns in its if ns == ns) for its in zip(*rounds, strict=True)]
    said = f"{statistics.median(known):.3f} of {len(known)} quiet rounds" if known else "none quiet"
    both = 2 * of_all[1] / (of_all[0] + of_all[2])
    print(f"{cell}: JMH / driver {said}; of the medians over all rounds {both:.3f}")


def quiet_median_ns(timed: Timed, baselines_ns: np.ndarray) -> float:
    quiet = timed.ns[is_quiet(timed.kernel_ns, baselines_ns)]
    return float(np.median(quiet)) if len(quiet) >= FEWEST_QUIET else float("nan")


def by_driver(command: list[str], expected, operation: str) -> Timed:
    """Samples of a new process."""
    with Driver(command) as driver:
        verify(driver, expected)
        description = driver.describe()
        operation = description.same.get(operation, operation)
        driver.warm(description.operations, 30.0)  # together, as `serbench run` does
        batch = calibrate(driver, operation)
        samples = [batch.sample(driver) for _ in range(SAMPLES)]
    return Timed(
        np.array([sample.ns / sample.items for sample in samples]),
        np.array([sample.kernel_ns for sample in samples], dtype=float),
    )


def by_jmh(command: list[str], expected, operation: str, out: Path, jmh: list[Path]) -> Timed:
    """Iterations of a new process, by the same virtual machine and flags."""
    java_program, *flags = command[: command.index("-cp")]
    driver_path, facts = command[command.index("-cp") + 1], Path(command[-1])
    named = dict(line.split("=", 1) for line in facts.read_text().splitlines())
    path = os.pathsep.join([str(out), driver_path, *map(str, jmh)])
    report = out / "report.json"
    # Short iterations, since a long one holds a neighbour's burst for sure; but not so short that
    # the first walk of each, with cold caches, counts: the driver walks once before its samples.
    options = ["-f", "0", "-wi", "10", "-w", "300ms", "-i", str(SAMPLES), "-r", "12ms"]
    options += ["-rf", "json"]
    options += ["-rff", str(report), "-p", f"codecClass={named['class']}"]
    options += ["-p", f"valuesPath={expected.path}", f"CodecBenchmark.{operation}$"]
    run_jmh = [java_program, *flags, "-cp", path, "org.openjdk.jmh.Main", *options]
    done = subprocess.run(run_jmh, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(done.stdout[-2000:] + done.stderr[-2000:])
    [run] = json.loads(report.read_text())
    kernels = [line.split()[1:] for line in done.stderr.splitlines() if line.startswith("kernel ")]
    return Timed(
        np.array([ns / expected.values for ns in run["primaryMetric"]["rawData"][0]]),
        np.array(kernels[-SAMPLES:], dtype=float),  # those before are of the warm-up
    )


if __name__ == "__main__":
    main()
