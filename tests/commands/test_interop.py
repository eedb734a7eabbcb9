import json


def test_every_codec_of_a_wire_reads_the_others(serbench):
    done = serbench("interop", "nested", "--codec", "*/pro*", "--format", "json")
    assert done.status == 0, done.err
    result = json.loads(done.out)
    pairs = {(c["writer"], c["reader"]) for c in result["cells"]["nested"]}
    assert ("rust/prost", "java/protobuf") in pairs
    assert {c["outcome"] for c in result["cells"]["nested"]} == {"same bytes"}


def test_a_reader_that_fails_is_a_negative_verdict(serbench, builders):
    builders["rust"].faults["rust/prost"] = {"load": "crash"}
    done = serbench("interop", "nested", "--codec", "*/pro*")
    assert done.status == 1
    assert "rust/prost reading cpp/protobuf: value 0: crashed" in " ".join(done.out.split())
    assert "† its process ended" in done.out


def test_what_was_found_is_kept(serbench):
    serbench("interop", "nested", "--codec", "*/pro*", "--tag", "wires")
    assert "interop: nested" in serbench("list", "runs").out
    again = serbench("report", "wires", "--json")
    assert json.loads(again.out)["cells"]["nested"]
    assert "Rows wrote, columns read." in " ".join(serbench("report", "wires").out.split())
    nothing = serbench("report")
    assert nothing.status == 2
    assert "holds no run yet" in nothing.err


def test_codecs_without_a_wire(serbench):
    done = serbench("interop", "nested", "--codec", "cereal")
    assert done.status == 2
    assert "none of these codecs has a wire" in done.err


def test_what_is_not_there_is_told(serbench, builders):
    builders["java"].missing["java/protobuf"] = "no JDK"
    done = serbench("interop", "nested", "--codec", "*/protobuf")
    assert "java/protobuf does not write 1: anything (unavailable: no JDK" in " ".join(
        done.out.split()
    )
