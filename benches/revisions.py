"""What a change of codecs did to their times: drivers of two revisions side by side.

Run: .venv/bin/python benches/revisions.py REVISION CODEC ... [--target T] [--budget S] [--op OPS]

Drivers are built from the sources of each, those of the revision in a cache of their own. They are
measured in one run, interleaved, by the schedule and the analysis of this checkout. Printed are the
nanoseconds before and after of each codec and operation, and their ratio with its 95 % interval.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import platformdirs

from serbench import cache
from serbench.build.driver import BuildResult
from serbench.catalog import all_codecs, choose
from serbench.commands.run import RunOptions, measure_all
from serbench.preparation.drivers import availability, build_drivers
from serbench.preparation.targets import resolve

HERE = Path(__file__).resolve().parent.parent


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("revision")
    parser.add_argument("codecs", nargs="+")
    parser.add_argument("--target", default="log")
    parser.add_argument("--budget", type=float)
    parser.add_argument("--op", default="serialize,deserialize")
    parser.add_argument("--drivers", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    operations = tuple(options.op.split(","))
    if options.drivers:
        print(json.dumps(drivers(options.target, options.codecs, operations)))
    else:
        compare(options.revision, options.codecs, options.target, operations, options.budget)


def drivers(target: str, codecs: Sequence[str], operations: Sequence[str]) -> dict[str, list[str]]:
    known = [codec for codec in all_codecs() if codec.id in codecs]
    return build_drivers(resolve(target, None, 0), known, operations).drivers


def of_revision(
    revision: str, target: str, codecs: Sequence[str], operations: Sequence[str]
) -> dict[str, list[str]]:
    """Drivers outlive the checkout that they were built from. In the usual cache they would not
    outlive the next build."""
    with TemporaryDirectory() as folder:
        checkout = Path(folder, "checkout")
        subprocess.run(
            ["git", "-C", HERE, "worktree", "add", "--detach", "--quiet", checkout, revision],
            check=True,
        )
        try:
            done = subprocess.run(
                [
                    *(sys.executable, __file__, "--drivers", revision, *codecs),
                    *("--target", target, "--op", ",".join(operations)),
                ],
                env=os.environ
                | {
                    "PYTHONPATH": str(checkout / "src"),
                    "XDG_CACHE_HOME": str(platformdirs.user_cache_path("serbench-against")),
                },
                stdout=subprocess.PIPE, text=True, check=True,
            )  # fmt: skip
        finally:
            subprocess.run(
                ["git", "-C", HERE, "worktree", "remove", "--force", checkout], check=True
            )
    found: dict[str, list[str]] = json.loads(done.stdout)
    return found


def compare(
    revision: str,
    names: Sequence[str],
    target: str,
    operations: tuple[str, ...],
    budget_s: float | None,
) -> None:
    from serbench.results.analysis import ratios  # other revisions have no such thing
    from serbench.results.store import Store

    codecs = choose((), tuple(names))
    before = of_revision(revision, target, [codec.id for codec in codecs], operations)
    resolved = resolve(target, None, 0)
    built = build_drivers(resolved, codecs, operations)
    both = BuildResult(drivers=dict(built.drivers))
    named = list(codecs)
    for codec in codecs:
        if codec.id in before and codec.id in built.drivers:
            was = replace(codec, id=f"{codec.id} before")
            named.append(was)
            both.drivers[was.id] = before[codec.id]
        else:
            print(f"{codec.id}: not in both", file=sys.stderr)
    versions = {c.id: availability(codecs[i % len(codecs)]).version for i, c in enumerate(named)}
    options = RunOptions((target,), operations=operations, budget_s=budget_s)
    with cache.scratch() as folder, Store(folder / "revisions.duckdb") as store:
        result, _ = measure_all(store, options, [resolved], named, versions, [both])
        times = {(row.codec, row.operation): row.median_ns for row in result.rows}
        for codec in codecs:
            for operation, ratio in ratios(
                store, result.run, codec.id, f"{codec.id} before"
            ).items():
                was_ns = times[f"{codec.id} before", operation] or 0.0
                now_ns = times[codec.id, operation] or 0.0
                print(
                    f"{codec.id:30}{operation:12}{was_ns:12.1f}{now_ns:12.1f}"
                    f"{ratio.median:8.2f} ({ratio.low:.2f} to {ratio.high:.2f})"
                )


if __name__ == "__main__":
    main()
