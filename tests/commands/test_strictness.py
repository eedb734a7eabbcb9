import json
from pathlib import Path

from serbench.proof.stored import read, stored
from serbench.proof.strictness import Strictness


def test_the_decoders_of_this_machine(serbench, builders):
    builders["rust"].missing["rust/simd-json"] = "no such crate"
    done = serbench(
        "strictness", "--codec", "rust/s*-json", "--format", "json", "--out", "found.json"
    )
    assert done.status == 0, done.err
    [row] = json.loads(done.out)
    assert (row["codec"], row["version"]) == ("rust/serde-json", "1.0")
    assert row["properties"]["utf8"] == {"cases": 6, "refused": 6}
    assert "skips-unknown" in row["facts"]
    assert read(Path("found.json"), Strictness).keys() == {"rust/serde-json"}


def test_crashing_decoder_does_not_affect_others(serbench, builders):
    builders["rust"].faults["rust/serde-json"] = {"load": "crash"}
    done = serbench("strictness", "--codec", "rust/s*-json", "--format", "json")
    assert done.status == 1
    rows = {row["codec"]: row for row in json.loads(done.out)}
    assert "SIGSEGV" in rows["rust/serde-json"]["unproven"]
    assert "checks-utf8" in rows["rust/simd-json"]["facts"]


def test_build_failure_is_reported(serbench, builders):
    builders["rust"].unbuildable["rust/serde-json"] = "E0308"
    done = serbench("strictness", "--codec", "serde-json", "--out", "found.json")
    assert done.status == 1
    assert "rust/serde-json: not proven, failed: it did not build: E0308" in " ".join(
        done.out.split()
    )


def test_stored_strictness_needs_no_driver(serbench, builders):
    for made in builders.values():
        made.build = None
    done = serbench("strictness", "--stored", "--format", "markdown")
    assert done.status == 0
    assert all(codec in done.out for codec in stored())
    assert "| rust/bincode |" not in serbench("strictness", "--stored", "--lang", "go").out


def test_one_form_at_a_time(serbench):
    done = serbench("strictness", "--stored", "--json", "--markdown")
    assert done.status == 2
    assert "exclude each other" in done.err
