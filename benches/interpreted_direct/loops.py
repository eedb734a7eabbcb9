"""Libraries called in loops as their own benchmarks call them: see interpreted_direct.py, which
runs this as `python -I loops.py FACTS LIBRARY VALUES`, FACTS being those of serbench's driver.

Each line of standard input asks for a sample, of encoding and of decoding in turns, as serbench
asks a driver; printed is [ns per value, kernel ns before, kernel ns after].
"""

import json
import sys
from collections.abc import Callable
from itertools import cycle
from pathlib import Path
from time import perf_counter_ns
from typing import Any

SAMPLE_NS, WARM_NS = 3_000_000, 300_000_000  # as serbench's
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


def warmed(call: Loop, items: list[Any]) -> int:
    """How often a sample walks over them."""
    rounds, start = 1, perf_counter_ns()
    while perf_counter_ns() - start < WARM_NS:
        rounds = max(1, rounds * SAMPLE_NS // walk_ns(call, items, rounds))
    return rounds


def sample(call: Loop, items: list[Any], rounds: int, kernel: Any) -> list[float]:
    before = kernel.time_ns()
    walk_ns(call, items, 1)
    ns = walk_ns(call, items, rounds)
    return [ns / rounds / len(items), before, kernel.time_ns()]


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
    ways = [(call, its, warmed(call, its)) for call, its in ((encode, messages), (decode, encoded))]
    for way, _ in zip(cycle(ways), sys.stdin, strict=False):
        print(json.dumps(sample(*way, kernel)), flush=True)


main(*sys.argv[1:])
