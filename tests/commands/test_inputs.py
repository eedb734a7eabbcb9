"""What is measured from the command line besides workloads and JSON Lines."""

import io
import json
import sys
from types import SimpleNamespace

import duckdb
import msgpack
import pytest

from serbench.preparation import targets

QUICK = ("--codec", "cpp/cereal", "--format", "json")


@pytest.fixture(autouse=True)
def reads_standard_input_anew():
    targets._of_standard_input.cache_clear()


def verdicts(done):
    assert done.status == 0, done.err
    return [row["workload"] for row in json.loads(done.out)]


def test_tables_and_queries(serbench, tmp_path):
    duckdb.sql("SELECT i AS id, 'x' AS text FROM range(3) AS r(i)").write_parquet("events.parquet")
    assert verdicts(serbench("verify", "events.parquet", *QUICK)) == ["events"]
    query = "from 'events.parquet' where id > 0"
    assert verdicts(serbench("verify", "--sql", query, *QUICK)) == ["query"]
    done = serbench("verify", "--sql", query, "--sql", "select 1 as a", *QUICK)
    assert verdicts(done) == ["query", "query-2"]
    done = serbench("verify", "--all", "events.parquet", "--codec", "cpp/cereal")
    assert done.status == 0, done.err
    assert "3" in done.out


def test_documents(serbench, tmp_path):
    (tmp_path / "events.msgpack").write_bytes(msgpack.packb({"id": 1}))
    assert verdicts(serbench("verify", "events.msgpack", *QUICK)) == ["events"]


def test_standard_input(serbench, monkeypatch):
    lines = SimpleNamespace(buffer=io.BytesIO(b'{"id": 1}\n{"id": 2}\n'))
    monkeypatch.setattr(sys, "stdin", lines)
    assert verdicts(serbench("verify", "-", *QUICK)) == ["stdin"]


def test_unions_are_asked_for(serbench, tmp_path):
    (tmp_path / "events.jsonl").write_text('{"id": 1}\n{"id": "x"}\n')
    both = ("--codec", "cpp/cereal", "--codec", "cpp/bson", "--format", "json")
    done = serbench("verify", "events.jsonl", *both)
    assert done.status == 0, done.err
    assert "a field holds values of several types as text; --unions makes native unions" in done.err
    assert [row["status"] for row in json.loads(done.out)] == ["proven", "proven"]
    done = serbench("verify", "events.jsonl", "--unions", *both)
    assert "--unions" not in done.err
    by_codec = {row["codec"]: row for row in json.loads(done.out)}
    assert by_codec["cpp/cereal"]["status"] == "proven"
    assert by_codec["cpp/bson"]["status"] == "cannot-hold"
    assert by_codec["cpp/bson"]["note"] == "unions, as at $.id"

    (tmp_path / "e.json").write_text(
        '{"properties": {"id": {"type": ["string", "integer"]}}, "required": ["id"], '
        '"type": "object"}'
    )
    done = serbench("schema", "events.jsonl", "--unions")
    assert "union I32 or String: i32 | string" in done.out
    done = serbench("verify", "events.jsonl", "--schema", "e.json", "--unions", *QUICK)
    assert verdicts(done) == ["events"]
    done = serbench("schema", "events.jsonl", "--unions", "--as", "thrift")
    assert done.status == 2
    assert "$.id is a union, for which serbench writes no thrift" in done.err
    for words in (["nested"], ["--sql", "select 1 as a"]):
        done = serbench("verify", *words, "--unions", *QUICK)
        assert done.status == 2
    assert (
        "--unions is of data files and schemas of yours"
        in serbench("run", "nested", "--unions").err
    )
    done = serbench("verify", "--all", "events.jsonl", "--unions")
    assert "--all takes unions from a module" in done.err

    done = serbench("infer", "events.jsonl", "--unions", "--out", "events.py")
    assert "id: i32 | str" in (tmp_path / "events.py").read_text()
    assert verdicts(serbench("verify", "events.py", *QUICK)) == ["events"]


def test_elements_of_a_list_in_a_document_are_measured(serbench, tmp_path):
    items = [{"id": 1, "tags": [{"t": "x"}]}, {"id": "b", "tags": [{"t": "y"}, {"t": "z"}]}]
    (tmp_path / "map.geojson").write_text(json.dumps({"items": items}, indent=1))
    for at, name, values in (("$.items[*]", "map-items", 2), ("$.items[].tags[]", "map-tags", 3)):
        done = serbench("verify", "map.geojson", "--at", at, *QUICK)
        assert verdicts(done) == [name]
        assert [row["values"] for row in json.loads(done.out)] == [values]
        done = serbench("verify", "--all", "map.geojson", "--at", at, "--codec", "cpp/cereal")
        assert done.status == 0, done.err
        assert f"{values} values in" in done.err
    done = serbench("schema", "map.geojson", "--at", "$.items[]", "--unions")
    assert "union I32 or String" in done.out
    done = serbench("verify", "map.geojson", "--at", "$.itens[]", *QUICK)
    assert (done.status, "did you mean --at '$.items[]'?" in done.err) == (2, True)
    for target in ("log", "x.parquet", "x.py"):
        done = serbench("verify", target, "--at", "$.a[]", *QUICK)
        assert (done.status, "--at is of" in done.err) == (2, True)
    done = serbench("infer", "map.geojson", "--at", "$.items[].tags[]", "--out", "tags.py")
    assert 'AT = "$.items[].tags[]"' in (tmp_path / "tags.py").read_text()
    assert verdicts(serbench("verify", "tags.py", *QUICK)) == ["tags"]
    schema = {"type": "object", "properties": {"t": {"type": "string"}}, "required": ["t"]}
    (tmp_path / "t.json").write_text(json.dumps(schema))
    words = ("--at", "$.items[].tags[]", "--schema", "t.json")
    assert verdicts(serbench("verify", "map.geojson", *words, *QUICK)) == ["map-tags"]
    done = serbench("verify", "map.geojson", "--at", "$.items[]", "--schema", "t.json", *QUICK)
    assert 'map.geojson: $.items[0]: the field "t" is missing' in done.err


def test_resumed_run_keeps_the_path_of_the_first(serbench, tmp_path):
    (tmp_path / "map.json").write_text('{"items": [{"id": 1}, {"id": 2}]}')
    quick = ("--codec", "cpp/cereal", "--budget", "0.2")
    done = serbench("run", "map.json", "--at", "$.items[]", *quick)
    assert done.status == 0, done.err
    assert "map.json, $.items[]" in serbench("report").out
    done = serbench("run", "--resume", "--at", "$.items[]")
    assert (done.status, "--resume keeps the run's --at" in done.err) == (2, True)


def test_a_schema_names_the_types(serbench, tmp_path):
    (tmp_path / "events.jsonl").write_text('{"id": 1}\n{"id": 2}\n')
    schema = {"type": "record", "name": "E", "fields": [{"name": "id", "type": "double"}]}
    (tmp_path / "e.avsc").write_text(json.dumps(schema))
    done = serbench("verify", "events.jsonl", "--schema", "e.avsc", *QUICK)
    assert verdicts(done) == ["events"]
    schema["fields"][0]["type"] = "string"
    (tmp_path / "e.avsc").write_text(json.dumps(schema))
    done = serbench("verify", "events.jsonl", "--schema", "e.avsc", *QUICK)
    assert done.status == 2
    assert "events.jsonl:1: $.id: the number 1 is not a string" in done.err
    done = serbench("verify", "log", "--schema", "e.avsc", *QUICK)
    assert (done.status, "log is none" in done.err) == (2, True)
    assert 'name": "E"' in serbench("schema", "e.avsc", "--as", "avsc").out


def test_a_sample_is_said(serbench, tmp_path):
    (tmp_path / "events.jsonl").write_text('{"id": 1}\n' * 5)
    done = serbench("verify", "events.jsonl", "--sample", 1, *QUICK)
    assert verdicts(done) == ["events"]
    assert "a sample of 0 of 0 MiB (100 %), seed 0" in done.err
    done = serbench("verify", "log", "--sample", 1, *QUICK)
    assert (done.status, "--sample is of files of JSON Lines" in done.err) == (2, True)


@pytest.mark.parametrize(
    "words",
    [
        ("interop", "--codec", "*/pro*"),
        ("evolve", "--codec", "rust/prost", "--rule", "field removed"),
        ("files", "--count", "2", "--repeats", "1", "--codec", "cpp/cereal", "--op", "write"),
        ("selftest", "--codec", "cpp/cereal", "--budget", "0.01", "--op", "encode"),
        ("schema",),
        ("infer",),
    ],
    ids=lambda words: words[0],
)
def test_commands_with_csv_files_accept_reading_options(serbench, tmp_path, words):
    (tmp_path / "t.csv").write_text("id,zip\n1,501\n2,\n")
    command, *more = words
    done = serbench(command, "t.csv", "--text-columns", "zip", "--empty", "text", *more)
    assert done.status in (0, 1), done.err
    if command == "schema":  # which shows nothing else
        assert "  zip: string\n" in done.out
    else:
        assert "note: t: columns: text: zip; i64: id" in done.err
        assert "an empty field is the empty text" in done.err
    assert serbench(command, "t.csv", "--empty", "x", *more).status == 2


def test_runs_know_how_their_data_are_read(serbench):
    for words in (("compare", "a", "b"), ("run", "--resume")):
        done = serbench(*words, "--text-columns", "zip")
        assert done.status == 2
        assert "--text-columns" in done.err
