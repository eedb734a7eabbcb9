"""When a measurement stops: of which codecs another process is wanted, by what is known of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

import numpy as np

from serbench.measure import allocation
from serbench.measure.budget import Budget
from serbench.measure.processes import Subject
from serbench.measure.protocol import Description
from serbench.measure.recorder import Recorder, Sampled
from serbench.measure.settings import Settings
from serbench.operations import MEMCPY, TIMED
from serbench.stats.cells import Cell
from serbench.stats.quiet import quiet_and_slowed, that_count


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
class Stopping:
    """Whether another process of a codec is wanted, and another wave. It is told of each sample
    (`add`), wave (`took_part`), failed cell (`drop`) and codec that cannot be measured (`lose`).
    `descriptions` are what codecs said of themselves, once they had a process."""

    subjects: list[Subject]
    descriptions: Mapping[str, Description]
    settings: Settings
    budget: Budget
    recorder: Recorder
    # Cells that crashed or were refused are not tried again in a later wave.
    dropped: set[tuple[str, str]] = field(default_factory=set)
    # Cells that are known well enough.
    settled: set[tuple[str, str]] = field(default_factory=set)
    taken: dict[tuple[str, str], Taken] = field(default_factory=lambda: defaultdict(Taken))
    # Those that each codec took part in.
    waves: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    # Whose process is about to be measured, while the next ones are started.
    present: set[str] = field(default_factory=set)

    def goes_on(self, wave: int, took_s: float) -> bool:
        """Whether there is something left to measure and a budget to do it with."""
        if wave == 0 or any(not self.waves[s.codec] for s in self.subjects):
            return True
        left_s = self.budget.left_s()
        if wave >= self.settings.processes:
            left_s -= took_s / 2  # rounds end with the budget: in less, too few of them
        return left_s > 0 and any(self.is_open(subject) for subject in self.subjects)

    def is_open(self, subject: Subject) -> bool:
        """Whether another process of it is wanted. None gets more than its first while another
        lacks them."""
        if self._lacks_processes(subject):
            return True
        if any(map(self._lacks_processes, self.subjects)):
            return False
        return any(cell not in self.settled for cell in self.cells_of(subject))

    def _lacks_processes(self, subject: Subject) -> bool:
        had = self.waves[subject.codec] + (subject.codec in self.present)
        return had < self.settings.processes

    def is_over_budget(self) -> bool:
        """Whether the budget is spent and there is a process of each codec."""
        is_spent = self.budget.spent_s() >= self.budget.whole_s
        return is_spent and all(self.waves[subject.codec] for subject in self.subjects)

    def cells_of(self, subject: Subject) -> list[tuple[str, str]]:
        description = self.descriptions.get(subject.codec)
        names = self.operations(description) if description else []
        cells = [(subject.codec, name) for name in names if name != MEMCPY.name]
        return [cell for cell in cells if cell not in self.dropped]

    def operations(self, description: Description) -> list[str]:
        """Those that are wanted: of operations that are one piece of code, only that piece."""
        wanted = {*self.settings.operations, MEMCPY.name}
        same = description.same
        names = {same.get(op, op) for op in description.operations if op in wanted}
        return [op for op in TIMED if op in names]

    def settle(self) -> None:
        """Sees which cells are known well enough: where further processes decide nothing, and those
        of others do."""
        wanted = allocation.wanted(self._known(), self.settings)
        self.settled = {key for key in self.taken if key not in wanted}

    def outlook(self) -> allocation.Outlook:
        """What is left open, and what another minute would decide at the pace of this run."""
        processes = sum(self.waves.values())
        return allocation.outlook(self._known(), 60 * processes / max(self.budget.spent_s(), 1.0))

    def _known(self) -> list[allocation.Known]:
        return allocation.known(
            {
                key: self._cell(taken)
                for key, taken in self.taken.items()
                if key[1] != MEMCPY.name and key not in self.dropped
            },
            {
                subject.codec: subject.language
                for subject in self.subjects
                if subject.codec in self.descriptions
            },
            {codec: found.same for codec, found in self.descriptions.items()},
            self.settings,
        )

    @staticmethod
    def _cell(taken: Taken) -> Cell:
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

    def drop(self, codec: str, operation: str, note: str) -> None:
        """Ends a cell for good; the note says why."""
        self.dropped.add((codec, operation))
        self.recorder.ended(codec, operation, "failed", note)

    def add(self, sampled: Sampled) -> None:
        self.taken[sampled.codec, sampled.operation].add(sampled)

    def took_part(self, codec: str) -> None:
        """In a wave that is over."""
        self.waves[codec] += 1

    def lose(self, codecs: Collection[str]) -> None:
        """Leaves out codecs that have no process that is proven."""
        self.subjects = [s for s in self.subjects if s.codec not in codecs]
