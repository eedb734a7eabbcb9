"""Interleaved rounds over several processes of every codec, within a budget.

A *wave* is one process of each codec, all alive at once and blocked but for the one that is
being sampled. Operations that will be compared with each other are a block (encode and serialize,
say): one block after the other, a round samples each of its cells once, in seeded random order,
so that what is compared stands side by side. After a wave it is seen what is known well enough.

A just-in-time compiler is waited for, since cold code is another program. That takes longer than to
measure what it made: such drivers are started and warmed on the processors that nothing is measured
on, one process of each on its way at all times, and each takes part in the first wave that begins
when it is ready. Waves that not all take part in are compared by those that do.
"""

from __future__ import annotations

import random
import time
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol, TypeVar

import numpy as np

from serbench import processors
from serbench.measure import allocation
from serbench.measure.client import Driver
from serbench.measure.driver_process import Ran
from serbench.measure.preparation import NotCounted, Prepared
from serbench.measure.processes import (
    PROCESSORS,
    Launch,
    Leaving,
    Processes,
    Starting,
    Subject,
    apart_from,
    launch_driver,
)
from serbench.measure.protocol import (
    Allocations,
    Closed,
    Description,
    DriverDeath,
    DriverError,
    Sample,
)
from serbench.measure.retry_noisy import Interruptions, Kernels, Retaking
from serbench.measure.sampling import Batch, calibrate, warm_up
from serbench.measure.sizes import CompressedSizes
from serbench.measure.status import Status
from serbench.measure.verification import Expected, Verdict, verify
from serbench.operations import BLOCKS, MEMCPY, PRIMARY, TIMED
from serbench.stats import SMALLEST
from serbench.stats.cells import Cell
from serbench.stats.quiet import quiet_and_slowed, that_count

# More of one process say little more, since processes differ from each other: beside some 20 ms of
# starting, twelve are near the optimum (Kalibera and Jones, Rigorous Benchmarking in Reasonable
# Time, 2013, section 7).
ROUNDS = 12
# Where all that is wanted took seconds to become warm, more samples of it are worth their time.
JIT_ROUNDS = 20
# What a process has to have to be worth having been started.
FEWEST_ROUNDS = 3
# Memcpy serves for a share, which needs no interval.
MEMCPY_ROUNDS = 3
MEMCPY_WAVES = 3
# So many codecs are measured side by side at least, if there are as many.
COMPANY = 8
# Where those that compile as they run are measured by themselves, not all in one wave, so many
# others are in each: by them the waves are compared.
BRIDGE = 4
# The share of a wave's time that warming up may take.
WARM_SHARE = 0.1
# A cell whose batches take longer than this is sampled in every second, third or at least fourth
# round: the others would wait for it, and it sees more of the machine in each.
LONG_BATCH_NS = 10_000_000
# The same of a batch that is longer than others because it has whole cycles of the collector.
LONG_COLLECTED_BATCH_NS = 50_000_000
# Seconds of samples that may be lost if the machine stops.
UNRECORDED_S = 1.0
MOST_RESTARTS = 3

# What is not timed may take so much of the budget, and so many seconds at least. Of a codec's
# process, until it has counted its allocations and has ended:
LEAVING_SHARE, LEAST_LEAVING_S = 0.1, 10.0
# Of all that are left when the last sample was taken:
ENDING_SHARE = 0.1
# The same where nothing could be counted while others were measured.
ALONE_ENDING_SHARE = 0.25
# So often it is said what is waited for.
TELLING_S = 0.5

# Where there is no processor to warm them on, fewer processes are taken of drivers with a
# just-in-time compiler if preparing them would eat more of the budget than this.
JIT_SHARE = 0.4
# The same where nothing else is measured, so that all processors warm them.
ALONE_SHARE = 0.8


@dataclass(frozen=True, slots=True)
class Settings:
    """`precision` is the half-width of the interval to stop at, as a share of the time; at least
    `processes` of each codec are measured before. `smallest` is the least difference of interest,
    as a share too. `budget_s` bounds the whole; one process of each codec is measured even past it.
    What is measured is pinned to `cpus`, if any."""

    operations: tuple[str, ...] = PRIMARY
    budget_s: float = 60.0
    precision: float = 0.02
    smallest: float = SMALLEST
    processes: int = 5
    seed: int = 0
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
    """`taken_s` is when, since the measurement began."""

    codec: str
    operation: str
    wave: int
    round: int
    sample: Sample
    taken_s: float = 0.0
    ran: Ran = field(default_factory=Ran)


@dataclass(frozen=True, slots=True)
class Measured:
    """What people are told in the end: what was left out because it took too long, a sentence for
    each codec, and what more time would decide."""

    left_out: list[str]
    outlook: allocation.Outlook


T = TypeVar("T")
# Seconds of the budget that are spent, and what is being done.
OnProgress = Callable[[float, str], None]


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
    on_wave: Callable[[int], None] = lambda waves: None,
    on_end: Callable[[], None] = lambda: None,
) -> Measured:
    """Verifies and times every subject on the working set; whatever is found goes to `recorder`.
    `on_wave` is called between waves, with how many there were, and `on_end` when nothing will be
    measured any more and the drivers are about to end.

    A driver that crashes or hangs ends its cell alone. `scratch` is a directory for dumps and
    copies of drivers. On KeyboardInterrupt all drivers are ended and the interrupt goes on.
    """
    processes = Processes(expected, settings.cpus, scratch, launch, clock)
    with apart_from(settings.cpus), processes:
        measurement = Measurement(
            list(subjects),
            processes,
            expected,
            settings,
            recorder,
            clock,
            on_progress,
            on_wave,
            on_end,
        )
        measurement.run()
    return Measured(measurement.left_out, measurement.outlook)


@dataclass(slots=True)
class Member:
    """A subject's process in the wave at hand."""

    subject: Subject
    driver: Driver
    description: Description
    batches: dict[str, Batch] = field(default_factory=dict)
    restarts: int = 0


@dataclass(slots=True)
class Taken:
    """What is kept of a cell's samples to see when they are enough."""

    ns: list[float] = field(default_factory=list)
    process: list[int] = field(default_factory=list)
    round: list[int] = field(default_factory=list)
    kernel_ns: list[tuple[int, int]] = field(default_factory=list)
    interrupted: list[int] = field(default_factory=list)

    def add(self, sampled: Sampled) -> None:
        self.ns.append(sampled.sample.ns / sampled.sample.items)
        self.process.append(sampled.wave)
        self.round.append(sampled.round)
        self.kernel_ns.append(sampled.sample.kernel_ns)
        self.interrupted.append(sampled.ran.interrupted)


@dataclass(slots=True)
class Measurement:
    subjects: list[Subject]
    processes: Processes
    expected: Expected
    settings: Settings
    recorder: Recorder
    clock: Callable[[], float]
    on_progress: OnProgress
    on_wave: Callable[[int], None]
    on_end: Callable[[], None]
    started: float = 0.0
    # Whether nothing will be measured any more, so that the budget counts as spent.
    is_over: bool = False
    # Cells that crashed or were refused are not tried again in a later wave.
    dropped: set[tuple[str, str]] = field(default_factory=set)
    # Cells that are known well enough.
    settled: set[tuple[str, str]] = field(default_factory=set)
    taken: dict[tuple[str, str], Taken] = field(default_factory=lambda: defaultdict(Taken))
    batches: dict[tuple[str, str], Batch] = field(default_factory=dict)
    # Those that each codec took part in.
    waves: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    # Whose process is about to be measured, while the next ones are started.
    present: set[str] = field(default_factory=set)
    kernels: dict[str, Kernels] = field(default_factory=lambda: defaultdict(Kernels))
    retaking: Retaking = field(default_factory=Retaking)
    # Of the processes of the wave at hand, by cell.
    interruptions: dict[tuple[str, str], Interruptions] = field(
        default_factory=lambda: defaultdict(Interruptions)
    )
    # Processes of the next wave, those that compile as they run and take part when they are ready,
    # those that end.
    next: list[Starting] = field(default_factory=list)
    jits: list[Starting] = field(default_factory=list)
    endings: list[Leaving] = field(default_factory=list)
    # What took too long, for people.
    left_out: list[str] = field(default_factory=list)
    outlook: allocation.Outlook = field(default_factory=allocation.Outlook)
    order: random.Random = field(init=False)
    # Seconds that it took to prepare a process of every driver that compiles as it runs.
    jit_s: float = 0.0

    def run(self) -> None:
        self.started = self.clock()
        self.order = random.Random(self.settings.seed)
        wave, took_s, look_at = 0, 0.0, self.settings.processes
        while self.goes_on(wave, took_s):
            began = self.clock()
            members = self.members(wave)
            if not members:
                break
            self.measure_wave(wave, members)
            took_s = self.clock() - began
            wave += 1
            self.on_wave(wave)
            if wave >= look_at:
                self.tell("seeing what is known")
                self.settle()
                look_at = wave + 1 + wave // 5
        self.is_over = True
        self.on_end()
        for one in self.endings:
            if not one.ended.done():
                one.driver.pin(self.processes.everywhere)
        self.await_endings(ENDING_SHARE)

    def goes_on(self, wave: int, took_s: float) -> bool:
        """Whether there is something left to measure and a budget to do it with."""
        if wave == 0 or any(not self.waves[s.codec] for s in self.subjects):
            return True
        left_s = self.settings.budget_s - (self.clock() - self.started)
        if wave >= self.settings.processes:
            left_s -= took_s / 2  # rounds end with the budget: in less, too few of them
        return left_s > 0 and any(self.is_open(subject) for subject in self.subjects)

    def measure_wave(self, wave: int, members: Sequence[Member]) -> None:
        # Of what is left, since the first processes are ready late: with a share of the whole, the
        # first would be sampled two to four times, and count as much as the others.
        now = self.clock()
        left_s = self.settings.budget_s - (now - self.started)
        deadline = now + left_s / max(self.settings.processes - wave, 1)
        self.interruptions.clear()
        with processors.first():
            self.warm(members, deadline)
            self.rounds(wave, members, deadline)
        for member in members:
            self.waves[member.subject.codec] += 1
            self.kernels[member.subject.codec].end_process()
        for member in members:
            is_first = self.waves[member.subject.codec] == 1
            operations = [name for _, name in self.cells_of(member.subject)] if is_first else []
            within_s = self.untimed_s(LEAVING_SHARE)
            codec = member.subject.codec
            self.endings.append(self.processes.end(codec, member.driver, operations, within_s))
        if self.processes.can_be_ahead:
            self.record_endings()
        else:
            self.await_endings(ALONE_ENDING_SHARE)

    def tell(self, doing: str) -> None:
        spent_s = self.clock() - self.started
        self.on_progress(max(spent_s, self.settings.budget_s * self.is_over), doing)

    def is_open(self, subject: Subject) -> bool:
        """Whether another process of it is wanted. None gets more than its first while another
        lacks them."""
        if self.lacks_processes(subject):
            return True
        if any(map(self.lacks_processes, self.subjects)):
            return False
        return any(cell not in self.settled for cell in self.cells_of(subject))

    def lacks_processes(self, subject: Subject) -> bool:
        had = self.waves[subject.codec] + (subject.codec in self.present)
        return had < self.settings.processes

    # Starting and proving

    def members(self, wave: int) -> list[Member]:
        """The processes of a wave, proven and warm; others are made ready meanwhile."""
        processes = self.processes
        if not processes.can_be_ahead:
            due = self.due(jit=False)
            if wave == 0 or self.jits_are_affordable(wave, JIT_SHARE if due else ALONE_SHARE):
                due += self.due(jit=True)
            members = self.joined(self.start(due, processes.pool))
        else:
            if wave == 0:
                self.next = self.start(self.due(jit=False), processes.pool)
            self.start_jits()
            self.help_until_ready(self.next)
            members = self.joined(self.next)
            members += self.joined(self.ready_jits(are_awaited=not self.wants_native()))
            self.present = {member.subject.codec for member in members}
            elsewhere = processes.elsewhere
            self.next = self.start(self.due(jit=False), processes.pool_elsewhere, elsewhere)
            self.start_jits()
            self.present = set()
        for member in members:
            if self.settings.cpus:
                member.driver.pin(self.settings.cpus)
                member.driver.go_first(processes.can_be_ahead)
        return members

    def start(
        self, due: Iterable[Subject], pool: ThreadPoolExecutor, cpus: Collection[int] = ()
    ) -> list[Starting]:
        return self.processes.start(due, self.operations, pool, cpus)

    def start_jits(self) -> None:
        """Another process of each that has none on its way."""
        coming = {jit.subject.codec for jit in self.jits}
        due = [subject for subject in self.due(jit=True) if subject.codec not in coming]
        self.jits += self.start(due, self.processes.pool_jits, self.processes.elsewhere)

    def help_until_ready(self, awaited: Sequence[Starting]) -> None:
        """Makes those that compile as they run ready on the processors that nothing is measured on
        yet, one after another: they would idle a third of the time. Not for a moment's sake: what
        is made ready here is waited for."""
        wait([one.started for one in awaited], TELLING_S)
        while any(not one.started.done() for one in awaited):
            moved = next((jit for jit in self.jits if jit.started.cancel()), None)
            if moved is None:
                return
            self.jits.remove(moved)
            [here] = self.start([moved.subject], self.processes.pool, self.processes.cpus)
            self.jits.append(here)
            while not here.started.done():
                self.tell(f"warming up {moved.subject.codec}")
                wait([here.started], TELLING_S)

    def ready_jits(self, are_awaited: bool) -> list[Starting]:
        """Those that are ready. Where nothing is measured until some are, enough of them to be each
        other's company, and half of them are made ready on the processors that wait."""
        processes = self.processes
        if are_awaited:
            lacking = min(COMPANY, len(self.jits)) - self.ready()
            moved = [jit for jit in reversed(self.jits) if lacking > 1 and jit.started.cancel()]
            here, elsewhere = moved[: lacking // 2], moved[lacking // 2 :]
            self.jits = [jit for jit in self.jits if jit not in moved]
            helping = self.start([j.subject for j in here], processes.pool, processes.cpus)
            back = [jit.subject for jit in reversed(elsewhere)]
            self.jits += self.start(back, processes.pool_jits, processes.elsewhere)
            self.jits += helping
            while any(not jit.started.done() for jit in helping) or self.ready() < min(
                COMPANY, len(self.jits)
            ):
                if self.is_over_budget():
                    break
                going = [jit for jit in self.jits if not jit.started.done()]
                self.tell(f"warming up {going[0].subject.codec}")
                wait([jit.started for jit in going], TELLING_S, FIRST_COMPLETED)
        ready = [jit for jit in self.jits if jit.started.done()]
        self.jits = [jit for jit in self.jits if jit not in ready]
        return ready

    def is_over_budget(self) -> bool:
        """Whether the budget is spent and there is a process of each codec."""
        is_spent = self.clock() - self.started >= self.settings.budget_s
        return is_spent and all(self.waves[subject.codec] for subject in self.subjects)

    def ready(self) -> int:
        return sum(jit.started.done() for jit in self.jits)

    def wants_native(self) -> bool:
        return any(self.is_open(s) for s in self.subjects if not self.processes.is_jit(s))

    def due(self, jit: bool) -> list[Subject]:
        """Those of which another process is wanted, with a just-in-time compiler or without, and
        company for them. Not always in the same order: memory that the last wave gave back would
        go to the same codecs again."""
        kind = [s for s in self.subjects if self.processes.is_jit(s) == jit]
        wanted = [s for s in kind if self.is_open(s)]
        others = [s for s in kind if s not in wanted]
        if jit and self.processes.can_be_ahead and len(kind) < len(self.subjects):
            others = []  # others than these are ready at once
        lacking = COMPANY - len(wanted) if wanted else 0
        if not jit and not wanted and self.jits:
            lacking = BRIDGE
        due = [*wanted, *self.order.sample(others, max(min(lacking, len(others)), 0))]
        return self.order.sample(due, len(due))

    def in_company(self, wanted: Sequence[T], all_: Sequence[T]) -> list[T]:
        """Those that are wanted and, if they are few, others: what runs by itself has nothing
        beside it to tell the machine by."""
        others = [one for one in all_ if one not in wanted]
        lacking = min(max(COMPANY - len(wanted), 0), len(others)) if wanted else 0
        return [*wanted, *self.order.sample(others, lacking)]

    def jits_are_affordable(self, wave: int, share: float) -> bool:
        left_s = self.settings.budget_s - (self.clock() - self.started)
        spent_s = self.jit_s * (wave + 1)
        return self.jit_s < left_s and spent_s <= self.settings.budget_s * share

    def joined(self, starting: Iterable[Starting]) -> list[Member]:
        """Those that were proven; of the others it is recorded why not, and no process of theirs is
        started again."""
        members, lost, jit_s = [], set(), 0.0
        for one in starting:
            subject = one.subject
            self.tell(f"verifying {subject.codec}")
            started = self.processes.joined(one)
            prepared = started.prepared
            self.record(one, prepared)
            if started.driver and prepared.description:
                members.append(Member(subject, started.driver, prepared.description))
                jit_s += prepared.took_s if prepared.description.jit else 0.0
            else:
                lost.add(subject.codec)
        if jit_s:
            self.jit_s = jit_s / PROCESSORS
        self.subjects = [s for s in self.subjects if s.codec not in lost]
        return members

    def record(self, starting: Starting, prepared: Prepared) -> None:
        codec = starting.subject.codec
        if starting.is_first and prepared.description:
            self.recorder.described(codec, prepared.description)
        if starting.is_first or not prepared.verdict.proven:
            self.recorder.judged(codec, prepared.verdict)
        if prepared.sizes:
            self.recorder.compressed(codec, prepared.sizes)
        if prepared.sizes_error:
            self.recorder.ended(codec, "dump", "failed", prepared.sizes_error)

    # Timing

    def cells_of(self, subject: Subject) -> list[tuple[str, str]]:
        description = self.processes.descriptions.get(subject.codec)
        names = self.operations(description) if description else []
        cells = [(subject.codec, name) for name in names if name != MEMCPY.name]
        return [cell for cell in cells if cell not in self.dropped]

    def operations(self, description: Description) -> list[str]:
        """Those that are wanted: of operations that are one piece of code, only that piece."""
        wanted = {*self.settings.operations, MEMCPY.name}
        same = description.same
        names = {same.get(op, op) for op in description.operations if op in wanted}
        return [op for op in TIMED if op in names]

    def warm(self, members: Sequence[Member], deadline: float) -> None:
        """Finds how long a batch has to be and waits until it takes the same time each time. Later
        processes of the same program are not waited for: of twelve samples a cold one moves
        nothing."""
        cells = [
            (member, operation)
            for member in members
            for operation in self.operations(member.description)
            if operation != MEMCPY.name or self.waves[member.subject.codec] < MEMCPY_WAVES
            if (member.subject.codec, operation) not in self.dropped
        ]
        share_s = (deadline - self.clock()) * WARM_SHARE / max(len(cells), 1)
        for member, operation in cells:
            with self.guarded(member, operation):
                batch = self.batches.get((member.subject.codec, operation))
                if batch is None:
                    self.tell(f"warming up {member.subject.codec} {operation}")
                    batch = calibrate(member.driver, operation)
                    warm_up(member.driver, batch, share_s, self.clock)
                    self.batches[member.subject.codec, operation] = batch
                elif batch.is_collected:
                    # One process's misjudged cycle would else be in all figures of the codec.
                    batch = calibrate(member.driver, operation)
                member.batches[operation] = batch

    def rounds(self, wave: int, members: Sequence[Member], deadline: float) -> None:
        """All blocks one after the other, each with its share of the time until the deadline."""
        order = random.Random(f"{self.settings.seed}/{wave}")
        native = [m.subject for m in members if not self.processes.is_jit(m.subject)]
        are_wanted = any(map(self.is_open, native))
        bridge = set() if are_wanted else {subject.codec for subject in native}
        blocks = list(BLOCKS)
        order.shuffle(blocks)
        for number, block in enumerate(blocks):
            there = [
                (m, operation) for m in members for operation in block if operation in m.batches
            ]
            wanted = [
                (m, operation)
                for m, operation in there
                if (m.subject.codec, operation) not in self.settled or m.subject.codec in bridge
            ]
            cells = self.in_company(wanted, there)
            now = self.clock()
            end = now + (deadline - now) / (len(blocks) - number)
            rounds = ROUNDS if are_wanted or len(native) == len(members) else JIT_ROUNDS
            self.block(wave, cells, order, end, MEMCPY_ROUNDS if MEMCPY.name in block else rounds)

    def block(
        self,
        wave: int,
        cells: list[tuple[Member, str]],
        order: random.Random,
        end: float,
        rounds: int,
    ) -> None:
        done: list[Sampled] = []
        recorded_s = self.clock()
        for member, _ in cells:
            member.driver.ran()
        for number in range(rounds if cells else 0):
            if number >= FEWEST_ROUNDS and self.clock() >= end:
                break
            order.shuffle(cells)
            for member, operation in cells:
                codec = member.subject.codec
                batch = member.batches[operation]
                long_ns = LONG_COLLECTED_BATCH_NS if batch.is_collected else LONG_BATCH_NS
                every = min(batch.ns // long_ns + 1, rounds // 3)
                if number % every or (codec, operation) in self.dropped:
                    continue
                self.tell(f"process {wave + 1}, {operation}: {codec}")
                with self.guarded(member, operation):
                    done += self.sampled(wave, number, member, operation)
            if self.clock() - recorded_s > UNRECORDED_S:
                self.store(done)
                done, recorded_s = [], self.clock()
        self.store(done)

    def store(self, done: Sequence[Sampled]) -> None:
        if done:
            self.tell(f"storing {len(done):,} samples")
        self.recorder.sampled(done)

    def sampled(self, wave: int, number: int, member: Member, operation: str) -> list[Sampled]:
        codec = member.subject.codec

        def take() -> Sampled:
            sample = member.batches[operation].sample(member.driver)
            at_s, ran = self.clock() - self.started, member.driver.ran()
            return Sampled(codec, operation, wave, number, sample, at_s, ran)

        def was_quiet(sampled: Sampled) -> bool:
            quiet = self.kernels[codec].is_quiet(sampled.sample.kernel_ns)
            alone = self.interruptions[codec, operation].is_alone(sampled.ran.interrupted)
            return quiet and alone

        taken = self.retaking.taken(take, was_quiet)
        for sampled in taken:
            self.taken[codec, operation].add(sampled)
        return taken

    def settle(self) -> None:
        """Sees which cells are known well enough: where further processes decide nothing, and those
        of others do."""
        wanted = allocation.wanted(self.known(), self.settings)
        self.settled = {key for key in self.taken if key not in wanted}

    def known(self) -> list[allocation.Known]:
        return allocation.known(
            {
                key: self.cell(taken)
                for key, taken in self.taken.items()
                if key[1] != MEMCPY.name and key not in self.dropped
            },
            {
                subject.codec: subject.language
                for subject in self.subjects
                if subject.codec in self.processes.descriptions
            },
            {codec: found.same for codec, found in self.processes.descriptions.items()},
            self.settings,
        )

    @staticmethod
    def cell(taken: Taken) -> Cell:
        process = np.array(taken.process)
        quiet, slowed = quiet_and_slowed(np.array(taken.kernel_ns, dtype=float), process)
        counted = that_count(np.array(taken.interrupted), process)
        return Cell(
            np.array(taken.ns)[counted],
            process[counted],
            np.array(taken.round)[counted],
            quiet[counted],
            slowed[counted],
        )

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
                member.driver = self.processes.launched(member.subject, self.settings.cpus)
                if verify(member.driver, self.expected).proven:
                    return
            except OSError:
                pass
            member.driver.end()
        for operation in member.description.operations:
            if (member.subject.codec, operation) not in self.dropped:
                self.drop(member.subject.codec, operation, "its driver could not be started again")

    # After the rounds

    def untimed_s(self, share: float) -> float:
        """Seconds that may pass for what is not timed."""
        return max(share * self.settings.budget_s, LEAST_LEAVING_S)

    def await_endings(self, share: float) -> None:
        """Until all have ended, or as long as they may take. Of those that do not end in time it is
        recorded what is known. By the clock of the wall: a driver may hang."""
        within_s = self.untimed_s(share)
        deadline = time.monotonic() + within_s
        try:
            while self.endings:
                left_s = deadline - time.monotonic()
                if left_s <= 0:
                    for one in self.endings:
                        one.give_up(f"not done {within_s:.3g} s after the last sample")
                    break
                self.tell(awaited(self.endings))
                ended = [one.ended for one in self.endings]
                wait(ended, min(TELLING_S, left_s), FIRST_COMPLETED)
                self.record_endings()
        finally:  # after an interrupt as well: it is there, and would be lost
            self.record_endings()
        for one in self.endings:
            self.record_ending(one)
        self.endings = []

    def record_endings(self) -> None:
        """Of those that have ended."""
        for one in [one for one in self.endings if one.ended.done()]:
            self.endings.remove(one)
            self.record_ending(one)

    def record_ending(self, leaving: Leaving) -> None:
        codec, ending = leaving.codec, leaving.ending()
        why = ""
        for operation, result in ending.counted:
            match result:
                case NotCounted():
                    why = why or f"not counted: {result}"
                    self.recorder.ended(codec, operation, "unmeasured", f"allocations {why}")
                case DriverError() | DriverDeath():
                    self.drop(codec, operation, f"{operation}: {result}")
                case Allocations() as counted:
                    self.recorder.allocated(codec, operation, counted)
        if why:
            self.left_out.append(f"allocations of {codec} {why}")
        if ending.closed is not None:
            self.recorder.closed(codec, ending.closed)
        elif ending.error:
            self.recorder.ended(codec, "close", "failed", ending.error)


def awaited(leaving: Sequence[Leaving]) -> str:
    """What is waited for, in words: whose allocations are counted, or how many processes end."""
    counting = [one.codec for one in leaving if one.is_counting]
    if not counting:
        return f"ending {len(leaving)} process{'es' if len(leaving) > 1 else ''}"
    more = sum(bool(one.operations) for one in leaving) - 1
    return f"counting allocations of {counting[0]}" + (f" and {more} more" if more else "")
