import json

import pytest


def test_every_codec_of_a_wire_reads_the_others(serbench):
    done = serbench("interop", "nested", "--codec", "*/pro*", "--format", "json")
    assert done.status == 0, done.err
    result = json.loads(done.out)
    pairs = {(c["writer"], c["reader"]) for c in result["cells"]["nested"]}
    assert ("rust/prost", "java/protobuf") in pairs
    assert {c["outcome"] for c in result["cells"]["nested"]} == {"same bytes"}


def test_failing_reader_is_negative(serbench, builders):
    builders["rust"].faults["rust/prost"] = {"load": "crash"}
    done = serbench("interop", "nested", "--codec", "*/pro*")
    assert done.status == 1
    told = " ".join(done.out.split())
    assert "rust/prost reading all" in told
    assert ": value 0: crashed" in told
    assert "† its process ended" in done.out


def test_findings_are_kept_as_a_run(serbench):
    serbench("interop", "nested", "--codec", "*/pro*", "--tag", "wires")
    assert "interop: nested" in serbench("list", "runs").out
    again = serbench("report", "wires", "--format", "json")
    assert json.loads(again.out)["cells"]["nested"]
    assert "Rows wrote, columns read." in " ".join(serbench("report", "wires").out.split())
    nothing = serbench("report")
    assert nothing.status == 2
    assert "holds no run yet" in nothing.err


def test_codec_alone_with_its_wire_is_named(serbench):
    done = serbench("interop", "nested", "--codec", "*/pro*", "--codec", "rust/serde-json")
    assert (
        "nested: no other of these codecs has the wire of cpp/protobuf-json, rust/serde-json"
        in done.err
    )


def test_codecs_without_a_wire(serbench):
    done = serbench("interop", "nested", "--codec", "cereal")
    assert done.status == 2
    assert "none of these codecs has a wire" in done.err


def test_unavailable_codec_is_reported(serbench, builders):
    builders["java"].missing["java/protobuf"] = "no JDK"
    done = serbench("interop", "nested", "--codec", "*/protobuf")
    assert "java/protobuf does not write 1: anything (unavailable: no JDK" in " ".join(
        done.out.split()
    )


@pytest.fixture
def events(tmp_path, monkeypatch):
    """A file whose name is not its workload's, and a run of it."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my events.jsonl").write_text('{"a": 1}\n{"a": 2}\n')
    return "my events.jsonl"


QUICK = (
    *("--budget", 0, "--processes", 1, "--op", "serialize"),
    *("--codec", "cpp/protobuf", "--codec", "rust/prost"),
)


def test_option_of_takes_data_and_codecs_of_the_run(serbench, events):
    serbench("run", events, *QUICK, "--codec", "python/pickle", "--narrow", "--tag", "mine")
    done = serbench("interop", "--of", "mine", "--format", "json")
    assert done.status == 0, done.err
    [pairs] = json.loads(done.out)["cells"].values()
    assert {cell["writer"] for cell in pairs} >= {"cpp/protobuf", "rust/prost"}
    assert "pickle" not in done.out


def test_option_of_in_other_proofs_takes_data_and_codecs_of_the_run(serbench, events):
    serbench("run", events, *QUICK, "--tag", "mine")
    for command in (("robustness", "--cases", 5, "--no-other-schema"), ("evolve", "-n", 2)):
        done = serbench(*command, "--of", "mine", "--format", "json")
        found = json.loads(done.out)
        assert "my events" in json.dumps(found), done.err
        assert "cpp/protobuf" in json.dumps(found)
        assert "cpp/cereal" not in json.dumps(found)


def test_option_of_beside_data_or_codecs_is_rejected(serbench, events):
    serbench("run", events, *QUICK, "--tag", "mine")
    for more in (["log"], ["--codec", "cereal"], ["--at", "$.a"]):
        done = serbench("interop", *more, "--of", "mine")
        assert (done.status, done.out) == (2, "")
        assert "leave out TARGETS, --codec" in done.err


def test_option_of_with_unknown_run_is_rejected(serbench, events):
    serbench("run", events, *QUICK, "--tag", "mine")
    serbench("interop", "--of", "mine", "--tag", "wires")
    for name in ("nothing", "wires"):
        done = serbench("interop", "--of", name)
        assert done.status == 2
        assert f"{name} is no run of `serbench run`" in done.err


def test_option_of_with_foreign_run_is_rejected(serbench, events, monkeypatch):
    serbench("run", events, *QUICK, "--tag", "mine")
    monkeypatch.setattr("serbench.results.provenance.is_begun_here", lambda settings: False)
    done = serbench("interop", "--of", "mine")
    assert done.status == 2
    assert "was not begun here" in done.err
