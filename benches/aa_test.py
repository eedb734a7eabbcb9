"""Whether one codec under several names differs significantly from itself.

Run: .venv/bin/python benches/aa_test.py [TARGET] [--copies N] [--budget S] [--times N] [CODEC ...]

Each codec by itself, under seven names, for 60 s, five times. Target: a difference is claimed in at
most one run of twenty.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from pathlib import Path

SERBENCH = str(Path(sys.executable).with_name("serbench"))
CODECS = ("cpp/cereal", "rust/postcard", "java/kryo", "go/encoding-json")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("target", nargs="?", default="log")
    parser.add_argument("codecs", nargs="*", default=CODECS)
    parser.add_argument("--copies", default="7")
    parser.add_argument("--budget", default="60")
    parser.add_argument("--times", type=int, default=5)
    arguments = parser.parse_args()
    runs = claimed = 0
    for time in range(arguments.times):
        for codec in arguments.codecs:
            done = subprocess.run(
                [
                    *(SERBENCH, "selftest", arguments.target, "--codec", codec, "--format", "json"),
                    *("--copies", arguments.copies, "--budget", arguments.budget),
                    *("--seed", str(time)),
                ],
                capture_output=True, text=True, check=False,
            )  # fmt: skip
            pairs = json.loads(done.stdout)
            differing = [pair for pair in pairs if pair["significant"]]
            largest = max(max(pair["ratio"], 1 / pair["ratio"]) for pair in pairs)
            runs, claimed = runs + 1, claimed + bool(differing)
            print(
                f"{codec:20} {len(differing)} of {len(pairs)} pairs differ significantly, "
                f"largest difference {100 * (largest - 1):.1f} %",
                flush=True,
            )
    print(f"a difference was claimed in {claimed} of {runs} runs")


if __name__ == "__main__":
    main()
