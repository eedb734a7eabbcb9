import re

import msgspec
import pytest

from serbench.report.proof_page import (
    render_cost,
    render_evolution,
    render_footprint,
    render_interop,
    render_robustness,
)
from serbench.results.cost_rows import CostResult
from tests.report import conftest
from tests.report import test_evolution as evolution
from tests.report import test_footprint as footprint
from tests.report import test_interop as interop
from tests.report import test_robustness as robustness
from tests.report.test_html import Page
from tests.results import test_costs as costs

HOSTILE = " ".join(conftest.HOSTILE)
ITS = msgspec.structs.replace(
    robustness.ITS,
    codec=f"cpp/{HOSTILE}",
    habits=(HOSTILE,),
    kept=(msgspec.structs.replace(robustness.ITS.kept[0], said=HOSTILE, data=bytes(5000)),),
)
RATES = msgspec.structs.replace(
    robustness.RESULT,
    settings={"cases": 100, "targets": ["log", HOSTILE]},
    environment={"cpu": HOSTILE},
    found={HOSTILE: (ITS, *robustness.RESULT.found["log"])},
)
CELLS = tuple(
    msgspec.structs.replace(cell, wire=HOSTILE, writer=f"cpp/{HOSTILE}", found=HOSTILE)
    for cell in (interop.GOOD, interop.BAD)
)
MATRICES = msgspec.structs.replace(
    interop.RESULT, cells={HOSTILE: CELLS, **interop.RESULT.cells}, environment={"cpu": HOSTILE}
)
GROWN = msgspec.structs.replace(
    evolution.RESULT,
    cells={HOSTILE: (msgspec.structs.replace(evolution.WRONG, codec=HOSTILE, read=HOSTILE),)},
    environment={"cpu": HOSTILE},
)
COSTS = CostResult(
    run="20261123-000000",
    of=HOSTILE,
    started="2026-11-23",
    status="finished",
    serbench="0",
    settings={"cost": HOSTILE},
    environment={"cpu": HOSTILE},
    ways={
        HOSTILE: tuple(
            msgspec.structs.replace(costs.way(HOSTILE, ns, size), mode=mode, compressor=name)
            for ns, size, mode, name in (
                (100, 300, "none", ""),
                (900, 90, "each", "zstd-3"),
                (500, 60, "blocks", "lz4"),
            )
        )
    },
    values={HOSTILE: 10},
)
ADDED = footprint.result(
    (
        *footprint.FOUND,
        msgspec.structs.replace(footprint.FOUND[0], codec=f"cpp/{HOSTILE}", note=HOSTILE),
    ),
    HOSTILE,
)
PAGES = {
    "added": lambda: render_footprint(ADDED),
    "costs": lambda: render_cost(COSTS, (1e6,)),
    "interop": lambda: render_interop(MATRICES),
    "rates": lambda: render_robustness(RATES),
    "grown": lambda: render_evolution(GROWN),
}


@pytest.fixture(params=PAGES)
def text(request):
    return PAGES[request.param]()


def test_page_has_no_scripts_and_no_external_resources(text):
    page = Page(text)
    assert page.all("script") == []
    [policy] = page.all("meta", **{"http-equiv": "Content-Security-Policy"})
    assert "default-src 'none'" in policy["content"]
    assert "script-src 'none'" in policy["content"]
    assert not re.findall(r"https?:|//[a-z]|url\(|@import", re.sub(r"sha256-[\w+/=]+", "", text))
    for element in page.elements:
        assert element["tag"] not in {"link", "img", "iframe", "object", "embed", "base"}
        assert not [a for a in element if a.startswith("on") or a in ("src", "style")]


def test_a_matrix_has_a_sign_and_a_word_in_each_cell():
    page = Page(render_interop(interop.RESULT))
    cells = {e["text"]: e["class"] for e in page.all("td") if "class" in e}
    assert cells == {"itself": "itself", "≠differs": "differs", "+same value": "same-value"}
    told = [e["text"] for e in page.all("li")]
    assert told == [
        "cpp/a reading go/b: minus | zero: $.x was -0.0, read as <b>",
        "go/b does not write 1: NUL (why)",
    ]


def test_rates_have_intervals_and_bad_ones_a_sign():
    page = Page(render_robustness(robustness.RESULT))
    bad = [e["text"] for e in page.all("td", class_="share bad")]
    assert [" ".join(said.split()) for said in bad] == ["30.00 % †21.89–39.58"]  # noqa: RUF001
    body = page.all("body")[0]["text"]
    for said in ("failed: x", "<SIG|>", "cut off, 1 bytes", "78", "not tried"):
        assert said in body


def test_long_bytes_are_truncated():
    [code] = Page(render_robustness(RATES)).all("code")[:1]
    assert code["text"].endswith("00 … and 904 more")
