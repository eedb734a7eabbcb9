"""serbench's Go codecs beside their libraries called by hand, under testing.B.

Run: .venv/bin/python benches/handwritten/go.py [PAIRS] [CODEC]...

On the workload `log`. `go/CODEC.go` calls the library of that codec as its
documentation or its own benchmark does (`bench.go` there says what it holds). It becomes a `go
test` program, which proves that values survive before it times them, and that it writes as many
bytes as the codec. Codecs with a model of their own are compared in four operations: in `serialize`
and `deserialize`, what turns plain values into the library's objects is the same code on both
sides.

Pairs of processes, each from a fresh copy of its program, and each pair linked in another layout.
In each round an operation is timed by the driver and, right before or after, by the test program
over the same values. A round is quiet if its reference kernel was, as in docs/method.md, and
neither program had to wait for the processor. A pair's ratio, driver over testing.B, is the median
of its quiet rounds; printed is that of the pairs, with its interval.

Target: no ratio above 1.05, and 1 within 3 % for encode and decode of encoding-json and protobuf,
which call the same functions on both sides: that tells how well the driver measures. The exit
status is 1 if a cell misses it, or had too few quiet rounds to tell.
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

sys.path.insert(0, str(Path(__file__).parents[1]))  # for what benches share

from build_failures import tell_lacking
from ratios import judged

from serbench.builders import layout
from serbench.builders.codec import Codec, shipped
from serbench.builders.go import tool as go_tool
from serbench.builders.go.builder import BUILDER
from serbench.machine import cache
from serbench.measure.client import Driver
from serbench.measure.placement import PlacedDriver
from serbench.measure.verification import verify
from serbench.operations import EXTRA, PRIMARY
from serbench.preparation.drivers import what_it_lacks
from serbench.preparation.readings import Target
from serbench.preparation.targets import ResolvedTarget, resolve

HARNESS = Path(__file__).parent / "go_testing" / "bench.go"
BY_HAND = Path(__file__).parent / "go"
# Long enough for several collections; on a busy machine shorter samples are disturbed less.
SECONDS = 0.05
MANY = 8  # times as long, to see how long the collector's cycles are
ROUNDS = 20
QUIET = 1.15  # a kernel time over its tenth percentile, as in docs/method.md
MOST_WAITED = 0.05  # of the time; the threads of a collector wait for each other
FEWEST_QUIET = 5  # rounds of a pair of processes
TARGET, SAME_TARGET = (0.0, 1.05), (0.97, 1.03)
PARTS = ("encode", "decode")
SAME = {f"{codec} {operation}" for codec in ("encoding-json", "protobuf") for operation in PARTS}


def compiled(fingerprint: str, codec: Codec, number: int, into: Path) -> Path:
    """The test program of a codec in this layout, built within a copy of the schema's module. It
    has no other library, since what that keeps alive brings the collector sooner."""
    module = into / "module"
    if not module.exists():
        shutil.copytree(cache.directory("build", "go", fingerprint, "module"), module)
    home = module / f"bench-{codec.name}"
    home.mkdir(exist_ok=True)
    for path in (HARNESS, BY_HAND / f"{codec.name}.go"):
        shutil.copy(path, home / f"{path.stem}_test.go")
    program = into / f"{codec.name}{layout.suffix(number)}"
    order = [f"-ldflags=-w -randlayout={number}"] if number else []
    go_tool.run(["go", "test", *order, "-c", "-o", str(program), f"./{home.name}"], module)
    return program


class Testing:
    """A process of a test program, from a copy of its own."""

    def __init__(self, program: Path, values: Path) -> None:
        self.program = Path(tempfile.mkdtemp(dir=program.parent)) / program.name
        shutil.copy(program, self.program)
        self.process = subprocess.Popen(
            [self.program, values],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "GOMAXPROCS": "1", "GODEBUG": "madvdontneed=0"},  # as the driver
        )
        self.encoded_bytes = int(self.process.stdout.readline() or 0)

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
    """`driver_ns` and `harness_ns` are nanoseconds per value; `waited` is a share of the time."""

    kernel_ns: int
    waited: float
    driver_ns: float
    harness_ns: float

    @property
    def ratio(self) -> float:
        return self.driver_ns / self.harness_ns


@dataclass
class Pair:
    """Processes of the driver and the test program, and what each round said of an operation."""

    codec: str
    operation: str
    driver: Driver
    testing: Testing
    passes: int
    rounds: list[Round]

    @property
    def cell(self) -> str:
        return f"{self.codec} {self.operation}"

    def time(self, number: int) -> None:
        pids = (self.driver._process.pid, self.testing.process.pid)
        before = sum(map(waited_ns, pids))
        if number % 2:
            harness_ns = self.testing.ns(self.operation, self.passes)
        sample = self.driver.sample(self.operation, self.passes, 1)
        if not number % 2:
            harness_ns = self.testing.ns(self.operation, self.passes)
        waited = (sum(map(waited_ns, pids)) - before) / (2 * SECONDS * 1e9)
        driver_ns = sample.ns / sample.items
        self.rounds.append(Round(max(sample.kernel_ns), waited, driver_ns, harness_ns))


def main(pairs: int, names: list[str]) -> int:
    target = resolve(Target("log"), 1000, 0)
    wanted = {name.removeprefix("go/") for name in names}
    codecs = []
    for codec in shipped("go"):
        if (wanted and codec.name not in wanted) or "hand-written" in codec.traits:
            continue
        if lacking := what_it_lacks(target.schema, codec):
            print(f"{codec.name}: its format lacks {lacking}")
        elif (BY_HAND / f"{codec.name}.go").exists():
            codecs.append(codec)
        else:
            print(f"{codec.name}: nothing in {BY_HAND.name} calls its library by hand")
    timed: list[Pair] = []
    with tempfile.TemporaryDirectory() as directory:
        for number in range(pairs):
            with layout.chosen(number):
                result = BUILDER.build(
                    target.schema, codecs, EXTRA, lambda done, total, doing: None
                )
            tell_lacking(result)
            codecs = [codec for codec in codecs if codec.id in result.drivers]
            for codec in codecs:
                program = compiled(target.schema.fingerprint, codec, number, Path(directory))
                timed += pair(codec, result.drivers[codec.id], program, target)
            print(f"pair {number + 1} of {pairs}", file=sys.stderr)
    met = {codec.name for codec in codecs} == {timed_pair.codec for timed_pair in timed}
    for cell in dict.fromkeys(timed_pair.cell for timed_pair in timed):
        ratios = [ratio(timed_pair) for timed_pair in timed if timed_pair.cell == cell]
        met &= judged(cell, ratios, *(SAME_TARGET if cell in SAME else TARGET))
    return int(not met)


def pair(codec: Codec, command: list[str], program: Path, target: ResolvedTarget) -> list[Pair]:
    """A pair of processes, by operation; none if the library called by hand writes other bytes."""
    operations = PARTS  # of plain values they are the whole directions
    if "zero-copy" in codec.traits:
        operations = PRIMARY  # the bytes are the object: its parts are nearly nothing
    elif "own-model" in codec.traits:
        operations = (*PARTS, *PRIMARY)
    with PlacedDriver(command, os.sched_getaffinity(0), {}, (), program.parent) as driver:
        driver.describe()
        verdict = verify(driver, target.expected)
        if not verdict.proven:
            sys.exit(f"{codec.id}: {verdict.note}")
        testing = Testing(program, target.expected.path)
        if testing.encoded_bytes != verdict.encoded_bytes:
            wrote = f"{testing.encoded_bytes} bytes, not {verdict.encoded_bytes}"
            print(f"{codec.id}: called by hand, it wrote {wrote}", file=sys.stderr)
            testing.close()
            return []
        found = []
        for operation in operations:
            passes = calibrated(driver, operation)
            found.append(Pair(codec.name, operation, driver, testing, passes, []))
        for number in range(ROUNDS):
            for timed_pair in found:
                timed_pair.time(number)
        testing.close()
    return found


def calibrated(driver: Driver, operation: str) -> int:
    """So many passes that they end amid a cycle of the collector. Both sides begin with a heap that
    was just collected, and have as many whole cycles then."""
    pass_ns = min(driver.sample(operation, 1, 0).ns for _ in range(20))
    passes = max(1, round(SECONDS * 1e9 / pass_ns))
    many = MANY * passes
    collections = driver.sample(operation, many, 1).collections
    if not collections:
        return passes
    cycle = many / collections
    return max(1, round((max(1, passes // cycle) + 0.5) * cycle))


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
    arguments = sys.argv[1:]
    given = int(arguments.pop(0)) if arguments and arguments[0].isdigit() else 5
    sys.exit(main(given, arguments))
