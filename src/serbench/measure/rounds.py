"""The rounds of a wave: warm batches, sampled side by side in random order."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TypeVar

from serbench.machine import processors
from serbench.measure.budget import Budget
from serbench.measure.pipeline import COMPANY, Member
from serbench.measure.processes import Processes
from serbench.measure.protocol import DriverDeath, DriverError
from serbench.measure.recorder import Recorder, Sampled
from serbench.measure.retry_noisy import Interruptions, Kernels, Retaking
from serbench.measure.sampling import Batch, calibrate, warm_up
from serbench.measure.stopping import Stopping
from serbench.measure.verification import verify
from serbench.operations import BLOCKS, MEMCPY

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

T = TypeVar("T")


@dataclass(slots=True)
class Rounds:
    """Takes the samples of each wave (`measure`). `order` is the pipeline's; the order of the
    rounds depends on the `seed` and the wave alone."""

    processes: Processes
    stopping: Stopping
    budget: Budget
    recorder: Recorder
    order: random.Random
    seed: int
    batches: dict[tuple[str, str], Batch] = field(default_factory=dict)
    kernels: dict[str, Kernels] = field(default_factory=lambda: defaultdict(Kernels))
    retaking: Retaking = field(default_factory=Retaking)
    # Of the processes of the wave at hand, by cell.
    interruptions: dict[tuple[str, str], Interruptions] = field(
        default_factory=lambda: defaultdict(Interruptions)
    )

    def measure(self, wave: int, members: Sequence[Member], deadline: float) -> None:
        """Warms and samples all cells of the wave, until the deadline by the clock."""
        self.interruptions.clear()
        with processors.first():
            self._warm(members, deadline)
            self._all_blocks(wave, members, deadline)
        for member in members:
            self.kernels[member.subject.codec].end_process()

    def _warm(self, members: Sequence[Member], deadline: float) -> None:
        """Finds how long a batch has to be and waits until it takes the same time each time. Later
        processes of the same program are not waited for: of twelve samples a cold one moves
        nothing."""
        cells = [
            (member, operation)
            for member in members
            for operation in self.stopping.operations(member.description)
            if operation != MEMCPY.name or self.stopping.waves[member.subject.codec] < MEMCPY_WAVES
            if (member.subject.codec, operation) not in self.stopping.dropped
        ]
        share_s = (deadline - self.budget.clock()) * WARM_SHARE / max(len(cells), 1)
        for member, operation in cells:
            with self._guarded(member, operation):
                batch = self.batches.get((member.subject.codec, operation))
                if batch is None:
                    self.budget.tell(f"warming up {member.subject.codec} {operation}")
                    batch = calibrate(member.driver, operation)
                    warm_up(member.driver, batch, share_s, self.budget.clock)
                    self.batches[member.subject.codec, operation] = batch
                elif batch.is_collected:
                    # One process's misjudged cycle would else be in all figures of the codec.
                    batch = calibrate(member.driver, operation)
                member.batches[operation] = batch

    def _all_blocks(self, wave: int, members: Sequence[Member], deadline: float) -> None:
        """All blocks one after the other, each with its share of the time until the deadline."""
        order = random.Random(f"{self.seed}/{wave}")
        native = [m.subject for m in members if not self.processes.is_jit(m.subject)]
        are_wanted = any(map(self.stopping.is_open, native))
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
                if (m.subject.codec, operation) not in self.stopping.settled
                or m.subject.codec in bridge
            ]
            cells = self._in_company(wanted, there)
            now = self.budget.clock()
            end = now + (deadline - now) / (len(blocks) - number)
            rounds = ROUNDS if are_wanted or len(native) == len(members) else JIT_ROUNDS
            self._block(wave, cells, order, end, MEMCPY_ROUNDS if MEMCPY.name in block else rounds)

    def _in_company(self, wanted: Sequence[T], all_: Sequence[T]) -> list[T]:
        """Those that are wanted and, if they are few, others: what runs by itself has nothing
        beside it to tell the machine by."""
        others = [one for one in all_ if one not in wanted]
        lacking = min(max(COMPANY - len(wanted), 0), len(others)) if wanted else 0
        return [*wanted, *self.order.sample(others, lacking)]

    def _block(
        self,
        wave: int,
        cells: list[tuple[Member, str]],
        order: random.Random,
        end: float,
        rounds: int,
    ) -> None:
        done: list[Sampled] = []
        recorded_s = self.budget.clock()
        for member, _ in cells:
            member.driver.ran()
        for number in range(rounds if cells else 0):
            if number >= FEWEST_ROUNDS and self.budget.clock() >= end:
                break
            order.shuffle(cells)
            for member, operation in cells:
                codec = member.subject.codec
                batch = member.batches[operation]
                long_ns = LONG_COLLECTED_BATCH_NS if batch.is_collected else LONG_BATCH_NS
                every = min(batch.ns // long_ns + 1, rounds // 3)
                if number % every or (codec, operation) in self.stopping.dropped:
                    continue
                self.budget.tell(f"process {wave + 1}, {operation}: {codec}")
                with self._guarded(member, operation):
                    done += self._sampled(wave, number, member, operation)
            if self.budget.clock() - recorded_s > UNRECORDED_S:
                self._store(done)
                done, recorded_s = [], self.budget.clock()
        self._store(done)

    def _store(self, done: Sequence[Sampled]) -> None:
        if done:
            self.budget.tell(f"storing {len(done):,} samples")
        self.recorder.sampled(done)

    def _sampled(self, wave: int, number: int, member: Member, operation: str) -> list[Sampled]:
        codec = member.subject.codec

        def take() -> Sampled:
            sample = member.batches[operation].sample(member.driver)
            at_s, ran = self.budget.spent_s(), member.driver.ran()
            return Sampled(codec, operation, wave, number, sample, at_s, ran)

        def was_quiet(sampled: Sampled) -> bool:
            quiet = self.kernels[codec].is_quiet(sampled.sample.kernel_ns)
            alone = self.interruptions[codec, operation].is_alone(sampled.ran.interrupted)
            return quiet and alone

        taken = self.retaking.taken(take, was_quiet)
        for sampled in taken:
            self.stopping.add(sampled)
        return taken

    @contextmanager
    def _guarded(self, member: Member, operation: str) -> Iterator[None]:
        """For work with a member's driver: if it fails, this cell alone ends."""
        codec = member.subject.codec
        try:
            yield
        except DriverError as error:
            self.stopping.drop(codec, operation, f"{operation}: {error}")
        except DriverDeath as death:
            self.stopping.drop(codec, operation, f"{operation}: {death}")
            self._restart(member)

    def _restart(self, member: Member) -> None:
        """A new process in place of the dead one, for the codec's other cells."""
        member.restarts += 1
        if member.restarts <= MOST_RESTARTS:
            try:
                member.driver = self.processes.launched(member.subject, self.processes.cpus)
                if verify(member.driver, self.processes.expected).proven:
                    return
            except OSError:
                pass
            member.driver.end()
        for operation in member.description.operations:
            if (member.subject.codec, operation) not in self.stopping.dropped:
                self.stopping.drop(
                    member.subject.codec, operation, "its driver could not be started again"
                )
