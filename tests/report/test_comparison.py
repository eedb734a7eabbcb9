import csv
import io
import json

import msgspec
import pytest
from rich.console import Console

from serbench.measure.host import Host
from serbench.report.comparison import print_comparison, rows_csv, rows_json
from serbench.results.comparison import Compared, Comparison
from serbench.results.evidence_scope import Claim
from serbench.results.runs import RunRecord
from serbench.stats import Interval

HOSTILE = "\x1b[31mred\u202e[bold]=1+1"


def record(run, **facts):
    given = {
        "run": run, "started": "2026-11-21T10:15:00Z", "tag": "", "status": "finished",
        "seconds": 60.0, "kind": "run", "workloads": ("log",), "codecs": 2, "note": "",
        "serbench": "0.1", "host": Host("Xeon-2c-1f3a", "1f3a"),
    }  # fmt: skip
    return RunRecord(**(given | facts))


def row(codec, verdict, ratio=1.0, **facts):
    given = {
        "workload": "log", "operation": "serialize", "ratio": ratio, "ratio_low": ratio * 0.97,
        "ratio_high": ratio * 1.03, "a_ns": 312.0, "b_ns": 312.0 * ratio, "a_processes": 5,
        "b_processes": 5, "a_version": "1", "b_version": "1",
    }  # fmt: skip
    return Compared(codec=codec, verdict=verdict, **(given | facts))


def comparison(*rows, **facts):
    given = {
        "a": record("20261121-101500", tag="v1"), "b": record("20261122-101500", note="after"),
        "machine": Interval(1.03, 1.02, 1.04), "relative": False, "smallest": 0.02,
        "claim": Claim(2, 1), "warnings": (),
    }  # fmt: skip
    return Comparison(rows=rows, **(given | facts))


ROWS = (
    row("cpp/same", "not significant"),
    row("cpp/better", "faster", 0.9),
    row("cpp/worse", "slower", 1.1),
    row("cpp/worst", "slower", 1.2),
    Compared(
        workload="log", codec="cpp/gone", operation="serialize", verdict="not comparable",
        note="broken: value 3 in B",
    ),
)  # fmt: skip


def drawn(found, width=80):
    file = io.StringIO()
    print_comparison(found, Console(file=file, width=width))
    return file.getvalue()


def test_the_worst_news_first():
    text = drawn(comparison(*ROWS))
    places = [text.index(f"cpp/{name}") for name in ("worst", "worse", "better", "same", "gone")]
    assert places == sorted(places)
    assert "A  20261121-101500 · v1 · Xeon-2c-1f3a · serbench 0.1" in text
    assert "B beside A, 4 cells: 2 slower, 1 faster, 1 not significant." in text
    assert "The machine was 3.0 % slower in B: taken out of the ratios." in text
    assert "312 ns  343 ns   1.10×  1.07–1.13" in text  # noqa: RUF001
    assert "broken: value 3 in B: log cpp/gone serialize" in text
    assert "2 runs on one host" in text


@pytest.mark.parametrize("width", [60, 80, 140])
def test_table_fits_terminal_width(width):
    rows = [*ROWS, row("cpp/" + "long" * 12, "not significant", ratio_low=None, ratio_high=None)]
    lines = drawn(comparison(*rows, warnings=("word " * 60,)), width).splitlines()
    assert max(map(len, lines)) <= width


def test_different_hosts_have_no_absolute_times():
    text = drawn(comparison(*ROWS, relative=True, machine=None))
    assert "no absolute times are compared" in text
    assert "312 ns" not in text


def test_hostile_text_stays_text():
    rows = (
        row(HOSTILE, "slower", workload=HOSTILE, operation="serialize"),
        Compared(
            workload="log", codec=HOSTILE, operation="encode", verdict="not comparable",
            note=HOSTILE,
        ),
    )  # fmt: skip
    run = record(HOSTILE, tag=HOSTILE, note=HOSTILE, host=Host(HOSTILE))
    found = comparison(*rows, a=run, warnings=(HOSTILE,))
    text = drawn(found, 200)
    assert "\x1b" not in text
    assert "\u202e" not in text
    assert "\\x1b[31mred\\u202e[bold]=1+1" in text
    assert "\x1b" not in rows_csv(found)
    assert rows_json(found).isascii()


def test_json_and_csv_have_every_cell_and_figure():
    found = comparison(*ROWS)
    records = json.loads(rows_json(found))
    assert len(records) == 5
    assert records[2]["verdict"] == "slower"
    assert records[2]["machine_ratio"] == 1.03
    assert (records[0]["a"], records[0]["b"]) == ("20261121-101500", "20261122-101500")
    assert records[4]["ratio"] is None
    rows = list(csv.DictReader(io.StringIO(rows_csv(found))))
    assert list(rows[0]) == list(records[0])
    assert rows[2]["ratio"] == "1.1"
    assert rows[4]["ratio"] == ""
    assert set(Compared.__struct_fields__) < set(records[0])


def test_unknown_ratio_is_null_in_json():
    unbounded = msgspec.structs.replace(ROWS[0], ratio_low=None, ratio_high=None)
    assert json.loads(rows_json(comparison(unbounded)))[0]["ratio_low"] is None
