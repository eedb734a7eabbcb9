"""Whether starting and warming drivers on one processor disturbs what is measured on another.

Run: .venv/bin/python benches/neighbour_interference.py [CODEC ...]

Blocks of seconds with and without a virtual machine that starts and warms elsewhere, by turns.
Printed are quantiles of the times with it over those without. Target: medians within 1 %.
"""

from __future__ import annotations

import os
import random
import sys
import threading
import time
from contextlib import ExitStack

import numpy as np

from serbench.catalog import choose
from serbench.measure.client import Driver
from serbench.measure.environment import driver_cpus
from serbench.measure.processes import apart_from
from serbench.measure.sampling import calibrate
from serbench.measure.verification import verify
from serbench.operations import PRIMARY
from serbench.preparation.drivers import build_drivers
from serbench.preparation.readings import Target
from serbench.preparation.targets import resolve

CODECS = ("cpp/cereal", "cpp/protobuf", "rust/postcard", "rust/serde-json", "go/encoding-json")
COMPANY = "java/protobuf"
BLOCKS, BLOCK_S = 12, 5.0
QUANTILES = (0.1, 0.25, 0.5, 0.75)


def main() -> None:
    cpus = set(driver_cpus())
    if not cpus:
        sys.exit("there is one processor only: nothing is warmed elsewhere")
    names = tuple(sys.argv[1:]) or CODECS
    target = resolve(Target("log"), None, 0)
    codecs = choose((), (*names, COMPANY))
    built = build_drivers(target, codecs, PRIMARY)
    going, over = threading.Event(), threading.Event()

    def company() -> None:
        others = os.sched_getaffinity(0)
        while not over.is_set():
            if going.wait(0.1):
                with Driver(built.drivers[COMPANY], others) as driver:
                    driver.describe()
                    verify(driver, target.expected)
                    driver.warm(list(PRIMARY), 12.0)

    times: dict[tuple[str, str, bool], list[float]] = {}
    with apart_from(cpus), ExitStack() as stack:
        thread = threading.Thread(target=company)
        thread.start()
        stack.callback(thread.join)
        stack.callback(over.set)
        cells = []
        for codec in codecs:
            if codec.id == COMPANY:
                continue
            driver = stack.enter_context(Driver(built.drivers[codec.id], cpus))
            same = driver.describe().same
            verify(driver, target.expected)
            for operation in PRIMARY:
                batch = calibrate(driver, same.get(operation, operation))
                cells.append((codec.id, operation, driver, batch))
        for block in range(BLOCKS):
            busy = block % 2 == 1
            if busy:
                going.set()
            else:
                going.clear()
                time.sleep(BLOCK_S / 2)  # what was started comes to its end
            end = time.monotonic() + BLOCK_S
            while time.monotonic() < end:
                for codec_id, operation, driver, batch in random.sample(cells, len(cells)):
                    sample = batch.sample(driver)
                    cell_ns = times.setdefault((codec_id, operation, busy), [])
                    cell_ns.append(sample.ns / sample.items)
    print(f"with company over without, quantiles {', '.join(f'{q:.0%}' for q in QUANTILES)}")
    for codec_id, operation, *_ in cells:
        with_, without = (
            np.quantile(times[codec_id, operation, b], QUANTILES) for b in (True, False)
        )
        print(f"{codec_id:20} {operation:12} {'  '.join(f'{r:.3f}' for r in with_ / without)}")


if __name__ == "__main__":
    main()
