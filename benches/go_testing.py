"""serbench's Go driver beside testing.B: the same operations of two codecs, interleaved.

    .venv/bin/python benches/go_testing.py [WORKLOAD] [ROUNDS]

Each round times every operation by the driver and by a compiled `go test` program that calls the
library directly over the same values. Printed is the median of the rounds' ratios, driver over
testing.B, of all rounds and of those whose reference kernel was quiet.
"""

import re
import shutil
import statistics
import sys
import tempfile
from pathlib import Path

from serbench.build import cache, go_tool
from serbench.build.catalog import DRIVERS, read_codec
from serbench.build.go import BUILDER
from serbench.measure.client import Driver
from serbench.measure.verification import verify
from serbench.targets import resolve

SECONDS = 0.05
QUIET = 1.05  # a kernel time over its tenth percentile, as in docs/method.md
OPERATIONS = {
    ("encoding-json", "encode"): "JSONEncode",
    ("encoding-json", "decode"): "JSONDecode",
    ("protobuf", "encode"): "ProtobufEncode",
    ("protobuf", "decode"): "ProtobufDecode",
}


def compiled(schema, values: Path, into: Path) -> Path:
    """The test program, built within a copy of the schema's module."""
    module = cache.directory("build", "go", schema.fingerprint, "module")
    shutil.copytree(module, into / "module")
    home = into / "module" / "bench"
    home.mkdir()
    source = Path(__file__).with_name("go_testing_bench.go").read_text()
    (home / "bench_test.go").write_text(source)
    go_tool.run(["go", "test", "-c", "-o", str(into / "bench"), "./bench"], into / "module")
    shutil.copy(values, into / "values.jsonl")
    return into / "bench"


def by_testing(program: Path, name: str) -> float:
    """Nanoseconds per value."""
    flags = [f"-test.bench=^Benchmark{name}$", f"-test.benchtime={SECONDS}s", "-test.cpu=1"]
    output = go_tool.run([str(program), "-test.run=^$", *flags], program.parent)
    return float(re.search(r"([\d.]+) ns/value", output)[1])


def by_driver(driver: Driver, operation: str, passes: int) -> tuple[float, int]:
    """Nanoseconds per value, and the slower of the two kernel times."""
    sample = driver.sample(operation, passes, 1)
    return sample.ns / sample.items, max(sample.kernel_ns)


def main(workload: str, rounds: int) -> None:
    target = resolve(workload, None, 0)
    codecs = [
        read_codec("go", DRIVERS / "go" / "codecs" / f"{name}.go")
        for name in dict.fromkeys(codec for codec, _ in OPERATIONS)
    ]
    result = BUILDER.build(target.schema, codecs, lambda done, total, doing: None)
    with tempfile.TemporaryDirectory() as directory:
        program = compiled(target.schema, target.expected.path, Path(directory))
        drivers = {codec.name: Driver(result.drivers[codec.id]) for codec in codecs}
        try:
            measure(drivers, target, program, rounds)
        finally:
            for driver in drivers.values():
                driver.close()


def measure(drivers, target, program: Path, rounds: int) -> None:
    passes = {}
    for (codec, operation), _ in OPERATIONS.items():
        verify(drivers[codec], target.expected)
        per_value, _ = by_driver(drivers[codec], operation, 1)
        passes[codec, operation] = max(1, int(SECONDS * 1e9 / per_value / target.expected.values))
    ratios: dict = {key: [] for key in OPERATIONS}
    for number in range(rounds):
        for (codec, operation), name in OPERATIONS.items():
            ns, kernel_ns = by_driver(drivers[codec], operation, passes[codec, operation])
            ratios[codec, operation].append((kernel_ns, ns / by_testing(program, name)))
        print(f"round {number + 1} of {rounds}", file=sys.stderr)
    kernels = sorted(kernel for samples in ratios.values() for kernel, _ in samples)
    limit = QUIET * kernels[len(kernels) // 10]
    for (codec, operation), samples in ratios.items():
        quiet = [ratio for kernel, ratio in samples if kernel <= limit]
        said = (
            f"{statistics.median(quiet):.3f} in {len(quiet)} quiet rounds" if quiet else "no quiet"
        )
        every = statistics.median(ratio for _, ratio in samples)
        print(f"{codec:14} {operation:7} {every:.3f} in {len(samples)} rounds, {said}")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "log", int(sys.argv[2]) if len(sys.argv) > 2 else 10)
