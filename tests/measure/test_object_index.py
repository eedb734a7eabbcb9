"""Indexes that are whole are read, and every other is refused with its reason."""

import struct

import pytest
import xxhash
from hypothesis import given
from hypothesis import strategies as st

from serbench.measure.object_index import (
    BadObjectFile,
    Index,
    decode_index,
    encode_index,
    index_path,
    read_index,
)

SCHEMA = "0123456789abcdef" * 2
ENDS = [3, 3, 10]
RAW = encode_index(Index(ENDS, SCHEMA, "protobuf"))


@given(
    sizes=st.lists(st.integers(0, 2**40), max_size=20),
    wire=st.text(max_size=8).filter(lambda text: not text.endswith("\0")),
)
def test_encoded_index_is_decoded(sizes, wire):
    ends = [sum(sizes[: i + 1]) for i in range(len(sizes))]
    index = decode_index(encode_index(Index(ends, SCHEMA, wire)))
    assert (list(index.ends), index.schema, index.wire) == (ends, SCHEMA, wire)
    assert index.object_bytes == sum(sizes)


def test_bytes_match_the_documented_layout():
    assert RAW[:16] == b"\x89SER\r\n\x1a\n" + struct.pack("<II", 1, 96)
    assert struct.unpack("<QQ", RAW[16:32]) == (3, 10)
    assert RAW[32:48].hex() == SCHEMA
    assert RAW[48:80] == b"protobuf" + bytes(24)
    assert struct.unpack("<QQ", RAW[80:96]) == (
        xxhash.xxh64_intdigest(RAW[96:]),
        xxhash.xxh64_intdigest(RAW[:88]),
    )
    assert struct.unpack("<3Q", RAW[96:]) == (3, 3, 10)


def resealed(raw: bytes) -> bytes:
    """With right checksums, so that what else is wrong shows."""
    raw = raw[:80] + struct.pack("<Q", xxhash.xxh64_intdigest(raw[96:])) + raw[88:]
    return raw[:88] + struct.pack("<Q", xxhash.xxh64_intdigest(raw[:88])) + raw[96:]


@pytest.mark.parametrize(
    ("raw", "reason"),
    [
        (b"", "not the index"),
        (b'{"json": true}', "not the index"),
        (RAW.replace(b"\r\n", b"\n"), "not the index"),
        (RAW[:40], "torn in the header"),
        (RAW[:-1], "torn: 119 bytes, not 120"),
        (RAW + b"\0", "torn: 121 bytes, not 120"),
        (RAW[:8] + struct.pack("<I", 2) + RAW[12:], "version 2"),
        (RAW[:20] + b"\x01" + RAW[21:], "header is damaged"),
        (RAW[:100] + b"\x01" + RAW[101:], "entries are damaged"),
        (resealed(RAW[:96] + struct.pack("<3Q", 3, 2, 10)), "do not lead to the size"),
        (resealed(RAW[:96] + struct.pack("<3Q", 3, 4, 9)), "do not lead to the size"),
    ],
)
def test_damaged_index_is_rejected(raw, reason):
    with pytest.raises(ValueError, match=reason):
        decode_index(raw)


def test_missing_file_or_mismatched_index_is_rejected(tmp_path):
    path = tmp_path / "a.se"
    with pytest.raises(BadObjectFile, match=r"a\.se\.index: No such file"):
        read_index(path)
    index_path(path).write_bytes(RAW)
    with pytest.raises(BadObjectFile, match=r"a\.se: No such file"):
        read_index(path)
    path.write_bytes(bytes(9))
    with pytest.raises(BadObjectFile, match="it has 9 bytes and its index says 10"):
        read_index(path)
    path.write_bytes(bytes(10))
    assert list(read_index(path).ends) == ENDS
    index_path(path).write_bytes(RAW[:-4])
    with pytest.raises(BadObjectFile, match=r"a\.se\.index: torn"):
        read_index(path)


def test_too_long_wire_name_is_rejected():
    with pytest.raises(ValueError, match="at most 32 bytes"):
        encode_index(Index(ENDS, SCHEMA, "x" * 33))
