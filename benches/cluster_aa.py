"""Whether a worker of Dask disturbs what is measured on its host, and what it does while idle.

Run: .venv/bin/python benches/cluster_aa.py [TARGET] [--copies N] [--budget S] [--times N] [CODEC …]
     .venv/bin/python benches/cluster_aa.py --load S

The first measures codecs under several names each: without a worker, beside one that keeps off as
under `serbench run --cluster` (calm), and beside one as Dask has it (plain), by turns. Target:
beside a calm one, no more pairs of equal codecs are told apart than without one. The second prints
what the processes of an idle cluster take in so many seconds: processor time, in percent of one
processor, and wake-ups per second.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from serbench.cluster import calm
from serbench.cluster.connection import connected
from serbench.machine import processors
from serbench.measure.environment import driver_cpus

CODECS = ("cpp/cereal", "rust/postcard", "go/encoding-json", "python/orjson")
MODES = ("none", "calm", "plain")
EVERYWHERE = processors.allowed()
ELSEWHERE = EVERYWHERE - driver_cpus() or EVERYWHERE
SELFTEST = [sys.executable, "-m", "serbench", "selftest"]


def keep_off(until: str) -> None:
    """A task: the worker keeps off until a file is gone."""
    from distributed import get_worker

    with calm.kept_off(get_worker()):
        # Blocked in the system as a worker is that waits for a process.
        subprocess.run(["tail", "-f", "--pid", until, "/dev/null"], check=False)


@contextmanager
def live_worker(mode: str) -> Iterator[dict[str, int]]:
    """The processes of a cluster of one worker, by name; none without one."""
    if mode == "none":
        yield {}
        return
    with connected("local:1") as connection:
        client = connection.client
        [(_, worker)] = client.run(os.getpid).items()
        pids = {"worker": worker, "scheduler and nanny": os.getpid()}
        # On another host it would not be there at all.
        for task in Path("/proc/self/task").iterdir():
            processors.pin(int(task.name), ELSEWHERE)
        if mode != "calm":
            yield pids
            return
        with subprocess.Popen(["sleep", "infinity"]) as lasting:
            task: Any = client.submit(keep_off, str(lasting.pid), pure=False)
            time.sleep(1)
            yield pids
            lasting.kill()
            lasting.wait()
            task.result()


def ticks(pid: int) -> tuple[float, int]:
    """Seconds of processor time and wake-ups of a process so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    seconds = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    wakes = 0
    for task in Path(f"/proc/{pid}/task").iterdir():
        status = (task / "status").read_text()
        wakes += int(status.partition("\nvoluntary_ctxt_switches:")[2].split()[0])
    return seconds, wakes


def load(seconds: float) -> None:
    for mode in MODES[1:]:
        with live_worker(mode) as pids:
            time.sleep(5)
            before = {name: ticks(pid) for name, pid in pids.items()}
            time.sleep(seconds)
            for name, pid in pids.items():
                (cpu_s, wakes), (was_s, were) = ticks(pid), before[name]
                print(
                    f"{mode:6} {name:20} {100 * (cpu_s - was_s) / seconds:5.2f} % of a processor, "
                    f"{(wakes - were) / seconds:6.1f} wake-ups per second",
                    flush=True,
                )


def pairs(arguments: argparse.Namespace, seed: int) -> list[dict[str, Any]]:
    words = ["--copies", arguments.copies, "--budget", arguments.budget, "--seed", str(seed)]
    for codec in arguments.codecs:
        words += ["--codec", codec]
    with tempfile.TemporaryFile("w+") as said:
        with processors.pinned(EVERYWHERE):
            done = subprocess.run(
                [*SELFTEST, arguments.target, *words, "--format", "json"],
                stdout=subprocess.PIPE, stderr=said, text=True, check=False,
            )  # fmt: skip
        said.seek(0)
        if done.returncode not in (0, 1):
            sys.exit(said.read())
    found: list[dict[str, Any]] = json.loads(done.stdout)
    return found


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("target", nargs="?", default="log")
    parser.add_argument("codecs", nargs="*", default=CODECS)
    parser.add_argument("--copies", default="4")
    parser.add_argument("--budget", default="60")
    parser.add_argument("--times", type=int, default=3)
    parser.add_argument("--load", type=float)
    arguments = parser.parse_args()
    if arguments.load:
        load(arguments.load)
        return
    told: dict[str, list[dict[str, Any]]] = {mode: [] for mode in MODES}
    for number in range(arguments.times):
        for mode in np.random.default_rng(number).permutation(MODES):
            with live_worker(mode):
                found = pairs(arguments, number)
            told[mode] += found
            apart = [pair for pair in found if pair["significant"]]
            print(f"{mode:6} {len(apart)} of {len(found)} pairs differ significantly", flush=True)
    for mode, found in told.items():
        apart = sum(pair["significant"] for pair in found)
        spread = [abs(np.log(pair["ratio"])) for pair in found]
        print(
            f"{mode:6} {apart} of {len(found)} pairs of equal codecs differ significantly; "
            f"differences: median {100 * np.median(spread):.2f} %, "
            f"90 % below {100 * np.quantile(spread, 0.9):.2f} %"
        )


if __name__ == "__main__":
    main()
