import csv
import io
import json

import msgspec
import pytest
from rich.console import Console

from serbench.measure.host import Host
from serbench.report.fleet import as_json, markdown, print_fleet, rows_csv, turned_sentence
from serbench.report.proof_page import render_fleet
from serbench.results.fleet import FleetHost, FleetKind, FleetResult, Unmeasured
from serbench.results.fleet_pairs import Agreed, FleetRow, OnKind, PairOnKind, Turned
from tests.report.conftest import HOSTILE
from tests.report.test_html import Page

KINDS = (
    FleetKind(
        letter="A",
        name="Xeon-Gold-6148-4c",
        id="0a1b2c3d",
        facts={"CPU": "Intel(R) Xeon(R) Gold 6148 CPU", "cores": "4", "kernel": "6.1"},
        hosts=2,
    ),
    FleetKind(
        letter="B", name="EPYC-7B13-8c", id="4e5f6071", facts={"CPU": "AMD EPYC 7B13"}, hosts=1
    ),
)


def row(codec, *on, baseline="cpp/handcoded", **facts):
    return FleetRow(
        workload="log",
        operation="serialize",
        codec=codec,
        language=codec.partition("/")[0],
        traits=("binary",),
        baseline=baseline,
        on=tuple(of for of in on if of),
        **facts,
    )


def of(kind, ratio, spread=0.01, **facts):
    low = high = None
    if ratio and spread:
        low, high = ratio * (1 - spread), ratio * (1 + spread)
    return OnKind(kind=kind, hosts=2 - "AB".index(kind), ratio=ratio, low=low, high=high, **facts)


def host(run, name, kind, **facts):
    given = {"run": run, "host": Host(name, name), "kind": kind, "status": "finished"}
    return FleetHost(**given | {"seconds": 62.0, "codecs": 3} | facts)


TURNED = Turned(
    workload="log",
    operation="serialize",
    one="cpp/cereal",
    other="cpp/protobuf",
    on=(
        PairOnKind(kind="A", ratio=0.8, low=0.78, high=0.82, shown="faster"),
        PairOnKind(kind="B", ratio=1.25, low=1.2, high=1.3, shown="slower"),
    ),
)
RESULT = FleetResult(
    fleet="fleet-20261127-104502",
    tag="night",
    started="2026-11-27T10:45:02Z",
    serbench="0.1.0",
    settings={"operations": ["serialize"], "budget_s": 60.0},
    hosts=(
        host("20261127-104502", "Xeon-Gold-6148-4c-1f3a", "A"),
        host(
            "20261127-104502-2",
            "Xeon-Gold-6148-4c-22ab",
            "A",
            status="interrupted",
            cause="the host was lost",
        ),
        host("20261127-104502-3", "EPYC-7B13-8c-90cd", "B"),
    ),
    kinds=KINDS,
    rows=(
        row("cpp/handcoded", of("A", 1.0), of("B", 1.0)),
        row(
            "cpp/protobuf",
            of("A", 3.5, slower_than=("cpp/cereal",), rank_low=2, rank_high=2),
            of("B", 2.5, spread=None, rank_low=1, rank_high=1),
        ),
        row("cpp/cereal", of("A", 2.8, spread=0.08, rank_low=1, rank_high=1), of("B", 3.125)),
        row("cpp/rapidjson", of("B", None)),
        row("rust/bincode", of("A", 1.0), of("B", 1.0), baseline="rust/bincode"),
    ),
    agreed=(
        Agreed(
            workload="log", operation="serialize", language="cpp", pairs=3, same=2, turned=1,
            leading=(),
        ),
        Agreed(
            workload="log", operation="serialize", language="rust", pairs=0, same=0, turned=0,
            leading=("rust/bincode",),
        ),
        Agreed(
            workload="log", operation="serialize", language="", pairs=6, same=5, turned=0,
            leading=("rust/bincode",),
        ),
    ),
    turned=(TURNED,),
    unmeasured=(
        Unmeasured(
            run="20261127-104502", workload="log", codec="cpp/rapidjson", status="unavailable",
            note="rapidjson was not found",
        ),
    ),
    bridge=("cpp/handcoded", "rust/bincode"),
    smallest=0.03,
    claim="3 runs on 3 hosts",
    warnings=("Xeon-Gold-6148-4c-22ab (20261127-104502-2) was interrupted: the host was lost.",),
)  # fmt: skip


def drawn(result, width, encoding="utf-8"):
    raw = io.BytesIO()
    file = io.TextIOWrapper(raw, encoding=encoding)
    print_fleet(result, Console(file=file, width=width, force_terminal=False))
    file.flush()
    return raw.getvalue().decode(encoding)


@pytest.mark.parametrize("width", [80, 140])
def test_golden(golden, width):
    text = drawn(RESULT, width)
    golden(f"fleet_{width}.txt", text)
    assert max(map(len, text.splitlines())) <= width


@pytest.mark.parametrize(
    ("name", "form"), [("fleet.md", markdown), ("fleet.csv", rows_csv), ("fleet.json", as_json)]
)
def test_golden_of_exports(golden, name, form):
    text = form(RESULT)
    golden(name, text if text.endswith("\n") else f"{text}\n")


def test_json_and_csv_have_every_figure():
    stored = json.loads(as_json(RESULT))
    assert msgspec.convert(stored, FleetResult) == RESULT
    rows = list(csv.DictReader(io.StringIO(rows_csv(RESULT))))
    assert len(rows) == sum(len(row.on) for row in RESULT.rows)
    [cereal] = [r for r in rows if (r["codec"], r["kind"]) == ("cpp/cereal", "A")]
    assert (cereal["ratio"], cereal["kind_name"]) == ("2.8", "Xeon-Gold-6148-4c")


def test_pair_that_turns_round_is_told_with_both_sides():
    assert turned_sentence(TURNED) == (
        "cpp/cereal turns round beside cpp/protobuf: faster on A (0.800× ±2.5 %), slower on B "  # noqa: RUF001
        "(1.25× ±4.0 %)."  # noqa: RUF001
    )


def test_no_pair_is_said_to_turn_round_on_one_kind():
    alone = msgspec.structs.replace(RESULT, kinds=KINDS[:1], turned=(), hosts=RESULT.hosts[:2])
    text = drawn(alone, 140)
    assert "turn round" not in text
    assert "2 of 3 pairs are decided on this kind." in text
    assert "No other choice was shown faster than rust/bincode." in text
    assert "of one kind" in text
    assert "Of a kind with one host" not in text


def test_no_times_of_hosts_are_shown():
    for text in (drawn(RESULT, 140), markdown(RESULT)):
        assert " ns" not in text
        assert "µs" not in text


def test_text_of_hosts_is_plain_in_every_form():
    word = " ".join(text for text in HOSTILE if text.isprintable() or text.isascii())
    bad = msgspec.structs.replace(
        RESULT,
        tag=word,
        kinds=tuple(msgspec.structs.replace(kind, name=word, facts={word: word}) for kind in KINDS),
        hosts=tuple(
            msgspec.structs.replace(one, host=Host(word), cause=word) for one in RESULT.hosts
        ),
        rows=tuple(msgspec.structs.replace(one, codec=word + one.codec) for one in RESULT.rows),
        turned=(),
        bridge=(word,),
        warnings=(word,),
    )
    for text in (drawn(bad, 140), markdown(bad), rows_csv(bad), as_json(bad), render_fleet(bad)):
        assert "\x1b" not in text
        assert "\u202e" not in text
    for text in (markdown(bad), render_fleet(bad)):
        assert "<script" not in text.lower()


def test_page_has_a_table_for_each_language_and_no_scripts():
    page = Page(render_fleet(RESULT))
    assert page.all("script") == []
    heads = [e["text"] for e in page.all("h2")]
    assert any("C++" in head for head in heads)
    assert any("all languages" in head for head in heads)
    told = " ".join(e["text"] for e in page.all("li"))
    assert "turns round beside" in told
    assert "the host was lost" in told


@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
def test_poor_terminals_get_their_own_signs(encoding):
    assert "2.80x +-8.0 %" in drawn(RESULT, 140, encoding)
