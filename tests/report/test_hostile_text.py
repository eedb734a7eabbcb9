"""Whatever a name is, it stays one cell, one span and one line in what is shown of it."""

import csv
import html
import io
import re
import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from serbench.report.csv_rows import cell
from serbench.report.markdown import code
from serbench.report.text import plain
from tests.codegen import hostile
from tests.strategies import texts

TEXTS = st.one_of(hostile.names(), texts(40))


@given(TEXTS)
def test_plain_text_has_no_control_characters(text):
    assert not {unicodedata.category(c) for c in plain(text)} & {"Cc", "Cf", "Cs", "Zl", "Zp"}
    assert len(plain(text).splitlines()) == bool(text)


@given(TEXTS)
def test_markdown_code_span_holds_whole_text(text):
    span = code(text)
    inner = re.fullmatch(r"`([^`|\n\\]*)`|<code>([^<>|`\n]*)</code>|", span)
    assert inner
    assert (inner[1] or html.unescape(inner[2] or "")) == plain(text)


@given(TEXTS)
def test_csv_has_one_cell_without_formula(text):
    out = io.StringIO()
    csv.writer(out).writerow([cell(text), "next"])
    [[shown, after]] = csv.reader(io.StringIO(out.getvalue()))
    assert after == "next"
    assert shown.removeprefix("'") == plain(text).removeprefix("'")
    assert not shown.lstrip().startswith(("=", "+", "-", "@"))
