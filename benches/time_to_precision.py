"""How long until times are known to 2 %, beside what other harnesses take at their defaults.

Run: .venv/bin/python benches/time_to_precision.py [TARGET]

The others are not run: a cell of theirs takes what their documentation says that it takes by
default, without starting, compiling or analysing. Target: a tenth of that.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from serbench.operations import PRIMARY

SERBENCH = str(Path(sys.executable).with_name("serbench"))
# Seconds for a benchmark. Criterion: 3 s of warming, 5 s of measuring (Criterion.rs book, "Command-
# Line Output"); JMH: 5 forks of 5 warming and 5 measured iterations of 10 s (jmh -h); Go: 1 s
# (go help testflag, -benchtime); Google Benchmark: 0.5 s (user guide, --benchmark_min_time).
DEFAULTS_S = {"rust": 8.0, "java": 500.0, "go": 1.0, "cpp": 0.5}
HALF_WIDTHS = (0.02, 0.05)


def main() -> None:
    target = sys.argv[1] if len(sys.argv) > 1 else "log"
    with tempfile.TemporaryDirectory() as folder:
        began = time.monotonic()
        done = subprocess.run(
            [SERBENCH, "run", target, "--codec", "*", "--format", "json"],
            capture_output=True, text=True, cwd=folder, check=False,
        )  # fmt: skip
        took_s = time.monotonic() - began
    rows = [r for r in json.loads(done.stdout) if r["operation"] in PRIMARY and r["time_ns"]]
    widths = [(r["high_ns"] - r["low_ns"]) / 2 / r["time_ns"] for r in rows]
    print(f"{len(rows)} cells in {took_s:.0f} s, starting, proving and warming included")
    for width in HALF_WIDTHS:
        print(f"  known to {width:.0%}: {sum(w <= width for w in widths)}")
    cells = Counter(r["language"] for r in rows)
    others_s = sum(DEFAULTS_S.get(language, 0.0) * n for language, n in cells.items())
    for language, number in cells.items():
        print(f"  {language}: {number} cells at {DEFAULTS_S.get(language, 0.0):g} s elsewhere")
    print(f"others at their defaults {others_s:.0f} s: {took_s / others_s:.1%} of that")


if __name__ == "__main__":
    main()
