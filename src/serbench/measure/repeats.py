"""A fixed number of repetitions in a fixed number of iterations, as published studies measured.

Unlike `serbench.measure.schedule`, which samples until it knows enough, this does what it is told;
iterations of all codecs are interleaved in seeded random order all the same.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from serbench.measure.client import Blocks, Driver, DriverDeath, DriverError
from serbench.measure.sampling import Batch, warm_up
from serbench.measure.schedule import Launch, Subject, launch_driver
from serbench.measure.verification import Expected, Verdict, verify

# Before the first iteration an operation is warmed until it is steady, or so many seconds.
WARM_S = 3.0


@dataclass(slots=True)
class Repeated:
    """What was found of a codec. `times_ns` holds, for each operation, the time of each iteration:
    `repetitions` passes over the working set. `bytes` are those of the mean value."""

    codec: str
    verdict: Verdict
    bytes: float = 0.0
    times_ns: dict[str, list[int]] = field(default_factory=dict)


class _Timer(Protocol):
    def time_ns(self, operation: str, repetitions: int) -> int: ...


@dataclass(frozen=True, slots=True)
class _PassTimer:
    driver: Driver

    def time_ns(self, operation: str, repetitions: int) -> int:
        return self.driver.sample(operation, repetitions, 1).ns


@dataclass(frozen=True, slots=True)
class _FileTimer:
    """Whatever comes first writes the file that both need."""

    driver: Driver
    path: Path
    expected: Expected

    def time_ns(self, operation: str, repetitions: int) -> int:
        if operation == "write" or not self.path.exists():
            written = sum(self.write_ns() for _ in range(repetitions))
            if operation == "write":
                return written
        how = Blocks(fsync="none")
        return sum(self.driver.scan(self.path, "study", how).total_ns for _ in range(repetitions))

    def write_ns(self) -> int:
        how = Blocks(fsync="none")
        count = self.expected.values
        return self.driver.write(self.path, "study", self.expected.path, count, how).total_ns


@dataclass(frozen=True, slots=True)
class _Cell:
    found: Repeated
    operation: str
    timer: _Timer


OnProgress = Callable[[int, int, str], None]


def repeat(
    subjects: Sequence[Subject],
    expected: Expected,
    operations: dict[str, tuple[str, ...]],
    iterations: int,
    repetitions: int,
    scratch: Path,
    *,
    seed: int = 0,
    launch: Launch = launch_driver,
    clock: Callable[[], float],
    on_progress: OnProgress = lambda done, total, doing: None,
) -> list[Repeated]:
    """Times the operations of each codec that its driver has, every codec's values proven before.

    `operations` are by codec; `write` and `scan` are of an object file in `scratch` that holds the
    working set, neither synced nor cold. A driver that dies ends its codec alone: what was timed
    of it stays.
    """
    found = [Repeated(subject.codec, Verdict("unmeasured")) for subject in subjects]
    with ExitStack() as stack:
        cells: list[_Cell] = []
        for subject, its in zip(subjects, found, strict=True):
            on_progress(0, iterations, f"verifying {subject.codec}")
            driver = stack.enter_context(launch(subject.command, subject.cpus))
            try:
                description = driver.describe()
                its.verdict = verify(driver, expected)
                its.bytes = its.verdict.encoded_bytes / expected.values
                if not its.verdict.proven:
                    continue
                for operation in operations[subject.codec]:
                    if operation in ("write", "scan"):
                        path = scratch / subject.codec.replace("/", "-")
                        cell = _Cell(its, operation, _FileTimer(driver, path, expected))
                    elif operation in description.operations:
                        warm_up(driver, Batch(operation, repetitions, 1), WARM_S, clock)
                        cell = _Cell(its, operation, _PassTimer(driver))
                    else:
                        continue
                    its.times_ns[operation] = []
                    cells.append(cell)
            except (DriverError, DriverDeath) as error:
                its.verdict = Verdict("failed", str(error))
        chance = random.Random(seed)
        for iteration in range(iterations):
            for cell in chance.sample(cells, len(cells)):
                its, operation = cell.found, cell.operation
                if its.verdict.status == "failed":
                    continue
                on_progress(iteration, iterations, f"iteration {iteration + 1}: {its.codec}")
                try:
                    its.times_ns[operation].append(cell.timer.time_ns(operation, repetitions))
                except (DriverError, DriverDeath) as error:
                    its.verdict = Verdict("failed", f"{operation}: {error}")
    return found
