import json

import duckdb

from serbench.preparation.readings import Reading
from serbench.preparation.targets import resolve
from serbench.schema.model import lowered


def test_infer_then_run(serbench, tmp_path):
    (tmp_path / "data.jsonl").write_text('{"a": 1, "b c": [true]}\n' * 3)
    done = serbench("infer", "data.jsonl", "-o", "sub.py")
    assert done.status == 0, done.err
    assert "serbench run sub.py" in done.err
    done = serbench(
        *("run", "sub.py", "--format", "json"),
        *("--codec", "rmp", "--budget", "0.01", "--processes", "1"),
    )
    assert done.status == 0, done.err
    assert {r["workload"] for r in json.loads(done.out)} == {"sub"}


def test_infer_to_stdout(serbench, tmp_path):
    (tmp_path / "data.jsonl").write_text('{"a": 1}\n')
    done = serbench("infer", "data.jsonl")
    assert "ROOT = " in done.out


def test_a_module_has_the_narrow_types(serbench, tmp_path):
    (tmp_path / "data.jsonl").write_text('{"a": 1, "b": -1}\n')
    done = serbench("infer", "data.jsonl", "--narrow", "-o", "sub.py")
    assert done.status == 0, done.err
    assert "  a: u8\n  b: i8\n" in serbench("schema", "sub.py").out


def test_neutral_findings_are_notes_and_surprising_ones_warnings(serbench, tmp_path):
    (tmp_path / "data.csv").write_text("id,score\n1,1.10\n2,2.5\n")
    lines = serbench("infer", "data.csv").err.splitlines()
    assert [line.partition(": data: ")[0] for line in lines] == ["note", "note", "warning", "note"]
    assert lines[2] == "warning: data: score: texts changed in 1 row, for example 1.10 to 1.1"


def test_types_of_a_table_are_kept_unless_plain_ones_are_asked_for(serbench, tmp_path):
    duckdb.sql(
        "SELECT DATE '2026-01-31' AS day, 1.10::DECIMAL(5, 2) AS price, MAP {1: 'a'} AS names"
    ).write_parquet(str(tmp_path / "t.parquet"))
    done = serbench("infer", "t.parquet", "-o", "t.py")
    assert done.status == 0, done.err
    text = (tmp_path / "t.py").read_text()
    assert "    day: date\n    price: Annotated[str, decimal(5, 2)]\n" in text
    assert "    names: Annotated[list[Name], map_entries]\n" in text
    shown = serbench("schema", "t.parquet").out
    assert serbench("schema", "t.py").out == shown
    assert "  day: date\n  price: decimal(5, 2)\n  names: map_entries<Name>\n" in shown
    plain = serbench("schema", "t.parquet", "--plain-types").out
    assert "  day: i32\n  price: string\n  names: list<Name>\n" in plain
    assert serbench("schema", "t.py", "--plain-types").out == plain
    assert "day: i32" in serbench("infer", "t.parquet", "--plain-types").out
    assert "std::int32_t day{};" in serbench("schema", "t.parquet", "--as", "cpp").out


def test_types_are_detected_if_asked_for(serbench, tmp_path):
    (tmp_path / "t.jsonl").write_text('{"at": "2026-01-31T12:00:00Z"}\n{"at": null}\n{}\n')
    assert "at: str | None\n" in serbench("infer", "t.jsonl").out
    done = serbench("infer", "t.jsonl", "--detect-types", "-o", "t.py")
    assert "note: t: $.at is timestamp_s_utc in every value and tells absent from null" in done.err
    text = (tmp_path / "t.py").read_text()
    assert "    at: Annotated[timestamp_s_utc | None, tells_absent]\n" in text
    assert "  at: optional<timestamp_s_utc> or absent\n" in serbench("schema", "t.py").out
    duckdb.sql("SELECT 1 AS a").write_parquet(str(tmp_path / "p.parquet"))
    done = serbench("infer", "p.parquet", "--detect-types")
    assert done.status == 2
    assert "p.parquet says its types: leave it out" in done.err


def test_targets_of_runs_have_logical_types_over_lowered_values(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "t.jsonl").write_text('{"at": "2026-01-31T12:00:00Z"}\n')
    read = Reading(detect_types=True)
    resolved = resolve(read.of("t.jsonl"), None, 0)
    (field,) = resolved.schema.record("T").fields
    assert str(field.type.logical) == "timestamp_s_utc"
    assert resolved.lowered.schema == lowered(resolved.schema) != resolved.schema
    assert resolved.expected.path.read_text() == '{"at":1769860800}\n'
    plain = resolve(Reading().of("t.jsonl"), None, 0)
    assert plain.expected.path.read_text() == '{"at":"2026-01-31T12:00:00Z"}\n'
