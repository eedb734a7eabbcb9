import re

from serbench.report.markdown import code, render_markdown
from tests.report.conftest import HOSTILE


def test_golden(result, golden):
    golden("result.md", render_markdown(result))


def test_only_requested_operations_are_shown(result):
    text = render_markdown(result, operations=["read"])
    assert "| read |" in text
    assert "| serialize |" not in text


def test_a_cell_stays_a_cell(hostile):
    for table in re.findall(r"(?:^\|.*\n)+", render_markdown(hostile), re.MULTILINE):
        lines = table.strip().split("\n")
        assert len({line.count("|") for line in lines}) == 1


def test_text_is_code_and_code_is_closed():
    assert code("a_b*c <script> @me :x: $x$ [l](u)") == "`a_b*c <script> @me :x: $x$ [l](u)`"
    assert code("a|b") == "<code>a&#124;b</code>"
    assert code("`<b>") == "<code>&#96;&#60;b&#62;</code>"
    assert code("a\\") == "<code>a&#92;</code>"
    assert code(" a ") == "<code> a </code>"
    assert code("a\nb") == "<code>a&#92;x0ab</code>"
    assert code("") == ""


def test_hostile_text_is_escaped(hostile):
    text = re.sub(r"`[^`\n]*`|<code>[^<]*</code>", "", render_markdown(hostile))
    for word in ("script", "onerror", "7*7", "octocat", "markup", "calc", "alert"):
        assert word not in text
    assert all(c.isprintable() or c == "\n" for c in render_markdown(hostile))
    assert len(HOSTILE) == render_markdown(hostile).count("\n## ") + 1
