"""Libraries called in loops as their own benchmarks call them: see interpreted_direct.py, which
runs this as `python -I loops.py FACTS LIBRARY VALUES`, FACTS being those of serbench's driver.

Printed is JSON: for each way, samples of [ns per value, kernel ns before, kernel ns after].
"""

import json
import sys
from collections.abc import Callable
from pathlib import Path
from time import perf_counter_ns
from typing import Any

SAMPLES, SAMPLE_NS, WARM_NS = 40, 10_000_000, 300_000_000
Loop = Callable[[Any], Any]


def orjson() -> tuple[Loop, Loop, Loop]:
    """https://github.com/ijl/orjson/tree/master/bench"""
    import orjson as library

    return lambda plain: plain, library.dumps, library.loads


def msgspec() -> tuple[Loop, Loop, Loop]:
    """https://github.com/jcrist/msgspec/blob/main/benchmarks/bench_encodings.py"""
    import msgspec as library
    from serbench_schema import of_structs, structs

    encode = library.msgpack.Encoder().encode
    return of_structs.to, encode, library.msgpack.Decoder(structs.Root).decode


def protobuf() -> tuple[Loop, Loop, Loop]:
    """https://github.com/protocolbuffers/protobuf/blob/v3.17.3/benchmarks/python/py_benchmark.py"""
    from serbench_schema import of_messages

    return of_messages.to, lambda its: its.SerializeToString(), of_messages.Root.FromString


def samples(call: Loop, items: list[Any], kernel: Any) -> list[list[float]]:
    rounds, spent = 1, 0
    while spent < SAMPLE_NS:
        rounds, spent = 2 * rounds, walk_ns(call, items, 2 * rounds)
    rounds = max(1, rounds * SAMPLE_NS // spent)
    start = perf_counter_ns()
    while perf_counter_ns() - start < WARM_NS:
        walk_ns(call, items, rounds)
    out = []
    for _ in range(SAMPLES):
        before = kernel.time_ns()
        ns = walk_ns(call, items, rounds)
        out.append([ns / rounds / len(items), before, kernel.time_ns()])
    return out


def walk_ns(call: Loop, items: list[Any], rounds: int) -> int:
    start = perf_counter_ns()
    for _ in range(rounds):
        for item in items:
            call(item)
    return perf_counter_ns() - start


def main(facts_path: str, library: str, lines: str) -> None:
    facts = json.loads(Path(facts_path).read_text())
    sys.path[:0] = facts["paths"]
    from serbench_driver.kernel import Kernel
    from serbench_driver.values import Values
    from serbench_schema import types

    classes = {its: getattr(types, name) for its, name in facts["classes"].items()}
    values = Values(facts["types_of_values"], classes, facts["fields"], facts["leaf"])
    populate, encode, decode = {"orjson": orjson, "msgspec": msgspec, "protobuf": protobuf}[
        library
    ]()
    plain = [values.load(json.loads(line)) for line in Path(lines).read_bytes().splitlines()]
    messages = [populate(value) for value in plain]
    encoded = [encode(message) for message in messages]
    kernel = Kernel()
    found = {
        "encode": samples(encode, messages, kernel),
        "decode": samples(decode, encoded, kernel),
    }
    print(json.dumps(found))


main(*sys.argv[1:])
