"""What the page's section on formats shows without scripts, and what it hands to them."""

import json

from serbench.report.choice_page import context, embedded
from serbench.report.html import render
from serbench.results.choice import Candidate, Grounds, Lost, Proofs
from serbench.results.evidence import Evidence
from serbench.results.rows import WorkloadFacts
from serbench.stats import Interval
from tests.report.conftest import full_rows, make_result

FACTS = WorkloadFacts(
    name="log", source="built-in", values=9, json_bytes=9.0, digest="d", schema="s"
)


def candidate(codec, format_, ns, size=100.0, traits=(), compression=""):
    return Candidate(
        codec=codec,
        language=codec.partition("/")[0],
        format=format_,
        traits=traits,
        bytes=size,
        time=Interval(ns, 0.99 * ns, 1.02 * ns),
        compression=compression,
    )


GROUNDS = Grounds(
    run="r",
    workload=FACTS,
    candidates=(
        candidate("cpp/p", "p", 100.0),
        candidate("rust/p", "p", 300.0),
        candidate("cpp/j", "j", 90.0, 10.0, compression="zstd-3"),
        candidate("rust/j", "j", 95.0, 10.0, compression="zstd-3"),
        candidate("cpp/u", "u", 5.0, traits=("unchecked",)),
    ),
    lost=(Lost(codec="rust/u", language="rust", format="u", why="cannot-hold: <u64>"),),
    proofs=Proofs(pairs={("cpp/p", "rust/p"): ""}, grown={"cpp/p": ""}),
    runs={},
)


def test_choice_without_scripts_is_by_uncompressed_processor_time():
    variables = context([GROUNDS])
    assert variables["choice_said"] == "For C++ and Rust, by processor time: p."
    [offer] = variables["choice_offers"]
    assert [library[1] for library in offer["libraries"]] == ["p", "p"]
    assert variables["choice_lost"] == ["cpp/u: it trusts its input", "rust/u: cannot-hold: <u64>"]
    assert variables["has_compressions"]


def test_embedded_data_has_all_grounds_of_a_choice():
    data = json.loads(json.dumps(embedded([GROUNDS])))
    [grounds] = data["grounds"]
    assert [one["codec"] for one in grounds["candidates"]] == [
        one.codec for one in GROUNDS.candidates
    ]
    assert grounds["candidates"][0]["time"] == [100.0, 99.0, 102.0]
    assert grounds["proofs"]["pairs"] == {"cpp/p": {"rust/p": ""}}
    assert data["language_names"] == {"cpp": "C++", "rust": "Rust"}


def test_section_is_present_only_with_grounds():
    result = make_result(full_rows())
    assert 'id="choice"' not in render(result)
    page = render(result, Evidence(grounds=(GROUNDS,)))
    assert 'id="choice"' in page
    assert "cannot-hold: &lt;u64&gt;" in page
    assert "<u64>" not in page
