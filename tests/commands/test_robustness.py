import json


def test_cases_of_every_codec(serbench):
    done = serbench(
        "robustness", "nested", "--codec", "*/pro*", "--cases", 21, "--format", "json"
    )  # fmt: skip
    assert done.status == 0, done.err
    found = json.loads(done.out)["found"]["nested"]
    assert {its["codec"] for its in found} >= {"rust/prost", "java/protobuf"}
    assert all(sum(sum(c.values()) for c in its["counts"].values()) == 21 for its in found)


def test_what_ends_a_decoder_is_a_file_with_a_command(serbench, builders, tmp_path):
    builders["rust"].faults["rust/prost"] = {"load": "crash"}
    done = serbench("robustness", "nested", "--codec", "rust/prost", "--cases", 3)
    assert done.status == 1
    assert "rust/prost 1.0: crashed" in " ".join(done.out.split())
    files = sorted((tmp_path / "robustness" / "rust" / "prost").iterdir())
    assert len(files) == 3
    assert f"--codec rust/prost --case robustness/rust/prost/{files[0].name}" in done.err
    words = ("robustness", "nested", "--codec", "rust/prost", "--case", files[0])
    again = serbench(*words)
    assert again.status == 1
    assert "killed by SIGSEGV" in again.out
    builders["rust"].faults.clear()
    again = serbench(*words)
    assert again.status == 0
    assert "rust/prost: refused" in again.out


def test_what_was_found_is_shown_again(serbench):
    words = ("--codec", "rust/prost", "--cases", 7, "--tag", "wrong")
    first = serbench("robustness", "nested", *words, "--format", "json")
    assert serbench("report", "wrong", "--json").out == first.out
    assert "robustness: nested" in serbench("list", "runs").out


def test_a_case_is_one_codec_s(serbench, tmp_path):
    assert serbench("robustness", "nested", "--codec", "*", "--case", "x").status == 2
    done = serbench("robustness", "nested", "--codec", "cereal", "--case", tmp_path / "no")
    assert done.status == 2
    assert "no such file" in done.err
