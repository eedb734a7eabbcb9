import io
import json

import pytest
from rich.console import Console

from serbench.measure.host import Host
from serbench.report.history import print_history, rows_json
from serbench.report.words import moved_words
from serbench.results.evidence import Moved, Past
from serbench.results.history import Series

HERE, THERE = Host("Xeon-2c-1f3a", "1"), Host("EPYC-4c-22ab", "2")
HOSTILE = "\x1b[31mred\u202e[bold]"


def past(run, times=3.0, **facts):
    given = {
        "started": "2026-11-21T10:15:00", "serbench": "0.1", "workload": "log",
        "codec": "cpp/cereal", "operation": "serialize", "time_ns": 100 * times,
        "low_ns": 99 * times, "high_ns": 101 * times, "ratio": times, "ratio_low": 0.99 * times,
        "ratio_high": 1.01 * times, "reference": "cpp/handcoded", "version": "1.3.2", "host": HERE,
    }  # fmt: skip
    return Past(run=run, **(given | facts))


def moved(run, ratio=1.08, host=HERE):
    return Moved(
        run=run, workload="log", codec="cpp/cereal", operation="serialize", host=host, ratio=ratio,
        low=ratio - 0.02, high=ratio + 0.02,
    )  # fmt: skip


def series(*pasts, moved=(), others=0):
    return Series(
        workload="log", codec="cpp/cereal", operation="serialize", past=pasts, moved=moved,
        others=others,
    )  # fmt: skip


def drawn(history, width=80):
    file = io.StringIO()
    print_history([history], Console(file=file, width=width))
    return file.getvalue()


@pytest.mark.parametrize(
    ("ratio", "words"),
    [(1.08, "8.0 % slower (6.0–10.0 %)"), (0.9, "10.0 % faster (8.0–12.0 %)")],  # noqa: RUF001
)
def test_a_step_in_words(ratio, words):
    assert moved_words(moved("r", ratio)) == words


def test_runs_with_figures_and_steps():
    text = drawn(
        series(
            past("20261121-101500", tag="v1"),
            past("20261122-101500", 3.3),
            moved=(moved("20261122-101500"),),
            others=2,
        )
    )
    assert "cpp/cereal · log · serialize" in text
    assert "Since 20261122-101500: 8.0 % slower" in text
    assert "2 runs on one host" in text
    assert "2 earlier runs are on other values" in text
    lines = text.splitlines()
    first, second = (
        next(x for x in lines if x.startswith(run)) for run in ("20261121", "20261122")
    )
    assert "v1" in first
    assert "1.3.2" in first
    assert "300 ns ±1.0 %" in first
    assert "3.00\u00d7 ±1.0 %" in first
    assert first.index("●") < second.index("●")


@pytest.mark.parametrize("width", [80, 120])
def test_history_fits_terminal_width(width):
    pasts = [
        past(f"2026112{day}-101500", 3 + day / 50, tag=f"v1.{day}-rc", host=host, version="3.21.12")
        for day in range(8)
        for host in (HERE, THERE)
    ]
    text = drawn(series(*pasts, moved=(moved(pasts[8].run),)), width)
    assert max(map(len, text.splitlines())) <= width
    assert "on Xeon-2c-1f3a: 8.0 % slower" in text
    assert "on EPYC-4c-22ab" in text


def test_missing_ratios_are_explained():
    text = drawn(series(past("a", ratio=None, ratio_low=None, ratio_high=None)))
    assert "No ratio to a reference is known" in text
    text = drawn(series(past("a", 1.0, reference="cpp/cereal")))
    assert "It is the reference of its language" in text
    assert "No step was found in one run on one host" in drawn(series(past("a")))


def test_hostile_text_stays_text():
    one = past(
        HOSTILE, tag=HOSTILE, version=HOSTILE, host=Host(HOSTILE), reference=f"cpp/{HOSTILE}"
    )
    history = series(one, past("b"), moved=(moved(HOSTILE, host=Host(HOSTILE)),))
    text = drawn(history, 200)
    assert "\x1b" not in text
    assert "\u202e" not in text
    assert "[bold]" in text
    assert rows_json([history]).isascii()


def test_json_has_every_run_and_marks_steps():
    history = series(past("a"), past("b", 3.3), moved=(moved("b"),))
    first, second = json.loads(rows_json([history]))
    assert (first["run"], first["step"], first["host"]) == ("a", None, "Xeon-2c-1f3a")
    assert (second["step"], second["step_low"], second["ratio"]) == (1.08, 1.06, 3.3)
