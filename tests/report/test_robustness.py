import io

import msgspec
import pytest
from rich.console import Console

from serbench.languages.registry import LANGUAGES
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
        "cpp/a", "60.00 % (50.20-69.06)", "0", "10.00 % (5.52-17.44)",
        "30.00 % (21.89-39.58)", "25 %",
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


def test_kind_has_a_column_only_if_present():
    usual = ["refused", "same value", "another value", "crashed"]
    assert report.kinds([ITS]) == usual
    hungry = msgspec.structs.replace(ITS, counts={"cut off": {"memory": 1}})
    assert report.kinds([ITS, hungry]) == [*usual[:3], "memory", "crashed"]


def test_unchecked_codec_is_listed_after_checked_ones():
    unchecked, checked, other = (
        msgspec.structs.replace(ITS, codec=f"cpp/{name}")
        for name in ("flatbuffers-unchecked", "flatbuffers", "cereal")
    )
    unchecked = msgspec.structs.replace(unchecked, checked="cpp/flatbuffers")
    checked = msgspec.structs.replace(checked, counts={"cut off": {"refused": 100}})
    found = report.in_order([unchecked, other, checked])
    assert found == [other, checked, unchecked]
    assert list(report.twins(found)) == [
        "cpp/flatbuffers-unchecked trusts its input: 30 of 100 cases ended it; with checks "
        "(cpp/flatbuffers) 0. It read another value of 10.0 %, with checks of 0."
    ]
    assert list(report.twins([unchecked, other])) == []


def test_other_sanitizer_findings_are_named():
    finding = msgspec.structs.replace(ITS, habits=("a.hpp:1:2: runtime error: load of <b>",))
    result = msgspec.structs.replace(RESULT, found={"log": (finding,)}, settings={"sanitize": True})
    text = report.markdown(result)
    assert "cpp/a 1.0: besides: a.hpp:1:2" in text
    assert "<b>" not in text
    assert "instrumented" in text
    assert "instrumented" not in report.markdown(RESULT)


def test_wilson():
    assert report.wilson(0, 10)[0] == 0
    assert report.wilson(5, 10) == pytest.approx((0.2366, 0.7634), abs=1e-4)


def test_reason_of_crash_is_shown_escaped():
    assert list(report.ends(ITS)) == ["cpp/a 1.0: crashed: cut off, 1 bytes: <SIG|>"]
    text = report.markdown(RESULT)
    assert "<SIG" not in text
    assert "| cpp/a | 60.00 %" in text


def test_legend_names_every_language_whose_runtime_grows():
    for language in LANGUAGES.values():
        assert (f"in {language.name} " in report.LEGEND) == bool(language.memory_bytes)
