import csv
import io
import json

import pytest
from rich.console import Console

from serbench.footprint import Footprint
from serbench.report import footprint as report
from serbench.report.proof_page import render_footprint
from serbench.results.footprint_rows import FootprintResult
from tests.report.test_html import Page

FOUND = (
    Footprint(codec="cpp/large", code_bytes=90_046, small_code_bytes=40_000, compile_s=3.25,
              dependencies=1),
    Footprint(codec="cpp/small", code_bytes=5_466, shared_bytes=0, compile_s=0.4, dependencies=0),
    Footprint(codec="cpp/broken", note="failed: it does not compile"),
    Footprint(codec="java/kryo", jar_bytes=450_000, dependencies=4, compile_s=1.0),
    Footprint(codec="python/orjson", import_ms=3.456, import_rss_bytes=1_234_567, dependencies=1),
)  # fmt: skip


def result(found=FOUND, workload="log"):
    return FootprintResult(
        run="r", started="s", status="finished", serbench="0", settings={}, environment={},
        found={workload: found},
    )  # fmt: skip


@pytest.mark.parametrize("width", [80, 140])
def test_table_in_a_terminal(golden, width):
    console = Console(width=width, force_terminal=False, color_system=None)
    with console.capture() as shown:
        report.print_table(result(), console)
    assert all(len(line) <= width for line in shown.get().splitlines())
    golden(f"footprint_{width}.txt", shown.get())


def test_narrow_terminal_shows_ids_and_figures_whole():
    ids = ("cpp/flatbuffers", "cpp/flatbuffers-unchecked", "cpp/boost-binary-noheader")
    figures = {"code_bytes": 90_046, "small_code_bytes": 40_001, "shared_bytes": 1_234_567}
    figures |= {"compile_s": 123.4, "dependencies": 12, "dependencies_s": 345.6}
    found = tuple(Footprint(codec=codec, **figures) for codec in ids)
    console = Console(width=80, force_terminal=False, color_system=None)
    with console.capture() as shown:
        report.print_table(result(found, "complex-objects"), console)
    lines = shown.get().splitlines()
    assert all(len(line) <= 80 for line in lines)
    assert "…" not in shown.get()
    rows = [line for line in lines if "90,046 B" in line]
    assert len(rows) == len(ids)
    for figure in ("40,001 B", "1.235 MB", "2 min 3 s", "12", "5 min 46 s"):
        assert all(figure in row for row in rows)
    body = "".join(line.split("  ")[0].strip() for line in lines[lines.index(rows[0]) :])
    assert all(codec in body for codec in ids)


def test_markdown(golden):
    golden("footprint.md", report.markdown(result()))


def test_smallest_comes_first_and_what_has_no_figure_last():
    [(language, cpp), *_] = report.by_language(FOUND)
    assert language == "cpp"
    assert [one.codec for one in cpp] == ["cpp/small", "cpp/large", "cpp/broken"]


def test_csv_and_json_hold_every_figure():
    rows = list(csv.DictReader(io.StringIO(report.rows_csv(result()))))
    assert [row["codec"] for row in rows] == [one.codec for one in FOUND]
    assert rows[0]["code_bytes"] == "90046"
    assert rows[0]["jar_bytes"] == ""
    told = json.loads(report.as_json(result()))
    assert told["found"]["log"][4]["import_ms"] == 3.456


def test_page_has_the_figures_of_each_language_and_why_others_have_none():
    page = Page(render_footprint(result()))
    assert [e["text"] for e in page.all("h3")] == ["C++", "Java", "Python"]
    assert [e["text"] for e in page.all("td")][:5] == ["5,466 B", "·", "0 B", "0.4 s", "0"]
    assert [e["text"] for e in page.all("li")] == ["cpp/broken: failed: it does not compile"]


def test_codec_of_a_language_that_is_not_known_is_shown():
    found = (Footprint(codec="cobol/a", code_bytes=1), *FOUND)
    assert [language for language, _ in report.by_language(found)][-1] == "cobol"


def test_text_of_a_results_file_is_escaped():
    bad = "x|y\x1b[31m\u202e<b>"
    found = (Footprint(codec=f"cpp/{bad}", code_bytes=1), Footprint(codec="cpp/b", note=bad))
    console = Console(width=140, force_terminal=False, color_system=None)
    with console.capture() as shown:
        report.print_table(result(found, bad), console)
    assert "\x1b" not in shown.get()
    assert "\u202e" not in shown.get()
    markdown = report.markdown(result(found, bad))
    assert "\x1b" not in markdown
    assert "<b>" not in markdown
    assert "x|y" not in markdown
