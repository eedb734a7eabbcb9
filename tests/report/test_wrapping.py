# ruff: noqa: RUF001
import io

import pytest
from rich.console import Console
from rich.text import Text

from serbench.report.wrapping import wrapped


def lines(text, width):
    console = Console(file=io.StringIO(), width=width)
    return wrapped(Text(text), width, console).plain.split("\n")


@pytest.mark.parametrize("width", range(20, 60))
def test_number_and_unit_or_interval_share_a_line(width):
    text = "fastest is x, 273 ns ±6.9 %, before 1.28 µs 0.632–2.59 and 322.1 B, 1.34 times as fast"
    found = lines(text, width)
    assert max(map(len, found)) <= width
    assert " ".join(found) == text
    for held in ("6.9 %", "273 ns", "1.28 µs", "322.1 B", "1.34 times"):
        assert any(held in line for line in found)


@pytest.mark.parametrize("width", range(40, 90))
def test_name_and_brackets_share_a_line(width):
    text = "not decided: avro (551 ns ±17 %), c (1 µs ±2 %) and b (680 ns ±18 %)"
    found = lines(text, width)
    assert max(map(len, found)) <= width
    for held in ("avro (551 ns ±17 %)", "c (1 µs ±2 %)", "b (680 ns ±18 %)"):
        assert any(held in line for line in found)


@pytest.mark.parametrize("width", range(40, 90))
def test_items_of_a_list_are_whole_and_no_line_begins_with_a_dot(width):
    items = ["CPU some one", "memory 23.5 GiB", "load at start 0.64", "kernel 6.18", "run 1"]
    found = lines(" · ".join(items), width)
    assert max(map(len, found)) <= width
    assert not any(line.startswith("·") for line in found)
    for item in items:
        assert any(item in line for line in found)


@pytest.mark.parametrize("width", range(20, 90))
def test_mark_and_meaning_share_a_line(width):
    found = lines("= the same value; + so too; ≠ another value; x refused; † it ended", width)
    for held in ("= the", "+ so", "≠ another", "x refused", "† it"):
        assert any(held in line for line in found)


def test_text_longer_than_a_line_is_broken_between_words():
    assert lines("flags -Xms1g -Xmx1g -XX:+UseSerialGC · run 1", 18) == [
        "flags -Xms1g", "-Xmx1g", "-XX:+UseSerialGC ·", "run 1",
    ]  # fmt: skip
    assert lines("a (b c d e f g h i)", 10) == ["a (b c d e", "f g h i)"]


def test_lines_keep_their_ends_and_styles():
    text = Text("one two\nthree four")
    text.highlight_words(["three"], "bold")
    found = wrapped(text, 9, Console(file=io.StringIO(), width=9))
    assert found.plain == "one two\nthree\nfour"
    [span] = found.spans
    assert found.plain[span.start : span.end] == "three"
