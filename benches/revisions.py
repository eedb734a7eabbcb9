"""What a change of codecs did to their times: drivers of two revisions side by side.

Run: .venv/bin/python benches/revisions.py REVISION CODEC ... [--target T] [--count N]
         [--budget S] [--op OPS]

Drivers are built from the sources of each, those of the revision by its own copy of this script and
in a cache of their own (for what `serbench setup` fetches, run it with
XDG_CACHE_HOME=~/.cache/serbench-against once). They are measured in one run, interleaved, by the
schedule and the analysis of this checkout. Printed are the nanoseconds before and after of each
codec and operation, and their ratio with its 95 % interval.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import platformdirs
from build_failures import tell_lacking

from serbench.builders.driver import BuildResult
from serbench.catalog import all_codecs, choose
from serbench.preparation.drivers import build_drivers
from serbench.preparation.readings import Target
from serbench.preparation.targets import resolve

HERE = Path(__file__).resolve().parent.parent
SCRIPT = Path(__file__).resolve().relative_to(HERE)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("revision")
    parser.add_argument("codecs", nargs="+")
    parser.add_argument("--target", default="log")
    parser.add_argument("--count", type=int)
    parser.add_argument("--budget", type=float)
    parser.add_argument("--op", default="serialize,deserialize")
    parser.add_argument("--drivers", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.drivers:
        print(json.dumps(drivers(options)))
    else:
        compare(options)


def drivers(options: argparse.Namespace) -> dict[str, list[str]]:
    known = [codec for codec in all_codecs() if codec.id in options.codecs]
    target = resolve(Target(options.target), options.count, 0)
    result = build_drivers(target, known, options.op.split(","))
    tell_lacking(result)
    return result.drivers


@contextmanager
def of_revision(options: argparse.Namespace) -> Iterator[dict[str, list[str]]]:
    """Drivers built from a checkout, which those of interpreters run from, by the script of this
    name there: it alone knows the modules of its revision. In the usual cache they would not
    outlive the next build."""
    with TemporaryDirectory() as folder:
        checkout = Path(folder, "checkout")
        subprocess.run(
            ["git", "-C", HERE, "worktree", "add", "--detach", "-q", checkout, options.revision],
            check=True,
        )
        try:
            done = subprocess.run(
                [
                    *(sys.executable, checkout / SCRIPT),
                    *("--drivers", options.revision, *options.codecs),
                    *("--target", options.target, "--op", options.op),
                    *(("--count", str(options.count)) if options.count else ()),
                ],
                env=os.environ
                | {
                    "PYTHONPATH": str(checkout / "src"),
                    "XDG_CACHE_HOME": str(platformdirs.user_cache_path("serbench-against")),
                },
                stdout=subprocess.PIPE, text=True, check=True,
            )  # fmt: skip
            yield json.loads(done.stdout)
        finally:
            subprocess.run(
                ["git", "-C", HERE, "worktree", "remove", "--force", checkout], check=True
            )


def compare(options: argparse.Namespace) -> None:
    from paired import Pair, measured  # needs what other revisions do not have

    codecs = choose((), tuple(options.codecs))
    options.codecs = [codec.id for codec in codecs]
    both = BuildResult(drivers=drivers(options))
    pairs = []
    with of_revision(options) as before:
        for codec in codecs:
            if codec.id in before and codec.id in both.drivers:
                was = replace(codec, id=f"{codec.id} before")
                both.drivers[was.id] = before[codec.id]
                pairs.append(Pair(codec, was))
            else:
                print(f"{codec.id}: not in both", file=sys.stderr)
        target = resolve(Target(options.target), options.count, 0)
        for cell in measured(target, pairs, both, tuple(options.op.split(",")), options.budget):
            print(cell)


if __name__ == "__main__":
    main()
