"""What a cluster gains on this machine, and what that says of a large one.

    .venv/bin/python benches/cluster.py [--mb 5000] [--workers 2] [--codec NAME …]
        [--folder FOLDER] [--step build] [--step infer] [--step verify] [--step tasks]

Generated tweets are inferred from and verified by one process and by `local:N`: seconds, MB/s, the
most memory of a process, and whether schemas and checksums are the same. Tasks that do nothing tell
how many are handed out in a second. From these follow the figures of the plan: hours for 1 TB on
100 cores, and what bounds them. Drivers are built before anything is timed. With a folder, which
keeps data and drivers, steps can be taken one by one.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from serbench.cluster.connection import connected
from serbench.cluster.handing_out import Task, handed_out
from serbench.schema.splitting import PART_BYTES
from serbench.workloads.registry import find

MB, TB = 1e6, 1e12
CODECS = ("cpp/cereal", "rust/postcard", "python/orjson")
EMPTY_TASKS = 2000
CORES = 100
# What an object store gives to one worker, as clouds say of theirs.
STORE_WORKER_MB_S = 100.0
# JSON in a file that is packed, which one worker has to read.
PACKED_MB = 10_000.0


@dataclass(frozen=True, slots=True)
class Took:
    seconds: float
    most_bytes: int
    out: str


def tweets(job: tuple[Path, int, float]) -> None:
    path, seed, megabytes = job
    workload = find("tweet")
    assert workload.generate
    encode, written = msgspec.json.Encoder().encode, 0
    with path.open("wb") as file:
        for tweet in workload.generate(seed):
            written += file.write(encode(tweet) + b"\n")
            if written > megabytes * MB:
                return


def generated(folder: Path, megabytes: float) -> Path:
    """Parts of 100 MB, each from a seed of its own, behind each other."""
    count = max(round(megabytes / 100), 1)
    jobs = [(folder / f"{seed}.part", seed, megabytes / count) for seed in range(count)]
    with multiprocessing.get_context("spawn").Pool() as pool:
        pool.map(tweets, jobs, chunksize=1)
    whole = folder / "tweets.jsonl"
    with whole.open("wb") as file:
        for part, _, _ in jobs:
            file.write(part.read_bytes())
            part.unlink()
    return whole


def serbench(folder: Path, *words: object, processes: int = 0) -> Took:
    """A command in a process of its own, which knows no schema yet; `verify --all` with so many
    processes, if that is said. The memory is that of its largest process that has ended."""
    for kept in (folder / "cache" / "serbench" / "schemas").glob("*"):
        kept.unlink()
    program = (
        "from serbench.cli import main\n"
        "from serbench.commands import full_dataset\n"
        f"if {processes}: full_dataset.processes = lambda: {processes}\n"
        "if __name__ == '__main__': main()\n"
    )
    (folder / "program.py").write_text(program)
    began_s = time.monotonic()
    with (folder / "out").open("w+") as out, (folder / "err").open("w+") as err:
        started = subprocess.Popen(
            [sys.executable, "program.py", *map(str, words)],
            cwd=folder,
            env={**os.environ, "XDG_CACHE_HOME": str(folder / "cache")},
            stdout=out,
            stderr=err,
        )
        _, status, used = os.wait4(started.pid, 0)
        seconds = time.monotonic() - began_s
        if status:
            sys.exit((folder / "err").read_text())
    return Took(seconds, used.ru_maxrss << 10, (folder / "out").read_text())


def shown(what: str, took: Took, megabytes: float) -> float:
    rate = megabytes / took.seconds
    print(f"{what:36} {took.seconds:8.1f} s {rate:8.1f} MB/s {took.most_bytes / MB:8.0f} MB")
    return rate


def cluster_of(workers: int) -> tuple[str, str]:
    return "--cluster", f"local:{workers}"


def inferred(folder: Path, data: Path, workers: int) -> float:
    """The MB/s of a process."""
    megabytes = data.stat().st_size / MB
    one = serbench(folder, "infer", data)
    rate = shown("infer, one process", one, megabytes)
    several = serbench(folder, "infer", data, *cluster_of(workers))
    shown(f"infer, local:{workers}", several, megabytes)
    print(
        f"  the same module: {one.out == several.out}; {one.seconds / several.seconds:.2f} times "
        "as fast",
        flush=True,
    )
    return rate


def chosen(codecs: list[str]) -> list[str]:
    return [word for codec in codecs for word in ("--codec", codec)]


def verified(folder: Path, data: Path, workers: int, codecs: list[str]) -> float:
    """The MB/s of a process, with the inference that comes first."""
    megabytes = data.stat().st_size / MB
    words = ("verify", "--all", data, *chosen(codecs), "--format", "json")
    one = serbench(folder, *words, processes=1)
    rate = shown("infer and verify, one process", one, megabytes)
    several = serbench(folder, *words, *cluster_of(workers))
    shown(f"infer and verify, local:{workers}", several, megabytes)
    first, second = (json.loads(took.out) for took in (one, several))
    print(f"  drivers of a process: {second['driver_bytes'] / MB:,.0f} MB")
    same = all(first[key] == second[key] for key in ("values", "json_bytes", "checksum"))
    same &= [c["survived"] for c in first["found"]] == [c["survived"] for c in second["found"]]
    print(
        f"  {first['values']:,} values, checksum {first['checksum']}; the same of both: {same}; "
        f"{one.seconds / several.seconds:.2f} times as fast",
        flush=True,
    )
    return rate


def nothing(argument: Any) -> Any:
    return argument


def tasks_in_a_second(workers: int) -> float:
    tasks = [Task(number, str(number), number) for number in range(EMPTY_TASKS)]
    with connected(f"local:{workers}") as connection:
        connection.workers()
        began_s = time.monotonic()
        done = sum(1 for _ in handed_out(connection, nothing, (), tasks))
        return done / (time.monotonic() - began_s)


def plan(rates: dict[str, float], handed: float) -> None:
    parts = TB / PART_BYTES
    print(f"1 TB in {parts:,.0f} parts of {PART_BYTES >> 20} MiB on {CORES} cores:")
    for what, rate in rates.items():
        hours = TB / MB / rate / CORES / 3600
        each_s = PART_BYTES / MB / rate
        print(
            f"  {what}: {hours:.1f} h at {rate:.1f} MB/s a core; a part takes {each_s:.0f} s, so "
            f"that {CORES / each_s:.1f} are handed out in a second (of {handed:.0f}) and the store "
            f"gives {rate * CORES / 1000:.1f} GB/s"
        )
        print(
            f"    bounded by the scheduler from {handed * each_s:,.0f} cores on, by the store if "
            f"it gives a worker less than {rate:.0f} MB/s (usual: {STORE_WORKER_MB_S:.0f}), by a "
            f"packed file of {PACKED_MB / 1000:.0f} GB of JSON for {PACKED_MB / rate / 60:.0f} min"
        )


STEPS = ("build", "infer", "verify", "tasks")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--mb", type=float, default=5000)
    parser.add_argument("--folder", type=Path)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--codec", action="append")
    parser.add_argument("--step", action="append", choices=STEPS)
    told = parser.parse_args()
    steps = told.step or STEPS
    codecs = told.codec or list(CODECS)
    rates: dict[str, float] = {}
    with ExitStack() as stack:
        folder = told.folder or Path(stack.enter_context(tempfile.TemporaryDirectory()))
        folder.mkdir(parents=True, exist_ok=True)
        folder = folder.absolute()
        data = folder / "tweets.jsonl"
        if not data.exists():
            generated(folder, told.mb)
        print(f"{data.stat().st_size / MB:,.0f} MB; seconds, rate, most memory of a process")
        if "build" in steps:
            serbench(folder, "setup", data, *chosen(codecs))
        if "infer" in steps:
            rates["inference"] = inferred(folder, data, told.workers)
        if "verify" in steps:
            rates["inference and verification"] = verified(folder, data, told.workers, codecs)
    if "tasks" in steps:
        handed = tasks_in_a_second(told.workers)
        print(f"{handed:.0f} tasks that do nothing are handed out in a second")
        plan(rates, handed)


if __name__ == "__main__":
    main()
