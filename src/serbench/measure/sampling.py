"""Calibrating a batch and warming it up until it is steady."""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from serbench.measure.client import Sample

# A batch is at least 1 ms; half as much again keeps it there when the machine speeds up.
BATCH_NS = 1_500_000
# A pass this long brings its own caches: an untimed one before it would only cost time.
LONG_PASS_NS = 50_000_000

WINDOW = 3
STEADY = 0.02
MOST_WINDOWS = 200


class Sampler(Protocol):
    """What of a driver sampling needs."""

    def sample(self, operation: str, passes: int, warm_passes: int) -> Sample: ...


@dataclass(frozen=True, slots=True)
class Batch:
    """How an operation is sampled in one process: walks over the working set, timed and not."""

    operation: str
    passes: int
    warm_passes: int

    def sample(self, driver: Sampler) -> Sample:
        return driver.sample(self.operation, self.passes, self.warm_passes)


def calibrate(driver: Sampler, operation: str) -> Batch:
    """Doubles the passes until a batch takes `BATCH_NS`; the first, cold pass misleads."""
    passes, warm_passes = 1, 0
    while True:
        ns = max(driver.sample(operation, passes, warm_passes).ns, 1)
        if ns >= BATCH_NS:
            break
        # At most tenfold at a time: a short first sample says little about a long one.
        passes = math.ceil(passes * min(BATCH_NS / ns * 1.2, 10))
        warm_passes = 1
    return Batch(operation, passes, 0 if ns / passes > LONG_PASS_NS else 1)


def warm_up(driver: Sampler, batch: Batch, budget_s: float, clock: Callable[[], float]) -> bool:
    """Samples until two windows in a row agree within 2 % and no compiler was at work, since a
    fixed time is wrong for some by an order of magnitude. Windows are compared as ratios to
    the reference kernel, so that a change of the machine's speed is not taken for warming.
    Says whether it became steady within the budget; at least one sample is taken.
    """
    deadline = clock() + budget_s
    before: float | None = None
    for _ in range(MOST_WINDOWS):
        window = []
        compiling = False
        for _ in range(WINDOW):
            sample = batch.sample(driver)
            window.append(sample.ns / sum(sample.kernel_ns))
            compiling = compiling or sample.compiling_ns > 0
            if clock() >= deadline:
                return False
        now = statistics.median(window)
        if before is not None and not compiling and abs(now / before - 1) <= STEADY:
            return True
        before = now
    return False
