"""Interleaved rounds over several processes of every codec, within a budget.

A *wave* is one process of each codec, all alive at once and blocked but for the one that is
being sampled. In a *round* every open cell is sampled once, in seeded random order; cells
that will be compared with each other (encode and serialize, or decode and deserialize)
stand close together, since the machine's speed changes within a round too.
"""

from __future__ import annotations

import os
import random
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

import numpy as np

from serbench.measure.client import (
    Allocations,
    Closed,
    Description,
    Driver,
    DriverDeath,
    DriverError,
    Sample,
)
from serbench.measure.preparation import Counted, Prepared, counted, prepare
from serbench.measure.sampling import Batch, calibrate, warm_up
from serbench.measure.sizes import CompressedSizes
from serbench.measure.status import Status
from serbench.measure.verification import Expected, Verdict, verify
from serbench.operations import BLOCKS, TIMED
from serbench.stats import FEWEST_SAMPLES
from serbench.stats.intervals import Samples, quick_interval
from serbench.stats.quiet import is_quiet, kernel_baselines_ns

# An interval of fewer quiet samples than this is too lucky to stop at.
SETTLED_SAMPLES = 15
ROUNDS_BETWEEN_CHECKS = 5
# The share of a wave's time that warming up may take.
WARM_SHARE = 0.3
MOST_RESTARTS = 3
PROCESSORS = os.cpu_count() or 1

# A just-in-time compiler is waited for, since cold code is another program. In return fewer
# processes are taken of such drivers where preparing them would eat more of the budget than this.
JIT_SHARE = 0.6


@dataclass(frozen=True, slots=True)
class Settings:
    """`precision` is the half-width of the interval to stop at, as a share of the median.
    `budget_s` bounds the whole; a few samples of each cell are taken even past it."""

    operations: tuple[str, ...] = TIMED
    budget_s: float = 60.0
    precision: float = 0.02
    processes: int = 3
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Subject:
    """A codec's driver. `is_reference` keeps it sampled as long as any other is; `cpus` are
    those it is pinned to, if any."""

    codec: str
    language: str
    command: tuple[str, ...]
    is_reference: bool = False
    cpus: frozenset[int] = frozenset()


class Recorder(Protocol):
    """Where everything measured goes at once, so that a crash loses little."""

    def described(self, codec: str, description: Description) -> None: ...
    def judged(self, codec: str, verdict: Verdict) -> None: ...
    def compressed(self, codec: str, sizes: CompressedSizes) -> None: ...
    def sampled(self, round_: Sequence[Sampled]) -> None: ...
    def allocated(self, codec: str, operation: str, allocations: Allocations) -> None: ...
    def closed(self, codec: str, closed: Closed) -> None: ...
    def ended(self, codec: str, operation: str, status: Status, note: str) -> None: ...


@dataclass(frozen=True, slots=True)
class Sampled:
    codec: str
    operation: str
    wave: int
    round: int
    sample: Sample


Launch = Callable[[Sequence[str], "frozenset[int]"], Driver]
# Seconds of the budget that are spent, and what is being done.
OnProgress = Callable[[float, str], None]


def launch_driver(command: Sequence[str], cpus: frozenset[int]) -> Driver:
    return Driver(command, set(cpus))


def measure(
    subjects: Sequence[Subject],
    expected: Expected,
    settings: Settings,
    recorder: Recorder,
    scratch: Path,
    *,
    launch: Launch = launch_driver,
    clock: Callable[[], float] = time.monotonic,
    on_progress: OnProgress = lambda spent_s, doing: None,
) -> None:
    """Verifies and times every subject on the working set; whatever is found goes to `recorder`.

    A driver that crashes or hangs ends its cell alone. `scratch` is a directory for dumps.
    On KeyboardInterrupt all drivers are ended and the interrupt goes on.
    """
    Measurement(
        list(subjects), expected, settings, recorder, scratch, launch, clock, on_progress
    ).run()


@dataclass(slots=True)
class Member:
    """A subject's process in the wave at hand."""

    subject: Subject
    driver: Driver
    description: Description
    batches: dict[str, Batch] = field(default_factory=dict)
    restarts: int = 0


@dataclass(slots=True)
class Measurement:
    subjects: list[Subject]
    expected: Expected
    settings: Settings
    recorder: Recorder
    scratch: Path
    launch: Launch
    clock: Callable[[], float]
    on_progress: OnProgress
    started: float = 0.0
    # Cells that crashed or were refused are not tried again in a later wave.
    dropped: set[tuple[str, str]] = field(default_factory=set)
    kernels: dict[str, list[tuple[int, int]]] = field(default_factory=dict)
    # Those of the wave at hand; leaving it ends them.
    drivers: ExitStack = field(default_factory=ExitStack)
    # Speaks with several drivers at once while nothing is timed.
    pool: ThreadPoolExecutor = field(init=False)
    # Codecs whose drivers compile as they run, and how many processes of each are taken.
    jits: set[str] = field(default_factory=set)
    jit_processes: int = 0

    def run(self) -> None:
        self.started = self.clock()
        self.jit_processes = self.settings.processes
        for wave in range(self.settings.processes):
            if wave >= self.jit_processes:
                self.subjects = [s for s in self.subjects if s.codec not in self.jits]
            if not self.subjects:
                break
            self.wave(wave)

    def wave(self, wave: int) -> None:
        with ExitStack() as self.drivers:
            # First, so that it is left last, when the drivers that its threads wait for are gone.
            self.pool = self.drivers.enter_context(ThreadPoolExecutor(PROCESSORS))
            members = self.start(wave)
            only_jits = all(m.subject.codec in self.jits for m in members)
            waves = self.jit_processes if only_jits else self.settings.processes
            deadline = self.started + self.settings.budget_s * (wave + 1) / waves
            self.warm(members, deadline)
            self.rounds(wave, members, deadline)
            if wave == 0:
                self.count_allocations(members)
            self.close(members)

    def tell(self, doing: str) -> None:
        self.on_progress(self.clock() - self.started, doing)

    # Starting and proving

    def start(self, wave: int) -> list[Member]:
        """A process of every subject, proven and, if it has a just-in-time compiler, warm: as
        many at once as there are processors, since nothing is timed yet."""
        began = self.clock()
        waiting: list[tuple[Subject, Driver, Future[Prepared]]] = []
        for number, subject in enumerate(self.subjects):
            try:
                driver = self.launched(subject)
            except OSError as error:
                self.recorder.judged(subject.codec, Verdict("failed", str(error)))
                continue
            dump = self.scratch / f"dump-{number}" if wave == 0 else None
            task = self.pool.submit(
                prepare, driver, self.expected, self.operations, dump, self.clock
            )
            waiting.append((subject, driver, task))
        members, jit_s = [], 0.0
        for subject, driver, future in waiting:
            self.tell(f"verifying {subject.codec}")
            prepared = future.result()
            self.record(subject, prepared, first=wave == 0)
            if prepared.description is None or not prepared.verdict.proven:
                driver.end()
                continue
            members.append(Member(subject, driver, prepared.description))
            if prepared.description.jit:
                self.jits.add(subject.codec)
                jit_s += prepared.took_s
        self.subjects = [member.subject for member in members]
        if wave == 0 and jit_s:
            each_s = max(min(jit_s / PROCESSORS, self.clock() - began), 1e-3)
            affordable = int(self.settings.budget_s * JIT_SHARE / each_s)
            self.jit_processes = max(1, min(self.settings.processes, affordable))
        return members

    def record(self, subject: Subject, prepared: Prepared, first: bool) -> None:
        if first and prepared.description:
            self.recorder.described(subject.codec, prepared.description)
        if first or not prepared.verdict.proven:
            self.recorder.judged(subject.codec, prepared.verdict)
        if prepared.sizes:
            self.recorder.compressed(subject.codec, prepared.sizes)
        if prepared.sizes_error:
            self.recorder.ended(subject.codec, "dump", "failed", prepared.sizes_error)

    def launched(self, subject: Subject) -> Driver:
        return self.drivers.enter_context(self.launch(subject.command, subject.cpus))

    # Timing

    def cells(self, members: Iterable[Member]) -> list[tuple[Member, str]]:
        """What is sampled."""
        return [
            (member, op)
            for member in members
            for op in self.operations(member.description)
            if (member.subject.codec, op) not in self.dropped
        ]

    def operations(self, description: Description) -> list[str]:
        """Those that are wanted: of operations that are one piece of code, only that piece."""
        wanted = set(self.settings.operations) | {"memcpy"}
        same = description.same
        names = {same.get(op, op) for op in description.operations if op in wanted}
        return [op for op in TIMED if op in names]

    def warm(self, members: Sequence[Member], deadline: float) -> None:
        cells = self.cells(members)
        share_s = (deadline - self.clock()) * WARM_SHARE / max(len(cells), 1)
        for member, operation in cells:
            self.tell(f"warming up {member.subject.codec} {operation}")
            with self.guarded(member, operation):
                batch = calibrate(member.driver, operation)
                warm_up(member.driver, batch, share_s, self.clock)
                member.batches[operation] = batch

    def rounds(self, wave: int, members: Sequence[Member], deadline: float) -> None:
        cells = [c for c in self.cells(members) if c[1] in c[0].batches]
        taken: dict[tuple[str, str], list[Sampled]] = {}
        fewest = {
            jit: -(-FEWEST_SAMPLES // processes)
            for jit, processes in ((False, self.settings.processes), (True, self.jit_processes))
        }
        order = random.Random(f"{self.settings.seed}/{wave}")
        number = 0
        while cells:
            done: list[Sampled] = []
            for member, operation in in_blocks(cells, order):
                codec = member.subject.codec
                if (codec, operation) in self.dropped:
                    continue
                self.tell(f"process {wave + 1}, round {number + 1}: {codec}")
                with self.guarded(member, operation):
                    sample = member.batches[operation].sample(member.driver)
                    done.append(Sampled(codec, operation, wave, number, sample))
                    taken.setdefault((codec, operation), []).append(done[-1])
                    self.kernels.setdefault(member.subject.language, []).append(sample.kernel_ns)
            self.recorder.sampled(done)
            number += 1
            if self.clock() >= deadline:
                cells = [c for c in cells if number < fewest[c[0].description.jit]]
            elif number >= max(fewest.values()) and number % ROUNDS_BETWEEN_CHECKS == 0:
                cells = self.unsettled(cells, taken)

    def unsettled(
        self, cells: list[tuple[Member, str]], taken: dict[tuple[str, str], list[Sampled]]
    ) -> list[tuple[Member, str]]:
        """The cells to go on with: those whose interval is still too wide, and, as long as there
        are any, those that others are compared with."""
        baselines_ns = {
            language: kernel_baselines_ns(np.array(times, dtype=float))
            for language, times in self.kernels.items()
        }
        open_ = [
            (member, op)
            for member, op in cells
            if (member.subject.codec, op) not in self.dropped
            and not self.is_settled(
                taken[member.subject.codec, op], baselines_ns[member.subject.language]
            )
        ]
        if not open_:
            return []
        return [
            (member, op)
            for member, op in cells
            if (member, op) in open_ or member.subject.is_reference or op == "memcpy"
        ]

    def is_settled(self, taken: Sequence[Sampled], baselines_ns: Samples) -> bool:
        kernel_ns = np.array([s.sample.kernel_ns for s in taken], dtype=float)
        quiet = is_quiet(kernel_ns, baselines_ns)
        if quiet.sum() < SETTLED_SAMPLES:
            return False
        times = np.array([s.sample.ns / s.sample.items for s in taken])
        interval = quick_interval(times[quiet])
        return interval is not None and interval.half_width <= self.settings.precision

    @contextmanager
    def guarded(self, member: Member, operation: str) -> Iterator[None]:
        """For work with a member's driver: if it fails, this cell alone ends."""
        codec = member.subject.codec
        try:
            yield
        except DriverError as error:
            self.drop(codec, operation, f"{operation}: {error}")
        except DriverDeath as death:
            self.drop(codec, operation, f"{operation}: {death}")
            self.restart(member)

    def drop(self, codec: str, operation: str, note: str) -> None:
        self.dropped.add((codec, operation))
        self.recorder.ended(codec, operation, "failed", note)

    def restart(self, member: Member) -> None:
        """A new process in place of the dead one, for the codec's other cells."""
        member.restarts += 1
        if member.restarts <= MOST_RESTARTS:
            try:
                member.driver = self.launched(member.subject)
                if verify(member.driver, self.expected).proven:
                    return
            except OSError:
                pass
            member.driver.end()
        for operation in member.description.operations:
            if (member.subject.codec, operation) not in self.dropped:
                self.drop(member.subject.codec, operation, "its driver could not be started again")

    # After the rounds

    def count_allocations(self, members: Sequence[Member]) -> None:
        """As many drivers at once as there are processors: counts do not mind company."""
        waiting: list[tuple[Member, list[str], Future[list[Counted]]]] = []
        for member in members:
            operations = [op for _, op in self.cells([member]) if op != "memcpy"]
            future = self.pool.submit(counted, member.driver, operations)
            waiting.append((member, operations, future))
        for member, operations, future in waiting:
            results = future.result()
            for operation, result in results:
                with self.guarded(member, operation):
                    if isinstance(result, Exception):
                        raise result
                    self.recorder.allocated(member.subject.codec, operation, result)
            for operation in operations[len(results) :]:  # a new process has to count these
                with self.guarded(member, operation):
                    if (member.subject.codec, operation) not in self.dropped:
                        allocations = member.driver.allocations(operation)
                        self.recorder.allocated(member.subject.codec, operation, allocations)

    def close(self, members: Sequence[Member]) -> None:
        for member in members:
            try:
                self.recorder.closed(member.subject.codec, member.driver.close())
            except (DriverDeath, DriverError) as error:
                self.recorder.ended(member.subject.codec, "close", "failed", str(error))


def in_blocks(
    cells: Sequence[tuple[Member, str]], order: random.Random
) -> list[tuple[Member, str]]:
    """The cells in random order, those of one block of operations together."""
    blocks = [[c for c in cells if c[1] in block] for block in BLOCKS]
    order.shuffle(blocks)
    for block in blocks:
        order.shuffle(block)
    return [cell for block in blocks for cell in block]
