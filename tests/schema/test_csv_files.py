"""CSV files: every text is kept, and what became of it is told."""

import csv
import datetime as dt
import io
import json
import math

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from serbench.errors import UserError
from serbench.quoting import shown_name
from serbench.schema.csv_files import CsvOptions
from serbench.schema.errors import InputError
from serbench.schema.nonfinite import text_of
from serbench.schema.parse import parse
from serbench.schema.tables import rows_of
from tests.strategies import examples

ALL = CsvOptions(("all",))


def read(path, text, options=CsvOptions()):  # noqa: B008 - it is frozen
    """Notes, and rows."""
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    rows = rows_of(path, csv=options)
    return "\n".join(map(str, rows.table.remarks)), [
        parse(line, with_nonfinite=True) for _, line in rows
    ]


@pytest.fixture
def path(tmp_path):
    return tmp_path / "x.csv"


def column(path, *texts, options=CsvOptions()):  # noqa: B008 - it is frozen
    notes, rows = read(path, "\n".join(["a,b", *(f"{text},y" for text in texts), ""]), options)
    return notes, [row["a"] for row in rows]


@pytest.mark.parametrize(
    ("texts", "values"),
    [
        (["1", "-2", "0"], [1, -2, 0]),
        (["1", "18446744073709551615"], [1, 2**64 - 1]),
        (["-1", "18446744073709551615"], None),
        (["34042345678901234567890", "1"], None),
        (["00501", "98101"], None),
        (["+49301234"], None),
        (["007", "8"], None),
        ([" 5", "6"], None),
        (["1_000"], None),
        (["0x1F"], None),
        (["1.5", "9007199254740993"], None),
        (["1.5", "9007199254740992"], [1.5, 2.0**53]),
        (["1.10", "2"], [1.1, 2.0]),
        (["1e5", ".5", "-0"], [1e5, 0.5, -0.0]),
        (["1e400", "1.5"], None),
        (["true", "f"], [True, False]),
        (["t", "m"], None),
        (["NA", "1"], None),
        (["nan"], None),
        (["1970-01-02", "1969-12-31"], [1, -1]),
        (["2026-02-30"], None),
        (["01/02/2026"], None),
        (["00:00:01", "00:00:00.5"], [1_000_000, 500_000]),
        (["1970-01-01 00:00:01", "1970-01-01T00:00:00.000001000"], [1_000_000, 1]),
        (["1970-01-01T02:00:00+02:00", "1970-01-01T00:00:00Z"], [0, 0]),
        (["1970-01-01 00:00:00.123456789"], None),
        (["1970-01-02", "1970-01-01 00:00:01"], None),
    ],
)
def test_column_type_keeps_all_texts(texts, values, path):
    assert column(path, *texts)[1] == (texts if values is None else values)
    assert column(path, *texts, options=ALL)[1] == texts


@pytest.mark.parametrize(
    ("texts", "said"),
    [
        (["1.10", "2.5"], "a: texts changed in 1 row, for example 1.10 to 1.1"),
        (["t", "true"], "a: texts changed in 1 row, for example t to true"),
        (["1e5"], "a: texts changed in 1 row, for example 1e5 to 100000.0"),
        (["1970-01-02"], "a: texts changed in 1 row, for example 1970-01-02 to 1"),
        (["3" * 23], "a is kept as text: it has integers that 64 bits do not hold"),
        (["1.5", "3" * 23], "a is kept as text: it has floats, and integers that no double holds"),
        (["1e400"], "a is kept as text: it has numbers that no double holds"),
        (["12:00:00.1234567"], "a is kept as text: it has parts of a microsecond"),
        (["1", '""'], 'a is kept as text: it has an empty text (""), which --empty null makes'),
    ],
)
def test_remark_names_changed_or_kept_texts(texts, said, path):
    assert said in column(path, *texts)[0]


def test_lossy_column_is_warning_and_lossless_is_note(path):
    said, _ = read(path, "id,day,score\n1,2026-01-01,1.10\n")
    assert [line.split(" ", 2)[::2] for line in said.splitlines()] == [
        ["note:", "read as CSV: delimiter ',', quote '\"', escape '\"', the header is line 1, "
         "UTF-8, lines end with LF; an empty field is null, a quoted one the empty text"],
        ["note:", "columns: i64: id; f64: score; date (i32, days since 1970-01-01): day"],
        ["warning:", "score: texts changed in 1 row, for example 1.10 to 1.1"],
        ["note:", "day: texts changed in 1 row, for example 2026-01-01 to 20454"],
        ["note:", "texts stay as they stand with --text-columns NAME,… or all"],
    ]  # fmt: skip


@pytest.mark.parametrize("text", ["1,x\n2,y\n", "Report\n\na,b\n1,x\n"])
def test_guessed_or_lossy_dialect_is_warning(text, path):
    first, second, *_ = read(path, text)[0].splitlines()
    assert first.startswith("warning: ")
    assert second.startswith("note: ")


def test_lossy_columns_come_first_among_many_changed_columns(path):
    names = [f"d{n}" for n in range(12)]
    said, _ = read(path, ",".join([*names, "score"]) + "\n" + "2026-01-01," * 12 + "1.10\n")
    changed = [line for line in said.splitlines() if "texts changed" in line]
    assert len(changed) == 12
    assert "score" in changed[0]
    assert "1 more columns changed" in said


def test_empty_field_follows_empty_option(path):
    text = 'a,b\n1,\n2,""\n3,x\n'
    for empty, values in (
        ("", [None, "", "x"]), ("null", [None, None, "x"]), ("text", ["", "", "x"]),
    ):  # fmt: skip
        assert [row["b"] for row in read(path, text, CsvOptions(empty=empty))[1]] == values
    numbers = 'a,b\n"1","x"\n"","y"\n'
    assert [row["a"] for row in read(path, numbers)[1]] == ["1", ""]
    assert [row["a"] for row in read(path, numbers, CsvOptions(empty="null"))[1]] == [1, None]


@pytest.mark.parametrize(
    ("text", "said", "rows"),
    [
        (b"\xef\xbb\xbfa,b\r\n1,x\r\n", "UTF-8 with a byte order mark, lines end with CRLF",
         [{"a": 1, "b": "x"}]),
        ("a;b\n1,5;x\n", "delimiter ';'", [{"a": "1,5", "b": "x"}]),
        ("a|b\n1|x,y\n", "delimiter '|'", [{"a": 1, "b": "x,y"}]),
        ("a\tb\r1\tx\r", "delimiter tab, quote '\"', escape '\"', the header is line 1, UTF-8, "
         "lines end with CR;", [{"a": 1, "b": "x"}]),
        ("Report\n\na,b\n1,x\n", "the header is line 3, UTF-8, lines end with LF, 2 lines before",
         [{"a": 1, "b": "x"}]),
        ("# by us\na,b\n1,x\n", "the header is line 2", [{"a": 1, "b": "x"}]),
        ("1,x\n2,y\n", "no header", [{"column0": 1, "column1": "x"},
                                     {"column0": 2, "column1": "y"}]),
        ("a,b\n#1,x\n", "the header is line 1", [{"a": "#1", "b": "x"}]),
        ('a,b\n"x\\"y",z\n', "escape '\\'", [{"a": 'x"y', "b": "z"}]),
        ('a,b\n"x""y",\'z\'\n', "escape '\"'", [{"a": 'x"y', "b": "'z'"}]),
        ("a,a,A,\n1,2,3,4\n", "names that stand there twice: a_1 (column 2)",
         [{"a": 1, "a_1": 2, "A": 3, "": 4}]),
        ("a\nx;y\nz\n", "columns: text: a", [{"a": "x;y"}, {"a": "z"}]),
    ],
)  # fmt: skip
def test_the_dialect_is_told(text, said, rows, path):
    notes, found = read(path, text)
    assert said in notes
    assert found == rows


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a,b\n1,2\n1,2,3\n", "Line: 3"),
        ("a,b\n1\n3,4\n", "Line: 2"),
        ("a,b\n1,2\n" * 2 + "1,2,3\n", "Line: 5"),
        ("a,b\r\n1,2\n3,4\n", "its lines end in several ways"),
        ("a,b\nMüller,1\n".encode("latin1"), "it is not UTF-8; convert it, for example: iconv"),
        ("a,b\nMüller,1\n".encode("utf-16"), "it is UTF-16 or UTF-32, .*: iconv -f utf-16"),
        (b"a,b\n" + b"x,1\n" * 20_000 + b"\xff,1\n", "it is not UTF-8"),
        ("a,b\n", "it has no rows"),
    ],
)
def test_invalid_csv_file_error_names_place(text, said, path):
    with pytest.raises(InputError, match=said) as caught:
        read(path, text)
    assert "\n" not in str(caught.value)


def test_tsv_suffix_sets_tab_delimiter(tmp_path):
    notes, rows = read(tmp_path / "x.tsv", "a,b\tc\n1,2\t3\n")
    assert "delimiter tab" in notes
    assert rows == [{"a,b": "1,2", "c": 3}]


def test_missing_column_error_names_columns(path):
    with pytest.raises(UserError, match="x has no column c; it has: a, b"):
        read(path, "a,b\n1,2\n", CsvOptions(("c",)))


CELLS = st.one_of(
    st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=8),
    st.sampled_from(["", "1", "-7", "00501", "1.10", "1e5", "t", "false", "NA", "2026-01-01",
                     "nan", "1e400", "3" * 23, "2026-01-01 00:00:00", "12:00:00", 'a"b', "a\nb",
                     "a\r\nb", "x,y", "x;y", "'", "#", " ", "\\"]),
    st.integers().map(str),
    st.floats(allow_nan=False, allow_infinity=False).map(str),
    st.datetimes(dt.datetime(1, 1, 2), dt.datetime(9999, 12, 30)).map(str),
)  # fmt: skip


@st.composite
def tables(draw):
    """Names, which no value is mistaken for, and rows."""
    width = draw(st.integers(2, 5))
    kinds = [CELLS, st.integers().map(str), st.sampled_from(["1.10", "2", "-0", "1e5", "NA", ""])]
    cells = [draw(st.sampled_from(kinds)) for _ in range(width)]
    rows = draw(st.lists(st.tuples(*cells), min_size=1, max_size=6))
    return [f"name {n}" for n in range(width)], [list(row) for row in rows]


FORMS = st.fixed_dictionaries(
    {
        "delimiter": st.sampled_from([",", ",", ";", "\t", "|"]),
        "lineterminator": st.sampled_from(["\r\n", "\n"]),
        "quoting": st.sampled_from([csv.QUOTE_MINIMAL, csv.QUOTE_ALL, csv.QUOTE_NONNUMERIC]),
    }
)


def written(names, rows, form):
    out = io.StringIO(newline="")
    csv.writer(out, **form).writerows([names, *rows])
    return out.getvalue()


@examples(40)
@given(table=tables(), form=FORMS)
def test_any_table_of_pythons_csv_keeps_every_text(table, form, tmp_path_factory):
    names, rows = table
    text = written(names, rows, form)
    again = list(csv.reader(io.StringIO(text, newline=""), delimiter=form["delimiter"]))
    assume(again == [names, *rows])  # Python 3.11 writes a lone carriage return without quotes
    path = tmp_path_factory.getbasetemp() / "any.csv"
    options = CsvOptions(("all",), "text")
    found = [list(row.values()) for row in read(path, text, options)[1]]
    assert found == rows


@examples(40)
@given(table=tables(), form=FORMS)
def test_any_typed_table_keeps_meaning_or_has_remark(table, form, tmp_path_factory):
    names, rows = table
    path = tmp_path_factory.getbasetemp() / "any.csv"
    try:
        notes, found = read(path, written(names, rows, form), CsvOptions(empty="null"))
    except InputError:  # lines that end in several ways: Python quotes no carriage return
        assert any("\r" in text for row in [names, *rows] for text in row)
        return
    for before, after in zip(rows, found, strict=True):
        for text, (name, value) in zip(before, after.items(), strict=True):
            if not _means(text, value):
                assert f"{shown_name(name)}: texts changed" in notes


def _means(text, value):
    """Whether a value is written so by everybody."""
    match value:
        case None:
            return text == ""
        case str():
            return text == value
        case float() if not math.isfinite(value):
            return text.removeprefix("+").lower() in (text_of(value).lower(), str(value))
        case float():
            return repr(value) in (text, f"{text}.0")
        case _:
            return text == json.dumps(value)
