"""How long drivers of a schema never seen before take to generate and build, dependencies warm.

Run: .venv/bin/python benches/cold_build.py [--against CHECKOUT] [--rounds N] [LANGUAGE ...]

The schemas are those of `log` (25 fields) and `tweet` (147) with one more field of a random name;
operations are those of a run that names none. `all` as a language builds all of them side by side.
With `--against`, another checkout of serbench takes turns with this one, with a cache of its own,
and each figure stands beside its ratio: machines differ, and so does the same one from hour to
hour. Processor seconds are those of all processes together.

Targets, as ratios to commit 19fb357: `tweet` Rust at most 0.42 of the processor seconds, all
languages at most 0.5 of the wall time and 90 s; `log` at most 0.5.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import secrets
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from statistics import median

import platformdirs

HERE = Path(__file__).resolve().parent.parent
WORKLOADS = ("log", "tweet")


def main() -> None:
    options = arguments()
    if options.one:
        print(json.dumps(one(*options.one)))
        return
    for workload in WORKLOADS:
        for language in options.languages or ["cpp", "rust", "java", "go", "all"]:
            compare(workload, language, options.against, options.rounds)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    parser.add_argument("languages", nargs="*")
    parser.add_argument("--against", type=Path)
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--one", nargs=2, metavar=("WORKLOAD", "LANGUAGE"))
    return parser.parse_args()


def compare(workload: str, language: str, against: Path | None, rounds: int) -> None:
    checkouts = [HERE, *([against.resolve()] if against else [])]
    took: dict[Path, list[dict[str, float]]] = {checkout: [] for checkout in checkouts}
    for number in range(rounds):
        for checkout in checkouts if number % 2 == 0 else checkouts[::-1]:
            took[checkout].append(in_checkout(checkout, workload, language))
    line = [f"{workload}: {language}: {took[HERE][0]['drivers']:.0f} drivers"]
    for figure in ("processor_s", "wall_s"):
        median_here = median(measured[figure] for measured in took[HERE])
        line.append(f"{figure} {median_here:.1f}")
        if against:
            other = median(measured[figure] for measured in took[checkouts[1]])
            line.append(f"of {other:.1f} ({median_here / other:.2f})")
    print(" ".join(line), flush=True)


def in_checkout(checkout: Path, workload: str, language: str) -> dict[str, float]:
    environment = {**os.environ, "PYTHONPATH": str(checkout / "src")}
    if checkout != HERE:
        environment["XDG_CACHE_HOME"] = str(platformdirs.user_cache_path("serbench-against"))
    done = subprocess.run(
        [sys.executable, __file__, "--one", workload, language],
        env=environment, stdout=subprocess.PIPE, text=True, check=True,
    )  # fmt: skip
    found: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return found


def one(workload: str, language: str) -> dict[str, float]:
    """Builds in this process. The names are those of this checkout, or of the one before rooms
    were put in order."""
    from serbench.schema.model import Field, Kind, Record, Scalar
    from serbench.workloads import registry

    try:
        from serbench.catalog import all_codecs
        from serbench.operations import BY_DEFAULT
        from serbench.preparation import drivers
    except ModuleNotFoundError:
        from serbench.builders.catalog import all_codecs

        from serbench.builders import languages as drivers

        operations = ()
    else:
        operations = (BY_DEFAULT,)
    codecs = [codec for codec in all_codecs() if language in ("all", codec.language)]

    def build(schema: object) -> dict[str, object]:
        built = drivers.build(schema, codecs, *operations, lambda *_: None)
        for name, failure in built.failures.items():
            print(f"{name} failed: {failure.reason}", file=sys.stderr)
        return built.drivers

    # Dependencies compile once, whatever the schema; that is not what is asked here.
    build(registry.find("nested").schema)
    schema = registry.find(workload).schema
    first, *others = schema.records
    extra = Field(f"extra_{secrets.token_hex(4)}", Scalar(Kind.I32))
    unseen = replace(schema, records=(Record(first.name, (*first.fields, extra)), *others))
    began, before = time.perf_counter(), processor_s()
    built = build(unseen)
    return {
        "drivers": len(built),
        "wall_s": time.perf_counter() - began,
        "processor_s": processor_s() - before,
    }


def processor_s() -> float:
    used = [
        resource.getrusage(processes)
        for processes in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    ]
    return sum(usage.ru_utime + usage.ru_stime for usage in used)


if __name__ == "__main__":
    main()
