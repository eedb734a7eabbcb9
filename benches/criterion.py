"""serbench's Rust driver beside Criterion: encode and decode, interleaved.

Run: .venv/bin/python benches/criterion.py [PROCESSES [CODEC ...]]

Criterion times two programs, over the same values of `log`, with the same generated types, versions
and flags: one whose operation is the codec's own file (`criterion/bench.rs`), which tells how well
the driver measures, and one that calls the libraries directly and gives up on the first error
(`criterion/direct.rs`), which tells what the codec's function costs. All run on one processor, and
each process from fresh copies of its program and of the libraries that it loads: where in memory
these lie moves an operation of mostly short copies by up to 1.5. In each round Criterion's runs
of a cell (10 samples within 50 ms) lie between the driver's samples. Printed are the ratios, driver
over Criterion, with 95 % intervals over the pairs of processes: of all, and of those that
were mostly quiet by the driver's kernel.

Target: 1 within 3 %, for the codec's own file.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from ratios import interval

from serbench import cache
from serbench.build.codec import DRIVERS, Codec, read_codec
from serbench.build.rust import cargo
from serbench.build.rust.workspace import driver_crate
from serbench.measure.client import Sample
from serbench.measure.placement import PlacedDriver, copied
from serbench.measure.verification import verify
from serbench.operations import NAMES
from serbench.preparation import drivers as languages
from serbench.preparation.targets import Target, resolve
from serbench.stats.quiet import is_quiet, kernel_baselines_ns

SOURCES = Path(__file__).parent / "criterion"
CODECS = ("serde-json", "postcard")
DIRECT = ("serde-json", "bincode", "postcard", "prost")  # that criterion/direct.rs calls
PROCESSES = 5
OPERATIONS = ("encode", "decode")
SAMPLE_NS = 2e6
SAMPLES = 8  # of the driver's, before Criterion's and again after
TOLERANCE = 0.03


class Programs(NamedTuple):
    """`codecs` have the code of a codec's file, by its name; `direct` calls all libraries."""

    codecs: dict[str, Path]
    direct: Path


def compiled(target: Target, codecs: list[Codec], direct: list[Codec]) -> Programs:
    """Criterion's programs, as more members of the workspace that the drivers were built in, so
    that versions and features of all libraries are the same."""
    home = cache.directory("build", "rust", target.schema.fingerprint, "workspace")
    workspace = cache.directory("bench", "criterion", target.schema.fingerprint)
    shutil.rmtree(workspace)
    shutil.copytree(home, workspace)  # with the times of files, so that cargo knows what it has
    types = next(path.name for path in home.glob("types-*") if path.name.count("-") == 1)
    members = {"direct": package(workspace, types, "direct", direct)}
    shutil.copy2(SOURCES / "direct.rs", members["direct"] / "main.rs")
    for codec in codecs:
        members[codec.name] = package(workspace, types, codec.name, [codec])
        shutil.copy2(SOURCES / "bench.rs", members[codec.name])
        (members[codec.name] / "main.rs").write_text(under_criterion(codec.path.read_text()))
    root = workspace / "Cargo.toml"
    added = "".join(f'"{path.name}", ' for path in members.values())
    root.write_text(root.read_text().replace('"members" = [', f'"members" = [{added}', 1))
    artifacts = cache.directory("build", "rust", "target", cache.processor())
    names = [path.name for path in members.values()]
    built = cargo.build(workspace, artifacts, names, lambda done, name: None)
    for path in members.values():
        if path not in built.executables:
            sys.exit(built.failure(path)[1])
    programs = {name: built.executables[path] for name, path in members.items()}
    return Programs(codecs=programs, direct=programs.pop("direct"))


def package(workspace: Path, types: str, name: str, codecs: list[Codec]) -> Path:
    """One without its main."""
    path = workspace / f"criterion-{name}"
    path.mkdir()
    manifest = [
        f'[package]\nname = "{path.name}"\nversion = "0.0.0"\nedition = "2021"\n',
        f'[[bin]]\nname = "{path.name}"\npath = "main.rs"\n',
        "[dependencies]",
        'criterion = { version = "0.5", default-features = false }',
        f'serbench-driver = {{ path = "{driver_crate()}" }}',
        f'schema = {{ path = "../{types}" }}',
        f'schema-prost = {{ path = "../{types}-prost" }}',
    ]
    for codec in codecs:
        manifest += codec_dependencies(codec)
    shutil.copy2(SOURCES / "settings.rs", path)
    (path / "Cargo.toml").write_text("\n".join(manifest) + "\n")
    return path


def under_criterion(source: str) -> str:
    """A codec's file with another main: that of bench.rs."""
    text, found = re.subn(
        r"^serbench_driver::codec!\((.+)\);$",
        r"mod bench;\nmod settings;\n\nfn main() {\n    bench::run::<schema::Root, \1>();\n}",
        source,
        flags=re.MULTILINE,
    )
    if found != 1:
        sys.exit("the codec's file does not end as CONTRIBUTING.md says")
    return text


def codec_dependencies(codec: Codec) -> list[str]:
    """The lines of front matter that say what the codec depends on."""
    lines = []
    for name, wanted in codec.facts["dependencies"].items():
        asked = wanted if isinstance(wanted, dict) else {"version": wanted}
        parts = [f"{key} = {json.dumps(value)}" for key, value in asked.items()]
        lines.append(f"{name} = {{ {', '.join(parts)} }}")
    return lines


def by_criterion(program: Path, arguments: list[str], count: int) -> float:
    """Nanoseconds per value: the median of its samples."""
    with tempfile.TemporaryDirectory() as home:
        copy, placed = copied(program, Path(home))
        environment = {**os.environ, **placed, "CRITERION_HOME": home}
        command = [str(copy), *arguments]
        done = subprocess.run(command, env=environment, capture_output=True, text=True)
        if done.returncode != 0:
            sys.exit(done.stderr)
        estimates = json.loads((Path(home) / "cell" / "new" / "estimates.json").read_text())
    return float(estimates["median"]["point_estimate"]) / count


@dataclass
class Cell:
    """Of each round: how long the driver took beside Criterion with the codec's code and with
    direct calls, and the kernel's times [samples, 2]."""

    codec: str
    operation: str
    ratios: list[float] = field(default_factory=list)
    direct: list[float] = field(default_factory=list)
    kernels_ns: list[list[tuple[int, int]]] = field(default_factory=list)


def measure(
    commands: dict[str, list[str]], target: Target, programs: Programs, rounds: int
) -> list[Cell]:
    cells = [Cell(codec, operation) for codec in commands for operation in OPERATIONS]
    values = target.expected
    cpus, scratch = os.sched_getaffinity(0), cache.directory("scratch")
    for number in range(rounds):
        for cell in cells:
            shared = [str(values.path), cell.operation]
            with PlacedDriver(commands[cell.codec], cpus, {}, (), scratch) as driver:
                driver.describe()  # after which its copies are gone
                verify(driver, values)
                once_ns = min(driver.sample(cell.operation, 1, 1).ns for _ in range(5))
                passes = max(1, int(SAMPLE_NS / once_ns))
                sample = partial(driver.sample, cell.operation, passes, 1)
                first = [sample() for _ in range(SAMPLES)]
                theirs = by_criterion(programs.codecs[cell.codec], shared, values.values)
                second = [sample() for _ in range(SAMPLES)]
                if cell.codec in DIRECT:
                    called = [*shared, cell.codec]
                    direct = by_criterion(programs.direct, called, values.values)
                    third = [sample() for _ in range(SAMPLES)]
                    cell.direct.append(median_ns(second + third) / direct)
            cell.ratios.append(median_ns(first + second) / theirs)
            cell.kernels_ns.append([taken.kernel_ns for taken in first + second])
        print(f"round {number + 1} of {rounds}", file=sys.stderr)
    return cells


def median_ns(samples: list[Sample]) -> float:
    return statistics.median(sample.ns / sample.items for sample in samples)


def quiet_rounds(kernels_ns: npt.NDArray[np.float64]) -> npt.NDArray[np.bool_]:
    """Those of one cell that were mostly quiet, from [rounds, samples, 2]."""
    rounds, samples, _ = kernels_ns.shape
    flat, process = kernels_ns.reshape(-1, 2), np.repeat(np.arange(rounds), samples)
    quiet = is_quiet(flat, kernel_baselines_ns(flat, process))
    return np.asarray(quiet.reshape(rounds, samples).mean(1) > 0.5)


def show(cells: list[Cell]) -> bool:
    """Prints a line for each cell. Whether all are within the tolerance."""
    quiet = [quiet_rounds(np.array(cell.kernels_ns, dtype=float)) for cell in cells]
    print(f"{'':22} {'the codec':^48} {'direct calls':^48}")
    print(f"{'codec':12} {'operation':9}" + f" {'all processes':>23} {'quiet':>24}" * 2)
    agreed = True
    for cell, its in zip(cells, quiet, strict=True):
        line = f"{cell.codec:12} {cell.operation:9}"
        for ratios in (cell.ratios, cell.direct):
            for chosen in (np.array(ratios), np.array(ratios)[its] if ratios else np.array([])):
                found = interval(chosen)
                said = f"{found.median:.3f} [{found.low:.3f}, {found.high:.3f}]" if found else "-"
                line += f" {said:>24}"
        found = interval(np.array(cell.ratios)[its]) or interval(np.array(cell.ratios))
        agreed = agreed and found is not None and abs(found.median - 1) <= TOLERANCE
        print(f"{line} ({its.sum()} of {len(its)} quiet)")
    return agreed


def main(rounds: int, names: list[str]) -> int:
    target = resolve("log", None, 0)
    home = DRIVERS / "rust" / "codecs"
    all_names = dict.fromkeys((*names, *DIRECT))
    known = {name: read_codec("rust", home / f"{name}.rs") for name in all_names}
    codecs = [known[name] for name in names]
    # Those that are called directly too, so that the workspace has their messages.
    result = languages.build(target.schema, [*known.values()], NAMES, lambda *_: None)
    for identity, failure in result.failures.items():
        sys.exit(f"{identity} did not build: {failure.reason} ({failure.log})")
    programs = compiled(target, codecs, [known[name] for name in DIRECT])
    # Everything that is started from here on runs on one processor.
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    commands = {codec.name: result.drivers[codec.id] for codec in codecs}
    agreed = show(measure(commands, target, programs, rounds))
    print(f"the target is 1 within {TOLERANCE:.0%}: {'met' if agreed else 'missed'}")
    return int(not agreed)


if __name__ == "__main__":
    asked = sys.argv[1:]
    sys.exit(main(int(asked[0]) if asked else PROCESSES, asked[1:] or [*CODECS]))
