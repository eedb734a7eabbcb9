import json
from pathlib import Path

from serbench.proof import stored
from serbench.proof.type_cases import BY_NAME
from serbench.proof.type_keeping import Keeping


def test_types_that_codecs_of_this_machine_keep(serbench, builders):
    builders["rust"].missing["rust/simd-json"] = "no such crate"
    done = serbench("types", "--codec", "rust/s*-json", "--format", "json", "--out", "found.json")
    assert done.status == 0, done.err
    [row] = json.loads(done.out)
    assert (row["codec"], row["version"]) == ("rust/serde-json", "1.0")
    assert row["types"].keys() == BY_NAME.keys()
    assert row["types"]["timestamp_us_utc"]["kept"]
    assert stored.read(Path("found.json"), Keeping).keys() == {"rust/serde-json"}


def test_build_failure_is_reported(serbench, builders):
    builders["rust"].unbuildable["rust/serde-json"] = "E0308"
    done = serbench("types", "--codec", "serde-json", "--out", "found.json")
    assert done.status == 1
    assert "rust/serde-json: not proven, failed: it did not build: E0308" in " ".join(
        done.out.split()
    )
    assert json.loads(Path("found.json").read_text()) == {}


def test_codec_that_ends_on_every_value_does_not_affect_others(serbench, builders):
    builders["rust"].faults["rust/serde-json"] = {"verify": "crash"}
    done = serbench("types", "--codec", "rust/s*-json", "--format", "json")
    assert done.status == 1
    rows = {row["codec"]: row for row in json.loads(done.out)}
    assert "SIGSEGV" in rows["rust/serde-json"]["unproven"]
    assert rows["rust/simd-json"]["types"]["uuid"]["kept"]


def test_stored_types_need_no_driver(serbench, builders):
    for made in builders.values():
        made.build = None
    done = serbench("types", "--stored", "--format", "markdown")
    assert done.status == (0 if stored.stored_types() else 1)
    assert all(codec in done.out for codec in stored.stored_types())


def test_file_of_another_form_is_not_overwritten(serbench):
    Path("other.json").write_text("[]")
    done = serbench("types", "--codec", "rust/serde-json", "--out", "other.json")
    assert done.status == 2
    assert Path("other.json").read_text() == "[]"


def test_codec_that_was_named_and_is_not_there_says_why(serbench, builders):
    builders["rust"].missing["rust/simd-json"] = "no such crate"
    done = serbench("types", "--codec", "rust/simd-json")
    assert done.status == 1
    assert "rust/simd-json: not proven, unavailable: no such crate" in " ".join(done.out.split())
