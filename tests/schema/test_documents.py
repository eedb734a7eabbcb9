"""Files of MessagePack, CBOR, BSON and Avro as lines."""

import base64
import io
import json
import struct
from decimal import Decimal
from math import inf, nan
from uuid import UUID

import bson
import cbor2
import fastavro
import msgpack
import pytest
from bson.binary import Binary
from bson.datetime_ms import DatetimeMS
from bson.decimal128 import Decimal128
from hypothesis import given
from hypothesis import strategies as st

from serbench.errors import UserError
from serbench.schema.documents import Documents
from serbench.schema.errors import InputError
from serbench.schema.infer import infer
from serbench.schema.model import OptionalOf, Scalar
from serbench.schema.parse import parse
from serbench.schema.remarks import note
from serbench.schema.sources import brought, values_of
from serbench.schema.typed_values import typed
from serbench.schema.values import prepare
from tests.strategies import examples

VALUES = [
    {"id": 2**40, "name": "é", "tags": ["a", None], "at": {"x": 1.5}, "ok": True},
    {"id": -1, "name": "", "tags": [], "at": {"x": 0.1}, "ok": False},
]
AVRO = {
    "type": "record",
    "name": "Event",
    "fields": [
        {"name": "id", "type": "long"},
        {"name": "day", "type": {"type": "int", "logicalType": "date"}},
        {"name": "raw", "type": ["null", "bytes"]},
        {
            "name": "price",
            "type": {"type": "bytes", "logicalType": "decimal", "precision": 4, "scale": 2},
        },
        {"name": "color", "type": {"type": "enum", "name": "Color", "symbols": ["RED", "BLUE"]}},
    ],
}
EVENTS = [
    {"id": i, "day": 18262 + i, "raw": b"\xff" if i else None, "price": b"\x01", "color": "BLUE"}
    for i in range(3)
]


def avro_bytes():
    out = io.BytesIO()
    fastavro.writer(out, AVRO, [{**e, "price": Decimal("0.01")} for e in EVENTS])
    return out.getvalue()


WRITERS = {".msgpack": msgpack.packb, ".cbor": cbor2.dumps, ".bson": bson.encode}


@pytest.mark.parametrize("suffix", WRITERS)
def test_values_and_types_of_file_are_read(suffix, tmp_path):
    path = tmp_path / f"events{suffix}"
    path.write_bytes(b"".join(map(WRITERS[suffix], VALUES)))
    assert [(n, parse(line)) for n, line in values_of(path)] == list(enumerate(VALUES, 1))
    schema = infer([path]).schema
    assert {f.name: str(f.type) for f in schema.record(schema.root).fields} == {
        "id": "i64",
        "name": "string",
        "tags": "list<optional<string>>",
        "at": "At",
        "ok": "bool",
    }
    assert prepare(schema, values_of(path), tmp_path / "out.jsonl").values == 2


@pytest.mark.parametrize("suffix", WRITERS)
def test_truncated_empty_or_missing_file_is_rejected(suffix, tmp_path):
    path = tmp_path / f"events{suffix}"
    path.write_bytes(b"".join(map(WRITERS[suffix], VALUES))[:-3])
    with pytest.raises(InputError, match=r"element 2: it is damaged") as caught:
        list(values_of(path))
    assert "\n" not in str(caught.value)
    path.write_bytes(b"")
    with pytest.raises(InputError, match="it is empty"):
        list(values_of(path))
    path.unlink()
    with pytest.raises(InputError, match="no such file"):
        list(values_of(path))


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ({"a": {1.5: 2}}, r"element 1: \$\.a: a key is float"),
    ],
)
def test_float_key_error_names_path(value, said, tmp_path):
    path = tmp_path / "events.msgpack"
    path.write_bytes(msgpack.packb(value))
    with pytest.raises(InputError, match=said):
        list(values_of(path))


def test_bson_object_id_and_bytes_become_text(tmp_path):
    path = tmp_path / "events.bson"
    identity = bson.ObjectId("0123456789abcdef01234567")
    path.write_bytes(bson.encode({"id": identity, "raw": b"\xff", "n": bson.Int64(3)}))
    [(_, line)] = values_of(path)
    assert parse(line) == {"id": str(identity), "raw": "/w==", "n": 3}


def bson_file(path, *values):
    path.write_bytes(b"".join(map(bson.encode, values)))
    return path


def fields_of(schema):
    return {f.name: str(f) for f in schema.record(schema.root).fields}


def lowered_values(schema, path, folder):
    found = prepare(schema, values_of(path), folder / "out.jsonl")
    return [json.loads(line) for line in found.path.read_bytes().splitlines()]


def bson_events(folder):
    identity = Binary.from_uuid(UUID(int=10))
    return bson_file(
        folder / "events.bson",
        {"at": DatetimeMS(-1), "price": Decimal128("1.10"), "id": identity, "odd": DatetimeMS(0)},
        {"at": DatetimeMS(2**62), "price": Decimal128("-22.05"), "id": identity, "odd": "x"},
    )


def test_values_of_bson_keep_their_logical_types(tmp_path):
    path = bson_events(tmp_path)
    inferred = infer([path])
    assert fields_of(inferred.schema) == {
        "at": "timestamp_ms_utc",
        "price": "decimal(4, 2)",
        "id": "uuid",
        "odd": "string",
    }
    assert "events: $.at is timestamp_ms_utc in every value" in inferred.notes
    identity = "00000000-0000-0000-0000-00000000000a"
    assert lowered_values(inferred.schema, path, tmp_path) == [
        {"at": -1, "price": "1.10", "id": identity, "odd": "1970-01-01T00:00:00.000Z"},
        {"at": 2**62, "price": "-22.05", "id": identity, "odd": "x"},
    ]


def test_values_of_bson_are_text_with_plain_types(tmp_path):
    path = bson_events(tmp_path)
    schema = infer([path], plain=True).schema
    assert set(fields_of(schema).values()) == {"string"}
    assert lowered_values(schema, path, tmp_path)[0]["at"] == "1969-12-31T23:59:59.999Z"


def test_types_of_elements_within_bson_are_kept(tmp_path):
    path = bson_file(
        tmp_path / "events.bson", {"items": [{"at": DatetimeMS(1), "day": "2026-01-31"}]}
    )
    schema = infer([path], at="$.items[]").schema
    assert fields_of(schema) == {"at": "timestamp_ms_utc", "day": "string"}
    schema = infer([path], at="$.items[]", detect=True).schema
    assert fields_of(schema) == {"at": "timestamp_ms_utc", "day": "date"}


def test_texts_of_bson_that_look_like_words_of_types_are_texts(tmp_path):
    path = bson_file(tmp_path / "events.bson", {"x": "date", "y": DatetimeMS(1)})
    assert fields_of(infer([path]).schema) == {"x": "string", "y": "timestamp_ms_utc"}
    assert fields_of(infer([path], detect=True).schema)["x"] == "string"


def test_bson_beside_json_has_types_where_both_have_them(tmp_path):
    path = bson_file(tmp_path / "events.bson", {"x": DatetimeMS(1), "y": DatetimeMS(1)})
    lines = tmp_path / "events.jsonl"
    lines.write_text('{"x": "1970-01-01T00:00:00.000Z", "y": "?"}\n')
    assert set(fields_of(infer([path, lines]).schema).values()) == {"string"}
    assert fields_of(infer([lines, path], detect=True).schema) == {
        "x": "timestamp_ms_utc",
        "y": "string",
    }


_OF_BSON = [
    st.integers(-(2**63), 2**63 - 1).map(DatetimeMS),
    st.binary(min_size=16, max_size=16).map(Decimal128.from_bid),
    st.integers(-(10**34) + 1, 10**34 - 1).map(lambda unscaled: Decimal128(f"{unscaled}e-2")),
    st.uuids().map(Binary.from_uuid),
    st.text(max_size=5),
    st.binary(max_size=3),
    st.none(),
]


@examples(60)
@given(
    st.lists(st.sampled_from(_OF_BSON), min_size=1, max_size=2, unique_by=id).flatmap(
        lambda kinds: st.lists(st.one_of(kinds), min_size=1, max_size=4)
    )
)
def test_any_values_of_bson_come_back_from_their_types(tmp_path_factory, values):
    folder = tmp_path_factory.mktemp("bson")
    path = bson_file(folder / "events.bson", *({"x": value} for value in values))
    schema = infer([path]).schema
    raised = typed(schema)
    texts = [parse(line) for _, line in values_of(path)]
    assert [raised(value) for value in lowered_values(schema, path, folder)] == texts


def cbor_file(path, *values):
    path.write_bytes(b"".join(map(cbor2.dumps, values)))
    return path


def tag(number, value):
    return cbor2.CBORTag(number, value)


def test_tagged_values_of_cbor_keep_their_logical_types(tmp_path):
    path = cbor_file(
        tmp_path / "events.cbor",
        {
            "at": tag(0, "1969-12-31T23:59:59.500Z"),
            "local": tag(0, "2026-01-31T12:00:00+01:00"),
            "odd": tag(0, "2026-01-31T12:00:00.5Z"),
            "seconds": tag(1, -1),
            "mixed": tag(1, 1),
            "fraction": tag(1, 0.5),
            "price": tag(4, [-2, 110]),
            "coins": tag(4, [-8, 0]),
            "id": UUID(int=10),
            "day": tag(100, -1),
            "text": "uuid",
            "list": [tag(1, 1), tag(1, 2)],
        },
        {
            "at": tag(0, "9999-12-31T23:59:59.999Z"),
            "local": tag(0, "2026-01-31T12:00:00Z"),
            "odd": tag(0, "2026-01-31T12:00:00Z"),
            "seconds": tag(1, 2**40),
            "mixed": 2,
            "fraction": tag(1, 1.5),
            "price": tag(4, [-2, -(10**20)]),
            "coins": tag(4, [-8, 1]),
            "id": UUID(int=11),
            "day": tag(1004, "9999-12-31"),
            "text": "date",
            "list": [],
        },
    )
    schema = infer([path]).schema
    assert fields_of(schema) == {
        "at": "timestamp_ms_utc",
        "local": "timestamp_s_offset",
        "odd": "string",
        "seconds": "timestamp_s_utc",
        "mixed": "i32",
        "fraction": "f64",
        "price": "decimal(21, 2)",
        "coins": "decimal(8, 8)",
        "id": "uuid",
        "day": "date",
        "text": "string",
        "list": "list<timestamp_s_utc>",
    }
    assert lowered_values(schema, path, tmp_path)[0] == {
        "at": -500,
        "local": "2026-01-31T12:00:00+01:00",
        "odd": "2026-01-31T12:00:00.5Z",
        "seconds": -1,
        "mixed": 1,
        "fraction": 0.5,
        "price": "1.10",
        "coins": "0.00000000",
        "id": "00000000-0000-0000-0000-00000000000a",
        "day": -1,
        "text": "uuid",
        "list": [1, 2],
    }
    plain = fields_of(infer([path], plain=True).schema)
    assert {plain[name] for name in ("at", "price", "id", "day")} == {"string"}
    assert plain["seconds"] == "i64"


@pytest.mark.parametrize("value", [[], [1], [1, 1.5], [1, True], 5, {"a": 1}])
def test_decimal_of_cbor_that_is_none_is_refused(tmp_path, value):
    path = cbor_file(tmp_path / "x.cbor", {"a": tag(4, value)})
    with pytest.raises(InputError, match=r"element 1: it is damaged: .*tag 4"):
        list(values_of(path))


@pytest.mark.parametrize("exponent", [10**9, -(10**9), 2**63, -(2**63)])
def test_decimal_of_cbor_with_a_huge_exponent_takes_no_room(tmp_path, exponent):
    path = cbor_file(tmp_path / "x.cbor", {"a": tag(4, [exponent, 1])})
    try:
        [(_, line)] = values_of(path)
    except InputError:
        return
    assert len(line) < 100


def test_times_of_cbor_as_keys_are_what_they_enclose(tmp_path):
    path = cbor_file(tmp_path / "x.cbor", {tag(0, "2026-01-31T12:00:00Z"): 1, tag(1, 5): 2})
    [(_, line)] = values_of(path)
    assert parse(line) == {"2026-01-31T12:00:00Z": 1, "5": 2}


def test_timestamps_of_messagepack_have_nanoseconds(tmp_path):
    path = tmp_path / "events.msgpack"
    rows = [
        {"at": msgpack.Timestamp(-1, 999_999_999), "far": msgpack.Timestamp(0)},
        {"at": msgpack.Timestamp(2, 0), "far": msgpack.Timestamp(2**60)},
    ]
    path.write_bytes(b"".join(map(msgpack.packb, rows)))
    schema = infer([path]).schema
    assert fields_of(schema) == {"at": "timestamp_ns_utc", "far": "string"}
    assert [value["at"] for value in lowered_values(schema, path, tmp_path)] == [-1, 2 * 10**9]


_TAGGED = [
    st.datetimes().map(lambda at: tag(0, f"{at.isoformat()}Z")),
    st.datetimes().map(lambda at: tag(0, f"{at.isoformat(timespec='milliseconds')}Z")),
    st.text(max_size=5).map(lambda text: tag(0, text)),
    st.integers(-(2**63), 2**63 - 1).map(lambda count: tag(1, count)),
    st.floats(allow_nan=False, allow_infinity=False).map(lambda count: tag(1, count)),
    st.tuples(st.integers(-3, 1), st.integers(-(10**30), 10**30)).map(lambda pair: tag(4, pair)),
    st.uuids(),
    st.dates(),
    st.integers(-(2**31), 2**31),
    st.text(max_size=5),
    st.none(),
]


@examples(60)
@given(
    st.lists(st.sampled_from(_TAGGED), min_size=1, max_size=2, unique_by=id).flatmap(
        lambda kinds: st.lists(st.one_of(kinds), min_size=1, max_size=4)
    )
)
def test_any_tagged_values_of_cbor_come_back_from_their_types(tmp_path_factory, values):
    folder = tmp_path_factory.mktemp("cbor")
    path = cbor_file(folder / "events.cbor", *({"x": value} for value in values))
    schema = infer([path]).schema
    lowered = lowered_values(schema, path, folder)
    [field] = schema.record(schema.root).fields
    is_raw_json = is_raw(field.type.item if isinstance(field.type, OptionalOf) else field.type)
    for value, found, (_, line) in zip(
        typed_values(schema, lowered), lowered, values_of(path), strict=True
    ):
        read = parse(line)["x"]
        if is_raw_json and read is not None:
            assert json.loads(found["x"]) == read
        else:  # numbers are lowered already
            assert read in (value["x"], found["x"])


def typed_values(schema, lowered):
    return list(map(typed(schema), lowered))


def test_avro_file_gives_types_and_notes(tmp_path):
    path = tmp_path / "events.avro"
    path.write_bytes(avro_bytes())
    inferred = infer([path])
    assert {f.name: str(f.type) for f in inferred.schema.record("Event").fields} == {
        "id": "i64",
        "day": "date",
        "raw": "optional<bytes>",
        "price": "decimal(4, 2)",
        "color": "Color",
    }
    assert inferred.values == 3
    assert inferred.notes == (
        "events: $.day is date: the int below it",
        "events: $.price is decimal: its text",
    )
    assert prepare(inferred.schema, values_of(path), tmp_path / "out.jsonl").values == 3
    assert parse(next(iter(values_of(path)))[1]) == {
        "id": 0,
        "day": 18262,
        "raw": None,
        "price": "0.01",
        "color": "BLUE",
    }


def avro_file(path, types, *values):
    """A file of records with a field of each type, of whose logical types the writer knows nothing:
    values are bytes."""

    def written(told):
        file = io.BytesIO()
        rows = [{f"f{n}": each for n, each in enumerate(value)} for value in values]
        fastavro.writer(file, fastavro.parse_schema(told), rows)
        return file.getvalue()

    fields = [{"name": f"f{n}", "type": type_} for n, type_ in enumerate(types)]
    told = {"type": "record", "name": "Row", "fields": fields}
    plain = json.loads(json.dumps(told).replace("logicalType", "logicalTypX"))
    name = b"\x16avro.schema"
    head, rest = written(plain).split(name)
    size, length = zigzag(rest)
    text = json.dumps(told).encode()
    path.write_bytes(head + name + zigzagged(len(text)) + text + rest[length + size :])
    return path


def zigzag(data):
    """A number of Avro's, and how many bytes it takes."""
    value = length = 0
    while True:
        byte = data[length]
        value |= (byte & 0x7F) << 7 * length
        length += 1
        if byte < 0x80:
            return (value >> 1) ^ -(value & 1), length


def zigzagged(number):
    number *= 2
    out = b""
    while number >= 0x80:
        out += bytes([number & 0x7F | 0x80])
        number >>= 7
    return out + bytes([number])


def decimal(precision, scale, **more):
    told = {"type": "bytes", "logicalType": "decimal", "precision": precision, "scale": scale}
    return {**told, **more}


def unscaled(number, size=33):
    return number.to_bytes(size, "big", signed=True)


UUIDS = {"type": "fixed", "name": "Id", "size": 16, "logicalType": "uuid"}
IDENTITY = UUID(int=10)


def test_decimals_and_uuids_of_avro_are_logical_types(tmp_path):
    money = decimal(18, 0, type="fixed", name="Money", size=9)
    types = [decimal(38, 2), money, "Money", UUIDS, ["null", "Id"], ["null", decimal(3, 1)]]
    path = avro_file(
        tmp_path / "x.avro",
        types,
        [unscaled(-(10**38) + 90), unscaled(-7, 9), unscaled(0, 9), IDENTITY.bytes, None, None],
        [b"", unscaled(10**17, 9), unscaled(1, 9), IDENTITY.bytes, IDENTITY.bytes, b"\xfb"],
    )
    inferred = infer([path])
    assert list(fields_of(inferred.schema).values()) == [
        "decimal(38, 2)",
        "decimal(18, 0)",
        "decimal(18, 0)",
        "uuid",
        "optional<uuid>",
        "optional<decimal(3, 1)>",
    ]
    text = str(IDENTITY)
    assert [list(value.values()) for value in lowered_values(inferred.schema, path, tmp_path)] == [
        ["-" + "9" * 36 + ".10", -7, 0, text, None, None],
        ["0.00", 10**17, 1, text, text, "-0.5"],
    ]


@pytest.mark.parametrize(
    "unsound", [decimal(0, 0), decimal(77, 0), {**UUIDS, "size": 15}, {**UUIDS, "size": 17}]
)
def test_unsound_logical_type_of_avro_is_the_bytes_below_it(tmp_path, unsound):
    data = b"\1" * unsound.get("size", 1)
    path = avro_file(tmp_path / "x.avro", [unsound], [data])
    schema = infer([path]).schema
    assert fields_of(schema) == {"f0": "bytes"}
    text = base64.b64encode(data).decode()
    assert lowered_values(schema, path, tmp_path) == [{"f0": text}]


def test_decimal_of_avro_with_more_digits_than_it_declares_is_refused(tmp_path):
    path = avro_file(tmp_path / "x.avro", [decimal(4, 2)], [b"\x7f" * 100_000])
    with pytest.raises(InputError, match=r"element 1: .* has more digits than decimal\(4, 2\)"):
        list(values_of(path))


@pytest.mark.parametrize("unions", [False, True])
def test_decimals_in_unions_of_avro_keep_their_branch(tmp_path, unions):
    some = [
        [decimal(9, 0), "int"],
        [decimal(9, 0), {"type": "array", "items": decimal(9, 0)}],
        ["string", decimal(9, 2)],
        ["int", UUIDS],
    ]
    path = avro_file(
        tmp_path / "x.avro",
        some,
        [b"\5", [b"\6"], b"\x6e", IDENTITY.bytes],
        [7, b"\x08", "1.10", 9],
    )
    inferred = infer([path], unions=unions)
    raw = [is_raw(field.type) for field in inferred.schema.record("Row").fields]
    assert raw == [not unions, not unions, True, not unions]
    expected = [
        ["5", ["6"], {"bytes": "1.10"}, str(IDENTITY)],
        [7, "8", {"string": "1.10"}, 9],
    ]
    for value, wanted in zip(
        lowered_values(inferred.schema, path, tmp_path), expected, strict=True
    ):
        pairs = zip(value.values(), raw, strict=True)
        assert [json.loads(each) if are_raw else each for each, are_raw in pairs] == wanted


def is_raw(type_):
    return isinstance(type_, Scalar) and type_.raw_json


@examples(60)
@given(st.integers(1, 76), st.data())
def test_any_decimal_of_avro_keeps_its_digits(tmp_path_factory, precision, data):
    scale = data.draw(st.integers(0, precision))
    number = data.draw(st.integers(-(10**precision) + 1, 10**precision - 1))
    folder = tmp_path_factory.mktemp("avro")
    path = avro_file(folder / "x.avro", [decimal(precision, scale)], [unscaled(number)])
    [value] = lowered_values(infer([path]).schema, path, folder)
    exact = Decimal((int(number < 0), tuple(map(int, str(abs(number)))), -scale))
    assert Decimal(value["f0"]).as_tuple() == exact.as_tuple()


def test_damaged_avro_file_error_is_one_line(tmp_path):
    path = tmp_path / "events.avro"
    for bad in (b"Obj\x02", avro_bytes()[:-5], b"", struct.pack("<Q", 0)):
        path.write_bytes(bad)
        with pytest.raises(UserError) as caught:
            infer([path])
        assert "\n" not in str(caught.value)


def test_value_containing_itself_is_rejected(tmp_path):
    path = tmp_path / "x.cbor"
    path.write_bytes(b"\xd8\x1c\xa1\x61a\xd8\x1d\x00")
    with pytest.raises(InputError, match="element 1: the value holds itself"):
        list(Documents(path))


def test_too_deeply_nested_value_is_rejected(tmp_path):
    path = tmp_path / "x.msgpack"
    path.write_bytes(b"\x81\xa1a" + b"\x91" * 100 + b"\x01")
    with pytest.raises(InputError, match="nested more than 100 levels deep"):
        list(Documents(path))


def test_nan_in_nested_set_is_kept(tmp_path):
    path = tmp_path / "x.cbor"
    path.write_bytes(cbor2.dumps({"a": {(1, frozenset({float("nan")}))}}))
    assert [line for _, line in Documents(path)] == [b'{"a":[[1,[NaN]]]}']


LEAVES = st.one_of(
    st.none(), st.booleans(), st.integers(-(2**63), 2**63 - 1), st.floats(), st.text(max_size=5)
)
KEYS = st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), max_size=4)
SOME = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3),
    max_leaves=6,
)


@examples(60)
@given(st.dictionaries(KEYS, SOME, max_size=4), st.sampled_from([*WRITERS]))
def test_any_value_equals_written_value(tmp_path_factory, value, suffix):
    path = tmp_path_factory.mktemp("any") / f"x{suffix}"
    path.write_bytes(WRITERS[suffix](value))
    [(_, line)] = Documents(path)
    assert repr(parse(line, with_nonfinite=True)) == repr(value)


@pytest.mark.parametrize(
    ("values", "type_", "texts"),
    [
        ([nan, inf, -inf], "f64", ["NaN", "Infinity", "-Infinity"]),
        ([1.0, nan], "f64", [1.0, "NaN"]),
        ([1, nan], "f64", [1.0, "NaN"]),
        ([None, nan], "optional<f64>", [None, "NaN"]),
        ([[1], [nan, -inf]], "list<f64>", [[1.0], ["NaN", "-Infinity"]]),
        (["NaN", "x"], "string", ["NaN", "x"]),
    ],
)
@pytest.mark.parametrize("suffix", WRITERS)
def test_field_with_nan_is_inferred_as_float(tmp_path, suffix, values, type_, texts):
    path = tmp_path / f"x{suffix}"
    path.write_bytes(b"".join(WRITERS[suffix]({"x": value}) for value in values))
    schema = infer([path]).schema
    assert str(schema.record(schema.root).fields[0].type) == type_
    prepare(schema, values_of(path), tmp_path / "out.jsonl")
    lines = (tmp_path / "out.jsonl").read_text().splitlines()
    assert [json.loads(line)["x"] for line in lines] == texts


@pytest.mark.parametrize("unions", [False, True])
def test_nan_beside_other_types_error_names_place(tmp_path, unions):
    path = tmp_path / "x.msgpack"
    path.write_bytes(b"".join(msgpack.packb({"x": value}) for value in ["a", nan]))
    schema = infer([path], unions=unions).schema
    with pytest.raises(InputError, match=r"element 2: \$\.x: (it is NaN or|NaN is in a union)"):
        prepare(schema, values_of(path), tmp_path / "out.jsonl")


def test_map_with_keys_equal_in_json_is_rejected(tmp_path):
    path = tmp_path / "x.cbor"
    path.write_bytes(cbor2.dumps({"a": {1: "one", "1": "text"}}))
    with pytest.raises(InputError, match=r"\$\.a: the keys 1 and '1' are one key in JSON"):
        list(Documents(path))


def test_self_described_cbor_and_indefinite_lengths_are_read(tmp_path):
    path = tmp_path / "x.cbor"
    value = bytes.fromhex("d9d9f7 bf 6161 7f 6268696121ff 6162 9f0102ff ff")
    path.write_bytes(value * 2)
    assert [parse(line) for _, line in Documents(path)] == [{"a": "hi!", "b": [1, 2]}] * 2


def test_an_avro_field_of_type_null_is_an_optional_text(tmp_path):
    path = tmp_path / "x.avro"
    fields = [{"name": "id", "type": "int"}, {"name": "none", "type": "null"}]
    told = fastavro.parse_schema({"type": "record", "name": "Row", "fields": fields})
    with path.open("wb") as file:
        fastavro.writer(file, told, [{"id": 1, "none": None}])
    found = brought(path, "x")
    assert str(found.schema.record("Row").fields[1].type) == "optional<string>"
    assert found.remarks == (note("x: $.none is null throughout: an optional text"),)
    assert [parse(line) for _, line in Documents(path)] == [{"id": 1, "none": None}]
