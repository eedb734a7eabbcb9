"""serbench's Rust driver beside Criterion: encode and decode of four codecs, interleaved.

Run: .venv/bin/python benches/criterion.py [ROUNDS]

`criterion/main.rs` calls the libraries directly, over the same values of `log`, with the same
generated types, versions and flags; all run on one processor. In each round Criterion's run of
a cell (10 samples within 50 ms) lies between samples by the driver, and both are new processes:
where in memory they happen to lie moves an operation of mostly short copies by up to 1.5. Printed
is the median of the rounds' ratios, driver over Criterion: of all rounds, and of those that were
quiet before and after by the driver's kernel.

Target: 1 within 3 % in quiet rounds.
"""

from __future__ import annotations

import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

from serbench.build import cache, cargo, languages
from serbench.build.catalog import DRIVERS, Codec, read_codec
from serbench.build.rust_workspace import driver_crate
from serbench.measure.client import Driver
from serbench.measure.verification import verify
from serbench.stats.quiet import is_quiet, kernel_baselines_ns
from serbench.targets import Target, resolve

SOURCE = Path(__file__).parent / "criterion" / "main.rs"
CODECS = ("serde-json", "bincode", "postcard", "prost")
OPERATIONS = ("encode", "decode")
PROGRAM = "criterion-bench"
SAMPLE_NS = 2e6
SAMPLES = 8  # of the driver's, before Criterion's and again after
TOLERANCE = 0.03


def compiled(target: Target, codecs: list[Codec]) -> Path:
    """Criterion's program, as one more member of the workspace that the drivers were built in, so
    that versions and features of all libraries are the same."""
    home = cache.directory("build", "rust", target.schema.fingerprint, "workspace")
    workspace = cache.directory("bench", "criterion", target.schema.fingerprint)
    shutil.rmtree(workspace)
    shutil.copytree(home, workspace)  # with the times of files, so that cargo knows what it has
    types = next(path.name for path in home.glob("types-*") if path.name.count("-") == 1)
    manifest = [
        f'[package]\nname = "{PROGRAM}"\nversion = "0.0.0"\nedition = "2021"\n',
        f'[[bin]]\nname = "{PROGRAM}"\npath = "main.rs"\n',
        "[dependencies]",
        'criterion = { version = "0.5", default-features = false }',
        f'serbench-driver = {{ path = "{driver_crate()}" }}',
        f'schema = {{ path = "../{types}" }}',
        f'schema-prost = {{ path = "../{types}-prost" }}',
    ]
    for codec in codecs:
        manifest += codec_dependencies(codec)
    (workspace / "criterion").mkdir()
    (workspace / "criterion" / "Cargo.toml").write_text("\n".join(manifest) + "\n")
    shutil.copy2(SOURCE, workspace / "criterion" / "main.rs")
    root = workspace / "Cargo.toml"
    root.write_text(root.read_text().replace('"members" = [', '"members" = ["criterion", ', 1))
    artifacts = cache.directory("build", "rust", "target", cache.processor())
    built = cargo.build(workspace, artifacts, [PROGRAM], lambda done, name: None)
    if not built.executables:
        sys.exit(built.failure(workspace / "criterion")[1])
    [program] = built.executables.values()
    return program


def codec_dependencies(codec: Codec) -> list[str]:
    """The lines of front matter that say what the codec depends on."""
    lines = []
    for name, wanted in codec.facts["dependencies"].items():
        asked = wanted if isinstance(wanted, dict) else {"version": wanted}
        parts = [f"{key} = {json.dumps(value)}" for key, value in asked.items()]
        lines.append(f"{name} = {{ {', '.join(parts)} }}")
    return lines


def by_criterion(program: Path, values: Path, codec: str, operation: str, count: int) -> float:
    """Nanoseconds per value: the median of its samples."""
    with tempfile.TemporaryDirectory() as home:
        command = [str(program), str(values), codec, operation]
        environment = {**os.environ, "CRITERION_HOME": home}
        done = subprocess.run(command, env=environment, capture_output=True, text=True)
        if done.returncode != 0:
            sys.exit(done.stderr)
        estimates = json.loads((Path(home) / "cell" / "new" / "estimates.json").read_text())
    return float(estimates["median"]["point_estimate"]) / count


def measure(commands: dict[str, list[str]], target: Target, program: Path, rounds: int) -> bool:
    """Prints a line for each cell. Whether all are within the tolerance."""
    cells = [(codec, operation) for codec in CODECS for operation in OPERATIONS]
    ratios: dict[tuple[str, str], list[float]] = {cell: [] for cell in cells}
    kernels: dict[tuple[str, str], list[list[tuple[int, int]]]] = {cell: [] for cell in cells}
    for number in range(rounds):
        for codec, operation in cells:
            values = target.expected
            with Driver(commands[codec]) as driver:
                verify(driver, values)
                once_ns = min(driver.sample(operation, 1, 1).ns for _ in range(5))
                passes = max(1, int(SAMPLE_NS / once_ns))
                taken = [driver.sample(operation, passes, 1) for _ in range(SAMPLES)]
                theirs = by_criterion(program, values.path, codec, operation, values.values)
                taken += [driver.sample(operation, passes, 1) for _ in range(SAMPLES)]
            ours = statistics.median(sample.ns / sample.items for sample in taken)
            ratios[codec, operation].append(ours / theirs)
            kernels[codec, operation].append([sample.kernel_ns for sample in taken])
        print(f"round {number + 1} of {rounds}", file=sys.stderr)
    every = np.array([k for cell in cells for k in kernels[cell]], dtype=float)
    baselines = kernel_baselines_ns(every.reshape(-1, 2))
    print(f"{'codec':12} {'operation':9} {'all rounds':>11}  quiet rounds")
    agreed = True
    for cell in cells:
        times = np.array(kernels[cell], dtype=float)
        quiet_share = is_quiet(times.reshape(-1, 2), baselines).reshape(times.shape[:2]).mean(1)
        quiet = [r for r, share in zip(ratios[cell], quiet_share, strict=True) if share > 0.5]
        middle = statistics.median(quiet) if quiet else float("nan")
        said = f"{middle:.3f} ({len(quiet)})" if quiet else "none was quiet"
        print(f"{cell[0]:12} {cell[1]:9} {statistics.median(ratios[cell]):11.3f}  {said}")
        agreed = agreed and abs(middle - 1) <= TOLERANCE
    return agreed


def main(rounds: int) -> int:
    target = resolve("log", None, 0)
    codecs = [read_codec("rust", DRIVERS / "rust" / "codecs" / f"{name}.rs") for name in CODECS]
    result = languages.build(target.schema, codecs, lambda done, total, doing: None)
    for identity, failure in result.failures.items():
        sys.exit(f"{identity} did not build: {failure.reason} ({failure.log})")
    program = compiled(target, codecs)
    # Everything that is started from here on runs on one processor.
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    agreed = measure({c.name: result.drivers[c.id] for c in codecs}, target, program, rounds)
    print(f"the target is 1 within {TOLERANCE:.0%}: {'met' if agreed else 'missed'}")
    return int(not agreed)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 20))
