"""Through the command line: what a run takes when its user names no codec."""

import json

import pytest

from serbench.preparation import selection

LANGUAGES = ("--lang", "cpp,java,go")
FAST = ("--budget", "0", "--processes", "1", "--op", "serialize,deserialize", "--json")


@pytest.fixture
def slow(builders, monkeypatch):
    """Nothing is built yet, and to build all would take long."""
    for builder in builders.values():
        builder.is_slow = True
    monkeypatch.setattr(selection, "expected_seconds", lambda *_: {"cpp": 1000.0})


@pytest.fixture
def data(tmp_path):
    path = tmp_path / "events.jsonl"
    fields = {f"field_{number}": number for number in range(300)}
    path.write_text(json.dumps(fields) + "\n")
    return path


def codecs(outcome):
    return {row["codec"] for row in json.loads(outcome.out)}


def test_all_where_they_are_built_already(serbench, data):
    done = serbench("run", data, *FAST)
    assert {"cpp/avro", "java/json-gzip", "cpp/cereal"} <= codecs(done)
    assert "core" not in done.err


def test_the_core_of_each_language_where_building_all_would_take_long(serbench, slow, data):
    done = serbench("run", data, *FAST)
    assert {"cpp/cereal", "java/kryo", "go/protobuf"} <= codecs(done)
    assert "java/json-gzip" not in codecs(done)
    assert "minutes to build" in done.err
    assert "--codec '*'" in done.err


def test_all_if_they_are_asked_for(serbench, slow, data):
    done = serbench("run", data, *FAST, *LANGUAGES, "--codec", "*")
    assert "java/json-gzip" in codecs(done)
    assert "core" not in done.err
