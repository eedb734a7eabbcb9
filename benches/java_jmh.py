"""Two Java codecs under JMH and under serbench's driver, in turns within one run.

Run: .venv/bin/python benches/java_jmh.py

For each codec and operation it prints JMH's time over the driver's, round by round and the median.
Between them nothing is alike but the codec's code and the flags. The target is 1 within 3 %
over quiet rounds: those whose reference kernel was within 5 % of the fastest round's. The ratio of
the fastest tenths of samples stands beside it, for machines that are never quiet.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from serbench.build import java as builder
from serbench.build import java_tools, maven
from serbench.build.catalog import DRIVERS, read_codec
from serbench.measure.client import Driver
from serbench.measure.sampling import calibrate
from serbench.measure.verification import verify
from serbench.targets import resolve

JMH = ["org.openjdk.jmh:jmh-core:1.37", "org.openjdk.jmh:jmh-generator-annprocess:1.37"]
SOURCE = Path(__file__).parent / "java_jmh" / "CodecBenchmark.java"
CODECS = ("kryo", "protobuf")
OPERATIONS = ("serialize", "deserialize")
ROUNDS = int(os.environ.get("ROUNDS", "6"))
SAMPLES = 150


def main() -> None:
    target = resolve("log", 1000, 0)
    codecs = [read_codec("java", DRIVERS / "java" / "codecs" / f"{name}.java") for name in CODECS]
    result = builder.BUILDER.build(target.schema, codecs, lambda done, total, doing: None)
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
    ratios: dict[tuple[str, str], list[tuple[float, float, float]]] = {}
    for number in range(ROUNDS):
        for codec, command in drivers.items():
            for operation in OPERATIONS:
                ours, kernel_ns = driver_ns(command, target.expected, operation)
                theirs = jmh_ns(command, target.expected, operation, out, jmh)
                again, kernel_after_ns = driver_ns(command, target.expected, operation)
                kernel = max(kernel_ns, kernel_after_ns)
                middle, low = (2 * theirs[i] / (ours[i] + again[i]) for i in range(2))
                ratios.setdefault((codec, operation), []).append((middle, low, kernel))
                print(
                    f"round {number + 1}: {codec} {operation}: driver {ours[0]:.0f} and"
                    f" {again[0]:.0f}, JMH {theirs[0]:.0f} ns, ratio {middle:.3f}; fastest tenth"
                    f" {ours[1]:.0f} and {again[1]:.0f}, {theirs[1]:.0f} ns, ratio {low:.3f};"
                    f" kernel {kernel / 1000:.0f} us",
                    flush=True,
                )
    fastest = min(kernel for found in ratios.values() for _, _, kernel in found)
    for (codec, operation), found in ratios.items():
        quiet = [middle for middle, _, kernel in found if kernel <= 1.05 * fastest]
        middle, low = (statistics.median(each[i] for each in found) for i in range(2))
        said = f"{statistics.median(quiet):.3f} of {len(quiet)} quiet" if quiet else "no quiet one"
        print(
            f"{codec} {operation}: JMH / driver, medians {middle:.3f} of {len(found)} rounds,"
            f" {said}; fastest tenths {low:.3f}"
        )


def driver_ns(command: list[str], expected, operation: str) -> tuple[tuple[float, float], float]:
    """Median and tenth percentile of the time per value in a fresh process, and the kernel's
    median time."""
    with Driver(command) as driver:
        verify(driver, expected)
        description = driver.describe()
        operation = description.same.get(operation, operation)
        driver.warm(description.operations, 30.0)  # together, as `serbench run` does
        batch = calibrate(driver, operation)
        samples = [batch.sample(driver) for _ in range(SAMPLES)]
    kernel = statistics.median(ns for sample in samples for ns in sample.kernel_ns)
    return summary([sample.ns / sample.items for sample in samples]), kernel


def summary(times_ns: list[float]) -> tuple[float, float]:
    """The median, and the tenth percentile: where other processes take the processor away for a
    share of most samples, the fastest are those that were left alone."""
    return statistics.median(times_ns), statistics.quantiles(times_ns, n=10)[0]


def jmh_ns(
    command: list[str], expected, operation: str, out: Path, jmh: list[Path]
) -> tuple[float, float]:
    """Median and tenth percentile of the time per value in a fresh process, by the same virtual
    machine and flags."""
    java_program, *flags = command[: command.index("-cp")]
    driver_path, facts = command[command.index("-cp") + 1], Path(command[-1])
    named = dict(line.split("=", 1) for line in facts.read_text().splitlines())
    path = os.pathsep.join([str(out), driver_path, *map(str, jmh)])
    report = out / "report.json"
    # Short iterations, since a long one holds a neighbour's burst for sure; but not so short that
    # the first walk of each, with cold caches, counts: the driver walks once before its samples.
    options = ["-f", "0", "-wi", "10", "-w", "300ms", "-i", "120", "-r", "12ms", "-rf", "json"]
    options += ["-rff", str(report), "-p", f"codecClass={named['class']}"]
    options += ["-p", f"valuesPath={expected.path}", f"CodecBenchmark.{operation}$"]
    run_jmh = [java_program, *flags, "-cp", path, "org.openjdk.jmh.Main", *options]
    done = subprocess.run(run_jmh, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(done.stdout[-2000:] + done.stderr[-2000:])
    [run] = json.loads(report.read_text())
    return summary([ns / expected.values for ns in run["primaryMetric"]["rawData"][0]])


if __name__ == "__main__":
    main()
