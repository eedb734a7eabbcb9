import io

from rich.console import Console

from serbench.measure.host import Host
from serbench.report.runs import print_runs
from tests.report.test_comparison import HOSTILE, record


def drawn(records, width=80):
    file = io.StringIO()
    print_runs(records, Console(file=file, width=width))
    return file.getvalue()


def test_runs_have_a_line_each_and_a_summary():
    text = drawn(
        [
            record("20261121-101500", tag="v1", note="the first of all"),
            record("20261122-101500", kind="study"),
        ]
    )
    lines = text.splitlines()
    assert lines[0].split() == ["run", "tag", "status", "took", "workloads", "codecs", "host"]
    assert "v1   finished  60 s  log" in lines[2]
    assert "study: log" in lines[3]
    assert "20261121-101500: the first of all" in lines
    assert "2 runs on one host" in lines[-1]


def test_empty_store_advises_first_run():
    assert "no run yet; `serbench run log`" in drawn([])


def test_long_text_wraps():
    records = [
        record(
            "20261121-101500-12", tag="t" * 40, note="a long note " * 10, status="interrupted",
            workloads=("log", "tweet", "nested"), host=Host("Core-i7-1185G7-8c-1f3a"),
        )
    ]  # fmt: skip
    lines = drawn(records).splitlines()
    assert max(map(len, lines)) <= 80
    assert any(line.startswith("20261121-101500-12") for line in lines)


def test_hostile_text_stays_text():
    text = drawn([record(HOSTILE, tag=HOSTILE, note=HOSTILE, workloads=(HOSTILE,))], 300)
    assert "\x1b" not in text
    assert "\u202e" not in text
    assert "[bold]" in text
