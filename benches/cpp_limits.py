"""How near serbench's own C++ codecs come to memcpy: their encode beside it, in one process each.

    .venv/bin/python benches/cpp_limits.py [WORKLOAD] [ROUNDS]

Each round times encode and memcpy of the same encoded values by the same driver, one after the
other, codec after codec. Printed are the medians of the rounds whose reference kernel was quiet,
and their ratio: the share of memcpy's bandwidth that a codec reaches on its own bytes.

What keeps handcoded from more, measured on an AMD EPYC over 1,000 tweets of 2,600 bytes, each of 62
strings, 71 numbers, 55 optionals and 30 lists: encoding takes 250 ns, of which 120 are what merely
asking every string and list for its size takes; with 50 tweets, which the cache holds, 170 and 67.
memcpy takes 48 and 36.
"""

import statistics
import sys
from contextlib import ExitStack

import numpy as np

from serbench.builders.codec import DRIVERS, read_codec
from serbench.builders.cpp.builder import BUILDER
from serbench.measure.client import Driver
from serbench.measure.verification import verify
from serbench.operations import EXTRA
from serbench.preparation.readings import Target
from serbench.preparation.targets import resolve
from serbench.stats.quiet import is_quiet, process_baseline_ns

CODECS = ("inplace", "inplace-unchecked", "handcoded")
TARGET = {"inplace": 0.8, "inplace-unchecked": 0.8, "handcoded": 0.25}
OPERATIONS = ("encode", "memcpy")
BATCH_NS = 4e6


def main(workload: str, rounds: int) -> None:
    target = resolve(Target(workload), None, 0)
    codecs = [read_codec("cpp", DRIVERS / "cpp" / "codecs" / f"{name}.cpp") for name in CODECS]
    result = BUILDER.build(target.schema, codecs, EXTRA, lambda done, total, doing: None)
    if result.failures:
        sys.exit("\n".join(f"{codec}: {f.reason}" for codec, f in result.failures.items()))
    with ExitStack() as stack:
        drivers = {
            codec.name: stack.enter_context(Driver(result.drivers[codec.id])) for codec in codecs
        }
        measure(drivers, target.expected, rounds)


def measure(drivers, expected, rounds: int) -> None:
    sizes, passes = {}, {}
    for name, driver in drivers.items():
        verdict = verify(driver, expected)
        assert verdict.proven, f"{name}: {verdict.note}"
        sizes[name] = verdict.encoded_bytes / expected.values
        for operation in OPERATIONS:
            once = driver.sample(operation, 1, 1)
            passes[name, operation] = max(1, int(BATCH_NS / once.ns))
    samples: dict = {key: [] for key in passes}
    for _ in range(rounds):
        for (name, operation), count in passes.items():
            sample = drivers[name].sample(operation, count, 1)
            samples[name, operation].append((sample.kernel_ns, sample.ns / sample.items))
    for name in drivers:
        kernels_ns = [k for operation in OPERATIONS for k, _ in samples[name, operation]]
        baselines_ns = process_baseline_ns(kernels_ns)
        quiet = {}
        for operation in OPERATIONS:
            operation_kernels_ns, ns = (
                np.array(c, dtype=float) for c in zip(*samples[name, operation], strict=True)
            )
            quiet[operation] = ns[is_quiet(operation_kernels_ns, baselines_ns)].tolist()
        if not all(quiet.values()):
            print(f"{name:18} no quiet rounds of {rounds}")
            continue
        encode_ns, memcpy_ns = (statistics.median(quiet[o]) for o in OPERATIONS)
        print(
            f"{name:18} {sizes[name]:6.0f} bytes  encode {encode_ns:6.1f} ns  "
            f"memcpy {memcpy_ns:6.1f} ns  share {memcpy_ns / encode_ns:.3f} "
            f"(target {TARGET[name]})  {len(quiet['encode'])} of {rounds} rounds quiet"
        )


if __name__ == "__main__":
    main(
        sys.argv[1] if len(sys.argv) > 1 else "tweet", int(sys.argv[2]) if len(sys.argv) > 2 else 60
    )
