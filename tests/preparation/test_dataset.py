import os
import shutil
from pathlib import Path

import pytest

from serbench.commands.infer import write_module
from serbench.errors import UserError
from serbench.preparation.dataset import data_of, data_set, infer_here
from serbench.preparation.readings import Reading, Target
from serbench.schema.infer import infer


@pytest.fixture(autouse=True)
def elsewhere(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def with_schema(data):
    return data_set(data, lambda files: infer_here(files, narrow=False))


def whole(texts, count=None):
    return with_schema(data_of(list(map(Target, texts)), count, seed=0))


def written(path, *lines):
    path.write_text("".join(f"{line}\n" for line in lines))
    return str(path)


def test_several_files_have_one_schema(tmp_path):
    files = [written(tmp_path / "a.jsonl", '{"n": 1}', "", '{"n": 2}')]
    files.append(written(tmp_path / "b.jsonl", '{"n": null}'))
    dataset = whole(files)
    assert (dataset.name, dataset.values) == ("a", 3)
    assert (
        dataset.schema.record(dataset.schema.root).fields[0].type.__class__.__name__ == "OptionalOf"
    )
    assert [(s, n) for s, n, _ in dataset.data.read()] == [(0, 1), (0, 3), (1, 1)]
    done, total = dataset.data.progress()
    assert done == total == sum(Path(file).stat().st_size for file in files)


def test_file_changed_during_reading_is_rejected(tmp_path):
    file = tmp_path / "a.jsonl"
    dataset = whole([written(file, *['{"n": 1}'] * 9)])
    reading = dataset.data.read()
    next(reading)
    with file.open("a") as more:
        more.write('{"n": 2}\n')
    with pytest.raises(UserError, match=r"a\.jsonl: it has changed .*81 bytes then, 90 now"):
        list(reading)


def test_shrunken_packed_file_is_reported_as_changed(tmp_path):
    """And not to be damaged."""
    import gzip

    file = tmp_path / "a.jsonl.gz"
    lines = b"".join(b'{"n": "%s"}\n' % os.urandom(32).hex().encode() for _ in range(90_000))
    file.write_bytes(gzip.compress(lines, 1))
    dataset = whole([str(file)])
    reading = dataset.data.read()
    next(reading)
    os.truncate(file, file.stat().st_size // 2)
    with pytest.raises(UserError, match="has changed"):
        list(reading)


def test_changed_content_with_same_size_and_time_is_detected(tmp_path):
    file = tmp_path / "a.jsonl"
    before = whole([written(file, '{"n": 1}')]).data.identity
    state = file.stat()
    assert whole([str(file)]).data.changed(before) == ""
    written(file, '{"n": 2}')
    os.utime(file, ns=(state.st_atime_ns, state.st_mtime_ns))  # same size and time
    assert whole([str(file)]).data.changed(before) == f"{file} has changed"


def test_a_pipe_is_refused(tmp_path):
    os.mkfifo(tmp_path / "a.jsonl")
    with pytest.raises(UserError, match="no regular file"):
        data_of([Target(str(tmp_path / "a.jsonl"))], None, 0)


def test_generated_values_are_read_and_seed_changes_identity():
    dataset = whole(["nested"], 2)
    assert [(s, n) for s, n, _ in dataset.data.read()] == [(0, 1), (0, 2)]
    assert dataset.data.progress() == (2, 2)
    assert dataset.data.changed(data_of([Target("nested")], 2, seed=1).identity)


@pytest.mark.parametrize(
    ("targets", "count", "said"),
    [
        (["nested"], None, "--count N"),
        (["nested", "log"], 5, "one workload alone"),
        (["a.jsonl"], 5, "takes every value"),
        (["b.jsonl"], None, "b.jsonl: no such file; did you mean a.jsonl"),
    ],
)
def test_invalid_targets_or_count_are_rejected(tmp_path, targets, count, said):
    written(tmp_path / "a.jsonl", '{"n": 1}')
    with pytest.raises(UserError, match=said):
        whole(targets, count)


def test_module_names_file_of_values(tmp_path):
    written(tmp_path / "a.jsonl", '{"n": 1}', '{"n": 2}')
    write_module(infer([tmp_path / "a.jsonl"]), tmp_path / "m.py")
    dataset = whole([str(tmp_path / "m.py")])
    assert [n for _, n, _ in dataset.data.read()] == [1, 2]


@pytest.mark.skipif(not shutil.which("protoc"), reason="protoc is not installed")
def test_files_with_proto_schema_follow_types_and_json_names(tmp_path):
    path = tmp_path / "a.proto"
    path.write_text('syntax = "proto3"; message A { int64 long_one = 1; }')
    targets = [
        Reading(str(path)).of(written(tmp_path / name, '{"longOne": "7"}'))
        for name in ("a.jsonl", "b.jsonl")
    ]
    found = with_schema(data_of(targets, None, 0))
    lines = [(source, number, line) for source, number, line in found.data.read()]
    assert lines == [(0, 1, b'{"long_one":7}'), (1, 1, b'{"long_one":7}')]
    before = found.data.identity
    path.write_text('syntax = "proto3"; message A { int64 long_one = 1 [json_name = "x"]; }')
    assert data_of(targets, None, 0).changed(before) == "the schema has changed"
