"""Variable-length integers (LEB128), as Avro and Thrift's compact protocol have them: signed ones
are zigzag-encoded."""

from __future__ import annotations


def varint(value: int) -> bytes:
    """Of any size: one beyond 64 bits is no number of either format."""
    out = b""
    while value > 127:
        out += bytes([value & 127 | 128])
        value >>= 7
    return out + bytes([value])


def zigzag(value: int) -> bytes:
    return varint(value << 1 if value >= 0 else (-value << 1) - 1)


def read_varint(data: bytes, at: int) -> tuple[int, int]:
    """The number that begins there, and where it ends. Raises `IndexError` if the data end."""
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            return value, at


def read_zigzag(data: bytes, at: int) -> tuple[int, int]:
    """As `read_varint`."""
    value, at = read_varint(data, at)
    return value >> 1 ^ -(value & 1), at
