"""Do parts add up? populate + encode beside serialize, decode + convert beside deserialize.

Run: .venv/bin/python benches/parts.py [TARGET [PROCESSES [CODEC ...]]]

Of every codec with a model of its own, or those that are named (`*` fits anything). In a process
the parts and the whole are sampled one right after the other, since this machine changes its speed
in between; a round's ratio is that of their sum to the whole, a process' that of the median round.
Printed is the mean over processes, each from fresh copies, with its interval.

Target: within 5 % of 1, or the reason in docs/protocol.md.
"""

from __future__ import annotations

import math
import os
import statistics
import sys
from fnmatch import fnmatch
from pathlib import Path

from ratios import judged

from serbench import cache
from serbench.catalog import all_codecs
from serbench.measure.client import Driver
from serbench.measure.processes import Subject, launch_driver
from serbench.measure.sampling import calibrate
from serbench.measure.verification import Expected, verify
from serbench.preparation.drivers import build_drivers
from serbench.preparation.subjects import subject_of
from serbench.preparation.targets import resolve

PARTS = {"serialize": ("populate", "encode"), "deserialize": ("decode", "convert")}
OPERATIONS = tuple({*PARTS, *(part for parts in PARTS.values() for part in parts)})
TARGET = (0.95, 1.05)
ROUNDS = 15
WARM_S = 20.0


def main(name: str, processes: int, patterns: list[str]) -> int:
    target = resolve(name, None, 0)
    codecs = [
        codec
        for codec in all_codecs()
        if "own-model" in codec.traits and any(fnmatch(codec.id, its) for its in patterns)
    ]
    built = build_drivers(target, codecs, OPERATIONS)
    for identity, failure in built.failures.items():
        print(f"{identity} did not build: {failure.reason} ({failure.log})", file=sys.stderr)
    subjects = [its for its in (subject_of(c, built) for c in codecs) if isinstance(its, Subject)]
    found: dict[str, list[float]] = {}
    with cache.scratch() as scratch:
        for number in range(processes):
            for subject in subjects:
                for whole, its in ratios(subject, target.expected, scratch).items():
                    found.setdefault(f"{subject.codec} {whole}", []).append(its)
                    print(f"{subject.codec} {whole}: {its:.3f}", file=sys.stderr, flush=True)
            print(f"process {number + 1} of {processes}", file=sys.stderr)
    met = [judged(cell, its, *TARGET) for cell, its in found.items()]
    print(f"{sum(met)} of {len(met)} within {TARGET[1] - 1:.0%}")
    return int(not all(met))


def ratios(subject: Subject, expected: Expected, scratch: Path) -> dict[str, float]:
    """Of a new process, by whole direction; none if the format cannot hold the values."""
    cpus = {max(os.sched_getaffinity(0))} if subject.cpus else os.sched_getaffinity(0)
    driver = launch_driver(subject, cpus, scratch)
    try:
        same = driver.describe().same
        if not verify(driver, expected).proven:
            return {}
        if subject.jit:
            driver.warm(list(OPERATIONS), WARM_S)
        return {
            whole: ratio(driver, whole, parts)
            for whole, parts in PARTS.items()
            if whole not in same  # what has no parts
        }
    finally:
        driver.end()


def ratio(driver: Driver, whole: str, parts: tuple[str, ...]) -> float:
    batches = {operation: calibrate(driver, operation) for operation in (whole, *parts)}
    logs = []
    for _ in range(ROUNDS):
        ns = {}
        for operation, batch in batches.items():
            sample = batch.sample(driver)
            ns[operation] = sample.ns / sample.items
        logs.append(math.log(sum(ns[part] for part in parts) / ns[whole]))
    return math.exp(statistics.median(logs))


if __name__ == "__main__":
    given = sys.argv[1:]
    sys.exit(
        main(
            given[0] if given else "log",
            int(given[1]) if len(given) > 1 else 5,
            given[2:] or ["*"],
        )
    )
