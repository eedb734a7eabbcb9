"""The processes of the waves: who is started when, and made ready on which processor.

A just-in-time compiler is waited for, since cold code is another program. That takes longer than to
measure what it made: such drivers are started and warmed on the processors that nothing is measured
on, one process of each on its way at all times, and each takes part in the first wave that begins
when it is ready. Waves that not all take part in are compared by those that do.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from dataclasses import dataclass, field

from serbench.measure.budget import TELLING_S, Budget
from serbench.measure.client import Driver
from serbench.measure.preparation import Prepared
from serbench.measure.processes import PROCESSORS, Processes, Starting, Subject
from serbench.measure.protocol import Description
from serbench.measure.recorder import Recorder
from serbench.measure.sampling import Batch
from serbench.measure.stopping import Stopping

# So many codecs are measured side by side at least, if there are as many.
COMPANY = 8
# Where those that compile as they run are measured by themselves, not all in one wave, so many
# others are in each: by them the waves are compared.
BRIDGE = 4

# Where there is no processor to warm them on, fewer processes are taken of drivers with a
# just-in-time compiler if preparing them would eat more of the budget than this.
JIT_SHARE = 0.4
# The same where nothing else is measured, so that all processors warm them.
ALONE_SHARE = 0.8


@dataclass(slots=True)
class Member:
    """A subject's process in the wave at hand."""

    subject: Subject
    driver: Driver
    description: Description
    batches: dict[str, Batch] = field(default_factory=dict)
    restarts: int = 0


@dataclass(slots=True)
class Pipeline:
    """Has the `members` of each wave ready. All that is drawn for a measurement comes from `order`,
    but for the order of its rounds."""

    processes: Processes
    stopping: Stopping
    budget: Budget
    recorder: Recorder
    order: random.Random
    # Processes of the next wave, and those that compile as they run and take part when they are
    # ready.
    next: list[Starting] = field(default_factory=list)
    jits: list[Starting] = field(default_factory=list)
    # Seconds that it took to prepare a process of every driver that compiles as it runs.
    jit_s: float = 0.0

    def members(self, wave: int) -> list[Member]:
        """The processes of a wave, proven and warm; others are made ready meanwhile."""
        processes = self.processes
        if not processes.can_be_ahead:
            due = self._due(jit=False)
            if wave == 0 or self._jits_are_affordable(wave, JIT_SHARE if due else ALONE_SHARE):
                due += self._due(jit=True)
            members = self._proven(self._start(due, processes.pool))
        else:
            if wave == 0:  # on all processors
                self.next = self._start(self._due(jit=False), processes.pool)
            self._start_jits()
            if wave > 0:
                self._help_until_ready(self.next)
            members = self._proven(self.next)
            members += self._proven(self._ready_jits(are_awaited=not self._wants_native()))
            self.stopping.present = {member.subject.codec for member in members}
            elsewhere = processes.elsewhere
            self.next = self._start(self._due(jit=False), processes.pool_elsewhere, elsewhere)
            self._start_jits()
            self.stopping.present = set()
        for member in members:
            if processes.cpus:
                member.driver.pin(processes.cpus)
                member.driver.go_first(processes.can_be_ahead)
        return members

    def _start(
        self, due: Iterable[Subject], pool: ThreadPoolExecutor, cpus: Collection[int] = ()
    ) -> list[Starting]:
        return self.processes.start(due, self.stopping.operations, pool, cpus)

    def _start_jits(self) -> None:
        """Another process of each that has none on its way."""
        coming = {jit.subject.codec for jit in self.jits}
        due = [subject for subject in self._due(jit=True) if subject.codec not in coming]
        self.jits += self._start(due, self.processes.pool_jits, self.processes.elsewhere)

    def _help_until_ready(self, awaited: list[Starting]) -> None:
        """Makes processes ready on the processors that nothing is measured on yet, one after
        another, which would idle until those that are `awaited` are: first those that compile as
        they run, then what is awaited itself. Not for a moment's sake: what is made ready here is
        waited for."""
        wait([one.started for one in awaited], TELLING_S)
        while any(not one.started.done() for one in awaited):
            waiting = self.jits if self._move_here(self.jits) else awaited
            if waiting is awaited and not self._move_here(awaited):
                return
            here = waiting[-1]
            doing = "warming up" if waiting is self.jits else "verifying"
            while not here.started.done():
                self.budget.tell(f"{doing} {here.subject.codec}")
                wait([here.started], TELLING_S)

    def _move_here(self, starting: list[Starting]) -> bool:
        """Whether one had not begun: the processors that nothing is measured on yet take it, and it
        is the last."""
        moved = next((one for one in starting if self.processes.withdraw(one)), None)
        if moved is None:
            return False
        starting.remove(moved)
        starting += self._start([moved.subject], self.processes.pool, self.processes.cpus)
        return True

    def _ready_jits(self, are_awaited: bool) -> list[Starting]:
        """Those that are ready. Where nothing is measured until some are, enough of them to be each
        other's company, and half of them are made ready on the processors that wait."""
        processes = self.processes
        if are_awaited:
            lacking = min(COMPANY, len(self.jits)) - self._ready()
            moved = [j for j in reversed(self.jits) if lacking > 1 and processes.withdraw(j)]
            here, elsewhere = moved[: lacking // 2], moved[lacking // 2 :]
            self.jits = [jit for jit in self.jits if jit not in moved]
            helping = self._start([j.subject for j in here], processes.pool, processes.cpus)
            back = [jit.subject for jit in reversed(elsewhere)]
            self.jits += self._start(back, processes.pool_jits, processes.elsewhere)
            self.jits += helping
            while any(not jit.started.done() for jit in helping) or self._ready() < min(
                COMPANY, len(self.jits)
            ):
                if self.stopping.is_over_budget():
                    break
                going = [jit for jit in self.jits if not jit.started.done()]
                self.budget.tell(f"warming up {going[0].subject.codec}")
                wait([jit.started for jit in going], TELLING_S, FIRST_COMPLETED)
        ready = [jit for jit in self.jits if jit.started.done()]
        self.jits = [jit for jit in self.jits if jit not in ready]
        return ready

    def _ready(self) -> int:
        return sum(jit.started.done() for jit in self.jits)

    def _wants_native(self) -> bool:
        return any(
            self.stopping.is_open(s) for s in self.stopping.subjects if not self.processes.is_jit(s)
        )

    def _due(self, jit: bool) -> list[Subject]:
        """Those of which another process is wanted, with a just-in-time compiler or without, and
        company for them. Not always in the same order: memory that the last wave gave back would
        go to the same codecs again."""
        kind = [s for s in self.stopping.subjects if self.processes.is_jit(s) == jit]
        wanted = [s for s in kind if self.stopping.is_open(s)]
        others = [s for s in kind if s not in wanted]
        if jit and self.processes.can_be_ahead and len(kind) < len(self.stopping.subjects):
            others = []  # others than these are ready at once
        lacking = COMPANY - len(wanted) if wanted else 0
        if not jit and not wanted and self.jits:
            lacking = BRIDGE
        due = [*wanted, *self.order.sample(others, max(min(lacking, len(others)), 0))]
        return self.order.sample(due, len(due))

    def _jits_are_affordable(self, wave: int, share: float) -> bool:
        left_s = self.budget.left_s()
        spent_s = self.jit_s * (wave + 1)
        return self.jit_s < left_s and spent_s <= self.budget.whole_s * share

    def _proven(self, starting: Iterable[Starting]) -> list[Member]:
        """Those that were proven; of the others it is recorded why not, and no process of theirs is
        started again."""
        members, lost, jit_s = [], set(), 0.0
        for one in starting:
            subject = one.subject
            self.budget.tell(f"verifying {subject.codec}")
            started = self.processes.wait_for(one)
            prepared = started.prepared
            self._record(one, prepared)
            if started.driver and prepared.description:
                members.append(Member(subject, started.driver, prepared.description))
                jit_s += prepared.took_s if prepared.description.jit else 0.0
            else:
                lost.add(subject.codec)
        if jit_s:
            self.jit_s = jit_s / PROCESSORS
        self.stopping.lose(lost)
        return members

    def _record(self, starting: Starting, prepared: Prepared) -> None:
        codec = starting.subject.codec
        if starting.is_first and prepared.description:
            self.recorder.described(codec, prepared.description)
        if starting.is_first or not prepared.verdict.proven:
            self.recorder.judged(codec, prepared.verdict)
        if prepared.sizes:
            self.recorder.compressed(codec, prepared.sizes)
        if prepared.sizes_error:
            self.recorder.ended(codec, "dump", "failed", prepared.sizes_error)
