"""Inferred schemas that are kept."""

import json

import pytest

from serbench.schema.cached_inference import infer_cached
from serbench.schema.infer import infer
from tests.schema.test_infer import lines_of


@pytest.fixture(autouse=True)
def cache_of_its_own(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


@pytest.fixture
def write(tmp_path):
    def write(*values):
        path = tmp_path / "samples.jsonl"
        path.write_text("".join(json.dumps(value) + "\n" for value in values))
        return path

    return write


def test_the_cache_tells_narrow_from_wide(write):
    path = write({"a": 1})
    assert lines_of(infer_cached([path]).schema) == ["Sample: a i32"]
    assert lines_of(infer_cached([path], narrow=True).schema) == ["Sample: a u8"]


def test_a_second_inference_comes_from_the_cache(write, monkeypatch):
    path = write({"a": {"b": [1]}}, {"a": None, "mixed": 1}, {"a": None, "mixed": "x"})
    first = infer_cached([path])
    assert first == infer([path])
    monkeypatch.setattr("serbench.schema.cached_inference.infer", None)  # nobody may read it again
    again = infer_cached([path])
    assert again == first
    assert again.schema.to_dict() == first.schema.to_dict()


def test_a_changed_file_or_a_damaged_cache_is_read_again(write, tmp_path):
    path = write({"a": 1})
    infer_cached([path])
    for entry in (tmp_path / "cache" / "serbench" / "schemas").iterdir():
        entry.write_bytes(b"{}")
    assert lines_of(infer_cached([path]).schema) == ["Sample: a i32"]
    write({"a": 1.5})
    assert lines_of(infer_cached([path]).schema) == ["Sample: a f64"]
    assert infer_cached([path], "other").schema.root == "Other"
