"""Two Java codecs under JMH and under serbench's driver, in turns within one run.

Run: .venv/bin/python benches/java_jmh.py

For each codec and operation it prints JMH's time over the driver's, round by round and the median.
Between them nothing is alike but the codec's code and the flags. The target is 1 within 3 %
over quiet rounds: those whose reference kernel was within 5 % of the fastest round's.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from time import monotonic

from serbench.build import java as builder
from serbench.build import java_tools, maven
from serbench.build.catalog import DRIVERS, read_codec
from serbench.measure.client import Driver
from serbench.measure.sampling import calibrate, warm_up
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
    ratios: dict[tuple[str, str], list[tuple[float, float]]] = {}
    for number in range(ROUNDS):
        for codec, command in drivers.items():
            for operation in OPERATIONS:
                ours, kernel_ns = driver_ns(command, target.expected, operation)
                theirs = jmh_ns(command, target.expected, operation, out, jmh)
                again, kernel_after_ns = driver_ns(command, target.expected, operation)
                kernel = max(kernel_ns, kernel_after_ns)
                ratio = theirs / ((ours + again) / 2)
                ratios.setdefault((codec, operation), []).append((ratio, kernel))
                print(
                    f"round {number + 1}: {codec} {operation}: driver {ours:.0f} and {again:.0f},"
                    f" JMH {theirs:.0f} ns, ratio {ratio:.3f}, kernel {kernel / 1000:.0f} us"
                )
    fastest = min(kernel for pairs in ratios.values() for _, kernel in pairs)
    for (codec, operation), pairs in ratios.items():
        quiet = [ratio for ratio, kernel in pairs if kernel <= 1.05 * fastest]
        middle = statistics.median(ratio for ratio, _ in pairs)
        said = f"{statistics.median(quiet):.3f} of {len(quiet)} quiet" if quiet else "no quiet one"
        print(f"{codec} {operation}: JMH / driver {middle:.3f} of {len(pairs)} rounds; {said}")


def driver_ns(command: list[str], expected, operation: str) -> tuple[float, float]:
    """Median time per value in a fresh process, and the kernel's median time."""
    with Driver(command) as driver:
        verify(driver, expected)
        same = driver.describe().same
        batch = calibrate(driver, same.get(operation, operation))
        warm_up(driver, batch, 5.0, monotonic)
        samples = [batch.sample(driver) for _ in range(SAMPLES)][SAMPLES // 3 :]
    kernel = statistics.median(min(sample.kernel_ns) for sample in samples)
    return statistics.median(sample.ns / sample.items for sample in samples), kernel


def jmh_ns(command: list[str], expected, operation: str, out: Path, jmh: list[Path]) -> float:
    """Mean time per value in a fresh process, by the same virtual machine and flags."""
    java_program, *flags = command[: command.index("-cp")]
    driver_path, facts = command[command.index("-cp") + 1], Path(command[-1])
    named = dict(line.split("=", 1) for line in facts.read_text().splitlines())
    path = os.pathsep.join([str(out), driver_path, *map(str, jmh)])
    report = out / "report.json"
    # Iterations as short as the driver's samples: a longer one holds a neighbour's burst for sure.
    options = ["-f", "0", "-wi", "10", "-w", "300ms", "-i", "300", "-r", "3ms", "-rf", "json"]
    options += ["-rff", str(report), "-p", f"codecClass={named['class']}"]
    options += ["-p", f"valuesPath={expected.path}", f"CodecBenchmark.{operation}$"]
    run_jmh = [java_program, *flags, "-cp", path, "org.openjdk.jmh.Main", *options]
    done = subprocess.run(run_jmh, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(done.stdout[-2000:] + done.stderr[-2000:])
    [run] = json.loads(report.read_text())
    # The median, as the driver's is: one neighbour's burst is no property of the code.
    return statistics.median(run["primaryMetric"]["rawData"][0]) / expected.values


if __name__ == "__main__":
    main()
