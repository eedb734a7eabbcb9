"""How fast each workload's values are generated and written as JSON Lines, on one core.

    .venv/bin/python benches/generation.py [WORKLOAD]...

MB are 10^6 bytes of JSON. Each figure is the best of five rounds, since the machine may be busy
with something else; the rounds' middle stands beside it. containers-large, which takes a
gigabyte of memory, is only measured when it is named.
"""

from __future__ import annotations

import statistics
import sys
import time

from serbench.workloads import registry
from serbench.workloads.writing import write_values

ROUNDS = 5
# About 10 MB each, and whole values.
COUNTS = {
    "containers-large": 1,
    "containers-medium": 1,
    "containers-small": 5,
    "log": 15_000,
    "nested": 20_000,
    "record": 400,
    "tweet": 2_000,
}


def mb_per_s(name: str) -> float:
    workload = registry.find(name)
    start_s = time.perf_counter()
    written = write_values(workload, COUNTS[name], seed=1, path="/dev/null")
    return written.json_bytes / 1e6 / (time.perf_counter() - start_s)


def main() -> None:
    names = sys.argv[1:] or [name for name in registry.names() if name != "containers-large"]
    print(f"{'workload':<20}{'best MB/s':>10}{'median MB/s':>13}")
    for name in names:
        mb_per_s(name)  # imports, and vocabularies
        rounds = [mb_per_s(name) for _ in range(ROUNDS)]
        print(f"{name:<20}{max(rounds):>10.1f}{statistics.median(rounds):>13.1f}")


if __name__ == "__main__":
    main()
