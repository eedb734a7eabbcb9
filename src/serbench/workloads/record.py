"""Two lists, integers and equal strings: the one value of `cpp-serializers`.

`record` has integers as that study's program has them now. Of the 1000 integers, 251 fit in 8
bits, 249 more in 16, 250 more in 32, and 250 need 64, shuffled. So every format's way with small
and large integers shows. Each width has its negative numbers, since a varint of two's complement
takes ten bytes for each of them.

`record-published` has them as when its figures were printed: numbers from 111 to 65,454, as many of
each width as the sizes tell that it printed for formats with variable integers.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from serbench.schema.types import i64
from serbench.workloads.randomness import Randomness
from serbench.workloads.workload import Workload

STRINGS = 100
STRING_LENGTH = 86
# Lowest and highest numbers, and how many lie between. Protobuf's 12,571 bytes tell how many are
# above 2^14 and below 2^7, MessagePack's 11,902 below 2^8, Avro's 11,695 in its chunks below 2^13.
PUBLISHED = (
    (111, 111, 1),
    (128, 255, 3),
    (256, 8191, 107),
    (8192, 16383, 117),
    (16384, 65453, 771),
    (65454, 65454, 1),
)


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


def generate_published(seed: int) -> Iterator[Record]:
    randomness = Randomness(seed)
    while True:
        ids = [
            low + randomness.bits(64) % (high - low + 1)
            for low, high, count in PUBLISHED
            for _ in range(count)
        ]
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
    Workload(
        name="record-published",
        title="Integers of 7 to 16 bits and strings",
        root=Record,
        default_count=1,
        study="cpp-serializers",
        generate=generate_published,
    ),
)
