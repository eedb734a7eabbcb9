"""What two habits of the complex-objects study's programs cost: a thread that spins beside the
writer, and a whole page read for each object.

Run: .venv/bin/python benches/study_habits.py [OBJECTS]

Its C++ writes while a thread that waits for work spins on the same processor: here a driver writes
tweets to a file with and without a spinning process beside it, in turns; printed is the ratio of
the wall times (the study's own figures, one core over all: 1.60 to 2.00). Its Rust never remembers
which page it has, so that each object costs up to 256 KiB: here the file's values are read at
random, each alone and each with its page, from a cold cache; printed is the ratio.
"""

from __future__ import annotations

import math
import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from ratios import interval

from serbench.catalog import all_codecs, select
from serbench.measure import page_cache
from serbench.measure.client import Driver
from serbench.measure.object_index import read_index
from serbench.measure.protocol import Blocks
from serbench.operations import BY_DEFAULT
from serbench.preparation.drivers import build
from serbench.preparation.readings import Target
from serbench.preparation.targets import ResolvedTarget, resolve

CODECS = ("cpp/protobuf", "rust/bincode1")
PAGE_BYTES = 256 * 1024
PAIRS = 5
SPIN = "while True: pass"


def main(objects: int) -> None:
    target = resolve(Target("tweet"), 1000, 0)
    codecs = select(all_codecs(), globs=CODECS)
    built = build(target.schema, codecs, BY_DEFAULT, lambda *progress: None)
    with tempfile.TemporaryDirectory(dir=".") as directory:
        path = Path(directory) / "tweets.se"
        for codec in CODECS:
            with Driver(built.drivers[codec]) as driver:
                ratios = [beside_a_spinner(driver, target, path, objects) for _ in range(PAIRS)]
                tell(f"{codec}: writing beside a spinning neighbour", ratios)
        ratios = [pages_over_values(path, seed) for seed in range(PAIRS)]
        tell("random reads: a page of 256 KiB for each object", ratios)


def tell(label: str, ratios: list[float]) -> None:
    found = interval(ratios)
    assert found
    print(f"{label}: {found.estimate:.2f} times as long [{found.low:.2f}, {found.high:.2f}]")


def beside_a_spinner(driver: Driver, target: ResolvedTarget, path: Path, objects: int) -> float:
    processor = min(os.sched_getaffinity(0))
    driver.pin({processor})
    alone_s = write_s(driver, target, path, objects)
    spinner = subprocess.Popen([sys.executable, "-c", SPIN])
    os.sched_setaffinity(spinner.pid, {processor})
    try:
        return write_s(driver, target, path, objects) / alone_s
    finally:
        spinner.kill()
        spinner.wait()


def write_s(driver: Driver, target: ResolvedTarget, path: Path, objects: int) -> float:
    """What the driver counts, without its reading of JSON."""
    wrote = driver.write(path, "study", target.expected.path, objects, Blocks(fsync="none"))
    return wrote.total_ns / 1e9


def pages_over_values(path: Path, seed: int) -> float:
    ends = read_index(path).ends
    starts = [0, *ends]
    chosen = random.Random(seed).sample(range(len(ends)), min(2000, len(ends)))
    values = [(starts[i], ends[i] - starts[i]) for i in chosen]
    pages = [(at // PAGE_BYTES * PAGE_BYTES, PAGE_BYTES) for at, _ in values]
    times = {"values": math.nan, "pages": math.nan}
    parts = {"values": values, "pages": pages}
    for name in random.Random(seed).sample(sorted(parts), 2):
        if not page_cache.drop(path):
            sys.exit("the page cache cannot be dropped here: run as root")
        times[name] = read_s(path, parts[name])
    return times["pages"] / times["values"]


def read_s(path: Path, parts: list[tuple[int, int]]) -> float:
    with path.open("rb", buffering=0) as file:
        os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_RANDOM)
        began = time.perf_counter()
        for at, size in parts:
            os.pread(file.fileno(), size, at)
        return time.perf_counter() - began


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 20_000)
