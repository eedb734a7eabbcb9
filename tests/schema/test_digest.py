"""Digests against the published vectors, the protocol's table, and an independent reader of it."""

from __future__ import annotations

import base64
import json
import math
import struct
from pathlib import Path

import pytest
import xxhash
from hypothesis import given
from hypothesis import strategies as st

from serbench.schema.access import accessor
from serbench.schema.digest import Digester, ValueRangeError
from serbench.schema.model import (
    Enum,
    EnumRef,
    Field,
    Kind,
    ListOf,
    MapOf,
    OptionalOf,
    Record,
    RecordRef,
    Scalar,
    Schema,
    UnionRef,
)
from tests.strategies import examples, schemas, schemas_with_unions, values_of

NAN_WITH_PAYLOAD = struct.unpack("<d", bytes.fromhex("0102030405fcffff"))[0]
VECTORS = json.loads((Path(__file__).parent / "digest_vectors.json").read_text(encoding="utf-8"))


def digester_of(type_) -> Digester:
    """Of a schema whose root has one field, x."""
    schema = Schema(
        "test", "Root", (Record("Root", (Field("x", type_),)),), (Enum("E", ("a", "b", "c")),)
    )
    return Digester(schema)


@pytest.mark.parametrize("vector", VECTORS, ids=lambda v: v["schema"]["name"])
def test_published_vectors_have_same_bytes_and_digests(vector):
    digester = Digester(Schema.from_dict(vector["schema"]))
    for value, raw in zip(vector["values"], vector["canonical_bytes"], strict=True):
        assert digester.canonical_bytes(value).hex() == raw
        digester.add(value)
    assert (digester.digest, digester.visit) == (vector["digest"], vector["visit"])
    access = accessor(Schema.from_dict(vector["schema"]))
    assert f"{sum(map(access, vector['values'])) % 2**64:016x}" == vector["access"]


def test_digest_of_working_set_is_digest_of_value_digests():
    for vector in VECTORS:
        all_of_them = b"".join(
            xxhash.xxh64_intdigest(bytes.fromhex(raw)).to_bytes(8, "little")
            for raw in vector["canonical_bytes"]
        )
        assert xxhash.xxh64_hexdigest(all_of_them) == vector["digest"]


@pytest.mark.parametrize(
    ("type_", "value", "raw", "visit"),
    [
        (Scalar(Kind.BOOL), True, "01", 1),
        (Scalar(Kind.I8), -128, "80", 2**64 - 128),
        (Scalar(Kind.U8), 255, "ff", 255),
        (Scalar(Kind.I16), -2, "feff", 2**64 - 2),
        (Scalar(Kind.U16), 2**15, "0080", 2**15),
        (ListOf(Scalar(Kind.U8)), [1, 2, 3], "03" + "00" * 7 + "010203", 3 + 6),
        (Scalar(Kind.I32), -2, "feffffff", 2**64 - 2),
        (Scalar(Kind.U32), 2**32 - 1, "ffffffff", 2**32 - 1),
        (Scalar(Kind.I64), -1, "ff" * 8, 2**64 - 1),
        (Scalar(Kind.U64), 2**63, "0000000000000080", 2**63),
        (Scalar(Kind.F32), 1.0, "0000803f", 0x3F800000),
        (Scalar(Kind.F64), -0.0, "0000000000000080", 2**63),
        (Scalar(Kind.F64), 1, "000000000000f03f", 0x3FF << 52),
        (Scalar(Kind.F32), "NaN", "0000c07f", 0x7FC00000),
        (Scalar(Kind.F32), -math.nan, "0000c07f", 0x7FC00000),
        (Scalar(Kind.F32), "-Infinity", "000080ff", 0xFF800000),
        (Scalar(Kind.F64), "NaN", "000000000000f87f", 0x7FF8 << 48),
        (Scalar(Kind.F64), NAN_WITH_PAYLOAD, "000000000000f87f", 0x7FF8 << 48),
        (Scalar(Kind.F64), "Infinity", "000000000000f07f", 0x7FF0 << 48),
        (Scalar(Kind.F64), -math.inf, "000000000000f0ff", 0xFFF0 << 48),
        (Scalar(Kind.STRING), "", "00" * 8, 0),
        (Scalar(Kind.STRING), "é", "0200000000000000c3a9", 2 + 0xC3 + 0xA9),
        (Scalar(Kind.STRING), "a", "010000000000000061", 1 + 2 * 0x61),
        (Scalar(Kind.BYTES), "AQID", "0300000000000000010203", 3 + 1 + 3),
        (Scalar(Kind.BYTES), b"\1\2\3", "0300000000000000010203", 3 + 1 + 3),
        (EnumRef("E"), "c", "02000000", 2),
        (ListOf(Scalar(Kind.BOOL)), [True, False], "02000000000000000100", 3),
        (OptionalOf(Scalar(Kind.BOOL)), None, "00", 0),
        (OptionalOf(Scalar(Kind.BOOL)), False, "0100", 1),
        (
            MapOf(Scalar(Kind.BOOL)),
            {"b": True, "": False, "a": True},  # in the order of their bytes
            "0300000000000000"
            + "00" * 8
            + "00"
            + "01"
            + "00" * 7
            + "6101"
            + "01"
            + "00" * 7
            + "6201",
            3 + 0 + (1 + 2 * 0x61) + (1 + 2 * 0x62) + 2,
        ),
    ],
)
def test_canonical_bytes_and_visit_sum(type_, value, raw, visit):
    digester = digester_of(type_)
    assert digester.canonical_bytes({"x": value}).hex() == raw
    digester.add({"x": value})
    assert digester.visit == f"{visit:016x}"


def test_map_keys_are_ordered_by_their_utf_8_bytes():
    """U+FFFF is before U+10000 in UTF-8, after it in UTF-16."""
    digester = digester_of(MapOf(Scalar(Kind.BOOL)))
    raw = digester.canonical_bytes({"x": {"\U00010000": True, "\uffff": False}})
    assert raw.index("\uffff".encode()) < raw.index("\U00010000".encode())


@pytest.mark.parametrize(
    ("type_", "value", "path"),
    [
        (Scalar(Kind.I8), 128, "$.x"),
        (Scalar(Kind.U8), -1, "$.x"),
        (ListOf(Scalar(Kind.I16)), [0, -(2**15) - 1], "$.x[1]"),
        (MapOf(Scalar(Kind.U16)), {"k": 2**16}, "$.x.k"),
        (Scalar(Kind.I32), 2**31, "$.x"),
        (Scalar(Kind.U64), -1, "$.x"),
        (Scalar(Kind.F32), 1e39, "$.x"),
        (Scalar(Kind.STRING), "\ud800", "$.x"),
        (ListOf(Scalar(Kind.U32)), [0, -1], "$.x[1]"),
        (MapOf(Scalar(Kind.U32)), {"a\nb": -1}, '$.x["a\\x0ab"]'),
        (MapOf(Scalar(Kind.U32)), {"\ud800": 1}, "$.x"),
        (OptionalOf(ListOf(MapOf(Scalar(Kind.I64)))), [{"k": 2**63}], "$.x[0].k"),
    ],
)
def test_out_of_range_value_error_names_path(type_, value, path):
    with pytest.raises(ValueRangeError) as caught:
        digester_of(type_).add({"x": value})
    assert caught.value.path == path


def read(raw: bytes, at: int, type_, schema: Schema):
    """Reads canonical bytes back by the table of docs/protocol.md."""

    def number(form: str):
        [value] = struct.unpack_from("<" + form, raw, at)
        return value, at + struct.calcsize("<" + form)

    def sized(at: int):
        end = at + 8 + int.from_bytes(raw[at : at + 8], "little")
        return raw[at + 8 : end], end

    match type_:
        case Scalar(Kind.STRING):
            some, end = sized(at)
            return some.decode(), end
        case Scalar(Kind.BYTES):
            some, end = sized(at)
            return base64.b64encode(some).decode(), end
        case Scalar(kind):
            scalar, end = number({"bool": "?", "i8": "b", "u8": "B", "i16": "h", "u16": "H",
                                   "i32": "i", "u32": "I", "f32": "f", "i64": "q", "u64": "Q",
                                   "f64": "d"}[kind])  # fmt: skip
            texts = {"nan": "NaN", "inf": "Infinity", "-inf": "-Infinity"}
            return texts.get(str(scalar), scalar), end
        case EnumRef(name):
            i, end = number("I")
            return schema.enum(name).symbols[i], end
        case UnionRef(name):
            i, end = number("I")
            return read(raw, end, schema.union(name).variants[i], schema)
        case OptionalOf(item):
            is_there, end = number("?")
            return read(raw, end, item, schema) if is_there else (None, end)
        case ListOf(item):
            several, end = number("Q")
            items = []
            for _ in range(several):
                value, end = read(raw, end, item, schema)
                items.append(value)
            return items, end
        case MapOf(value_type):
            several, end = number("Q")
            entries = {}
            for _ in range(several):
                key, end = sized(end)
                entries[key.decode()], end = read(raw, end, value_type, schema)
            return entries, end
        case RecordRef(name):
            out, end = {}, at
            for field in schema.record(name).fields:
                out[field.name], end = read(raw, end, field.type, schema)
            return out, end


@examples(40)
@given(st.data())
def test_canonical_bytes_keep_whole_value(data):
    schema = data.draw(st.one_of(schemas(), schemas_with_unions()))
    value = data.draw(values_of(schema, nonfinite=True))
    raw = Digester(schema).canonical_bytes(value)
    again, end = read(raw, 0, RecordRef(schema.root), schema)
    assert end == len(raw)
    assert again == value
