"""How fast a file is read, inferred from and prepared, in MB of JSON per second on one core.

    .venv/bin/python benches/inference.py [FILE…]

Without a file it generates tweets. Each step is run several times; the median, the fastest and
the slowest are printed, since shared machines change speed.
"""

from __future__ import annotations

import itertools
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import msgspec

from serbench.schema.infer import infer
from serbench.schema.lines import iter_lines
from serbench.schema.parse import parse
from serbench.schema.values import prepare
from serbench.workloads.registry import find

REPEATS = 7
LEAST_BYTES = 20_000_000
TWEETS = 5000


def generate(path: Path) -> Path:
    workload = find("tweet")
    assert workload.generate is not None
    with path.open("wb") as file:
        for tweet in itertools.islice(workload.generate(1), TWEETS):
            file.write(msgspec.json.encode(tweet) + b"\n")
    return path


def repeated(path: Path, copy: Path) -> Path:
    """The file's lines over and over, so that a small one takes long enough to be timed."""
    lines = [line.rstrip(b"\n") + b"\n" for _, line in iter_lines(path)]
    size = sum(map(len, lines))
    with copy.open("wb") as file:
        for _ in range(-(-LEAST_BYTES // size)):
            file.writelines(lines)
    return copy


def parse_all(path: Path) -> None:
    for _, line in iter_lines(path):
        parse(line)


def bench(name: str, size_bytes: int, step: Callable[[], object]) -> None:
    rates = []
    for _ in range(REPEATS):
        start_ns = time.perf_counter_ns()
        step()
        rates.append(size_bytes / (time.perf_counter_ns() - start_ns) * 1e3)
    print(
        f"  {name:<8} {statistics.median(rates):7.1f} MB/s   ({min(rates):.1f} to {max(rates):.1f})"
    )


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        here = Path(folder)
        for path in map(Path, sys.argv[1:] or [generate(here / "tweets.jsonl")]):
            copy = repeated(path, here / "copy.jsonl")
            size_bytes = copy.stat().st_size
            schema = infer([copy]).schema
            print(f"{path.name}: {size_bytes / 1e6:.1f} MB")
            bench("lines", size_bytes, lambda: sum(1 for _ in iter_lines(copy)))  # noqa: B023
            bench("parse", size_bytes, lambda: parse_all(copy))  # noqa: B023
            bench("infer", size_bytes, lambda: infer([copy]))  # noqa: B023
            bench(
                "prepare",
                size_bytes,
                lambda: prepare(schema, iter_lines(copy), here / "out.jsonl", 0, 0),  # noqa: B023
            )


if __name__ == "__main__":
    main()
