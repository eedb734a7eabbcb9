"""serbench's Python and JavaScript codecs beside loops as of their libraries' own benchmarks.

Run: .venv/bin/python benches/interpreted_direct.py [PAIRS] [CODEC]...

On the workload `log`. `interpreted_direct/loops.py` and `loops.js` say what each library's own
benchmark calls; they are asked for each sample as a driver is, and time the reference kernel before
and after it as the driver does: only what was quiet counts. Pairs of processes, ours and theirs in
turns first. Printed is the driver's time over the loop's, each the median of a process, with its
interval. What a codec populates, the driver makes just before it is encoded, which loops do not.

Target: no ratio above 1.05.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
from ratios import SAMPLES, Timed, all_judged, by_driver

from serbench import processors
from serbench.build.codec import shipped
from serbench.measure.verification import Expected
from serbench.preparation.drivers import build
from serbench.preparation.targets import resolve

HERE = Path(__file__).with_name("interpreted_direct")
# What the loops call each library.
CODECS = {
    "python/orjson": "orjson",
    "python/msgspec-msgpack": "msgspec",
    "python/protobuf": "protobuf",
    "javascript/msgpackr": "msgpackr",
    "javascript/protobufjs": "protobufjs",
    "javascript/avsc": "avsc",
}
OPERATIONS = ("encode", "decode")
# Of drivers of what compiles as it runs.
WARM_S = {"python": 0.0, "javascript": 4.0}
# As `serbench run` places them.
CPUS = {"python": {max(os.sched_getaffinity(0))}, "javascript": os.sched_getaffinity(0)}
TARGET = 1.05


def main(pairs: int, names: list[str]) -> int:
    target = resolve("log", 1000, 0)
    codecs = [codec for its in ("python", "javascript") for codec in shipped(its)]
    chosen = [codec for codec in codecs if codec.id in (names or CODECS)]
    result = build(target.schema, chosen, OPERATIONS, lambda done, total, doing: None)
    for identity, failure in result.failures.items():
        print(f"{identity} did not build: {failure.reason} ({failure.log})", file=sys.stderr)
    ours: dict[str, list[Timed]] = {}
    theirs: dict[str, list[Timed]] = {}
    with tempfile.TemporaryDirectory() as scratch:
        for number in range(pairs):
            for codec, command in result.drivers.items():
                language = codec.partition("/")[0]
                warm_s, cpus = WARM_S[language], CPUS[language]
                for side in (ours, theirs) if number % 2 == 0 else (theirs, ours):
                    if side is ours:
                        found = by_driver(
                            command, target.expected, OPERATIONS, Path(scratch), (), warm_s, cpus
                        )
                    else:
                        with processors.pinned(cpus):
                            found = by_loop(codec, command, target.expected, Path(scratch))
                    for operation, timed in found.items():
                        side.setdefault(f"{codec} {operation}", []).append(timed)
            print(f"pair {number + 1} of {pairs}", file=sys.stderr)
    met = True
    for language in WARM_S:  # whose kernels differ
        sides = [
            {k: its for k, its in side.items() if k.startswith(language)} for side in (ours, theirs)
        ]
        met &= not sides[0] or all_judged(*sides, 0, TARGET)
    return int(not met)


def by_loop(codec: str, command: list[str], expected: Expected, out: Path) -> dict[str, Timed]:
    """Samples of a new process of the same interpreter with the same flags."""
    *interpreter, driver, facts = command
    asked = [facts, CODECS[codec], str(expected.path)]
    if driver.endswith(".py"):
        program = [*interpreter, str(HERE / "loops.py"), *asked]
    else:
        package = Path(json.loads(Path(facts).read_text())["path"]).parent
        shutil.rmtree(out / codec, ignore_errors=True)
        shutil.copytree(package, out / codec, symlinks=True)
        shutil.copy(HERE / "loops.js", out / codec)
        program = [*interpreter, "loops.js", *asked]
    where = out / codec if driver.endswith(".js") else out
    rows: dict[str, list[list[float]]] = {operation: [] for operation in OPERATIONS}
    pipe = subprocess.PIPE
    with subprocess.Popen(program, cwd=where, stdin=pipe, stdout=pipe, text=True) as loop:
        for operation in OPERATIONS * SAMPLES:
            loop.stdin.write("\n")
            loop.stdin.flush()
            if not (line := loop.stdout.readline()):
                sys.exit(f"{codec}: the loop ended")
            rows[operation].append(json.loads(line))
        loop.stdin.close()
    samples = {operation: np.array(its) for operation, its in rows.items()}
    return {operation: Timed(its[:, 0], its[:, 1:]) for operation, its in samples.items()}


if __name__ == "__main__":
    arguments = sys.argv[1:]
    given = int(arguments.pop(0)) if arguments and arguments[0].isdigit() else 5
    sys.exit(main(given, arguments))
