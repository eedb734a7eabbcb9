import io
import json

from rich.console import Console

from serbench.proof.full_dataset import Failure
from serbench.report import full_dataset as report
from serbench.results.full_dataset_rows import FullDatasetFinding, FullDatasetResult

DIFFERS = Failure(
    codec="cpp/lossy", kind="differs", file="a|b.jsonl", unit="line", number=17,
    path="$.x", expected="-0.0", found="<b>",
)  # fmt: skip
REFUSED = Failure(
    codec="cpp/lossy", kind="refused", file="a.json", unit="element", number=2, said="\x1b[31m no"
)
GOOD = FullDatasetFinding(
    codec="go/fine", version="1", values=1000, written=1000, encoded_bytes=2500
)
LOSSY = FullDatasetFinding(
    codec="cpp/lossy", version="2", values=1000, written=990, encoded_bytes=99, unexamined=8,
    counts={"differs": 40, "refused": 1}, failures=(DIFFERS, REFUSED),
)  # fmt: skip
ABSENT = FullDatasetFinding(
    codec="java/a-codec-with-a-long-name", version="", without_driver="unavailable", note="no JDK"
)


def result(*found, status="finished"):
    return FullDatasetResult(
        run="r", started="", seconds=1.0, status=status, serbench="", settings={}, environment={},
        workload="a", values=1000, json_bytes=5_000_000, driver_bytes=1, found=found,
    )  # fmt: skip


def test_verdict_states_outcome_of_values():
    assert report.verdict(GOOD) == "all survive"
    assert report.verdict(LOSSY) == ("40 differ, 1 are refused, 8 not looked at alone, 951 survive")
    assert report.verdict(ABSENT) == "unavailable: no JDK"


def test_failures_state_file_and_line():
    assert list(report.failures(LOSSY, 3)) == [
        "cpp/lossy: a|b.jsonl:17: $.x was -0.0, came back as <b>",
        "cpp/lossy: and 39 more that differ",
        "cpp/lossy: a.json: element 2: refused: \x1b[31m no",
    ]


def test_narrow_terminal_shows_all_without_control_characters():
    console = Console(width=80, record=True, file=io.StringIO())
    report.print_table(result(GOOD, LOSSY, ABSENT, status="interrupted"), console)
    shown = console.export_text()
    assert "a: 1,000 values, 5.0 MB of JSON (interrupted)" in shown
    assert "java/a-codec-with-a-long-name" in shown
    assert "…" not in shown
    assert "\x1b" not in shown
    assert max(map(len, shown.splitlines())) <= 80


def test_complete_result_has_no_legend():
    console = Console(width=80, record=True, file=io.StringIO())
    report.print_table(result(GOOD), console)
    assert report.LEGEND[:10] not in console.export_text()


def test_markdown_escapes_values():
    text = report.markdown(result(GOOD, LOSSY))
    assert "| go/fine | all survive | 2.5 |" in text
    assert "a\\|b.jsonl:17" in text
    assert "<b>" not in text


def test_json_says_how_each_ended():
    rows = json.loads(report.as_json(result(GOOD, LOSSY)))["found"]
    assert [(r["status"], r["survived"]) for r in rows] == [("proven", 1000), ("broken", 951)]
    assert rows[1]["failures"][0]["number"] == 17


def test_named_codec_must_hold_all_values():
    partial = FullDatasetFinding(codec="go/x", version="", values=1000, counts={"cannot-hold": 1})
    assert partial.status == "cannot-hold"
    assert not result(GOOD, partial).is_negative(())
    assert result(GOOD, partial).is_negative({"go/x"})
    assert result(GOOD, LOSSY).is_negative(())
    assert result(partial).is_negative(())  # nothing holds them
    dead = FullDatasetFinding(codec="go/y", version="", values=1, counts={"crashed": 1})
    assert result(GOOD, dead).is_negative(())
