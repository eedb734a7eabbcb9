import msgspec

from serbench.proof.interop import InteropCell, Lack
from serbench.report import interop as report
from serbench.results.interop_rows import InteropResult

GOOD = InteropCell(wire="json", writer="cpp/a", reader="go/b", outcome="same value", values=2)
BAD = InteropCell(
    wire="json", writer="go/b", reader="cpp/a", outcome="differs", values=2, wrong=1,
    case="minus | zero", path="$.x", expected="-0.0", found="<b>",
)  # fmt: skip
RESULT = InteropResult(
    run="r", started="", status="finished", serbench="", settings={}, environment={},
    cells={"edges": (GOOD, BAD)},
    lacks={"edges": (Lack(wire="json", codec="go/b", case="NUL", said="why"),)},
)  # fmt: skip


def test_a_row_for_each_codec_a_column_for_each():
    assert list(report.matrix([GOOD, BAD])) == [("go/b", ["", "≠"]), ("cpp/a", ["+", ""])]


def test_misread_values_are_reported():
    told = "cpp/a reading go/b: minus | zero: $.x was -0.0, read as <b>"
    assert list(report.findings([GOOD, BAD])) == [told]
    assert list(report.lacking(RESULT.lacks["edges"])) == ["go/b does not write 1: NUL (why)"]
    assert RESULT.is_negative(())


def test_writers_that_a_reader_fails_alike_stand_together():
    others = [msgspec.structs.replace(BAD, writer=writer) for writer in ("go/c", "rust/d")]
    told = ": minus | zero: $.x was -0.0, read as <b>"
    assert list(report.findings([BAD, *others])) == [f"cpp/a reading all 2 of Go, rust/d{told}"]


def test_many_cases_that_are_not_written_are_counted():
    lacks = [Lack(wire="json", codec="go/b", case=f"value {n}", said="why") for n in range(1000)]
    (line,) = report.lacking(lacks)
    assert line.startswith("go/b does not write 1000: value 0, value 1, ")
    assert line.endswith("value 11 and 988 more (why)")


def test_markdown_escapes_values():
    text = report.markdown(RESULT)
    assert "| 1 go/b |  | ≠ |" in text
    assert "minus \\| zero" in text
    assert "<b>" not in text
