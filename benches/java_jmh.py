"""serbench's Java codecs beside their libraries called by hand, under JMH, on the workload `log`.

Run: .venv/bin/python benches/java_jmh.py [PAIRS] [CODEC]...

`java_jmh/direct/CODEC.java` calls the library of that codec as its documentation or its own
benchmark does (`Direct.java` there says what it holds). It proves that values survive before it is
timed, and writes as many bytes as the codec. JMH times it under the driver's flags and class path.
Codecs with a model of their own are compared in four operations: in `serialize` and `deserialize`,
what turns plain values into the library's objects is the same generated code on both sides.
For `json` and `protobuf`, JMH times the codec's own class too ("under JMH"), which tells how well
the driver measures.

Each pair of processes runs from fresh copies of the virtual machine's code, driver and JMH in turns
first. JMH's benchmarks empty the young generation and time the reference kernel before each
iteration, and the kernel after it, as the driver does for each sample: only what was quiet counts.
An iteration has several cycles of the collector. Printed is the driver's time over JMH's, each the
median of a process, with its interval.

Target: no ratio above 1.05, and 1 within 3 % for the codec's own class; the exit status is 1 if a
cell misses it. What a virtual machine compiles differs from one start to the next, by up to a half
for `protobuf`, in JMH as in the driver: hence the width of the intervals.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from ratios import SAMPLES, Timed, all_judged, by_driver

from serbench.build.codec import Codec, shipped
from serbench.build.java import builder, maven
from serbench.build.java import tools as java_tools
from serbench.languages.registry import LANGUAGES
from serbench.measure import placement
from serbench.measure.placement import PlacedDriver
from serbench.measure.verification import Expected, verify
from serbench.operations import CHIEF, EXTRA
from serbench.preparation.targets import resolve

JMH = ["org.openjdk.jmh:jmh-core:1.37", "org.openjdk.jmh:jmh-generator-annprocess:1.37"]
SOURCES = Path(__file__).parent / "java_jmh"
HARNESS = ("json", "protobuf")  # whose own class JMH times too
RUNTIME = LANGUAGES["java"].runtime
WARM_S = 30.0
TARGET, HARNESS_TARGET = (0.0, 1.05), (0.97, 1.03)


class Subject(NamedTuple):
    """`operations` are the driver's names for `benchmarks`, methods of the JMH class."""

    codec: str
    command: list[str]
    encoded_bytes: int
    operations: tuple[str, ...]
    benchmarks: tuple[str, ...]


def main(pairs: int, names: list[str]) -> int:
    target = resolve("log", 1000, 0)
    wanted = {name.removeprefix("java/") for name in names}
    codecs = []
    for codec in shipped("java"):
        if (wanted and codec.name not in wanted) or "limit" in codec.traits:
            continue
        if source(codec.name).exists():
            codecs.append(codec)
        else:
            print(f"{codec.name}: no {source(codec.name)} calls its library by hand")
    result = builder.BUILDER.build(target.schema, codecs, EXTRA, lambda done, total, doing: None)
    for identity, failure in result.failures.items():
        print(f"{identity} did not build: {failure.reason}", file=sys.stderr)
    paths, failed = maven.class_paths({"jmh": JMH, maven.DRIVER: []})
    if failed:
        sys.exit("; ".join(map(str, failed.values())))
    with tempfile.TemporaryDirectory() as name:
        out = Path(name)
        chosen = [codec for codec in codecs if codec.id in result.drivers]
        compile_benchmarks(out, chosen, result.drivers, paths["jmh"])
        subjects = [
            subject(codec, result.drivers[codec.id], target.expected, out) for codec in chosen
        ]
        return measure(subjects, pairs, target.expected, out, paths["jmh"])


def source(codec: str) -> Path:
    return SOURCES / "direct" / f"{codec}.java"


def class_path(command: list[str]) -> list[str]:
    return command[command.index("-cp") + 1].split(os.pathsep)


def compile_benchmarks(
    out: Path, codecs: list[Codec], drivers: dict[str, list[str]], jmh: list[Path]
) -> None:
    jdk = java_tools.jdk()
    assert jdk
    path = dict.fromkeys(part for codec in codecs for part in class_path(drivers[codec.id]))
    sources = [*SOURCES.glob("*.java"), source("Direct"), *(source(codec.name) for codec in codecs)]
    command = [jdk.program("javac"), "-nowarn", "-d", str(out)]
    command += ["-cp", os.pathsep.join([*path, *map(str, jmh)]), *map(str, sources)]
    subprocess.run(command, check=True)


def subject(codec: Codec, command: list[str], expected: Expected, out: Path) -> Subject:
    with PlacedDriver(command, os.sched_getaffinity(0), {}, RUNTIME, out) as driver:
        verdict = verify(driver, expected)
    if not verdict.proven:
        sys.exit(f"{codec.id}: {verdict.note}")
    parts = ("encode", "decode")
    own = "own-model" in codec.traits
    operations = (*parts, *CHIEF) if own else parts
    return Subject(
        codec.name, command, verdict.encoded_bytes, operations, operations if own else CHIEF
    )


def measure(
    subjects: list[Subject], pairs: int, expected: Expected, out: Path, jmh: list[Path]
) -> int:
    ours: dict[str, list[Timed]] = {}
    direct: dict[str, list[Timed]] = {}
    harness: dict[str, list[Timed]] = {}
    for number in range(pairs):
        for its in subjects:

            def by_ours(its: Subject = its) -> None:
                operations = its.operations
                found = by_driver(its.command, expected, operations, out, RUNTIME, WARM_S)
                for operation, timed in found.items():
                    ours.setdefault(f"{its.codec} {operation}", []).append(timed)

            def by_theirs(its: Subject = its) -> None:
                for operation, timed in by_hand(its, expected, out, jmh).items():
                    direct.setdefault(f"{its.codec} {operation}", []).append(timed)
                if its.codec in HARNESS:
                    for operation, timed in by_own_class(its, expected, out, jmh).items():
                        harness.setdefault(f"{its.codec} {operation}", []).append(timed)

            sides = (by_ours, by_theirs)
            for side in sides if number % 2 == 0 else reversed(sides):
                side()
            print(f"pair {number + 1} of {pairs}: {its.codec}", file=sys.stderr)
    met = all_judged(ours, direct, *TARGET) if direct else True
    if harness:
        beside = {f"{cell} under JMH": ours[cell] for cell in harness}
        under_jmh = {f"{cell} under JMH": timed for cell, timed in harness.items()}
        met &= all_judged(beside, under_jmh, *HARNESS_TARGET)
    return int(not met)


def by_hand(its: Subject, expected: Expected, out: Path, jmh: list[Path]) -> dict[str, Timed]:
    """The library called by hand, by the driver's operations."""
    name = "".join(part.capitalize() for part in its.codec.split("-"))
    parameter = f"directClass=serbench.direct.{name}Direct"
    said, runs = by_jmh(its, "DirectBenchmark", parameter, its.benchmarks, expected, out, jmh)
    [wrote] = {line.split()[1] for line in said if line.startswith("encoded_bytes ")}
    if int(wrote) != its.encoded_bytes:
        sys.exit(f"{its.codec}: called by hand, it wrote {wrote} bytes, not {its.encoded_bytes}")
    return dict(zip(its.operations, (runs[benchmark] for benchmark in its.benchmarks), strict=True))


def by_own_class(its: Subject, expected: Expected, out: Path, jmh: list[Path]) -> dict[str, Timed]:
    """The codec's own class under JMH."""
    facts = Path(its.command[-1]).read_text().splitlines()
    named = dict(line.split("=", 1) for line in facts)
    parameter = f"codecClass={named['class']}"
    _, runs = by_jmh(its, "CodecBenchmark", parameter, CHIEF, expected, out, jmh)
    names = CHIEF if set(CHIEF) <= set(its.operations) else its.operations
    return dict(zip(names, (runs[benchmark] for benchmark in CHIEF), strict=True))


def by_jmh(
    its: Subject,
    benchmark_class: str,
    parameter: str,
    benchmarks: Sequence[str],
    expected: Expected,
    out: Path,
    jmh: list[Path],
) -> tuple[list[str], dict[str, Timed]]:
    """What a new process by the same virtual machine and flags said, and its iterations."""
    java_program, *flags = its.command[: its.command.index("-cp")]
    copies = Path(tempfile.mkdtemp(dir=out))
    home = placement._home(Path(java_program), RUNTIME)
    assert home
    placement._linked(home, copies, {Path(file) for file in RUNTIME})
    path = os.pathsep.join([str(out), *class_path(its.command), *map(str, jmh)])
    report = out / "report.json"
    # All are warmed before the first is timed, as the driver does it.
    options = ["-f", "0", "-wm", "BULK", "-wi", "10", "-w", "300ms"]
    # Long enough for some collections; a long one holds a neighbour's burst for sure.
    options += ["-i", str(SAMPLES), "-r", "60ms", "-rf", "json", "-rff", str(report)]
    options += ["-p", parameter, "-p", f"valuesPath={expected.path}"]
    options += [f"{benchmark_class}.({'|'.join(benchmarks)})$"]
    run_jmh = [str(copies / "bin" / "java"), *flags, "-cp", path, "org.openjdk.jmh.Main", *options]
    done = subprocess.run(run_jmh, capture_output=True, text=True)
    shutil.rmtree(copies)
    said = done.stderr.splitlines()
    runs = json.loads(report.read_text()) if done.returncode == 0 else []
    report.unlink(missing_ok=True)
    if len(runs) != len(benchmarks):
        sys.exit(f"{its.codec}: {done.stdout[-2000:]}{done.stderr[-2000:]}")
    found = {}
    for run in runs:
        benchmark = run["benchmark"]
        # JMH divides by the number of a chunk itself.
        values = 1 if benchmark.endswith("DirectBenchmark.encode") else expected.values
        kernels = [line.split()[2:] for line in said if line.startswith(f"kernel {benchmark} ")]
        found[benchmark.rpartition(".")[2]] = Timed(
            np.array([ns / values for ns in run["primaryMetric"]["rawData"][0]]),
            np.array(kernels, dtype=float),
        )
    return said, found


if __name__ == "__main__":
    arguments = sys.argv[1:]
    given = int(arguments.pop(0)) if arguments and arguments[0].isdigit() else 5
    sys.exit(main(given, arguments))
