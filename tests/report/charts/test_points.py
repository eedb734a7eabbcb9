import pytest

from serbench.report.charts.points import (
    ROUND_TRIP,
    file_points,
    part_points,
    time_points,
)
from tests.report.conftest import file_result, make_result, make_row, timed


def test_a_round_trip_is_the_sum_of_both_and_of_their_bounds():
    rows = [
        timed("cpp/a", "serialize", 100, 0.01, bytes=50.0),
        timed("cpp/a", "deserialize", 300, 0.02, bytes=50.0),
        timed("cpp/b", "serialize", 100, bytes=50.0, traits=("limit",)),
        make_row("cpp/b", "deserialize", status="failed", verified=True),
    ]
    points = list(time_points(make_result(rows)))
    [whole] = [p for p in points if p["operation"] == ROUND_TRIP]
    assert (whole["codec"], whole["ns"], whole["bytes"]) == ("cpp/a", 400, 50.0)
    assert (whole["low"], whole["high"]) == pytest.approx((393, 407))
    assert {(p["codec"], p["operation"]) for p in points} == {
        ("cpp/a", ROUND_TRIP),
        ("cpp/a", "serialize"),
        ("cpp/a", "deserialize"),
        ("cpp/b", "serialize"),
    }
    assert [p["limit"] for p in points if p["codec"] == "cpp/b"] == [True]


def test_parts_are_of_codecs_with_a_model_of_their_own():
    rows = [
        timed("cpp/own", "populate", 10),
        timed("cpp/own", "encode", 20),
        timed("cpp/own", "serialize", 28),
        timed("cpp/own", "decode", 40),
        timed("cpp/own", "deserialize", 70),  # convert was not measured: nothing to split
        timed("cpp/plain", "populate", 10),
        timed("cpp/plain", "encode", 20),
        timed("cpp/plain", "serialize", 20, same_as="encode"),
    ]
    points = list(part_points(make_result(rows)))
    assert [(p["codec"], p["chief"], p["part"], p["ns"]) for p in points] == [
        ("cpp/own", "serialize", "populate", 10),
        ("cpp/own", "serialize", "encode", 20),
        ("cpp/own", "serialize", "", 28),
    ]
    assert {p["whole_ns"] for p in points} == {28}


def test_names_are_made_plain():
    row = timed("cpp/a\u202eb\x1b[2J", "serialize", 1, workload="w\x00")
    [point] = time_points(make_result([row], "w\x00"))
    assert point["codec"] == "cpp/a\\u202eb\\x1b[2J"
    assert point["workload"] == "w\\x00"
    assert all("\x1b" not in str(value) for value in point.values())


def test_files_are_io_and_codec():
    result = file_result(["cpp/a"])
    points = [p for p in file_points([result]) if p["of"].startswith("scan of log")]
    assert [(p["part"], p["ns"]) for p in points] == [("I/O", 2e8), ("codec", 1e8)]
    assert {p["total_ns"] for p in points} == {3e8}
    assert points[0]["label"] == "300 ms, 67 % I/O"
