"""The indexes of object files, as docs/object-files.md defines them."""

from __future__ import annotations

import struct
from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from sys import byteorder

import xxhash

from serbench.errors import UserError

MAGIC = b"\x89SER\r\n\x1a\n"
VERSION = 1
_HEADER = struct.Struct("<8sIIQQ16s32sQ")
_CHECKED_HEADER_BYTES = _HEADER.size + 8
WIRE_BYTES = 32


class BadObjectFile(UserError):  # noqa: N818 - a file, not a mistake
    """A file that is torn, damaged, foreign or of another version; the text says which."""


@dataclass(frozen=True, slots=True)
class Index:
    """`ends[i]` is where value i ends; it starts where the one before ends."""

    ends: Sequence[int]
    schema: str
    wire: str

    @property
    def object_bytes(self) -> int:
        return self.ends[-1] if self.ends else 0


def index_path(path: Path) -> Path:
    return path.with_name(path.name + ".index")


def encode_index(index: Index) -> bytes:
    """Raises `ValueError` for a wire longer than 32 bytes."""
    wire = index.wire.encode()
    if len(wire) > WIRE_BYTES:
        raise ValueError(f"a wire has at most {WIRE_BYTES} bytes: {index.wire!r}")
    entries = _little_endian(array("Q", index.ends)).tobytes()
    header = _HEADER.pack(
        MAGIC,
        VERSION,
        _CHECKED_HEADER_BYTES,
        len(index.ends),
        index.object_bytes,
        bytes.fromhex(index.schema),
        wire,
        xxhash.xxh64_intdigest(entries),
    )
    return header + struct.pack("<Q", xxhash.xxh64_intdigest(header)) + entries


def read_index(path: Path) -> Index:
    """The index of the object file at `path`, both checked. Raises `BadObjectFile`."""
    beside = index_path(path)
    try:
        raw = beside.read_bytes()
        size = path.stat().st_size
    except OSError as error:
        raise BadObjectFile(
            f"{error.filename}: {error.strerror}; an object file and its index belong together, "
            "as `serbench files` writes them"
        ) from None
    try:
        index = decode_index(raw)
    except ValueError as error:
        raise BadObjectFile(f"{beside}: {error}; write the object file anew") from None
    if index.object_bytes != size:
        raise BadObjectFile(
            f"{path}: it has {size} bytes and its index says {index.object_bytes}: it is torn, or "
            "the index of another file; write it anew"
        )
    return index


def decode_index(raw: bytes) -> Index:
    """Raises `ValueError` that says what is wrong."""
    if raw[: len(MAGIC)] != MAGIC[: len(raw)] or not raw:
        raise ValueError("not the index of an object file")
    if len(raw) < _CHECKED_HEADER_BYTES:
        raise ValueError("torn in the header")
    _, version, header_bytes, count, size, schema, wire, entries_sum = _HEADER.unpack_from(raw)
    if version != VERSION:
        raise ValueError(f"of version {version}; this serbench reads version {VERSION}")
    [header_sum] = struct.unpack_from("<Q", raw, _HEADER.size)
    if header_sum != xxhash.xxh64_intdigest(raw[: _HEADER.size]):
        raise ValueError("its header is damaged: the checksum is wrong")
    if len(raw) != header_bytes + 8 * count:
        raise ValueError(f"torn: {len(raw)} bytes, not {header_bytes + 8 * count}")
    if entries_sum != xxhash.xxh64_intdigest(raw[header_bytes:]):
        raise ValueError("its entries are damaged: the checksum is wrong")
    ends = array("Q")
    ends.frombytes(raw[header_bytes:])
    _little_endian(ends)
    decreasing = any(a > b for a, b in pairwise(ends))
    if decreasing or (ends[-1] if ends else 0) != size:
        raise ValueError("its entries do not lead to the size of the object file")
    return Index(ends, schema.hex(), wire.rstrip(b"\0").decode())


def _little_endian(numbers: array[int]) -> array[int]:
    if byteorder == "big":
        numbers.byteswap()
    return numbers
