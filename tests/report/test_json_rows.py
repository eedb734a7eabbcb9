import json

from serbench.report.json_rows import rows_json
from serbench.results.rows import Row


def test_golden(few, golden):
    golden("rows.json", rows_json(few))


def test_a_row_a_line_with_every_field(result):
    text = rows_json(result)
    rows = json.loads(text)
    assert len(rows) == len(result.rows)
    assert text.count("\n") == len(rows) + 2
    for row, given in zip(rows, result.rows, strict=True):
        assert list(row) == [*Row.__struct_fields__, "median_ns"]
        assert row["time_ns"] == row["median_ns"] == given.time_ns
        assert row["run"] == result.run


def test_text_survives_and_is_ascii(hostile):
    text = rows_json(hostile)
    assert text.isascii()
    assert "\x1b" not in text
    given = [(r.workload, r.codec, r.note, tuple(r.traits)) for r in hostile.rows]
    back = [(r["workload"], r["codec"], r["note"], tuple(r["traits"])) for r in json.loads(text)]
    assert back == given


def test_missing_rows_are_an_empty_array():
    from tests.report.conftest import make_result

    assert json.loads(rows_json(make_result([]))) == []
