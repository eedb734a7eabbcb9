import gzip
import json
import marshal
import pickle
import struct
import tomllib
from contextlib import suppress
from dataclasses import replace

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from serbench.catalog import all_codecs
from serbench.proof.schemas import NUMBER, VALUE
from serbench.proof.wire_formats import (
    WIRES,
    Untestable,
    tells_fields,
    unwrapped,
    why_meaningless,
    wire_of,
)

CODECS = {codec.id: codec for codec in all_codecs()}
BSON = bytes.fromhex("15000000 10 6e756d62657200 07000000 08 6100 01 00")
CBOR = b"\xa2\x66number\x07\x61a\xf5"


def pairs(text):
    return json.loads(text, object_pairs_hook=list)


def test_json():
    wire, raw = WIRES["json"], json.dumps(VALUE, ensure_ascii=False).encode()
    assert dict(pairs(wire.exchanged(raw, 70_000))) == VALUE | {NUMBER: 70_000}
    assert [v for k, v in pairs(wire.repeated(raw, 9)) if k == NUMBER] == [7, 9]
    assert len(pairs(wire.repeated(raw, 9))) == len(VALUE) + 1


@pytest.mark.parametrize("raw", [b'{"a":1,"number":7}', b'{"a": 1, "number": 7}'])
def test_json_with_the_number_last(raw):
    wire = WIRES["json"]
    assert json.loads(wire.exchanged(raw, 70_000)) == {"a": 1, NUMBER: 70_000}
    assert pairs(wire.repeated(raw, 9)) == [("a", 1), (NUMBER, 7), (NUMBER, 9)]


def test_toml():
    wire, raw = WIRES["toml"], b'number = 7\ntext = "x"\n'
    assert tomllib.loads(wire.exchanged(raw, 9).decode()) == {NUMBER: 9, "text": "x"}
    assert wire.repeated(raw, 9) == b'number = 7\nnumber = 9\ntext = "x"\n'


def test_yaml_with_names_in_quotes_or_without():
    wire = WIRES["yaml"]
    assert wire.exchanged(b"number: 7\na: b\n", 9) == b"number: 9\na: b\n"
    assert wire.repeated(b'"number": 7\na: b\n', 9) == b'"number": 7\n"number": 9\na: b\n'


def test_xml():
    wire, raw = WIRES["boost-xml"], b"<a><number>7</number>\n<b>7</b></a>"
    assert wire.exchanged(raw, 9) == b"<a><number>9</number>\n<b>7</b></a>"
    assert wire.repeated(raw, 9).count(b"<number>9</number>") == 1


@pytest.mark.parametrize("number", [9, 70_000, 1 << 40])
def test_messagepack(number):
    named, compact = WIRES["msgpack"], WIRES["msgpack-arrays"]
    raw = msgspec.msgpack.encode(VALUE)
    assert msgspec.msgpack.decode(named.exchanged(raw, number)) == VALUE | {NUMBER: number}
    # Of two the decoder here keeps the last; a map with a pair too few would not decode.
    assert msgspec.msgpack.decode(named.repeated(raw, number)) == VALUE | {NUMBER: number}
    values = list(VALUE.values())
    changed = compact.exchanged(msgspec.msgpack.encode(values), number)
    assert msgspec.msgpack.decode(changed) == [number, *values[1:]]


def test_cbor():
    wire = WIRES["cbor"]
    assert wire.exchanged(CBOR, 9) == b"\xa2\x66number\x09\x61a\xf5"
    large = b"\x66number\x1b\x00\x00\x01\x00\x00\x00\x00\x00"
    assert wire.exchanged(CBOR, 1 << 40) == b"\xa2" + large + b"\x61a\xf5"
    assert wire.repeated(CBOR, 9) == b"\xa3\x66number\x07\x61a\xf5\x66number\x09"


def test_bson_has_updated_length():
    wire = WIRES["bson"]
    assert wire.exchanged(BSON, 9) == BSON.replace(b"\x07", b"\x09")
    large = wire.exchanged(BSON, 1 << 40)
    assert large == bytes.fromhex("19000000 12 6e756d62657200 0000000000010000 08 6100 01 00")
    assert wire.repeated(BSON, 9) == bytes.fromhex(
        "21000000 10 6e756d62657200 07000000 08 6100 01 10 6e756d62657200 09000000 00"
    )


def test_beve():
    wire = WIRES["beve"]
    pairs = b"\x18number\x49\x07\0\0\0\x04a\x18"
    assert wire.exchanged(b"\x03\x08" + pairs, 9) == b"\x03\x08" + pairs.replace(b"\x07", b"\x09")
    large = b"\x18number\x69" + struct.pack("<q", 1 << 40) + b"\x04a\x18"
    assert wire.exchanged(b"\x03\x08" + pairs, 1 << 40) == b"\x03\x08" + large
    twice = b"\x18number\x49\x09\0\0\0"
    assert wire.repeated(b"\x03\x08" + pairs, 9) == b"\x03\x0c" + pairs + twice


@pytest.mark.parametrize(("format_", "large"), [("ubjson", ">q"), ("bjdata", "<q")])
def test_ubjson_and_bjdata(format_, large):
    wire = WIRES[format_]
    pairs, twice = b"i\x06numberi\x07i\x01aT", b"i\x06numberi\x09"
    assert wire.exchanged(b"{" + pairs + b"}", 9) == b"{i\x06numberi\x09i\x01aT}"
    assert wire.exchanged(b"{" + pairs + b"}", 1 << 40) == (
        b"{i\x06numberL" + struct.pack(large, 1 << 40) + b"i\x01aT}"
    )
    assert wire.repeated(b"{" + pairs + b"}", 9) == b"{" + pairs + twice + b"}"
    assert wire.repeated(b"{#i\x02" + pairs, 9) == b"{#i\x03" + pairs + twice


def test_protobuf():
    wire, raw = WIRES["protobuf"], b"\x08\x07\x12\x01x"
    assert wire.exchanged(raw, 300) == b"\x08\xac\x02\x12\x01x"
    assert wire.repeated(raw, 9) == raw + b"\x08\x09"


def test_thrift():
    binary, compact = WIRES["thrift-binary"], WIRES["thrift-compact"]
    field = b"\x08\x00\x01\x00\x00\x00"
    assert binary.exchanged(field + b"\x07\x00", 9) == field + b"\x09\x00"
    assert binary.repeated(field + b"\x07\x00", 9) == field + b"\x07" + field + b"\x09\x00"
    assert compact.exchanged(b"\x15\x0e\x00", 70_000) == b"\x15\xe0\xc5\x08\x00"
    assert compact.repeated(b"\x15\x0e\x00", 9) == b"\x15\x0e\x05\x02\x12\x00"


def test_json_of_thrift():
    wire, raw = WIRES["thrift-json"], b'{"1":{"i32":7},"3":{"tf":1}}'
    assert wire.exchanged(raw, 9) == b'{"1":{"i32":9},"3":{"tf":1}}'
    assert wire.repeated(raw, 9) == b'{"1":{"i32":7},"1":{"i32":9},"3":{"tf":1}}'


def test_json_of_cereal_in_lines():
    wire, raw = WIRES["cereal-json"], b'{\n "value0": {\n  "number": 7,\n  "flag": true\n }\n}'
    assert json.loads(wire.exchanged(raw, 9)) == {"value0": {NUMBER: 9, "flag": True}}
    assert [v for k, v in pairs(wire.repeated(raw, 9))[0][1] if k == NUMBER] == [7, 9]


def test_bincode():
    wire = WIRES["bincode"]
    assert wire.exchanged(b"\x0ex", 8) == b"\x10x"
    assert wire.exchanged(b"\x0ex", 70_000) == b"\xfc\xe0\x22\x02\x00x"
    assert wire.exchanged(b"\x0ex", 1 << 40) == b"\xfd" + (2 << 40).to_bytes(8, "little") + b"x"


@pytest.mark.parametrize("number", [9, 70_000, 1 << 40])
def test_pickle_has_updated_frame(number):
    wire, raw = WIRES["pickle"], pickle.dumps(VALUE, protocol=5)
    assert pickle.loads(wire.exchanged(raw, number)) == VALUE | {NUMBER: number}
    twice = wire.repeated(raw, number)
    assert pickle.loads(twice) == VALUE | {NUMBER: number}
    assert twice.count(NUMBER.encode()) == 2


@pytest.mark.parametrize("number", [9, 70_000, 1 << 40])
def test_marshal(number):
    wire, values = WIRES["marshal"], list(VALUE.values())
    changed = wire.exchanged(marshal.dumps(values), number)
    assert marshal.loads(changed) == [number, *values[1:]]


def test_ron():
    wire, raw = WIRES["ron"], b'(number:7,text:"7")'
    assert wire.exchanged(raw, 9) == b'(number:9,text:"7")'
    assert wire.repeated(raw, 9) == b'(number:7,number:9,text:"7")'


def test_texts_with_names_apart_from_values():
    assert WIRES["devalue"].exchanged(b'[{"number":1,"text":2},7,"7,"]', 9) == (
        b'[{"number":1,"text":2},9,"7,"]'
    )
    assert WIRES["seroval"].exchanged(b'{"k":["number"],"v":[{"t":0,"s":7}]}', 9) == (
        b'{"k":["number"],"v":[{"t":0,"s":9}]}'
    )


@pytest.mark.parametrize(
    ("number", "varint"), [(8, b"\x10"), (64, b"\x80\x00"), (70_000, b"\xe0\xc4\x07")]
)
def test_bilrost(number, varint):
    """Two bytes begin at 128, for the first byte alone holds what is less."""
    wire = WIRES["bilrost"]
    assert wire.exchanged(b"\x04\x0e\x05x", number) == b"\x04" + varint + b"\x05x"
    assert wire.repeated(b"\x04\x0e\x05x", number) == b"\x04\x0e\x00" + varint + b"\x05x"


def test_v8_has_updated_number_of_properties():
    raw = b'\xff\x0fo"\x06numberI\x0e{\x06'
    assert WIRES["v8"].repeated(raw, 9) == b'\xff\x0fo"\x06numberI\x0e"\x06numberI\x12{\x07'


def test_compressed_bytes_are_changed_inside():
    inner, wrapped = unwrapped(gzip.compress(b"abc"))
    assert inner == b"abc"
    assert gzip.decompress(wrapped(b"abd")) == b"abd"
    assert unwrapped(b"abc")[0] == b"abc"


VARINTS = st.integers(0, 2**64 - 1).map(
    lambda n: bytes([n >> 7 * i & 0x7F | 0x80 for i in range(9)]) + bytes([n >> 63])
)
FIELDS = st.one_of(
    VARINTS.map(lambda raw: b"\x08" + raw),
    st.binary(min_size=8, max_size=8).map(lambda raw: b"\x11" + raw),
    st.binary(max_size=100).map(lambda raw: b"\x1a" + bytes([len(raw)]) + raw),
    st.binary(min_size=4, max_size=4).map(lambda raw: b"\x25" + raw),
)


@given(fields=st.lists(FIELDS, max_size=8))
def test_protobuf_message_can_end_after_each_field(fields):
    whole = [len(b"".join(fields[:i])) for i in range(len(fields))]
    assert list(WIRES["protobuf"].ends(b"".join(fields))) == whole


def test_blanks_after_text_are_not_part_of_value():
    assert list(WIRES["json"].ends(b"{}\n\n")) == [2, 3]
    assert list(WIRES["json"].ends(b"{}")) == []


@given(raw=st.binary(max_size=60), number=st.integers(8, 2**31 - 1))
@pytest.mark.parametrize("format_", WIRES)
def test_any_foreign_bytes_are_changed_or_untestable(format_, raw, number):
    wire = WIRES[format_]
    for change in (wire.exchanged, wire.repeated):
        if change:
            with suppress(Untestable):
                assert change(raw, number) != raw
    with suppress(Untestable):
        assert all(0 <= end < len(raw) for end in wire.ends(raw))


def test_properties_are_meaningful_by_format():
    def asked(codec, property_):
        return not why_meaningless(CODECS[codec], property_)

    assert asked("rust/serde-json", "unknown")
    assert asked("cpp/protobuf", "missing")
    assert not asked("cpp/cereal", "unknown")
    assert not asked("rust/bincode", "duplicates")
    assert not asked("java/serializable", "duplicates")
    assert asked("rust/flexbuffers", "duplicates")  # though how is not known
    assert not asked("cpp/capnp", "booleans")
    assert not asked("cpp/cereal", "range")
    assert asked("rust/postcard", "range")
    assert all(asked(codec, p) for codec in CODECS for p in ("utf8", "trailing", "truncated"))


def test_unknown_format_is_tested_for_format_independent_properties():
    codec = replace(CODECS["cpp/cereal"], format="tomorrow's")
    assert tells_fields(codec) is None
    assert tells_fields(CODECS["cpp/cereal"]) is False
    assert wire_of(codec).repeated is None
    assert not why_meaningless(codec, "booleans")
