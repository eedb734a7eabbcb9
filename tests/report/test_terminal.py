# ruff: noqa: RUF001
import io
import re
import subprocess
import sys

import msgspec
import pytest
from rich.cells import cell_len
from rich.console import Console

from serbench.report.grid import bar
from serbench.report.table import View
from serbench.report.terminal import print_result
from serbench.report.units import EN_DASH
from tests.report.conftest import HOSTILE, analysed, make_result, make_row, measured_rows, timed


def printed(result, width, operations=None, view=None, **facts):
    out = io.StringIO()
    console = Console(file=out, width=width, **({"color_system": None} | facts))
    print_result(result, console, operations=operations, view=view)
    return out.getvalue()


@pytest.mark.parametrize("width", [80, 140])
def test_golden(result, golden, width):
    lines = (line.rstrip() for line in printed(result, width).splitlines())
    golden(f"terminal_{width}.txt", "\n".join(lines) + "\n")


@pytest.mark.parametrize("width", [48, 60, 72, 80, 100, 120, 140, 200])
def test_output_fits_the_terminal_and_is_not_truncated(result, width):
    text = printed(result, width)
    assert max(map(cell_len, text.splitlines())) <= width
    assert "…" not in text
    for number in ("61.4 ns", "±1.0 %", "605–684", "2.42 µs"):
        assert number in text


@pytest.mark.parametrize("width", [48, 80, 140])
def test_codec_and_figures_share_one_line(result, width):
    lines = printed(result, width).splitlines()
    [line] = [x for x in lines if x.startswith("bincode ") and "233 ns" in x]
    assert f"1{EN_DASH}2" in line
    assert "±1.0 %" in line


def test_too_narrow_terminal_shows_whole_figures(result):
    text = printed(result, 20)
    assert "61.4 ns ±1.0 %" in text
    assert "605–684" in text


def test_every_codec_and_reason_is_shown(result):
    text = " ".join(printed(result, 80).split())
    for row in result.rows:
        assert row.codec.partition("/")[2] in text
        assert row.note in text
    assert "deserialize: no reply for 30 s" in text


def test_broken_is_red(result):
    text = printed(result, 80, force_terminal=True, color_system="standard")
    assert "\x1b[1;31mbroken" in text


def test_operations_asked_for_and_no_others(result):
    text = printed(result, 80, operations=["encode"])
    assert "encode" in text
    assert "61.2 ns" in text
    tables, _, answered = text.rpartition("\nlog\n")
    assert "61.4 ns" not in tables
    assert "61.4 ns" in answered


def test_tables_show_the_best_eight_by_default():
    rows = analysed([timed(f"cpp/{n}", "serialize", 100 + 10 * n) for n in range(11)])
    result = make_result([*rows, timed("cpp/own", "serialize", 50, traits=("hand-written",))])

    def shown(view=None):
        tables = printed(result, 100, view=view).rpartition("\nlog\n")[0]
        return [line.split()[0] for line in tables.splitlines() if " ns " in line]

    assert shown() == [*map(str, range(8)), "own"]
    assert "and 3 more: --top 0 shows all" in printed(result, 100)
    assert shown(View(top=2)) == ["0", "1"]
    assert shown(View(top=0)) == [*map(str, range(11)), "own"]
    assert "more: --top" not in printed(result, 100, view=View(top=0))


@pytest.mark.parametrize("width", [80, 100, 140])
def test_omitted_figures_are_named(result, width):
    text = " ".join(printed(result, width).split())
    tables = text.partition(" median: ")[0]
    said = re.search(rf"no room at {width} columns, in some tables or all: ([^;]+);", text)
    missing = said[1].split(", ") if said else []
    for key in ("gzip", "zstd", "memcpy", "allocs"):
        assert (key not in tables) <= (key in missing)
    assert not {"bytes", "time"} & set(missing)
    assert "no room" not in printed(result, 300)
    assert "no room" not in printed(result, 80, view=View(columns=("gzip",)))


def test_operations_hidden_in_a_narrow_terminal_are_named(result):
    text = " ".join(printed(result, 80).split())
    assert "not shown at less than 140 columns: populate, encode, decode, convert, read; " in text
    assert "not shown at" not in printed(result, 140)
    assert "not shown at" not in printed(result, 80, operations=["serialize"])


@pytest.mark.parametrize("width", [60, 80, 100, 140])
def test_titles_are_broken_between_their_clauses(result, width):
    titles = [line for line in printed(result, width).splitlines() if "in order of" in line]
    assert titles
    for line in titles:
        assert len(line) <= width
        assert line.endswith((";", "deserialize", "C++", "Rust", "codecs", "cereal", "bincode"))


@pytest.mark.parametrize("width", [80, 100, 140])
def test_line_breaks_do_not_part_number_and_unit(result, width):
    lines = printed(result, width).splitlines()
    assert not [line for line in lines if re.match(r" *(ns|µs|B)\b| *[%±]", line)]
    assert not [line for line in lines if line.startswith("· ")]


def test_answer_is_printed_last(result):
    head, _, last = printed(result, 100).rpartition("\nlog\n")
    assert "Fastest to serialize" in last
    assert "Fastest to serialize" not in head
    assert "in order of" not in last


def test_all_operations_on_a_wide_terminal_and_two_on_a_narrow_one(result):
    def columns(width):
        return [line for line in printed(result, width).splitlines() if "│" in line]

    assert any("populate" in line for line in columns(140))
    assert not any("populate" in line for line in columns(139))


def test_round_trip_is_not_a_column(result):
    assert "round-trip" in {r.operation for r in result.rows}
    assert not [line for line in printed(result, 200).splitlines() if "round-trip" in line]


def test_file_operations_show_without_being_asked_for():
    rows = analysed([timed("cpp/a", "write", 5000), timed("cpp/a", "scan", 2000)])
    text = printed(make_result(rows), 80)
    assert "5.00 µs" in text
    assert "2.00 µs" in text


def test_legend_explains_only_shown_signs(result):
    assert "memcpy:" not in printed(result, 80)
    assert "memcpy:" in printed(result, 140)
    assert "rank (#): the lowest and the highest that a codec can have" in printed(result, 140)
    assert "–: no rank, and not counted in others': own code, no library\n" in printed(result, 80)
    alone = printed(make_result(analysed([timed("cpp/a", "serialize", 5)])), 80)
    assert "rank (#): 1 + the codecs of the table that were shown faster\n" in alone
    assert "–: no rank" not in alone
    once = printed(make_result([timed("cpp/a", "serialize", 5, processes=1)]), 80)
    assert "rank" not in once
    assert "Overall" not in alone


def test_uncertain_figure_is_marked():
    busy = timed("cpp/a", "serialize", 5, quiet_samples=0)
    text = printed(make_result(analysed([busy])), 80)
    assert "5.00 ns ±0.8 %~" in text
    assert "~ 1 figure is less sure: no quiet round" in text
    few = timed("cpp/b", "serialize", 9, note="only 3 samples: the interval is their range")
    text = printed(make_result(analysed([few, timed("cpp/a", "serialize", 5)])), 80)
    assert "9.00 ns ±0.8 %~" in text
    assert "5.00 ns ±0.8 %~" not in text
    assert "only 3 samples" in " ".join(text.split())


def test_two_workloads_each_have_their_tables():
    rows = analysed(measured_rows("log") + measured_rows("tweet", 6.2))
    text = printed(make_result(rows, "log", "tweet"), 80)
    assert text.count("Overall  in order of") == 2
    assert "381 ns" in text.partition("tweet")[2]


def test_report_without_measurements_says_so():
    row = make_row("cpp/a", "serialize", status="failed", verified=False, note="killed by signal 9")
    text = printed(make_result([row]), 80)
    assert "Nothing could be measured." in text
    assert "killed by signal 9" in text
    assert "median" not in text


def test_empty_result_is_printed():
    assert "serbench 0.1.0" in printed(make_result([]), 80)


@pytest.mark.parametrize("width", [40, 80, 140])
def test_hostile_text_reaches_the_terminal_as_text(hostile, width):
    text = printed(hostile, width)
    assert not [c for c in text if not (c.isprintable() or c == "\n")]
    assert "[bold red]markup[/]" in text
    assert "\\x1b[31mred" in text
    assert ":smile:" in text
    assert "\\u202e" in text


def test_colour_brings_no_escape_of_the_users(hostile):
    text = printed(hostile, 80, force_terminal=True, color_system="truecolor")
    assert "\x1b]" not in text
    assert "\x07" not in text
    assert not any(h in text for h in HOSTILE if "\x1b" in h)


def test_a_terminal_without_unicode_gets_ascii(result, hostile):
    for some in (result, hostile):
        raw = io.BytesIO()
        file = io.TextIOWrapper(raw, encoding="ascii")
        print_result(some, Console(file=file, width=80, color_system=None))
        file.flush()
        assert b"+-0.8 %" in raw.getvalue() or b"+-1.0 %" in raw.getvalue()


def test_a_long_reason_is_shortened():
    row = make_row("cpp/a", "serialize", status="broken", verified=False, note="x" * 5000)
    text = printed(make_result([row]), 80)
    assert 300 < text.count("x") < 450
    assert "…" in text


def test_bars_are_in_eighths_and_never_empty():
    assert bar(0, 4) == "▏   "
    assert bar(0.5, 4) == "██  "
    assert bar(0.53125, 4) == "██▏ "
    assert bar(1, 4) == "████"
    assert bar(1.2, 4) == "████"


def test_heavy_libraries_are_imported_lazily():
    modules = ["terminal", "json_rows", "csv_rows", "html", "markdown", "picture"]
    imports = "; ".join(f"import serbench.report.{m}" for m in modules)
    heavy = ["jinja2", "rich", "duckdb", "numpy"]
    script = f"{imports}; import sys; print([m for m in {heavy} if m in sys.modules])"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"


def test_one_reason_of_many_codecs_is_one_line():
    rows = [
        make_row(f"cpp/c{n}", "serialize", status="unavailable", verified=False, note="no g++")
        for n in range(9)
    ]
    text = printed(make_result(rows), 80)
    assert text.count("no g++") == 1
    assert "9 codecs  unavailable  no g++: c0, c1, c2" in text
    assert all(f"c{n}" in text for n in range(9))


def test_how_the_data_were_read_is_a_note_and_no_warning(result):
    text = printed(msgspec.structs.replace(result, notes=("it is CSV",)), 80)
    assert "\nnote: it is CSV\n" in text
    assert "warning: it is CSV" not in text
