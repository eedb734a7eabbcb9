"""A small structure of optional records: one value of `nested-structures`.

The study gives the sizes that each format made of its value but not the value. The lengths
of the strings follow from the sizes, all of which come out again: postcard 363 bytes,
bincode 367, MessagePack 374 and 462 with names, Protocol Buffers 382, JSON 550. The
letters are free, as long as no format has to escape them.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from serbench.schema.types import u32, u64
from serbench.workloads.randomness import Randomness
from serbench.workloads.workload import Workload


class LevelOne(msgspec.Struct):
    s1: str
    s2: str
    v1: u32
    v2: u64
    arr: list[u32]


class DepthTwo(msgspec.Struct):
    name: str
    arr: list[str]
    level_1: LevelOne | None


class NestedStructs(msgspec.Struct):
    name: str
    protected_process: bool
    level_1: LevelOne | None
    level_2: DepthTwo | None


def generate(seed: int) -> Iterator[NestedStructs]:
    letters = Randomness(seed).letters
    while True:
        yield NestedStructs(
            name=letters(36),
            protected_process=True,
            level_1=_level_one(letters(74), letters(32), 10),
            level_2=DepthTwo(
                name=letters(23),
                arr=[letters(31), letters(32)],
                level_1=_level_one(letters(44), letters(45), 5),
            ),
        )


def _level_one(s1: str, s2: str, items: int) -> LevelOne:
    return LevelOne(s1, s2, 1_000_000, 1_000_000_000, list(range(1, items + 1)))


WORKLOADS = (
    Workload(
        name="nested",
        title="Nested optional records",
        root=NestedStructs,
        default_count=1,
        study="nested-structures",
        generate=generate,
    ),
)
