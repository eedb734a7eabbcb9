import json
import re

import pytest

from tests.results.made import THERE, Made, make


def test_list_codecs(serbench, builders):
    builders["cpp"].missing["cpp/cereal"] = "cereal/cereal.hpp not found"
    rows = json.loads(serbench("list", "codecs", "--format", "json").out)
    keys = [
        "id",
        "language",
        "library",
        "version",
        "released",
        "compiled_by",
        "format",
        "traits",
        "strict",
        "proven",
        "proven_version",
        "limits",
        "available",
        "reason",
    ]
    assert all(list(row) == keys for row in rows)
    by_id = {row["id"]: row for row in rows}
    assert by_id["rust/postcard"]["available"]
    assert not by_id["cpp/cereal"]["available"]
    assert by_id["cpp/cereal"]["reason"] == "cereal/cereal.hpp not found"
    assert "checks-utf8" in by_id["rust/postcard"]["proven"]
    assert (
        0 < by_id["rust/postcard"]["strict"]["refuses"] <= by_id["rust/postcard"]["strict"]["asked"]
    )
    table = serbench("list", "codecs", "--long").out
    assert "not here: cereal/cereal.hpp not found: cpp/cereal\n" in table
    assert re.search(r"^cpp/cereal  .* not here\n    cereal: binary, schema", table, re.MULTILINE)
    assert "serbench strictness --stored" in table


def test_in_short_every_codec_has_a_line_of_80_characters(serbench, builders, monkeypatch):
    builders["cpp"].missing["cpp/cereal"] = "cereal/cereal.hpp not found"
    builders["cpp"].missing["cpp/avro"] = "cereal/cereal.hpp not found"
    monkeypatch.setenv("COLUMNS", "80")
    lines = serbench("list", "codecs").out.splitlines()
    codecs = [row["id"] for row in json.loads(serbench("list", "codecs", "--format", "json").out)]
    for codec in codecs:
        [line] = [line for line in lines if line.split()[:1] == [codec]]
        assert len(line) <= 80
        assert "…" not in line.replace(line.split()[2], "")
        assert line.split()[-1] == ("no" if codec in ("cpp/cereal", "cpp/avro") else "yes")
    assert "not here: cereal/cereal.hpp not found: cpp/avro, cpp/cereal" in lines


def test_unproven_codec_lists_no_proofs(serbench, monkeypatch):
    monkeypatch.setattr("serbench.proof.stored.stored", dict)
    row = json.loads(serbench("list", "codecs", "--lang", "go", "--format", "json").out)[0]
    assert (row["proven"], row["proven_version"]) == ([], "")
    assert "of" not in serbench("list", "codecs", "--lang", "go").out.split("strict:")[0]


@pytest.mark.parametrize("what", ["workloads", "operations"])
def test_list_others(serbench, what):
    rows = json.loads(serbench("list", what, "--format", "json").out)
    assert all(row["name"] for row in rows)


def test_list_runs(serbench, tmp_path):
    first, _ = make(tmp_path / "serbench.duckdb", Made(tag="v1", note="why"), Made(host=THERE))
    rows = json.loads(serbench("list", "runs", "--format", "json").out)
    assert rows[0]["run"] == first
    assert list(rows[0]) == [
        "run", "started", "tag", "status", "seconds", "kind", "workloads", "codecs", "note",
        "serbench", "host", "fleet",
    ]  # fmt: skip
    assert [row["host"] for row in rows] == ["Xeon-2c-1f3a", "EPYC-4c-22ab"]
    done = serbench("list", "runs")
    assert "why" in done.out
    assert "2 runs on 2 hosts" in done.out
    none = serbench("list", "runs", "--db", "none.duckdb")
    assert none.status == 2
    assert "none.duckdb: no such results file" in none.err


def test_list_without_argument_names_listable_kinds(serbench):
    done = serbench("list")
    assert done.status == 0
    for kind in ("codecs", "workloads", "operations", "runs"):
        assert f"serbench list {kind}" in done.out
