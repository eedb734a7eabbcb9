import json


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
