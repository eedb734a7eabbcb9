"""Which samples are taken again at once, as far as it can be told while measuring."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar

import numpy as np

from serbench.stats.intervals import Samples
from serbench.stats.quiet import (
    is_alone,
    is_quiet,
    process_baseline_ns,
    usual_interruptions,
    within_reach_ns,
)

# A sample that was loud is taken again at once, so often at most.
RETAKES = 2
# On a machine where most of the latest so many were loud, none is: what is left of the slowness
# when its slope is taken out is less than what further processes are worth.
LATEST = 40
# Kernels of a process before its quiet time is known.
FEWEST_KERNELS = 6

T = TypeVar("T")


@dataclass(slots=True)
class Kernels:
    """What the reference kernel took in a codec's process, before and after each sample."""

    # The lowest of what it takes in the codec's processes on the quiet machine.
    lowest_ns: Samples | None = None
    of_process_ns: list[tuple[float, float]] = field(default_factory=list)

    def is_quiet(self, kernel_ns: tuple[float, float]) -> bool:
        """Whether a sample was, which is added."""
        self.of_process_ns.append(kernel_ns)
        if len(self.of_process_ns) < FEWEST_KERNELS:
            return True
        own = process_baseline_ns(self.of_process_ns)
        baseline = own if self.lowest_ns is None else within_reach_ns(own, self.lowest_ns)
        return bool(is_quiet(np.array([kernel_ns], dtype=float), baseline)[0])

    def end_process(self) -> None:
        if len(self.of_process_ns) >= FEWEST_KERNELS:
            own = process_baseline_ns(self.of_process_ns)
            self.lowest_ns = own if self.lowest_ns is None else np.minimum(own, self.lowest_ns)
        self.of_process_ns = []


@dataclass(slots=True)
class Interruptions:
    """How often the thread that works had to make room in a process's samples of an operation."""

    of_process: list[int] = field(default_factory=list)

    def is_alone(self, interrupted: int) -> bool:
        """Whether no other program had the processor during a sample, which is added."""
        self.of_process.append(interrupted)
        return bool(is_alone(interrupted, usual_interruptions(self.of_process)))


@dataclass(slots=True)
class Retaking:
    # Of the latest that were taken for the first time, which were quiet.
    latest: deque[bool] = field(default_factory=lambda: deque(maxlen=LATEST))

    def taken(self, take: Callable[[], T], is_quiet: Callable[[T], bool]) -> list[T]:
        """A sample, and those after it that were taken since it was loud."""
        taken = [take()]
        quiet = is_quiet(taken[0])
        self.latest.append(quiet)
        if 2 * sum(self.latest) < len(self.latest):
            return taken
        while not quiet and len(taken) <= RETAKES:
            taken.append(take())
            quiet = is_quiet(taken[-1])
        return taken
