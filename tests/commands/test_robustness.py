import json


def test_cases_of_every_codec(serbench):
    done = serbench(
        "robustness", "nested", "--codec", "*/pro*", "--cases", 21, "--format", "json"
    )  # fmt: skip
    assert done.status == 0, done.err
    found = json.loads(done.out)["found"]["nested"]
    assert {finding["codec"] for finding in found} >= {"rust/prost", "java/protobuf"}
    assert all(sum(sum(c.values()) for c in finding["counts"].values()) == 21 for finding in found)


def test_crashing_case_is_kept_as_file_with_command(serbench, builders, tmp_path):
    builders["rust"].faults["rust/prost"] = {"load": "crash"}
    done = serbench("robustness", "nested", "--codec", "rust/prost", "--cases", 3)
    assert done.status == 1
    assert "rust/prost 1.0: crashed" in " ".join(done.out.split())
    files = sorted((tmp_path / "robustness" / "rust" / "prost").iterdir())
    assert len(files) == 3
    kept = [tmp_path / "robustness", *(tmp_path / "robustness").rglob("*")]
    modes = {path.stat().st_mode & 0o777 for path in kept if path.is_dir()}
    assert modes == {0o700}
    assert {path.stat().st_mode & 0o777 for path in files} == {0o600}
    assert f"--codec rust/prost --case robustness/rust/prost/{files[0].name}" in done.err
    words = ("robustness", "nested", "--codec", "rust/prost", "--case", files[0])
    again = serbench(*words)
    assert again.status == 1
    assert "killed by SIGSEGV" in again.out
    builders["rust"].faults.clear()
    again = serbench(*words)
    assert again.status == 0
    assert "rust/prost: refused" in again.out
    builders["rust"].faults["rust/prost"] = {"load": "eat"}
    (tmp_path / "hungry").write_bytes(b"\3\0\0\0eat")
    again = serbench(*words[:-1], "hungry")
    assert again.status == 1
    assert "rust/prost: memory: " in again.out
    (tmp_path / "torn").write_bytes(b"\4\0\0\0eat")
    torn = serbench(*words[:-1], "torn")
    assert torn.status == 2
    assert "torn: no case" in torn.err


def test_findings_are_shown_by_report(serbench):
    words = ("--codec", "rust/prost", "--cases", 7, "--tag", "wrong")
    first = serbench("robustness", "nested", *words, "--format", "json")
    assert serbench("report", "wrong", "--format", "json").out == first.out
    assert "robustness: nested" in serbench("list", "runs").out


def test_a_page_is_written_and_other_forms_are_refused(serbench, tmp_path):
    serbench("robustness", "nested", "--codec", "rust/prost", "--cases", 7, "--tag", "wrong")
    done = serbench("report", "wrong", "--html", "wrong.html")
    assert done.status == 0, done.err
    assert "report: wrong.html" in done.err
    assert "What do wrong bytes do?" in (tmp_path / "wrong.html").read_text()
    done = serbench("report", "wrong", "--format", "csv")
    assert done.status == 2
    assert "but no --format csv" in done.err


def test_bytes_of_another_schema_can_be_left_out(serbench):
    words = ("robustness", "nested", "--codec", "rust/prost", "--cases", 16, "--format", "json")
    [finding] = json.loads(serbench(*words).out)["found"]["nested"]
    assert "bytes of another schema" in finding["counts"]
    [finding] = json.loads(serbench(*words, "--no-other-schema").out)["found"]["nested"]
    assert "bytes of another schema" not in finding["counts"]


def test_sanitized_cases_are_decoded_again_by_a_sanitized_driver(serbench, builders):
    builders["rust"].faults["rust/prost"] = {"load": "crash"}
    words = ("robustness", "nested", "--codec", "rust/prost", "--cases", 3, "--sanitize")
    done = serbench(*words, "--no-other-schema")
    assert "--codec rust/prost --sanitize --case" in done.err
    assert builders["rust"].instrumented == [True]
    serbench(*words[:-1])
    assert builders["rust"].instrumented == [True, False, False]


def test_case_needs_one_codec_and_an_existing_file(serbench, tmp_path):
    assert serbench("robustness", "nested", "--codec", "*", "--case", "x").status == 2
    done = serbench("robustness", "nested", "--codec", "cereal", "--case", tmp_path / "no")
    assert done.status == 2
    assert "no such file" in done.err
