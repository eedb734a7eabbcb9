"""Parquet and Arrow files through pyarrow: types, values, and what cannot be kept."""

import base64
import datetime as dt
import decimal
import json
import math
import struct
import sys
import uuid

import duckdb
import numpy as np
import pyarrow as pa
import pyarrow.ipc
import pyarrow.parquet
import pytest
from hypothesis import given
from hypothesis import strategies as st

from serbench.errors import UserError
from serbench.schema.errors import InputError
from serbench.schema.model import lowered
from serbench.schema.nonfinite import with_texts
from serbench.schema.parse import parse
from serbench.schema.tables import rows_of
from serbench.schema.values import prepare
from tests.strategies import examples

EPOCH = dt.date(1970, 1, 1)


def written(path, table):
    if path.suffix == ".parquet":
        pyarrow.parquet.write_table(table, path)
    else:
        with pa.OSFile(str(path), "wb") as file, pa.ipc.new_file(file, table.schema) as writer:
            writer.write_table(table)
    return path


def values(path):
    return [parse(line, with_nonfinite=True) for _, line in rows_of(path)]


def types(path):
    schema = rows_of(path).table.schema
    return {f.name: str(f.type) for f in schema.record(schema.root).fields}


def column(path, array):
    """The type, the values and the remarks of a file of one column."""
    written(path, pa.table({"x": array}))
    rows = rows_of(path)
    return types(path)["x"], [row["x"] for row in values(path)], list(map(str, rows.table.remarks))


LEAVES = [
    (pa.array([-7], pa.int8()), "i8", -7),
    (pa.array([2**64 - 1], pa.uint64()), "u64", 2**64 - 1),
    (pa.array([0.1], pa.float32()), "f32", 0.10000000149011612),
    (pa.array([np.float16(1.5)], pa.float16()), "f32", 1.5),
    (pa.array(["é"], pa.large_string()), "string", "é"),
    (pa.array(["é"], pa.string_view()), "string", "é"),
    (pa.array([b"\xaa\0"], pa.binary(2)), "bytes", "qgA="),
    (pa.array([b"\xaa\0"], pa.large_binary()), "bytes", "qgA="),
    (pa.array(["a", None]).dictionary_encode(), "optional<string>", "a"),
    (pa.array([-1], pa.date32()), "date", -1),
    (pa.array([1500], pa.time32("ms")), "time_ms", 1500),
    (pa.array([1], pa.time64("ns")), "time_ns", 1),
    (pa.array([1], pa.timestamp("ns")), "timestamp_ns", 1),
    (pa.array([-1], pa.timestamp("us", "Europe/Rome")), "timestamp_us_utc", -1),
    (pa.array([2**63 - 1], pa.timestamp("us")), "timestamp_us", 2**63 - 1),
    (pa.array([1], pa.duration("ns")), "duration_ns", 1),
    (pa.array([decimal.Decimal("12.50")], pa.decimal128(10, 2)), "decimal(10, 2)", "12.50"),
    (pa.array([decimal.Decimal(12)], pa.decimal128(18, 0)), "decimal(18, 0)", 12),
    (pa.array([decimal.Decimal(10) ** 70], pa.decimal256(76, 0)), "decimal(76, 0)", str(10**70)),
    (pa.array([None], pa.null()), "optional<string>", None),
    (pa.array([[1, 2]], pa.list_(pa.int32(), 2)), "list<i32>", [1, 2]),
    (pa.array([[1, None]], pa.large_list(pa.int32())), "list<optional<i32>>", [1, None]),
    (pa.array([[("a", 1)]], pa.map_(pa.string(), pa.int32())), "map<string, i32>", {"a": 1}),
    (
        pa.array([[(1, 2)]], pa.map_(pa.int8(), pa.int32())),
        "map_entries<X>",
        [{"key": 1, "value": 2}],
    ),
    (
        pa.array([[(1, 2), (1, 3)]], pa.map_(pa.int8(), pa.int32())),
        "list<X>",
        [{"key": 1, "value": 2}, {"key": 1, "value": 3}],
    ),
    (
        pa.array([[(0.5, 2)]], pa.map_(pa.float32(), pa.int32())),
        "list<X>",
        [{"key": 0.5, "value": 2}],
    ),
    (pa.array([{"a": 1}]), "X", {"a": 1}),
]


@pytest.mark.parametrize("suffix", [".parquet", ".arrow"])
@pytest.mark.parametrize(
    ("array", "type_", "value"), LEAVES, ids=lambda parameter: str(parameter)[:40]
)
def test_a_column_of_each_type_is_kept_exactly(tmp_path, array, type_, value, suffix):
    found, rows, remarks = column(tmp_path / f"t{suffix}", array)
    assert (found, rows[0]) == (type_, value)
    assert all(text.startswith("note: t: $.x is ") for text in remarks)


def test_types_of_arrow_alone_are_kept(tmp_path):
    path = tmp_path / "t.arrow"
    interval = pa.array([(1, 15, -30), None], pa.month_day_nano_interval())
    parts = {"months": 1, "days": 15, "nanoseconds": -30}
    assert column(path, interval)[:2] == ("optional<X>", [parts, None])
    ends = pa.RunEndEncodedArray.from_arrays([2, 3], ["a", None])
    assert column(path, ends)[:2] == ("optional<string>", ["a", "a", None])
    views = pa.array([[1], None], pa.list_view(pa.int8()))
    assert column(path, views)[:2] == ("optional<list<i8>>", [[1], None])
    days = pa.array([-86_400_000], pa.date64())  # in Parquet, it is date32
    assert column(path, days)[:2] == ("date", [-1])
    here = uuid.UUID(int=10)
    ids = pa.ExtensionArray.from_storage(pa.uuid(), pa.array([here.bytes], pa.binary(16)))
    assert column(path, ids)[:2] == ("uuid", [str(here)])


DAY_MS = 86_400_000


@pytest.mark.parametrize(
    ("counts", "type_", "values"),
    [
        ([0, None, -719_162 * DAY_MS], "optional<date>", [0, None, -719_162]),
        ([-(2**31) * DAY_MS, (2**31 - 1) * DAY_MS], "date", [-(2**31), 2**31 - 1]),
    ],
)
def test_date64_is_a_date(tmp_path, counts, type_, values):
    days = pa.array(counts, pa.int64()).view(pa.date64())
    assert column(tmp_path / "t.arrow", days)[:2] == (type_, values)


@pytest.mark.parametrize(
    ("count", "cause"),
    [(-1, "whole number of days"), (2**31 * DAY_MS, r"\$\.x: 2147483648 is beyond")],
)
def test_date64_of_no_day_is_refused(tmp_path, count, cause):
    days = pa.array([count], pa.int64()).view(pa.date64())
    path = written(tmp_path / "t.arrow", pa.table({"x": days}))
    with pytest.raises(InputError, match=cause):
        prepare(rows_of(path).table.schema, rows_of(path), tmp_path / "out.jsonl")


@pytest.mark.parametrize("mode", ["dense", "sparse"])
def test_union_value_names_branch(tmp_path, mode):
    codes = pa.array([0, 1, 0], pa.int8())
    names = ["small", "large"]
    if mode == "dense":
        inner = [pa.array([1, None], pa.int8()), pa.array([1], pa.int64())]
        array = pa.UnionArray.from_dense(codes, pa.array([0, 0, 1], pa.int32()), inner, names)
    else:
        inner = [pa.array([1, 0, None], pa.int8()), pa.array([0, 1, 0], pa.int64())]
        array = pa.UnionArray.from_sparse(codes, inner, names)
    type_, rows, [said] = column(tmp_path / "t.arrow", array)
    assert type_ == "string"
    assert list(map(json.loads, rows)) == [{"small": 1}, {"large": 1}, {"small": None}]
    assert said.startswith("warning: ")
    assert "its branch" in said


def test_names_empty_or_differing_by_case_are_kept(tmp_path):
    table = pa.table([[1], [2], [3]], names=["id", "ID", ""])
    for suffix in (".parquet", ".arrow"):
        assert values(written(tmp_path / f"t{suffix}", table)) == [{"id": 1, "ID": 2, "": 3}]


def test_duplicate_field_names_are_rejected(tmp_path):
    path = written(tmp_path / "t.arrow", pa.table([[1], [2]], names=["id", "id"]))
    with pytest.raises(InputError, match="two fields are called 'id'"):
        values(path)


def test_map_with_duplicate_key_is_rejected(tmp_path):
    array = pa.array([[("a", 1), ("a", 2)]], pa.map_(pa.string(), pa.int32()))
    with pytest.raises(InputError, match=r"\$\.x: a map has the key 'a' twice"):
        column(tmp_path / "t.parquet", array)


def test_int96_keeps_nanoseconds(tmp_path):
    path = tmp_path / "t.parquet"
    times = pa.array([1, 123_456_789, None], pa.timestamp("ns"))
    table = pa.table({"x": times, "list": [[1], [], None]})
    pyarrow.parquet.write_table(table, path, use_deprecated_int96_timestamps=True)
    assert [row["x"] for row in values(path)] == [1, 123_456_789, None]


def test_int96_beyond_nanoseconds_of_64_bits_is_refused(tmp_path):
    path = tmp_path / "t.parquet"
    times = pa.array([0x0102030405060708], pa.timestamp("ns"))
    pyarrow.parquet.write_table(
        pa.table({"x": times}), path, use_deprecated_int96_timestamps=True, compression="none"
    )
    days, rest = divmod(0x0102030405060708, 86_400 * 10**9)
    int96 = struct.pack("<qi", rest, days + 2_440_588)
    data = path.read_bytes()
    assert int96 in data
    path.write_bytes(data.replace(int96, struct.pack("<qi", rest, 10_000_000)))
    with pytest.raises(InputError, match=r"\$\.x: it is of the type INT96"):
        values(path)


@pytest.mark.parametrize("bad", [math.nan, math.inf, -math.inf])
@pytest.mark.parametrize("type_", [pa.float16(), pa.float32(), pa.float64()])
def test_nonfinite_float_is_kept_outside_unions_alone(tmp_path, bad, type_):
    floats = pa.array([np.float16(bad)], type_)
    path = tmp_path / "t.arrow"
    array = pa.array([[{"x": np.float16(bad)}]], pa.list_(pa.struct({"x": type_})))
    assert repr(column(path, array)[1]) == repr([[{"x": bad}]])
    union = pa.UnionArray.from_sparse(pa.array([0], pa.int8()), [floats], ["x"])
    with pytest.raises(InputError, match=r"\$\.x: it is NaN or infinite in a union, which is kept"):
        column(path, union)


def arrow_file(path, query, form):
    """What a query gives, as an Arrow file, or as a stream in one."""
    found = duckdb.sql(query).to_arrow_table()
    new = pa.ipc.new_file if form == "file" else pa.ipc.new_stream
    with pa.OSFile(str(path), "wb") as file, new(file, found.schema) as writer:
        writer.write_table(found)
    return path


def test_arrow_stream_is_read(tmp_path):
    path = arrow_file(tmp_path / "t.arrow", "SELECT i AS x FROM range(3) AS r(i)", "stream")
    assert values(path) == [{"x": 0}, {"x": 1}, {"x": 2}]


def test_decimal_beyond_precision_is_rejected(tmp_path):
    """DuckDB writes 2^127 - 1 as decimal128(38, 0)."""
    path = arrow_file(tmp_path / "t.arrow", f"SELECT {2**127 - 1}::HUGEINT AS x", "file")
    with pytest.raises(InputError, match="does not fit in precision"):
        _ = rows_of(path).table


def test_invalid_arrow_file_is_rejected(tmp_path):
    path = tmp_path / "x.feather"
    path.write_bytes(b"nothing of the sort")
    with pytest.raises(InputError, match="no Arrow file"):
        _ = rows_of(path).table


def test_missing_pyarrow_error_names_package(tmp_path, monkeypatch):
    path = arrow_file(tmp_path / "t.arrow", "SELECT 1 AS x", "file")
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(UserError, match=r"serbench\[formats\]"):
        _ = rows_of(path).table


def test_out_of_bounds_offsets_are_rejected(tmp_path):
    """DuckDB followed them: to bytes of the process, or to no memory at all."""
    path = arrow_file(
        tmp_path / "t.arrow", "SELECT * FROM (VALUES ('hello'), ('world')) t(s)", "file"
    )
    sound = path.read_bytes()
    offsets = np.array([0, 5, 10], np.int32).tobytes()
    assert sound.count(offsets) == 1
    for end in (2000, 2**30):
        path.write_bytes(sound.replace(offsets, np.array([0, 5, end], np.int32).tobytes()))
        with pytest.raises(InputError, match="out of bounds"):
            _ = rows_of(path).table


def test_batches_of_an_arrow_file_keep_their_order(tmp_path):
    table = pa.table({"i": range(300_000)})
    path = tmp_path / "t.arrow"
    with pa.OSFile(str(path), "wb") as file, pa.ipc.new_file(file, table.schema) as writer:
        writer.write_table(table, max_chunksize=7_000)
    assert [parse(line)["i"] for _, line in rows_of(path)] == list(range(300_000))


@pytest.mark.parametrize("scale", [-2000, -39, 39, 256])
def test_decimal_with_extreme_scale_is_rejected(tmp_path, scale):
    digits = pa.py_buffer(struct.pack("<qq", 1, 0))
    array = pa.Array.from_buffers(pa.decimal128(38, scale), 1, [None, digits])
    with pytest.raises(InputError, match=r"\$\.x: it is decimal128\(38, "):
        column(tmp_path / "t.arrow", array)


TYPES = st.recursive(
    st.sampled_from(
        [
            pa.bool_(),
            pa.int8(),
            pa.uint64(),
            pa.string(),
            pa.binary(),
            pa.float64(),
            pa.date32(),
            pa.timestamp("ns"),
            pa.timestamp("us", "UTC"),
            pa.time64("ns"),
            pa.duration("ms"),
            pa.decimal128(20, 3),
            pa.decimal256(60, 0),
        ]
    ),
    lambda inner: st.one_of(
        inner.map(pa.list_),
        inner.map(pa.large_list),
        inner.map(lambda t: pa.map_(pa.string(), t)),
        inner.map(lambda t: pa.map_(pa.int32(), t)),
        st.dictionaries(st.sampled_from(["a", "A", "", "b c"]), inner, min_size=1).map(
            lambda parts: pa.struct(list(parts.items()))
        ),
    ),
    max_leaves=5,
)


def made(type_):
    """Pairs: what pyarrow takes, and the canonical value of it."""
    none = st.just((None, None))
    return st.one_of(none, _made(type_))


def _made(type_):
    t = pa.types
    if t.is_boolean(type_):
        return st.booleans().map(lambda value: (value, value))
    if t.is_integer(type_):
        low, high = (-(2**7), 2**7 - 1) if type_ == pa.int8() else (0, 2**64 - 1)
        if type_ == pa.int32():
            low, high = -(2**31), 2**31 - 1
        return st.integers(low, high).map(lambda value: (value, value))
    if t.is_string(type_):
        text = st.text(st.characters(exclude_categories=["Cs"]), max_size=5)
        return text.map(lambda value: (value, value))
    if t.is_binary(type_):
        return st.binary(max_size=5).map(lambda value: (value, base64.b64encode(value).decode()))
    if t.is_floating(type_):
        return st.floats().map(lambda value: (value, value))
    if t.is_date(type_):
        return st.dates().map(lambda day: (day, (day - EPOCH).days))
    if t.is_temporal(type_):
        most = 86_400 * 10**9 - 1 if t.is_time(type_) else 2**63 - 1
        least = 0 if t.is_time(type_) else -(2**63)
        return st.integers(least, most).map(lambda count: (count, count))
    if t.is_decimal(type_):
        digits = st.integers(-(10**type_.precision) + 1, 10**type_.precision - 1)
        with_scale = digits.map(
            lambda unscaled: decimal.Decimal(unscaled).scaleb(-type_.scale, WIDE)
        )
        return with_scale.map(lambda number: (number, format(number, "f")))
    if t.is_struct(type_):
        parts = st.tuples(*(made(f.type) for f in type_.fields))
        names = [f.name for f in type_.fields]
        return parts.map(
            lambda pairs: tuple(
                dict(zip(names, side, strict=True)) for side in zip(*pairs, strict=True)
            )
        )
    if t.is_map(type_):
        keys = _made(type_.key_type)
        entries = st.lists(st.tuples(keys, made(type_.item_type)), max_size=3)
        return entries.map(lambda pairs: _of_entries(pairs, t.is_string(type_.key_type)))
    items = st.lists(made(type_.value_type), max_size=3)
    return items.map(lambda pairs: ([a for a, _ in pairs], [b for _, b in pairs]))


WIDE = decimal.Context(prec=80)


def _of_entries(entries, is_text):
    entries = list({key[0]: (key, value) for key, value in entries}.values())
    given_ = [(key[0], value[0]) for key, value in entries]
    if is_text:
        return given_, {key[1]: value[1] for key, value in entries}
    return given_, [{"key": key[1], "value": value[1]} for key, value in entries]


@examples(50)
@given(st.data(), st.sampled_from([".parquet", ".arrow"]))
def test_any_values_of_any_type_equal_written_values(tmp_path_factory, data, suffix):
    type_ = data.draw(TYPES)
    pairs = data.draw(st.lists(made(type_), min_size=1, max_size=6))
    path = tmp_path_factory.mktemp("any") / f"t{suffix}"
    array = pa.array([taken for taken, _ in pairs], type_)
    written(path, pa.table({"x": array}))
    # Their text, since NaN equals nothing.
    assert repr([row["x"] for row in values(path)]) == repr([expected for _, expected in pairs])
    source = rows_of(path)
    out = path.with_suffix(".jsonl")
    prepare(source.table.schema, source, out)  # the schema fits them
    prepare(lowered(source.table.schema), source, out)  # with entries of maps in their order
    assert repr([json.loads(line)["x"] for line in out.open()]) == repr(
        [with_texts(expected) for _, expected in pairs]
    )
