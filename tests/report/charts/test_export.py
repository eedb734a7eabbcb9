import re

import pytest

from serbench.errors import UserError
from serbench.report.charts.export import drawings, with_front, write_charts
from serbench.results.evidence import Evidence
from tests.report.conftest import evidence_of, make_result, timed

PNG = b"\x89PNG\r\n\x1a\n"


def drawn(chart):
    """The rows that a chart draws."""
    [values] = chart.to_dict()["datasets"].values()
    return values


def test_a_file_for_each_chart(result, tmp_path):
    paths = write_charts(result, evidence_of(result), tmp_path / "new", "svg")
    names = [path.name for path in paths]
    assert names[:2] == [
        "log-time-and-size-round-trip.svg",
        "log-round-trip.svg",
    ]
    assert "log-serialize-populate-encode.svg" in names
    assert any(name.startswith("scan-of-log") for name in names)
    front = paths[0].read_text()
    # All languages; names of those on the front, and whose colours need no page around them.
    for said in ("C++", "Rust", "rust/postcard", "cpp/handcoded", "µs"):
        assert f">{said}<" in front or said in front
    assert "currentColor" not in front


def test_png(few, tmp_path):
    [front, bars] = write_charts(few, Evidence(), tmp_path, "png")
    assert front.read_bytes().startswith(PNG)
    assert bars.read_bytes().startswith(PNG)


def test_hostile_names_are_text_and_make_no_paths(hostile, tmp_path):
    paths = write_charts(hostile, Evidence(), tmp_path, "svg")
    assert len(set(paths)) == len(paths) == 2 * 12
    assert {path.parent for path in paths} == {tmp_path}
    text = "".join(path.read_text() for path in paths)
    assert not re.search(r"<(script|img|image|a)\b", text)
    assert "&lt;script&gt;alert(1)" in text


def test_front_is_marked(result):
    charts = dict(drawings(result, Evidence()))
    values = drawn(charts["log: time and size, round-trip"])
    front = {p["codec"]: p["front"] for p in values if p["front"]}
    assert front == {"rust/postcard": 1}
    values = drawn(charts["log: time and size, deserialize"])
    front = {p["codec"]: p["front"] for p in values if p["front"]}
    assert front == {"cpp/cereal": 1, "rust/postcard": 2}  # bincode is not shown faster


def test_own_code_and_unchecked_codecs_are_not_on_the_front():
    rows = [
        timed("cpp/own", "serialize", 1, bytes=1.0, traits=("hand-written",)),
        timed("cpp/trusting", "serialize", 2, bytes=2.0, traits=("unchecked",)),
        timed("cpp/a", "serialize", 9, bytes=9.0),
        timed("cpp/b", "serialize", 5),
    ]
    [(_, chart), _] = drawings(make_result(rows), Evidence())
    values = drawn(chart)
    assert {p["codec"]: p["front"] for p in values} == {"cpp/own": 0, "cpp/trusting": 0, "cpp/a": 1}
    assert with_front(make_result(rows), []) == []


def test_impossible_directory_raises_user_error(few, tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(UserError, match="cannot be written"):
        write_charts(few, Evidence(), tmp_path / "file" / "x", "svg")
