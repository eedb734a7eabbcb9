import json


def test_codecs_of_one_wire_read_each_other(serbench):
    done = serbench(
        "verify", "nested", "--format", "json", "--codec", "*/pro*", "--codec", "cereal"
    )
    assert done.status == 0, done.err
    rows = {r["codec"]: r for r in json.loads(done.out)}
    assert all(r["verified"] and r["status"] == "proven" for r in rows.values())
    assert len({r["digest"] for r in rows.values()}) == 1
    assert {"cpp/protobuf", "java/protobuf"} <= set(rows["rust/prost"]["reads"])
    assert "rust/prost" in rows["cpp/protobuf"]["reads"]
    assert rows["cpp/cereal"]["reads"] == []


def test_misreading_codec_is_negative(serbench, builders):
    builders["rust"].faults["rust/prost"] = {"load": "failed"}
    done = serbench("verify", "nested", "--format", "json", "--codec", "*/pro*")
    assert done.status == 1
    rows = {r["codec"]: r for r in json.loads(done.out)}
    assert not rows["rust/prost"]["verified"]
    assert "cpp/protobuf" in rows["rust/prost"]["misreads"]
    assert rows["cpp/protobuf"]["verified"]


def test_the_table_says_why(serbench, builders):
    builders["cpp"].faults["cpp/cereal"] = {"verify": "lose"}
    done = serbench("verify", "nested", "--codec", "cereal", "--codec", "boost-*")
    assert done.status == 1
    assert "broken: 1 of 1 values did not survive" in " ".join(done.out.split())
