import io

import pytest
from rich.console import Console

from serbench.proof.robustness import Kept, Robustness
from serbench.report import robustness as report
from serbench.results.robustness_rows import RobustnessResult

ITS = Robustness(
    codec="cpp/a",
    version="1.0",
    cases=100,
    counts={"cut off": {"refused": 60, "another value": 10}, "random bytes": {"crashed": 30}},
    changed_share=0.25,
    kept=(
        Kept(kind="crashed", mutation="cut off", number=1, said="<SIG|>", data=b"x", changed=-1),
    ),
)
RESULT = RobustnessResult(
    run="r", started="", status="finished", serbench="", settings={}, environment={},
    found={"log": (ITS, Robustness(codec="go/b", version="2", unproven="failed: x"))},
)  # fmt: skip


def test_shares_have_intervals():
    first, second = report.rows(RESULT.found["log"])
    assert first == (
        "cpp/a", "60.00 % (50.20-69.06)", "0", "10.00 % (5.52-17.44)", "0",
        "30.00 % (21.89-39.58)", "0", "25 %",
    )  # fmt: skip
    assert second[:3] == ("go/b", "failed: x", "")


def test_a_narrow_terminal_shows_shares_alone():
    console = Console(width=80, record=True, file=io.StringIO())
    report.print_table(RESULT, console)
    shown = console.export_text()
    assert "60.0 %" in shown
    assert "…" not in shown
    assert "50.20" not in shown
    assert max(map(len, shown.splitlines())) <= 80


def test_wilson():
    assert report.wilson(0, 10)[0] == 0
    assert report.wilson(5, 10) == pytest.approx((0.2366, 0.7634), abs=1e-4)


def test_what_ended_a_decoder_is_told():
    assert list(report.ends(ITS)) == ["cpp/a 1.0: crashed: cut off, 1 bytes: <SIG|>"]
    text = report.markdown(RESULT)
    assert "<SIG" not in text
    assert "| cpp/a | 60.00 %" in text
