"""How alternatives are shown: what is escaped, what a terminal leaves out, golden forms."""

import re

import pytest
from rich.console import Console

from serbench.commands.alternatives import AlternativesOptions, find
from serbench.footprint import Footprint
from serbench.report import alternatives as report
from tests.commands.test_choose_questions import db

__all__ = ["db"]  # a fixture


@pytest.fixture
def found(db):
    def ask(codec="go/fast", **options):
        options = {"languages": ("go", "cpp")} | options
        return find(AlternativesOptions(codec=codec, db=db, **options))[0]

    return ask


def steady(text, db):
    """Without what differs from day to day, and digits that differ from processor to processor."""
    text = re.sub(r"\d+\.\d{9,}", lambda number: f"{float(number[0]):.9g}", text)
    text = re.sub(r"\d{8}-\d{6}(-\d+)?", "RUN", text).replace(str(db), "DB")
    return re.sub(r"20(2[3-9]|[3-9]\d)-\d\d(-\d\d)?", "TODAY", text)


@pytest.mark.parametrize("width", [80, 140])
def test_table_in_a_terminal(found, golden, db, width):
    console = Console(width=width, record=True, force_terminal=False, color_system=None, quiet=True)
    with console.capture() as shown:
        console.quiet = False
        answer = found()
        report.print_alternatives(answer, report.advice(answer, (), " --db DB"), console)
    text = steady(shown.get(), db)
    assert all(len(line) <= width for line in text.splitlines() if "serbench " not in line)
    golden(f"alternatives_{width}.txt", text)


def test_markdown_csv_and_json(found, golden, db):
    answer = found(by="bytes")
    more = report.advice(answer, (), " --db DB")
    golden("alternatives.md", steady(report.markdown(answer, more), db))
    golden("alternatives.csv", steady(report.rows_csv(answer), db))
    golden("alternatives.json", steady(report.as_json(answer, more), db))


def test_columns_that_nothing_is_known_for_are_left_out(found):
    import msgspec

    bare = [msgspec.structs.replace(one, old_bytes=None, footprint=None) for one in found().found]
    _, lines = report._fitting(bare, 200)
    assert "old bytes" not in lines[0]
    assert "code" not in lines[0].split()
    _, lines = report._fitting(found().found, 200)
    assert "old bytes" in lines[0]
    assert "code" in lines[0].split()
    assert "import" not in lines[0]


def test_footprint_of_a_language_without_code_size_is_shown(found):
    import msgspec

    cost = Footprint(codec="go/json", import_ms=3.456, import_rss_bytes=1_234_567, compile_s=0.02)
    answer = found()
    shown = msgspec.structs.replace(answer.found[0], footprint=cost)
    _, lines = report._fitting([shown], 200)
    assert "3.46 ms" in lines[1]
    assert "1.235 MB" in lines[1]
    assert "20 ms" in lines[1]
    answer = msgspec.structs.replace(answer, found=(shown,), replaced=shown)
    assert "import: time to import it" in report.legend(answer)
    assert "code:" not in report.legend(answer)
    assert "compile 20 ms, import 3.46 ms, memory 1.235 MB" in report.replaced(answer)


def test_narrow_terminal_shows_the_other_columns_below(found):
    below, lines = report._fitting(found().found, 60)
    assert "released" in [column.title for column in below]
    assert "released" not in lines[0]


def test_text_of_a_results_file_is_escaped(found):
    import msgspec

    answer = found()
    bad = "x|y\x1b[31m\u202e<b>"
    first = msgspec.structs.replace(answer.found[0], library=bad, reads="no", why_unread=bad)
    replaced = msgspec.structs.replace(answer.replaced, library=bad)
    answer = msgspec.structs.replace(answer, replaced=replaced, found=(first,), workload=bad)
    console = Console(width=140, force_terminal=False, color_system=None)
    with console.capture() as shown:
        report.print_alternatives(answer, (), console)
    assert "\x1b" not in shown.get()
    assert "\u202e" not in shown.get()
    markdown = report.markdown(answer, ())
    assert "\x1b" not in markdown
    assert "<b>" not in markdown
    assert "x|y" not in markdown
    assert report.as_json(answer, ()).isascii()
