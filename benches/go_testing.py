"""serbench's Go driver beside testing.B: the same operations of two codecs, process beside process.

Run: .venv/bin/python benches/go_testing.py [WORKLOAD] [ROUNDS]

Five pairs of processes, each from a fresh copy of its program. In each round an operation is timed
by the driver and, right before or after, by a compiled `go test` program that calls the library
directly over the same values. A round is quiet if its reference kernel was, as in docs/method.md,
and neither program had to wait for the processor. A pair's ratio, driver over testing.B, is the
median of its quiet rounds; printed is that of the pairs, with its interval. Target: 1 within 3 %;
the exit status is 1 if an operation misses it, or had too few quiet rounds to tell.
"""

import math
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from ratios import judged

from serbench import cache
from serbench.build.go import tool as go_tool
from serbench.build.go.builder import BUILDER
from serbench.catalog import all_codecs, select
from serbench.measure.client import Driver
from serbench.measure.placement import PlacedDriver
from serbench.measure.verification import verify
from serbench.operations import EXTRA
from serbench.preparation.targets import resolve

# Long enough for several collections; on a busy machine shorter samples are disturbed less.
SECONDS = float(os.environ.get("SECONDS", "0.05"))
QUIET = 1.05  # a kernel time over its tenth percentile
MOST_WAITED = 0.05  # of the time; the threads of a collector wait for each other
FEWEST_QUIET = 5  # rounds of a pair of processes
PAIRS = int(os.environ.get("PAIRS", "5"))
TARGET = (0.97, 1.03)
CODECS = ("encoding-json", "protobuf")
OPERATIONS = ("encode", "decode")


def compiled(schema, into: Path) -> Path:
    """The test program, built within a copy of the schema's module."""
    module = cache.directory("build", "go", schema.fingerprint, "module")
    shutil.copytree(module, into / "module")
    home = into / "module" / "bench"
    home.mkdir()
    source = Path(__file__).with_name("go_testing_bench.go").read_text()
    (home / "bench_test.go").write_text(source)
    go_tool.run(["go", "test", "-c", "-o", str(into / "bench"), "./bench"], into / "module")
    return into / "bench"


class Testing:
    """A process of the test program for one codec, from a copy of its own."""

    def __init__(self, program: Path, codec: str, values: Path) -> None:
        self.program = Path(tempfile.mkdtemp(dir=program.parent)) / "bench"
        shutil.copy(program, self.program)
        self.process = subprocess.Popen(
            [self.program, codec, values],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "GOMAXPROCS": "1"},
        )

    def ns(self, operation: str, passes: int) -> float:
        """Nanoseconds per value over so many walks over them, after one that is not timed."""
        print(operation, passes, file=self.process.stdin, flush=True)
        return float(self.process.stdout.readline())

    def close(self) -> None:
        self.process.stdin.close()
        self.process.wait()
        self.program.unlink()


def waited_ns(pid: int) -> int:
    """For how long its threads were ready to run and none of the processors was free."""
    threads = Path(f"/proc/{pid}/task").glob("*/schedstat")
    return sum(int(path.read_text().split()[1]) for path in threads)


@dataclass
class Round:
    """`ours` and `theirs` are nanoseconds per value; `waited` is a share of the time."""

    kernel_ns: int
    waited: float
    ours: float
    theirs: float

    @property
    def ratio(self) -> float:
        return self.ours / self.theirs


@dataclass
class Pair:
    """Processes of the driver and the test program, and what each round said of an operation."""

    codec: str
    operation: str
    driver: Driver
    testing: Testing
    passes: int
    rounds: list[Round]

    def time(self, number: int) -> None:
        pids = (self.driver._process.pid, self.testing.process.pid)
        before = sum(map(waited_ns, pids))
        if number % 2:
            theirs = self.testing.ns(self.operation, self.passes)
        sample = self.driver.sample(self.operation, self.passes, 1)
        if not number % 2:
            theirs = self.testing.ns(self.operation, self.passes)
        waited = (sum(map(waited_ns, pids)) - before) / (2 * SECONDS * 1e9)
        ours = sample.ns / sample.items
        self.rounds.append(Round(max(sample.kernel_ns), waited, ours, theirs))


def main(workload: str, rounds: int) -> int:
    target = resolve(workload, None, 0)
    codecs = select(all_codecs(), ["go"], CODECS)
    result = BUILDER.build(target.schema, codecs, EXTRA, lambda done, total, doing: None)
    with tempfile.TemporaryDirectory() as directory:
        program = compiled(target.schema, Path(directory))
        pairs = []
        for number in range(PAIRS):
            for codec in codecs:
                command = result.drivers[codec.id]
                with PlacedDriver(
                    command, os.sched_getaffinity(0), {}, (), Path(directory)
                ) as driver:
                    driver.describe()
                    verify(driver, target.expected)
                    testing = Testing(program, codec.name, target.expected.path)
                    pairs += timed(codec.name, driver, testing, rounds)
                    testing.close()
            print(f"pair {number + 1} of {PAIRS}", file=sys.stderr)
    met = True
    for codec in codecs:
        for operation in OPERATIONS:
            its = [p for p in pairs if (p.codec, p.operation) == (codec.name, operation)]
            met &= judged(f"{codec.name} {operation}", [ratio(p) for p in its], *TARGET)
    return int(not met)


def timed(codec: str, driver: Driver, testing: Testing, rounds: int) -> list[Pair]:
    pairs = []
    for operation in OPERATIONS:
        pass_ns = min(driver.sample(operation, 1, 0).ns for _ in range(20))
        passes = max(1, round(SECONDS * 1e9 / pass_ns))
        pairs.append(Pair(codec, operation, driver, testing, passes, []))
    for number in range(rounds):
        for pair in pairs:
            pair.time(number)
    return pairs


def tenth(numbers) -> float:
    """The tenth percentile."""
    ordered = sorted(numbers)
    return ordered[len(ordered) // 10]


def ratio(pair: Pair) -> float:
    """Not a number where too few rounds were quiet. Each pair has a baseline of its own: what a
    codec leaves in the caches makes the kernel after it slower."""
    limit = QUIET * tenth(one.kernel_ns for one in pair.rounds)
    quiet = [one for one in pair.rounds if one.kernel_ns <= limit and one.waited < MOST_WAITED]
    return statistics.median(o.ratio for o in quiet) if len(quiet) >= FEWEST_QUIET else math.nan


if __name__ == "__main__":
    sys.exit(
        main(
            sys.argv[1] if len(sys.argv) > 1 else "log",
            int(sys.argv[2]) if len(sys.argv) > 2 else 20,
        )
    )
