"""Binary formats against a second reader or writer: random values of every type of each format.

MessagePack and Avro are read by another library as well, CBOR and BSON are written by encoders of
the tests' own, straight from their specifications.
"""

import base64
import datetime as dt
import io
import json
import struct
import uuid
from decimal import Decimal

import fastavro
import msgpack
import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from serbench.errors import UserError
from serbench.schema.documents import Documents
from tests.fuzz.cbor import ARRAY, BYTES, MAP, NEGATIVE, SIMPLE, TAG, TEXT, UNSIGNED, Item
from tests.strategies import examples

MANY = examples(100)
FLOATS = st.floats(allow_nan=False, allow_infinity=False)
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
KEYS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=4)
BINARY = st.binary(max_size=12)


def read(folder, suffix, data):
    path = folder / f"any{suffix}"
    path.write_bytes(data)
    return [json.loads(line) for _, line in Documents(path)]


def same(found, expected):
    """As JSON, which tells 1 from 1.0 and 0.0 from -0.0."""
    return json.dumps(found) == json.dumps(expected)


def text_of(data):
    return base64.b64encode(data).decode()


def nested(leaves, container):
    return st.dictionaries(KEYS, st.recursive(leaves, container, max_leaves=8), max_size=4)


def in_containers(inner):
    return st.one_of(st.lists(inner, max_size=4), st.dictionaries(KEYS, inner, max_size=4))


def mapped(value, leaf):
    """A value with each leaf as serbench has it."""
    if isinstance(value, dict):
        return {key: mapped(inner, leaf) for key, inner in value.items()}
    if isinstance(value, list):
        return [mapped(inner, leaf) for inner in value]
    return leaf(value)


SECONDS = st.one_of(st.integers(-62_135_596_800, 253_402_300_799), st.integers(-(2**63), 2**63 - 1))
MESSAGEPACK = st.one_of(
    st.none(), st.booleans(), st.integers(-(2**63), 2**64 - 1), FLOATS, TEXTS, BINARY,
    st.builds(msgpack.ExtType, st.integers(0, 127), BINARY),
    st.builds(msgpack.Timestamp, SECONDS, st.integers(0, 10**9 - 1)),
)  # fmt: skip


def of_messagepack(value):
    match value:
        case msgspec.msgpack.Ext(code=code, data=data):
            return {"type": code, "data": text_of(data)}
        case bytes():
            return text_of(value)
        case dt.datetime():
            return value
    return value


@MANY
@given(value=nested(MESSAGEPACK, in_containers))
def test_any_messagepack_equals_reading_by_msgspec(value, tmp_path_factory):
    data = msgpack.packb(value)
    [found] = read(tmp_path_factory.getbasetemp(), ".msgpack", data)

    def leaf(it):
        match it:
            case msgpack.ExtType():
                return {"type": it.code, "data": text_of(it.data)}
            case msgpack.Timestamp():
                return it
        return text_of(it) if isinstance(it, bytes) else it

    expected = mapped(value, leaf)
    assert same(without_times(found, expected), without_times(expected, expected))
    if not holds_times(value):
        assert same(found, mapped(msgspec.msgpack.decode(data), of_messagepack))


def holds_times(value):
    if isinstance(value, msgpack.Timestamp):
        return True
    inner = value.values() if isinstance(value, dict) else value if type(value) is list else ()
    return any(map(holds_times, inner))


def without_times(found, expected):
    """Times as numbers: seconds and nanoseconds, computed back from what was read."""
    if isinstance(expected, msgpack.Timestamp):
        if found is expected:
            return [expected.seconds, expected.nanoseconds]
        return seconds_of(found)
    if isinstance(expected, dict):
        return {key: without_times(found[key], inner) for key, inner in expected.items()}
    if isinstance(expected, list):
        return [without_times(*pair) for pair in zip(found, expected, strict=True)]
    return found


def seconds_of(text):
    if " s and " in text:
        seconds, _, rest = text.partition(" s and ")
        return [int(seconds), int(rest.partition(" ")[0])]
    whole, _, part = text.removesuffix("Z").partition(".")
    day = dt.datetime.fromisoformat(whole) - dt.datetime(1970, 1, 1)
    return [day.days * 86400 + day.seconds, int(part.ljust(9, "0") or 0)]


# What CBOR's encoder writes, with what serbench is to make of it.
def _integer(number):
    if 0 <= number < 2**64:
        return Item(UNSIGNED, number)
    if -(2**64) <= number < 0:
        return Item(NEGATIVE, -1 - number)
    size = number if number > 0 else -1 - number
    payload = size.to_bytes((size.bit_length() + 7) // 8, "big")
    return Item(TAG, 2 if number > 0 else 3, items=[Item(BYTES, payload=payload)])


def _text(text):
    return Item(TEXT, payload=text.encode())


def _float(number):
    return Item(SIMPLE, payload=b"\xfb" + struct.pack(">d", number))


def _tagged(tag, item):
    return Item(TAG, tag, items=[item])


def _decimal(number):
    sign, digits, exponent = number.as_tuple()
    whole = int("".join(map(str, digits))) * (-1 if sign else 1)
    return _tagged(4, Item(ARRAY, items=[_integer(exponent), _integer(whole)]))


DECIMALS = st.builds(
    lambda whole, exponent: Decimal(whole).scaleb(exponent),
    st.integers(-(10**20), 10**20),
    st.integers(-20, 5),
)
CBOR_LEAVES = st.one_of(
    st.sampled_from([(Item(SIMPLE, payload=b"\xf4"), False), (Item(SIMPLE, payload=b"\xf5"), True),
                     (Item(SIMPLE, payload=b"\xf6"), None)]),
    st.integers(-(2**80), 2**80).map(lambda v: (_integer(v), v)),
    FLOATS.map(lambda v: (_float(v), v)),
    st.floats(width=16, allow_nan=False, allow_infinity=False).map(
        lambda v: (Item(SIMPLE, payload=b"\xf9" + struct.pack(">e", v)), v)),
    TEXTS.map(lambda v: (_text(v), v)),
    BINARY.map(lambda v: (Item(BYTES, payload=v), text_of(v))),
    st.datetimes().map(lambda v: (_tagged(0, _text(f"{v.isoformat()}123Z")),
                                  f"{v.isoformat()}123Z")),
    FLOATS.map(lambda v: (_tagged(1, _float(v)), v)),
    st.integers(-(2**40), 2**60).map(lambda v: (_tagged(1, _integer(v)), v)),
    DECIMALS.map(lambda v: (_decimal(v), format(v, "f" if v.as_tuple().exponent <= 0 else ""))),
    st.uuids().map(lambda v: (_tagged(37, Item(BYTES, payload=v.bytes)), str(v))),
    TEXTS.map(lambda v: (_tagged(32, _text(v)), {"tag": 32, "value": v})),
    st.lists(st.integers(), max_size=5, unique=True).map(
        lambda v: (_tagged(258, Item(ARRAY, items=list(map(_integer, v)))), v)),
    st.tuples(st.integers(1000, 1003), BINARY).map(
        lambda v: (_tagged(v[0], Item(BYTES, payload=v[1])),
                   {"tag": v[0], "value": text_of(v[1])})),
)  # fmt: skip


def _cbor_map(parts, is_indefinite=False):
    items = [part for key, (item, _) in parts.items() for part in (_text(key), item)]
    whole = Item(MAP, items=items, is_indefinite=is_indefinite)
    return whole, {key: value for key, (_, value) in parts.items()}


def _cbor_list(parts, is_indefinite=False):
    whole = Item(ARRAY, items=[item for item, _ in parts], is_indefinite=is_indefinite)
    return whole, [value for _, value in parts]


def _cbor_containers(inner):
    return st.one_of(
        st.builds(_cbor_list, st.lists(inner, max_size=4), st.booleans()),
        st.builds(_cbor_map, st.dictionaries(KEYS, inner, max_size=4), st.booleans()),
    )


@MANY
@given(parts=nested(CBOR_LEAVES, _cbor_containers), is_indefinite=st.booleans())
def test_any_cbor_equals_encoded_value(parts, is_indefinite, tmp_path_factory):
    item, expected = _cbor_map(parts, is_indefinite)
    [found] = read(tmp_path_factory.getbasetemp(), ".cbor", item.encoded())
    assert same(found, expected)


# BSON's elements: the type, the bytes, and what serbench is to make of them.
def _sized(data):
    return struct.pack("<i", len(data)) + data


def _cstring(text):
    return text.encode() + b"\0"


def _bson_text(text):
    return _sized(text.encode() + b"\0")


def _bson_document(parts):
    inside = b"".join(
        bytes([kind]) + _cstring(key) + data for key, (kind, data, _) in parts.items()
    )
    return struct.pack("<i", len(inside) + 5) + inside + b"\0"


def _bson_inner(parts):
    return 3, _bson_document(parts), {key: value for key, (*_, value) in parts.items()}


def _bson_list(parts):
    document = _bson_document({str(n): part for n, part in enumerate(parts)})
    return 4, document, [value for *_, value in parts]


def _bson_binary(subtype, data):
    if subtype == 4 and len(data) == 16:
        expected = str(uuid.UUID(bytes=data))
    elif subtype:
        expected = {"$binary": {"base64": text_of(data), "subType": f"{subtype:02x}"}}
    else:
        expected = text_of(data)
    return 5, struct.pack("<iB", len(data), subtype) + data, expected


def _bson_time(ms):
    """Python's years end at 9999, and the calendar is the same after 400 of them."""
    cycles, rest = divmod(ms, 146_097 * 86_400_000)
    day = dt.datetime(1970, 1, 1) + dt.timedelta(milliseconds=rest)
    year = day.year + 400 * cycles
    shown = f"{year:04}" if 0 <= year <= 9999 else f"{year:+05}"
    expected = shown + day.isoformat(timespec="milliseconds").removeprefix(str(day.year)) + "Z"
    return 9, struct.pack("<q", ms), expected


BSON_LEAVES = st.one_of(
    FLOATS.map(lambda v: (1, struct.pack("<d", v), v)),
    TEXTS.map(lambda v: (2, _bson_text(v), v)),
    st.builds(_bson_binary, st.sampled_from([0, 0, 1, 5, 6, 128]), BINARY),
    st.builds(_bson_binary, st.just(4), st.binary(min_size=16, max_size=16)),
    st.binary(min_size=12, max_size=12).map(lambda v: (7, v, v.hex())),
    st.booleans().map(lambda v: (8, bytes([v]), v)),
    st.one_of(st.integers(-(2**46), 2**47), st.integers(-(2**63), 2**63 - 1)).map(_bson_time),
    st.just((10, b"", None)),
    KEYS.map(lambda v: (11, _cstring(v) + _cstring("i"), f"Regex({v!r}, 2)")),
    TEXTS.map(lambda v: (13, _bson_text(v), v)),
    st.integers(-(2**31), 2**31 - 1).map(lambda v: (16, struct.pack("<i", v), v)),
    st.tuples(st.integers(0, 2**32 - 1), st.integers(0, 2**32 - 1)).map(
        lambda v: (17, struct.pack("<II", v[1], v[0]), f"Timestamp({v[0]}, {v[1]})")),
    st.integers(-(2**63), 2**63 - 1).map(lambda v: (18, struct.pack("<q", v), v)),
    # A decimal's 34 digits at most, its exponent above them: the integers with exponent -2.
    st.integers(0, 10**30).map(
        lambda v: (19, (v | (6176 - 2) << 113).to_bytes(16, "little"), str(Decimal(f"{v}e-2")))),
    st.sampled_from([(255, b"", "MinKey()"), (127, b"", "MaxKey()")]),
)  # fmt: skip


def _bson_containers(inner):
    return st.one_of(
        st.lists(inner, max_size=4).map(_bson_list),
        st.dictionaries(KEYS, inner, max_size=4).map(_bson_inner),
    )


@MANY
@given(parts=nested(BSON_LEAVES, _bson_containers))
def test_any_bson_equals_encoded_value(parts, tmp_path_factory):
    _, data, expected = _bson_inner(parts)
    [found] = read(tmp_path_factory.getbasetemp(), ".bson", data)
    assert same(found, expected)


@pytest.mark.parametrize(
    ("suffix", "data"),
    [
        (".msgpack", b"\x82\xa1a\x01\xa1a\x02"),
        (".cbor", b"\xa2\x61a\x01\x61a\x02"),
        (".bson", b"\x13\0\0\0\x10a\0\1\0\0\0\x10a\0\2\0\0\0\0"),
    ],
)
def test_duplicate_key_is_rejected(suffix, data, tmp_path):
    with pytest.raises(UserError, match=r"element 1: .*(twice|Duplicate)"):
        read(tmp_path, suffix, data)


def test_javascript_with_a_scope_is_refused(tmp_path):
    code = _bson_text("x") + _bson_document({})
    data = _bson_document({"a": (15, struct.pack("<i", len(code) + 4) + code, None)})
    with pytest.raises(UserError, match="JavaScript with a scope"):
        read(tmp_path, ".bson", data)


AVRO_FIELDS = {
    "int": st.integers(-(2**31), 2**31 - 1),
    "long": st.integers(-(2**63), 2**63 - 1),
    "float": st.floats(width=32, allow_nan=False, allow_infinity=False),
    "double": FLOATS,
    "boolean": st.booleans(),
    "string": TEXTS,
    "bytes": BINARY,
    "null": st.none(),
}


@st.composite
def avro_types(draw, depth=2):
    """A type and a strategy of its values; names are made new each time."""
    around = ["array", "map", "optional", "record"] if depth else []
    kind = draw(st.sampled_from([*AVRO_FIELDS, "enum", "fixed", *around]))
    if kind in AVRO_FIELDS:
        return kind, AVRO_FIELDS[kind]
    name = f"N{draw(st.uuids()).hex}"
    if kind == "enum":
        return {"type": "enum", "name": name, "symbols": ["A", "B"]}, st.sampled_from("AB")
    if kind == "fixed":
        return {"type": "fixed", "name": name, "size": 3}, st.binary(min_size=3, max_size=3)
    inner, values = draw(avro_types(depth=depth - 1))
    if kind == "array":
        return {"type": "array", "items": inner}, st.lists(values, max_size=4)
    if kind == "map":
        return {"type": "map", "values": inner}, st.dictionaries(KEYS, values, max_size=4)
    if kind == "optional" and inner != "null" and not isinstance(inner, list):
        return ["null", inner], st.one_of(st.none(), values)
    fields = [{"name": "f", "type": inner}, {"name": "g", "type": "long"}]
    record = {"type": "record", "name": name, "fields": fields}
    return record, st.fixed_dictionaries({"f": values, "g": AVRO_FIELDS["long"]})


@MANY
@given(data=st.data(), codec=st.sampled_from(["null", "deflate", "bzip2"]))
def test_any_avro_equals_reading_by_apache_library(data, codec, tmp_path_factory):
    apache = pytest.importorskip("avro.datafile")
    from avro.io import DatumReader

    types = [data.draw(avro_types()) for _ in range(data.draw(st.integers(1, 3)))]
    told = {"type": "record", "name": "Row", "fields": [
        {"name": f"f{n}", "type": type_} for n, (type_, _) in enumerate(types)
    ]}  # fmt: skip
    rows = st.fixed_dictionaries({f"f{n}": values for n, (_, values) in enumerate(types)})
    out = io.BytesIO()
    written = data.draw(st.lists(rows, min_size=1, max_size=4))
    fastavro.writer(out, fastavro.parse_schema(told), written, codec=codec)
    again = list(apache.DataFileReader(io.BytesIO(out.getvalue()), DatumReader()))
    expected = [mapped(row, lambda it: text_of(it) if isinstance(it, bytes) else it)
                for row in again]  # fmt: skip
    found = read(tmp_path_factory.getbasetemp(), ".avro", out.getvalue())
    assert same(found, expected)


PACKAGES = {"bzip2": "bz2", "xz": "lzma", "snappy": "cramjam", "zstandard": "backports.zstd"}


@pytest.mark.parametrize("codec", PACKAGES)
def test_avros_packed_blocks_are_read(codec, tmp_path):
    pytest.importorskip(PACKAGES[codec])
    out = io.BytesIO()
    told = {"type": "record", "name": "Row", "fields": [{"name": "a", "type": "string"}]}
    fastavro.writer(out, fastavro.parse_schema(told), [{"a": "x" * 1000}] * 50, codec=codec)
    assert len(out.getvalue()) < 5000
    assert read(tmp_path, ".avro", out.getvalue()) == [{"a": "x" * 1000}] * 50


def test_a_missing_package_for_avros_blocks_is_named(tmp_path):
    out = io.BytesIO()
    told = {"type": "record", "name": "Row", "fields": [{"name": "a", "type": "long"}]}
    fastavro.writer(out, fastavro.parse_schema(told), [{"a": 1}])
    data = out.getvalue().replace(b"avro.codec\x08null", b"avro.codec\x06lz4")
    with pytest.raises(UserError, match=r"packed by lz4, .*: pip install lz4"):
        read(tmp_path, ".avro", data)
