"""Maps of maps of random strings, in three sizes, as `cpp-containers` made them.

Its integers are drawn from 0 to 2^31 - 1: that is what the study's JSON and MessagePack sizes
leave for them. A small value is 2.3 MB of JSON, a medium one 41 MB, a large one 410 MB.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

import msgspec

from serbench.schema.types import f64, i32
from serbench.workloads.randomness import Randomness
from serbench.workloads.workload import Workload


class Containers(msgspec.Struct):
    str_: str = msgspec.field(name="str")
    int_num: i32
    double_num: f64
    v_int: list[i32]
    map_str_str: dict[str, str]
    map_map: dict[str, dict[str, i32]]
    map_vector_map: dict[str, list[dict[str, str]]]


@dataclass(frozen=True, slots=True)
class Size:
    name: str
    string_size: int
    vec_size: int
    map_size: int
    nested_map_size: int


SIZES = (
    Size("small", string_size=20, vec_size=40, map_size=80, nested_map_size=15),
    Size("medium", string_size=100, vec_size=130, map_size=50, nested_map_size=30),
    Size("large", string_size=200, vec_size=200, map_size=100, nested_map_size=50),
)


def generate(size: Size, seed: int) -> Iterator[Containers]:
    randomness = Randomness(seed)
    while True:
        # Yielded at once and kept in no variable: a large value is half a gigabyte.
        yield _containers(randomness, size)


def _containers(randomness: Randomness, size: Size) -> Containers:
    letters = partial(randomness.letters, size.string_size)

    def integer() -> int:
        return randomness.bits(31)

    def inner_map() -> dict[str, str]:
        return {letters(): letters() for _ in range(size.nested_map_size)}

    return Containers(
        str_=letters(),
        int_num=42,
        double_num=3.1415926,
        v_int=[integer() for _ in range(size.vec_size)],
        map_str_str={letters(): letters() for _ in range(size.map_size)},
        map_map={
            letters(): {letters(): integer() for _ in range(size.nested_map_size)}
            for _ in range(size.map_size)
        },
        map_vector_map={
            letters(): [inner_map() for _ in range(size.vec_size)] for _ in range(size.map_size)
        },
    )


WORKLOADS = tuple(
    Workload(
        name=f"containers-{size.name}",
        title=f"Maps of maps of strings, {size.name}",
        root=Containers,
        default_count=1,
        study="cpp-containers",
        generate=partial(generate, size),
    )
    for size in SIZES
)
