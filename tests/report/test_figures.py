import html
import io

import pytest
from rich.console import Console

from serbench.report.figures import OF_CODEC, OF_FILES, OF_OPERATION, TIME, io_share, spread_text
from serbench.report.html import render
from serbench.report.markdown import render_markdown
from serbench.report.table import View, section
from serbench.report.terminal import print_result
from serbench.results.file_rows import Spread
from serbench.results.rows import Row
from tests.report.conftest import file_result, make_result, timed

WHOLE = timed(
    "cpp/a",
    "serialize",
    250.0,
    bytes=414.0,
    gzip_bytes=322.5,
    zstd_bytes=313.0,
    reference="cpp/b",
    ratio=0.5,
    ratio_low=0.49,
    ratio_high=0.51,
    memcpy_share=0.04,
    allocations=11.4,
    allocated_bytes=1204.0,
    peak_rss_bytes=21_300_000,
)
EMPTY = Row(
    run="r", workload="log", codec="cpp/a", language="cpp", library="a", version="1", format="a",
    traits=(), operation="serialize", status="unmeasured", verified=True,
)  # fmt: skip


def wide_terminal(result):
    out = io.StringIO()
    print_result(result, Console(file=out, width=400, color_system=None))
    return " ".join(out.getvalue().split())


@pytest.mark.parametrize("figure", [*OF_OPERATION, *OF_CODEC], ids=lambda figure: figure.key)
def test_figure_is_present_in_page_markdown_and_terminal(figure):
    """Whatever stands in figures.py is drawn, without any of these being told of it."""
    result = make_result([WHOLE])
    page, markdown = html.unescape(render(result)), render_markdown(result)
    terminal = wide_terminal(result)
    text, beside = figure.parts(WHOLE)
    assert text in page
    assert beside in page
    tabled = figure.gives_way is not None
    # Of one codec alone, ratios are to itself there.
    [line] = section(result, result.workloads[0], view=View()).lines
    row = line.cells[WHOLE.operation]
    assert (figure.joined(row) in markdown) == tabled
    assert (" ".join(figure.parts(row)).strip() in terminal) == tabled
    for shown in (page, markdown, terminal) if tabled else ():
        assert figure.legend[1:] in shown  # the page begins it as a sentence


@pytest.mark.parametrize("figure", [*OF_OPERATION, *OF_CODEC], ids=lambda figure: figure.key)
def test_unmeasured_figure_is_empty(figure):
    assert figure.parts(EMPTY) == ("", "") or figure.value(EMPTY) == 0


def test_figure_labels_are_unique():
    figures = [*OF_OPERATION, *OF_CODEC]
    for name in ("key", "label", "title"):
        assert len({getattr(figure, name) for figure in figures}) == len(figures)
    assert len({figure.label for figure in OF_FILES}) == len(OF_FILES)


def test_the_reference_is_named_in_place_of_an_interval():
    ratio = next(figure for figure in OF_OPERATION if figure.key == "ratio")
    reference = timed("cpp/b", "serialize", 500.0, reference="cpp/b", ratio=1.0)
    assert ratio.joined(reference) == "1× ref"  # noqa: RUF001
    assert ratio.joined(WHOLE) == "0.500× ±2.0 %"  # noqa: RUF001


def test_full_bar_is_the_capped_column_maximum_or_a_fixed_value():
    slow = timed("cpp/b", "serialize", 1000.0, 0.1, memcpy_share=0.2)
    assert TIME.top([WHOLE, slow]) == 1100.0
    very_slow = timed("cpp/c", "serialize", 1e6)
    assert TIME.top([WHOLE, slow, very_slow]) == 10 * WHOLE.time_ns
    tops = {figure.key: figure.top([WHOLE, slow]) for figure in OF_OPERATION}
    assert (tops["memcpy"], tops["ratio"], tops["allocs"]) == (1.0, 0.51, 0.0)


def test_io_is_a_share_of_the_whole():
    row = file_result(["cpp/a"]).rows[0]
    assert io_share(row) == pytest.approx(2 / 3)
    assert "67 %" in [figure.text(row) for figure in OF_FILES]


@pytest.mark.parametrize(
    ("spread", "text"),
    [(Spread(1.24, 0.03), "1.24(0.0300) s"), (Spread(0.002, 0.0), "2.00(0) ms"), (None, "")],
)
def test_a_spread_has_one_unit(spread, text):
    assert spread_text(spread) == text
