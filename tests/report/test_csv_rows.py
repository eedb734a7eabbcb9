# ruff: noqa: RUF001
import csv
import io

import pytest

from serbench.report.csv_rows import rows_csv
from serbench.report.json_rows import EXPORTED
from tests.report.conftest import make_result, make_row, timed


def parsed(result):
    return list(csv.DictReader(io.StringIO(rows_csv(result), newline="")))


def test_golden(few, golden):
    golden("rows.csv", rows_csv(few))


def test_columns_and_numbers(result):
    rows = parsed(result)
    assert list(rows[0]) == list(EXPORTED)
    assert len(rows) == len(result.rows)
    for row, given in zip(rows, result.rows, strict=True):
        assert row["codec"] == given.codec
        assert row["time_ns"] == ("" if given.time_ns is None else repr(given.time_ns))
        assert row["verified"] == ("true" if given.verified else "false")


def test_lines_end_as_the_rfc_says(hostile):
    text = rows_csv(hostile)
    assert text.count("\r\n") == len(hostile.rows) + 1
    assert text.replace("\r\n", "").isprintable()  # no stray line end, no control character


@pytest.mark.parametrize(
    ("note", "cell"),
    [
        ("=1+1", "'=1+1"),
        ("+1", "'+1"),
        ("-1", "'-1"),
        ("@SUM(A1)", "'@SUM(A1)"),
        ("\t=1", "'\\x09=1"),
        ("\r=1", "'\\x0d=1"),
        ("\x00", "'\\x00"),
        ("  =1", "'  =1"),
        ("＝1", "'＝1"),
        ("a=1", "a=1"),
        ("'=1", "'=1"),
        ("", ""),
    ],
)
def test_cell_like_a_formula_is_escaped(note, cell):
    row = make_row("cpp/a", "serialize", status="failed", note=note, time_ns=-1.5)
    [back] = parsed(make_result([row]))
    assert back["note"] == cell
    assert back["time_ns"] == "-1.5"  # a number is a number


def test_several_names_are_one_cell():
    row = timed("cpp/a", "serialize", 9, slower_than=("cpp/b", "rust/c"))
    [back] = parsed(make_result([row]))
    assert back["slower_than"] == "cpp/b rust/c"
