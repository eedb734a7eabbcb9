"""Two lists, integers of all widths and equal strings: one value of `cpp-serializers`.

Of the 1000 integers, 251 fit in 8 bits, 249 more in 16, 250 more in 32, and 250 need 64,
shuffled. So every format's way with small and large integers shows. Each width has its
negative numbers, since a varint of two's complement takes ten bytes for each of them.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from serbench.schema.types import i64
from serbench.workloads.randomness import Randomness
from serbench.workloads.workload import Workload

STRINGS = 100
STRING_LENGTH = 86


class Width(msgspec.Struct, frozen=True):
    """How many integers need this many bits and no fewer."""

    bits: int
    negative: int
    positive: int


WIDTHS = (Width(8, 131, 120), Width(16, 131, 118), Width(32, 131, 119), Width(64, 131, 119))


class Record(msgspec.Struct):
    ids: list[i64]
    strings: list[str]


def generate(seed: int) -> Iterator[Record]:
    randomness = Randomness(seed)
    while True:
        ids = [number for width in WIDTHS for number in _integers(randomness, width)]
        yield Record(randomness.shuffled(ids), [randomness.letters(STRING_LENGTH)] * STRINGS)


def _integers(randomness: Randomness, width: Width) -> Iterator[int]:
    low = 0 if width.bits == 8 else 1 << (width.bits // 2 - 1)
    span = (1 << (width.bits - 1)) - low
    for _ in range(width.negative):
        yield -1 - low - randomness.bits(64) % span
    for _ in range(width.positive):
        yield low + randomness.bits(64) % span


WORKLOADS = (
    Workload(
        name="record",
        title="Integers of all widths and strings",
        root=Record,
        default_count=1,
        study="cpp-serializers",
        generate=generate,
    ),
)
