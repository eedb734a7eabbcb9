"""What a user asks to be shown of a result."""

import io

import msgspec
import pytest
from rich.console import Console

from serbench.errors import UserError
from serbench.report.markdown import render_markdown
from serbench.report.table import View, section
from serbench.report.terminal import print_result
from serbench.report.view import COLUMNS, check, narrowed
from tests.report.conftest import analysed, make_result, measured_rows, timed


@pytest.fixture
def result():
    return make_result(analysed(measured_rows()))


def printed(result, view, width=200):
    out = io.StringIO()
    print_result(result, Console(file=out, width=width, color_system=None), view=view)
    return out.getvalue()


def lines(result, view, language="rust"):
    return [line.name for line in section(result, result.workloads[0], language, view=view).lines]


def test_top_limits_lines_of_each_table(result):
    assert lines(result, View(top=2)) == lines(result, View())[:2]
    shown = section(result, result.workloads[0], "cpp", view=View(top=1))
    assert [line.name for line in shown.lines] == ["cereal"]
    # The rank is that among all.
    last = lines(result, View())[-1]
    assert section(result, result.workloads[0], "rust").ranks["serialize", f"rust/{last}"] == "6"


@pytest.mark.parametrize(
    ("sort", "first"), [("bytes", "postcard"), ("codec", "bincode"), ("decode", "bincode")]
)
def test_tables_are_sorted_by_requested_figure(result, sort, first):
    assert lines(result, View(sort=sort))[0] == first
    assert "in order of " + sort in printed(result, View(sort=sort))


def test_own_code_stands_apart(result):
    table = section(result, result.workloads[0], "cpp", view=View(sort="codec"))
    assert [line.name for line in table.lines][-1] == "handcoded"
    assert table.choices == len(table.lines) - 1
    text = printed(result, View()).splitlines()
    places = [n for n, line in enumerate(text) if line.startswith("handcoded")]
    assert places
    assert all(text[place - 1].strip(" │") == "" for place in places)


def test_ratios_have_one_reference_named_in_the_heading(result):
    fastest = section(result, result.workloads[0], "rust", view=View())
    assert fastest.baseline == "rust/bincode"
    named = section(result, result.workloads[0], "rust", view=View(baseline="serde-json"))
    assert named.baseline == "rust/serde-json"
    [bincode] = [line for line in named.lines if line.name == "bincode"]
    row = bincode.cells["serialize"]
    assert row.ratio == pytest.approx(row.time_ns / 1010, rel=1e-3)
    assert row.ratio_low < row.ratio < row.ratio_high
    text = printed(result, View(baseline="cereal"))
    assert text.count("ratio to cpp/cereal") + text.count("ratio to cereal") == 3
    assert "ratio to `cereal`" in render_markdown(result, view=View(baseline="cereal"))


def test_ratios_without_view_use_references_of_the_languages(result):
    table = section(result, result.workloads[0], "rust")
    assert table.baseline == ""
    assert {row.reference for line in table.lines for row in line.cells.values()} <= {
        "rust/serde-json",
        None,
    }


def test_codecs_of_several_runs_have_no_ratio_to_each_other():
    rows = analysed([timed("cpp/a", "serialize", 5), timed("cpp/b", "serialize", 9, run="other")])
    result = msgspec.structs.replace(make_result(rows), rows=tuple(rows))
    assert section(result, result.workloads[0], "cpp", view=View()).baseline == ""


@pytest.mark.parametrize("columns", [("bytes",), ("memcpy", "allocs"), COLUMNS])
def test_requested_columns_are_shown_at_any_width(result, columns):
    for width in (80, 200):
        text = printed(result, View(columns=columns), width)
        for name in COLUMNS:
            heads = [line for line in text.splitlines() if line.startswith("codec") or name in line]
            is_there = any(name in head.split() for head in heads)
            if name in columns and name != "ratio":
                assert is_there, (name, width)
            elif name not in columns:
                assert not any(name in line.split() for line in heads if line.startswith("codec"))


def test_bytes_are_shown_at_80_columns(result):
    text = printed(result, View(), 80)
    assert max(map(len, text.splitlines())) <= 80
    assert text.count(" bytes ") >= 3


@pytest.mark.parametrize(
    ("view", "said"),
    [
        (View(columns=("byte",)), "bytes"),
        (View(sort="speed"), "no column to sort by 'speed'"),
        (View(baseline="bincod"), "rust/bincode"),
    ],
)
def test_unknown_names_in_view_are_rejected(result, view, said):
    with pytest.raises(UserError, match=said):
        check(view, result)


def test_result_is_narrowed_to_requested_rows(result):
    rows = narrowed(result, ("rust",), ("p*",), ("serialize",)).rows
    assert {row.codec for row in rows} == {"rust/postcard", "rust/prost"}
    assert {row.operation for row in rows} == {"serialize"}
    assert narrowed(result) == result


@pytest.mark.parametrize(
    ("names", "said"),
    [
        ((("go",), (), ()), "no language measured 'go'"),
        (((), ("x*",), ()), "no such codec was measured"),
        (((), (), ("encod",)), "Did you mean 'encode'"),
    ],
)
def test_unmeasured_names_are_rejected(result, names, said):
    with pytest.raises(UserError, match=said):
        narrowed(result, *names)
