"""What is timed: loops of calls to a codec, and nothing of the driver's within them.

A loop's own cost is that of one turn of `for` and of one call. What it makes is dropped in the next
turn, within the time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from time import perf_counter_ns
from typing import Any

from serbench_driver import Codec
from serbench_driver.values import Values

# Input objects for `encode` and output objects for `convert` are made just before, so many at once
# that they have some KiB when they are encoded.
AHEAD_BYTES = 4096
# The operations that begin with plain values; the others begin with bytes.
TAKES_VALUES = frozenset({"populate", "serialize", "encode", "encode-fresh"})

Call = Callable[[Any], Any]


class Operations:
    """The operations of one instance of a codec on plain values, by the names of docs/protocol.md:
    functions of a value or of bytes."""

    def __init__(self, codec: Codec, values: Values, copy: Call, renew: Call) -> None:
        """`copy` makes a deep copy of a plain value, `renew` one with texts of its own."""
        self.codec = codec
        self._values = values
        self._copy = copy
        self.renew = renew
        self.encode: Call = codec.encode
        self.decode: Call = codec.decode
        # None where the codec takes and gives plain values.
        self.populates: Call | None = codec.populate
        self.converts: Call | None = codec.convert
        self.borrow: Call | None = codec.borrow
        self.access: Call | None = codec.access

    @property
    def names(self) -> list[str]:
        offered = [name for name in ("convert", "borrow") if getattr(self.codec, name) is not None]
        if self.access is not None and self._values.access is not None:
            offered.append("access")
        return [
            *("populate", "encode", "decode", "read", "serialize", "deserialize", "memcpy"),
            "encode-fresh",
            *offered,
        ]

    @property
    def same(self) -> dict[str, str]:
        same = {} if self.populates else {"serialize": "encode"}
        return same if self.converts else same | {"deserialize": "decode"}

    def encode_fresh(self, value: Any) -> Any:
        """With encoders and buffers made anew, as a codec has when it begins."""
        return type(self.codec)().encode(value)

    def populate(self, value: Any) -> Any:
        return self.populates(value) if self.populates else value

    def convert(self, output: Any) -> Any:
        return self.converts(output) if self.converts else output

    def serialize(self, value: Any) -> Any:
        return self.encode(self.populate(value))

    def deserialize(self, data: bytes) -> Any:
        return self.convert(self.decode(data))

    def read(self, data: bytes) -> int:
        return self._values.visit(self.deserialize(data))

    def walk_ns(self, operation: str, values: Sequence[Any], encoded: Sequence[bytes]) -> int:
        """The time of one walk over the working set."""
        match operation:
            case "populate":
                return _timed(self.populates or self._copy, values)
            case "serialize" if self.populates:
                return _timed_twice(self.populates, self.encode, values)
            case "serialize":
                return _timed(self.encode, values)
            case "encode" | "encode-fresh" as asked:
                call = self.encode if asked == "encode" else self.encode_fresh
                if self.populates:
                    return self._ahead(self.populates, call, values, encoded)
                return _timed(call, values)
            case "decode":
                return _timed(self.decode, encoded)
            case "deserialize" if self.converts:
                return _timed_twice(self.decode, self.converts, encoded)
            case "deserialize":
                return _timed(self.decode, encoded)
            case "convert":
                assert self.converts
                return self._ahead(self.decode, self.converts, encoded, encoded)
            case "borrow" | "access":
                offered = self.borrow if operation == "borrow" else self.access
                assert offered
                return _timed(offered, encoded)
            case "read":
                return _timed(self.read, encoded)
            case _:
                return _memcpy_ns(encoded)

    def _ahead(self, make: Call, call: Call, items: Sequence[Any], encoded: Sequence[bytes]) -> int:
        return sum(
            _timed(call, [make(item) for item in items[start:end]])
            for start, end in _groups(encoded)
        )

    def results(
        self, operation: str, values: Sequence[Any], encoded: Sequence[bytes]
    ) -> tuple[Call, Sequence[Any]]:
        """What is called on what, for its results to be kept."""
        match operation:
            case "populate":
                return self.populates or self._copy, values
            case "serialize":
                return self.serialize, values
            case "encode" | "encode-fresh":
                call = self.encode if operation == "encode" else self.encode_fresh
                return call, [self.populate(value) for value in values]
            case "convert":
                return self.convert, [self.decode(data) for data in encoded]
            case "memcpy":
                return bytearray, encoded
            case _:
                return getattr(self, operation), encoded


def _timed(call: Call, items: Sequence[Any]) -> int:
    start = perf_counter_ns()
    for item in items:
        call(item)
    return perf_counter_ns() - start


def _timed_twice(first: Call, second: Call, items: Sequence[Any]) -> int:
    start = perf_counter_ns()
    for item in items:
        second(first(item))
    return perf_counter_ns() - start


def _memcpy_ns(encoded: Sequence[bytes]) -> int:
    buffer = bytearray(max(map(len, encoded), default=0))
    start = perf_counter_ns()
    for data in encoded:
        buffer[: len(data)] = data
    return perf_counter_ns() - start


def _groups(encoded: Sequence[bytes]) -> Iterator[tuple[int, int]]:
    start = size = 0
    for number, data in enumerate(encoded, 1):
        size += len(data)
        if size >= AHEAD_BYTES or number == len(encoded):
            yield start, number
            start, size = number, 0
