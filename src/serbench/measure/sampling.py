"""Calibrating a batch and warming it up until it is steady."""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Protocol

from serbench.measure.protocol import Sample

# Beside a batch stand the untimed pass before it and the kernels, 1 ms and more: a shorter one
# would leave most of the budget to them. A longer one would put what is compared further apart.
BATCH_NS = 3_000_000
# Other processes have used the caches: without an untimed pass before it, a pass over `log` of 2 ms
# took 2 to 8 % longer, one of 8 ms 0.4 %. Beyond this it would only cost time.
LONG_PASS_NS = 8_000_000
# Where garbage is collected, a batch has so many cycles of the collector: of samples with a
# collection and samples without, the median would leave out most of what collecting costs.
COLLECTIONS = 2
# As far as a batch is lengthened for them: this, or so many passes if they take longer.
COLLECTED_BATCH_NS = 20_000_000
COLLECTED_PASSES = 3
# A pass this long is not repeated for them.
MOST_COLLECTED_PASS_NS = 50_000_000

WINDOW = 3
STEADY = 0.02
MOST_WINDOWS = 200


class Sampler(Protocol):
    """What of a driver sampling needs."""

    def sample(self, operation: str, passes: int, warm_passes: int) -> Sample: ...


@dataclass(frozen=True, slots=True)
class Batch:
    """How an operation is sampled in one process: walks over the working set, timed and not.
    `ns` is about what the timed ones take together. One that `is_collected` is as long as the
    collector's cycles are in this process."""

    operation: str
    passes: int
    warm_passes: int
    ns: int = BATCH_NS
    is_collected: bool = False

    def sample(self, driver: Sampler) -> Sample:
        return driver.sample(self.operation, self.passes, self.warm_passes)


def calibrate(driver: Sampler, operation: str) -> Batch:
    """Adds passes until a batch takes `BATCH_NS`; the first, cold pass misleads."""
    passes, warm_passes = 1, 0
    while True:
        sample = driver.sample(operation, passes, warm_passes)
        ns = max(sample.ns, 1)
        if ns >= BATCH_NS:
            break
        # At most tenfold at a time: a short first sample says little about a long one.
        passes = math.ceil(passes * min(BATCH_NS / ns * 1.2, 10))
        warm_passes = 1
    batch = Batch(operation, passes, 0 if ns / passes > LONG_PASS_NS else 1, ns)
    if sample.collections is None or ns / passes > MOST_COLLECTED_PASS_NS:
        return batch
    # The fastest of three: by one that was interrupted, the longest would be too short for a cycle.
    ns = min(ns, *(max(batch.sample(driver).ns, 1) for _ in range(2)))
    longest = max(math.ceil(passes * COLLECTED_BATCH_NS / ns), COLLECTED_PASSES)
    return _of_whole_cycles(driver, replace(batch, warm_passes=1, ns=ns), longest) or batch


def _of_whole_cycles(driver: Sampler, batch: Batch, longest: int) -> Batch | None:
    """A batch of `COLLECTIONS` whole cycles of the collector, or of one if so many passes have no
    more; None if they have none. Before it one cycle warms the memory that objects are
    made in, which other processes have had out of the caches.
    """

    def collections(passes: int) -> int:
        return replace(batch, passes=passes).sample(driver).collections or 0

    cycles = min(collections(longest), COLLECTIONS)
    if cycles:
        # One collection may come by chance where they are far apart, but not twice in a row.
        cycles = min(collections(longest), cycles)
    if not cycles:
        return None
    fewer, enough = 0, longest
    while enough - fewer > max(1, enough // 16):
        middle = (fewer + enough) // 2
        if collections(middle) < cycles:
            fewer = middle
        else:
            enough = middle
    # Samples begin with a cycle, of which the warm passes are a part.
    passes = max(enough + batch.warm_passes, batch.passes)
    ns = round(batch.ns * passes / batch.passes)
    warm_passes = math.ceil(passes / cycles)
    return replace(batch, passes=passes, warm_passes=warm_passes, ns=ns, is_collected=True)


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
