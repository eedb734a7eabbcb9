"""serbench's Java codecs beside their libraries called by hand, under JMH, on the workload `log`.

Run: .venv/bin/python benches/handwritten/java.py [PAIRS] [CODEC]...

`java/CODEC.java` calls the library of that codec as its documentation or its own
benchmark does (`Direct.java` there says what it holds). It proves that values survive before it is
timed, and writes as many bytes as the codec. JMH times it under the driver's flags and class path.
Codecs with a model of their own are compared in four operations: in `serialize` and `deserialize`,
what turns plain values into the library's objects is the same generated code on both sides.
For `json` and `protobuf`, JMH times the codec's own class too ("under JMH"), which tells how well
the driver measures.

Each pair of processes runs from fresh copies of the virtual machine's code. Samples of the driver
and iterations of JMH alternate, either first in turns; both time the reference kernel before and
after, from a young generation that was emptied, and an iteration has several cycles of the
collector. A round of one of each is quiet if none of its kernels took over 15 % more than in the
best tenth of the pair's. A pair's ratio, driver over JMH, is the median of its quiet rounds;
printed is that of the pairs, with its interval.

Target: no ratio above 1.05, and 1 within 3 % for the codec's own class; the exit status is 1 if a
cell misses it. What a virtual machine compiles differs from one start to the next, by up to a half
for `protobuf`, in JMH as in the driver: hence the width of the intervals.
"""

from __future__ import annotations

import json
import math
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Collection
from pathlib import Path
from typing import NamedTuple

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1]))  # for what benches share

from build_failures import tell_lacking
from ratios import SAMPLES, Timed, judged

from serbench.builders import jdk, maven
from serbench.builders.codec import Codec, shipped
from serbench.builders.java import builder
from serbench.languages.registry import LANGUAGES
from serbench.measure import placement
from serbench.measure.placement import PlacedDriver
from serbench.measure.protocol import Sample
from serbench.measure.sampling import calibrate
from serbench.measure.verification import Expected, verify
from serbench.operations import EXTRA, PRIMARY
from serbench.preparation.readings import Target
from serbench.preparation.targets import resolve

JMH = ["org.openjdk.jmh:jmh-core:1.37", "org.openjdk.jmh:jmh-generator-annprocess:1.37"]
SOURCES = Path(__file__).parent / "java_jmh"
BY_HAND = Path(__file__).parent / "java"
HARNESS = ("json", "protobuf")  # whose own class JMH times too
RUNTIME = LANGUAGES["java"].runtime
WARM_S = 30.0
QUIET = 1.15  # a kernel time over its tenth percentile
FEWEST_QUIET = 6  # rounds of a pair of processes
PARTS = ("encode", "decode")
TARGET, HARNESS_TARGET = (0.0, 1.05), (0.97, 1.03)


class JmhSubject(NamedTuple):
    """`operations` are the driver's names for `benchmarks`, methods of the JMH class."""

    codec: str
    command: list[str]
    encoded_bytes: int
    operations: tuple[str, ...]
    benchmarks: tuple[str, ...]


def main(pairs: int, names: list[str]) -> int:
    target = resolve(Target("log"), 1000, 0)
    wanted = {name.removeprefix("java/") for name in names}
    codecs = []
    for codec in shipped("java"):
        if (wanted and codec.name not in wanted) or "hand-written" in codec.traits:
            continue
        if source(codec.name).exists():
            codecs.append(codec)
        else:
            print(f"{codec.name}: no {source(codec.name)} calls its library by hand")
    result = builder.BUILDER.build(target.schema, codecs, EXTRA, lambda done, total, doing: None)
    tell_lacking(result)
    paths, failed = maven.class_paths({"jmh": JMH, maven.DRIVER: []}, {"jmh"})
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
    return BY_HAND / f"{codec}.java"


def class_path(command: list[str]) -> list[str]:
    return command[command.index("-cp") + 1].split(os.pathsep)


def compile_benchmarks(
    out: Path, codecs: list[Codec], drivers: dict[str, list[str]], jmh: list[Path]
) -> None:
    found = jdk.installed()
    assert found
    path = dict.fromkeys(part for codec in codecs for part in class_path(drivers[codec.id]))
    sources = [*SOURCES.glob("*.java"), source("Direct"), *(source(codec.name) for codec in codecs)]
    command = [found.program("javac"), "-nowarn", "-d", str(out)]
    command += ["-cp", os.pathsep.join([*path, *map(str, jmh)]), *map(str, sources)]
    subprocess.run(command, check=True)


def subject(codec: Codec, command: list[str], expected: Expected, out: Path) -> JmhSubject:
    with PlacedDriver(command, os.sched_getaffinity(0), {}, RUNTIME, out) as driver:
        verdict = verify(driver, expected)
    if not verdict.proven:
        sys.exit(f"{codec.id}: {verdict.note}")
    operations, benchmarks = PARTS, PRIMARY  # of plain values they are one
    if "zero-copy" in codec.traits:
        operations = PRIMARY  # the bytes are the object: its parts are nearly nothing
    elif "own-model" in codec.traits:
        operations = benchmarks = (*PARTS, *PRIMARY)
    return JmhSubject(codec.name, command, verdict.encoded_bytes, operations, benchmarks)


def measure(
    subjects: list[JmhSubject], pairs: int, expected: Expected, out: Path, jmh: list[Path]
) -> int:
    by_hand: dict[str, list[float]] = {}
    own_class: dict[str, list[float]] = {}
    for number in range(pairs):
        for jmh_subject in subjects:
            for cell, ratio in beside_library(jmh_subject, expected, out, jmh).items():
                by_hand.setdefault(cell, []).append(ratio)
            if jmh_subject.codec in HARNESS:
                for cell, ratio in beside_own_class(jmh_subject, expected, out, jmh).items():
                    own_class.setdefault(f"{cell} under JMH", []).append(ratio)
            print(f"pair {number + 1} of {pairs}: {jmh_subject.codec}", file=sys.stderr)
    met = True
    for side, target in ((by_hand, TARGET), (own_class, HARNESS_TARGET)):
        for cell, ratios in side.items():
            met &= judged(cell, ratios, *target)
    return int(not met)


def beside_library(
    jmh_subject: JmhSubject, expected: Expected, out: Path, jmh: list[Path]
) -> dict[str, float]:
    """The ratio of each cell to the library called by hand."""
    name = "".join(part.capitalize() for part in jmh_subject.codec.split("-"))
    parameter = f"directClass=serbench.direct.{name}Direct"
    benchmarks = dict(zip(jmh_subject.benchmarks, jmh_subject.operations, strict=True))
    return beside_jmh(jmh_subject, "DirectBenchmark", parameter, benchmarks, expected, out, jmh)


def beside_own_class(
    jmh_subject: JmhSubject, expected: Expected, out: Path, jmh: list[Path]
) -> dict[str, float]:
    """The ratio of each cell to the codec's own class under JMH."""
    facts = Path(jmh_subject.command[-1]).read_text().splitlines()
    parameter = f"codecClass={dict(line.split('=', 1) for line in facts)['class']}"
    benchmarks = dict(zip(jmh_subject.benchmarks, jmh_subject.operations, strict=True))
    primary = {name: operation for name, operation in benchmarks.items() if name in PRIMARY}
    return beside_jmh(jmh_subject, "CodecBenchmark", parameter, primary, expected, out, jmh)


def beside_jmh(
    jmh_subject: JmhSubject,
    benchmark_class: str,
    parameter: str,
    benchmarks: dict[str, str],
    expected: Expected,
    out: Path,
    jmh: list[Path],
) -> dict[str, float]:
    """The ratios of a pair of new processes. `benchmarks` are methods of the JMH class, with what
    the driver calls them."""
    rounds: dict[str, list[Sample]] = {name: [] for name in benchmarks}
    with PlacedDriver(jmh_subject.command, os.sched_getaffinity(0), {}, RUNTIME, out) as driver:
        verify(driver, expected)
        driver.describe()
        driver.warm(list(benchmarks.values()), WARM_S)  # together, as `serbench run` does
        batches = {name: calibrate(driver, operation) for name, operation in benchmarks.items()}
        with Jmh(
            jmh_subject, benchmark_class, parameter, benchmarks, expected, out, jmh
        ) as process:
            for number in range(SAMPLES * len(benchmarks)):
                name = process.ready()
                if number % 2:
                    process.iterate()
                rounds[name].append(batches[name].sample(driver))
                if not number % 2:
                    process.iterate()
            harness_runs = process.ended()
    found = {}
    for name, operation in benchmarks.items():
        ratios = [
            sample.ns / sample.items / ns
            for sample, ns in zip(rounds[name], harness_runs[name].ns, strict=True)
        ]
        kernels = [sample.kernel_ns for sample in rounds[name]]
        kernel_ns = np.hstack([np.array(kernels), harness_runs[name].kernel_ns]).max(axis=1)
        quiet = np.array(ratios)[kernel_ns <= QUIET * np.percentile(kernel_ns, 10)]
        is_known = len(quiet) >= FEWEST_QUIET
        found[f"{jmh_subject.codec} {operation}"] = (
            float(np.median(quiet)) if is_known else math.nan
        )
    return found


class Jmh:
    """A process of JMH by the driver's virtual machine and flags. Before each iteration it says
    whose it is, and waits for a line."""

    def __init__(
        self,
        jmh_subject: JmhSubject,
        benchmark_class: str,
        parameter: str,
        benchmarks: Collection[str],
        expected: Expected,
        out: Path,
        jmh: list[Path],
    ) -> None:
        self.subject, self.values = jmh_subject, expected.values
        java_program, *flags = jmh_subject.command[: jmh_subject.command.index("-cp")]
        self.copies = Path(tempfile.mkdtemp(dir=out))
        home = placement._home(Path(java_program), RUNTIME)
        assert home
        placement._linked(home, self.copies, {Path(file) for file in RUNTIME})
        path = os.pathsep.join([str(out), *class_path(jmh_subject.command), *map(str, jmh)])
        self.report, self.log = self.copies / "report.json", self.copies / "log"
        # All are warmed before the first is timed, as the driver does it.
        options = ["-f", "0", "-wm", "BULK", "-wi", "10", "-w", "300ms"]
        # Long enough for some collections; a long one holds a neighbour's burst for sure.
        options += ["-i", str(SAMPLES), "-r", "60ms", "-rf", "json", "-rff", str(self.report)]
        options += ["-p", parameter, "-p", f"valuesPath={expected.path}"]
        options += [f"{benchmark_class}.({'|'.join(benchmarks)})$"]
        java = str(self.copies / "bin" / "java")
        with self.log.open("w") as log:
            self.process = subprocess.Popen(
                [java, *flags, "-cp", path, "org.openjdk.jmh.Main", *options],
                stdin=subprocess.PIPE,
                stdout=log,
                stderr=subprocess.PIPE,
                text=True,
            )
        self.kernels: dict[str, list[list[str]]] = {name: [] for name in benchmarks}

    def __enter__(self) -> Jmh:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()
        shutil.rmtree(self.copies)

    def ready(self) -> str:
        """The benchmark that is next."""
        return self._said("ready")[0].rpartition(".")[2]

    def iterate(self) -> None:
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        name, *kernel_ns = self._said("kernel")
        self.kernels[name.rpartition(".")[2]].append(kernel_ns)

    def _said(self, word: str) -> list[str]:
        """The rest of the next line that begins with this word."""
        for line in self.process.stderr:
            first_word, *rest = line.split() or [""]
            if first_word == "encoded_bytes" and int(rest[0]) != self.subject.encoded_bytes:
                wrote = f"{rest[0]} bytes, not {self.subject.encoded_bytes}"
                sys.exit(f"{self.subject.codec}: called by hand, it wrote {wrote}")
            if first_word == word:
                return rest
        sys.exit(f"{self.subject.codec}: {self.log.read_text()[-2000:]}")

    def ended(self) -> dict[str, Timed]:
        """Nanoseconds a value, by benchmark."""
        self.process.stdin.close()
        self.process.wait()
        timed = {}
        for run in json.loads(self.report.read_text()):
            _, of, name = run["benchmark"].rsplit(".", 2)
            # JMH divides by the number of a chunk itself.
            values = 1 if (of, name) == ("DirectBenchmark", "encode") else self.values
            ns = np.array(run["primaryMetric"]["rawData"][0]) / values
            timed[name] = Timed(ns, np.array(self.kernels[name], dtype=float))
        return timed


if __name__ == "__main__":
    arguments = sys.argv[1:]
    given = int(arguments.pop(0)) if arguments and arguments[0].isdigit() else 5
    sys.exit(main(given, arguments))
