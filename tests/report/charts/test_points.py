import pytest

from serbench.operations import ROUND_TRIP
from serbench.report.charts.points import file_points, part_points, time_points
from tests.report.conftest import file_result, make_result, make_row, timed


def test_every_row_with_a_time_is_a_point():
    rows = [
        make_row("cpp/b", "deserialize", status="failed", verified=True),
        timed("cpp/b", "serialize", 100, bytes=50.0, traits=("hand-written",)),
        timed("cpp/a", "serialize", 100, 0.01, bytes=50.0),
        timed("cpp/a", ROUND_TRIP.name, 400, 0.01, bytes=50.0),
        timed("cpp/c", "serialize", 100, traits=("unchecked",), low_ns=None, high_ns=None),
    ]
    points = list(time_points(make_result(rows)))
    assert [(p["codec"], p["operation"], p["row"], p["no_choice"]) for p in points] == [
        ("cpp/b", "serialize", 1, "own code, no library"),
        ("cpp/a", "serialize", 2, ""),
        ("cpp/a", "round-trip", 3, ""),
        ("cpp/c", "serialize", 4, "trusts its input"),
    ]
    whole, open_ended = points[2:]
    assert (whole["ns"], whole["bytes"]) == (400, 50.0)
    assert (whole["low"], whole["high"]) == pytest.approx((396, 404))
    assert (open_ended["low"], open_ended["high"]) == (100, 100)


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
    assert [(p["codec"], p["primary"], p["part"], p["ns"]) for p in points] == [
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
