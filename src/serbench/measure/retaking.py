"""Which samples are taken again at once, as far as it can be told while measuring."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar

import numpy as np

from serbench.stats.intervals import Samples
from serbench.stats.quiet import is_quiet, process_baseline_ns, within_reach_ns

# A sample that was loud is taken again at once, so often at most; during a long spell not at all.
RETAKES = 2
SPELL = 10
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
class Retaking:
    # Samples in a row that were loud though they were taken again.
    spell: int = 0

    def taken(self, take: Callable[[], T], is_quiet: Callable[[T], bool]) -> list[T]:
        """A sample, and those after it that were taken since it was loud: the last one counts."""
        taken = []
        for _ in range(1 + RETAKES):
            taken.append(take())
            if is_quiet(taken[-1]):
                self.spell = 0
                return taken
            if self.spell >= SPELL:
                break
        self.spell += 1
        return taken
