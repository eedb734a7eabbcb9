"""Tables through DuckDB: their types, their values, and what no schema can hold."""

import datetime as dt
import json
import math
import shlex

import duckdb
import pytest
from hypothesis import given
from hypothesis import strategies as st

from serbench.schema.errors import InputError
from serbench.schema.parse import parse
from serbench.schema.tables import is_table, rows_of, rows_of_query
from serbench.schema.values import prepare
from tests.strategies import examples


def table(query):
    return rows_of_query(query).table


def fields(query):
    schema = table(query).schema
    return {f.name: str(f.type) for f in schema.record(schema.root).fields}


def values(query):
    return [parse(line, with_nonfinite=True) for _, line in rows_of_query(query)]


LEAVES = {
    "true": ("bool", True),
    "-7::TINYINT": ("i8", -7),
    "-7::SMALLINT": ("i16", -7),
    "-7::INTEGER": ("i32", -7),
    "-7::BIGINT": ("i64", -7),
    "7::UTINYINT": ("u8", 7),
    "7::USMALLINT": ("u16", 7),
    "7::UINTEGER": ("u32", 7),
    "18446744073709551615::UBIGINT": ("u64", 2**64 - 1),
    "0.1::FLOAT": ("f32", 0.10000000149011612),
    "0.1::DOUBLE": ("f64", 0.1),
    "'é\n'": ("string", "é\n"),
    r"'\xAA\x00'::BLOB": ("bytes", "qgA="),
    "12.50::DECIMAL(10, 2)": ("decimal(10, 2)", "12.50"),
    "12::DECIMAL(18, 0)": ("decimal(18, 0)", 12),
    "12::DECIMAL(19, 0)": ("decimal(19, 0)", "12"),
    "170141183460469231731687303715884105727::HUGEINT": ("bigint", str(2**127 - 1)),
    "DATE '1969-12-31'": ("date", -1),
    "TIME '00:00:01.5'": ("time_us", 1_500_000),
    "TIMESTAMP '1970-01-01 00:00:01.5'": ("timestamp_us", 1_500_000),
    "TIMESTAMP_S '1970-01-01 00:00:01'": ("timestamp_s", 1),
    "TIMESTAMP_MS '1969-12-31 23:59:59.500'": ("timestamp_ms", -500),
    "TIMESTAMP_NS '1970-01-01 00:00:00.000000001'": ("timestamp_ns", 1),
    "TIMESTAMPTZ '1970-01-01 01:00:00+01'": ("timestamp_us_utc", 0),
    "INTERVAL 1 DAY": ("string", "1 day"),
    "'00000000-0000-0000-0000-00000000000a'::UUID": (
        "uuid",
        "00000000-0000-0000-0000-00000000000a",
    ),
    "'b'::ENUM('a', 'b')": ("X", "b"),
    "[1, 2]::INTEGER[]": ("list<i32>", [1, 2]),
    "[1.5, 2.5]::FLOAT[2]": ("list<f32>", [1.5, 2.5]),
    "[[DATE '1970-01-02'], []]": ("list<list<date>>", [[1], []]),
    "MAP {'a': 1::BIGINT}": ("map<string, i64>", {"a": 1}),
    "MAP {'a': DATE '1970-01-02'}": ("map<string, date>", {"a": 1}),
    "MAP {1::BIGINT: DATE '1970-01-02'}": ("map_entries<X>", [{"key": 1, "value": 1}]),
    "{'a': 1::BIGINT, 'b c': DATE '1970-01-02'}": ("X", {"a": 1, "b c": 1}),
    "[{'d': [DATE '1970-01-02']}]": ("list<X>", [{"d": [1]}]),
}


@pytest.mark.parametrize("expression", LEAVES)
def test_every_column_type_is_kept(expression):
    type_, value = LEAVES[expression]
    assert fields(f"SELECT {expression} AS x") == {"x": type_}
    assert values(f"SELECT {expression} AS x") == [{"x": value}]


def test_type_without_counterpart_has_note():
    said = table("SELECT 1.5::DECIMAL(3, 1) AS price, 1 AS id, DATE '2020-01-01' AS day").remarks
    assert list(map(str, said)) == [
        "note: query: $.price is DECIMAL(3,1): its digits as text",
        "note: query: $.day is DATE: days since 1970-01-01",
    ]


def test_type_kept_as_text_has_warning():
    [said] = table("SELECT INTERVAL 1 DAY AS span").remarks
    assert str(said) == "warning: query: $.span is INTERVAL, for which there is no type: its text"


def test_map_of_keys_that_no_map_has_is_a_list():
    assert fields("SELECT MAP {0.5::DOUBLE: 1} AS x") == {"x": "list<X>"}
    assert fields("SELECT MAP {DATE '1970-01-02': 1} AS x") == {"x": "list<X>"}


def test_values_of_logical_types_are_canonical_as_they_are(tmp_path):
    rows = rows_of_query(
        "SELECT '0A0b0000-0000-0000-0000-00000000000a'::UUID AS u, 0.05::DECIMAL(2, 2) AS d, "
        "-0.5::DECIMAL(3, 2) AS n, (-170141183460469231731687303715884105728)::HUGEINT AS h, "
        "TIME '24:00:00' AS t, MAP {2: 'b', 1: 'a'} AS m"
    )
    found = prepare(rows.table.schema, rows, tmp_path / "values.jsonl")
    assert json.loads(found.path.read_text()) == {
        "u": "0a0b0000-0000-0000-0000-00000000000a",
        "d": "0.05",
        "n": "-0.50",
        "h": str(-(2**127)),
        "t": 86_400_000_000,
        "m": [{"key": 1, "value": "a"}, {"key": 2, "value": "b"}],
    }


def test_only_columns_with_nulls_are_optional():
    query = """SELECT * FROM (VALUES
        (1, NULL, {'a': 1, 'b': [1, NULL]}, MAP {'k': NULL::INTEGER}, NULL::INTEGER[]),
        (2, 'x', {'a': NULL, 'b': [2]}, MAP {'k': 3}, [1])) AS t(id, text, s, m, l)"""
    schema = table(query).schema
    assert fields(query) == {
        "id": "i32",
        "text": "optional<string>",
        "s": "S",
        "m": "map<string, optional<i32>>",
        "l": "optional<list<i32>>",
    }
    inner = {f.name: str(f.type) for f in schema.record("S").fields}
    assert inner == {"a": "optional<i32>", "b": "list<optional<i32>>"}
    assert values(query)[0]["s"] == {"a": 1, "b": [1, None]}


def test_fields_of_null_record_are_not_optional():
    query = "SELECT * FROM (VALUES ({'a': 1}), (NULL)) AS t(s)"
    assert fields(query) == {"s": "optional<S>"}
    assert str(table(query).schema.record("S").fields[0].type) == "i32"
    assert values(query) == [{"s": {"a": 1}}, {"s": None}]


@pytest.mark.parametrize("type_", ["FLOAT", "DOUBLE"])
@pytest.mark.parametrize("text", ["nan", "inf", "-inf"])
def test_nan_and_infinities_are_kept(text, type_):
    query = f"SELECT [{{'x': 1.0::{type_}}}, {{'x': '{text}'::{type_}}}] AS list, NULL::DOUBLE AS n"
    assert repr(values(query)) == repr([{"list": [{"x": 1.0}, {"x": float(text)}], "n": None}])


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("SELEC 1", "syntax error"),
        ("SELECT * FROM 'none.parquet'", "none.parquet"),
        ("SELECT 1 AS a WHERE false", "it has no rows"),
        ("SELECT CAST('x' AS INTEGER) AS a FROM range(3)", "Conversion"),
    ],
)
def test_failed_query_error_is_one_line(query, said):
    with pytest.raises(InputError, match=said) as caught:
        values(query)
    assert "\n" not in str(caught.value)


def test_table_files_are_known_by_suffix(tmp_path):
    path = tmp_path / 'it\'s "here".parquet'
    duckdb.sql("SELECT i AS id, 'x' AS text FROM range(3) AS r(i)").write_parquet(str(path))
    assert [parse(line)["id"] for _, line in rows_of(path)] == [0, 1, 2]
    csv = tmp_path / "a.csv"
    csv.write_text('id,text,day\n1,"a,b",2020-01-01\n2,,2020-01-02\n')
    table = rows_of(csv).table
    assert [str(f.type) for f in table.schema.record("A").fields] == [
        "i64",
        "optional<string>",
        "date",
    ]
    assert [
        is_table(tmp_path / n) for n in ("a.CSV", "a.csv.gz", "a.jsonl", "a.parquet.jsonl")
    ] == [
        True,
        True,
        False,
        False,
    ]


@pytest.mark.parametrize("name", ["none.parquet", "text.parquet"])
def test_missing_or_invalid_parquet_file_error_names_file(tmp_path, name):
    (tmp_path / "text.parquet").write_text("no parquet")
    with pytest.raises(InputError, match=name):
        rows_of(tmp_path / name).table  # noqa: B018


NAMES = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), min_size=1)
TYPES = st.recursive(
    st.sampled_from(["INTEGER", "VARCHAR", "DATE", "BLOB", "DOUBLE", "BOOLEAN"]),
    lambda inner: st.one_of(
        inner.map(lambda t: f"{t}[]"),
        inner.map(lambda t: f"MAP(VARCHAR, {t})"),
        inner.map(lambda t: f"MAP(INTEGER, {t})"),
        st.dictionaries(NAMES, inner, min_size=1, max_size=3).map(
            lambda parts: (
                "STRUCT("
                + ", ".join(f'"{n.replace(chr(34), 2 * chr(34))}" {t}' for n, t in parts.items())
                + ")"
            )
        ),
    ),
    max_leaves=6,
)


@examples(60)
@given(types=st.lists(TYPES, min_size=1, max_size=3), seed=st.integers(0, 2**31))
def test_rows_of_any_table_fit_read_schema(types, seed, tmp_path_factory):
    """Random columns of nested types and names, some values null."""
    names = [f"c{i}" for i in range(len(types))]
    columns = ", ".join(f"{n} {t}" for n, t in zip(names, types, strict=True))
    db = duckdb.connect()
    try:
        db.execute(f"CREATE TABLE t ({columns})")
    except duckdb.Error:
        return  # names that differ in capitals alone
    kinds = dict(zip(names, db.table("t").types, strict=True))
    path = tmp_path_factory.mktemp("any") / "t.parquet"
    made = (_literal(kinds[n], seed + row) for row in range(4) for n in names)
    rows = [[next(made) for _ in names] for _ in range(4)]
    for row in rows:
        db.execute(f"INSERT INTO t VALUES ({', '.join(row)})")
    db.execute(f"COPY t TO '{path}'")
    source = rows_of(path)
    prepare(source.table.schema, source, path.with_suffix(".jsonl"))
    assert path.with_suffix(".jsonl").read_bytes().count(b"\n") == 4


def _literal(type_, number):
    """An expression of the type, for DuckDB."""
    if number % 5 == 0:
        return f"NULL::{type_}"
    match str(type_.id):
        case "struct":
            parts = [
                f'"{n.replace(chr(34), 2 * chr(34))}" := {_literal(t, number + 1)}'
                for n, t in type_.children
            ]
            return f"struct_pack({', '.join(parts)})::{type_}"
        case "list":
            item = type_.children[0][1]
            return f"[{', '.join(_literal(item, number + i) for i in range(number % 4))}]::{type_}"
        case "map":
            (_, key), (_, value) = type_.children
            keys = [f"'{i}'" if str(key.id) == "varchar" else str(i) for i in range(number % 3)]
            items = [f"{k}: {_literal(value, number + 1)}" for k in keys]
            return f"MAP {{{', '.join(items)}}}::{type_}"
        case "date":
            day = dt.date(1970, 1, 1) + dt.timedelta(number % 40_000)
            return f"DATE '{day}'"
        case "blob":
            return f"'{number}'::BLOB"
        case "double":
            return repr(math.sin(number))
        case "boolean":
            return json.dumps(number % 2 == 0)
        case "varchar":
            return f"'{number}'"
        case _:
            return str(number % 2**31)


@pytest.mark.parametrize("name", ["v0", "V0", "v_0", "v1"])
def test_a_column_may_be_called_as_variables_are(name):
    nested = "[[{'d': DATE '1970-01-02'}]] AS list, MAP {'k': DATE '1970-01-03'} AS m"
    expected = {name: 1, "list": [[{"d": 1}]], "m": {"k": 2}}
    assert values(f"SELECT 1 AS {name}, {nested}") == [expected]


def test_duckdb_cannot_read_or_write_other_files(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text("a\n1\n")
    (tmp_path / "b.csv").write_text("secret\n1\n")
    for query in (
        f"FROM read_text('{tmp_path}/b.csv')",
        f"FROM '{tmp_path}/b.csv'",
        f"COPY (SELECT 1) TO '{tmp_path}/c.csv'",
        f"ATTACH '{tmp_path}/d.duckdb'",
        "INSTALL httpfs",
        "SET enable_external_access = true",
    ):
        with pytest.raises(duckdb.Error, match=r"disabled|locked|Cannot"):
            rows_of(path).db.execute(query)
    assert sorted(p.name for p in tmp_path.iterdir()) == ["a.csv", "b.csv"]


def test_query_reads_files_of_named_pattern(tmp_path):
    for number in (1, 2):
        duckdb.sql(f"SELECT {number} AS a").write_parquet(str(tmp_path / f"{number}.parquet"))
    assert values(f"FROM '{tmp_path}/*.parquet' ORDER BY a") == [{"a": 1}, {"a": 2}]


def test_file_name_in_advised_command_is_one_shell_word(tmp_path):
    parquet, arrow = (
        rows_of(tmp_path / f"$(touch x){suffix}") for suffix in (".parquet", ".arrow")
    )
    for command in (parquet.look(), parquet.without_limits(), arrow.look()):
        assert "$(touch x)" in shlex.split(command)[-1]
