"""What became of bytes as a schema grew, as people see it."""

import json

from rich.console import Console

from serbench.proof.evolution import EvolutionCell, Unproven
from serbench.report import evolution
from serbench.report.proof_page import render_evolution
from serbench.results.evolution_rows import EvolutionResult
from tests.report.test_html import Page


def cell(codec, direction, outcome, case="", **more):
    return EvolutionCell(
        codec=codec, means="field ids", rule="field removed", place="Order.x", case=case,
        direction=direction, outcome=outcome, values=20, alike=20, **more,
    )  # fmt: skip


WRONG = cell("go/b", "new to old", "silently wrong", path="$.x", written="5", read="0|<b>")
CELLS = (
    cell("cpp/a", "old to new", "kept"),
    cell("cpp/a", "new to old", "default given", path="$.x", written="not there", read="0"),
    cell("go/b", "old to new", "refused", said="no"),
    WRONG,
)
RESULT = EvolutionResult(
    run="20261122-101112",
    started="2026-11-22T10:11:12Z",
    status="finished",
    serbench="1.0",
    settings={"evolution": True},
    environment={"cpu": "any"},
    cells={"order": CELLS},
    unproven={"order": (Unproven(codec="java/c", rule="any", said="unavailable: no JDK"),)},
)


def test_rows_have_a_sign_for_each_case():
    assert list(evolution.rows(CELLS)) == [("cpp/a", ["=+"]), ("go/b", ["x≠"])]
    assert list(evolution.rows(CELLS[:3])) == [("cpp/a", ["=+"]), ("go/b", ["x·"])]
    assert list(evolution.headings(CELLS)) == ["1 field removed (Order.x): old to new, new to old"]


def test_bad_finding_is_reported_and_negative():
    [said] = evolution.findings(CELLS)
    assert said == (
        "go/b, field removed, new to old: silently wrong: $.x was 5, read as 0|<b> "
        "(20 of 20 values)"
    )
    assert RESULT.is_negative(())
    assert list(evolution.lacking(RESULT.unproven["order"])) == ["java/c, any: unavailable: no JDK"]
    assert list(evolution.means(CELLS)) == ["field ids: cpp/a, go/b"]


def test_full_table_fits_80_columns(capsys):
    evolution.print_tables(RESULT, Console(width=80))
    out = capsys.readouterr().out
    assert max(map(len, out.splitlines())) <= 80
    assert "x≠" in out
    assert "no JDK" in out


def test_markdown_and_json():
    text = evolution.markdown(RESULT)
    assert "| go/b | `x≠` |" in text
    assert "0\\|&#60;b&#62;" in text
    assert json.loads(evolution.as_json(RESULT))["cells"]["order"][0]["outcome"] == "kept"


def test_a_page_has_signs_and_words():
    page = Page(render_evolution(RESULT))
    cells = {e["text"]: e["class"] for e in page.all("td") if "class" in e}
    assert cells == {"=+kept, default given": "", "x≠refused, silently wrong": "differs"}
