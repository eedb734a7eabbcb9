"""How long serbench takes before it does what was asked.

Run: .venv/bin/python benches/start_up.py

Targets: `serbench --help` under 0.3 s; a second run on a known schema starts measuring within 3 s.
"""

from __future__ import annotations

import datetime as dt
import subprocess
import sys
import tempfile
import time
from pathlib import Path

SERBENCH = str(Path(sys.executable).with_name("serbench"))


def help_s() -> float:
    began = time.perf_counter()
    subprocess.run([SERBENCH, "--help"], check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - began


def until_measuring_s(target: str, folder: Path) -> float:
    """From the start of the process until the run's record is begun, which is just before the
    first driver starts."""
    import duckdb

    db = folder / "results.duckdb"
    db.unlink(missing_ok=True)
    began = dt.datetime.now(dt.UTC).replace(tzinfo=None)
    words = ["run", target, "--budget", "0.01", "--processes", "1", "--db", str(db)]
    words += ["--format", "json"]
    subprocess.run([SERBENCH, *words], check=True, capture_output=True, cwd=folder)
    with duckdb.connect(str(db), read_only=True) as results:
        [(started,)] = results.execute("SELECT started FROM runs").fetchall()
    return float((started - began).total_seconds())


def main() -> None:
    times = sorted(help_s() for _ in range(9))
    print(f"serbench --help: median {times[4]:.2f} s, slowest of 9 {times[-1]:.2f} s")
    with tempfile.TemporaryDirectory() as folder:
        for target in ("log", "tweet"):
            until_measuring_s(target, Path(folder))  # builds and prepares, if need be
            again = until_measuring_s(target, Path(folder))
            print(f"serbench run {target}, second time: measuring after {again:.2f} s")


if __name__ == "__main__":
    main()
