import base64
import hashlib
import json
import re
from html.parser import HTMLParser

import msgspec
import pytest

from serbench.report.charts.vega import library
from serbench.report.figures import OF_OPERATION
from serbench.report.html import render
from serbench.report.text import without_controls
from tests.report.conftest import (
    HOSTILE,
    analysed,
    evidence_of,
    make_result,
    make_row,
    measured_rows,
    problem_rows,
    timed,
)

PROVEN = ("checks-utf8", "skips-unknown")
VOID = {"meta", "input", "link", "br", "img", "hr"}


class Page(HTMLParser):
    """Elements with their attributes, text and path from the root."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.open, self.elements = [], []
        self.feed(text)
        self.close()
        assert not self.open, f"never closed: {[e['tag'] for e in self.open]}"

    def handle_starttag(self, tag, attrs):
        assert len(dict(attrs)) == len(attrs), f"an attribute twice in {tag}"
        element = {"tag": tag, "text": "", "path": [e["tag"] for e in self.open], **dict(attrs)}
        self.elements.append(element)
        if tag not in VOID:
            self.open.append(element)

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag):
        assert self.open[-1]["tag"] == tag, f"</{tag}> closes {self.open[-1]['tag']}"
        self.open.pop()

    def handle_data(self, data):
        for element in self.open:
            element["text"] += data

    def all(self, tag, **attributes):
        return [
            e
            for e in self.elements
            if e["tag"] == tag and all(e.get(k.rstrip("_")) == v for k, v in attributes.items())
        ]


@pytest.fixture
def page(result):
    return Page(render(result))


def test_page_refers_to_no_external_resource(result):
    # Vega knows addresses that it asks nothing of here: see test_browser.
    text = render(result, evidence_of(result)).replace(library(), "")
    text = re.sub(r'sha256-[\w+/=]+|"csv_gzip":"[\w+/=]+"', "", text)
    assert not re.findall(r"https?:|//[a-z]|url\(|@import", text)
    for element in Page(text).elements:
        assert element["tag"] not in {"link", "img", "iframe", "object", "embed", "base"}
        assert "src" not in element
        assert element.get("href", "#").startswith("#")
        assert not [a for a in element if a.startswith("on") or a == "style"]


def test_the_policy_allows_the_pages_own_style_and_script_only(page):
    [policy] = page.all("meta", **{"http-equiv": "Content-Security-Policy"})
    rules = dict(rule.strip().split(" ", 1) for rule in policy["content"].split(";"))
    assert rules["default-src"] == "'none'"
    assert "unsafe" not in policy["content"]
    [style] = page.all("style")
    scripts = [e for e in page.all("script") if "type" not in e]
    assert scripts[0]["text"] == library()
    for rule, elements in (("style-src", [style]), ("script-src", scripts)):
        digests = [hashlib.sha256(e["text"].encode()).digest() for e in elements]
        allowed = [f"'sha256-{base64.b64encode(digest).decode()}'" for digest in digests]
        assert rules[rule] == " ".join(allowed)


def test_page_has_every_codec_and_reason(page, result):
    headers = [e["text"] for e in page.all("th", scope="row")]
    for row in result.rows:
        assert any(h.startswith(row.codec.partition("/")[2]) for h in headers)
    body = " ".join(page.all("body")[0]["text"].split())
    for row in result.rows:
        assert row.note in body
    for said in ("61.4 ns", "605–684", "0.0373×", "cannot hold", "postcard and bincode", "tied"):  # noqa: RUF001
        assert said in body


def test_proven_traits_stand_apart_and_can_be_filtered_by():
    rows = [msgspec.structs.replace(r, traits=("binary", *PROVEN)) for r in measured_rows()]
    page = Page(render(make_result(analysed(rows))))
    details = [e["text"] for e in page.all("details", **{"class": "sub"}) if "th" in e["path"]]
    assert set(details) == {"traitsbinary" + "proven of its decoder: " + ", ".join(PROVEN)}
    assert set(PROVEN) <= {e["text"] for e in page.all("option")}


def test_every_figure_of_every_operation_can_be_sorted_by(page):
    cells = [e for e in page.all("td") if e.get("class") == "cell" and "data-time" in e]
    assert len(cells) == 11 * 7 + 2 + 1  # two codecs convert, simd-json serializes only
    for cell in cells:
        assert float(cell["data-time"]) > 0
    sortable = {key for cell in cells for key in cell}
    assert {f"data-{figure.key}" for figure in OF_OPERATION} <= sortable


def test_tables_and_controls_are_labelled(page):
    for table in page.all("table"):
        assert table["text"].strip()
    assert len(page.all("caption")) == len(page.all("table"))
    for header in page.all("th"):
        assert header["scope"] in {"row", "col"}
    ids = [e["id"] for e in page.elements if "id" in e]
    assert len(set(ids)) == len(ids)
    for element in page.elements:
        for attribute in ("aria-labelledby", "for"):
            assert set(element.get(attribute, "").split()) <= set(ids)
    labelled = {e["for"] for e in page.all("label") if "for" in e}
    inputs = [*page.all("input", type="search"), *page.all("input", type="number")]
    for control in [*page.all("select"), *inputs]:
        assert control["id"] in labelled
    assert page.all("html")[0]["lang"] == "en"
    assert len(page.all("h1")) == 1
    for svg in page.all("svg"):
        assert svg["aria-hidden"] == "true"


def test_bars_lie_within_their_scale(page):
    rects = [e for e in page.all("rect") if e["class"] == "interval"]
    assert rects
    for rect in rects:
        assert float(rect["x"].rstrip("%")) >= 0
        assert float(rect["x"].rstrip("%")) + float(rect["width"].rstrip("%")) <= 100.02


def test_the_data_is_the_whole_result(page, result):
    [data] = page.all("script", type="application/json")
    found = json.loads(data["text"])
    assert found["environment"] == result.environment
    names, codecs = found["page"]["columns"], found["page"]["codecs"]
    rows = [dict(zip(names, values, strict=True)) for values in found["rows"]]
    assert [r["time_ns"] for r in rows] == [r.time_ns for r in result.rows]
    assert [tuple(codecs[place] for place in r["slower_than"]) for r in rows] == [
        r.slower_than for r in result.rows
    ]
    assert found["workloads"][0]["digest"] == "9f3c1a7be0426d58"


def test_how_the_data_were_read_stands_with_the_environment(result):
    assert "How the data were read" not in render(result)
    text = render(msgspec.structs.replace(result, notes=("it is CSV",)))
    assert text.count("How the data were read") == 1
    assert "it is CSV" not in text.partition('<section class="about"')[0]


def test_hostile_names_stay_text(hostile):
    text = render(hostile)
    assert text.encode()  # even a lone surrogate
    page = Page(text)
    assert len(page.all("script")) == 3
    assert not page.all("img")
    assert not [c for c in text.replace(library(), "") if ord(c) < 32 and c != "\n"]
    [data] = page.all("script", type="application/json")
    assert "<" not in data["text"]
    found = json.loads(data["text"])
    place = found["page"]["columns"].index("workload")
    assert [values[place] for values in found["rows"]] == [r.workload for r in hostile.rows]
    isolated = {e["text"] for e in page.all("bdi")}
    assert isolated >= {without_controls(h) for h in HOSTILE}
    assert "49" not in {e["text"] for e in page.all("bdi")}


def test_direction_mark_appears_only_isolated(hostile):
    page = Page(render(hostile))
    inside = [e for e in page.elements if "\u202e" in e["text"]]
    deepest = [e for e in inside if not any(e["tag"] in f["path"] for f in inside if f is not e)]
    assert {e["tag"] for e in deepest} == {"bdi"}
    assert "\u202e" not in page.all("title")[0]["text"]
    for element in page.elements:
        for name, value in element.items():
            if name not in ("tag", "text", "path"):
                assert "\u202e" not in (value or "")


def test_the_calculator_says_the_wider_side_of_a_lopsided_interval(page):
    [row] = [
        e
        for e in page.all("tr")
        if e.get("data-codec") == "cpp/boost-binary" and "data-deserialize" in e
    ]
    assert float(row["data-deserialize"]) == 611
    assert row["data-deserialize-spread"] == "±12 %"
    assert float(row["data-zstd"]) == 333


def test_two_workloads():
    rows = measured_rows() + problem_rows() + measured_rows("tweet", 6.2)
    page = Page(render(make_result(analysed(rows), "log", "tweet")))
    assert [e["text"] for e in page.all("h2")][:2] == ["The answer for log", "The answer for tweet"]
    assert len([e for e in page.all("table") if e.get("class") == "figures sortable"]) == 2


def test_page_without_measurements_says_so():
    row = make_row("cpp/a", "serialize", status="failed", verified=False, note="did not build")
    body = Page(render(make_result([row]))).all("body")[0]["text"]
    assert "Nothing could be measured." in body
    assert "did not build" in body
    assert "serbench" in Page(render(make_result([]))).all("title")[0]["text"]


def test_preview_description_has_the_answer(page):
    [description] = page.all("meta", name="description")
    [preview] = page.all("meta", property="og:description")
    assert description["content"] == preview["content"]
    assert description["content"].startswith("C++: fastest ")
    assert "smallest" in description["content"]
    assert len(description["content"]) <= 300
    [title] = page.all("title")
    [preview] = page.all("meta", property="og:title")
    assert title["text"] == preview["content"] == "Which serialization library for log? serbench"


def test_hostile_names_in_a_preview_stay_one_attribute():
    names = ('cpp/"><script>alert(1)</script>', "cpp/a\u202eb\n" + "x" * 500)
    page = Page(render(make_result([timed(n, "serialize", 9, bytes=9.0) for n in names])))
    for attributes in ({"name": "description"}, {"property": "og:description"}):
        [meta] = page.all("meta", **attributes)
        assert set(meta) == {"tag", "text", "path", *attributes, "content"}
        assert '"><script>' in meta["content"]
        assert not {"\n", "\u202e"} & set(meta["content"])
        assert len(meta["content"]) <= 300
