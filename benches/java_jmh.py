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

import numpy as np
from ratios import SAMPLES, Timed, all_judged, by_driver

from serbench.build.codec import DRIVERS, read_codec
from serbench.build.java import builder, maven
from serbench.build.java import tools as java_tools
from serbench.languages.registry import LANGUAGES
from serbench.measure import placement
from serbench.operations import EXTRA
from serbench.preparation.targets import resolve

JMH = ["org.openjdk.jmh:jmh-core:1.37", "org.openjdk.jmh:jmh-generator-annprocess:1.37"]
SOURCE = Path(__file__).parent / "java_jmh" / "CodecBenchmark.java"
CODECS = tuple(os.environ.get("CODECS", "json protobuf").split())
OPERATIONS = ("serialize", "deserialize")
PAIRS = int(os.environ.get("PAIRS", "5"))
WARM_S = 30.0
TARGET = (0.97, 1.03)


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
    runtime = LANGUAGES["java"].runtime
    for number in range(PAIRS):
        for codec, command in drivers.items():

            def driver(codec=codec, command=command) -> None:
                found = by_driver(command, target.expected, OPERATIONS, out, runtime, WARM_S)
                for operation, timed in found.items():
                    ours.setdefault(f"{codec} {operation}", []).append(timed)

            def harness(codec=codec, command=command) -> None:
                for operation in OPERATIONS:
                    timed = by_jmh(command, target.expected, operation, out, jmh)
                    theirs.setdefault(f"{codec} {operation}", []).append(timed)

            for side in (driver, harness) if number % 2 == 0 else (harness, driver):
                side()
            print(f"pair {number + 1} of {PAIRS}: {codec}", file=sys.stderr)
    return int(not all_judged(ours, theirs, *TARGET))


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
