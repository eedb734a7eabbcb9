"""Encoded sizes, plain and compressed."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

GZIP_LEVEL = 6
ZSTD_LEVEL = 3
# Compressing is slow beside encoding; a few megabytes tell the size well enough.
MOST_BYTES = 4_000_000


@dataclass(frozen=True, slots=True)
class CompressedSizes:
    """Means in bytes per value, each value compressed by itself, over the first `values`."""

    gzip_bytes: float
    zstd_bytes: float
    values: int


def compressed_sizes(dump: Path) -> CompressedSizes:
    """Sizes of the values in a file that a driver's `dump` wrote (docs/protocol.md)."""
    import zstandard

    zstd = zstandard.ZstdCompressor(level=ZSTD_LEVEL)
    total = gzip_total = zstd_total = values = 0
    for value in read_dump(dump):
        gzip = zlib.compressobj(GZIP_LEVEL, wbits=31)
        gzip_total += len(gzip.compress(value)) + len(gzip.flush())
        zstd_total += len(zstd.compress(value))
        total += len(value)
        values += 1
        if total >= MOST_BYTES:
            break
    return CompressedSizes(gzip_total / values, zstd_total / values, values)


def read_dump(path: Path) -> Iterator[bytes]:
    with path.open("rb") as file:
        while head := file.read(4):
            yield file.read(struct.unpack("<I", head)[0])
