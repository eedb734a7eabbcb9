"""What a message costs end to end: serialized, compressed, sent, decompressed, deserialized.

Nothing overlaps: the time of one message is the sum of its parts, and what is sent takes its bits
over the link's. Over all links the cheapest ways are the lower envelope of straight lines, the
processors' time being where they begin and the bytes their slope.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Literal

import msgspec

from serbench.stats import Interval

Mode = Literal["none", "each", "dictionary", "blocks"]
# Bits a second, between which ways are compared.
SLOWEST, FASTEST = 1e6, 1e11


class Way(msgspec.Struct, frozen=True, kw_only=True):
    """From a value to the same value elsewhere: nanoseconds and bytes of a value."""

    workload: str
    codec: str
    language: str
    compressor: str
    mode: Mode
    bytes: float
    serialize: Interval
    deserialize: Interval
    traits: tuple[str, ...] = ()
    compress: Interval | None = None
    decompress: Interval | None = None

    @property
    def parts(self) -> tuple[Interval, ...]:
        parts = (self.serialize, self.compress, self.decompress, self.deserialize)
        return tuple(part for part in parts if part is not None)

    @property
    def processor_ns(self) -> float:
        return sum(part.estimate for part in self.parts)

    @property
    def uncertainty_ns(self) -> float:
        """Half of the interval of the processors' time, whose parts vary by themselves."""
        return math.hypot(*((part.high - part.low) / 2 for part in self.parts))

    def total_ns(self, bits_per_s: float) -> float:
        return self.processor_ns + self.sent_ns(bits_per_s)

    def sent_ns(self, bits_per_s: float) -> float:
        return self.bytes * 8 / bits_per_s * 1e9

    @property
    def compression(self) -> str:
        """`zstd-3 with a dictionary`; "" for none."""
        how = {"none": "", "each": "", "dictionary": " with a dictionary", "blocks": " in blocks"}
        return f"{self.compressor}{how[self.mode]}"

    @property
    def name(self) -> str:
        return f"{self.codec}, {self.compression}" if self.compressor else self.codec


class Segment(msgspec.Struct, frozen=True):
    """The cheapest way from one speed of a link to another, bits a second."""

    way: Way
    low: float
    high: float


def cheapest(ways: Sequence[Way], bits_per_s: float) -> list[Way]:
    """In order of their time over a link."""
    return sorted(ways, key=lambda way: way.total_ns(bits_per_s))


def tied(first: Way, way: Way, bits_per_s: float) -> bool:
    """Whether the intervals of two leave open which one is cheaper."""
    apart = way.total_ns(bits_per_s) - first.total_ns(bits_per_s)
    return apart <= math.hypot(first.uncertainty_ns, way.uncertainty_ns)


def segments(ways: Sequence[Way]) -> list[Segment]:
    """Which way is the cheapest over which links, from the slowest on."""
    return [
        Segment(way, max(low, SLOWEST), min(high, FASTEST))
        for way, low, high in _envelope(ways)
        if low < FASTEST and high > SLOWEST
    ]


def _envelope(ways: Sequence[Way]) -> Iterator[tuple[Way, float, float]]:
    """From a link that takes for ever (the fewest bytes) to one that takes no time."""
    if not ways:
        return
    way = min(ways, key=lambda candidate: (candidate.bytes, candidate.processor_ns))
    low = 0.0
    while True:
        crossing = {
            id(other): _crossing(way, other)
            for other in ways
            if other.processor_ns < way.processor_ns
        }
        later = [candidate for candidate in ways if id(candidate) in crossing]
        if not later:
            yield way, low, math.inf
            return
        following = min(
            later, key=lambda candidate: (crossing[id(candidate)], candidate.processor_ns)
        )
        high = crossing[id(following)]
        if high > low:
            yield way, low, high
        way, low = following, max(low, high)


def _crossing(way: Way, other: Way) -> float:
    """From which speed on the other one, which takes less of processors, is cheaper."""
    saved_ns = way.processor_ns - other.processor_ns
    more_bits = (other.bytes - way.bytes) * 8
    return max(more_bits, 0.0) / saved_ns * 1e9
