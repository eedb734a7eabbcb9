"""serbench's Rust codecs beside their libraries called by hand, under Criterion, on `log`.

Run: .venv/bin/python benches/handwritten/rust.py [PAIRS] [CODEC]...

Criterion times two programs of each codec, with the same generated types, versions and flags:
`rust/CODEC.rs`, which calls the library as its documentation or its own benchmark does
and gives up on the first error, tells what the codec and the driver cost beside the library;
the codec's own file (by `criterion/bench.rs`) tells whether driver and Criterion measure alike.
Both prove first that they make the driver's bytes, and from these the values
(`criterion/direct.rs`, where a new codec's author sees what a file has to hold).

All run on one processor, each process from fresh copies of its program and of the libraries that it
loads, and each pair linked in another layout: where code lies moves an operation of mostly short
copies by up to 1.5. Criterion's runs of a cell (10 samples within 50 ms) lie between the driver's
samples, one program and the other in turns first. Printed are the ratios, driver over Criterion,
with 95 % intervals over the pairs that were mostly quiet by the driver's kernel.

Target: no ratio to direct calls above 1.05, and the mean of those to the codecs' own files, whose
code lies otherwise too, 1 within 3 %.
"""

from __future__ import annotations

import json
import math
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import numpy as np
import numpy.typing as npt

sys.path.insert(0, str(Path(__file__).parents[1]))  # for what benches share

from ratios import judged

from serbench.builders import layout
from serbench.builders.codec import DRIVERS, Codec, read_codec
from serbench.builders.rust import cargo
from serbench.machine import cache
from serbench.measure.placement import PlacedDriver, copied
from serbench.measure.protocol import Sample
from serbench.measure.verification import verify
from serbench.preparation import drivers as languages
from serbench.preparation.readings import Target
from serbench.preparation.targets import ResolvedTarget, resolve
from serbench.stats.quiet import is_quiet, kernel_baselines_ns

SOURCES = Path(__file__).parent / "criterion"
BY_HAND = Path(__file__).parent / "rust"
CODECS = DRIVERS / "rust" / "codecs"
PAIRS = 5
OPERATIONS = ("encode", "decode")
WHOLE = ("serialize", "deserialize")  # of a codec on plain values they are the same
SIDES = ("direct", "own")  # whose code a program of Criterion's has
SAMPLE_NS = 2e6
SAMPLES = 8  # of the driver's, before each run of Criterion's and after the last
TARGET = 1.05
TOLERANCE = 0.03


def compiled(
    target: ResolvedTarget, codecs: list[Codec], layouts: int
) -> dict[tuple[str, str], list[Path]]:
    """By side and codec's name, Criterion's program in each layout; built as more members of the
    workspace that the drivers were built in, so that versions and features are the same."""
    home = cache.directory("build", "rust", target.schema.fingerprint, "workspace")
    workspace = cache.directory("bench", "criterion", target.schema.fingerprint)
    shutil.rmtree(workspace)
    shutil.copytree(home, workspace)  # with the times of files, so that cargo knows what it has
    members = {
        (side, codec.name): package(workspace, side, codec, layouts)
        for codec in codecs
        for side in SIDES
        if side == "own" or by_hand(codec).exists()
    }
    root = workspace / "Cargo.toml"
    added = "".join(f'"{path.relative_to(workspace)}", ' for path in members.values())
    root.write_text(root.read_text().replace('"members" = [', f'"members" = [{added}', 1))
    artifacts = cache.directory("build", "rust", "target", cache.processor())
    names = [program(*key, number) for key in members for number in range(layouts)]
    cargo.resolve(workspace, artifacts)  # Criterion and what it depends on are in no lock of ours
    built = cargo.build(workspace, artifacts, names, lambda done, name: None)
    for path in members.values():
        if path not in built.executables:
            sys.exit(built.failure(path)[1])
    return {
        key: [artifacts / "release" / program(*key, number) for number in range(layouts)]
        for key in members
    }


def by_hand(codec: Codec) -> Path:
    return BY_HAND / codec.path.name


def program(side: str, name: str, number: int) -> str:
    return f"criterion-{side}-{name}-{number}"


def package(workspace: Path, side: str, codec: Codec, layouts: int) -> Path:
    """A library that depends on what the codec's own crate does, and a program of each layout."""
    path = workspace / f"criterion-{side}" / codec.name
    (path / "src").mkdir(parents=True)
    name = f"criterion-{side}-{codec.name}"
    cargo_toml = (workspace / "codecs" / codec.name / "Cargo.toml").read_text()
    dependencies = cargo_toml.partition("[dependencies]\n")[2].partition("\n[")[0]
    manifest = [
        f'[package]\nname = "{name}"\nversion = "0.0.0"\nedition = "2021"\nautobins = false\n',
        f"[dependencies]\n{dependencies}",
        'criterion = { version = "0.5", default-features = false }',
    ]
    for number in range(layouts):
        main = f"fn main() {{\n    {name.replace('-', '_')}::run();\n}}\n"
        if number:
            main += f'\ncore::arch::global_asm!("{layout.assembler(number)}");\n'
        (path / f"{number}.rs").write_text(main)
        binary = f'name = "{program(side, codec.name, number)}"\npath = "{number}.rs"'
        manifest.append(f"\n[[bin]]\n{binary}")
    (path / "Cargo.toml").write_text("\n".join(manifest) + "\n")
    modules = ["direct", "library"] if side == "direct" else ["bench", "direct", "library"]
    for module in modules[:-1]:
        shutil.copy2(SOURCES / f"{module}.rs", path / "src")
    source = by_hand(codec) if side == "direct" else codec.path
    text = source.read_text() if side == "direct" else under_criterion(source.read_text())
    (path / "src" / "library.rs").write_text(text)
    lib = "".join(f"mod {module};\n" for module in modules) + "pub use library::run;\n"
    (path / "src" / "lib.rs").write_text(f"#![allow(dead_code)]\n\n{lib}")
    return path


def under_criterion(source: str) -> str:
    """A codec's file that ends with what bench.rs runs."""
    text, found = re.subn(
        r"^serbench_driver::codec!\((.+)\);$",
        r"pub fn run() {\n    crate::bench::run::<\1>();\n}",
        source,
        flags=re.MULTILINE,
    )
    if found != 1:
        sys.exit("the codec's file does not end as docs/adding-a-codec.md says")
    return text


def by_criterion(program: Path, arguments: list[str], count: int) -> float:
    """Nanoseconds per value: the median of its samples."""
    with tempfile.TemporaryDirectory() as home:
        copy, placed = copied(program, Path(home))
        environment = {**os.environ, **placed, "CRITERION_HOME": home}
        command = [str(copy), *arguments]
        done = subprocess.run(command, env=environment, capture_output=True, text=True)
        if done.returncode != 0:
            sys.exit(f"{program.name}: {done.stderr}")
        estimates = json.loads((Path(home) / "cell" / "new" / "estimates.json").read_text())
    return float(estimates["median"]["point_estimate"]) / count


@dataclass
class CriterionCell:
    """Of each pair: how long the driver took beside Criterion with the code of a side, and the
    kernel's times [samples, 2]."""

    name: str
    ratios: dict[str, list[float]] = field(default_factory=dict)
    kernels_ns: list[list[tuple[int, int]]] = field(default_factory=list)


def measure(
    layouts: list[dict[str, list[str]]],
    target: ResolvedTarget,
    codecs: list[Codec],
    programs: Mapping[tuple[str, str], list[Path]],
    scratch: Path,
) -> list[CriterionCell]:
    cells: dict[str, CriterionCell] = {}
    values, encoded = target.expected, scratch / "encoded"
    for number, drivers in enumerate(layouts):
        for codec in codecs:
            operations = OPERATIONS + (WHOLE if "own-model" in codec.traits else ())
            sides = [side for side in SIDES if (side, codec.name) in programs]
            with PlacedDriver(
                drivers[codec.id], os.sched_getaffinity(0), {}, (), scratch
            ) as driver:
                driver.describe()  # after which its copies are gone
                verdict = verify(driver, values)
                if not verdict.proven:
                    sys.exit(f"{codec.id}: {verdict.note}")
                driver.dump(encoded)
                for operation in operations:
                    name = f"{codec.name} {operation}"
                    cell = cells.setdefault(name, CriterionCell(name))
                    once_ns = min(driver.sample(operation, 1, 1).ns for _ in range(5))
                    passes = max(1, int(SAMPLE_NS / once_ns))
                    sample = partial(driver.sample, operation, passes, 1)
                    samples = [[sample() for _ in range(SAMPLES)]]
                    for side in sides if number % 2 == 0 else reversed(sides):
                        arguments = [str(values.path), str(encoded), operation]
                        path = programs[side, codec.name][number]
                        harness_ns = by_criterion(path, arguments, values.values)
                        samples.append([sample() for _ in range(SAMPLES)])
                        driver_ns = time_ns(samples[-2] + samples[-1])
                        cell.ratios.setdefault(side, []).append(driver_ns / harness_ns)
                    cell.kernels_ns.append([one.kernel_ns for some in samples for one in some])
        print(f"pair {number + 1} of {len(layouts)}", file=sys.stderr)
    return [*cells.values()]


def time_ns(samples: list[Sample]) -> float:
    return statistics.median(sample.ns / sample.items for sample in samples)


def quiet_pairs(kernels_ns: npt.NDArray[np.float64]) -> npt.NDArray[np.bool_]:
    """Those of one cell that were mostly quiet, from [pairs, samples, 2]."""
    pairs, samples, _ = kernels_ns.shape
    flat, process = kernels_ns.reshape(-1, 2), np.repeat(np.arange(pairs), samples)
    quiet = is_quiet(flat, kernel_baselines_ns(flat, process))
    return np.asarray(quiet.reshape(pairs, samples).mean(1) > 0.5)


def all_judged(cells: list[CriterionCell]) -> bool:
    """Whether all ratios to direct calls, and the mean of the others, meet the target."""
    met, own = True, []
    for cell in cells:
        is_quiet = quiet_pairs(np.array(cell.kernels_ns, dtype=float))
        for side, ratios in cell.ratios.items():
            known = [
                ratio if quiet else math.nan for ratio, quiet in zip(ratios, is_quiet, strict=True)
            ]
            if side == "direct":
                met &= judged(cell.name, known, 0, TARGET)
            else:
                logs = [math.log(ratio) for ratio in known if not math.isnan(ratio)]
                own += [math.exp(statistics.fmean(logs))] if logs else []
    print("The driver beside Criterion with the codec's own file, over all of these cells:")
    print("  " + ", ".join(f"{ratio:.2f}" for ratio in own))
    return judged("mean of cells", own, 1 - TOLERANCE, 1 + TOLERANCE) and met


def main(pairs: int, names: list[str]) -> int:
    target = resolve(Target("log"), None, 0)
    paths = [CODECS / f"{name}.rs" for name in names] or sorted(CODECS.glob("*.rs"))
    codecs = [read_codec("rust", path) for path in paths]
    layouts = []
    for number in range(pairs):
        with layout.chosen(number):
            result = languages.build(target.schema, codecs, OPERATIONS, lambda *_: None)
        for identity, failure in result.failures.items():
            sys.exit(f"{identity} did not build: {failure.reason} ({failure.log})")
        for identity, reason in result.unavailable.items():
            sys.exit(f"{identity} is not available: {reason}")
        layouts.append(result.drivers)
    programs = compiled(target, codecs, pairs)
    for codec in codecs:
        if not by_hand(codec).exists():
            print(f"{codec.name}: no direct calls ({by_hand(codec).name})")
    # Everything that is started from here on runs on one processor.
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    with cache.scratch() as scratch:  # another run would remove a directory that nobody holds
        cells = measure(layouts, target, codecs, programs, scratch)
    return int(not all_judged(cells))


if __name__ == "__main__":
    arguments = sys.argv[1:]
    given = int(arguments.pop(0)) if arguments and arguments[0].isdigit() else PAIRS
    sys.exit(main(given, arguments))
