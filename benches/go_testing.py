"""serbench's Go driver beside testing.B: the same operations of two codecs, interleaved.

Run: .venv/bin/python benches/go_testing.py [WORKLOAD] [ROUNDS]

Each round times every operation by the driver and, right before or after, by a compiled `go test`
program that calls the library directly over the same values. A round is quiet if its reference
kernel was, as in docs/method.md, and neither program had to wait for the processor. Printed is the
median of the rounds' ratios, driver over testing.B, and the ratio of the tenth percentiles, which
says something on a busy machine too. Target: 1 within 3 % over quiet rounds; the exit status is 1
if an operation misses it, or had too few quiet rounds to tell.
"""

import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from serbench import cache
from serbench.build.go import tool as go_tool
from serbench.build.go.builder import BUILDER
from serbench.catalog import all_codecs, select
from serbench.measure.client import Driver
from serbench.measure.verification import verify
from serbench.operations import EXTRA
from serbench.preparation.targets import resolve

# Long enough for several collections; on a busy machine shorter samples are disturbed less.
SECONDS = float(os.environ.get("SECONDS", "0.05"))
QUIET = 1.05  # a kernel time over its tenth percentile
MOST_WAITED = 0.01  # of the time
FEWEST_QUIET = 15
TARGET = 0.03
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
    """The test program for one codec, kept alive as drivers are."""

    def __init__(self, program: Path, codec: str, values: Path) -> None:
        self.process = subprocess.Popen(
            [program, codec, values],
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
    """The driver and the test program of a codec, and what each round said of an operation."""

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
        for codec in codecs:
            driver = Driver(result.drivers[codec.id])
            testing = Testing(program, codec.name, target.expected.path)
            verify(driver, target.expected)
            for operation in OPERATIONS:
                pass_ns = min(driver.sample(operation, 1, 0).ns for _ in range(20))
                passes = max(1, round(SECONDS * 1e9 / pass_ns))
                pairs.append(Pair(codec.name, operation, driver, testing, passes, []))
        try:
            for number in range(rounds):
                for pair in pairs:
                    pair.time(number)
                print(f"\rround {number + 1} of {rounds}", end="", file=sys.stderr)
            print(file=sys.stderr)
        finally:
            for pair in pairs[:: len(OPERATIONS)]:
                pair.driver.close()
                pair.testing.close()
    limit = QUIET * tenth(one.kernel_ns for pair in pairs for one in pair.rounds)
    return max([judge(pair, limit) for pair in pairs])


def tenth(numbers) -> float:
    """The tenth percentile."""
    ordered = sorted(numbers)
    return ordered[len(ordered) // 10]


def judge(pair: Pair, limit: float) -> int:
    """Says what was found; 1 if the target was missed."""
    quiet = [one for one in pair.rounds if one.kernel_ns <= limit and one.waited < MOST_WAITED]
    low = tenth(one.ours for one in pair.rounds) / tenth(one.theirs for one in pair.rounds)
    every = statistics.median(one.ratio for one in pair.rounds)
    said = f"{pair.codec:14} {pair.operation:7} all rounds {every:.3f}, fastest tenths {low:.3f}"
    if len(quiet) < FEWEST_QUIET:
        print(f"{said}; {len(quiet)} quiet rounds are too few to tell")
        return 1
    middle = statistics.median(one.ratio for one in quiet)
    met = abs(middle - 1) <= TARGET
    print(f"{said}, {len(quiet)} quiet rounds {middle:.3f}: {'met' if met else 'MISSED'}")
    return int(not met)


if __name__ == "__main__":
    sys.exit(
        main(
            sys.argv[1] if len(sys.argv) > 1 else "log",
            int(sys.argv[2]) if len(sys.argv) > 2 else 100,
        )
    )
