"""Whether two runs say the same: ratios to the reference codec, cell by cell.

Run: .venv/bin/python benches/repeatability.py [TARGET] [BUDGET_S]

Target: they agree within 5 % for nine cells of ten.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

SERBENCH = str(Path(sys.executable).with_name("serbench"))
AGREED = 0.05

Cell = tuple[str, str]


def measured(target: str, budget_s: str, folder: str) -> dict[Cell, dict[str, Any]]:
    done = subprocess.run(
        [SERBENCH, "run", target, "--budget", budget_s, "--json"],
        check=True, capture_output=True, text=True, cwd=folder,
    )  # fmt: skip
    return {(r["codec"], r["operation"]): r for r in json.loads(done.stdout) if r["ratio"]}


def main() -> None:
    target, budget_s = (sys.argv[1:] + ["log", "60"][len(sys.argv) - 1 :])[:2]
    with tempfile.TemporaryDirectory() as folder:
        first, second = (measured(target, budget_s, folder) for _ in range(2))
    # A codec's ratio to itself always agrees.
    cells = [c for c in first if c in second and first[c]["reference"] != c[0]]
    off = {c: second[c]["ratio"] / first[c]["ratio"] - 1 for c in cells}
    for cell, by in sorted(off.items(), key=lambda item: -abs(item[1])):
        ratios = f"{first[cell]['ratio']:.4g} then {second[cell]['ratio']:.4g}"
        print(f"{by:+7.1%}  {cell[0]:<20} {cell[1]:<12} {ratios}")
    agreed = sum(abs(by) <= AGREED for by in off.values())
    times = [abs(second[c]["median_ns"] / first[c]["median_ns"] - 1) for c in cells]
    print(f"{agreed} of {len(off)} ratios agree within {AGREED:.0%}: {agreed / len(off):.0%}")
    print(f"absolute medians differ by {statistics.median(times):.1%} (median of cells)")


if __name__ == "__main__":
    main()
