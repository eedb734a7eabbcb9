"""What is measured from the command line besides workloads and JSON Lines."""

import io
import json
import sys
from types import SimpleNamespace

import duckdb
import msgpack
import pytest

from serbench.preparation import targets

QUICK = ("--codec", "cpp/cereal", "--json")


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
    both = ("--codec", "cpp/cereal", "--codec", "cpp/bson", "--json")
    done = serbench("verify", "events.jsonl", *both)
    assert done.status == 0, done.err
    assert "a field holds values of several types as text; --unions makes native unions" in done.err
    assert [row["status"] for row in json.loads(done.out)] == ["proven", "proven"]
    done = serbench("verify", "events.jsonl", "--unions", *both)
    assert "--unions" not in done.err
    its = {row["codec"]: row for row in json.loads(done.out)}
    assert its["cpp/cereal"]["status"] == "proven"
    assert its["cpp/bson"]["status"] == "cannot-hold"
    assert its["cpp/bson"]["note"] == "unions, as at $.id"

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
