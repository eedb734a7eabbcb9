"""Whether drivers of one checkout are as fast as those of another: encode and decode, paired.

Run: .venv/bin/python benches/fidelity.py OLD_CHECKOUT NEW_CHECKOUT WORKLOAD CODEC ... [--rounds N]

Each checkout's own code builds its drivers. In each round both drivers of a codec start from copies
of their executables, since where a file's pages lie moves a time by some per cent, and are sampled
in turns on one processor. Printed are the medians of the ratios, new over old, with intervals by
the bootstrap over rounds.

Target: 1 within 2 %.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path

import numpy as np
import platformdirs

from serbench.measure.client import Driver
from serbench.measure.sampling import calibrate
from serbench.measure.verification import Expected, verify
from serbench.preparation.targets import resolve
from serbench.stats.intervals import Samples, bootstrap

OPERATIONS = ("encode", "decode")
PAIRS = 24  # of samples in a round
TOLERANCE = 0.02

# Runs in either checkout: WORKLOAD CODEC ... → {codec: command}.
BUILD = """
import json, sys
from serbench.workloads import registry
try:
    from serbench.catalog import all_codecs
    from serbench.preparation import drivers
    more = [frozenset()]
except ImportError:  # before there were operations that are built only if asked for
    from serbench.build import languages as drivers
    from serbench.build.catalog import all_codecs
    more = []
workload, *names = sys.argv[1:]
codecs = [codec for codec in all_codecs() if codec.id in names]
built = drivers.build(registry.find(workload).schema, codecs, *more, lambda *_: None)
for name, failure in built.failures.items():
    sys.exit(f"{name}: {failure.reason}")
print(json.dumps(built.drivers))
"""


def build(checkout: Path, is_old: bool, workload: str, codecs: list[str]) -> dict[str, list[str]]:
    environment = {**os.environ, "PYTHONPATH": str(checkout / "src")}
    if is_old:  # or the new drivers would stand where the old ones stood
        environment["XDG_CACHE_HOME"] = str(platformdirs.user_cache_path("serbench-against"))
    command = [sys.executable, "-c", BUILD, workload, *codecs]
    done = subprocess.run(command, env=environment, stdout=subprocess.PIPE, text=True)
    if done.returncode != 0:
        sys.exit(f"{checkout}: the drivers were not built")
    built: dict[str, list[str]] = json.loads(done.stdout)
    if missing := set(codecs).difference(built):
        sys.exit(f"{checkout}: no driver of {', '.join(sorted(missing))}")
    return built


def copied(command: list[str], directory: Path) -> list[str]:
    """The command with its executable at another place, where that is the driver's own."""
    program = Path(command[0])
    if program.parent.name != "bin" or program.is_relative_to("/usr"):
        return command
    shutil.copy2(program, directory / program.name)
    return [str(directory / program.name), *command[1:]]


def round_of(commands: tuple[list[str], list[str]], expected: Expected) -> dict[str, Samples]:
    """The ratios of one pair of processes, by operation."""
    with ExitStack() as stack:
        drivers = []
        for command in commands:
            scratch = Path(stack.enter_context(tempfile.TemporaryDirectory()))
            drivers.append(stack.enter_context(Driver(copied(command, scratch))))
        for driver in drivers:
            if not (verdict := verify(driver, expected)).proven:
                sys.exit(verdict.note)
        return {operation: ratios(drivers, operation) for operation in OPERATIONS}


def ratios(drivers: list[Driver], operation: str) -> Samples:
    old, new = drivers
    batch = calibrate(old, operation)
    found = []
    for number in range(PAIRS):
        # Which is first takes turns, since a machine that slows down slows the second more.
        order = (old, new) if number % 2 else (new, old)
        took = {driver: batch.sample(driver).ns for driver in order}
        found.append(took[new] / took[old])
    return np.array(found)


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("old", type=Path)
    parser.add_argument("new", type=Path)
    parser.add_argument("workload")
    parser.add_argument("codec", nargs="+", help="as in rust/bincode")
    parser.add_argument("--rounds", type=int, default=12)
    asked = parser.parse_args()
    expected = resolve(asked.workload, None, 0).expected
    old = build(asked.old.resolve(), True, asked.workload, asked.codec)
    new = build(asked.new.resolve(), False, asked.workload, asked.codec)
    # Everything that is started from here on runs on one processor.
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    waves: dict[tuple[str, str], list[Samples]] = {}
    for number in range(asked.rounds):
        for codec in asked.codec:
            for operation, found in round_of((old[codec], new[codec]), expected).items():
                waves.setdefault((codec, operation), []).append(found)
        print(f"round {number + 1} of {asked.rounds}", file=sys.stderr)
    agreed = True
    for (codec, operation), found in waves.items():
        interval = bootstrap(found)
        assert interval
        agreed = agreed and abs(interval.median - 1) <= TOLERANCE
        print(
            f"{codec:24} {operation:8} {interval.median:.3f} "
            f"[{interval.low:.3f}, {interval.high:.3f}]"
        )
    print(f"the target is 1 within {TOLERANCE:.0%}: {'met' if agreed else 'missed'}")
    return int(not agreed)


if __name__ == "__main__":
    sys.exit(main())
