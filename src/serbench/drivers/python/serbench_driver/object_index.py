"""The index of an object file, as docs/object-files.md lays it out."""

from __future__ import annotations

import os
import struct
import sys
from array import array
from bisect import bisect_left
from contextlib import suppress
from itertools import pairwise

import xxhash

from serbench_driver.errors import Kind, Refusal

MAGIC = b"\x89SER\r\n\x1a\n"
VERSION = 1
WIRE_BYTES = 32
_HEADER = struct.Struct("<8sIIQQ16s32sQ")
HEADER_BYTES = _HEADER.size + 8


class ObjectIndex:
    """Says where each value ends."""

    def __init__(self, schema: str, wire: str, ends: array[int] | None = None) -> None:
        self.schema, self.wire = schema, wire
        self.ends: array[int] = array("Q") if ends is None else ends

    def __len__(self) -> int:
        return len(self.ends)

    def start(self, number: int) -> int:
        return self.ends[number - 1] if number else 0

    @property
    def object_bytes(self) -> int:
        return self.start(len(self))

    def share(self, thread: int, threads: int) -> int:
        """The number of the value at which a thread's part starts: all have about as many bytes."""
        if thread == threads:
            return len(self)
        before = self.object_bytes // threads * thread
        return bisect_left(range(len(self)), before, key=self.start)

    def write(self, path: str) -> None:
        """Beside the object file, under another name first. Raises `OSError`."""
        entries = _little_endian(self.ends)
        header = _HEADER.pack(
            MAGIC,
            VERSION,
            HEADER_BYTES,
            len(self),
            self.object_bytes,
            bytes.fromhex(self.schema),
            self.wire.encode(),
            xxhash.xxh64_intdigest(entries),
        )
        unfinished = f"{index_path(path)}.unfinished"
        try:
            with open(unfinished, "wb") as file:
                file.write(header + struct.pack("<Q", xxhash.xxh64_intdigest(header)) + entries)
            os.replace(unfinished, index_path(path))
        finally:
            with suppress(FileNotFoundError):
                os.remove(unfinished)


def index_path(path: str) -> str:
    return f"{path}.index"


def read_index(path: str, schema: str, wire: str) -> ObjectIndex:
    """That of the object file at `path`, both checked. Raises `Refusal`."""
    try:
        with open(index_path(path), "rb") as file:
            raw = file.read()
        size = os.stat(path).st_size
    except OSError as error:
        raise _bad(
            f"{error.filename}: {error.strerror}; an object file and its index belong together, "
            "as `serbench files` writes them"
        ) from None
    try:
        index = _decoded(raw)
    except ValueError as error:
        raise _bad(f"{index_path(path)}: {error}; write the object file anew") from None
    if index.object_bytes != size:
        raise _bad(
            f"{path}: it has {size} bytes and its index says {index.object_bytes}: it is torn, or "
            "the index of another file; write it anew"
        )
    if index.schema != schema:
        raise _bad(
            f"{path}: its values are of the schema {index.schema} and this driver's of {schema}; "
            "build the driver for its schema"
        )
    if index.wire != wire:
        raise _bad(
            f"{path}: its wire is {index.wire!r} and not {wire!r}; read it with a codec of its wire"
        )
    return index


def _bad(text: str) -> Refusal:
    return Refusal(Kind.BAD_FILE, text)


def _decoded(raw: bytes) -> ObjectIndex:
    if raw[: len(MAGIC)] != MAGIC[: len(raw)] or not raw:
        raise ValueError("not the index of an object file")
    if len(raw) < HEADER_BYTES:
        raise ValueError("torn in the header")
    _, version, header_bytes, count, size, schema, wire, checksum = _HEADER.unpack_from(raw)
    if version != VERSION:
        raise ValueError(f"of version {version}; this driver reads version {VERSION}")
    if struct.unpack_from("<Q", raw, _HEADER.size)[0] != xxhash.xxh64_intdigest(
        raw[: _HEADER.size]
    ):
        raise ValueError("its header is damaged: the checksum is wrong")
    entries = raw[HEADER_BYTES:]
    if header_bytes != HEADER_BYTES or len(entries) != 8 * count:
        raise ValueError(f"torn: {len(entries)} bytes of entries do not make {count} values")
    if checksum != xxhash.xxh64_intdigest(entries):
        raise ValueError("its entries are damaged: the checksum is wrong")
    ends = array("Q", entries)
    if sys.byteorder == "big":
        ends.byteswap()
    if any(a > b for a, b in pairwise(ends)) or (ends[-1] if ends else 0) != size:
        raise ValueError("its entries do not lead to the size of the object file")
    return ObjectIndex(schema.hex(), wire.rstrip(b"\0").decode(), ends)


def _little_endian(ends: array[int]) -> bytes:
    if sys.byteorder == "big":
        ends = array("Q", ends)
        ends.byteswap()
    return ends.tobytes()
