"""Which samples were taken while the machine was quiet.

A shared machine halves its speed for minutes at a time and shows no steal time. A reference
kernel that looks like the work is timed just before and just after every sample; a sample is quiet
when neither time is more than 15 % over what it is on the quiet machine. The two are kept apart,
since the first kernel after a pause starts with cold caches.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from serbench.stats.intervals import Samples

BASE_QUANTILE = 0.10
# Up to here a codec's time does not follow: of 10,000 samples those beside a kernel of 1.02 to 1.2
# times its quiet time took 1 % longer than those beside a quieter one, beyond 1.4 a third.
TOLERANCE = 1.15
# By so much the kernel of one process may be slower than that of another of the same executable
# because its code lies elsewhere; one that is slower yet never met the quiet machine.
PLACEMENT = 1.15
# Of a process, to do without its disturbed ones; and of a cell, so many processes.
FEWEST_OF_PROCESS = 2
FEWEST_PROCESSES = 5


def kernel_baselines_ns(kernel_ns: Samples, process: npt.NDArray[np.int64]) -> Samples:
    """What the kernel takes before and after each sample on the quiet machine, of shape (n, 2),
    from what it took, of the same shape, and the process of each sample, all of one executable.

    Each process has its own, tenth percentiles, which the few luckiest do not move, but none
    over `PLACEMENT` times the lowest: a process that was slowed throughout is not quiet.
    """
    own = {p: process_baseline_ns(kernel_ns[process == p]) for p in set(process)}
    lowest = np.min(list(own.values()), axis=0)
    within = {p: within_reach_ns(baseline, lowest) for p, baseline in own.items()}
    return np.array([within[p] for p in process])


def process_baseline_ns(kernel_ns: npt.ArrayLike) -> Samples:
    """What the kernel takes in one process at its best, of shape (2,), from shape (n, 2)."""
    return np.asarray(np.quantile(np.asarray(kernel_ns, dtype=float), BASE_QUANTILE, axis=0))


def within_reach_ns(baseline_ns: Samples, lowest_ns: Samples) -> Samples:
    """A process's baseline, as far as it can be beyond the lowest of its executable."""
    return np.minimum(baseline_ns, PLACEMENT * lowest_ns)


def is_quiet(kernel_ns: Samples, baselines_ns: Samples) -> npt.NDArray[np.bool_]:
    """For each sample, given its kernel times before and after, of shape (n, 2), and its baselines,
    of that shape or (2,)."""
    return np.asarray((kernel_ns <= baselines_ns * TOLERANCE).all(axis=1))


def quiet_and_slowed(
    kernel_ns: Samples, process: npt.NDArray[np.int64]
) -> tuple[npt.NDArray[np.bool_], Samples]:
    """For each sample of one executable, given its kernel times before and after, of shape (n, 2),
    and its process: whether it was quiet, and the logarithm of what the kernel took over what it
    takes on the quiet machine, before and after the sample on average."""
    baselines_ns = kernel_baselines_ns(kernel_ns, process)
    slowed = np.asarray(np.log(kernel_ns / baselines_ns).mean(axis=1))
    return is_quiet(kernel_ns, baselines_ns), slowed


def usual_interruptions(interrupted: npt.ArrayLike) -> float:
    """How often the thread that works makes room within a sample without another program: the
    tenth percentile of a process's samples of one operation. V8's and Go's threads take turns with
    each other, 5 to 25 times in a sample."""
    return float(np.quantile(np.asarray(interrupted, dtype=float), BASE_QUANTILE))


def is_alone(interrupted: npt.ArrayLike, usual: npt.ArrayLike) -> npt.NDArray[np.bool_]:
    """Whether no other program had the processor, as far as can be told from the usual."""
    return np.asarray(np.asarray(interrupted) <= 2 * np.asarray(usual).clip(min=0))


def that_count(
    interrupted: npt.NDArray[np.int64], process: npt.NDArray[np.int64]
) -> npt.NDArray[np.bool_]:
    """Which samples of a cell are of its codec alone, given how often the thread that works had to
    make room during each, and its process.

    Among programs that take turns of 3 ms, a batch of 2 ms is seldom interrupted and one of 4 ms
    always, to take twice its time: one codec beside its own copy would seem twice as fast. So what
    was interrupted is left out, unless it is nearly everything that there is.
    """
    own = {p: usual_interruptions(interrupted[process == p]) for p in np.unique(process)}
    # Another program may interrupt a process throughout: the codec's other processes show that.
    most = 2 * min(own.values())
    alone = is_alone(interrupted, np.array([min(own[p], most) for p in process]))
    processes, samples = np.unique(process[alone], return_counts=True)
    enough = processes[samples >= FEWEST_OF_PROCESS]
    if len(enough) < min(FEWEST_PROCESSES, len(np.unique(process))):
        return np.ones_like(alone)
    return np.asarray(alone & np.isin(process, enough))
