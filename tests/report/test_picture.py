import re
from xml.etree import ElementTree as ET

from serbench.report.picture import render_picture


def texts(svg):
    root = ET.fromstring(svg)
    return "\n".join("".join(e.itertext()) for e in root.iter("{http://www.w3.org/2000/svg}text"))


def test_picture_has_table_and_needs_no_network(result):
    svg = render_picture(result, title="serbench run log", width=100)
    seen = texts(svg).replace("\xa0", " ")
    for words in ("serbench run log", "handcoded", "61.4 ns", "broken"):
        assert words in seen
    assert re.findall(r"https?://[^\s\"')]+", svg) == ["http://www.w3.org/2000/svg"]
    assert "@font-face" not in svg
    assert "@import" not in svg
    assert svg == render_picture(result, title="serbench run log", width=100)


def test_hostile_text_stays_text(hostile):
    svg = render_picture(hostile, title="<script>alert(1)</script>\x1b")
    root = ET.fromstring(svg)  # well-formed: no control character, nothing unescaped
    names = {e.tag.rpartition("}")[2] for e in root.iter()}
    assert names <= {"svg", "style", "defs", "clipPath", "rect", "g", "text", "circle"}
    assert "<script>alert(1)</script>" in texts(svg)
