# ruff: noqa: RUF001
import math

import msgspec
import pytest

from serbench.report.html import render
from serbench.report.matrix import matrix
from serbench.results.choice import HAND_WRITTEN
from tests.report.conftest import analysed, make_result, make_row, timed
from tests.report.test_html import Page

WORKLOADS = ("log", "events")


def rows_of(workload, times, **facts):
    return [timed(c, "serialize", ns, workload=workload, bytes=ns / 2, **facts) for c, ns in times]


@pytest.fixture
def two():
    rows = [
        *rows_of("log", [("cpp/a", 100), ("cpp/b", 150), ("go/c", 800), ("go/d", 200)]),
        *rows_of("events", [("cpp/a", 90), ("cpp/b", 30), ("go/c", 500)]),
        *(timed("cpp/own", "serialize", 1, workload=w, traits=(HAND_WRITTEN,)) for w in WORKLOADS),
        make_row("go/d", "serialize", workload="events", status="cannot-hold", verified=False),
    ]  # fmt: skip
    return make_result(analysed(rows), *WORKLOADS)


def test_a_result_of_one_workload_has_no_matrix():
    rows = rows_of("log", [("cpp/a", 100)])
    assert matrix(make_result(rows)) is None
    assert matrix(make_result(rows, "log", "events")) is None
    assert 'class="matrix' not in render(make_result(rows))


def test_ratios_are_to_the_best_of_the_language_and_means_are_geometric(two):
    found = matrix(two)
    assert found.workloads == ("log", "events")
    ratios = {line.codec: [cell.ratio for cell in line.cells] for line in found.lines}
    assert ratios == {
        "cpp/a": [1, 3], "cpp/b": [1.5, 1], "go/c": [4, 1], "go/d": [1, None],
        "cpp/own": [1 / 100, 1 / 30],
    }  # fmt: skip
    means = {line.codec: line.mean for line in found.lines}
    assert means["cpp/a"] == pytest.approx(math.sqrt(3))
    assert means["go/d"] == 1


def test_codecs_lacking_a_workload_come_later_and_own_code_last(two):
    lines = matrix(two).lines
    assert [line.codec for line in lines] == ["cpp/b", "cpp/a", "go/c", "go/d", "cpp/own"]
    assert [line.held for line in lines] == [2, 2, 2, 1, 2]


def test_a_cell_without_a_figure_says_why(two):
    [lacking] = [line for line in matrix(two).lines if line.codec == "go/d"]
    assert [cell.text for cell in lacking.cells] == ["1.00×", "cannot hold"]


def test_workloads_of_several_runs_are_named(two):
    assert matrix(two).mixed == ()
    later = rows_of("events", [("go/e", 100)])
    rows = [*two.rows, *make_result(later, run="another").rows]
    assert matrix(msgspec.structs.replace(two, rows=tuple(rows))).mixed == ("events",)


def test_page_has_matrix_without_scripts(two):
    page = Page(render(two))
    [table] = page.all("table", class_="matrix sortable")
    text = " ".join(table["text"].split())
    assert "2 workloads: serialize as a multiple of the best of each language" in text
    for said in ("a C++ 1.00× 3.00× 1.73×", "b C++ 1.50× 1.00× 1.22×", "1.00× cannot hold 1 of 2"):
        assert said in text
