"""`serbench footprint` with measurers that invent figures."""

import json

import pytest

from serbench.footprint import Footprint


class FakeMeasurer:
    def __init__(self, language, fail_at=""):
        self.language = language
        self.fail_at = fail_at
        self.asked = []

    def footprints(self, schema, codecs, folder, on_codec, *, with_dependencies):
        self.asked.append((schema.name, with_dependencies))
        for number, codec in enumerate(codecs):
            on_codec(number, codec.id)
            if codec.id == self.fail_at:
                raise KeyboardInterrupt
            seconds = 2.0 if with_dependencies else None
            yield Footprint(codec=codec.id, code_bytes=1000 + number, dependencies_s=seconds)


@pytest.fixture
def fakes(monkeypatch):
    made = {language: FakeMeasurer(language) for language in ("cpp", "rust")}
    monkeypatch.setattr("serbench.commands.footprint.measurer", made.get)
    return made


def found(done):
    return {one["codec"]: one for one in json.loads(done.out)["found"]["log"]}


NAMED = ("--codec", "cpp/cereal", "--codec", "rust/postcard", "--format", "json")


def test_each_codec_is_measured_and_kept(serbench, fakes):
    done = serbench("footprint", "log", *NAMED)
    assert done.status == 0, done.err
    assert {codec: one["code_bytes"] for codec, one in found(done).items()} == {
        "cpp/cereal": 1000,
        "rust/postcard": 1000,
    }
    again = serbench("report", json.loads(done.out)["run"], "--format", "json")
    assert again.status == 0, again.err
    assert found(again) == found(done)


def test_core_set_is_measured_unless_all_codecs_are_wanted(serbench, fakes):
    core = found(serbench("footprint", "--lang", "cpp", "--format", "json"))
    every = found(serbench("footprint", "--lang", "cpp", "--all", "--format", "json"))
    assert "cpp/protobuf" in core
    assert set(core) < set(every)


def test_run_of_a_footprint_is_merged_with_every_figure(serbench, fakes, tmp_path):
    done = serbench("footprint", *NAMED, "--db", "other.duckdb")
    assert serbench("merge", "other.duckdb").status == 0
    merged = serbench("report", json.loads(done.out)["run"], "--format", "json")
    assert found(merged) == found(done)


def test_code_size_of_the_codecs_of_a_run_decides_a_choice(serbench, fakes):
    codecs = ("--codec", "cpp/cereal", "--codec", "cpp/protobuf")
    quick = ("--budget", 0, "--processes", 1, "--tag", "r")
    assert serbench("run", "log", *codecs, *quick).status == 0
    out = json.loads(serbench("choose", "r", "--max-code", "1k", "--format", "json").out)
    assert out[0]["choice"]["offers"] == []
    again = serbench("footprint", "--of", "r", "--format", "json")
    assert set(found(again)) == {"cpp/cereal", "cpp/protobuf"}
    [told] = json.loads(serbench("choose", "r", "--max-code", "1k", "--format", "json").out)
    taken = {one["codec"] for offer in told["choice"]["offers"] for one in offer["libraries"]}
    sizes = {codec: one["code_bytes"] for codec, one in found(again).items()}
    assert sorted(sizes.values()) == [1000, 1001]
    assert taken == {codec for codec, size in sizes.items() if size <= 1000}
    assert told["choice"]["lost"][0]["why"] == "a program ships 1,001 B for it"


def test_wrong_code_size_is_rejected_with_what_is_meant(serbench):
    done = serbench("choose", "--max-code", "50 kB")
    assert done.status == 2
    assert "--max-code '50 kB': so many bytes are meant, as 50k or 2M" in done.err


def test_system_without_measurable_programs_is_told_before_a_run_begins(
    serbench, fakes, monkeypatch, tmp_path
):
    monkeypatch.setattr("sys.platform", "darwin")
    done = serbench("footprint", *NAMED)
    assert done.status == 2
    assert "footprints are measured on Linux only" in done.err
    assert not (tmp_path / "serbench.duckdb").exists()


def test_dependencies_are_compiled_if_asked(serbench, fakes):
    assert found(serbench("footprint", *NAMED))["cpp/cereal"]["dependencies_s"] is None
    done = serbench("footprint", *NAMED, "--dependencies")
    assert found(done)["cpp/cereal"]["dependencies_s"] == 2.0


def test_codec_that_cannot_hold_the_schema_is_not_compiled(serbench, fakes):
    done = serbench("footprint", "log", "--codec", "rust/apache-avro", *NAMED)
    assert done.status == 0
    assert found(done)["rust/apache-avro"]["note"] == "cannot-hold: u64 at $.bytes_dlv"


def test_unions_are_refused_for_a_codec_without_them(serbench, fakes, tmp_path):
    (tmp_path / "events.jsonl").write_text('{"id": 1}\n{"id": "x"}\n')
    codecs = ("--codec", "cpp/cereal", "--codec", "cpp/bson")
    done = serbench("footprint", "events.jsonl", "--unions", *codecs, "--format", "json")
    [of_workload] = json.loads(done.out)["found"].values()
    notes = {one["codec"]: one["note"] for one in of_workload}
    assert notes == {"cpp/cereal": "", "cpp/bson": "cannot-hold: unions, as at $.id"}


def test_codecs_of_a_run_whose_bytes_can_run_code_are_measured(serbench, fakes, monkeypatch):
    fakes["python"] = FakeMeasurer("python")
    quick = ("--budget", 0, "--processes", 1, "--tag", "r")
    codecs = ("--codec", "python/pickle", "--codec", "python/json")
    assert serbench("run", "log", *codecs, *quick).status == 0
    again = serbench("footprint", "--of", "r", "--format", "json")
    assert again.status == 0, again.err
    assert set(found(again)) == {"python/pickle", "python/json"}


def test_language_that_nothing_measures_has_a_note(serbench, fakes):
    done = serbench("footprint", "log", "--codec", "java/kryo", *NAMED)
    assert "footprints of this language are not measured" in found(done)["java/kryo"]["note"]


def test_interrupt_keeps_what_was_measured(serbench, fakes):
    fakes["rust"].fail_at = "rust/postcard"
    assert serbench("footprint", "log", *NAMED).status == 130
    [run] = json.loads(serbench("list", "runs", "--format", "json").out)
    kept = serbench("report", run["run"], "--format", "json")
    assert {codec: one["code_bytes"] for codec, one in found(kept).items()} == {"cpp/cereal": 1000}
