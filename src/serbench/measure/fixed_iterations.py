"""A fixed number of repetitions in a fixed number of iterations, as published studies measured.

Unlike `serbench.measure.schedule`, which samples until it knows enough, this does what it is told;
iterations of all codecs are interleaved in seeded random order all the same.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from serbench.measure.client import Driver
from serbench.measure.processes import Launch, Subject, launch_driver
from serbench.measure.protocol import Blocks, Description, DriverDeath, DriverError, Scanned, Wrote
from serbench.measure.sampling import Batch, warm_up
from serbench.measure.storage import OPERATIONS as ON_FILES
from serbench.measure.verification import Expected, Verdict, verify

# Before the first iteration an operation is warmed until it is steady, or so many seconds.
WARM_S = 3.0
# About what it takes to prove a codec, and to warm an operation that needs no compiler.
USUALLY_PROVEN_S = 0.3
USUALLY_WARMED_S = 0.2


@dataclass(frozen=True, slots=True)
class Iteration:
    """An operation done as often as was asked: `repetitions` passes over the working set, in `ns`.
    `kernel_ns` are the reference kernel's times beside it, which object files have none of."""

    codec: str
    operation: str
    number: int
    ns: int
    kernel_ns: tuple[int, int] | None = None


class Recorder(Protocol):
    """Where everything measured goes at once, so that nothing finished is lost. A codec's last
    verdict counts: a driver may die after it was proven."""

    def described(self, codec: str, description: Description) -> None: ...
    def judged(self, codec: str, verdict: Verdict) -> None: ...
    def timed(self, iteration: Iteration) -> None: ...


_Timed = tuple[int, "tuple[int, int] | None"]


class _Timer(Protocol):
    def time_ns(self, repetitions: int) -> _Timed:
        """The time, and the kernel's beside it."""


@dataclass(frozen=True, slots=True)
class _PassTimer:
    driver: Driver
    operation: str

    def time_ns(self, repetitions: int) -> _Timed:
        sample = self.driver.sample(self.operation, repetitions, 1)
        return sample.ns, sample.kernel_ns


@dataclass(frozen=True, slots=True)
class _FileTimer:
    """Whatever comes first writes the file that both need."""

    driver: Driver
    operation: str
    path: Path
    expected: Expected

    def time_ns(self, repetitions: int) -> _Timed:
        what, _, part = self.operation.partition("-")
        if what == "scan" and not self.path.exists():
            self._write()
        done = [self._write() if what == "write" else self._scan() for _ in range(repetitions)]
        return sum(one.io_ns if part else one.total_ns for one in done), None

    def _write(self) -> Wrote:
        how = Blocks(fsync="none")
        count = self.expected.values
        return self.driver.write(self.path, "study", self.expected.path, count, how)

    def _scan(self) -> Scanned:
        return self.driver.scan(self.path, "study", Blocks(fsync="none"))


@dataclass(frozen=True, slots=True)
class _Cell:
    codec: str
    operation: str
    timer: _Timer


OnProgress = Callable[[float, float, str], None]


def expected_s(
    operations: Mapping[str, tuple[str, ...]], iterations: int, repetitions: int, operation_s: float
) -> float:
    """About how long `repeat` takes if its operations take `operation_s` each."""
    cells = sum(map(len, operations.values()))
    timed_s = iterations * repetitions * operation_s
    return len(operations) * USUALLY_PROVEN_S + cells * (USUALLY_WARMED_S + timed_s)


def repeat(
    subjects: Sequence[Subject],
    expected: Expected,
    operations: Mapping[str, tuple[str, ...]],
    iterations: int,
    repetitions: int,
    recorder: Recorder,
    scratch: Path,
    *,
    seed: int = 0,
    launch: Launch = launch_driver,
    clock: Callable[[], float],
    on_progress: OnProgress = lambda done, total, doing: None,
    operation_s: float = 0.0,
) -> None:
    """Times the operations of each codec that its driver has, every codec's values proven before;
    whatever is found goes to `recorder`.

    `operations` are by codec; `write` and `scan`, and their `-io`, are of an object file in
    `scratch` that holds the working set, neither synced nor cold. A driver that dies ends its codec
    alone: what was timed of it stays. On KeyboardInterrupt all drivers are ended and the interrupt
    goes on.

    Progress is in seconds: those spent, and those that all is thought to take, first of operations
    of `operation_s` each, then as long as the iterations that were timed.
    """
    began_s = clock()

    def tell(left_s: float, doing: str) -> None:
        spent_s = clock() - began_s
        on_progress(spent_s, spent_s + left_s, doing)

    with ExitStack() as stack:
        cells: list[_Cell] = []
        for number, subject in enumerate(subjects):
            unproven = {later.codec: operations[later.codec] for later in subjects[number:]}
            timed_s = len(cells) * iterations * repetitions * operation_s
            left_s = expected_s(unproven, iterations, repetitions, operation_s) + timed_s
            tell(left_s, f"verifying {subject.codec}")
            driver = stack.enter_context(launch(subject, subject.cpus, scratch))
            try:
                description = driver.describe()
                recorder.described(subject.codec, description)
                verdict = verify(driver, expected)
                recorder.judged(subject.codec, verdict)
                if not verdict.proven:
                    continue
                for operation in operations[subject.codec]:
                    timer: _Timer
                    if operation.partition("-")[0] in ON_FILES:
                        path = scratch / subject.codec.replace("/", "-")
                        timer = _FileTimer(driver, operation, path, expected)
                    elif operation in description.operations:
                        warm_up(driver, Batch(operation, repetitions, 1), WARM_S, clock)
                        timer = _PassTimer(driver, operation)
                    else:
                        continue
                    cells.append(_Cell(subject.codec, operation, timer))
            except (DriverError, DriverDeath) as error:
                recorder.judged(subject.codec, Verdict("failed", str(error)))
                cells = [cell for cell in cells if cell.codec != subject.codec]
        chance = random.Random(seed)
        failed: set[str] = set()
        timing_s = clock()
        done = 0
        for number in range(iterations):
            for cell in chance.sample(cells, len(cells)):
                if cell.codec in failed:
                    done += 1
                    continue
                each_s = (clock() - timing_s) / done if done else repetitions * operation_s
                left = iterations * len(cells) - done
                tell(each_s * left, f"iteration {number + 1}: {cell.codec}")
                done += 1
                try:
                    ns, kernel_ns = cell.timer.time_ns(repetitions)
                except (DriverError, DriverDeath) as error:
                    failed.add(cell.codec)
                    verdict = Verdict("failed", f"{cell.operation}: {error}")
                    recorder.judged(cell.codec, verdict)
                else:
                    recorder.timed(Iteration(cell.codec, cell.operation, number, ns, kernel_ns))
