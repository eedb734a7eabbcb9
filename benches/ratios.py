"""What benches say of ours beside theirs, from pairs of processes that ran beside each other."""

from __future__ import annotations

import math
import os
import statistics
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from serbench.measure.placement import PlacedDriver
from serbench.measure.sampling import calibrate
from serbench.measure.verification import Expected, verify
from serbench.stats import Interval
from serbench.stats.intervals import ratio_interval
from serbench.stats.quiet import is_quiet, process_baseline_ns, within_reach_ns

SAMPLES = 40  # of a process
FEWEST_QUIET = 6  # of them, or there is no median


class Timed(NamedTuple):
    """Times per value of a process, and the kernel's before and after each, of shape (n, 2)."""

    ns: np.ndarray
    kernel_ns: np.ndarray


def by_driver(
    command: list[str],
    expected: Expected,
    operations: Sequence[str],
    scratch: Path,
) -> dict[str, Timed]:
    """Samples of a new process of a driver, by operation."""
    timed = {}
    with PlacedDriver(command, os.sched_getaffinity(0), {}, (), scratch) as driver:
        verdict = verify(driver, expected)
        if not verdict.proven:
            raise SystemExit(f"{command[0]}: {verdict.note}")
        description = driver.describe()
        for operation in operations:
            batch = calibrate(driver, description.same.get(operation, operation))
            samples = [batch.sample(driver) for _ in range(SAMPLES)]
            timed[operation] = Timed(
                np.array([sample.ns / sample.items for sample in samples]),
                np.array([sample.kernel_ns for sample in samples], dtype=float),
            )
    return timed


def all_judged(
    driver_times: Mapping[str, list[Timed]],
    harness_times: Mapping[str, list[Timed]],
    lowest: float,
    highest: float,
) -> bool:
    """Whether the ratios of all cells lie between these, each told: processes by cell, those that
    ran beside each other at the same place of both lists."""
    met = True
    for cell in driver_times:
        ratios = [
            _ratio(*pair) for pair in zip(driver_times[cell], harness_times[cell], strict=True)
        ]
        met &= judged(cell, ratios, lowest, highest)
    return met


def _ratio(our: Timed, their: Timed) -> float:
    """The kernel has one baseline over both, and not one over all pairs: within minutes a machine
    may change its speed, and no process of its slower time would count."""
    lowest_ns = np.min([process_baseline_ns(timed.kernel_ns) for timed in (our, their)], axis=0)
    return _quiet_time_ns(our, lowest_ns) / _quiet_time_ns(their, lowest_ns)


def _quiet_time_ns(timed: Timed, lowest_ns: np.ndarray) -> float:
    baseline_ns = within_reach_ns(process_baseline_ns(timed.kernel_ns), lowest_ns)
    quiet = timed.ns[is_quiet(timed.kernel_ns, baseline_ns)]
    return float(np.median(quiet)) if len(quiet) >= FEWEST_QUIET else math.nan


def interval(ratios: Sequence[float]) -> Interval | None:
    """The mean ratio over pairs of processes; None if they are fewer than two."""
    if len(ratios) < 2:
        return None
    logs = [math.log(ratio) for ratio in ratios]
    variance = statistics.variance(logs) / len(logs)
    return ratio_interval(statistics.fmean(logs), variance, len(logs) - 1)


def judged(cell: str, ratios: Sequence[float], lowest: float, highest: float) -> bool:
    """Prints the ratio, one of each pair of processes, with its interval; whether it lies between.
    Pairs that nothing is known of are not a number."""
    known = [ratio for ratio in ratios if not math.isnan(ratio)]
    found = interval(known)
    if found is None:
        print(f"{cell}: {len(known)} of {len(ratios)} pairs were quiet, too few to tell")
        return False
    met = lowest <= found.estimate <= highest
    print(
        f"{cell}: {found.estimate:.3f} [{found.low:.3f}, {found.high:.3f}] "
        f"of {len(known)} pairs: {'met' if met else 'MISSED'}"
    )
    return met
