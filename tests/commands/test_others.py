"""list, infer, generate, schema, doctor, setup."""

import json

import msgspec
import pytest


def test_list_codecs(serbench, builders):
    builders["cpp"].missing["cpp/cereal"] = "cereal/cereal.hpp not found"
    rows = json.loads(serbench("list", "codecs", "--json").out)
    keys = [
        "id",
        "language",
        "library",
        "version",
        "format",
        "traits",
        "limits",
        "available",
        "reason",
    ]
    assert all(list(row) == keys for row in rows)
    by_id = {row["id"]: row for row in rows}
    assert by_id["rust/postcard"]["available"]
    assert not by_id["cpp/cereal"]["available"]
    assert by_id["cpp/cereal"]["reason"] == "cereal/cereal.hpp not found"
    assert "no: cereal/cereal.hpp not found" in " ".join(serbench("list", "codecs").out.split())


@pytest.mark.parametrize("what", ["workloads", "operations"])
def test_list_others(serbench, what):
    rows = json.loads(serbench("list", what, "--json").out)
    assert all(row["name"] for row in rows)


def test_infer_then_run(serbench, tmp_path):
    (tmp_path / "data.jsonl").write_text('{"a": 1, "b c": [true]}\n' * 3)
    done = serbench("infer", "data.jsonl", "-o", "sub.py")
    assert done.status == 0, done.err
    assert "serbench run sub.py" in done.err
    done = serbench(
        "run", "sub.py", "--json", "--codec", "rmp", "--budget", "0.01", "--processes", "1"
    )
    assert done.status == 0, done.err
    assert {r["workload"] for r in json.loads(done.out)} == {"sub"}


def test_infer_to_stdout(serbench, tmp_path):
    (tmp_path / "data.jsonl").write_text('{"a": 1}\n')
    done = serbench("infer", "data.jsonl")
    assert "ROOT = " in done.out


def test_generate(serbench, tmp_path):
    done = serbench("generate", "log", "-n", 10, "-o", "x.jsonl.gz")
    assert done.status == 0
    assert serbench("infer", "x.jsonl.gz").status == 0
    to_stdout = serbench("generate", "nested")
    msgspec.json.decode(to_stdout.out)


@pytest.mark.parametrize(
    ("form", "words"),
    [
        ("text", "record NestedStructs (root)"),
        ("json", '"root": "NestedStructs"'),
        ("proto", "message NestedStructs {"),
        ("thrift", "struct NestedStructs {"),
        ("capnp", "struct NestedStructs {"),
        ("fbs", "root_type NestedStructs;"),
        ("avsc", '"name": "NestedStructs"'),
        ("cpp", "struct NestedStructs"),
        ("rust", "pub struct NestedStructs"),
        ("java", "public class NestedStructs"),
    ],
)
def test_schema(serbench, form, words):
    assert words in serbench("schema", "nested", "--as", form).out


def test_hostile_names_are_shown_escaped(serbench, tmp_path):
    (tmp_path / "x.jsonl").write_text('{"a\\u001b[31m\\n": 1}\n')
    assert '"a\\u001b[31m\\n": i32' in serbench("schema", "x.jsonl").out


def test_doctor(serbench, builders):
    assert serbench("doctor").status == 0
    builders["cpp"].missing["cpp/cereal"] = "cereal/cereal.hpp not found"
    done = serbench("doctor")
    assert done.status == 1
    assert "cereal/cereal.hpp not found" in done.out
    assert "apt-get install -y --no-install-recommends libfake-dev" in done.out
    report = json.loads(serbench("doctor", "--json").out)
    assert report["missing_packages"] == ["libfake-dev"]


def test_setup_builds_what_it_can(serbench, builders, monkeypatch):
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    builders["cpp"].missing["cpp/cereal"] = "cereal/cereal.hpp not found"
    done = serbench("setup")
    assert done.status == 0
    assert "sudo apt-get install" in done.err
    assert "unavailable: cpp/cereal: cereal/cereal.hpp not found" in done.err
    assert "drivers are ready for log" in done.err


def test_version_and_help(serbench):
    assert serbench("--version").out.startswith("serbench ")
    done = serbench("--help")
    for word in ("run", "list", "infer", "generate", "verify", "schema", "report", "doctor"):
        assert f"  {word} " in done.out
