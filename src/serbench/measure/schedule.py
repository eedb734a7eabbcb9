"""Interleaved rounds over several processes of every codec, within a budget.

A *wave* is one process of each codec, all alive at once and blocked but for the one that is
being sampled. Operations that will be compared with each other are a block (encode and serialize,
say): one block after the other, a round samples each of its cells once, in seeded random order,
so that what is compared stands side by side. After a wave it is seen what is known well enough.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from serbench.measure import allocation
from serbench.measure.budget import Budget, OnProgress
from serbench.measure.endings import Endings
from serbench.measure.pipeline import Member, Pipeline
from serbench.measure.processes import Launch, Processes, Subject, apart_from, launch_driver
from serbench.measure.recorder import Recorder
from serbench.measure.rounds import Rounds
from serbench.measure.settings import Settings
from serbench.measure.stopping import Stopping
from serbench.measure.verification import Expected


@dataclass(frozen=True, slots=True)
class Measured:
    """What people are told in the end: what was left out because it took too long, a sentence for
    each codec, and what more time would decide."""

    left_out: list[str]
    outlook: allocation.Outlook


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
    budget = Budget(settings.budget_s, clock, on_progress)
    stopping = Stopping(list(subjects), processes.descriptions, settings, budget, recorder)
    order = random.Random(settings.seed)
    endings = Endings(processes, stopping, budget, recorder)
    measurement = Measurement(
        settings,
        budget,
        stopping,
        Pipeline(processes, stopping, budget, recorder, order),
        Rounds(processes, stopping, budget, recorder, order, settings.seed),
        endings,
        on_wave,
        on_end,
    )
    with apart_from(settings.cpus), processes:
        measurement.run()
    return Measured(endings.left_out, measurement.outlook)


@dataclass(slots=True)
class Measurement:
    """Its parts: `pipeline` has the processes of each wave ready, `rounds` takes its samples,
    `stopping` says whether another is wanted, and `endings` ends what was measured."""

    settings: Settings
    budget: Budget
    stopping: Stopping
    pipeline: Pipeline
    rounds: Rounds
    endings: Endings
    on_wave: Callable[[int], None]
    on_end: Callable[[], None]
    outlook: allocation.Outlook = field(default_factory=allocation.Outlook)

    def run(self) -> None:
        self.budget.begin()
        wave, took_s, look_at = 0, 0.0, self.settings.processes
        while self.stopping.goes_on(wave, took_s):
            began = self.budget.clock()
            members = self.pipeline.members(wave)
            if not members:
                break
            self.measure_wave(wave, members)
            took_s = self.budget.clock() - began
            wave += 1
            self.on_wave(wave)
            if wave >= look_at:
                self.budget.tell("seeing what is known")
                self.stopping.settle()
                look_at = wave + 1 + wave // 5
        self.budget.is_over = True
        self.outlook = self.stopping.outlook()
        self.on_end()
        self.endings.finish()

    def measure_wave(self, wave: int, members: Sequence[Member]) -> None:
        # Of what is left, since the first processes are ready late: with a share of the whole, the
        # first would be sampled two to four times, and count as much as the others.
        deadline = self.budget.share_ends(max(self.settings.processes - wave, 1))
        self.rounds.measure(wave, members, deadline)
        for member in members:
            self.stopping.took_part(member.subject.codec)
        for member in members:
            codec = member.subject.codec
            is_first = self.stopping.waves[codec] == 1
            cells = self.stopping.cells_of(member.subject) if is_first else []
            self.endings.end(codec, member.driver, [operation for _, operation in cells])
        self.endings.after_wave()
