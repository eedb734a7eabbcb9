"""How many pairs of codecs within a language differ and were not told so, and how well each
language is known.

Run: .venv/bin/python benches/missed_pairs.py RESULTS_FILE [RUN]

Reads a run of `serbench run` (the latest, or the one named) of its primary operations. Prints:

    missed      pairs whose estimates differ by more than 1.2 times, and that do not differ
                significantly (target: 1 % of the core set, 3 % of all codecs)
    disjoint    pairs that do not differ significantly though their 95 % intervals have no time in
                common (5 %, 10 %)
    processes   of a codec, the fewest and the median, by language
    half-width  of the intervals of times, median by language
"""

from __future__ import annotations

import argparse
from itertools import combinations
from pathlib import Path
from statistics import median

from serbench.operations import PRIMARY
from serbench.results.analysis import analyse
from serbench.results.ranking import interval
from serbench.results.rows import Row
from serbench.results.store import Store

DIFFERENT = 1.2


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("results_file", type=Path)
    parser.add_argument("run", nargs="?")
    arguments = parser.parse_args()
    with Store(arguments.results_file, read_only=True) as store:
        measured = [run.run for run in store.runs() if run.kind == "run"]
        run = store.named(arguments.run) if arguments.run else measured[-1]
        result = analyse(store, run)
    rows = [row for row in result.rows if row.operation in PRIMARY and row.time_ns]
    found = [pair for pair in combinations(rows, 2) if are_beside(*pair)]
    missed = [pair for pair in found if not is_told(*pair) and ratio(*pair) > DIFFERENT]
    disjoint = [pair for pair in found if not is_told(*pair) and are_disjoint(*pair)]
    print(f"{run}: {result.seconds:.0f} s, {len(found)} pairs within a language")
    print(f"missed    {len(missed):5}  {len(missed) / len(found):.1%}")
    print(f"disjoint  {len(disjoint):5}  {len(disjoint) / len(found):.1%}")
    for language in dict.fromkeys(row.language for row in rows):
        of_it = [row for row in rows if row.language == language]
        processes = sorted(row.processes for row in of_it)
        width = median(interval(row).half_width for row in of_it)
        print(
            f"{language:11} processes {processes[0]:2}, {median(processes):4.1f}; "
            f"half-width {width:.1%}"
        )
    for one, other in sorted(missed, key=lambda pair: -ratio(*pair))[:10]:
        print(f"  {ratio(one, other):.2f} {one.operation}: {one.codec}, {other.codec}")


def are_beside(one: Row, other: Row) -> bool:
    of_cell = (one.workload, one.operation, one.language)
    return of_cell == (other.workload, other.operation, other.language)


def is_told(one: Row, other: Row) -> bool:
    return one.codec in other.language_slower_than or other.codec in one.language_slower_than


def ratio(one: Row, other: Row) -> float:
    a, b = interval(one).estimate, interval(other).estimate
    return max(a / b, b / a)


def are_disjoint(one: Row, other: Row) -> bool:
    a, b = interval(one), interval(other)
    return a.high < b.low or b.high < a.low


if __name__ == "__main__":
    main()
