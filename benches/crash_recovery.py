"""Kills `serbench run` at random moments and lets it go on: what is lost, what is left behind?

    python benches/crash_recovery.py [--kills 50] [--seed 1]

Drivers are built before, then the run is killed (SIGKILL) in every part of it: before it measures,
while it proves, while it measures and while it writes its report. After each kill `--resume` goes
on, and is killed again, until it comes to its end; then the next run begins. For each kill: how
many samples were stored, whether all that were stored before are still there, which processes of
serbench or its drivers live two seconds later, and which directories of the scratch room are left
when the next serbench has begun. In the end every run must have all its cells.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import duckdb

CODECS = ("rust/postcard", "go/encoding-json")
CELLS = {(codec, op) for codec in CODECS for op in ("serialize", "deserialize")}
SERBENCH = (sys.executable, "-c", "from serbench.cli import main; main()")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    words = parser.parse_args()
    chance = random.Random(words.seed)
    with tempfile.TemporaryDirectory() as name:
        directory = Path(name)
        whole_s = uninterrupted(directory)
        print(f"uninterrupted: {whole_s:.1f} s; seed {words.seed}")
        bad, finished, resume = 0, 0, False
        for kill in range(1, words.kills + 1):
            before = samples(directory)
            after_s = chance.uniform(0.05, whole_s)
            killed(directory, after_s, resume)
            left, after = living(), samples(directory)
            lost = len(before - after)
            bad += bool(left) or lost > 0
            print(
                f"{kill:3} {'gone on' if resume else 'begun':7} killed after {after_s:.2f} s: "
                f"{len(before)} samples before, {len(after)} after, {lost} lost; "
                f"alive: {left or 'nothing'}; scratch: {scratch()}"
            )
            resume = bool(unfinished(directory))
            if not resume and after - before:
                finished += 1
                bad += told(directory)
        while unfinished(directory):
            if begin(directory, True).wait():
                print((directory / "said").read_text())
                bad += 1
                break
            finished += 1
            bad += told(directory)
        print(f"{words.kills} kills, {finished} runs to their end, {bad} faults; left: {scratch()}")
    return 1 if bad else 0


def told(directory: Path) -> bool:
    """Says whether the last run lacks cells."""
    missing = CELLS - cells(directory)
    print(f"    the run is over: {f'without {missing}' if missing else 'all its cells'}")
    return bool(missing)


def begin(directory: Path, resume: bool) -> subprocess.Popen[bytes]:
    new = ["log", "--budget", "2", "--processes", "2"]
    for codec in CODECS:
        new += ["--codec", codec]
    words = ["--resume"] if resume else new
    with (directory / "said").open("wb") as output:
        return subprocess.Popen(
            [*SERBENCH, "run", *words],
            cwd=directory,
            start_new_session=True,
            stdout=subprocess.DEVNULL,
            stderr=output,
        )


def uninterrupted(directory: Path) -> float:
    """Seconds of a run, once its drivers are built."""
    for _ in range(2):
        began = time.monotonic()
        assert begin(directory, False).wait() == 0
        seconds = time.monotonic() - began
        (directory / "serbench.duckdb").unlink()
    return seconds


def killed(directory: Path, after_s: float, resume: bool) -> None:
    """One that comes to its end before is no harm."""
    process = begin(directory, resume)
    try:
        process.wait(timeout=after_s)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def living() -> list[str]:
    """What was started here and lives two seconds later."""
    time.sleep(2)
    found = []
    for entry in Path("/proc").iterdir():
        try:
            environment = (entry / "environ").read_bytes()
            line = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
        except OSError:
            continue
        if f"SERBENCH_KILLS={os.getpid()}".encode() in environment and entry.name != str(
            os.getpid()
        ):
            found.append(line.strip() or entry.name)
    return found


def scratch() -> int:
    import platformdirs

    home = platformdirs.user_cache_path("serbench") / "scratch"
    return len(list(home.iterdir())) if home.exists() else 0


def unfinished(directory: Path) -> list[tuple[object, ...]]:
    return rows(directory, "SELECT run FROM runs WHERE status <> 'finished'")


def samples(directory: Path) -> set[tuple[object, ...]]:
    return set(
        rows(directory, "SELECT run, codec, operation, wave, round, ns, taken_s FROM samples")
    )


def cells(directory: Path) -> set[tuple[str, str]]:
    """Those of the latest run that were measured."""
    words = [*SERBENCH, "report", "--format", "json", "--html", "page.html"]
    done = subprocess.run(words, cwd=directory, capture_output=True, check=True)
    shown = json.loads(done.stdout)
    return {(row["codec"], row["operation"]) for row in shown if row["status"] == "measured"}


def rows(directory: Path, query: str) -> list[tuple[object, ...]]:
    path = directory / "serbench.duckdb"
    if not path.exists():
        return []
    try:
        with duckdb.connect(str(path), read_only=True) as file:
            return file.execute(query).fetchall()
    except duckdb.CatalogException:
        return []


if __name__ == "__main__":
    os.environ["SERBENCH_KILLS"] = str(os.getpid())
    sys.exit(main())
