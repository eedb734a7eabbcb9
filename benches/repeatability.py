"""Whether two runs say the same, though the machine is disturbed: ratios, cell by cell.

Run: .venv/bin/python benches/repeatability.py [TARGET] [BUDGET_S] [--load]

With --load another program keeps the other processors busy in random minutes. Targets: ratios (to
the middle of all cells) agree within 3 % for 95 % of cells, and no pair over 10 % apart is
shown in one order by one run and in the other by the other.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import combinations
from pathlib import Path
from typing import Any

SERBENCH = str(Path(sys.executable).with_name("serbench"))
AGREED = 0.03

Rows = dict[str, dict[str, Any]]


@contextmanager
def load() -> Iterator[None]:
    """A minute of load, or none, by the toss of a coin."""
    over = threading.Event()
    others = sorted(os.sched_getaffinity(0))[:-1]

    def disturb() -> None:
        while not over.is_set():
            if random.random() < 0.5:
                busy = [sys.executable, "-c", "while True: sum(range(100000))"]
                started = [subprocess.Popen(["taskset", "-c", str(n), *busy]) for n in others]
                over.wait(60)
                for process in started:
                    process.kill()
                    process.wait()
            else:
                over.wait(60)

    thread = threading.Thread(target=disturb)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


def measured(target: str, budget_s: str, folder: str) -> dict[str, Rows]:
    """By operation and codec."""
    command = [SERBENCH, "run", target, "--codec", "*", "--format", "json"]
    command += ["--budget", budget_s] if budget_s else []
    done = subprocess.run(command, capture_output=True, text=True, cwd=folder, check=False)
    found: dict[str, Rows] = {}
    for row in json.loads(done.stdout):
        if row["time_ns"]:
            found.setdefault(row["operation"], {})[row["codec"]] = row
    return found


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("target", nargs="?", default="log")
    parser.add_argument("budget_s", nargs="?", default="")
    parser.add_argument("--load", action="store_true")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        runs = []
        for _ in range(2):
            if arguments.load:
                with load():
                    runs.append(measured(arguments.target, arguments.budget_s, folder))
            else:
                runs.append(measured(arguments.target, arguments.budget_s, folder))
    first, second = runs
    off, held, pairs, reversed_ = {}, 0, 0, []
    for operation, rows in first.items():
        others = second[operation]
        there = [codec for codec in rows if codec in others]
        change = {c: others[c]["time_ns"] / rows[c]["time_ns"] for c in there}
        middle = statistics.median(change.values())
        off |= {(c, operation): change[c] / middle - 1 for c in there}
        for a, b in combinations(there, 2):
            pairs += 1
            by = [run[operation][a]["time_ns"] / run[operation][b]["time_ns"] for run in runs]
            if max(by) > 1.1 > 1 / 1.1 > min(by):
                reversed_.append((operation, a, b, by))
            held += (a in rows[b]["slower_than"]) == (a in others[b]["slower_than"])
    for (codec, operation), by_share in sorted(off.items(), key=lambda item: -abs(item[1]))[:15]:
        print(f"{by_share:+7.1%}  {codec:<24} {operation}")
    agreed = sum(abs(by_share) <= AGREED for by_share in off.values())
    print(f"{agreed} of {len(off)} ratios agree within {AGREED:.0%}: {agreed / len(off):.0%}")
    print(f"{held} of {pairs} verdicts are the same; {len(reversed_)} orders beyond 10 % reversed")
    for case in reversed_:
        print("reversed:", *case)


if __name__ == "__main__":
    main()
